"""The replay page in a real browser, and what it is made of."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from solit.cli.pictures.replay import analysis_bar, game_data, page
from solit.deals.records import judge
from solit.deals.replay import stages

from ..conftest import Run

TIMED: dict[str, Any] = {
    "solit": 1, "variant": "klondike", "source": "solit:2", "_player": "bob",
    "moves": "t3-t2 t5-t6 d t4-t3 d", "at_ms": [300, 450, 600, 700, 900], "end_ms": 15_000,
}  # fmt: skip
UNDONE: dict[str, Any] = {"solit": 1, "variant": "klondike", "source": "solit:5", "moves": "t1-t2 u"}
WRONG: dict[str, Any] = {"solit": 1, "variant": "klondike", "source": "solit:2", "moves": "t3-t2 t5-t6 t1-t2 d d"}
SUSPENSE: dict[str, Any] = {"solit": 1, "variant": "suspense", "source": "solit:1", "moves": "d d"}


def data_of(*records: dict[str, Any]) -> list[dict[str, Any]]:
    return [game_data(judge(record, logging=True), record, f"line {n + 1}") for n, record in enumerate(records)]


# --- data ------------------------------------------------------------------------------------------------------------


def unfolded(game: dict[str, Any]) -> list[list[Any]]:
    """All positions of a game's data, as the page's script makes them."""
    states = [game["start"]]
    for step in game["steps"]:
        after = list(states[-1])
        for place, keep, more, down in step:
            after[place] = [after[place][0][:keep] + more, down]
        states.append(after)
    return states


def test_positions_in_the_page_are_the_engine_s(games: list[dict[str, Any]]) -> None:
    for record in [TIMED, WRONG, SUSPENSE, *games[:4]]:
        judged = judge(record, logging=True)
        (told,) = data_of(record)
        places = judged.game.places
        real = [[[list(s.piles[p]), s.down[p]] for p in places] for s in judged.positions()]
        assert unfolded(told) == real
        assert len(told["moves"]) == len(told["told"]) == len(told["scores"]) - 1 == len(real) - 1


def test_analysis_by_positions() -> None:
    record = {**TIMED, "moves": "t3-t2 t5-t6 d d", "at_ms": [1, 2, 3, 4]}
    found = stages(judge(record, logging=True), record)

    def bar(analysis: Any) -> Any:
        told = analysis_bar(analysis, found)
        return None if told is None else [tuple(run) for run in told["verdicts"]]

    start = {"winnable_at_start": True, "lost_at": None, "unknown": 0}
    assert bar(start) == [("won", 5)]
    assert bar({**start, "winnable_at_start": False}) == [("unwinnable", 5)]
    assert bar({**start, "winnable_at_start": None}) == [("unknown", 5)]
    assert bar({**start, "lost_at": 1}) == [("won", 2), ("unwinnable", 3)]
    assert bar({**start, "lost_between": [1, 2]}) == [("won", 2), ("unknown", 1), ("unwinnable", 2)]
    assert bar({**start, "lost_between": [1, 3]}) == [("won", 2), ("unknown", 3)]
    verdicts = ["won", "won", "unknown", "unwinnable", None]
    assert bar({**start, "verdicts": verdicts}) == [("won", 2), ("unknown", 1), ("unwinnable", 1), ("unknown", 1)]
    wrong: list[Any] = [
        None, 5, {"lost_at": -1}, {"lost_at": "x"}, {"verdicts": ["won"]}, {"verdicts": 3}, {"lost_between": [1]},
        {"winnable_at_start": 1},
    ]  # fmt: skip
    for none in wrong:
        assert bar(none) is None, none


EVIL = "</script><script>window.broken=1</script><!--<img src=x onerror=window.broken=1>\u2028\x1b[31m"


def evil(**fields: Any) -> dict[str, Any]:
    return {**TIMED, "_player": EVIL, "_note": EVIL, "claim": {"status": "won"}, **fields}


def test_text_of_records_stays_text() -> None:
    analysis = {"winnable_at_start": True, "lost_at": 1, "lost_move": EVIL, "better": EVIL, EVIL: EVIL}
    text = page(data_of(evil(analysis=analysis, validation=EVIL, score={EVIL: EVIL})))
    assert text.count("<script") == text.count("</script") == 2
    assert "<img" not in text and "\x1b" not in text
    assert "<!--" not in text


def test_options_of_the_command(solit: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    done = solit("show", "--replay", str(path), given=[TIMED, WRONG, {"solit": 1}])
    assert (done.code, done.out) == (2, b"")
    assert "line 2: entry 2, t1-t2: red 3 (3H)" in done.err and "line 3: the record has no variant" in done.err
    found = re.search(r'id="data">(.*?)</script>', path.read_text(), flags=re.DOTALL)
    assert found
    assert [game["name"] for game in json.loads(found[1])["games"]] == ["bob · solit:2", "solit:2"]
    cut = solit("show", "--replay", "-", "--at", "2", given=[WRONG])
    assert cut.code == 0 and b'"moves":["t3-t2","t5-t6"]' in cut.out
    assert b"<title>solit:1" in solit("show", "--replay", "-", "--seed", "1").out
    for wrong in (["--at", "all"], ["--at", "1..2"], ["--step"]):
        done = solit("show", "--replay", str(path), *wrong, given=[TIMED])
        assert done.code == 2 and done.out == b""
    path.write_text("of old")
    assert solit("show", "--replay", str(path), given=b"{}").code == 2
    assert path.read_text() == "of old"


# --- in a browser ----------------------------------------------------------------------------------------------------

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync --disable-dev-shm-usage"
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    required = bool(os.environ.get("SOLIT_REQUIRE_BROWSER"))
    if not required and not (chromium and driver):
        pytest.skip("no chromium with its driver here; SOLIT_REQUIRE_BROWSER=1 makes that a failure")
    webdriver = __import__("selenium.webdriver").webdriver if required else pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in [*FLAGS.split(), f"--user-data-dir={tmp_path_factory.mktemp('profile')}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    opened = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    opened.set_script_timeout(60)
    yield opened
    opened.quit()


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open the page of some records, at this width; nothing may be told on its console."""

    def go(*records: dict[str, Any], width: int = 1280, dark: bool = False, address: str = "") -> Any:
        path = tmp_path / "page.html"
        path.write_text(page(data_of(*records)), encoding="utf-8")
        metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        browser.get("about:blank")
        browser.get(f"{path.as_uri()}{address}")
        return browser

    yield go
    assert browser.get_log("browser") == []


