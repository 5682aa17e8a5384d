"""`solit deal`."""

import json
import subprocess
import time

import pytest

from solit.cli.app import run

from ..conftest import SOLIT, Run


def first(deck: str) -> str:
    return " ".join(deck.split()[:5])


def test_the_frozen_shuffle(solit: Run) -> None:
    for seed, cards in {
        "0": "JH 8C 7S AD 4S",
        "1": "TC KD 9H TS 8D",
        "2": "3H 9C 8D 5H 8S",
        "18446744073709551615": "5H TS QS 4D QH",
    }.items():
        line = solit("deal", "--seed", seed).line
        assert list(line) == ["solit", "variant", "options", "deck", "source"]
        assert (line["variant"], line["options"], line["source"]) == ("klondike", {}, f"solit:{seed}")
        assert first(line["deck"]) == cards


def test_ranges(solit: Run) -> None:
    by_range = solit("deal", "--seeds", "5..1500").lines
    assert [line["source"] for line in by_range] == [f"solit:{seed}" for seed in range(5, 1501)]
    assert solit("deal", "--seed", "5", "--count", "1496").lines == by_range
    assert solit("deal", "--seed", "5", "--count", "0").lines == []
    some = ["1", "3", "4", "5", "9"]
    for more in ((), ("--layout",), ("--shuffle", "ms")):
        listed = solit("deal", "--seeds", "9,3..5,1,4", *more).lines
        assert [line["source"].partition(":")[2] for line in listed] == some
    assert solit("deal", "--seeds", "1-2").err.count("--seeds 1-2: seeds are written A..B or A") == 1
    drawn = solit("deal", "--count", "3").lines
    assert len({line["source"] for line in drawn}) == 3
    again = solit("deal", "--seed", drawn[0]["source"].partition(":")[2]).line
    assert again == drawn[0]
    assert solit("deal").line["source"].startswith("solit:")


def test_every_path_writes_the_same_lines(solit: Run) -> None:
    plain = solit("deal", "--seeds", "1..20", "--variant", "chinese", "-o", "easy=true").lines
    laid = solit("deal", "--seeds", "1..20", "--variant", "chinese", "-o", "easy=true", "--layout").lines
    for one, other in zip(plain, laid, strict=True):
        assert one["options"] == {"easy": True}
        layout = other.pop("layout")
        assert one == other
        assert sum(len(pile) for pile in layout["piles"].values()) == 52
        assert layout["down"] == {"t4": 3, "t5": 4, "t6": 5, "t7": 6}


def test_drawn_seeds_come_one_by_one() -> None:
    begun = time.monotonic()
    with subprocess.Popen([SOLIT, "deal", "--count", str(10**12)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["source"].startswith("solit:")
        process.stdout.close()
        assert process.wait(20) == 0
    assert time.monotonic() < begun + 20


def test_layout_of_suspense(solit: Run) -> None:
    line = solit("deal", "--variant", "suspense", "--seed", "1", "--layout").line
    deck, piles = line["deck"].split(), line["layout"]["piles"]
    assert [piles[place][0] for place in ("p1c", "t1", "t2", "p1a", "p1b", "p1t", "p2c")] == deck[:7]
    assert piles["w"] == [deck[24]]
    assert piles["s"] == deck[25:]
    assert line["layout"]["down"] == {"p1c": 1, "p2c": 1, "p3c": 1, "p4c": 1}


def test_a_deck_of_ones_own(solit: Run) -> None:
    deck = solit("deal", "--seed", "9").line["deck"]
    line = solit("deal", "--deck", deck, "--variant", "chinaman").line
    assert line == {"solit": 1, "variant": "chinaman", "options": {}, "deck": deck}
    done = solit("deal", "--deck", deck.replace("AS", "AC").replace("2C", "XX"))
    assert (done.code, done.out) == (2, b"")
    for told in ("AC is there 2 times", "AS is missing", "2C is missing", "'XX'"):
        assert told in done.err


def test_options_are_typed_and_the_last_counts(solit: Run) -> None:
    line = solit("deal", "--seed", "1", "-o", "draw=3", "-o", "undo=5", "-o", "draw=1").line
    assert line["options"] == {"draw": 1, "undo": 5}
    assert solit("deal", "--seed", "1", "--variant", "chinese", "-o", "easy=false").line["options"] == {"easy": False}


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seeds", "1..2", "--seed", "1"],
        ["--seeds", "1..2", "--count", "1"],
        ["--deck", "AS", "--seed", "1"],
        ["--deck", "AS", "--seeds", "1..2"],
        ["--deck", "AS", "--count", "1"],
        ["--deck", "AS", "--shuffle", "ms"],
        ["--seeds", "2..1"],
        ["--seeds", "1-2"],
        ["--seeds", "01..2"],
        ["--seeds", "1,,2"],
        ["--seeds", "1,2..18446744073709551616"],
        ["--seed", "01"],
        ["--seed", "1.0"],
        ["--seed", "-1"],
        ["--seed", "18446744073709551616"],
        ["--seed", "18446744073709551615", "--count", "2"],
        ["--seed", "9" * 1000],
        ["--count", "-1"],
        ["--variant", "freecell"],
        ["--variant", ""],
        ["--variant", "__init__"],
        ["-o", "draw"],
        ["-o", "draw=2"],
        ["-o", "draw=true"],
        ["-o", "groups=any"],
        ["-o", "=1"],
        ["--shuffle", "dice"],
        ["--variant", "suspense", "--shuffle", "solvitaire"],
        ["--shuffle", "solvitaire", "--seeds", "-5..5"],
        ["stray"],
        ["--no-such-option"],
    ],
)
def test_wrong_usage(capfd: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert run(["deal", *arguments]) == 2
    told = capfd.readouterr()
    assert told.out == ""
    assert told.err


def test_a_refused_option_says_what_is_allowed(solit: Run) -> None:
    assert "3 | 1" in solit("deal", "-o", "draw=2").err
    assert "draw, flip, undo, time_limit, passes" in solit("deal", "-o", "drew=3").err
    assert "klondike" in solit("deal", "--variant", "klondyke").err


def test_foreign_seeds_below_zero(solit: Run) -> None:
    assert solit("deal", "--shuffle", "solvitaire", "--seed", "-7").line["source"] == "solvitaire:-7"
