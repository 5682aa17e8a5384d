"""Spoiling: records, texts and bytes made a little wrong, in the ways of strangers' programs and of broken disks."""

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

from solit.engine.cards import TEXTS

from .games import any_entry, well_formed

KEYS = (
    "solit", "variant", "options", "deck", "source", "start", "moves", "at_ms", "end_ms", "claim",
    "layout", "validation", "score", "legal", "status", "position", "solution", "analysis", "study", "error",
)  # fmt: skip


def nest(depth: int) -> Any:
    """Arrays in arrays."""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


VALUES: tuple[Callable[[random.Random], Any], ...] = (
    lambda rng: None,
    lambda rng: rng.choice((True, False)),
    lambda rng: rng.choice((-1, 0, 1, 2, 3, 13, 1000, 1001, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1, -(2**63))),
    lambda rng: rng.choice((2**64, -(2**63) - 1, 10**40)),
    lambda rng: rng.choice((0.0, -0.0, 1.5, 1e308, 1e-320, 3.0)),
    lambda rng: rng.choice(
        ("", " ", "x", "0", "1", "true", "klondike", "chinese", "solit:1", "d", "all", "won", "open")
    ),
    lambda rng: rng.choice(("\x1b]0;title\x07", "a\nb", "\x9b31m", "\u2028", "日本", "\x00", "%s{0}", "é" * 300)),
    lambda rng: rng.choice(TEXTS) * rng.choice((1, 52)),
    lambda rng: [rng.choice(VALUES)(rng) for _ in range(rng.randrange(3))],
    lambda rng: {rng.choice(("a", *KEYS)): rng.choice(VALUES)(rng) for _ in range(rng.randrange(3))},
    lambda rng: nest(rng.choice((3, 60, 250))),
    lambda rng: {"index": rng.choice((0, 3, -1, "x")), "code": rng.choice(("column-build", "x", 7, None, []))},
)


def any_value(rng: random.Random) -> Any:
    """A JSON value of any kind, rather a troublesome one."""
    return rng.choice(VALUES)(rng)


def words_of(value: Any) -> list[Any]:
    """A text's words, or an array's members."""
    return value.split(" ") if isinstance(value, str) else list(value) if isinstance(value, list) else []


def spoil_words(rng: random.Random, words: list[Any], other: Callable[[random.Random], Any]) -> None:
    """Drop, double, exchange or replace one of the words."""
    at = rng.randrange(len(words) + 1)
    act = rng.randrange(4) if at < len(words) else 3
    if act == 0:
        del words[at]
    elif act == 1:
        words.insert(at, words[at])
    elif act == 2:
        to = rng.randrange(len(words))
        words[at], words[to] = words[to], words[at]
    else:
        words[at : at + rng.randrange(2)] = [other(rng)]


