"""A study on a real Dask scheduler with two real worker processes, one of which is killed on the way."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from solit.cli.studies import cluster
from solit.engine.study import Plan

from ..conftest import SOLIT, Run
from .test_study import by_seed

pytest.importorskip("distributed")

SEEDS = 800
ARGS = ("study", "--seeds", f"1..{SEEDS}", "--nodes", "5000", "--timeout", "0", "-q")


def dask(*args: str, failures: int = 3) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *args],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={
            **os.environ,
            "DASK_DISTRIBUTED__ADMIN__LOG_LENGTH": "0",
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(failures),
        },
    )


def worker(address: str, *more: str) -> "subprocess.Popen[bytes]":
    return dask(
        "worker", address, "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1", *(more or ("--no-nanny",))
    )


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """The address of a scheduler on a free port of the loopback."""
    with running_scheduler(tmp_path) as (address, _process):
        yield address


@contextmanager
def running_scheduler(tmp_path: Path, failures: int = 3) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    told = tmp_path / "scheduler.json"
    place = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(told))
    process = dask("scheduler", *place, failures=failures)
    try:
        wait = time.monotonic() + 60
        while not (told.exists() and told.stat().st_size):
            assert process.poll() is None
            assert time.monotonic() < wait
            time.sleep(0.05)
        yield str(json.loads(told.read_text())["address"]), process
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
    assert {**told, "ms": None, "made": None} == {**alone.line, "ms": None, "made": None}


@pytest.mark.parametrize("address", ["127.0.0.1", "nowhere://x"])
def test_no_scheduler(solit: Run, address: str) -> None:
    done = solit("study", "--seeds", "1..3", "--scheduler", address, "-q")
    assert done.code == 2
    assert done.err.startswith(f"solit: cannot reach a scheduler at {address}: ")
    assert done.err.count("\n") == 1


def test_a_port_that_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    monkeypatch.setattr("logging.disable", lambda level: None)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        for scheme, told in (("tcp", "no answer in 0.5 s"), ("tls", "TLS")):
            begun = time.monotonic()
            with pytest.raises(cluster.ClusterFault, match=told):
                cluster.work_on_cluster(
                    Plan("klondike"), iter([1]), lambda data: None, f"{scheme}://127.0.0.1:{port}", True
                )
            assert time.monotonic() - begun < 30


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_lost_scheduler(tmp_path: Path, number: signal.Signals) -> None:
    path = tmp_path / "a.jsonl"
    with running_scheduler(tmp_path) as (address, process):
        hand = worker(address)
        command = [str(SOLIT), "study", "--player", "simple", "--seeds", "1..10000000", "--scheduler", address]
        study = subprocess.Popen([*command, "--out", str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            wait = time.monotonic() + 60
            while not (path.exists() and path.stat().st_size):
                assert study.poll() is None
                assert time.monotonic() < wait
                time.sleep(0.05)
            process.send_signal(number)
            _, err = study.communicate(timeout=60)
        finally:
            for each in (hand, study):
                each.kill()
                each.wait()
    assert study.returncode == 2
    told = err.decode().splitlines()
    assert len(told) == 2, told
    count = path.read_bytes().count(b"\n")
    assert f"broken off: {count:,} of 10,000,000 seeds" in told[0]
    assert told[1] == f"solit: the scheduler at {address} is lost"


@pytest.mark.slow
def test_a_seed_that_kills_its_worker(solit: Run, tmp_path: Path) -> None:
    """The others are done, it gets an error."""
    preload = tmp_path / "poison.py"
    preload.write_text(
        "import os\n"
        "from solit.cli.studies import cluster\n"
        "line_of = cluster.kept = getattr(cluster, 'kept', cluster.line_of)  # it may be loaded twice\n"
        "cluster.line_of = lambda plan, seed: os._exit(1) if seed == 7 else line_of(plan, seed)\n"
    )
    with running_scheduler(tmp_path, failures=0) as (address, _process):
        hands = [worker(address, "--nanny", "--preload", str(preload)) for _ in range(2)]
        try:
            done = solit("study", "--player", "simple", "--seeds", "1..20", "--scheduler", address, "-q")
        finally:
            for each in hands:
                each.terminate()
                each.wait()
    assert done.code == 2
    assert sorted([int(line["source"][6:]) for line in done.lines]) == list(range(1, 21))
    failed = [line for line in done.lines if "error" in line]
    assert [(line["source"], line["error"]["code"]) for line in failed] == [("solit:7", "worker-killed")]