def text(browser: Any, name: str) -> str:
    return str(browser.execute_script("return document.getElementById(arguments[0]).textContent", name))


def press(browser: Any, *keys: str) -> None:
    for key in keys:
        browser.execute_script(
            "(document.activeElement || document.body).dispatchEvent("
            "new KeyboardEvent('keydown', {key: arguments[0], bubbles: true, cancelable: true}))",
            key,
        )


def drawn(browser: Any) -> dict[str, str]:
    """The visible cards: number to classes."""
    found = browser.execute_script(
        "return [...document.querySelectorAll('.card')].filter((c) => c.getAttribute('visibility') !== 'hidden')"
        ".map((c) => [c.dataset.card, c.getAttribute('class')])"
    )
    return dict(found)


def test_going_through_by_keys_buttons_and_slider(opened: Callable[..., Any]) -> None:
    browser = opened(TIMED)
    assert text(browser, "where") == "Start of 5 entries"
    assert text(browser, "told") == "Start. bob · solit:2."
    press(browser, "ArrowRight")
    assert text(browser, "where") == "Entry 0, t3-t2 (1 of 5)"
    assert text(browser, "told").startswith("10 of diamonds from column 3 to column 2; turns up 8 of hearts")
    moved = {card for card, classes in drawn(browser).items() if "moved" in classes}
    assert moved == {"22", "33"}  # the 10 of diamonds and the 8 of hearts that it bared
    assert text(browser, "score").startswith("Score 5 (game-colony)reveal1 ×+5")
    press(browser, "End")
    assert "Left at0:15" in text(browser, "state")
    browser.find_element("id", "previous").click()
    browser.find_element("id", "first").click()
    assert text(browser, "where") == "Start of 5 entries"
    browser.find_element("id", "next").click()
    browser.execute_script(
        "const s = document.getElementById('slider'); s.value = 3; s.dispatchEvent(new Event('input'))"
    )
    assert text(browser, "where") == "Entry 2, d (3 of 5)"
    assert "Clock0:00 of 5:00" in text(browser, "state")
    browser.execute_script("document.querySelector('#entries li:nth-child(2)').click()")
    assert text(browser, "where").startswith("Entry 1,")
    assert browser.execute_script("return location.hash") == "#game=1&entry=2"


