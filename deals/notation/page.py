"""What is found in a text of another program: games, cards, and errors that name line and column.

Nothing is repaired: what a format does not allow is an error that says what and where.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from solit.deals.notation.text import Text, TextLine, Word, fault
from solit.engine.cards import NUMBERS, SUITS, deck_defects
from solit.engine.errors import IllegalMove, RecordError

DEALT_WORD = "cards:"
"""Begins a line that gives any deck as 52 cards in our dealing order."""


class Found(NamedTuple):
    """What a reader found: a record, an error, or a record with the error of its game.

    `line` is where it begins, from 1. `record` is a record as JSON spells it. `error` is an `IllegalMove` where the
    notation can't be followed beyond the record's moves, any other error where there is no record.
    """

    line: int
    record: dict[str, Any] | None
    error: RecordError | IllegalMove | None = None


def wrong(word: Word, message: str, code: str = "format") -> RecordError:
    """An error at a word."""
    return fault(code, message, word.line, word.column)


def quote(text: str) -> str:
    """A piece of text for a sentence: quoted, not too long."""
    return repr(text if len(text) <= 40 else text[:40] + "…")


def card_of(word: Word) -> str:
    """The card that a word of two letters names, or "" where it is none (`why_no_card` says why)."""
    return word.text if word.text in NUMBERS else ""


def why_no_card(text: str, ten: str = "T") -> str:
    """What keeps a text from being a card of a format that writes ten as `ten`."""
    other = "10" if ten == "T" else "T"
    upper = text.upper()
    if upper.startswith(other) and upper[len(other) :] in SUITS and len(upper) == len(other) + 1:
        return f"ten is written {ten} here"
    if text != upper and len(upper) == len(ten if upper[:2] == ten else "A") + 1 and upper[-1:] in SUITS:
        return "cards are written in capitals here"
    if text == "##":
        return "the card is hidden"
    return f"a card is a rank (A, 2..9, {ten}, J, Q, K) and a suit (C, D, H, S)"


class Cards:
    """The cards of one deal as they are met, each with its place; `check` tells all their defects at once."""

    def __init__(self, ten: str = "T", spelling: str = "") -> None:
        self.ten = ten  # how the format writes it
        self.spelling = spelling  # what to say of an unknown card where the format has no letters
        self.met: list[tuple[Word, str]] = []

    def take(self, word: Word, card: str | None = None) -> str:
        """Remember a card as spelled by `word`; `card` its two letters ("" for none) where the format has its own
        spelling."""
        text = (card_of(word) if card is None else card) or f"?{word.text}"  # TD may be no card here, where ten is 10
        self.met.append((word, text))
        return text

    def take_all(self, words: Iterable[Word]) -> list[str]:
        """Remember these cards."""
        return [self.take(word) for word in words]

    def check(self, line: int) -> None:
        """Raises `RecordError` (`deck`) unless they are the 52 cards: unknown, doubled, missing ones, the count."""
        defects = deck_defects([text for _, text in self.met])
        if not defects:
            return
        for defect in defects:
            self._place(defect)
        first = next((defect for defect in defects if "line" in defect), {"line": line, "column": 1})
        told = "; ".join([defect["message"] for defect in defects[:6]])
        more = f" and {len(defects) - 6} more" if len(defects) > 6 else ""
        raise fault("deck", f"not a deck: {told}{more}", first["line"], first["column"], field="deck", defects=defects)

    def _place(self, defect: dict[str, Any]) -> None:
        if defect["code"] == "unknown-card":
            if "index" not in defect:  # the count of those that are not told one by one
                return
            word = self.met[defect["index"]][0]
            defect["card"] = word.text
            defect["message"] = f"{quote(word.text)} is not a card: {self.spelling or why_no_card(word.text, self.ten)}"
        elif defect["code"] == "doubled-card":
            word = [word for word, text in self.met if text == defect["card"]][1]
        else:
            return
        defect["line"], defect["column"] = word.line, word.column


def dealt_deck(line: TextLine) -> tuple[int, ...]:
    """The deck of a line `cards:` and 52 cards in dealing order, or of the cards alone."""
    cards = Cards()
    words = line.words()
    if words and words[0].text == DEALT_WORD:
        words = words[1:]
    texts = cards.take_all(words)
    cards.check(line.number)
    return tuple([NUMBERS[text] for text in texts])


Reading = tuple[dict[str, Any], IllegalMove | None, int]
"""A record, the error of its game, and the place of the line after it."""


class Lost(RecordError):
    """A game that can't be read, where it is known that none begins before the place `resume`."""

    def __init__(self, error: RecordError, resume: int) -> None:
        super().__init__(error.code, error.message, **error.where)
        self.resume = resume


def games_of(
    text: Text,
    read_one: Callable[[int], Reading],
    begins: Callable[[TextLine], bool],
    skip: Callable[[TextLine], bool] = lambda line: line.is_blank or line.is_comment,
    goes_on: Callable[[int], bool] = lambda _place: False,
) -> Iterator[Found]:
    """The deals and games of a text, each read by `read_one` from its first line's place on.

    Lines that `skip` names stand between games. A game that can't be read is an error, and reading goes on at the next
    blank line (unless its output `goes_on` after it) or at the next line that `begins` a deal.
    """
    place = 0
    while text.has(place):
        text.let_go(place)
        start = place
        try:
            line = text[place]
            if skip(line):
                place += 1
                continue
            record, error, place = read_one(place)
        except RecordError as refused:
            yield Found(start + 1, None, refused)
            place = refused.resume if isinstance(refused, Lost) else start + 1
            text.let_go(place)
            while text.has(place) and not _is_end(text, place, begins, goes_on):
                place += 1
                text.let_go(place)
            continue
        yield Found(line.number, record, error)


def _is_end(text: Text, place: int, begins: Callable[[TextLine], bool], goes_on: Callable[[int], bool]) -> bool:
    line = text.peek(place)
    return line is not None and (not goes_on(place) if line.is_blank else begins(line))
