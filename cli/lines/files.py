"""The files that a command writes: none of them another file of the same command, each whole or as it was."""

import errno
import os
import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import BinaryIO

from solit.cli.lines.streams import Output, OutputFault, file_label, writing

_STREAMS = {"-": 1, "/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/([0-9]{1,6})")


def descriptor_of(path: str) -> int | None:
    """The open descriptor that a path names: 1 for `-` and `/dev/stdout`, 5 for `/dev/fd/5`; None for other paths."""
    if path in _STREAMS:
        return _STREAMS[path]
    found = _DESCRIPTOR.fullmatch(path)
    return None if found is None else int(found[1])


def _identity(path: str | int) -> tuple[object, ...] | None:
    """What two names of one file have in common; None of what is there for many, such as a terminal or `/dev/null`.

    A file that is not there yet is its folder and its name. Symbolic links are followed, hard links are one file.
    """
    try:
        status = os.stat(path)
    except OSError:
        if isinstance(path, int):
            return None
        folder, name = os.path.split(os.path.realpath(path))
        try:
            status = os.stat(folder)
        except OSError:
            return None  # neither can be written nor read: told when that is tried
        return status.st_dev, status.st_ino, name
    if stat.S_ISCHR(status.st_mode) or stat.S_ISSOCK(status.st_mode):
        return None
    return status.st_dev, status.st_ino


def check_files(
    inputs: Sequence[str] | None, outputs: Mapping[str, str | None] | None = None, *, stdout: bool = True
) -> None:
    """Refuse a command line whose output is another of its files, which it would destroy or read without end.

    `inputs`: the paths it reads, `-` or none at all for stdin (None: it reads nothing); `outputs`: by the names of
    their options, the paths it writes (None: not given); `stdout`: whether it writes there beside these, so that none
    of them can be `-`. To be called before anything is written. Raises `OutputFault`.
    """
    written: dict[tuple[object, ...], str] = {}
    for stream, name in ((1, "stdout"), (2, "stderr")):
        identity = _identity(stream)
        if identity is not None:
            written.setdefault(identity, name)  # both may go to one file
    on_stdout = "the output" if stdout else ""
    for option, path in (outputs or {}).items():
        if path is None:
            continue
        told = f"{option} {file_label(path)}"
        descriptor = descriptor_of(path)
        if descriptor == 1:
            if on_stdout:
                raise OutputFault(f"{told}: {on_stdout} goes to stdout")
            on_stdout = option
        if descriptor in (1, 2):
            continue
        identity = _identity(path)
        if identity in written:
            raise OutputFault(f"{told} and {written[identity]} are the same file")
        if identity is not None:
            written[identity] = told
    for path in () if inputs is None else inputs or ("-",):
        identity = _identity(0 if path == "-" else path)
        if identity in written:
            label = "stdin" if path == "-" else file_label(path)
            # where stderr is that file, a sentence would be written into what it is about
            told = f"{label} is read, and {written[identity]} is the same file"
            raise OutputFault("" if identity == _identity(2) else told)


# --- writing ---------------------------------------------------------------------------------------------------------


@contextmanager
def whole_file(path: str, *, fresh: bool = False) -> Iterator[BinaryIO | Output]:
    """Something to `write` bytes to, that takes the path's place when the context ends well; else all is as it was.

    It is written beside the file and renamed, so the folder must take a new file for the while. Symbolic links are
    followed; permissions (and, where the system allows, owner and group) are kept. What is no regular file, and the
    descriptors that `descriptor_of` knows, are written to directly. `fresh`: a file that is there is not replaced.
    Raises `OutputFault`, and `ClosedPipe` where the reader of a pipe has left.
    """
    descriptor = descriptor_of(path)
    status = None
    with writing(path), suppress(FileNotFoundError):
        status = os.stat(path)
    if descriptor is None and (status is None or stat.S_ISREG(status.st_mode)):
        with writing(path), _beside(os.path.realpath(path), status, fresh) as file:
            yield file
        return
    with writing(path):
        opened = os.open(path, os.O_WRONLY | getattr(os, "O_CLOEXEC", 0)) if descriptor is None else os.dup(descriptor)
    output = Output(opened)
    try:
        yield output
        output.flush()
    except OutputFault as fault:
        told = str(fault) if path == "-" else str(fault).replace("the output", file_label(path))
        raise OutputFault(told) from fault
    finally:
        os.close(opened)


@contextmanager
def _beside(target: str, status: os.stat_result | None, fresh: bool) -> Iterator[BinaryIO]:
    """The new file beside `target`, in its place at the end."""
    if status is not None:
        if fresh:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        if not os.access(target, os.W_OK):  # a rename would not ask
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    part = _part(target)
    try:
        with open(part, "xb") as file:
            if status is not None:
                _keep(file.fileno(), target, status)
            yield file
            file.flush()
            os.fsync(file.fileno())  # else a crash after the rename could leave an empty file
        if fresh:
            _place_fresh(part, target)
        else:
            os.replace(part, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise


def _part(target: str) -> str:
    """The name that a file has until it is whole."""
    folder, name = os.path.split(target)
    return os.path.join(folder, f".{name[:40]}.{os.getpid()}-{os.urandom(4).hex()}.part")


def _keep(descriptor: int, target: str, status: os.stat_result) -> None:
    """Give a file the owner, the permissions and the access list of the one that it replaces."""
    if hasattr(os, "fchown"):
        with suppress(PermissionError):
            os.fchown(descriptor, status.st_uid, status.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, stat.S_IMODE(status.st_mode))
    if hasattr(os, "getxattr"):
        with suppress(OSError):  # most files have none, and not every file system knows them
            os.setxattr(descriptor, "system.posix_acl_access", os.getxattr(target, "system.posix_acl_access"))


def _place_fresh(part: str, target: str) -> None:
    """Rename, unless a file of this name has come meanwhile."""
    try:
        os.link(part, target)  # unlike a rename it replaces nothing
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        os.rename(part, target)
        return
    os.unlink(part)


def write_file(path: str, text: str) -> None:
    """Write a whole text file, or none: see `whole_file`."""
    with whole_file(path) as file:
        file.write(text.encode())


def check_writable(path: str) -> None:
    """Find out before the work whether `whole_file` will find its place, and leave nothing; raises `OutputFault`."""
    if descriptor_of(path) is not None:
        return
    with writing(path):
        try:
            mode = os.stat(path).st_mode
        except FileNotFoundError:
            mode = 0
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if mode and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if not mode or stat.S_ISREG(mode):
            part = _part(os.path.realpath(path))
            open(part, "xb").close()
            os.unlink(part)
