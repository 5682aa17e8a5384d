"""The families of games that kernels can search, and which of them takes a position.

A family is a set of rules, not a game. No game names its kernel: the families are asked in order, and the general
search takes what none of them accepts. To add one: a module with `accepts`, one with `Search`, and a line here.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from solit.engine.layout import Game
from solit.engine.lowered import Tables, lower
from solit.engine.state import State


class Family(NamedTuple):
    """A family by its name; the modules, under `solit.engine.search`, with its `accepts` and with its kernel."""

    name: str
    conditions: str
    kernel: str

    def accepts(self, tables: Tables, piles: Sequence[Sequence[int]], down: Sequence[int], passes: int) -> bool:
        """Whether the family's kernel is proved for these rules and can express this position."""
        found: bool = _module(self.conditions).accepts(tables, piles, down, passes)
        return found


FAMILIES = (
    Family("pyramids", "pyramids.conditions", "pyramids.search"),
    Family("blocks", "blocks.conditions", "blocks.search"),
    Family("in-suit", "in_suit", "in_suit"),  # blocks in suit, won in the columns
    Family("pairs", "pairs.conditions", "pairs.search"),  # columns in alternating colours, with a talon
    Family("any-suit", "any_suit.conditions", "any_suit.search"),  # columns in whatever suits, with a talon
)
GENERAL = "general"


def _module(name: str) -> Any:
    return import_module(f"solit.engine.search.{name}")


def family_of(tables: Tables, state: State) -> Family | None:
    """The first family that accepts a position; None where only the general search can take it."""
    return next((family for family in FAMILIES if family.accepts(tables, *state)), None)


def kernel_of(game: Game, state: State) -> Any:
    """The module whose `Search` takes this position: its family's kernel, or `general`."""
    family = family_of(lower(game), state)
    return _module(family.kernel if family else GENERAL)
