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
    """One card of the deal plan: the place it is dealt to and whether face up."""

    place: int
    up: bool


class Note(NamedTuple):
    """A sentence of a game's rules: `topic` a clause code or `deal`, `draw`, `win`, `score` …; `source` tells whether
    the game's source states it (else it is our reading)."""

    topic: str
    text: str
    source: bool


class Option(NamedTuple):
    """One option of a variant: the default, and either the values it takes or the range of whole numbers."""

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
    """A variant with its options: all that the clauses ask about. Built by `rules.build_game`, never changed.

    Places are numbers into `moves.PLACES`; tuples indexed by place have 30 entries, places that the game lacks
    included. `passes` and `time_limit` are 0 for *any* and *none*.
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
    circular: bool = False  # the ace also follows the top rank
    turned_base: bool = False  # a turned centre starts the foundation of its suit, and nothing else does
    suits_in_columns: bool = False  # a whole suit, in sequence in a column, counts as one on its foundation
    redeals: bool = True  # whether the act exists at all
    flip: bool | None = None  # None: turned up at once, always; False: option flip=auto; True: flip=manual
    may_return: bool | None = None  # foundation to column: None: not in this variant; else the option's value
    undo: int | None = None  # take-backs in a row; None: not in this variant
    time_limit: int = 0
    options: tuple[Option, ...] = ()
    notes: tuple[Note, ...] = ()
    settings: Mapping[str, Value] = field(default_factory=dict)

    places: tuple[int, ...] = field(init=False)  # in the order of the position text
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
    """Roles by place for a game with `columns` columns and `pyramids` pyramids."""
    layout = [Role.LAYOUT if n < 4 * pyramids else None for n in range(16)]
    tableau = [Role.COLUMN if n < columns else None for n in range(8)]
    talon = (Role.STOCK if stock else None, Role.WASTE if waste else None)
    return (*talon, *[Role.FOUNDATION if foundations else None] * 4, *tableau, *layout)
