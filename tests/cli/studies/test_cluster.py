"""A study on a real Dask scheduler with two real worker processes, one of which is killed on the way."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..conftest import SOLIT, Run
from .test_study import by_seed

pytest.importorskip("distributed")

SEEDS = 800
ARGS = ("study", "--seeds", f"1..{SEEDS}", "--nodes", "5000", "--timeout", "0", "-q")


def dask(*args: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *args],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "DASK_DISTRIBUTED__ADMIN__LOG_LENGTH": "0"},
    )


def worker(address: str) -> "subprocess.Popen[bytes]":
    return dask("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """The address of a scheduler on a free port of the loopback."""
    told = tmp_path / "scheduler.json"
    process = dask("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(told))
    try:
        wait = time.monotonic() + 60
        while not (told.exists() and told.stat().st_size):
            assert process.poll() is None
            assert time.monotonic() < wait
            time.sleep(0.05)
        yield str(json.loads(told.read_text())["address"])
    finally:
        process.kill()
        process.wait()


def test_a_lost_worker_changes_nothing(solit: Run, scheduler: str, tmp_path: Path) -> None:
    one, many = tmp_path / "one.jsonl", tmp_path / "many.jsonl"
    workers = [worker(scheduler), worker(scheduler)]
    try:
        command = [str(SOLIT), *ARGS, "--scheduler", scheduler, "--out", str(many)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        wait = time.monotonic() + 60
        while not many.exists() or many.read_bytes().count(b"\n") < SEEDS // 10:
            assert process.poll() is None, "it was done before a worker was killed: more seeds are needed"
            assert time.monotonic() < wait
            time.sleep(0.005)
        workers[0].send_signal(signal.SIGKILL)
        assert workers[0].wait() == -9
        summary, _ = process.communicate(timeout=300)
        assert process.returncode in (0, 3)
    finally:
        for each in workers:
            each.kill()
            each.wait()
    alone = solit(*ARGS, "--out", str(one))
    assert alone.code == process.returncode
    lines = [[json.loads(line) for line in path.read_bytes().splitlines()] for path in (one, many)]
    assert len(lines[1]) == SEEDS
    assert by_seed(lines[0]) == by_seed(lines[1])
    told = json.loads(summary)
    assert {**told, "ms": None} == {**alone.line, "ms": None}


@pytest.mark.parametrize("address", ["127.0.0.1", "nowhere://x"])
def test_no_scheduler(solit: Run, address: str) -> None:
    done = solit("study", "--seeds", "1..3", "--scheduler", address, "-q")
    assert done.code == 2
    assert done.err.startswith(f"solit: cannot reach a scheduler at {address}: ")
    assert done.err.count("\n") == 1
