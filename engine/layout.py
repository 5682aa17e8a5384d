"""A game as data: its piles and their roles, the deal plan, what lies on what, what covers what, and its options."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from solit.engine.errors import OptionError

Value = int | bool | str


class Role(StrEnum):
    """What a pile is for."""

    STOCK = "stock"
    WASTE = "waste"
    FOUNDATION = "foundation"
    COLUMN = "column"
    LAYOUT = "layout"  # a single dealt card that other cards cover


class Lift(StrEnum):
    """How many face-up cards of a column may be moved to another column at once."""

    ANY = "any"  # any face-up card with all the cards on it, in whatever order they lie
    SEQUENCE = "sequence"  # the same, where they lie in building order
    WHOLE = "whole"  # all the face-up cards of the column, nothing less
    RUN = "run"  # the same, where they lie in building order


class Suits(StrEnum):
    """Which suits a column takes on a card."""

    ALTERNATE = "in alternating colours"
    ANY = "in any suit"
    OTHER = "in any suit but the card's own"
    SAME = "in suit"


class Opening(StrEnum):
    """Which cards may go to an empty column."""

    KING = "king"
    ANY = "any"
    NONE = "none"


class Step(NamedTuple):
    """One card of the deal plan: `place` is where it is dealt to, `up` whether face up."""

    place: int
    up: bool


class Note(NamedTuple):
    """A sentence of a game's rules, `text`.

    `topic`: a clause code, or `deal`, `draw`, `win`, `score` …; `source`: whether the game's source states it (else it
    is our reading).
    """

    topic: str
    text: str
    source: bool


class Option(NamedTuple):
    """One option of a variant: its `name`, its `default`, and its `meaning` in a few words.

    It takes either the values of `choices`, or whole numbers from `low` to `high` where there are no choices.
    """

    name: str
    default: Value
    meaning: str
    choices: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0

    def allowed(self) -> str:
        """The values it takes, for a sentence."""
        if self.choices:
            return " | ".join(option_text(choice) for choice in self.choices)
        return f"a whole number {self.low}..{self.high}"

    def check(self, value: object) -> Value:
        """`value` itself where the option takes it (type included); raises `OptionError` (`option-value`)."""
        if self.choices:
            for choice in self.choices:
                if type(choice) is type(value) and choice == value:
                    return choice
        elif type(value) is int and self.low <= value <= self.high:
            return value
        quoted = isinstance(value, str) and (value.isdigit() or value in map(option_text, self.choices))
        raise self._refuse(f'"{value}"' if quoted else _shown(value))  # the text of a number is no number

    def parse(self, text: str) -> Value:
        """The value spelled by `text`, as on a command line; raises `OptionError` (`option-value`)."""
        for choice in self.choices:
            if option_text(choice) == text:
                return choice
        if not self.choices and text.isascii() and text.isdigit() and len(text) < 9 and str(int(text)) == text:
            return self.check(int(text))
        raise self._refuse(text)

    def _refuse(self, shown: str) -> OptionError:
        message = f"option {self.name} does not take {shown[:40]}: allowed is {self.allowed()}"
        return OptionError("option-value", message, field="options", option=self.name, allowed=self.allowed())


def _shown(value: object) -> str:
    """A value that no option takes, as JSON would name it."""
    if value is None:
        return "null"
    if isinstance(value, int | str):
        return option_text(value)
    return repr(value) if isinstance(value, float) else "an object" if isinstance(value, Mapping) else "an array"


def option_text(value: Value) -> str:
    """An option's value as it is written on a command line: booleans in small letters."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Game:
    """A variant with its options: all that the clauses ask about. Built by `build_game`, never changed.

    Places are numbers into `moves.PLACES`; tuples indexed by place have 30 entries, places that the game lacks
    included. What it is and how it is dealt:

    - `variant`: its id; `title`: its name for people; `ranks`: cards a suit, 13 but in small decks for tests.
    - `roles`: what each place is for, None where the game has no such place (see `roles_of`).
    - `plan`: the deal, a `Step` a card in dealing order; the cards that are left are the stock.
    - `covers`: for each place the places whose cards lie on it; it is free once they are empty.

    How it is played:

    - `suits`: which suits columns build in; `lift`: which groups move between columns; `opens`: for each role the cards
      that may come from there to an empty column (a role that is not in it: none).
    - `routes`: the pairs of roles (from, to) that cards move between.
    - `draw_to`: the places that one draw deals a card to, in turn: (1, 1, 1) are three cards to the waste.
    - `passes`: how many passes through the stock there are, 0 for any number; `redeals`: whether the waste can be
      turned over at all.
    - `circular`: whether the ace also follows the top rank. `turned_base`: whether a turned centre of the layout starts
      the foundation of its suit, and nothing else does. `suits_in_columns`: whether a whole suit in sequence in a
      column counts as one on its foundation.
    - `flip`: how a bared face-down card is turned up: None, at once in this variant; False, at once by the option;
      True, by a move of its own. `may_return`: whether cards come back from foundations; None: not in this variant.
    - `undo`: take-backs in a row; None: not in this variant. `time_limit`: seconds of play, 0 for none.

    `sheets`: names of the score sheets it is scored on, its own first. `options`, `settings`: the variant's options and
    the value of each. `notes`: its rules in sentences. `places` and `columns` follow from `roles`: the places that it
    has, in the order of the position text, and those of them that are columns.
    """

    variant: str
    title: str
    ranks: int
    plan: tuple[Step, ...]
    roles: tuple[Role | None, ...]
    covers: tuple[tuple[int, ...], ...]
    suits: Suits
    opens: Mapping[Role, Opening]
    lift: Lift
    routes: frozenset[tuple[Role, Role]]
    draw_to: tuple[int, ...]
    passes: int
    sheets: tuple[str, ...]
    circular: bool = False
    turned_base: bool = False
    suits_in_columns: bool = False
    redeals: bool = True
    flip: bool | None = None
    may_return: bool | None = None
    undo: int | None = None
    time_limit: int = 0
    options: tuple[Option, ...] = ()
    notes: tuple[Note, ...] = ()
    settings: Mapping[str, Value] = field(default_factory=dict)

    places: tuple[int, ...] = field(init=False)
    columns: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        places = tuple([place for place, role in enumerate(self.roles) if role is not None])
        object.__setattr__(self, "places", places)
        object.__setattr__(self, "columns", tuple([p for p in places if self.roles[p] is Role.COLUMN]))

    @property
    def counts_passes(self) -> bool:
        """Whether its positions say in which pass they are."""
        return self.redeals


def roles_of(
    columns: int, *, stock: bool = True, waste: bool = True, foundations: bool = True, pyramids: int = 0
) -> tuple[Role | None, ...]:
    """The `roles` of a game with `columns` columns (0..8) and `pyramids` pyramids (0..4), by place.

    `stock`, `waste`, `foundations`: whether it has these.
    """
    layout = [Role.LAYOUT if n < 4 * pyramids else None for n in range(16)]
    tableau = [Role.COLUMN if n < columns else None for n in range(8)]
    talon = (Role.STOCK if stock else None, Role.WASTE if waste else None)
    return (*talon, *[Role.FOUNDATION if foundations else None] * 4, *tableau, *layout)
