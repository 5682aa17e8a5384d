"""`solit show --step` at a pseudo-terminal."""

import json
import os
import re
import select
import struct
import time
from pathlib import Path
from typing import Any

import pytest

from solit.cli.pictures.step import acts

from ..conftest import SOLIT, all_that_is_shown

pty = pytest.importorskip("pty")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

GAME: dict[str, Any] = {"solit": 1, "variant": "klondike", "source": "solit:2", "moves": "t3-t2 t5-t6 t1-t2"}
FINE: dict[str, Any] = {"solit": 1, "variant": "chinese", "source": "solit:1", "moves": "d"}


class Session:
    """A run of `solit show --step` on a terminal of its own; `given`: what comes through a pipe, if anything."""

    def __init__(self, *arguments: str, given: bytes | None = None) -> None:
        reader, writer = os.pipe()
        self.process, self.terminal = pty.fork()
        if not self.process:
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
            if given is not None:
                os.dup2(reader, 0)
            os.close(writer)
            env = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", "PYTHONUTF8": "1"}
            os.execve(SOLIT, [str(SOLIT), "show", "--step", *arguments], env)
        os.close(reader)
        os.write(writer, given or b"")
        os.close(writer)

    def page(self, wanted: str) -> str:
        """The screen, once this text is on it."""
        told, until = "", time.monotonic() + 60
        while time.monotonic() < until:
            if select.select([self.terminal], [], [], 1)[0]:
                told += os.read(self.terminal, 65536).decode()
                screen = told.rpartition("\x1b[H\x1b[2J")[2]
                if re.sub(r"\s+", " ", screen).find(wanted) >= 0 and "leave" in screen:
                    return screen
        raise AssertionError(f"{wanted!r} is not in {told[-3000:]!r}")

    def press(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())

    def end(self, keys: str = "q") -> tuple[int, str]:
        """Leave; the exit code and what was told after the pages."""
        self.press(keys)
        rest = all_that_is_shown(self.terminal).decode()
        _, status = os.waitpid(self.process, 0)
        assert "\x1b[?25h\x1b[?1049l" in rest  # the screen is as it was
        return os.waitstatus_to_exitcode(status), rest


def test_going_through_a_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(GAME) + "\n" + json.dumps(FINE) + "\n{}\n")
    session = Session(str(path))
    assert "▒▒▒▒" in session.page("0 of 3 · pass 1 Start. Score 0.")
    session.press("\x1b[C")
    session.page("1 of 3 · pass 1 Entry 0, t3-t2: 10 of diamonds from column 3 to column 2; turns up 8 of hearts in")
    session.press("r")
    session.page("stock, next first:")
    session.press("\x1b[F")
    session.page("Entry 2, t1-t2, is refused: red 3 (3H) does not go on TD")
    session.press("  \x1b[D")
    session.page("2 of 3")
    session.press("n")
    session.page("Chinese Solitaire · line 2 · solit:1 · 0 of 1")
    session.press("G")
    session.page("Entry 0, d: Deals 3 of hearts to column 1")
    session.press("n")
    session.page("line 3: the record has no solit")
    session.press("npp")
    session.page("line 1 · solit:2 · 0 of 3")
    assert session.end()[0] == 2


def test_records_through_a_pipe_and_keys_from_the_terminal() -> None:
    session = Session("--at", "1", given=json.dumps(FINE).encode())
    session.page("0 of 1")
    session.press("l")
    session.page("Open, 1 entry.")
    assert session.end()[0] == 0


def test_an_interrupt_leaves_the_terminal_as_it_was() -> None:
    session = Session("--seed", "3")
    session.page("A deal.")
    assert session.end("\x03")[0] == 130


def test_keys() -> None:
    assert acts(b"\x1b[C\x1b[D n\x1b") == ["on", "back", "on", "next game", "leave"]
    assert acts(b"\x1bOC\x1b[5~\x1b[1;5Cxq") == ["on", "far back", "leave"]
    assert acts(b"") == acts(b"zZ\xff") == []
