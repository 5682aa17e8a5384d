"""`python -m solit`, and the entry point of the command `solit`."""

import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and leave with its exit code; Ctrl-C while modules are still imported is no traceback."""
    _hold_places()
    # by default the search for garbage takes a tenth of a short command's time; a long one is still searched
    gc.set_threshold(100_000, 50, 100)
    try:
        from solit.cli.app import main as run

        code = run()
    except KeyboardInterrupt:
        code = 130
    except (MemoryError, ImportError) as fault:
        if isinstance(fault, ImportError) and "failed to map segment" not in str(fault):
            raise
        # `app` tells this where it can: here there is not even the memory for its modules
        with suppress(OSError):
            os.write(2, b"solit: the system has not the memory to start\n")
        code = 2
    leave(code)


def _hold_places() -> None:
    """Put something where stdin, stdout or stderr is closed, that can't be used as such.

    Else the next file or pipe that is opened would get the number, and be written to as stdout.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if descriptor else os.O_WRONLY)


def leave(code: int) -> NoReturn:
    """End the process with this exit code.

    At once, where no threads or processes are left to end: to take the interpreter apart is a fifth of the time of a
    short command, and frees only what the system frees anyway.
    """
    if "multiprocessing" in sys.modules:
        sys.exit(code)
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # none, closed, or nobody is listening
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
