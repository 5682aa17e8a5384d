"""Several processes behind one filter: order, killed processes, interrupts, slow pipes."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from solit.cli.lines import streams, workers
from solit.cli.lines.filter import UNREADABLE, YES, Filter, Item
from solit.cli.lines.streams import Output
from solit.cli.lines.workers import Pool, filter_in_processes
from solit.engine.errors import SolitError

from ..conftest import SOLIT, Run


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of about four short lines, cut where a read ends."""
    monkeypatch.setattr(streams, "PIECE", 32)
    monkeypatch.setattr(workers, "CHUNK_BYTES", 40)


def deadly(item: Item) -> int:
    """A command that a record can kill: always, or only in the process that meets it first."""
    obj = item.obj
    if obj.get("_kill"):
        os.kill(os.getpid(), signal.SIGKILL)
    if "_once" in obj and not os.path.exists(obj["_once"]):
        Path(obj["_once"]).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    obj["_seen"] = True
    return YES


def deadly_filter() -> Filter:
    """The filter of `deadly`."""
    return Filter((), deadly)


def filtered(tmp_path: Path, lines: list[dict[str, Any]], one_by_one: bool = False) -> tuple[int, list[dict[str, Any]]]:
    """The exit code and the lines that two processes make of `lines`."""
    given, made = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    given.write_text("".join(json.dumps(line) + "\n" for line in lines))
    descriptor = os.open(made, os.O_WRONLY | os.O_CREAT)
    try:
        output = Output(descriptor)
        pool = Pool(deadly_filter, None, output, 2, False, one_by_one=one_by_one)
        code = filter_in_processes(pool, [str(given)], pytest.fail)
        output.flush()
    finally:
        os.close(descriptor)
    return code, [json.loads(line) for line in made.read_text().splitlines()]


