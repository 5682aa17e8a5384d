"""Files of a study's lines: read and checked line by line, and one that outlives crashes.

A line is appended as a whole. What a crash may leave is a last line without its end: it is dropped and its seed done
again. The file is locked while a study writes to it.
"""

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any

from solit.cli.lines.streams import Output, OutputFault, decode, file_label, read_lines, reason, say
from solit.engine.errors import RecordError
from solit.engine.study import Result, StudyFault, Tally, check_same

SYNC_SECONDS = 1.0
"""Lines are handed to the disk itself at least this often while they come."""

MOST_SAID = 20
"""Sentences about refused lines at most; the rest is counted."""


class Refusals:
    """Lines that are none of a study, told one by one; nothing is counted of them."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.count = 0
        self.first = ""

    def add(self, where: str, told: str) -> None:
        """Refuse a line."""
        self.count += 1
        self.first = self.first or f"{where} {told}"
        if self.count <= MOST_SAID:
            say(f"{where} {told}; the line does not count", self.quiet)

    def end(self) -> None:
        """Tell how many were not told of."""
        if self.count > MOST_SAID:
            say(f"and {self.count - MOST_SAID:,} more lines do not count", self.quiet)


@contextmanager
def at(where: str) -> Iterator[None]:
    """Within this context: what is refused is told with where it stands."""
    try:
        yield
    except StudyFault as fault:
        raise StudyFault(fault.code, f"{where} {fault.message}", **fault.where) from None


def read_study_line(data: bytes | None) -> tuple[Result, dict[str, Any], dict[str, Any]]:
    """The result on a line of a study, its `study` and the whole object; raises `StudyFault` saying what is wrong."""
    from solit.deals.study import read_line

    try:
        obj = decode(data)
    except RecordError as fault:
        raise StudyFault("study-line", f"can't be read: {fault.message}") from None
    try:
        result, study = read_line(obj)
    except StudyFault as fault:
        raise StudyFault(fault.code, f"is no line of a study: {fault.message}", **fault.where) from None
    return result, study, obj


class StudyFile:
    """A file that seeds are appended to. Opening it reads what is there, drops a torn last line and locks the file.

    What it held is counted in `tally`; lines that are none of a study are refused. Raises `StudyFault` where the file
    holds lines of another study, or none of a study at all, `OutputFault` where it can't be opened, is locked by
    another study, or can't be written.
    """

    def __init__(self, path: str, tally: Tally, head: bytes, refusals: Refusals) -> None:
        """`head`: how each of its lines begins."""
        self.path, self.label = path, file_label(path)
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
                self._take_stock(tally, head, refusals)
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

    def _take_stock(self, tally: Tally, head: bytes, refusals: Refusals) -> None:
        whole, counted = 0, 0
        torn = b""
        quiet = Refusals(True)  # nothing is said of the lines of what is no study at all
        waiting: list[tuple[str, str]] = []
        for number, line in enumerate(_raw_lines(self.descriptor), 1):
            if not line.endswith(b"\n"):
                torn = line
                break
            whole += len(line)
            if not line.strip():
                continue
            where = f"{self.label}, line {number},"
            try:
                result, theirs, _obj = read_study_line(line[:-1])
            except StudyFault as fault:
                if counted:
                    refusals.add(where, fault.message)
                else:
                    quiet.add(where, fault.message)
                    if len(waiting) <= MOST_SAID:
                        waiting.append((where, fault.message))
                continue
            with at(where):
                check_same(tally.study, theirs)
                tally.add(result)
            counted += 1
        if quiet.count and not counted:
            raise StudyFault("not-a-study", quiet.first)
        for where, told in waiting:
            refusals.add(where, told)
        refusals.count += quiet.count - len(waiting)
        refusals.end()
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
        """Hand everything to the disk. Raises `OutputFault`, also where the file is no longer in its place."""
        if not self.regular:
            return
        try:
            os.fsync(self.descriptor)
            ours = os.fstat(self.descriptor)
        except OSError as fault:
            raise OutputFault(f"cannot write {self.label}: {reason(fault)}") from fault
        self._synced = monotonic()
        try:
            there = os.stat(self.path)
        except OSError:
            there = None
        if there is None or (there.st_dev, there.st_ino) != (ours.st_dev, ours.st_ino):
            what = "removed" if there is None else "replaced"
            raise OutputFault(f"{self.label} was {what} while the study wrote to it: its seeds are lost")

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


def read_parts(
    paths: Sequence[str], refusals: Refusals
) -> Iterator[tuple[Result, dict[str, Any], dict[str, Any], str]]:
    """All lines of finished parts: the result, its `study`, the whole object, where it stood.

    Lines that are none of a study are refused. Raises `StudyFault` for a file that can't be read to its end.
    """

    def unreadable(sentence: str) -> None:
        raise StudyFault("unreadable", sentence)

    for line in read_lines(paths, lambda _descriptor: None, unreadable):
        where = f"{'stdin' if line.file == '-' else line.file}, line {line.number},"
        try:
            result, study, obj = read_study_line(line.data)
        except StudyFault as fault:
            refusals.add(where, fault.message)
            continue
        yield result, study, obj, where
    refusals.end()
