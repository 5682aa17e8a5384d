"""The lines of a study: read and checked, and a file of them that outlives crashes.

A line is appended as a whole. What a crash may leave is a last line without its end: it is dropped and its seed done
again. The file is locked while a study writes to it.
"""

import os
import stat
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any, NamedTuple

import orjson

from solit.cli.lines.streams import Output, OutputFault, file_label, reason
from solit.engine.errors import RecordError, SolitError

SYNC_SECONDS = 1.0
"""Lines are handed to the disk itself at least this often while they come."""


class StudyFault(SolitError):
    """Files that are no study, or parts of different studies."""


class Result(NamedTuple):
    """One line of a study. `outcome`: the solver's verdict, or how a player's game stood at its end; `ms`: time
    spent; `nodes` and `score` are None where the line has none."""

    seed: int
    outcome: str
    ms: float
    nodes: int | None
    score: int | None


def read_result(obj: Any, where: str) -> tuple[Result, dict[str, Any]]:
    """The result on a line, and its `study`; raises `StudyFault` where the line is none of a study."""
    try:
        study, source = obj["study"], obj["source"]
        if type(study) is not dict or not source.startswith("solit:"):
            raise ValueError
        seed = int(source[6:])
        if "solution" in obj:
            solution = obj["solution"]
            result = Result(seed, solution["verdict"], float(solution["ms"]), int(solution["nodes"]), None)
        else:
            result = Result(seed, obj["validation"]["status"], float(obj["_ms"]), None, int(obj["score"]["total"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise StudyFault("not-a-study", f"{where} is no line of a study") from None
    return result, study


def check_same(study: dict[str, Any], other: dict[str, Any], where: str) -> None:
    """Raise `StudyFault` where a line belongs to another study, saying in what they differ."""
    if study == other:
        return
    names = [name for name in {**study, **other} if study.get(name) != other.get(name)]
    told = "; ".join([f"{name} {_short(other.get(name))}, not {_short(study.get(name))}" for name in names])
    raise StudyFault("another-study", f"{where} belongs to another study: {told}")


def _short(value: Any) -> str:
    return orjson.dumps(value).decode()[:80]


class StudyFile:
    """A file that seeds are appended to. Opening it reads what is there, drops a torn last line and locks the file.

    `found` are the results that it held. Raises `StudyFault` where the file holds anything but lines of `study`,
    `OutputFault` where it can't be opened, is locked by another study, or can't be written.
    """

    def __init__(self, path: str, study: dict[str, Any], head: bytes) -> None:
        """`head`: how each of its lines begins."""
        self.path, self.label = path, file_label(path)
        self.found: list[Result] = []
        self._synced = monotonic()
        try:
            self.descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0), 0o666)
        except OSError as fault:
            raise OutputFault(f"cannot write {self.label}: {reason(fault)}") from fault
        self._output = Output(self.descriptor)
        try:
            self.regular = stat.S_ISREG(os.fstat(self.descriptor).st_mode)
            if self.regular:
                self._lock()
                self._take_stock(study, head)
        except BaseException:
            os.close(self.descriptor)
            raise

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:
            return  # a system without such locks
        try:
            # a lock of this process alone: worker processes do not inherit it, so it ends with us
            fcntl.lockf(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            raise OutputFault(f"cannot write {self.label}: another study is writing to it") from fault

    def _take_stock(self, study: dict[str, Any], head: bytes) -> None:
        whole = 0
        torn = b""
        for number, line in enumerate(_raw_lines(self.descriptor), 1):
            if not line.endswith(b"\n"):
                torn = line
                break
            whole += len(line)
            if not line.strip():
                continue
            where = f"{self.label}, line {number},"
            try:
                result, theirs = read_result(orjson.loads(line), where)
            except orjson.JSONDecodeError:
                raise StudyFault("not-a-study", f"{where} is no line of a study") from None
            check_same(study, theirs, where)
            self.found.append(result)
        if torn:
            if not torn.startswith(head[: len(torn)]):  # somebody else's text is not thrown away
                raise StudyFault("not-a-study", f"{self.label} ends in what is no line of this study")
            os.ftruncate(self.descriptor, whole)

    def write(self, data: bytes) -> None:
        """Append whole lines; Ctrl-C waits until they are."""
        try:
            self._output.write(data)
            self._output.flush()
        except OutputFault as fault:
            raise OutputFault(str(fault).replace("the output", self.label)) from fault
        if self.regular and monotonic() - self._synced > SYNC_SECONDS:
            self.sync()

    def sync(self) -> None:
        """Hand everything to the disk."""
        if not self.regular:
            return
        try:
            os.fsync(self.descriptor)
        except OSError as fault:
            raise OutputFault(f"cannot write {self.label}: {reason(fault)}") from fault
        self._synced = monotonic()

    def close(self) -> None:
        """Hand everything to the disk and unlock the file."""
        try:
            self.sync()
        finally:
            os.close(self.descriptor)


def _raw_lines(descriptor: int) -> Iterator[bytes]:
    with open(descriptor, "rb", closefd=False) as file:  # closing any descriptor of the file would unlock it
        file.seek(0)
        yield from file


def read_parts(paths: Sequence[str]) -> Iterator[tuple[Result, dict[str, Any], dict[str, Any], str]]:
    """All lines of finished parts: the result, its `study`, the whole object, where it stood.

    Raises `StudyFault` for anything else in the files; a torn last line is left out.
    """
    from solit.cli.lines.streams import decode, read_lines

    def unreadable(sentence: str) -> None:
        raise StudyFault("unreadable", sentence)

    waiting: tuple[str, str] | None = None  # a line that is no JSON: well if it is its file's last
    for line in read_lines(paths, lambda _descriptor: None, unreadable):
        where = f"{line.file}, line {line.number},"
        if waiting is not None and waiting[0] == line.file:
            raise StudyFault("not-a-study", waiting[1])
        waiting = None
        try:
            obj = decode(line.data)
        except RecordError:
            waiting = line.file, f"{where} is no line of a study"
            continue
        result, study = read_result(obj, where)
        yield result, study, obj, where
