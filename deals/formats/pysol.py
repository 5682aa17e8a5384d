"""The board text of pysol_cards and fc-solve's make_pysol_freecell_board: Talon, then a line a pile, face-down in < >.

Ten is `10` or, throughout, `T`. Chinaman is dealt as klondike; chinese is told the same way, with three cards in the
talon and seven in each pile (the programs themselves have no name for it).
"""

import re
from collections.abc import Iterator

from solit.deals.notation.given import Given
from solit.deals.notation.page import Cards, Found, Reading, games_of, quote, wrong
from solit.deals.notation.retelling import found_deal
from solit.deals.notation.text import Text, TextLine, Word, as_text, fault
from solit.deals.notation.written import dealt, only
from solit.engine.cards import NUMBERS, TEXTS
from solit.engine.layout import Game
from solit.engine.moves import COLUMNS, STOCK
from solit.engine.record import Record
from solit.engine.rules import deal, deck_of
from solit.engine.state import State

NAME = "pysol"
VARIANTS = ("klondike", "chinaman", "chinese")
_FORM = "Pysol text"
_TALON = "Talon:"


def read(data: Text | bytes, given: Given) -> Iterator[Found]:
    """The deals of a text, eight lines each; after a bad one the text from the next talon on is read.

    Raises `RecordError` for a text that can't be read at all.
    """
    given.only(_FORM, *VARIANTS)
    lines = as_text(data)

    def read_one(place: int) -> Reading:
        deck, after = _read_board(lines, place, given)
        notes: list[str] = []
        return found_deal(given, given.deal_options(notes), deck, notes), None, after

    # A blank line does not end a bad board: its rest would be told as another.
    yield from games_of(lines, read_one, lambda line: line.text.startswith(_TALON), goes_on=lambda _place: True)


def _words(line: TextLine, start: int = 0) -> list[Word]:
    """The cards of a line; they stand one blank apart."""
    double = re.search(r"  | $|\t", line.text[start:])
    if double is not None:
        raise fault(
            "format", "cards stand one blank apart, none after the last", line.number, start + double.start() + 1
        )
    return line.words(start)


def _read_board(lines: Text, place: int, given: Given) -> tuple[tuple[int, ...], int]:
    first = lines[place]
    if not first.text.startswith(_TALON + " "):
        raise fault("format", f"expected {_TALON} and the stock, not {quote(first.text)}", first.number)
    rows: list[TextLine] = []
    while lines.has(place + 1 + len(rows)):
        line = lines[place + 1 + len(rows)]
        if line.is_blank or line.text.startswith(_TALON):
            break
        rows.append(line)
    game = given.game(given.options)
    tens = [
        word for line in (first, *rows) for word in line.words() if re.search(r"\bT[CDHS]\b|\b10[CDHS]\b", word.text)
    ]
    ten = "10" if tens and "10" in tens[0].text else "T"
    cards = Cards(ten)
    stock = [cards.take(word, _spelled(word.text, ten)) for word in _words(first, len(_TALON))]
    piles: list[list[str]] = []
    faces: list[list[Word]] = []
    for row in rows:
        words = _words(row)
        faces.append(words)
        piles.append([_take(cards, word, ten) for word in words])
    if len(piles) != len(game.columns):
        last = rows[-1] if rows else first
        raise fault("format", f"{len(piles)} piles instead of {len(game.columns)}", last.number)
    cards.check(first.number)
    _check_shape(game, rows, faces)
    held: list[tuple[int, ...]] = [()] * 30
    down = [0] * 30
    held[STOCK], down[STOCK] = tuple([NUMBERS[text] for text in reversed(stock)]), len(stock)
    for column, texts, words in zip(COLUMNS, piles, faces, strict=False):
        held[column] = tuple([NUMBERS[text] for text in texts])
        down[column] = sum([word.text.startswith("<") for word in words])
    deck = deck_of(game, State(tuple(held), tuple(down), 1))
    return deck, place + 1 + len(rows)


def _take(cards: Cards, word: Word, ten: str) -> str:
    text = word.text
    if text.startswith("<") and text.endswith(">") and len(text) > 2:
        return cards.take(Word(text[1:-1], word.line, word.column + 1), _spelled(text[1:-1], ten))
    return cards.take(word, _spelled(text, ten))


def _spelled(text: str, ten: str) -> str:
    """The card of a text ("" for none)."""
    if ten == "10":
        text = "?" if text.startswith("T") else "T" + text[2:] if text.startswith("10") else text
    return text if text in NUMBERS else ""


def _check_shape(game: Game, rows: list[TextLine], faces: list[list[Word]]) -> None:
    """Raises `RecordError` (`format`) where a pile is not as the deal makes it."""
    for column, row, words in zip(game.columns, rows, faces, strict=True):
        steps = [step for step in game.plan if step.place == column]
        number = column - COLUMNS[0] + 1
        if len(words) != len(steps):
            raise fault("format", f"pile {number} has {len(words)} cards instead of {len(steps)}", row.number)
        for word, step in zip(words, steps, strict=True):
            if step.up == word.text.startswith("<"):
                side = "face up" if step.up else "face down, in < >"
                raise wrong(word, f"{word.text} of pile {number} lies {side} in a deal of {game.variant}")


def write(record: Record) -> str:
    """The eight lines of a deal, ten as T; games have no form here.

    Raises `RecordError` (`not-in-format`).
    """
    only(_FORM, record, *VARIANTS)
    state = deal(record.game, dealt(_FORM, record))
    lines = [f"{_TALON} {' '.join([TEXTS[card] for card in reversed(state.piles[STOCK])])}"]
    for column in record.game.columns:
        pile, down = state.piles[column], state.down[column]
        lines.append(" ".join([f"<{TEXTS[card]}>" if n < down else TEXTS[card] for n, card in enumerate(pile)]))
    return "\n".join(lines) + "\n"


def looks_like(text: str) -> bool:
    """Whether a text may be of this format."""
    return bool(re.search(r"^Talon: (?!==>)", text, re.M)) and not re.search(r"^DR[0-9]|^Foundations: H-", text, re.M)
