"""`solit` as a process, and what holds for each run: no traceback, no fault of its own, an exit code that it knows."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

SOLIT = str(Path(sys.executable).with_name("solit"))
CODES = (0, 1, 2, 3, 130)
FAULTS = ("Traceback", "a fault of solit itself", "Exception ignored", "Sanitizer", "runtime error:")
"""What stderr never says."""


class Ran(NamedTuple):
    """A finished process."""

    code: int
    out: bytes
    err: str


def surroundings() -> dict[str, str]:
    """The environment of a run: of no terminal, whatever the tests are run in."""
    kept = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "NO_COLOR", "SOLIT_DEBUG")}
    return {**kept, "COLUMNS": "80"}


def check_ran(args: Sequence[str], code: int, err: str) -> None:
    """What holds for every run."""
    for fault in FAULTS:
        assert fault not in err, (args, code, err[-2000:])
    assert code in CODES, (args, code, err[-2000:])


def run(args: Sequence[str], given: bytes = b"", timeout: float = 300) -> Ran:
    """Run `solit` with these arguments and this input to its end."""
    done = subprocess.run([SOLIT, *args], input=given, capture_output=True, env=surroundings(), timeout=timeout)
    ran = Ran(done.returncode, done.stdout, done.stderr.decode("utf-8", "backslashreplace"))
    check_ran(args, ran.code, ran.err)
    return ran
