"""Spoiled texts of other programs: read by their format's name and recognised, in this process and by `solit convert`.

What is written validates; the error of a game that can't be followed stands where `validate` would find it.
"""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

from solit.deals.formats import AUTO, FORMATS, read, recognise
from solit.deals.notation.given import Given
from solit.deals.notation.page import Found
from solit.engine import IllegalMove, RecordError, parse_record, position_text, replay

from ..deals.formats.test_peers import NATIVE, texts_of
from .process import run
from .sizes import dice, sized
from .spoil import spoil_text

FIXTURES = Path(__file__).parents[1] / "deals" / "fixtures"
SIGNS = (
    *'AKTJQ10239#\n\r\t {}[]",:<>♥♣▸=@-()日\x1b"', "\n\n", "cards: ", "# ", "Talon: ", "DR1 ", "NEW ", "WH ", "12-3 ",
    "F2 ", "DS A♥, ", "PS 2♥, ", "R K♠, ", "A♥:D▸8 ", "@@", "10C", "TC", "031", "Game: 7", "\n1024\n", "[]", "##",
    "=" * 35, "9" * 5000,
)  # fmt: skip


@cache
def texts() -> tuple[tuple[str, str, dict[str, Any]], ...]:
    """Every text that is kept of other programs, with its format and the options that it does not say."""
    found: list[tuple[str, str, dict[str, Any]]] = []
    for line in (FIXTURES / "deals.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        for name, text in entry["native"].items():
            deck = entry["deck"] if isinstance(entry["deck"], str) else " ".join(entry["deck"])
            whole = f"cards: {deck}\n{text}" if name == "printed_board" else text  # it hides cards
            found += [(NATIVE[name], whole, {})] if name in NATIVE else []
    for line in (FIXTURES / "solutions.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        found += [(form, text, {"draw": entry["draw"]}) for form, text in texts_of(entry).values()]
    return tuple(found)


def spoiled_text(rng: random.Random) -> tuple[str, str, dict[str, Any]]:
    """A text with something wrong, sometimes two in one; the format it was of, and options for it."""
    form, text, options = rng.choice(texts())
    if rng.random() < 0.1:
        text = f"{text}\n\n{rng.choice(texts())[1]}"
    if rng.random() < 0.3:  # the deck is whole, the moves are not
        head, line_end, tail = text.partition("\n")
        text = head + line_end + spoil_text(rng, tail, SIGNS)
    elif rng.random() < 0.95:
        text = spoil_text(rng, text, SIGNS)
    if rng.random() < 0.3:
        options = {"draw": rng.choice((1, 3)), "flip": rng.choice(("auto", "manual"))}
    return form, text, options


def check_found(found: Found) -> None:
    """A record that validates; or with the error that validate tells of it; or an error that says where."""
    if found.record is None:
        assert isinstance(found.error, RecordError)
        assert found.error.message
        return
    record = parse_record(found.record)
    result = replay(record.game, record.first_state(), record.moves or [])
    if found.error is None:
        assert result.error is None, result.error
        return
    error = found.error
    assert isinstance(error, IllegalMove)
    assert error.position == position_text(record.game, result.state)
    if result.error is None:  # a move that ours has no spelling for: the record stops before it
        assert error.index == len(record.moves or ())
    else:
        assert (error.index, error.move) == (result.error.index, result.error.move)


def check_text(name: str, text: str, options: dict[str, Any]) -> int:
    """Read a text by a format's name or recognised; returns how many records it held."""
    data, held = text.encode(), 0
    try:
        given = Given("klondike", options)
        chosen = recognise(data, given)[0] if name == AUTO else name
        for found in read(chosen, data, given) if chosen != "solit" else ():
            check_found(found)
            held += found.record is not None
    except RecordError as error:
        assert error.message
    return held


@sized(150, 20_000)
def test_readers_tell_records_and_errors(size: int) -> None:
    rng, held = dice("texts"), 0
    for number in range(size):
        form, text, options = spoiled_text(rng)
        other = rng.choice(FORMATS[1:]) if rng.random() < 0.1 else form
        for name in (other, AUTO):
            try:
                held += check_text(name, text, options)
            except Exception as fault:
                fault.add_note(f"text {number}, read as {name} with {options}:\n{text}")
                raise
    assert held > size // 20  # not everything is spoiled beyond reading


def test_every_text_is_recognised() -> None:
    for form, text, options in texts():
        assert check_text(form, text, options) == 1
        try:
            recognise(text.encode(), Given("klondike", options))
        except RecordError as error:
            assert error.code == "format-ambiguous", text[:200]
        else:
            assert check_text(AUTO, text, options) == 1, text[:200]


@sized(6, 1500)
def test_what_convert_writes_validates(size: int, tmp_path: Path) -> None:
    rng = dice("convert")
    given = []
    for number in range(size):
        form, text, options = spoiled_text(rng)
        path = tmp_path / f"{number}.txt"
        path.write_text(text, encoding="utf-8")
        given.append((form, path, options.get("draw", 3)))
    for form, draw in sorted({(form, draw) for form, _, draw in given} | {(AUTO, 1), (AUTO, 3)}):
        paths = [str(path) for name, path, how in given if how == draw and form in (name, AUTO)]
        if not paths:
            continue
        ran = run(["convert", "--from", form, "-o", f"draw={draw}", *paths])
        made = [json.loads(line) for line in ran.out.splitlines()]
        assert ran.err == "" or form == AUTO
        assert ran.code in (0, 1, 2)
        records = [{key: value for key, value in obj.items() if key != "error"} for obj in made]
        judged = run(["validate"], b"".join([json.dumps(record).encode() + b"\n" for record in records]))
        for obj, line in zip(made, judged.out.splitlines(), strict=True):
            check_written(obj, json.loads(line))


def check_written(obj: dict[str, Any], judged: dict[str, Any]) -> None:
    """A line that convert wrote, and what validate says of it without its error."""
    error = obj.get("error")
    if error is not None and "index" not in error:
        return
    validation = judged["validation"]
    if error is None:
        assert validation["valid"], judged
    elif validation["valid"]:
        assert validation["moves"] == error["index"], (obj, judged)
    else:
        told = validation["error"]
        assert (error["index"], error["position"]) == (told["index"], told["position"]), (obj, judged)
