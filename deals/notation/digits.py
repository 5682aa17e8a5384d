"""A deck of 156 digits, as Klondike-Solver writes it and other programs read it, too."""

import re
from collections.abc import Sequence

from solit.deals.notation.page import Cards, quote
from solit.deals.notation.text import Word, fault
from solit.engine.cards import NUMBERS, RANKS
from solit.engine.errors import RecordError

_SUITS = "CDHS"  # the digits 1 2 3 4


def read_digits(word: Word) -> tuple[int, ...]:
    """The deck of 156 digits: two for the rank, one for the suit (1 2 3 4: C D H S), in dealing order.

    Raises `RecordError` (`deck`, `format`).
    """
    text = word.text
    stray = re.search(r"[^0-9]", text)
    if stray is not None:
        raise fault("format", f"{quote(stray[0])} among the digits of a deck", word.line, word.column + stray.start())
    cards = Cards(spelling="a card is two digits 01..13 and a suit digit 1..4 (C D H S)")
    for place in range(0, len(text), 3):
        group = text[place : place + 3]
        rank, suit = int(group[:2]), group[2:]
        spelled = f"{RANKS[rank - 1]}{_SUITS[int(suit) - 1]}" if 1 <= rank <= 13 and suit in tuple("1234") else ""
        cards.take(Word(group, word.line, word.column + place), spelled)
    try:
        cards.check(word.line)
    except RecordError as error:
        if len(text) != 156:
            error.message += f"; a deck has 156 digits, here are {len(text)}"
        raise
    return tuple([NUMBERS[spelled] for _, spelled in cards.met])


def write_digits(deck: Sequence[int]) -> str:
    """The 156 digits of a deck in dealing order."""
    return "".join([f"{card % 13 + 1:02d}{card // 13 + 1}" for card in deck])
