"""JSON that remembers where its strings stand: objects of arrays of strings, as the deals of other programs are."""

import json
import re
from dataclasses import dataclass
from typing import NamedTuple

from solit.deals.notation.page import quote, wrong
from solit.deals.notation.text import Text, Word, fault

# Possessive: what is matched is never given back, so a long string takes no memory for the ways back.
_TOKEN = re.compile(r'(?P<string>"[^"\\]*+(?:\\.[^"\\]*+)*+")|(?P<sign>[][{}:,])|(?P<other>[^][{}:,"\s]+)|(?P<bad>")')
_DEPTH = 8


class Array(NamedTuple):
    """An array of strings and arrays, at its place."""

    items: "tuple[Word | Array, ...]"
    line: int
    column: int


class Object(NamedTuple):
    """An object: its keys, each once, with strings or arrays for values."""

    values: dict[str, Word | Array]
    keys: dict[str, Word]
    line: int
    column: int


@dataclass
class Reader:
    """Reads values from lines; after `read_object` the next line to read is `place` (with nothing left of the last)."""

    lines: Text
    place: int
    at: int = 0

    def _fail(self, message: str) -> Exception:
        line = self.lines.last(self.place)
        column = self.at + 1 if self.lines.has(self.place) else len(line.text) + 1
        return fault("format", message, line.number, column)

    def _next(self) -> tuple[str, Word]:
        """The kind (`string`, or the sign itself) and the token."""
        while self.lines.has(self.place):
            line = self.lines[self.place]
            found = re.compile(r"[ \t]*").match(line.text, self.at)
            self.at = found.end() if found else self.at
            if self.at >= len(line.text):
                self.place, self.at = self.place + 1, 0
                continue
            token = _TOKEN.match(line.text, self.at)
            if token is None or token["bad"]:
                raise self._fail("a string is not closed on its line")
            word = Word(token[0], line.number, self.at + 1)
            self.at = token.end()
            if token["string"]:
                return "string", word
            if token["sign"]:
                return token[0], word
            raise wrong(word, f"{quote(token[0])}: here are only strings, arrays and an object")
        raise self._fail("the JSON breaks off")

    def _string(self, word: Word) -> Word:
        try:
            text = json.loads(word.text)
        except ValueError:
            raise wrong(word, f"{quote(word.text)} is not a JSON string") from None
        return Word(str(text), word.line, word.column)

    def read_object(self) -> Object:
        """One object, the last thing on its last line."""
        kind, opening = self._next()
        if kind != "{":
            raise wrong(opening, f"expected an object, not {quote(opening.text)}")
        values: dict[str, Word | Array] = {}
        keys: dict[str, Word] = {}
        kind, word = self._next()
        while kind != "}":
            if kind != "string":
                raise wrong(word, f"expected a key, not {quote(word.text)}")
            key = self._string(word)
            if key.text in keys:
                raise wrong(key, f"the key {quote(key.text)} is there twice")
            kind, word = self._next()
            if kind != ":":
                raise wrong(word, f"expected a colon, not {quote(word.text)}")
            keys[key.text] = key
            values[key.text] = self._value(1)
            kind, word = self._next()
            if kind == ",":
                kind, word = self._next()
                if kind == "}":
                    raise wrong(word, "a comma before the end")
            elif kind != "}":
                raise wrong(word, f"expected a comma or the end, not {quote(word.text)}")
        if self.lines.has(self.place):
            line = self.lines[self.place]
            rest = line.text[self.at :].strip(" \t")
            if rest:
                raise fault("format", f"{quote(rest)} after the object", line.number, self.at + 1)
            self.place, self.at = self.place + 1, 0
        return Object(values, keys, opening.line, opening.column)

    def _value(self, depth: int) -> Word | Array:
        kind, word = self._next()
        if kind == "string":
            return self._string(word)
        if kind != "[":
            raise wrong(word, f"expected a string or an array, not {quote(word.text)}")
        if depth > _DEPTH:
            raise wrong(word, "arrays nested too deep")
        return self._array(word, depth)

    def _array(self, opening: Word, depth: int) -> Array:
        items: list[Word | Array] = []
        kind, word = self._next()
        while kind != "]":
            if kind == "string":
                items.append(self._string(word))
            elif kind == "[" and depth < _DEPTH:
                items.append(self._array(word, depth + 1))
            else:
                raise wrong(word, f"expected a string or an array, not {quote(word.text)}")
            kind, word = self._next()
            if kind == ",":
                kind, word = self._next()
                if kind == "]":
                    raise wrong(word, "a comma before the end of an array")
            elif kind != "]":
                raise wrong(word, f"expected a comma or the end of the array, not {quote(word.text)}")
        return Array(tuple(items), opening.line, opening.column)


def strings(value: Word | Array, what: str) -> list[Word]:
    """The strings of an array that holds nothing else."""
    if isinstance(value, Word):
        raise wrong(value, f"{what} is an array of cards, not a string")
    found = []
    for item in value.items:
        if isinstance(item, Array):
            raise fault("format", f"{what} is an array of cards, not of arrays", item.line, item.column)
        found.append(item)
    return found


def arrays(value: Word | Array, what: str, count: int) -> list[Array]:
    """The arrays of an array that holds `count` of them and nothing else."""
    if isinstance(value, Word):
        raise wrong(value, f"{what} is an array of arrays, not a string")
    found = []
    for item in value.items:
        if isinstance(item, Word):
            raise wrong(item, f"{what} is an array of arrays, not of cards")
        found.append(item)
    if len(found) != count:
        raise fault("format", f"{what}: {len(found)} arrays instead of {count}", value.line, value.column)
    return found
