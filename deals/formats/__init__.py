"""Other programs' deals and recorded games: one file a format, each with `read`, `write` and `looks_like`.

`read(data, given)` yields `Found`: records as JSON spells them, or errors with line and column. `write(record)` gives
the text of a record. A format's file is imported when it is named.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from solit.engine.errors import RecordError

if TYPE_CHECKING:
    from solit.deals.notation.given import Given
    from solit.deals.notation.page import Found
    from solit.deals.notation.text import Text
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


def read(name: str, data: "Text | bytes", given: "Given") -> Iterator["Found"]:
    """The records and errors of a text in a format (not `solit`, whose lines the commands read themselves).

    They come one by one, as the lines of the text are read; of these no more is kept than one game needs.

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


def recognise(data: bytes, given: "Given", whole: bool = True) -> tuple[str, str]:
    """The format of a text, and a note where another format reads the same ("" else).

    `data`: the text or, unless it is the `whole`, some lines from its beginning. Raises `RecordError`:
    `format-unknown` where none fits, `format-ambiguous` where several read different things, `text` where it is no
    text.
    """
    from solit.deals.notation.text import MAX_LINES, Text

    lines = [one for one in Text.of(data).each(MAX_LINES)]
    readable = [line.text for line in lines if not isinstance(line, RecordError)]
    if lines and not readable:
        raise next(line for line in lines if isinstance(line, RecordError))
    text = "\n".join(readable)
    fitting = [name for name in FORMATS if _module(name).looks_like(text)]
    if not fitting:
        raise RecordError("format-unknown", _why_unknown(text))
    if len(fitting) == 1 or fitting[0] == "solit":
        return fitting[0], ""
    return _choose(fitting, data if whole else _cut(data), given, whole)


def _why_unknown(text: str) -> str:
    """Why a text is of no format, and what would help."""
    if re.fullmatch(r"\s*[0-9]{1,100}\s*", text):
        return "a number alone is not a deal: solit deal --shuffle NAME --seed N deals another program's numbers"
    if re.match(r"\s*[\[{]", text):
        if re.search(r'"(?:solit|variant)"', text):
            return "a record of solit is one line of JSON, not several: jq -c . makes it so"
        lacking = '"tableau piles" (a deal of Solvitaire or lonelybot) and "solit" (a record)'
        return f"the JSON lacks both {lacking}"
    return f"the text is of no known format ({', '.join(FORMATS)})"


def _cut(data: bytes) -> bytes:
    """The beginning of a text without its last game, which may be cut off."""
    end = max(data.rfind(b"\n\n"), data.rfind(b"\n\r\n"))
    return data[: end + 1] if end > 0 else data


class _Reading(NamedTuple):
    """What a format makes of a text: its records, how many games are legal, the first error."""

    told: list[dict[str, Any] | None]
    legal: int
    error: RecordError | None

    @property
    def worth(self) -> tuple[int, int]:
        """Games read beyond those that can't be, and how many are legal: the likelier format has more."""
        unread = self.told.count(None)
        return len(self.told) - 2 * unread, self.legal


def _reading(name: str, data: bytes, given: "Given") -> _Reading:
    told: list[dict[str, Any] | None] = []
    legal = 0
    error: RecordError | None = None
    try:
        for found in read(name, data, given):
            if found.record is None:
                told.append(None)
                error = error or (found.error if isinstance(found.error, RecordError) else None)
            else:
                told.append({key: value for key, value in found.record.items() if key[0] != "_"})
                legal += found.error is None
    except RecordError as refused:  # a variant that the format has not: another one may be right
        error = error or refused
    return _Reading(told, legal, error)


def _choose(fitting: list[str], data: bytes, given: "Given", whole: bool) -> tuple[str, str]:
    """The one of several formats that reads the text best, or the first of those that read the same."""
    readings = {name: _reading(name, data, given) for name in fitting}
    able = [name for name in fitting if any(record is not None for record in readings[name].told)] or fitting
    best = max(readings[name].worth for name in able)
    good = [name for name in able if readings[name].worth == best]
    if not any(record is not None for record in readings[good[0]].told):
        told = "; ".join(
            [f"{name}: {error.message}" for name in fitting if (error := readings[name].error) is not None]
        )
        raise RecordError("format-unknown", f"the text looks like {' or '.join(fitting)}, but can't be read ({told})")
    first = readings[good[0]]
    if all(readings[name].told == first.told for name in good):
        what = "read" if whole else "read its beginning"
        note = f"read as {good[0]}; {' and '.join(good[1:])} would {what} the same" if len(good) > 1 else ""
        return good[0], note
    names = " or ".join(good)
    if not best[1] and "draw" not in given.options:
        names += " (a game that is illegal in all of them, drawing 3; -o draw=1 may tell)"
    raise RecordError("format-ambiguous", f"the text could be {names}: say which with --from", allowed=good)
