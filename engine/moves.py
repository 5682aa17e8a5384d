"""Places and moves with their one spelling each, and events: what a move did.

Text is a move or not, whatever the variant: every place of every game has its number here, and a game that lacks the
place or the act refuses the move by its clauses.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from solit.engine.errors import RecordError
from solit.engine.words import Act, EventKind

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

    act: Act
    source: int = -1
    target: int = -1
    count: int = 1  # type: ignore[assignment]  # tuple.count is of no use here


class Event(NamedTuple):
    """One thing that an entry did: `kind` is a score code or `base`, `wing`, `draw`, `redeal`, `move`, `take-back`.

    `card` is the card moved, the deepest one of a group; `source` and `target` are places; what has no meaning is None.
    `number` is the pass that a `redeal` opens.
    """

    kind: EventKind
    card: int | None = None
    source: int | None = None
    target: int | None = None
    number: int | None = None


DRAW, REDEAL, UNDO = Move("draw"), Move("redeal"), Move("undo")
_SINGLE = {"d": DRAW, "r": REDEAL, "u": UNDO}
_LETTERS = {move.act: text for text, move in _SINGLE.items()}


class Form(NamedTuple):
    """One kind of move text: a regular expression of its spellings, and an example with what it says."""

    act: Act
    pattern: str
    example: str
    meaning: str


_COLUMN, _HOME, _PART = "t[1-8]", "f[CDHS]", "p[1-4][cabt]"
PLACE_PATTERN = f"w|{_HOME}|{_COLUMN}|{_PART}"
"""Any place but the stock, as a regular expression of alternatives."""
GRAMMAR = (
    Form("draw", "d", "d", "draw, or deal the stock"),
    Form("redeal", "r", "r", "redeal"),
    Form("undo", "u", "u", "take back"),
    Form("turn", rf"{_COLUMN}\^", "t4^", "turn up (option flip=manual)"),
    Form("move", f"(?:w|{_PART})-{_COLUMN}", "w-t3", "waste to column 3; a layout card likewise"),
    Form("move", f"{_COLUMN}-{_COLUMN}(?:x(?:[2-9]|[1-4][0-9]|5[0-2]))?", "t3-t5x4", "four cards; one without a count"),
    Form("move", f"(?:{PLACE_PATTERN})-f", "t3-f", "to the foundation of its suit"),
    Form("move", f"{_HOME}-{_COLUMN}", "fH-t2", "back from a foundation"),
    Form("move", f"{_PART}-w", "p1t-w", "layout card to the waste"),
)
"""The one table of move texts: places are as in `PLACES`, each move has one spelling. `parse_move`, its refusal, the
JSON Schema and the help are made from it; the compiled reader of `walker` is held against it."""
MOVE_PATTERN = "|".join([form.pattern for form in GRAMMAR])
"""Any move text, as a regular expression of alternatives."""
_EXAMPLES = ", ".join([form.example for form in GRAMMAR])
_KNOWN: dict[str, Move] = {}


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    return re.compile(MOVE_PATTERN)


def _read(text: str) -> Move:
    if text in _SINGLE:
        return _SINGLE[text]
    if _pattern().fullmatch(text) is None:
        raise RecordError("move-text", f"{text[:40]!r} is not a move: {_EXAMPLES} …")
    source, dash, goal = text.partition("-")
    if not dash:
        return Move("turn", PLACE[source[:-1]])
    target, _, count = goal.partition("x")
    return Move("move", PLACE[source], OWN_FOUNDATION if target == "f" else PLACE[target], int(count or 1))


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
        return transfer_text(source, target, count)
    return PLACES[source] + "^" if act == "turn" else _LETTERS[act]


def transfer_text(source: int, target: int, count: int = 1) -> str:
    """The text of a move of `count` cards between places; a foundation as target, or `OWN_FOUNDATION`, is `-f`."""
    tail = "f" if target == OWN_FOUNDATION or target in FOUNDATIONS else PLACES[target]
    return f"{PLACES[source]}-{tail}x{count}" if count > 1 else f"{PLACES[source]}-{tail}"


ACTS: tuple[Act, ...] = ("move", "draw", "redeal", "turn", "undo")
"""The acts in the order of the compiled modules' numbers for them."""


@lru_cache(maxsize=4096)  # there are fewer moves
def step_text(act: int, source: int, target: int, count: int) -> str:
    """The text of a move as compiled modules tell it: the number of its act, places and count."""
    return move_text(Move(ACTS[act], source, target, count))
