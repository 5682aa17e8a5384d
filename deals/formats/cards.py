"""A plain list of 52 cards in our dealing order, for every variant.

A line of 52 cards is a deck; so are cards on several shorter lines, up to a blank line.
"""

import re
from collections.abc import Iterator

from solit.deals.formats.given import Given
from solit.deals.formats.page import DEALT_WORD, Cards, Found, Line, blocks, dealt_deck, read_lines
from solit.deals.formats.retelling import deal_record
from solit.deals.formats.written import dealt
from solit.engine.cards import NUMBERS, cards_text
from solit.engine.errors import RecordError
from solit.engine.record import Record

NAME = "cards"
_LONG = 27  # cards of a line that is meant as a deck of its own


def read(data: bytes, given: Given) -> Iterator[Found]:
    """The decks of a text, each a deal of the given variant.

    Raises `RecordError` for a text that can't be read at all.
    """
    for block in blocks(read_lines(data)):
        alone = all(len(line.words()) >= _LONG for line in block)
        for lines in [[line] for line in block] if alone else [block]:
            notes: list[str] = []
            try:
                deck = _deck(lines)
            except RecordError as refused:
                yield Found(lines[0].number, None, refused)
                continue
            yield Found(lines[0].number, deal_record(given, given.deal_options(notes), deck, notes))


def _deck(lines: list[Line]) -> tuple[int, ...]:
    if len(lines) == 1:
        return dealt_deck(lines[0])
    cards = Cards()
    words = [word for line in lines for word in line.words()]
    texts = cards.take_all(words[1:] if words[0].text == DEALT_WORD else words)
    cards.check(lines[0].number)
    return tuple([NUMBERS[text] for text in texts])


def write(record: Record) -> str:
    """The 52 cards of a deal on one line.

    Raises `RecordError` (`not-in-format`).
    """
    return cards_text(dealt("A list of cards", record)) + "\n"


def looks_like(text: str) -> bool:
    """Whether a text may be of this format."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    cards = sum([len(line.split()) for line in lines])
    return cards >= _LONG and all(re.fullmatch(r"(?:cards: )?(?:[^ ]{1,4}(?: +|$))+", line.strip()) for line in lines)
