"""The line of a game that is being played: after every entry its file holds the whole of it, as of that moment."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from solit.cli.lines.files import check_writable, descriptor_of, whole_file
from solit.cli.lines.streams import OutputFault, encode, file_label

_GZIP, _BOM = b"\x1f\x8b", b"\xef\xbb\xbf"


class SavedGame:
    """One line of a file of JSON Lines, written anew again and again.

    Each time the whole file is written beside itself and renamed: whatever happens meanwhile, it holds whole lines, and
    the game as of one entry or the other. Lines that others append stay. `line`: the bytes of a line that is there
    already, to be gone on with; without it a line is appended. What is no regular file (`-`, a pipe) gets the line
    once, at the end. Raises `OutputFault` for a file that can't be written.
    """

    def __init__(self, path: str, line: bytes | None = None) -> None:
        self.path = path
        self._line = line
        self._number: int | None = None  # where the line was found, from 0
        self._last: bytes | None = None
        check_writable(path)
        self._at_the_end = descriptor_of(path) is not None
        with suppress(OSError):
            self._at_the_end = self._at_the_end or not stat.S_ISREG(os.stat(path).st_mode)
        if not self._at_the_end:
            self._content()

    def save(self, record: dict[str, object]) -> None:
        """Put the record in the line's place. Raises `OutputFault`; the file is as it was then."""
        data = encode(record).rstrip(b"\n")
        if self._at_the_end or data == self._line:
            self._last = data
            return
        with _locked(os.path.dirname(os.path.realpath(self.path))):
            lines = self._content().split(b"\n")
            number = self._find(lines)
            if lines[-1]:  # the file's last line lacks its line feed
                lines.append(b"")
            if number is None:
                number = len(lines) - 1
                lines.append(b"")
            lines[number] = data
            with whole_file(self.path) as file:
                file.write(b"\n".join(lines))
        self._line, self._number = data, number

    def close(self) -> None:
        """Write what is written once only."""
        if self._at_the_end and self._last is not None:
            with whole_file(self.path) as file:
                file.write(self._last + b"\n")

    def _content(self) -> bytes:
        try:
            with open(self.path, "rb") as file:
                content = file.read()
        except FileNotFoundError:
            return b""
        except OSError as fault:
            raise OutputFault(f"cannot read {file_label(self.path)}: {fault.strerror}") from fault
        if content.startswith(_GZIP):
            raise OutputFault(f"cannot write {file_label(self.path)}: it is gzipped")
        return content

    def _find(self, lines: list[bytes]) -> int | None:
        """The number of our line, wherever others have moved it to; None where it isn't there (any more)."""
        if self._line is None:
            return None
        if self._number is not None and lines[self._number : self._number + 1] == [self._line]:
            return self._number
        return next((number for number, line in enumerate(lines) if line.removeprefix(_BOM) == self._line), None)


@contextmanager
def _locked(folder: str) -> Iterator[None]:
    """Keep other games out of the folder's files for the while, where the system can: two may go into one file."""
    try:
        import fcntl

        descriptor = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        yield
        return
    try:
        with suppress(OSError):  # not every file system has locks
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
