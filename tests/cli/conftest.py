"""The installed command `solit`, as a process."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

SOLIT = Path(sys.executable).with_name("solit")


class Done(NamedTuple):
    """What a finished process left behind."""

    code: int
    out: bytes
    err: str

    @property
    def lines(self) -> list[Any]:
        """stdout as JSON Lines."""
        assert self.out == b"" or self.out.endswith(b"\n")
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def line(self) -> Any:
        """The only line of stdout."""
        (line,) = self.lines
        return line


Run = Callable[..., Done]


@pytest.fixture(scope="session")
def solit() -> Run:
    """Run `solit` with arguments and input (bytes, text, or objects that become JSON Lines)."""

    def run(*args: str, given: bytes | str | Iterable[Any] = b"", env: dict[str, str] | None = None) -> Done:
        if isinstance(given, str):
            given = given.encode()
        elif not isinstance(given, bytes):
            given = b"".join(json.dumps(obj).encode() + b"\n" for obj in given)
        surroundings = {**os.environ, "COLUMNS": "80", **(env or {})}
        for name in ("FORCE_COLOR", "NO_COLOR"):
            if name not in (env or {}):
                surroundings.pop(name, None)
        done = subprocess.run([SOLIT, *args], input=given, capture_output=True, env=surroundings, timeout=120)
        result = Done(done.returncode, done.stdout, done.stderr.decode())
        assert "Traceback" not in result.err
        return result

    return run


def all_that_is_shown(terminal: int) -> bytes:
    """What was written to the other side of a pseudo-terminal until that was closed; closes this one."""
    told = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # how Linux says that the other side is closed
            break
        if not piece:
            break
        told += piece
    os.close(terminal)
    return told


@pytest.fixture(scope="session")
def won() -> dict[str, Any]:
    """A chinese game that was won."""
    path = Path(__file__).parent / "fixtures" / "won.jsonl"
    record: dict[str, Any] = json.loads(path.read_text().splitlines()[0])
    return record


@pytest.fixture(scope="session")
def games() -> list[dict[str, Any]]:
    """Won games of chinese, chinaman and suspense, under several options."""
    path = Path(__file__).parent / "fixtures" / "won.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()]
