"""A terminal that has gone without a signal, as where its window's program was killed: the game ends, too."""

import os
import signal
import termios
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 1.0
"""Between two looks at the terminal, and for the program to leave by itself before it is ended."""


@contextmanager
def ends_with_its_terminal(descriptor: int = 0) -> Iterator[None]:
    """Within this context: once the terminal has hung up, the process gets SIGHUP, and ends soon if it can't heed it.

    Textual waits for a terminal that isn't there any more with all of a processor. Entries are saved as they are made.
    """
    done = threading.Event()

    def watch() -> None:
        while not done.wait(SECONDS):
            try:
                termios.tcgetattr(descriptor)
            except termios.error:
                os.kill(os.getpid(), signal.SIGHUP)
                time.sleep(2 * SECONDS)  # what is written to the terminal waits for ever
                os._exit(128 + signal.SIGHUP)

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        done.set()
