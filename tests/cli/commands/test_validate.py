"""`solit validate`."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from solit.engine.rules import variants

from ..conftest import Run

Games = list[dict[str, Any]]


def entries(record: dict[str, Any]) -> list[str]:
    words: list[str] = record["moves"].split()
    return words


def test_won_games(solit: Run, games: Games) -> None:
    done = solit("validate", given=games)
    assert done.code == 0
    for game, line in zip(games, done.lines, strict=True):
        validation = line.pop("validation")
        assert line == game
        assert validation == {"valid": True, "status": "won", "moves": len(entries(game))}


def test_one_move_short_is_open(solit: Run, games: Games) -> None:
    short = [{**game, "moves": " ".join(entries(game)[:-1])} for game in games]
    done = solit("validate", given=short)
    assert done.code == 0
    assert {line["validation"]["status"] for line in done.lines} == {"open"}


def test_an_entry_after_the_end_is_refused(solit: Run, games: Games) -> None:
    longer = [{**game, "moves": game["moves"] + " d"} for game in games]
    done = solit("validate", given=longer)
    assert done.code == 1
    for game, line in zip(games, done.lines, strict=True):
        error = line["validation"]["error"]
        assert (error["code"], error["index"], error["move"]) == ("game-over", len(entries(game)), "d")


def test_a_wrong_move_is_named(solit: Run, won: dict[str, Any]) -> None:
    moves = entries(won)
    moves[5] = "t1-t1"
    line = solit("validate", given=[{**won, "moves": " ".join(moves)}]).line
    validation = line["validation"]
    assert list(validation) == ["valid", "status", "moves", "error"]
    assert (validation["valid"], validation["status"], validation["moves"]) == (False, None, 5)
    error = validation["error"]
    assert list(error) == ["code", "message", "index", "move", "position"]
    assert (error["code"], error["index"], error["move"]) == ("same-place", 5, "t1-t1")
    before = solit("moves", "--at", "5", given=[{**won, "moves": " ".join(moves)}]).line
    assert before["position"] == error["position"]


def test_of_several_files_a_wrong_move_says_where(solit: Run, won: dict[str, Any], tmp_path: Path) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text(json.dumps(won) + "\n")
    bad.write_text("\n" + json.dumps({**won, "moves": "t1-t1"}) + "\n")
    error = solit("validate", str(good), str(bad)).lines[1]["validation"]["error"]
    assert (error["line"], error["file"]) == (2, str(bad))
    for command in ("score", "moves", "solve", "analyse", "convert"):
        for more in ([], ["--jobs", "2"]) if command in ("score", "solve") else ([],):
            error = solit(command, *more, str(good), str(bad)).lines[1]["error"]
            assert (error["code"], error["line"], error["file"]) == ("same-place", 2, str(bad))


def test_deals_are_valid(solit: Run) -> None:
    deals = [line for v in variants() for line in deal(solit, v)]
    for line in solit("validate", given=deals).lines:
        assert line["validation"] == {"valid": True, "status": "open", "moves": 0, "source": "checked"}


def deal(solit: Run, variant: str) -> Games:
    return solit("deal", "--variant", variant, "--seeds", "1..3").lines


def test_sources(solit: Run) -> None:
    line = solit("deal", "--seed", "1").line
    foreign = {**line, "source": "my-own:77"}
    del foreign["options"]
    no_deck = {"solit": 1, "variant": "suspense", "source": "solit:1"}
    wrong = {**line, "source": "solit:2"}
    malformed = {**line, "source": "solit:02"}
    unknown = {"solit": 1, "variant": "klondike", "source": "my-own:77"}
    done = solit("validate", given=[foreign, no_deck, wrong, malformed, unknown])
    assert done.code == 2
    validations = [line.get("validation", {}).get("source") for line in done.lines]
    assert validations == ["unchecked", "checked", None, None, None]
    assert "deck" not in done.lines[1]
    assert [line["error"]["field"] for line in done.lines[2:]] == ["source"] * 3


def test_all_defects_of_a_deck_at_once(solit: Run) -> None:
    deck = solit("deal", "--seed", "1").line["deck"].replace("AS", "AC").replace("10", "T").replace("KH", "10H")
    line = solit("validate", given=[{"solit": 1, "variant": "klondike", "deck": deck + " QQ"}]).line
    error = line["error"]
    assert list(error) == ["code", "message", "line", "field", "defects"]
    assert {defect["code"] for defect in error["defects"]} == {
        "unknown-card",
        "doubled-card",
        "missing-card",
        "card-count",
    }


def test_arrays_are_read_and_written_as_arrays(solit: Run, won: dict[str, Any]) -> None:
    listed = {**won, "deck": won["deck"].split(), "moves": entries(won)}
    line = solit("validate", given=[listed]).line
    assert line.pop("validation")["status"] == "won"
    assert line == listed


CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"solit": 2}, "solit"),
    ({"solit": True}, "solit"),
    ({"solit": 1.0}, "solit"),
    ({"variant": "freecell"}, "variant"),
    ({"variant": 4}, "variant"),
    ({"options": {"draw": "3"}}, "options"),
    ({"options": {"draw": True}}, "options"),
    ({"options": {"draw": 3.0}}, "options"),
    ({"options": []}, "options"),
    ({"options": {"speed": 3}}, "options"),
    ({"deck": ""}, "deck"),
    ({"deck": None}, "deck"),
    ({"deck": [1]}, "deck"),
    ({"start": "x"}, "start"),
    ({"moves": 7}, "moves"),
    ({"moves": None}, "moves"),
    ({"moves": "d t1-t2x1"}, "moves"),
    ({"moves": "d t01-t2"}, "moves"),
    ({"moves": "d\tt1-t2"}, "moves"),
    ({"moves": "d D"}, "moves"),
    ({"moves": ["d d"]}, "moves"),
    ({"moves": "d", "at_ms": []}, "at_ms"),
    ({"moves": "d d", "at_ms": [2, 1]}, "at_ms"),
    ({"moves": "d", "at_ms": [-1]}, "at_ms"),
    ({"moves": "d", "at_ms": [1.0]}, "at_ms"),
    ({"moves": "d", "at_ms": [True]}, "at_ms"),
    ({"moves": "d", "at_ms": {}}, "at_ms"),
    ({"at_ms": []}, "at_ms"),
    ({"moves": "d", "end_ms": 5}, "end_ms"),
    ({"moves": "d", "at_ms": [9], "end_ms": 5}, "end_ms"),
    ({"claim": 1}, "claim"),
    ({"claim": {"status": "lucky"}}, "claim"),
    ({"claim": {"total": "1"}}, "claim"),
    ({"claim": {"points": 1}}, "claim"),
    ({"extra": 1}, "extra"),
    ({"source": 5}, "source"),
    ({"source": "solit: 5"}, "source"),
    ({"source": "solit:" + "9" * 5000}, "source"),
]
"""What is wrong with a record, and the field that its error names."""


def test_unreadable_records(solit: Run) -> None:
    deal = solit("deal", "--seed", "1").line
    records = [{**deal, **change} for change, _ in CHANGES]
    done = solit("validate", given=records)
    assert (done.code, done.err) == (2, "")
    for number, (record, (_, field), line) in enumerate(zip(records, CHANGES, done.lines, strict=True), 1):
        error = line["error"]
        assert (error["field"], error["line"]) == (field, number)
        assert line == {**record, "error": error}
        assert list(line)[-1] == "error"


def test_lines_that_are_no_object(solit: Run) -> None:
    texts = [
        b"[]",
        b"7",
        b'"x"',
        b"null",
        b"NaN",
        b"{",
        b"\0",
        b"{}{}",
        b"\xff\xfe",
        b"\xc3",
        b"[" * 5000,
        b"-",
        b"\x1f\x8b",
    ]
    done = solit("validate", given=b"\n".join(texts))
    assert done.code == 2
    assert [list(line) for line in done.lines] == [["error"]] * len(texts)


def test_false_claims_are_told_whole(solit: Run, won: dict[str, Any]) -> None:
    claims = [{"status": "open", "total": 51}, {"status": "won", "total": 410}, {"status": "lost"}, {"total": 52}]
    expected = [
        {"total": {"claimed": 51, "real": 52}, "status": {"claimed": "open", "real": "won"}},
        {"total": {"claimed": 410, "real": 52}},
        {"status": {"claimed": "lost", "real": "won"}},
        None,
    ]
    given = [{**won, "claim": claim} for claim in claims]
    for command, key in (("validate", "validation"), ("score", "score")):
        done = solit(command, given=given)
        assert done.code == 1
        assert [line[key].get("claim_wrong") for line in done.lines] == expected
        assert [line[key]["claim_ok"] for line in done.lines] == [False, False, False, True]
    told = solit("validate", "--show", given=given)
    words = ["claims 51, is 52; claims open, is won", "claims 410, is 52", "claims lost, is won"]
    assert [line.partition("false claim: ")[2] for line in told.out.decode().splitlines()] == [*words, ""]


def test_a_line_a_game_for_people(solit: Run, won: dict[str, Any]) -> None:
    bob = {**won, "_player": "bob", "source": "other:5"}
    klondike = {"solit": 1, "variant": "klondike", "source": "solit:3"}
    lost = {**klondike, "moves": "d", "at_ms": [1], "end_ms": 400_000, "options": {"time_limit": 300}}
    records = [bob, {**bob, "moves": "t1-t2"}, {**klondike, "_player": 7}, {**klondike, "moves": "d d"}, lost, {"a": 1}]
    entries = len(won["moves"].split())
    done = solit("validate", "--show", given=records)
    assert done.code == 2
    lines = done.out.decode().splitlines()
    assert lines[0] == f"line 1 · bob · other:5 · won, {entries} entries"
    assert lines[1].startswith("line 2 · bob · other:5 · illegal at entry 0, t1-t2: ")
    assert lines[2:5] == [
        "line 3 · solit:3 · open, a deal",
        "line 4 · solit:3 · open, 2 entries",
        "line 5 · solit:3 · lost on time, 1 entry",
    ]
    assert lines[5].startswith("line 6 · unreadable: ")
    bad = solit("validate", "--show", "--only-bad", "-j", "2", given=records).out.decode().splitlines()
    assert bad == [lines[1], lines[5]]
    assert solit("validate", "--show", "--events", given=records).code == 2


def test_a_line_for_people_prints(solit: Run) -> None:
    hostile = "\x1b]0;owned\x07\x9b\u202e\nline 9 · eve · won"
    record = {"solit": 1, "variant": "klondike", "source": "solit:3"}
    records = [{**record, "_player": hostile}, {**record, "source": hostile}, {"error": {"message": hostile}}]
    lines = solit("validate", "--show", given=[*records, {**record, hostile: 1}]).out.decode().split("\n")
    assert len(lines) == 5
    assert all(line.isprintable() for line in lines)


def test_claims(solit: Run, won: dict[str, Any]) -> None:
    cases: list[tuple[dict[str, Any], bool]] = [
        ({"status": "won"}, True),
        ({"status": "open"}, False),
        ({"total": 52}, True),
        ({"total": 51}, False),
        ({"status": "won", "total": 52, "sheet": "cards"}, True),
        ({}, True),
    ]
    done = solit("validate", given=[{**won, "claim": claim} for claim, _ in cases])
    assert [line["validation"]["claim_ok"] for line in done.lines] == [good for _, good in cases]
    assert done.code == 1
    assert solit("validate", given=[{**won, "claim": {"sheet": "vegas"}}]).code == 2


def test_events(solit: Run) -> None:
    record = {"solit": 1, "variant": "klondike", "source": "solit:1", "moves": "d d u d"}
    validation = solit("validate", "--events", given=[record]).line["validation"]
    assert validation["error"]["code"] == "undo-revealed"
    assert validation["events"][0] == [
        {"event": "draw", "card": "JC", "from": "s", "to": "w"},
        {"event": "draw", "card": "6D", "from": "s", "to": "w"},
        {"event": "draw", "card": "3D", "from": "s", "to": "w"},
    ]
    assert len(validation["events"]) == 2


def test_only_bad_and_summary(solit: Run, won: dict[str, Any]) -> None:
    good, bad = won, {**won, "moves": "t1-t1"}
    false = {**won, "claim": {"status": "lost"}}
    given = "\n".join([json.dumps(good), json.dumps(bad), "{", json.dumps(false), '{"error":1}'])
    done = solit("validate", "--only-bad", "--summary", given=given)
    assert done.code == 2
    assert len(done.lines) == 4
    told = " ".join(done.err.split())
    for row in ("illegal same-place 1", "chinese won 1", "chinese won false claim 1", "- unreadable json 1", "all 5"):
        assert row in told


@pytest.mark.parametrize("error", [None, {}, "x", {"code": "[/x]"}, {"code": [1], "index": 0}])
def test_the_summary_counts_errors_of_any_form(solit: Run, won: dict[str, Any], error: object) -> None:
    lines = [won, {**won, "error": error}, {"error": error}, won]
    done = solit("validate", "--summary", given=lines)
    assert len(done.lines) == 4
    assert "all 4" in " ".join(done.err.split())


def test_own_key_is_replaced_and_others_kept(solit: Run, won: dict[str, Any]) -> None:
    record = {"validation": 5, "score": 7, "_x": {"a": [1.5, None]}, **won}
    line = solit("validate", given=[record]).line
    assert list(line)[-1] == "validation"
    assert line["validation"]["valid"] is True
    assert (line["score"], line["_x"]) == (7, {"a": [1.5, None]})


ORACLES = Path(os.environ.get("SOLIT_ORACLES") or "/nonexistent")


@pytest.mark.skipif(not ORACLES.is_dir(), reason="SOLIT_ORACLES names no folder")
@pytest.mark.parametrize("name", ["chinese", "chinaman", "suspense"])
def test_oracle_games(solit: Run, name: str) -> None:
    done = solit("validate", str(ORACLES / f"{name}.jsonl"))
    assert done.code == 0
    for line in done.lines:
        assert line["validation"]["status"] == ("won" if "moves" in line else "open")


def test_json_over_several_lines_and_utf_16_are_told(solit: Run) -> None:
    first = solit("validate", given='{\n  "solit": 1\n}\n').lines[0]
    assert first["error"]["message"].endswith("jq -c . makes it so")
    first = solit("validate", given='{"solit": 1}\n'.encode("utf-16")).lines[0]
    assert first["error"]["message"].endswith("iconv -f UTF-16 -t UTF-8 makes it readable")
