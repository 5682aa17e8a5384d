"""Positions for tests: a few piles are named, all other cards go where they do no harm."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from solit.engine import Game, Replay, build_game, parse_record, replay
from solit.engine.cards import TEXTS
from solit.engine.moves import PLACES


def text_of(game: Game, piles: Mapping[str, str], rest: str = "s", passes: int = 1) -> str:
    """A position with these piles; the cards that no pile names lie at the bottom of `rest` (the stock: come first).

    Where a named pile covers places that are not named, they get a card too, the last of those left: nothing lies on
    nothing.
    """
    named = "".join(piles.values()).replace("/", "")
    used = {named[n : n + 2] for n in range(0, len(named), 2)}
    left = [card for card in TEXTS if card not in used]
    full = dict(piles)
    for place in sorted(game.places, key=lambda place: not PLACES[place].endswith("t")):
        for under in game.places if full.get(PLACES[place]) else ():
            if place in game.covers[under] and PLACES[under] not in full:
                full[PLACES[under]] = left.pop() + "/" * PLACES[under].endswith("c")
    full[rest] = "".join(left) + piles.get(rest, "")
    words = [f"pass={passes}"] if game.counts_passes else []
    return " ".join(words + [f"{PLACES[place]}:{full.get(PLACES[place], '')}" for place in game.places])


@pytest.fixture(scope="session")
def position() -> Callable[..., str]:
    return text_of


def play_of(
    variant: str,
    moves: str,
    piles: Mapping[str, str],
    options: Mapping[str, Any] | None = None,
    rest: str = "s",
    passes: int = 1,
    **fields: Any,
) -> Replay:
    """The replay of `moves` from a position (see `text_of`); `fields`: more keys of the record."""
    game = build_game(variant, options)
    start = text_of(game, piles, rest, passes)
    read = parse_record(
        {"solit": 1, "variant": variant, "options": dict(options or {}), "start": start, "moves": moves, **fields}
    )
    return replay(game, read.first_state(), read.moves or [], read.at_ms, read.end_ms)


@pytest.fixture(scope="session")
def play() -> Callable[..., Replay]:
    return play_of


@pytest.fixture(scope="session")
def suits() -> dict[str, str]:
    """All four foundations, full."""
    return {f"f{suit}": "".join([f"{rank}{suit}" for rank in "A23456789TJQK"]) for suit in "CDHS"}
