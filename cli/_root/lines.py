"""Reading records from JSON Lines, for Python."""

import os
from collections.abc import Callable, Iterator
from typing import Any

from solit.cli.lines.streams import decode, read_lines
from solit.deals.records import read_record
from solit.engine.errors import RecordError
from solit.engine.record import Record


def read(path: str | os.PathLike[str] = "-", on_error: Callable[[RecordError], None] | None = None) -> Iterator[Record]:
    """The records of a file of JSON Lines in turn, gzipped or not; `-` is stdin. What commands added is not read.

    A record that has a source only is dealt from it, so `first_state` works for all. Blank lines are skipped. A line
    that can't be read raises `RecordError`, its number in `where["line"]`, and ends the reading; with `on_error` that
    is called instead, and the next line follows. A line that carries an `error` is `has-error`. A file that can't be
    read raises `OSError`.
    """

    def unreadable(sentence: str) -> None:
        raise OSError(sentence)

    for line in read_lines([os.fspath(path)], lambda _descriptor: None, unreadable):
        try:
            yield _record(decode(line.data))
        except RecordError as fault:
            fault.where["line"] = line.number
            if on_error is None:
                raise
            on_error(fault)


def _record(obj: Any) -> Record:
    if type(obj) is not dict:
        raise RecordError("not-an-object", "the line is not a JSON object")
    if "error" in obj:
        raise RecordError("has-error", "an earlier command refused the record", field="error", error=obj["error"])
    return read_record(obj)[0]
