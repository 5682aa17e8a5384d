"""JSON Lines in and out: files, `-`, gzip, line numbers, closed pipes, full disks, interrupts.

Reading is in pieces of whatever the system has ready, and everything written so far is handed on before each read: a
slow pipe gets its answers at once, a fast one gets large writes.
"""

import errno
import io
import os
import re
import select
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

import orjson

from solit.engine.errors import RecordError

MAX_LINE = 16 * 1024 * 1024
"""Bytes of the longest line that is read, its line end not counted."""

PIECE = 128 * 1024
"""Bytes asked for in one read, and kept at most before a write."""

_BOM = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"


class Unreadable(Exception):
    """A file that can't be opened or read to its end; the text is a whole sentence."""


class ClosedPipe(Exception):
    """Nobody reads the output any more. (Not an `OSError`: a failed write is never taken for a failed read.)"""


class OutputFault(Exception):
    """The output can't be written, as on a full disk; the text is a whole sentence."""


class InputLine(NamedTuple):
    """One line that is not blank: its number from 1, its file's name, its bytes without line end.

    `data` is None when the line was longer than `MAX_LINE` and read away.
    """

    number: int
    file: str
    data: bytes | None


class Block(NamedTuple):
    """Whole lines of a file, as they were read: the number of the first, the file's name, the bytes.

    Without the last one's line feed. `data` is None for one line longer than `MAX_LINE`.
    """

    number: int
    file: str
    data: bytes | None

    def lines(self) -> Iterator[InputLine]:
        """Its lines, blank ones left out but counted."""
        number, file, data = self
        if data is None:
            yield InputLine(number, file, None)
            return
        for line in data.split(b"\n"):
            if line.strip(b" \t\r"):
                yield InputLine(number, file, line)
            number += 1


# --- stdout and stderr -----------------------------------------------------------------------------------------------

MOST_TOLD = 2_000
"""Characters of a sentence on stderr at most, whatever it quotes."""


def shown(text: str, most: int = MOST_TOLD) -> str:
    """A text that was read, as a person's terminal may get it: on one line, escaped where it doesn't print, shortened.

    So no text sets a window's title, forges a line or turns the direction of writing. Both ends are kept of a long one.
    """
    if len(text) > most:
        text = f"{text[: most - most // 3]}…{text[-(most // 3) :]}"
    if text.isprintable():
        return text
    return "".join([sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text])


def value_text(value: Any, most: int = MOST_TOLD) -> str:
    """A JSON value that was read, for people: a text as it is, anything else as its JSON says it; `shown`."""
    return shown(value if isinstance(value, str) else encode(value).decode().strip(), most)


def terminal_encoding() -> str:
    """How text for people is written to stdout."""
    return (sys.stdout.encoding if sys.stdout else None) or "ascii"


def say(sentence: str, quiet: bool = False) -> None:
    """One sentence on stderr, `shown`, unless `quiet`; a closed stderr is no error."""
    if quiet:
        return
    try:
        sys.stderr.write(f"solit: {shown(sentence)}\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        return  # nobody is listening


_writing = 0
_waits = False  # whether an interrupt waits for the write under way
_ended_by = 0


def _on_interrupt(number: int, _frame: FrameType | None) -> None:
    global _waits, _ended_by
    if number == signal.SIGINT and _writing and not _waits:
        _waits = True  # the write under way ends with a whole line first; a second Ctrl-C does not wait
        return
    if number != signal.SIGINT:
        _ended_by = number
    raise KeyboardInterrupt


def catch_interrupts() -> None:
    """From now on Ctrl-C lets a write under way finish, so that lines are whole. For the main thread of a command.

    SIGTERM and SIGHUP (unless they are ignored, as under `nohup`) unwind the command like Ctrl-C, so that the cursor is
    shown again and processes end; `ended_by` tells of them.
    """
    signal.signal(signal.SIGINT, _on_interrupt)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _on_interrupt)


