"""A text of another program with its places: lines, words, cards, and errors that name line and column.

Lines and columns count from 1; a column counts characters. Nothing is repaired: what a format does not allow is an
error that says what and where.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from solit.engine.cards import NUMBERS, SUITS, deck_defects
from solit.engine.errors import IllegalMove, RecordError

DEALT_WORD = "cards:"
"""Begins a line that gives any deck as 52 cards in our dealing order."""


class Word(NamedTuple):
    """A piece of text at its place."""

    text: str
    line: int
    column: int


class Line(NamedTuple):
    """One line without its line end."""

    text: str
    number: int

    def words(self, start: int = 0) -> list[Word]:
        """Its pieces between blanks, from character `start` (from 0) on."""
        return [
            Word(found[0], self.number, found.start() + 1)
            for found in re.finditer(r"[^ ]+", self.text)
            if found.start() >= start
        ]

    @property
    def is_blank(self) -> bool:
        """Whether nothing but blanks is on it."""
        return not self.text.strip(" ")

    @property
    def is_comment(self) -> bool:
        """Whether it begins with `#`."""
        return self.text.startswith("#")

    def word(self) -> Word:
        """The whole line as one piece, without blanks at its ends."""
        return Word(self.text.strip(" "), self.number, len(self.text) - len(self.text.lstrip(" ")) + 1)


class Found(NamedTuple):
    """What a reader found from one line of the text on: a record, an error, or a record with the error of its game.

    `record` is a record as JSON spells it. `error` is an `IllegalMove` where the notation can't be followed beyond
    the record's moves, any other error where there is no record.
    """

    line: int
    record: dict[str, Any] | None
    error: RecordError | IllegalMove | None = None


def fault(code: str, message: str, line: int, column: int = 1, **where: Any) -> RecordError:
    """An error at a place; the place stands in the message and in `where`."""
    return RecordError(code, f"line {line}, column {column}: {message}", line=line, column=column, **where)


def wrong(word: Word, message: str, code: str = "format") -> RecordError:
    """An error at a word."""
    return fault(code, message, word.line, word.column)


def shown(text: str) -> str:
    """A piece of text for a sentence: quoted, not too long."""
    return repr(text if len(text) <= 40 else text[:40] + "…")


def read_lines(data: bytes) -> list[Line]:
    """The lines of a file; CR LF ends a line as LF does, a byte order mark at the start is skipped.

    Raises `RecordError` (`text`): bytes that are not UTF-8, NUL or other control characters, a lone CR.
    """
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        begin = data.rfind(b"\n", 0, error.start) + 1
        column = len(data[begin : error.start].decode("utf-8", "replace")) + 1
        told = f"byte 0x{data[error.start]:02X} is not UTF-8 (a text in Windows-1252 or another old encoding?)"
        raise fault("text", told, line, column) from None
    lines = []
    pieces = text.split("\n")
    for number, line_text in enumerate(pieces, 1):
        if number < len(pieces):
            line_text = line_text.removesuffix("\r")
        control = re.search(r"[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029]", line_text)
        if control is not None:
            name = "a carriage return alone ends no line" if control[0] == "\r" else f"control character {control[0]!r}"
            raise fault("text", name, number, control.start() + 1)
        lines.append(Line(line_text, number))
    if lines and not lines[-1].text:
        lines.pop()
    return lines


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
            defect["message"] = f"{shown(word.text)} is not a card: {self.spelling or why_no_card(word.text, self.ten)}"
        elif defect["code"] == "doubled-card":
            word = [word for word, text in self.met if text == defect["card"]][1]
        else:
            return
        defect["line"], defect["column"] = word.line, word.column


def dealt_deck(line: Line) -> tuple[int, ...]:
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


def games_of(
    lines: list[Line],
    read_one: Callable[[int], Reading],
    skip: Callable[[Line], bool] = lambda line: line.is_blank or line.is_comment,
    is_end: Callable[[int], bool] | None = None,
) -> Iterator[Found]:
    """The deals and games of a text, each read by `read_one` from its first line's place on.

    Lines that `skip` names stand between games. A game that can't be read is an error, and reading goes on at the next
    place that `is_end` names (a blank line unless it is given).
    """
    place = 0
    while place < len(lines):
        line = lines[place]
        if skip(line):
            place += 1
            continue
        try:
            record, error, place = read_one(place)
        except RecordError as refused:
            yield Found(line.number, None, refused)
            while place < len(lines) and not (is_end(place) if is_end else lines[place].is_blank):
                place += 1
            continue
        yield Found(line.number, record, error)


def blocks(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines without comments, apart at blank lines."""
    block: list[Line] = []
    for line in lines:
        if line.is_blank:
            if block:
                yield block
            block = []
        elif not line.is_comment:
            block.append(line)
    if block:
        yield block
