"""A position as a value, and its text on one line."""

from collections.abc import Sequence
from typing import NamedTuple

from solit.engine.cards import TEXTS
from solit.engine.layout import Game
from solit.engine.moves import PLACES, STOCK

MOST_PASSES = 999_999_999
"""Where passes are not limited, those after this one are not told apart: it is the highest that a text can name."""


class State(NamedTuple):
    """Where every card lies. No score, clock, undo or history.

    `piles`: 30 tuples of cards by place, bottom to top (the stock's last card is the next to be drawn). `down`: for
    each pile how many cards from its bottom lie face down (the stock: all). `passes`: the pass under way, from 1.
    """

    piles: tuple[tuple[int, ...], ...]
    down: tuple[int, ...]
    passes: int


def exposed(game: Game, state: State, place: int) -> bool:
    """Whether nothing covers the place: the piles that cover it are empty."""
    for cover in game.covers[place]:
        if state.piles[cover]:
            return False
    return True


def face_up(piles: Sequence[Sequence[int]], down: Sequence[int]) -> int:
    """The set of cards that lie face up, as a mask (bit = card); `piles` and `down` as in `State`."""
    seen = 0
    for place, pile in enumerate(piles):
        if place != STOCK:
            for card in pile[down[place] :]:
                seen |= 1 << card
    return seen


def _pile_text(state: State, place: int) -> str:
    pile = state.piles[place]
    if place == STOCK:
        return "".join([TEXTS[card] for card in reversed(pile)])
    hidden = state.down[place]
    text = "".join([TEXTS[card] for card in pile])
    return f"{text[: 2 * hidden]}/{text[2 * hidden :]}" if hidden else text


def position_text(game: Game, state: State) -> str:
    """The position on one line: the pass where there are any, then each place with its cards, bottom to top.

    The stock is written in drawing order; in other piles the face-down cards stand before a `/`.
    """
    parts = [f"pass={state.passes}"] if game.counts_passes else []
    parts += [f"{PLACES[place]}:{_pile_text(state, place)}" for place in game.places]
    return " ".join(parts)
