"""The text of another program, line by line: read as it is asked for, kept no longer than a game needs it.

Lines and columns count from 1, places of lines from 0; a column counts characters. A line that can't be read is an
error where it is asked for, so that it spoils its own game and no other.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from solit.engine.errors import RecordError

MAX_LINE = 1 << 20
"""Bytes of the longest line of another program's text that is read."""

MAX_GAME = 8 << 20
"""Bytes of the longest game that is read."""

MAX_LINES = 200_000
"""Lines of the longest game that is read (Solvitaire prints a board of some twenty a move)."""

_AHEAD = 16  # blank lines within one program's output; what stands farther off belongs to no game before
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029]")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class Word(NamedTuple):
    """A piece of text at its place."""

    text: str
    line: int
    column: int


class TextLine(NamedTuple):
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


def fault(code: str, message: str, line: int, column: int = 1, **where: Any) -> RecordError:
    """An error at a place; the place stands in the message and in `where`."""
    return RecordError(code, f"line {line}, column {column}: {message}", line=line, column=column, **where)


class Text:
    """The lines of a text by their places, from 0.

    `lines` are the lines as bytes without line feeds, the blank ones too; None is one that was too long to be kept. A
    byte order mark at the start is skipped. Raises `RecordError` (`text`) for a text in UTF-16.
    """

    def __init__(self, lines: Iterable[bytes | None]) -> None:
        self._source = iter(lines)
        self._kept: deque[TextLine | RecordError] = deque()  # from place `_start` on
        self._start = 0
        self._size = 0  # bytes read since `_start` moved last
        self._sizes: deque[int] = deque()
        self._ended = False
        self._first: bytes | None = None
        if not self._more():
            return
        first = self._first
        if first is not None and (first[:2] in _UTF_16 or first[1:2] == b"\0" or first[:1] == b"\0"):
            raise fault("text", "the text is in UTF-16: iconv -f UTF-16 -t UTF-8 makes it readable", 1)

    @classmethod
    def of(cls, data: bytes) -> "Text":
        """The lines of a whole file."""
        lines = data.split(b"\n")
        if not lines[-1]:
            lines.pop()
        return cls(lines)

    # --- reading ---

    def _more(self) -> bool:
        """Read one more line; False at the end."""
        if self._ended:
            return False
        try:
            data = next(self._source)
        except StopIteration:
            self._ended = True
            return False
        place = self._start + len(self._kept)
        if place == 0:
            self._first = data
            if data is not None:
                data = data.removeprefix(b"\xef\xbb\xbf")
        self._kept.append(_line(data, place + 1))
        size = 0 if data is None else len(data)
        self._sizes.append(size)
        self._size += size
        return True

    def has(self, place: int) -> bool:
        """Whether there is such a line.

        Raises `RecordError` (`game-too-long`) where it is too far from the start of the game.
        """
        while place >= self._start + len(self._kept):
            if self._size > MAX_GAME or place - self._start >= MAX_LINES:
                told = f"a game of more than {MAX_GAME >> 20} MiB or {MAX_LINES} lines is not read"
                raise fault("game-too-long", told, self._start + 1)
            if not self._more():
                return False
        return True

    def __getitem__(self, place: int) -> TextLine:
        """The line at a place that is there.

        Raises `RecordError`: `game-too-long`, `line-too-long`, and `text` for bytes that are not UTF-8, control
        characters, a lone CR.
        """
        if not self.has(place):
            raise IndexError(place)
        line = self._kept[place - self._start]
        if isinstance(line, RecordError):
            raise line
        return line

    def peek(self, place: int) -> TextLine | None:
        """The line at a place, for looking ahead of a game: None where there is none or it can't be read."""
        if not self.has(place):
            return None
        line = self._kept[place - self._start]
        return line if isinstance(line, TextLine) else None

    def last(self, place: int) -> TextLine:
        """The line at a place or, beyond the end, the last one."""
        while place > self._start and not self.has(place):
            place -= 1
        return self[place]

    def past_blanks(self, place: int) -> int | None:
        """The place of the next line that is not blank, not many lines ahead (None: there is none)."""
        for ahead in range(place, place + _AHEAD):
            line = self.peek(ahead)
            if line is None:
                return None
            if not line.is_blank:
                return ahead
        return None

    def from_here(self, place: int, most: int) -> Iterator[TextLine]:
        """The readable lines from a place on, at most so many, for looking ahead."""
        for ahead in range(place, place + most):
            line = self.peek(ahead)
            if line is None:
                return
            yield line

    def each(self, most: int) -> Iterator[TextLine | RecordError]:
        """The first lines, at most so many, or why they can't be read."""
        for place in range(most):
            if not self.has(place):
                return
            yield self._kept[place - self._start]

    def let_go(self, place: int) -> None:
        """Forget the lines before a place: a new game begins there."""
        while self._start < place and self._kept:
            self._kept.popleft()
            self._size -= self._sizes.popleft()
            self._start += 1


def as_text(data: Text | bytes) -> Text:
    """A whole file or its text as the latter."""
    return Text.of(data) if isinstance(data, bytes) else data


def _line(data: bytes | None, number: int) -> TextLine | RecordError:
    """A line, or why it can't be read."""
    if data is None or len(data) > MAX_LINE:
        told = f"a line of more than {MAX_LINE >> 20} MiB is not read as a game of another program"
        return fault("line-too-long", told, number)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        column = len(data[: error.start].decode("utf-8", "replace")) + 1
        told = f"byte 0x{data[error.start]:02X} is not UTF-8 (a text in Windows-1252 or another old encoding?)"
        return fault("text", told, number, column)
    text = text.removesuffix("\r")
    control = _CONTROL.search(text)
    if control is not None:
        name = "a carriage return alone ends no line" if control[0] == "\r" else f"control character {control[0]!r}"
        return fault("text", name, number, control.start() + 1)
    return TextLine(text, number)
