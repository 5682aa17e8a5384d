"""The deck that deals a klondike layout whose cards are listed column by column.

A *deck* is in dealing order: row by row from the left (the first card of columns 1..7, the second of columns
2..7, …), then the stock in drawing order.
"""

from collections.abc import Sequence

COLUMNS = 7
DEALT = 28  # cards in the columns


def _row_start(row: int) -> int:
    return sum(COLUMNS - earlier for earlier in range(row))


# Where in the deck the cards of the columns are: card `row` of column `column`, both from 0.
_BY_COLUMNS = [_row_start(row) + column - row for column in range(COLUMNS) for row in range(column + 1)]


def deck_of_columns(columns: Sequence[Sequence[int]], stock: Sequence[int]) -> tuple[int, ...]:
    """The deck that deals these columns (of 1..7 cards, bottom first) and this stock (in drawing order)."""
    return from_column_order([card for column in columns for card in column], stock)


def from_column_order(dealt: Sequence[int], stock: Sequence[int]) -> tuple[int, ...]:
    """The deck whose columns, one after another, hold the 28 cards `dealt`; the stock in drawing order."""
    deck = [0] * DEALT
    for place, card in zip(_BY_COLUMNS, dealt, strict=True):
        deck[place] = card
    return (*deck, *stock)