def test_real_keys_reach_the_page(opened: Callable[..., Any]) -> None:
    browser = opened(TIMED)
    slider = browser.find_element("id", "slider")
    slider.send_keys("\ue014")  # right arrow: once on, not twice
    assert text(browser, "where") == "Entry 0, t3-t2 (1 of 5)"
    slider.send_keys("\ue010")  # End
    slider.send_keys("\ue012")
    assert text(browser, "where").endswith("(4 of 5)")
    button = browser.find_element("id", "previous")
    button.send_keys(" ")  # a button's own key, and no play
    assert text(browser, "where").endswith("(3 of 5)")
    assert "playing" not in browser.find_element("id", "play").get_attribute("class")


def test_play_by_the_recorded_times_and_steadily(opened: Callable[..., Any]) -> None:
    browser = opened(TIMED)
    took = browser.execute_async_script(
        "const done = arguments[0], began = performance.now(); document.getElementById('play').click();"
        "const seen = []; const watch = new MutationObserver(() => {"
        "  seen.push(performance.now() - began);"
        "  if (document.getElementById('where').textContent.includes('(5 of 5)')) { watch.disconnect(); done(seen); }"
        "}); watch.observe(document.getElementById('where'), {childList: true});"
    )
    assert len(took) == 5
    assert all(seen >= ms - 5 for seen, ms in zip(took, TIMED["at_ms"], strict=True)), took
    assert browser.execute_script("return [...document.getElementById('pace').options].map((o) => o.value)") == [
        "1", "2", "5", "20", "0",
    ]  # fmt: skip
    browser = opened(WRONG)
    assert browser.execute_script("return [...document.getElementById('pace').options].map((o) => o.value)") == ["0"]
    press(browser, " ")
    assert browser.find_element("id", "play").get_attribute("aria-label") == "Pause"
    press(browser, " ")
    assert browser.find_element("id", "play").get_attribute("aria-label") == "Play"


def test_a_take_back_and_an_illegal_entry_are_shown_as_such(opened: Callable[..., Any]) -> None:
    new_card = {**UNDONE, "moves": "d u"}
    browser = opened(new_card, address="#game=1&entry=2")
    assert text(browser, "where") == "Entry 1, u: refused"
    browser = opened(UNDONE, address="#game=1&entry=2")
    assert text(browser, "told").startswith("Takes back entry 0, t1-t2. Score 0.")
    assert "back" in " ".join(drawn(browser).values())
    assert browser.execute_script("return document.querySelectorAll('#entries li.undone').length") == 1
    press(browser, "ArrowLeft")
    assert "(It is taken back later.)" in text(browser, "told")
    browser = opened(WRONG)
    press(browser, "End")
    assert text(browser, "where") == "Entry 2, t1-t2: refused"
    wrong = text(browser, "wrong")
    assert wrong.startswith("Red 3 (3H) does not go on TD: columns build down") and "2 more entries follow" in wrong
    assert sorted(card for card, classes in drawn(browser).items() if "refused" in classes) == ["22", "28"]
    assert browser.execute_script("return document.getElementById('said').getAttribute('aria-live')") == "polite"


