"""What every filter does: read a line, let the command add its key, write the line, remember the worst exit code."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from solit.cli.lines.streams import (
    ClosedPipe,
    InputLine,
    Output,
    OutputFault,
    decode,
    decode_exactly,
    encode,
    lacks_memory,
    read_lines,
    shown,
    terminal_encoding,
)
from solit.engine.errors import IllegalMove, RecordError, SolitError
from solit.engine.record import OUTPUT_KEYS

if TYPE_CHECKING:
    from solit.deals.tournament import Membership

YES, NO, UNREADABLE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130
_RANK = {YES: 0, NO: 1, UNDECIDED: 2, UNREADABLE: 3, INTERRUPTED: 4}


def worse(one: int, other: int) -> int:
    """The exit code that counts when both were seen: 130, 2, 3, 1, 0 in this order."""
    return one if _RANK[one] >= _RANK[other] else other


class Item(NamedTuple):
    """One line of input as a filter sees it.

    `obj`: its JSON object. `settled`: nothing is left to do with it, as `obj["error"]` says: it could not be read, or
    an earlier command refused it (then `raw` is the line itself, to be passed through).
    `code`: the exit code that the error means (0 without one).
    """

    obj: dict[str, Any]
    settled: bool
    code: int
    raw: bytes
    line: int
    file: str | None  # None while there is one file only


def error_object(fault: SolitError, line: int | None = None, file: str | None = None) -> dict[str, Any]:
    """The `error` of a record that can't be read, with its line, or of an illegal game; of several files with both."""
    if isinstance(fault, IllegalMove):
        illegal = {
            "code": fault.code,
            "message": fault.message,
            "index": fault.index,
            "move": fault.move,
            "position": fault.position,
        }
        return illegal if file is None else {**illegal, "line": line, "file": file}
    error: dict[str, Any] = {"code": fault.code, "message": fault.message}
    if line is not None:
        error["line"] = line
    for name in ("field", "defects", "position", "moves"):
        if name in fault.where:
            error[name] = fault.where[name]
    if file is not None:
        error["file"] = file
    return error


def line_fault(fault: Exception) -> SolitError:
    """What is wrong with a line, whatever was raised over it, so that the next ones are done.

    Where the program itself failed the code is `memory` if the system has no more, else `internal` (under SOLIT_DEBUG
    the fault is raised). A fault of the output is raised: it is none of the line.
    """
    if isinstance(fault, SolitError):
        return fault
    if os.environ.get("SOLIT_DEBUG") or isinstance(fault, ClosedPipe | OutputFault):
        raise fault
    if lacks_memory(fault):
        return RecordError("memory", "the system has not so much memory as this record needs")
    told = shown(f"{type(fault).__name__}: {fault}", 300)
    return RecordError("internal", f"a fault of solit itself: {told} (SOLIT_DEBUG=1 shows where)")


def error_code(error: object) -> int:
    """The exit code of a line's `error`: an illegal game (it has an index) is a no, anything else is unreadable."""
    return NO if isinstance(error, dict) and "index" in error else UNREADABLE


def error_text(error: object) -> str:
    """A line's `error` in words: its message, after the entry that it names, or all of it where there is none."""
    found = error if isinstance(error, dict) else {"message": error}
    message, index, move = found.get("message"), found.get("index"), found.get("move")
    if isinstance(message, str) and message:
        return f"entry {index}, {move}: {message}" if isinstance(index, int) and isinstance(move, str) else message
    return "the line has an error: " + encode(error).decode().strip()


def read_items(paths: Sequence[str], output: Output, unreadable: Callable[[str], None]) -> Iterator[Item]:
    """The lines of all files as JSON objects; whatever is wrong with a line is in its item."""
    several = len(paths) > 1
    for line in read_lines(paths, lambda _descriptor: output.flush(), unreadable):
        yield read_item(line, several)


def read_item(line: InputLine, several: bool) -> Item:
    """One line as an item; `several`: whether it needs its file's name."""
    try:
        return _read_item(line, several)
    except Exception as fault:
        file = line.file if several else None
        error = error_object(line_fault(fault), line.number, file)
        return Item({"error": error}, True, UNREADABLE, b"", line.number, file)


