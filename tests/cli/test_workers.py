"""Several processes behind one filter: order, killed processes, interrupts, slow pipes."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from solit.cli import streams, workers
from solit.cli.filter import UNREADABLE, YES, Filter
from solit.cli.streams import Output
from solit.cli.workers import Pool, filter_in_processes

from .conftest import SOLIT, Run


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of about four short lines, cut where a read ends."""
    monkeypatch.setattr(streams, "PIECE", 32)
    monkeypatch.setattr(workers, "CHUNK_BYTES", 40)


def deadly(obj: dict[str, Any]) -> int:
    """A command that a record can kill: always, or only in the process that meets it first."""
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


def test_a_closed_pipe_ends_all_processes(tmp_path: Path, games: list[dict[str, Any]]) -> None:
    given = tmp_path / "games.jsonl"
    given.write_bytes(b"".join(json.dumps(game).encode() + b"\n" for game in games) * 1000)
    with subprocess.Popen([SOLIT, "validate", "-j", "2", given], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(20) == 0
    time.sleep(0.2)
    left = subprocess.run(["pgrep", "-f", str(given)], capture_output=True, text=True)
    assert left.stdout == ""
