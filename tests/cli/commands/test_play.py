"""`solit play`: in pipes and in a pseudo-terminal, line by line and on the whole screen."""

import json
import os
import pty
import select
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from ..conftest import SOLIT, Run

DEAL = {"solit": 1, "variant": "klondike", "options": {}, "source": "solit:2"}


def kept(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def valid(solit: Run, path: Path, *more: str) -> list[dict[str, Any]]:
    done = solit("validate", *more, str(path))
    assert done.code == 0, done.out
    return [line["validation"] for line in done.lines]


def test_a_game_in_a_pipe(solit: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    done = solit("play", "--seed", "2", "--out", str(out), "--name", "ann", given="t1-t2\nd\nhint\nu\nt3-t2\nq\nd\n")
    told = done.out.decode()
    assert (done.code, done.err) == (0, "")
    assert "> t1-t2\nred 3 (3H) does not go on JC: columns build down in alternating colours\n" in told
    assert "The sampling player would play " in told
    assert "can't be taken back" in told.replace("\n", " ")
    assert told.count("stock waste") == 3  # the board at first, and after each of the two moves
    assert "score 5" in told
    (record,) = kept(out)
    assert (record["moves"], record["_player"], len(record["at_ms"])) == ("d t3-t2", "ann", 2)
    assert record["end_ms"] >= record["at_ms"][-1]
    assert [hint["by"] for hint in record["_hints"]] == ["sampling"]
    assert valid(solit, out, "--event", str(deals(tmp_path)), "--timed")[0]["event_ok"] is True


def deals(tmp_path: Path) -> Path:
    path = tmp_path / "deals.jsonl"
    path.write_text(json.dumps({**DEAL, "moves": None} | {}).replace(', "moves": null', "") + "\n")
    return path


def test_the_end_of_input_leaves_and_the_game_is_gone_on_with_in_its_line(solit: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    out.write_text('{"solit":1,"variant":"chinese","source":"solit:1","moves":"","_gave_up":true}')
    for _ in range(2):
        solit("play", "--variant", "suspense", "--seed", "1", "--out", str(out), given="d\n")
    assert [record["moves"] for record in kept(out)] == ["", "d", "d"]
    done = solit("play", "--out", str(out), str(out), given="d\nd\n")
    assert done.code == 0
    assert [record["moves"] for record in kept(out)] == ["", "d d d", "d"]
    solit("play", "--out", str(out), "--line", "3", str(out), given="d\nq\n")
    assert [record["moves"] for record in kept(out)] == ["", "d d d", "d d"]
    assert kept(out)[1]["_resumed"] == [kept(out)[1]["_resumed"][0]]
    valid(solit, out)
    other = tmp_path / "other.jsonl"
    solit("play", "--out", str(other), str(out), given="d\n")
    assert [record["moves"] for record in kept(other)] == ["d d d d"]
    assert [record["moves"] for record in kept(out)] == ["", "d d d", "d d"]


def test_nothing_done_leaves_no_record(solit: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    assert solit("play", "--seed", "1", "--out", str(out), given="moves\nt1\nnonsense\nscore\n\nhelp\nq\n").code == 0
    assert not out.exists()


def test_record_on_stdout_board_on_stderr(solit: Run) -> None:
    done = solit("play", "--seed", "2", "--out", "-", given="d\nd\n")
    assert done.line["moves"] == "d d"
    assert "stock waste" in done.err
    judged = solit("validate", given=done.out).line
    assert judged["validation"] == {"valid": True, "status": "open", "moves": 2, "source": "checked"}


def test_the_record_may_stand_on_the_first_line_of_stdin(solit: Run) -> None:
    given = json.dumps(DEAL) + "\nd\nt3-t2\n"
    assert solit("play", "--out", "-", "-", given=given).line["moves"] == "d t3-t2"
    assert solit("play", "-", given="").code == 2
    assert "not JSON" in solit("play", "-", given="d\n").err


def test_several_moves_on_a_line_stop_before_the_wrong_one(solit: Run) -> None:
    done = solit("play", "--seed", "2", "--out", "-", given="d d t1-t2 d\nd x1\n")
    assert done.line["moves"] == "d d"
    assert "does not go on" in done.err and "'x1' is not a move" in done.err


def test_a_whole_game_is_won(solit: Run, tmp_path: Path, games: list[dict[str, Any]]) -> None:
    for game in games[:1]:
        deal = {key: game[key] for key in ("solit", "variant", "options", "deck") if key in game}
        path, out = tmp_path / "deal.jsonl", tmp_path / "out.jsonl"
        path.write_text(json.dumps(deal) + "\n")
        out.unlink(missing_ok=True)
        done = solit("play", "--out", str(out), str(path), given=game["moves"].replace(" ", "\n") + "\nd\n")
        assert done.code == 0
        assert "The game is won!\nScore 52 on cards" in done.out.decode()
        assert done.out.decode().endswith(".\n")
        assert valid(solit, out)[0]["status"] == "won"
        again = solit("play", str(out), given="d\n")
        assert again.code == 2 and "all are over" in again.err


def test_solver_hints_and_giving_up(solit: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    args = ("play", "--variant", "chinaman", "--seed", "1", "--out", str(out))
    told = solit(*args, given="hint --solver\nhint\ngive up\nd\n").out.decode()
    assert "Every card known, " in told and "The sampling player would play" in told
    assert "No move threw the win away" in told and "given up" in told
    (record,) = kept(out)
    assert [hint["by"] for hint in record["_hints"]] == ["solver", "sampling"]
    assert record["_gave_up"] is True and record["moves"] == ""
    assert record["analysis"]["winnable_at_start"] is True
    assert solit("play", "--out", str(out), str(out), given="d\n").code == 2
    valid(solit, out)
    assert solit("rules", "--schema").code == 0


def test_a_place_tells_the_moves_of_its_cards(solit: Run) -> None:
    told = solit("play", "--seed", "2", "-o", "undo=5", given="t3\ns\nfH\nt3-t2\nmoves\n").out.decode()
    assert "is asked for by hint" in solit("play", "--seed", "2", given="hint simple\n").out.decode()
    assert "> t3\nt3-t2\n" in told and "> s\nd\n" in told and "> fH\nNo move is legal" in told


@pytest.mark.parametrize(
    "args",
    [
        ["--seed", "1", "deal.jsonl"],
        ["--line", "1"],
        ["--player", "solver"],
        ["--out", "no/folder.jsonl"],
        ["nowhere.jsonl"],
        ["--variant", "chess"],
        ["--sheet", "vegas", "--variant", "suspense"],
        ["--deck", "AS"],
        ["--line", "7", "deal.jsonl"],
    ],
)
def test_wrong_usage(solit: Run, tmp_path: Path, args: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deal.jsonl").write_text(json.dumps(DEAL) + "\n")
    done = solit("play", *args, given="d\nq\n")
    assert (done.code, done.out) == (2, b"")
    assert done.err


def test_an_illegal_record_is_told(solit: Run, tmp_path: Path) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text(json.dumps({**DEAL, "moves": "d r"}) + "\n")
    done = solit("play", "--line", "1", str(path), given="d\n")
    assert done.code == 1 and "entry 1, r: " in done.err


def test_what_is_typed_can_not_speak_to_the_terminal(solit: Run) -> None:
    done = solit("play", "--seed", "1", given=b"\x1b]0;title\x07\n\xff\xfe\n" + b"d" * 100_000 + b"\nd\n")
    assert done.code == 0
    assert b"\x1b" not in done.out and len(done.out) < 10_000
    assert done.out.count(b"stock waste") == 2  # the line after the endless one is read as it is


class Terminal:
    """`solit play` in a pseudo-terminal."""

    def __init__(self, *args: str, cwd: Path) -> None:
        self.pid, self.side = pty.fork()
        if not self.pid:
            os.chdir(cwd)
            env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", "PYTHONUTF8": "1"}
            os.execve(SOLIT, [str(SOLIT), "play", *args], env)
        self.told = b""

    def until(self, text: bytes, since: int = 0) -> None:
        limit = time.monotonic() + 60
        while text not in self.told[since:]:
            assert time.monotonic() < limit, self.told
            self.told += os.read(self.side, 65536)

    def type(self, text: bytes) -> None:
        os.write(self.side, text)

    def end(self, number: int = 0, typed: bytes = b"") -> int:
        """What became of it; `number`: a signal, `typed`: keys, sent until it ends (input() can miss them just before
        it waits)."""
        limit = time.monotonic() + 60
        while True:
            assert time.monotonic() < limit, self.told
            try:
                if number:
                    os.kill(self.pid, number)
                if typed:
                    self.type(typed)
                if select.select([self.side], [], [], 2)[0]:
                    piece = os.read(self.side, 65536)
                    if not piece:
                        break
                    self.told += piece
            except OSError:  # how Linux says that the other side is closed
                break
        os.close(self.side)
        return os.waitpid(self.pid, 0)[1]


def test_at_a_terminal(solit: Run, tmp_path: Path) -> None:
    game = Terminal("--seed", "2", "--lines", "--out", "games.jsonl", cwd=tmp_path)
    game.until(b"> ")
    assert b"\x1b[" in game.told  # in colours
    game.type(b"d\n")
    game.until(b"waste 3")
    game.type(b"t3-\t\n")  # completed to the only move there is
    game.until(b"score 5")
    game.type(b"t1-t2\n")
    game.until(b"does not go on")
    assert os.waitstatus_to_exitcode(game.end(typed=b"\x04")) == 0
    assert b"Traceback" not in game.told
    (record,) = kept(tmp_path / "games.jsonl")
    assert record["moves"] == "d t3-t2"
    assert record["at_ms"][0] < record["at_ms"][1] <= record["end_ms"]
    valid(solit, tmp_path / "games.jsonl")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_it_the_game_is_there(solit: Run, tmp_path: Path, number: int) -> None:
    game = Terminal("--seed", "2", "--lines", "--out", "games.jsonl", cwd=tmp_path)
    game.until(b"> ")
    game.type(b"d\n")
    game.until(b"waste 3")
    game.until(b"> ", game.told.index(b"waste 3"))
    code = os.waitstatus_to_exitcode(game.end(number))
    assert code == (130 if number == signal.SIGINT else -number)
    assert b"Traceback" not in game.told
    assert [record["moves"] for record in kept(tmp_path / "games.jsonl")] == ["d"]
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]
    valid(solit, tmp_path / "games.jsonl")


def test_the_whole_screen(solit: Run, tmp_path: Path) -> None:
    game = Terminal("--seed", "2", "--out", "games.jsonl", cwd=tmp_path)
    game.until(b"take back")
    game.type(b"d")
    game.until(b"waste 3")
    game.type(b"/t3-t2\r")
    game.until(b"score 5")
    game.type(b"q")
    assert os.waitstatus_to_exitcode(game.end()) == 0
    assert game.told.rindex(b"\x1b[?1049l") > game.told.rindex(b"score 5")  # the terminal is as it was
    assert b"Traceback" not in game.told
    (record,) = kept(tmp_path / "games.jsonl")
    assert record["moves"] == "d t3-t2" and record["end_ms"] >= record["at_ms"][1] > 0
    valid(solit, tmp_path / "games.jsonl")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_whatever_ends_the_screen_the_game_is_there(solit: Run, tmp_path: Path, number: int) -> None:
    game = Terminal("--seed", "2", "--out", "games.jsonl", cwd=tmp_path)
    game.until(b"take back")
    game.type(b"d")
    game.until(b"waste 3")
    os.kill(game.pid, number)
    assert os.waitstatus_to_exitcode(game.end()) == -number
    assert b"Traceback" not in game.told
    if number != signal.SIGKILL:
        assert b"\x1b[?1049l" in game.told
    assert [record["moves"] for record in kept(tmp_path / "games.jsonl")] == ["d"]
    valid(solit, tmp_path / "games.jsonl")


def test_a_terminal_that_has_gone_without_a_signal_ends_the_screen(tmp_path: Path) -> None:
    """As where the program of its window was killed; not a controlling terminal, so that no signal tells of it."""
    master, slave = os.openpty()
    command = [str(SOLIT), "play", "--seed", "2", "--out", str(tmp_path / "games.jsonl")]
    env = {**os.environ, "TERM": "xterm-256color"}
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True) as game:
        os.close(slave)
        told = b""
        while b"take back" not in told:
            told += os.read(master, 65536)
        os.close(master)
        assert game.wait(30) in (-signal.SIGHUP, 128 + signal.SIGHUP)


def test_a_closed_pipe_is_no_fault(tmp_path: Path) -> None:
    command = [str(SOLIT), "play", "--seed", "2", "--out", str(tmp_path / "games.jsonl")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as game:
        assert game.stdin and game.stdout and game.stderr
        game.stdin.write(b"d\n")
        game.stdin.flush()
        while b"waste 3" not in game.stdout.readline():
            pass
        game.stdout.close()
        game.stdin.write(b"d\nd\n")
        game.stdin.close()
        assert game.wait(30) == 0
        assert game.stderr.read() == b""
    assert len(kept(tmp_path / "games.jsonl")) == 1  # with what was entered before anybody noticed
