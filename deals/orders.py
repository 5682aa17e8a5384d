"""The orders in which the cards of a klondike layout are listed: by rows, by columns, or pile by pile.

A *deck* is in dealing order: row by row from the left (the first card of columns 1..7, the second of columns
2..7, …), then the stock in drawing order. A *layout* is seven columns, each from the bottom, and the stock in
drawing order.
"""

from collections.abc import Sequence
from typing import NamedTuple

COLUMNS = 7
DEALT = 28  # cards in the columns


class Layout(NamedTuple):
    """A klondike deal as it lies: columns of 1..7 cards, bottom first, and the stock in drawing order."""

    columns: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]


def _row_start(row: int) -> int:
    return sum(COLUMNS - earlier for earlier in range(row))


# Where in the deck the card `row` of column `column` is, both from 0.
_PLACE = [[_row_start(row) + column - row for row in range(column + 1)] for column in range(COLUMNS)]
_BY_COLUMNS = [place for column in _PLACE for place in column]


def layout_of(deck: Sequence[int]) -> Layout:
    """The layout that a deck of 52 cards deals."""
    return Layout(tuple([tuple([deck[place] for place in column]) for column in _PLACE]), tuple(deck[DEALT:]))


def deck_of(columns: Sequence[Sequence[int]], stock: Sequence[int]) -> tuple[int, ...]:
    """The deck that deals these columns (of 1..7 cards, bottom first) and this stock (in drawing order)."""
    return from_column_order([card for column in columns for card in column], stock)


def from_column_order(dealt: Sequence[int], stock: Sequence[int]) -> tuple[int, ...]:
    """The deck whose columns, one after another, hold the 28 cards `dealt`; the stock in drawing order."""
    deck = [0] * DEALT
    for place, card in zip(_BY_COLUMNS, dealt, strict=True):
        deck[place] = card
    return (*deck, *stock)


def column_order(deck: Sequence[int]) -> tuple[int, ...]:
    """The 52 cards of a deck with the columns one after another, then the stock in drawing order."""
    return (*[deck[place] for place in _BY_COLUMNS], *deck[DEALT:])
