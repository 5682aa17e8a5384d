"""The errors that solit raises: each has a code that programs can test and a sentence that people can read."""

from typing import Any


class SolitError(Exception):
    """Something that solit refuses; `code` is a fixed word, `message` a sentence, `where` says more.

    `where` holds plain JSON values: `field`, `defects`, `allowed` and the like; it may be empty.
    """

    def __init__(self, code: str, message: str, **where: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.where: dict[str, Any] = where


class RecordError(SolitError):
    """Something that can't be read as a record, a deck, a position or a move text (exit 2 on the command line)."""


class OptionError(RecordError):
    """An option that the variant has not, or a value that the option does not take."""


class IllegalMove(SolitError):
    """A readable move that the rules refuse (exit 1 on the command line).

    `index` counts the entries of the record from 0 (-1 outside a record), `move` is the move's text, `position` the
    text of the position it was refused in.
    """

    def __init__(self, code: str, message: str, *, move: str, position: str, index: int = -1) -> None:
        super().__init__(code, message, move=move, position=position, index=index)
        self.index = index
        self.move = move
        self.position = position
