"""A plain list of 52 cards in our dealing order, for every variant.

A line of 52 cards is a deck; so are cards on several shorter lines, up to a blank line.
"""

from collections.abc import Iterator

from solit.deals.notation.given import Given
from solit.deals.notation.page import DEALT_WORD, Cards, Found, Lost, Reading, dealt_deck, games_of
from solit.deals.notation.retelling import found_deal
from solit.deals.notation.text import Text, TextLine, as_text
from solit.deals.notation.written import dealt
from solit.engine.cards import NUMBERS, cards_text
from solit.engine.errors import RecordError
from solit.engine.record import Record

NAME = "cards"
_LONG = 27  # cards of a line that is meant as a deck of its own


def read(data: Text | bytes, given: Given) -> Iterator[Found]:
    """The decks of a text, each a deal of the given variant.

    Raises `RecordError` for a text that can't be read at all.
    """
    text = as_text(data)

    def read_one(place: int) -> Reading:
        lines = _lines_of(text, place)
        try:
            deck = _deck(lines)
        except RecordError as refused:
            raise Lost(refused, lines[-1].number) from None  # the next line begins another deck
        notes: list[str] = []
        return found_deal(given, given.deal_options(notes), deck, notes), None, lines[-1].number

    yield from games_of(text, read_one, _is_long)


def _is_long(line: TextLine) -> bool:
    """Whether a line holds so many cards that two of its kind are no deck."""
    return not line.is_comment and len(line.words()) >= _LONG


def _lines_of(text: Text, place: int) -> list[TextLine]:
    """The lines of one deck: a long one alone, shorter ones up to a blank line."""
    lines = [text[place]]
    place += 1
    while text.has(place):
        line = text.peek(place) if _is_long(lines[-1]) else text[place]
        if line is None or line.is_blank or (_is_long(lines[-1]) and _is_long(line)):
            break
        if not line.is_comment:
            lines.append(line)
        place += 1
    return lines


def _deck(lines: list[TextLine]) -> tuple[int, ...]:
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
    words = [
        word
        for line in text.splitlines()
        if not line.startswith("#")
        for word in line.removeprefix(DEALT_WORD + " ").split()
    ]
    cards = sum([word.upper().replace("10", "T") in NUMBERS for word in words])
    return len(words) >= _LONG and 2 * cards >= len(words) and all(len(word) <= 4 for word in words)