def _read_item(line: InputLine, several: bool) -> Item:
    file = line.file if several else None
    data = line.data or b""
    error = None
    try:
        obj = decode(line.data)
    except RecordError as fault:
        error = error_object(fault, line.number, file)
        obj = decode_exactly(data) if fault.code == "integer-range" else None
    if type(obj) is not dict:
        wrong = RecordError("not-an-object", "the line is not a JSON object")
        obj = {"error": error or error_object(wrong, line.number, file)}
        return Item(obj, True, UNREADABLE, b"", line.number, file)
    if "error" in obj:
        return Item(obj, True, error_code(obj["error"]), data, line.number, file)
    if error is not None:
        return Item(refused(obj, error), True, UNREADABLE, b"", line.number, file)
    return Item(obj, False, YES, data, line.number, file)


def refused(obj: dict[str, Any], error: dict[str, Any]) -> dict[str, Any]:
    """What is written for a line that can't be read: the object without what earlier filters added, `error` last."""
    kept = {name: value for name, value in obj.items() if name not in OUTPUT_KEYS}
    kept["error"] = error
    return kept


def add_membership(told: dict[str, Any], member: "Membership") -> bool:
    """Add to a validation or a score where its game stands in an event; whether it is in order there."""
    if member.deal is not None:
        told["event"] = {"deal": member.deal}
    told["event_ok"] = member.ok
    if not member.ok:
        told["event_error"] = {"code": member.code, "message": member.message}
    return member.ok


def add_claims(told: dict[str, Any], wrong: dict[str, dict[str, Any]]) -> bool:
    """Add to a validation or a score whether the record's claims are so, and what is not; whether they are."""
    told["claim_ok"] = not wrong
    if wrong:
        told["claim_wrong"] = wrong
    return not wrong


class SummaryTable(Protocol):
    """A summary that sees every line and is printed at the end; `take` hands over what it has and begins anew."""

    def see(self, obj: dict[str, Any], code: int, /) -> None: ...
    def take(self) -> Any: ...
    def add(self, other: Any, /) -> None: ...
    def print(self) -> None: ...


@dataclass(slots=True)
class Filter:
    """What one command does to a line.

    `answer` gets each record as its item, whose `obj` is without the keys `own` (the command's own, whatever they said
    before), adds them and returns the line's exit code; an `IllegalMove` that it raises becomes the line's `error`
    (no), any other `SolitError` too (unreadable). `only_bad` leaves out the lines whose code is 0. `table` sees every
    line. `tell` writes a sentence, without line end, in the place of the object: of the line, its file (where there are
    several), the object and the exit code.
    """

    own: Sequence[str]
    answer: Callable[[Item], int]
    only_bad: bool = False
    table: SummaryTable | None = None
    tell: Callable[[int, str | None, dict[str, Any], int], str] | None = None

    def line(self, line: InputLine, several: bool) -> tuple[bytes, int]:
        """What is written for a line, its line feed included, and its exit code."""
        item = read_item(line, several)
        obj, code = _answered(item, self.own, self.answer)
        try:
            if self.tell is not None:
                data = f"{self.tell(line.number, item.file, obj, code)}\n".encode(terminal_encoding(), "replace")
            elif item.settled and item.raw:
                data = item.raw.strip(b" \t\r") + b"\n"
            else:
                data = encode(obj)
        except Exception as fault:
            obj = {"error": error_object(line_fault(fault), line.number, line.file if several else None)}
            data, code = encode(obj), UNREADABLE
        if self.table is not None:
            self.table.see(obj, code)
        return (b"", code) if self.only_bad and not code else (data, code)


def _answered(item: Item, own: Sequence[str], answer: Callable[[Item], int]) -> tuple[dict[str, Any], int]:
    """The object to write for an item, and its exit code."""
    obj = item.obj
    if item.settled:
        return obj, item.code
    for name in own:
        obj.pop(name, None)
    try:
        return obj, answer(item)
    except IllegalMove as fault:
        obj["error"] = error_object(fault, item.line, item.file)
        return obj, NO
    except Exception as fault:
        return refused(obj, error_object(line_fault(fault), item.line, item.file)), UNREADABLE
