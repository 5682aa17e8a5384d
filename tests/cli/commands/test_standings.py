"""`solit standings`, and events in `validate` and `score`."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from ..conftest import Run

DEAL = {"solit": 1, "variant": "klondike", "options": {}, "source": "solit:2"}
TEN = {**DEAL, "_player": "ann", "moves": "t3-t2 t5-t6"}
CHEAT = {**DEAL, "_player": "bob", "options": {"undo": 1000}, "moves": "t3-t2"}


@pytest.fixture
def deals(tmp_path: Path) -> str:
    path = tmp_path / "deals.jsonl"
    path.write_text(json.dumps(DEAL) + "\n")
    return str(path)


def test_a_line_a_player(solit: Run, deals: str) -> None:
    done = solit("standings", "--event", deals, given=[CHEAT, TEN])
    assert [(row["rank"], row["player"], row["total"]) for row in done.lines] == [(1, "ann", 10), (2, "bob", 0)]
    assert list(done.lines[0]) == [
        "rank", "player", "played", "missing", "won", "total", "items", "unused_seconds", "illegal",
        "repeats", "same_moves",
    ]  # fmt: skip
    assert done.code == 1


def test_lines_that_cannot_be_read_are_told_and_the_rest_counts(solit: Run) -> None:
    done = solit(
        "standings", given=[TEN, {"solit": 1}, {**TEN, "_player": ["x"], "error": {"code": "y", "message": "z"}}]
    )
    assert (len(done.lines), done.code) == (1, 2)
    assert "line 2: the record has no variant" in done.err and "line 3: z" in done.err


def test_any_key_names_the_player(solit: Run) -> None:
    games: list[dict[str, Any]] = [{**TEN, "_who": who} for who in (5, "5", None, {"a": 1})]
    assert [row["player"] for row in solit("standings", "--by", "_who", given=games).lines] == [5, "5", None, '{"a":1}']


def test_tables_for_people(solit: Run, tmp_path: Path) -> None:
    evil = {**TEN, "_player": "<script>|\x1b[31m*"}
    page = tmp_path / "table.html"
    shown = solit("standings", "--show", "--html", str(page), given=[evil, CHEAT])
    assert shown.out.decode().splitlines()[1].split()[:3] == ["1", "<script>|\\x1b[31m*", "10"]
    named = solit("standings", "--show", given=[{**TEN, "_player": True}])
    assert named.out.decode().splitlines()[1].split()[1] == "true"
    marked = solit("standings", "--markdown", given=[evil]).out.decode()
    assert "\\<script\\>\\|" in marked and "\x1b" not in marked
    text = page.read_text()
    assert "&lt;script&gt;" in text and "<script>" not in text and "\x1b" not in text


def links(page: Path) -> list[tuple[str, str]]:
    """The links of a page: the file that is there, as it is found from the page, and what follows its name."""
    found = re.findall(r'<a href="([^"]*)">', page.read_text(encoding="utf-8"))
    split = [unquote(unescape(address)).partition("#") for address in found]
    for path, _, _ in split:
        assert (page.parent / path).is_file(), path
    return [(path, rest) for path, _, rest in split]


def test_replays_that_the_page_links(solit: Run, tmp_path: Path) -> None:
    page, folder = tmp_path / "out" / "table.html", tmp_path / "my replays&"
    page.parent.mkdir()
    wrong = {**TEN, "_player": "eve", "moves": "t3-t2 t1-t1"}
    games = tmp_path / "games.jsonl"
    games.write_text("".join([json.dumps(game) + "\n" for game in (DEAL, TEN, wrong, TEN, {"solit": 1})]))
    command = ["standings", "--html", str(page), "--replays", str(folder)]
    assert solit(*command, str(games)).code == 2
    assert sorted(path.name for path in folder.iterdir()) == ["line-2.html", "line-3.html", "line-4.html"]
    assert links(page) == [
        ("../my replays&/line-2.html", ""),
        ("../my replays&/line-3.html", "game=1&entry=2"),
        ("../my replays&/line-4.html", ""),
    ]
    assert "t1-t1" in (folder / "line-3.html").read_text(encoding="utf-8")
    more = tmp_path / "more.jsonl"
    more.write_text(games.read_text())
    assert solit(*command, "--sheet", "cards", str(games), str(more)).code == 2
    assert ("../my replays&/file-2-line-3.html", "game=1&entry=2") in links(page)
    assert '"sheet":"cards"' in (folder / "file-1-line-2.html").read_text(encoding="utf-8")
    assert solit("standings", "--html", str(page), str(games)).code == 2
    assert links(page) == []


def test_replays_take_no_other_file_s_place(solit: Run, tmp_path: Path) -> None:
    games, page = tmp_path / "line-1.html", tmp_path / "table.html"
    games.write_text(json.dumps(TEN) + "\n")
    done = solit("standings", "--html", str(page), "--replays", str(tmp_path), str(games))
    assert (done.code, done.out) == (2, b"") and "could be overwritten" in done.err
    assert json.loads(games.read_text()) == TEN and not page.exists()
    done = solit("standings", "--html", str(page), "--replays", str(games), given=[TEN])
    assert (done.code, done.out) == (2, b"") and "File exists" in done.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--order", "total,luck"], "--order total,luck"),
        (["--timed"], "needs --event"),
        (["--event", "-"], "stdin is for the games"),
        (["--event", "none.jsonl"], "none.jsonl"),
        (["--show", "--markdown"], "choose one"),
        (["--replays", "x"], "it needs --html"),
    ],
)
def test_wrong_usage(solit: Run, arguments: list[str], told: str) -> None:
    done = solit("standings", *arguments, given=[TEN])
    assert (done.code, done.out) == (2, b"") and told in done.err


def test_an_event_is_a_record_s_judge(solit: Run, deals: str) -> None:
    """A record does not choose its own rules."""
    done = solit("validate", "--event", deals, given=[CHEAT, TEN])
    assert [line["validation"]["event_ok"] for line in done.lines] == [False, True]
    assert done.lines[0]["validation"]["event_error"] == {
        "code": "event-options",
        "message": "undo=1000, the event has undo=1",
    }
    assert (done.lines[1]["validation"]["event"], done.code) == ({"deal": 0}, 1)
    timed = solit("score", "--event", deals, "--timed", given=[TEN])
    assert (timed.line["score"]["event_error"]["code"], timed.code) == ("event-untimed", 1)
    assert len(solit("validate", "--event", deals, "--only-bad", given=[CHEAT, TEN]).lines) == 1


def test_an_event_file_that_is_none(solit: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(DEAL) + "\n" + json.dumps(TEN) + "\n")
    done = solit("validate", "--event", str(path), given=[TEN])
    assert (done.code, done.out) == (2, b"") and "deal 1 is no deal" in done.err
    path.write_text("{}\n")
    done = solit("validate", "--event", str(path), given=[TEN])
    assert (done.code, done.out) == (2, b"") and "line 1: the record has no solit" in done.err
