"""Other programs' deals and recorded games: one file a format, each with `read`, `write` and `looks_like`.

`read(data, given)` yields `Found`: records as JSON spells them, or errors with line and column. `write(record)` gives
the text of a record. A format's file is imported when it is named.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from solit.engine.errors import RecordError

if TYPE_CHECKING:
    from solit.deals.formats.given import Given
    from solit.deals.formats.page import Found
    from solit.engine.record import Record

FORMATS = ("solit", "solvitaire", "klondike-solver", "minimal-klondike", "lonelybot", "pysol", "cards")
AUTO = "auto"


def _module(name: str) -> Any:
    if name not in FORMATS:
        raise RecordError(
            "format-unknown", f"no format {name[:40]!r}: there are {', '.join(FORMATS)}", allowed=list(FORMATS)
        )
    return import_module(f"{__name__}.{name.replace('-', '_')}")


def check_format(name: str) -> None:
    """Refuse a name that is no format (`format-unknown`), saying which there are."""
    _module(name)


def read(name: str, data: bytes, given: "Given") -> Iterator["Found"]:
    """The records and errors of a text in a format (not `solit`, whose lines the commands read themselves).

    Raises `RecordError`: `format-unknown`, `not-in-format` for a variant that the format has not, `text`.
    """
    found: Iterator[Found] = _module(name).read(data, given)
    return found


def write(name: str, record: "Record") -> str:
    """The text of a record in a format (not `solit`): whole lines, without a blank line after them.

    Raises `RecordError` (`format-unknown`, `not-in-format`), `IllegalMove` where a wrong game can't be told.
    """
    text: str = _module(name).write(record)
    return text


def tells_moves(name: str) -> bool:
    """Whether the writer of a format tells the moves of a game."""
    return name in ("solit", "klondike-solver", "minimal-klondike", "lonelybot")


def recognise(data: bytes, given: "Given") -> tuple[str, str]:
    """The format of a text, and a note where another format reads the same ("" else).

    Raises `RecordError`: `format-unknown` where none fits, `format-ambiguous` where several read different things,
    `text` where it is no text.
    """
    from solit.deals.formats.page import read_lines

    text = "\n".join([line.text for line in read_lines(data)])
    fitting = [name for name in FORMATS if _module(name).looks_like(text)]
    if not fitting and re.fullmatch(r"\s*[0-9]{1,100}\s*", text):
        told = "a number alone is not a deal: solit deal --shuffle NAME --seed N deals another program's numbers"
        raise RecordError("format-unknown", told)
    if not fitting:
        raise RecordError("format-unknown", f"the text is of no known format ({', '.join(FORMATS)})")
    if len(fitting) == 1 or fitting[0] == "solit":
        return fitting[0], ""
    return _choose(fitting, data, given)


def _choose(fitting: list[str], data: bytes, given: "Given") -> tuple[str, str]:
    """The one of several formats that reads the text, or the first of those that read the same."""
    told: dict[str, list[dict[str, Any]]] = {}
    legal: list[str] = []
    for name in fitting:
        try:
            found = list(read(name, data, given))
        except RecordError:
            continue
        if all(one.record is not None for one in found):
            told[name] = [{key: value for key, value in (one.record or {}).items() if key[0] != "_"} for one in found]
            if all(one.error is None for one in found):
                legal.append(name)
    good = legal or list(told)
    same = [name for name in good if told[name] == told[good[0]]]
    if good and same == good:
        note = f"read as {good[0]}; {' and '.join(good[1:])} would read the same" if len(good) > 1 else ""
        return good[0], note
    names = " or ".join(good or fitting)
    if not legal and told and "draw" not in given.options:
        names += " (a game that is illegal in all of them, drawing 3; -o draw=1 may tell)"
    raise RecordError("format-ambiguous", f"the text could be {names}: say which with --from", allowed=good or fitting)