def test_the_analysis_bar(opened: Callable[..., Any]) -> None:
    analysis = {"winnable_at_start": True, "lost_at": 1, "lost_move": "t5-t6", "better": "d", "unknown": 0}
    browser = opened({**WRONG, "moves": "t3-t2 t5-t6 d d", "analysis": analysis})
    bars = "return [...document.querySelectorAll('#analysis rect')].map((r) => [r.getAttribute('class'),"
    assert browser.execute_script(bars + "r.getAttribute('x'), r.getAttribute('width')])")[:2] == [
        ["won", "0", "1.5"], ["unwinnable", "1.5", "2.5"],
    ]  # fmt: skip
    assert "after 0 to 1 entries: can be won" in browser.find_element("id", "analysis").get_attribute("aria-label")
    press(browser, "ArrowRight")
    assert text(browser, "judgement") == "The game can still be won. The next entry throws that away; d keeps it."
    press(browser, "m")
    assert text(browser, "where").startswith("Entry 1,")
    assert text(browser, "judgement") == "Entry 1, t5-t6, threw the win away."
    assert not opened(WRONG).find_element("id", "analysis").is_displayed()


def test_several_games(opened: Callable[..., Any]) -> None:
    browser = opened(TIMED, WRONG, SUSPENSE, address="#game=2")
    names = browser.execute_script("return [...document.getElementById('game').options].map((o) => o.textContent)")
    assert names[0] == "1. bob · solit:2 · open, 5 entries" and names[1].startswith("2. solit:2 · illegal at entry 2")
    assert text(browser, "title").endswith("line 2")
    press(browser, "n")
    assert text(browser, "title") == "Suspense · line 3"
    press(browser, "p", "p")
    assert text(browser, "name") == "bob · solit:2"
    browser.execute_script("const g = document.getElementById('game'); g.value = 2; g.onchange()")
    assert text(browser, "title") == "Suspense · line 3"
    assert not opened(TIMED).find_element("id", "choose").is_displayed()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_screen(opened: Callable[..., Any], width: int, dark: bool) -> None:
    for record in (TIMED, SUSPENSE):
        browser = opened(record, width=width, dark=dark)
        press(browser, "End")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        background, high, wide = browser.execute_script(
            "return [getComputedStyle(document.body).backgroundColor,"
            "document.querySelector('button').getBoundingClientRect().height,"
            "document.getElementById('board').viewBox.baseVal.width]"
        )
        assert (sum(map(int, re.findall(r"\d+", background)[:3])) < 200) is dark
        assert high >= 44
        if record is SUSPENSE:
            assert (wide < 900) is (width < 600)  # two rows of pyramids


def test_hidden_cards(opened: Callable[..., Any]) -> None:
    browser = opened(TIMED)
    shown = "return getComputedStyle(document.querySelector('.card.turned .hidden-face')).display"
    assert browser.execute_script(shown) == "none"
    press(browser, "h")
    assert browser.execute_script(shown) != "none"
    words = text(browser, "position")
    assert "Stock24 cards" in words and "Column 7" in words and "6 face down, 5 of diamonds" in words


def test_no_text_of_a_record_runs(opened: Callable[..., Any]) -> None:
    analysis = {"winnable_at_start": True, "lost_at": 1, "lost_move": EVIL, "better": EVIL}
    browser = opened(evil(analysis=analysis), evil())
    press(browser, "ArrowRight", "ArrowRight", "End", "n", "End")
    assert browser.execute_script("return window.broken") is None
    assert browser.execute_script("return [document.scripts.length, document.images.length]") == [2, 0]
    assert "<script>" in text(browser, "name")  # shown as it stands


def test_everything_that_can_be_used_has_a_name_and_can_be_reached(opened: Callable[..., Any]) -> None:
    browser = opened(TIMED, WRONG)
    browser.execute_cdp_cmd("Accessibility.enable", {})
    nodes = browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    browser.execute_cdp_cmd("Accessibility.disable", {})
    told = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]
    used = [pair for pair in told if pair[0] in ("button", "slider", "combobox", "checkbox", "img", "image", "heading")]
    assert [pair for pair in used if not pair[1]] == []
    assert {name for _, name in used} >= {"Back", "On", "Play", "Entry", "Pace", "Hidden cards", "Game", "The board"}
    body = browser.find_element("tag name", "body")
    body.click()
    reached = []
    for _ in range(12):
        browser.switch_to.active_element.send_keys("\ue004")  # Tab
        reached.append(browser.switch_to.active_element.get_attribute("id"))
    assert {"game", "slider", "next", "play", "last", "pace", "reveal"} <= set(reached)
