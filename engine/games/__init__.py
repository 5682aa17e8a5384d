"""One file a game: its deal, its rules as data, its options, what is source and what is reading; and the registry.

Nothing is imported before it is asked for: the names alone come from the folder.
"""

import os
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from solit.engine.layout import Game, Option, Value

_NAME = re.compile(r"[a-z][a-z0-9_]*")


class Definition(NamedTuple):
    """What the registry knows of a game. `build(settings, ranks, piles)`: the game under all its options' values, with
    `ranks` cards a suit and `piles` columns (0: as many as the rules say). `source`: where its rules come from."""

    build: "Callable[[Mapping[str, Value], int, int], Game]"
    options: "tuple[Option, ...]"
    source: str


_registered: dict[str, Definition] = {}


@lru_cache(maxsize=1)
def _files() -> tuple[str, ...]:
    stems = [name.removesuffix(".py") for name in os.listdir(__path__[0]) if name.endswith(".py")]
    return tuple(sorted([stem for stem in stems if _NAME.fullmatch(stem)]))


def names() -> tuple[str, ...]:
    """The ids of all games: one a file in this folder, and those that were registered."""
    return tuple(sorted((*_files(), *_registered))) if _registered else _files()


def find(variant: str) -> Definition | None:
    """The game with this id, None where there is none."""
    if variant in _files():
        module = import_module(f"{__name__}.{variant}")
        return Definition(module.build, module.OPTIONS, module.SOURCE)
    return _registered.get(variant)


def register(
    variant: str,
    build: "Callable[[Mapping[str, Value], int, int], Game]",
    *,
    options: "tuple[Option, ...]" = (),
    source: str = "its author",
) -> None:
    """Make a game of your own known to this process by the id `variant`, as if it were a file of this folder.

    `build(settings, ranks, piles)` returns the `Game` with this id as its `variant`; see any file of the folder. It can
    then be dealt, judged, listed, replayed, scored and, by the search that takes its rules, solved. `options` are the
    `Option`s that `settings` has values of, `source` says in a few words where the rules come from. Raises `ValueError`
    where the id is no lower-case word or is taken.
    """
    if not _NAME.fullmatch(variant):
        raise ValueError(f"{variant!r} is no id of a game: small letters, digits and _, a letter first")
    if variant in names():
        raise ValueError(f"there is a game {variant} already")
    _registered[variant] = Definition(build, options, source)