def release_interrupts() -> None:
    """In a process of a pool: Ctrl-C is for the parent, which ends it, and any other signal ends it at once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is _on_interrupt:
            signal.signal(number, signal.SIG_DFL)


def ended_by() -> int:
    """The number of the signal, other than Ctrl-C, that ends the command; 0 without one."""
    return _ended_by


def write_all(descriptor: int, data: bytes | bytearray | memoryview) -> None:
    """Write all of it, waiting where someone made the pipe non-blocking. Raises `ClosedPipe` or `OutputFault`."""
    try:
        with memoryview(data) as view:
            done = 0
            while done < len(view):
                try:
                    done += os.write(descriptor, view[done:])
                except BlockingIOError:
                    select.select([], [descriptor], [])
    except BrokenPipeError as fault:
        raise ClosedPipe from fault
    except OSError as fault:
        raise OutputFault(f"cannot write the output: {reason(fault)}") from fault


class Output:
    """Lines to a file descriptor (stdout by default), gathered into large writes.

    Raises `ClosedPipe` or `OutputFault`; what could not be written is dropped then, so that it fails only once.
    """

    def __init__(self, descriptor: int = 1) -> None:
        self.descriptor = descriptor
        self._kept = bytearray()

    def write(self, data: bytes | bytearray) -> None:
        """Take one or more whole lines, line ends included."""
        self._kept += data
        if len(self._kept) >= PIECE:
            self.flush()

    def flush(self) -> None:
        """Hand on everything taken so far."""
        global _writing
        if not self._kept:
            return
        kept, self._kept = self._kept, bytearray()
        _writing += 1
        try:
            write_all(self.descriptor, kept)
        finally:
            _writing -= 1
        if _waits:
            raise KeyboardInterrupt


class _Standard(io.RawIOBase):
    """stdout or stderr below Python's own printing: help, tables, progress.

    What can't be written to stdout raises what `Output` raises, which no library takes for its own affair (rich ends
    the process with a "no" over a broken pipe). A stderr that nobody listens to is no error.
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self.descriptor

    def isatty(self) -> bool:
        return os.isatty(self.descriptor)

    def write(self, data: Any) -> int:
        try:
            write_all(self.descriptor, data)
        except (ClosedPipe, OutputFault):
            if self.descriptor != 2:
                raise
        return len(data)


def guard_standard_streams() -> None:
    """From now on `sys.stdout` and `sys.stderr` behave as `_Standard` says."""
    for descriptor, name, errors in ((1, "stdout", "strict"), (2, "stderr", "backslashreplace")):
        old = getattr(sys, name)  # None: started without
        encoding, errors = (old.encoding, old.errors) if old is not None else ("utf-8", errors)
        raw: Any = _Standard(descriptor)
        setattr(sys, name, io.TextIOWrapper(raw, encoding, errors, line_buffering=True, write_through=True))


# --- input -----------------------------------------------------------------------------------------------------------


def _pieces(descriptor: int, before_read: Callable[[int], None]) -> Iterator[bytes]:
    while True:
        before_read(descriptor)
        try:
            piece = os.read(descriptor, PIECE)
        except BlockingIOError:
            select.select([descriptor], [], [])
            continue
        if not piece:
            return
        yield piece


