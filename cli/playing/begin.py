"""How a session begins: with a new deal, or with a record of a file."""

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from solit.cli.lines.streams import file_label
from solit.engine.errors import RecordError, SolitError

if TYPE_CHECKING:
    from solit.deals.session import Session


def same_file(one: str, other: str) -> bool:
    """Whether two paths are one regular file."""
    with suppress(OSError):
        return os.path.samefile(one, other) and os.path.isfile(one)
    return False


def begin(
    base: dict[str, Any] | None, path: str | None, line: int | None, name: str | None
) -> "tuple[Session, bytes | None]":
    """The session of a new deal (`base`), or of a record of the file at `path`, and that record's bytes.

    Of a file it is the record on line `line`, else the first whose game is not over; of stdin (`-`) the first line.
    `name` becomes the record's `_player`. Raises `RecordError` for what can't be gone on with, `IllegalMove`.
    """
    from solit.deals.session import Session

    raw = None
    if base is None:
        assert path is not None
        base, raw = _first_line() if path == "-" else _chosen(path, line)
    if name is not None:
        base = {**base, "_player": name}
    session = Session(base)
    if session.over:
        raise RecordError("game-over", "the game is over: there is nothing to go on with")
    return session, raw


def _first_line() -> tuple[dict[str, Any], bytes]:
    """The record on the first line of stdin; what follows it is left there."""
    import sys

    from solit.cli.lines.filter import read_item
    from solit.cli.lines.streams import MAX_LINE, InputLine

    data = sys.stdin.buffer.readline(MAX_LINE + 2) if sys.stdin else b""
    if not data.strip():
        raise RecordError("no-record", "the first line of stdin is to be a record: there is none")
    bytes_ = data.rstrip(b"\n")
    item = read_item(InputLine(1, "-", bytes_ if len(bytes_) <= MAX_LINE else None), False)
    _check(item.obj, item.settled, "stdin, line 1")
    return item.obj, bytes_


def _check(obj: dict[str, Any], settled: bool, where: str) -> None:
    from solit.cli.lines.filter import error_text

    if settled:
        raise RecordError("has-error", f"{where}: {error_text(obj['error'])}")


def _chosen(path: str, line: int | None) -> tuple[dict[str, Any], bytes]:
    from solit.cli.lines.filter import read_items
    from solit.cli.lines.streams import Output
    from solit.deals.session import Session

    def unreadable(sentence: str) -> None:
        raise RecordError("file", sentence)

    seen = 0
    for item in read_items([path], Output(), unreadable):
        where = f"{file_label(path)}, line {item.line}"
        if line is not None and item.line != line:
            continue
        seen += 1
        if line is not None:
            _check(item.obj, item.settled, where)
            return item.obj, item.raw
        if item.settled:
            continue
        with suppress(SolitError):  # what is no game, or a wrong one, is none to go on with
            if not Session(item.obj).over:
                return item.obj, item.raw
    if line is not None:
        raise RecordError("no-record", f"{file_label(path)} has no record on line {line}")
    told = "has no record" if not seen else "has no game to go on with: all are over, or not readable"
    raise RecordError("no-record", f"{file_label(path)} {told}")