@pytest.mark.usefixtures("small_chunks")
def test_the_line_that_kills_is_named_and_all_others_are_done(tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = [{"_n": n} for n in range(30)]
    lines[7]["_kill"] = lines[20]["_kill"] = True
    code, made = filtered(tmp_path, lines)
    assert code == UNREADABLE
    assert [line["_n"] for line in made] == list(range(30))
    for line in made:
        if line["_n"] in (7, 20):
            assert line["error"]["code"] == "worker-killed"
            assert line["error"]["line"] == line["_n"] + 1
        else:
            assert line["_seen"]


@pytest.mark.usefixtures("small_chunks")
def test_a_process_killed_by_something_else_costs_nothing(tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = [{"_n": n} for n in range(30)]
    lines[9]["_once"] = str(tmp_path / "once")
    assert filtered(tmp_path, lines) == (YES, [{**line, "_seen": True} for line in lines])
    lines[9]["_once"] = str(tmp_path / "once more")
    assert filtered(tmp_path, lines, one_by_one=True) == (YES, [{**line, "_seen": True} for line in lines])


def test_jobs_change_nothing(solit: Run, games: list[dict[str, Any]]) -> None:
    given = [*games * 40, {"solit": 2}, {**games[0], "moves": "r"}, *games]
    for command in (["validate", "--summary"], ["score", "--summary"], ["validate", "--events", "--only-bad"]):
        alone, shared = solit(*command, given=given), solit(*command, "--jobs", "3", given=given)
        assert alone == shared
        assert alone.code == UNREADABLE


def test_a_slow_pipe_gets_its_answers_at_once(games: list[dict[str, Any]]) -> None:
    with subprocess.Popen([SOLIT, "validate", "-j", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        for game in games[:3]:
            process.stdin.write(json.dumps(game).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["validation"]["valid"]
        process.stdin.close()
        assert process.wait(20) == 0


def test_ctrl_c_leaves_whole_lines(tmp_path: Path, games: list[dict[str, Any]]) -> None:
    given = tmp_path / "games.jsonl"
    given.write_bytes(b"".join(json.dumps(game).encode() + b"\n" for game in games) * 3000)
    with subprocess.Popen([SOLIT, "validate", "-j", "2", given], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        begun = process.stdout.read(100_000)
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait(20) == 130
    whole = begun + rest
    assert whole.endswith(b"\n")
    for line in whole.splitlines():
        assert json.loads(line)["validation"]["valid"]


class Slow:
    """A filter whose first line waits until a file is there; each of the others becomes a kilobyte."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __call__(self) -> Filter:
        return Filter((), self.answer)

    def answer(self, item: Item) -> int:
        """Wait, or fill."""
        while item.line == 1 and not os.path.exists(self.path):
            time.sleep(0.01)
        item.obj["_more"] = "x" * 1000
        return YES


def test_answers_that_wait_for_an_earlier_one_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MOST_HELD", 20_000)
    given, made, sign = tmp_path / "in.jsonl", tmp_path / "out.jsonl", tmp_path / "go on"
    given.write_text("{}\n" * 500)
    most = 0

    class Watched(Pool):
        def _collect(self, descriptor: int | None) -> None:
            nonlocal most
            most = max(most, self.held)
            if self.held > workers.MOST_HELD:
                sign.touch()  # all that is allowed is kept
            super()._collect(descriptor)

    with made.open("wb") as out:
        output = Output(out.fileno())
        pool = Watched(Slow(str(sign)), None, output, 2, False, one_by_one=True)
        assert filter_in_processes(pool, [str(given)], pytest.fail) == YES
        output.flush()
    assert len(made.read_bytes().splitlines()) == 500
    assert 20_000 < most < 25_000
    assert pool.held == 0


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_processes_do_not_outlive_their_parent(tmp_path: Path, end: signal.Signals) -> None:
    """Work without end, however good the search is: that of all seeds."""
    made = tmp_path / "study.jsonl"
    work = [str(SOLIT), "study", "--seeds", f"0..{2**64 - 1}", "--nodes", "10000", "-q", "-j", "2", "--out", str(made)]
    with subprocess.Popen(work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        begun = time.monotonic()
        while len(processes_at(made)) < 3 and time.monotonic() < begun + 30:
            time.sleep(0.05)
        assert len(processes_at(made)) == 3
        time.sleep(0.5)
        assert process.poll() is None
        process.send_signal(end)
        process.wait(20)
    begun = time.monotonic()
    while processes_at(made) and time.monotonic() < begun + 10:
        time.sleep(0.05)
    assert not processes_at(made)


def processes_at(path: Path) -> list[str]:
    """The processes whose command line names the file."""
    return subprocess.run(["pgrep", "-f", str(path)], capture_output=True, text=True).stdout.split()


def test_a_closed_pipe_ends_all_processes(tmp_path: Path, games: list[dict[str, Any]]) -> None:
    given = tmp_path / "games.jsonl"
    given.write_bytes(b"".join(json.dumps(game).encode() + b"\n" for game in games) * 1000)
    with subprocess.Popen([SOLIT, "validate", "-j", "2", given], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(20) == 0
    time.sleep(0.2)
    assert not processes_at(given)


LIMITED = 'ulimit -{} {}; exec "$@"'


@pytest.mark.skipif(sys.platform != "linux", reason="how limits are heeded is the system's affair")
def test_few_descriptors_are_told_as_such(tmp_path: Path, games: list[dict[str, Any]]) -> None:
    given = tmp_path / "games.jsonl"
    given.write_text("".join([json.dumps(game) + "\n" for game in games]))
    codes = set()
    for most in (6, 10, 16):
        limited = ["bash", "-c", LIMITED.format("n", most), "bash", str(SOLIT), "validate", "-j", "8", str(given)]
        done = subprocess.run(limited, capture_output=True, text=True, timeout=60)
        codes.add(done.returncode)
        assert "cannot write" not in done.stderr
        if done.returncode:
            assert done.stderr == "solit: cannot start a process: Too many open files\n"
        else:
            assert (done.stdout.count("\n"), done.stderr) == (len(games), "")
    assert codes == {0, 2}  # as many processes as there can be, or none


@pytest.mark.parametrize("most", [0, 1, 2])
def test_a_fork_that_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """As many processes as there can be do the work; where there is none that is said."""
    fork, forked = os.fork, 0

    def refused() -> int:
        nonlocal forked
        if forked == most:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        forked += 1
        return fork()

    monkeypatch.setattr(os, "fork", refused)
    lines: list[dict[str, Any]] = [{"_n": n} for n in range(30)]
    if most:
        assert filtered(tmp_path, lines, one_by_one=True) == (YES, [{**line, "_seen": True} for line in lines])
    else:
        with pytest.raises(SolitError, match="cannot start a process: Resource temporarily unavailable"):
            filtered(tmp_path, lines)


@pytest.mark.skipif(sys.platform != "linux", reason="how limits are heeded is the system's affair")
def test_low_memory_is_told_in_sentences(tmp_path: Path, games: list[dict[str, Any]]) -> None:
    given = tmp_path / "games.jsonl"
    given.write_text("".join([json.dumps(game) + "\n" for game in games]))
    codes = set()
    for kilobytes in (14_000, 20_000, 24_000, 28_000, 34_000, 200_000):
        for command in (["validate"], ["solve", "--nodes", "9", "-j", "2"]):
            limited = ["bash", "-c", LIMITED.format("v", kilobytes), "bash", str(SOLIT), *command, str(given)]
            done = subprocess.run(limited, capture_output=True, text=True, timeout=60)
            codes.add(done.returncode)
            assert done.returncode in (0, 2, 3, 127), done.stderr  # 127: not even the interpreter starts
            assert "Traceback" not in done.stderr
            assert "ignored" not in done.stderr
            if done.returncode == 2 and done.stdout:
                assert done.stdout.count("\n") == len(games)
                assert '"code":"memory"' in done.stdout
    assert {0, 2} <= codes