def _inflate(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The bytes of one or more gzip members, a bounded amount at a time."""
    import zlib

    member = zlib.decompressobj(31)
    begun = False
    for piece in pieces:
        rest = piece
        while rest:
            if member.eof:
                rest = rest.lstrip(b"\0")  # members may be padded
                if not rest:
                    break
                member, begun = zlib.decompressobj(31), False
            begun = True
            try:
                data = member.decompress(rest, PIECE)
            except zlib.error as fault:
                raise Unreadable(f"not whole gzip data: {fault}") from fault
            if data:
                yield data
            rest = member.unused_data if member.eof else member.unconsumed_tail
    while begun and not member.eof:
        data = member.decompress(member.unconsumed_tail, PIECE)
        if not data:
            raise Unreadable("the gzip data breaks off")
        yield data


def _unpacked(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces themselves, or what they hold when they begin as gzip does (no JSON begins so)."""
    start = b""
    for piece in pieces:
        start += piece
        if len(start) >= 2:
            break
    if not start:
        return
    whole = _chain(start, pieces)
    yield from _inflate(whole) if start.startswith(_GZIP) else whole


def _chain(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def whole_lines(pieces: Iterable[bytes]) -> Iterator[bytes | None]:
    """Cut a byte stream into blocks of whole lines; `pieces`: the stream as it arrives, cut anywhere.

    A block holds the lines that a piece completes, one or more, without the line feed after the last of them. A line
    above `MAX_LINE` bytes is a block of its own and None: it is read away. So lines can be counted by the line feeds in
    the blocks and one after each.
    """
    parts: list[bytes] = []  # of the line that is not finished; empty once it is too long
    size = 0
    for piece in pieces:
        first, last = piece.find(b"\n"), piece.rfind(b"\n")
        if first < 0:
            size += len(piece)
            if size <= MAX_LINE:
                parts.append(piece)
            else:
                parts.clear()
            continue
        if size + first <= MAX_LINE:
            yield b"".join((*parts, piece[:last]))
        else:
            yield None
            if first < last:
                yield piece[first + 1 : last]
        parts, size = [piece[last + 1 :]], len(piece) - last - 1
    if size:
        yield b"".join(parts) if size <= MAX_LINE else None


def file_label(path: str) -> str:
    """A file's name as it can stand in JSON and in a sentence."""
    return os.fsencode(path).decode("utf-8", "replace")


def _blocks_of(path: str, before_read: Callable[[int], None]) -> Iterator[Block]:
    label = file_label(path)
    descriptor = 0 if path == "-" else os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    number = 1
    try:
        for data in whole_lines(_unpacked(_pieces(descriptor, before_read))):
            if number == 1 and data is not None:
                data = data.removeprefix(_BOM)
            yield Block(number, label, data)
            number += 1 if data is None else data.count(b"\n") + 1
    finally:
        if descriptor:
            os.close(descriptor)


def read_blocks(
    paths: Sequence[str], before_read: Callable[[int], None], unreadable: Callable[[str], None]
) -> Iterator[Block]:
    """The lines of all the files in turn (`-` and no file at all: stdin), many at once.

    `before_read` runs before every read, with the file descriptor. A file that can't be opened or read is told to
    `unreadable` as a sentence, and the next file follows.
    """
    for path in paths or ("-",):
        name = "stdin" if path == "-" else file_label(path)
        try:
            yield from _blocks_of(path, before_read)
        except Unreadable as fault:
            unreadable(f"{name}: {fault}")
        except OSError as fault:
            unreadable(f"cannot read {name}: {reason(fault)}")


def read_lines(
    paths: Sequence[str], before_read: Callable[[int], None], unreadable: Callable[[str], None]
) -> Iterator[InputLine]:
    """The lines of `read_blocks` one by one, blank ones left out but counted."""
    for block in read_blocks(paths, before_read, unreadable):
        yield from block.lines()


def reason(fault: OSError) -> str:
    """What the system says, without numbers and paths."""
    return fault.strerror or str(fault) or type(fault).__name__


def lacks_memory(fault: BaseException) -> bool:
    """Whether what went wrong is that the system has no more memory."""
    if isinstance(fault, ImportError):  # how the loader of compiled modules says it
        return "failed to map segment" in str(fault) or "Cannot allocate memory" in str(fault)
    return isinstance(fault, MemoryError) or (isinstance(fault, OSError) and fault.errno == errno.ENOMEM)


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Within this context: a file that can't be written raises `OutputFault`."""
    try:
        yield
    except OSError as fault:
        raise OutputFault(f"cannot write {file_label(path)}: {reason(fault)}") from fault


# --- JSON ------------------------------------------------------------------------------------------------------------

_DIGITS_ALIKE = bytes.maketrans(b"123456789", b"000000000")
_LONG_DIGITS = b"0" * 19
# Possessive: what is matched is never given back, so a long string takes no memory for the ways back.
_TOKENS = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|(-?[0-9]++)((?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+)')
_LOWEST, _HIGHEST = -(2**63), 2**64 - 1


def _integers_fit(data: bytes) -> bool:
    """Whether every integer outside strings lies in −2^63 .. 2^64−1 (the parser would make floats of the others)."""
    for token in _TOKENS.finditer(data):
        digits = token[1]
        if digits and not token[2] and (len(digits) > 20 or not _LOWEST <= int(digits) <= _HIGHEST):
            return False
    return True


def decode(data: bytes | None) -> Any:
    """The JSON value of a line as `InputLine.data` has it.

    Raises `RecordError`: `line-too-long`, `json`, `integer-range`.
    """
    if data is None:
        raise RecordError("line-too-long", f"a line of more than {MAX_LINE >> 20} MiB is not read")
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError as fault:
        raise RecordError("json", f"not JSON: {fault.msg} (column {fault.colno}){_json_help(data)}") from None
    if _LONG_DIGITS in data.translate(_DIGITS_ALIKE) and not _integers_fit(data):
        raise RecordError("integer-range", "an integer outside -2^63 .. 2^64-1 can't be read exactly")
    return value


def _json_help(data: bytes) -> str:
    """What would make a line readable that is not JSON, where that is plain ("" else)."""
    if b"\0" in data[:4]:
        return "; a text in UTF-16? iconv -f UTF-16 -t UTF-8 makes it readable"
    if data.strip() in (b"{", b"["):
        return "; a record is one line, not several: jq -c . makes it so"
    return ""


def decode_exactly(data: bytes) -> Any:
    """The JSON value of a line that `decode` refused for `integer-range`, its integers exact.

    For telling what was read, not for reading: it is slow.
    """
    import json

    with _deep():
        return json.loads(data)


def encode(value: Any) -> bytes:
    """A JSON value as one line, its line feed included."""
    try:
        return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:
        return _encode_slowly(value)


def _encode_slowly(value: Any) -> bytes:
    """What orjson does not write: more than 254 levels (it reads 1,024), and integers of more than 64 bits."""
    import json

    with _deep():
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@contextmanager
def _deep() -> Iterator[None]:
    """Room for all the levels that orjson reads."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + 10_000)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