def spoil_text(rng: random.Random, text: str, signs: Sequence[str]) -> str:
    """A few characters dropped, doubled or put in, of `signs`; or a piece cut out, moved or repeated."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice((0, 1, 2, 6, 40)))
        act = rng.randrange(4)
        if act == 0:
            text = text[:start] + text[end:]
        elif act == 1:
            text = text[:end] + text[start:]
        elif act == 2:
            to = rng.randint(0, len(text))
            text = text[:to] + text[start:end] + text[to:]
        else:
            text = text[:start] + "".join(rng.choices(signs, k=rng.randint(1, 3))) + text[end:]
    return text


def _a_move(rng: random.Random) -> Any:
    odd = ("", "t3-t5x1", "t0-f", "w-t9", "d ", "D", "t3–t5", "fH-f", "u u", "p1c-f", "t3^^", 3, None)
    return any_entry(rng) if rng.random() < 0.6 else rng.choice(odd)


def _a_card(rng: random.Random) -> Any:
    return rng.choice(TEXTS) if rng.random() < 0.6 else rng.choice(("10C", "tc", "??", "", 7, None, "1C", "A♠"))


def _a_time(rng: random.Random) -> Any:
    return rng.choice((0, 1, -1, 600_000, 600_001, 2**63, 2**64 - 1, 1.0, True, None, "1"))


_WORDS: dict[str, Callable[[random.Random], Any]] = {"deck": _a_card, "moves": _a_move, "at_ms": _a_time}


def spoiled(rng: random.Random, record: dict[str, Any]) -> dict[str, Any]:
    """The record with one or two things wrong with it; sometimes it is still a good one."""
    obj = dict(record)
    for _ in range(rng.choice((1, 1, 2))):
        act = rng.randrange(8)
        name = rng.choice([*obj]) if obj else "solit"
        if act == 0:
            obj.pop(name, None)
        elif act == 1:
            obj[name] = any_value(rng)
        elif act == 2:
            obj[rng.choice(KEYS)] = any_value(rng)
        elif act == 3:
            obj[rng.choice(("_x", "x", "", "Solit", "deck ", "\x1b[2J", "_" + "k" * 200))] = any_value(rng)
        elif act == 4 and type(obj.get("options")) is dict:
            chosen = rng.choice(("draw", "passes", "undo", "time_limit", "flip", "groups", "easy", "nothing"))
            obj["options"] = {**obj["options"], chosen: any_value(rng)}
        elif act == 5 and type(obj.get("start")) is str:
            obj["start"] = spoil_text(rng, obj["start"], (*TEXTS, "/", ":", " ", "t1:", "pass=2", "9", "\t"))
        else:
            name = rng.choice([name for name in _WORDS if isinstance(obj.get(name), str | list)] or ["moves"])
            words = words_of(obj.get(name, ""))
            spoil_words(rng, words, _WORDS[name])
            text = type(obj.get(name, "")) is str and all(type(word) is str for word in words)
            obj[name] = " ".join(words) if text else words
    return obj


def spoiled_bytes(rng: random.Random, line: bytes) -> bytes:
    """The line with a few of its bytes wrong. It may have become several lines, or none."""
    start = rng.randint(0, len(line))
    end = min(len(line), start + rng.choice((0, 1, 1, 2, 30)))
    odd = (
        b"\n",
        b"\r\n",
        b"\0",
        b"\xff",
        b"\xc3",
        b"\xef\xbb\xbf",
        b'"',
        b"{",
        b"]",
        b",",
        b"\\",
        b" ",
        b"9" * 30,
        b"-",
    )
    act = rng.randrange(5)
    if act == 0:
        return line[:start]
    if act == 1:
        return line[:start] + line[end:]
    if act == 2:
        return line[:end] + line[start:]
    if act == 3:
        return line[:start] + rng.choice(odd) + line[end:]
    return line[:start] + bytes([rng.randrange(256) for _ in range(rng.randint(1, 4))]) + line[end:]


ODD_LINES = (
    b"", b" \t\r", b"{}", b"[]", b"null", b"7", b'"text"', b"{" * 50, b"[" * 5000, b'{"solit":1}', b'{"error":null}',
    b'{"error":{"code":"x","index":3},"solit":7}', b'{"error":{"index":0}}{}', b'{"solit":1,"solit":2}',
    b'{"solit":1,"variant":"klondike","source":"solit:1"}\r', b'\xef\xbb\xbf{"solit":1}', b'{"a":"\\ud800"}', b"NaN",
)  # fmt: skip


def any_line(rng: random.Random, number: int) -> bytes:
    """A line of input, good or spoiled; where it is a record its `_n` is `number`. May hold line feeds."""
    kind = rng.random()
    if kind < 0.05:
        return rng.choice(ODD_LINES)
    record = {"_n": number, **well_formed(rng)}
    if kind < 0.75:
        record = spoiled(rng, record)
    line = json.dumps(record, ensure_ascii=rng.random() < 0.5, separators=rng.choice(((",", ":"), (", ", ": "))))
    data = line.encode("utf-8", "surrogatepass")
    return spoiled_bytes(rng, data) if kind > 0.9 else data
