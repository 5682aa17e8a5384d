"""Places and moves with their one spelling each, and events: what a move did.

Text is a move or not, whatever the variant: every place of every game has its number here, and a game that lacks the
place or the act refuses the move by its clauses.
"""

import re
from typing import NamedTuple

from solit.engine.errors import RecordError

STOCK, WASTE = 0, 1
FOUNDATIONS = (2, 3, 4, 5)
COLUMNS = tuple(range(6, 14))
PYRAMIDS = tuple(range(14, 30))
PLACES = (
    "s", "w", "fC", "fD", "fH", "fS",
    *(f"t{n}" for n in range(1, 9)),
    *(f"p{n}{part}" for n in range(1, 5) for part in "cabt"),
)  # fmt: skip
PLACE = {name: number for number, name in enumerate(PLACES)}
OWN_FOUNDATION = 30
"""The target of `-f`: the foundation of the moved card's suit."""


class Move(NamedTuple):
    """One entry of a record.

    `act` is `draw`, `redeal`, `undo`, `turn` (a face-down top, at `source`) or `move` (`count` cards from `source` to
    `target`). Places are numbers into `PLACES`; `target` may be `OWN_FOUNDATION`. Fields without meaning are -1.
    """

    act: str
    source: int = -1
    target: int = -1
    count: int = 1  # type: ignore[assignment]  # tuple.count is of no use here


class Event(NamedTuple):
    """One thing that an entry did: `kind` is a score code or `base`, `wing`, `draw`, `redeal`, `move`, `take-back`.

    `card` is the card moved, the deepest one of a group; `source` and `target` are places; what has no meaning is None.
    `number` is the pass that a `redeal` opens.
    """

    kind: str
    card: int | None = None
    source: int | None = None
    target: int | None = None
    number: int | None = None


DRAW, REDEAL, UNDO = Move("draw"), Move("redeal"), Move("undo")
_SINGLE = {"d": DRAW, "r": REDEAL, "u": UNDO}
_PATTERN = re.compile(
    r"(?P<turn>t[1-8])\^"
    r"|(?P<run>t[1-8])-(?P<onto>t[1-8])(?:x(?P<count>[2-9]|[1-4][0-9]|5[0-2]))?"
    r"|(?P<one>w|f[CDHS]|p[1-4][cabt])-(?P<column>t[1-8])"
    r"|(?P<up>w|t[1-8]|f[CDHS]|p[1-4][cabt])-f"
    r"|(?P<part>p[1-4][cabt])-w"
)
_KNOWN: dict[str, Move] = {}


def _read(text: str) -> Move:
    if text in _SINGLE:
        return _SINGLE[text]
    found = _PATTERN.fullmatch(text)
    if found is None:
        raise RecordError(
            "move-text", f"{text[:40]!r} is not a move: d, r, u, t4^, w-t3, t3-t5x4, t3-f, fH-t2, p1t-w …"
        )
    kind = found.lastgroup
    if kind == "turn":
        return Move("turn", PLACE[found["turn"]])
    if kind in ("onto", "count"):
        return Move("move", PLACE[found["run"]], PLACE[found["onto"]], int(found["count"] or 1))
    if kind == "column":
        return Move("move", PLACE[found["one"]], PLACE[found["column"]])
    if kind == "up":
        return Move("move", PLACE[found["up"]], OWN_FOUNDATION)
    return Move("move", PLACE[found["part"]], WASTE)


def parse_move(text: str) -> Move:
    """The move with this text; raises `RecordError` (`move-text`): each move has one spelling."""
    move = _KNOWN.get(text)
    if move is None:
        move = _KNOWN[text] = _read(text)  # at most some 3,700 spellings exist, so this can't grow for ever
    return move


def move_text(move: Move) -> str:
    """The one spelling of a move."""
    act, source, target, count = move
    if act == "move":
        tail = "f" if target == OWN_FOUNDATION else PLACES[target]
        return f"{PLACES[source]}-{tail}x{count}" if count > 1 else f"{PLACES[source]}-{tail}"
    if act == "turn":
        return PLACES[source] + "^"
    return act[0] if act != "redeal" else "r"
