"""`solit convert` as a process: streams, exit codes, errors, and the games of the peers through a pipeline."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FIXTURES = Path(__file__).parents[2] / "deals" / "fixtures"
Solit = Callable[..., Any]


def entries(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FIXTURES / name).read_text().splitlines()]


def deck_line(entry: dict[str, Any]) -> str:
    deal = entry["deal"]
    rows = [column[row] for row in range(7) for column in deal["tableau"][row:]]
    return f"cards: {' '.join(rows + deal['stock'])}\n"


def game_text(entry: dict[str, Any]) -> str:
    """A game as its peer tells it, with its deck where it has to be given."""
    if entry["peer"] == "solvitaire":
        return str(entry["text"])
    return deck_line(entry) + str(entry.get("moves") or entry["letters"]) + "\n"


def check_pipeline(solit: Solit, games: list[dict[str, Any]]) -> int:
    """All games of a peer and a draw count go through convert, validate and score in one run each."""
    seen = 0
    for peer, draw in sorted({(entry["peer"], entry["draw"]) for entry in games}):
        chosen = [entry for entry in games if (entry["peer"], entry["draw"]) == (peer, draw)]
        text = "\n".join([game_text(entry) for entry in chosen])
        converted = solit("convert", "--from", peer, "-o", f"draw={draw}", given=text)
        assert (converted.code, converted.err) == (0, "")
        validated = solit("validate", given=converted.out)
        assert validated.code == 0
        scored = solit("score", given=validated.out)
        assert scored.code == 0
        for entry, line in zip(chosen, scored.lines, strict=True):
            assert (line["validation"]["valid"], line["validation"]["status"]) == (True, "won")
            assert (line["score"]["sheet"], line["score"]["total"]) == ("game-colony", entry["expected"]["score"])
            seen += 1
    return seen


def test_a_pipeline_a_peer(solit: Solit) -> None:
    games = entries("solutions.jsonl")
    assert check_pipeline(solit, games) == len(games)


def test_all_the_games_that_were_printed(solit: Solit) -> None:
    folder = Path(os.environ.get("SOLIT_ORACLES", "-")).parent / "interop" / "fixtures"
    if not folder.is_dir():
        pytest.skip("SOLIT_ORACLES names no folder with ../interop/fixtures beside it")
    paths = sorted(folder.glob("solutions_*.jsonl"))
    assert check_pipeline(solit, [json.loads(line) for path in paths for line in path.read_text().splitlines()]) == 261


@pytest.mark.parametrize("form", ["solvitaire", "klondike-solver", "minimal-klondike", "lonelybot", "pysol", "cards"])
def test_there_and_back(solit: Solit, form: str) -> None:
    deals = solit("deal", "--seeds", "1..5").lines
    written = solit("convert", "--to", form, given=deals)
    assert (written.code, written.err) == (0, "")
    back = solit("convert", "--from", form, given=written.out)
    assert back.code == 0
    assert [deal["deck"] for deal in back.lines] == [deal["deck"] for deal in deals]
    assert [deal["options"] for deal in back.lines] == [{}] * 5


def test_solit_to_solit(solit: Solit) -> None:
    record = {"solit": 1, "variant": "chinese", "source": "solit:1", "_mine": [1]}
    for form in ("solit", "auto"):
        done = solit("convert", "--from", form, given=[record])
        assert (done.code, done.line) == (0, {**record, "options": {}})
    assert solit("convert").code == 0
    assert solit("convert", given="\n\n").out == b""


def test_positions_in_mid_game(solit: Solit) -> None:
    entry = next(entry for entry in entries("solutions.jsonl") if entry["peer"] == "minimal-klondike")
    game = solit("convert", "-o", f"draw={entry['draw']}", given=game_text(entry)).line
    length = next(n for n in range(40, 80) if game["moves"].split()[n] == "d")
    assert "r" not in game["moves"].split()[:length]
    start = solit("moves", "--at", str(length), given=[game]).line["position"]
    record = {"solit": 1, "variant": "klondike", "options": {}, "start": start}
    for form in ("solvitaire", "lonelybot"):
        written = solit("convert", "--to", form, given=[record])
        assert written.code == 0
        back = solit("convert", "--from", form, given=written.out).line
        assert back["start"] == start
        assert "pass=1 assumed" in back["_notes"][-1]
    for form in ("klondike-solver", "minimal-klondike", "pysol", "cards"):
        refused = solit("convert", "--to", form, given=[record])
        assert (refused.code, refused.out) == (2, b"")
        assert "begins in mid-game" in refused.err


def test_errors_as_json(solit: Solit) -> None:
    text = solit("convert", "--to", "cards", given=[solit("deal", "--seed", "1").line]).out.decode()
    done = solit("convert", "--from", "cards", given=text + text.replace("KD", "XX") + text)
    assert done.code == 2
    first, bad, last = done.lines
    assert first == last
    assert list(bad) == ["error"]
    error = bad["error"]
    assert (error["code"], error["line"], error["column"]) == ("deck", 2, 4)
    assert [defect["code"] for defect in error["defects"]] == ["unknown-card", "missing-card"]
    assert error["message"].startswith("line 2, column 4: not a deck: 'XX' is not a card")


def test_errors_as_sentences(solit: Solit) -> None:
    record = solit("deal", "--seed", "1").line
    done = solit("convert", "--to", "pysol", given=[{**record, "moves": "d t1-t2"}, record])
    assert done.code == 1
    assert done.out.count(b"\n") == 8
    assert (
        done.err
        == "solit: line 1: entry 1, t1-t2: black 10 (TC) does not go on KS: columns build down in alternating colours\n"
    )
    done = solit("convert", "--to", "pysol", given="{]\n")
    assert (done.code, done.out) == (2, b"")
    done = solit("convert", "--to", "pysol", "-q", given=[{**record, "deck": "TC"}])
    assert (done.code, done.err) == (2, "")
    done = solit("convert", "--to", "pysol", given=[{**record, "moves": "d"}])
    assert (done.code, done.err) == (0, "solit: line 1: pysol tells deals: the moves are not written\n")


def test_illegal_games_keep_their_moves(solit: Solit) -> None:
    record = solit("deal", "--seed", "1").line
    digits = solit("convert", "--to", "klondike-solver", given=[record]).out.decode()
    done = solit("convert", given=f"{digits}DR1 12 WH\n")
    assert done.code == 1
    line = done.line
    assert line["moves"] == "d t1-t2"
    assert {name: line["error"][name] for name in ("code", "index", "move")} == {
        "code": "column-build",
        "index": 1,
        "move": "t1-t2",
    }
    assert "1 token after the wrong one not read" in line["_notes"]
    passed = solit("convert", given=done.out)
    assert (passed.code, passed.out) == (1, done.out)
    passed = solit("convert", "--to", "pysol", given=done.out)
    assert (passed.code, passed.out) == (1, b"")
    assert "alternating colours" in passed.err


def test_a_move_that_ours_has_not_ends_the_record(solit: Solit) -> None:
    """An ace of hearts to the spades: t5-f would be legal, and another game."""
    done = solit("convert", "-o", "draw=3", given="Game: 1024\n5S\n")
    assert done.code == 1
    error = done.line["error"]
    assert (done.line["moves"], error["code"], error["index"], error["move"]) == ("", "wrong-foundation", 0, "5S")


def test_a_stream_is_converted_as_it_comes(solit: Solit) -> None:
    """A megabyte of one letter is given up at its beginning; after a bad block come the next ones."""
    done = solit("convert", given="y\n" * 500_000)
    assert (done.code, done.line["error"]["code"]) == (2, "format-unknown")
    board = solit("convert", "--to", "pysol", given=[solit("deal", "--seed", "1").line]).out.decode()
    done = solit("convert", given=f"{board}\n{board.replace('TC', 'XX')}\n{board}")
    assert done.code == 2
    assert ["error" in line for line in done.lines] == [False, True, False]


def test_several_files(solit: Solit, tmp_path: Path) -> None:
    record = solit("deal", "--seed", "1").line
    one, two, three = tmp_path / "one.txt", tmp_path / "two.txt", tmp_path / "three.jsonl"
    one.write_bytes(solit("convert", "--to", "pysol", given=[record]).out)
    two.write_text("nothing known\n")
    three.write_text(json.dumps(record) + "\n")
    done = solit("convert", str(one), str(two), str(three), str(tmp_path / "none"))
    assert done.code == 2
    first, second, third = done.lines
    assert first["deck"] == third["deck"] == record["deck"]
    assert (second["error"]["code"], second["error"]["file"]) == ("format-unknown", str(two))
    assert "none" in done.err


def test_usage(solit: Solit) -> None:
    for args, part in (
        (["--from", "foo"], "no format 'foo': there are solit, solvitaire"),
        (["--to", "auto"], "no format 'auto'"),
        (["--from", "solit", "-o", "draw=1"], "records say their variant and options themselves"),
        (["--variant", "hearts"], "no variant 'hearts'"),
        (["--from", "cards", "-o", "draws=1"], "no option 'draws'"),
    ):
        done = solit("convert", *args)
        assert done.code == 2, args
        assert part in " ".join(done.err.split()), args


@pytest.mark.parametrize("told", [["-o", "draw=1"], ["--variant", "klondike"]])
def test_records_are_not_told_their_variant_and_options(solit: Solit, told: list[str]) -> None:
    done = solit("convert", *told, given=solit("deal", "--seed", "1").out)
    assert (done.code, done.out) == (2, b"")
    assert "records say their variant and options themselves" in " ".join(done.err.split())


def test_variants_and_options_go_in(solit: Solit) -> None:
    record = solit("deal", "--variant", "chinese", "--shuffle", "pysolfc", "--seed", "24").line
    text = solit("convert", "--to", "pysol", given=[record]).out
    back = solit("convert", "--variant", "chinese", "-o", "easy=true", given=text).line
    assert (back["deck"], back["options"]) == (record["deck"], {"easy": True})
    assert solit("convert", "--from", "pysol", given=text).line["error"]["code"] == "format"


def test_what_is_converted_fits_the_schema(solit: Solit) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(solit("rules", "--schema").out)
    check = jsonschema.Draft202012Validator(schema)
    games = entries("solutions.jsonl")
    for peer in sorted({entry["peer"] for entry in games}):
        # Some of them are illegal, drawing one card at a time.
        text = "\n".join([game_text(entry) for entry in games if entry["peer"] == peer])
        for line in solit("convert", "--from", peer, "-o", "draw=1", given=text).lines:
            check.validate(line)
    for line in solit("convert", "--from", "cards", given="foo\n\nAS KD\n\n123\n").lines:
        check.validate(line)
