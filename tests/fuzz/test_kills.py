"""Commands that are killed or interrupted at random moments: what they wrote is whole, and nothing is lost or doubled.

`tests/cli/test_study_crash.py` kills one study twenty times over; here it is every kind of end, of the whole or of one
of its processes.
"""

import json
import os
import random
import re
import signal
import subprocess
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from .games import well_formed
from .process import SOLIT, check_ran, run, surroundings
from .sizes import dice, sized

ENDS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
FILTERS = (
    "validate -j 2",
    "validate",
    "score -j 2",
    "solve --nodes 30 --memory 20 -j 2",
    "analyse --nodes 5 --memory 20 -j 2",
)
STUDIES = (
    "study --variant suspense --player simple -q",
    "study --variant chinaman --nodes 300 --timeout 0 --memory 20 -q",
    "study --player sampling --samples 1 --sample-nodes 20 -q",
)


def start(args: Sequence[str], out: Path) -> subprocess.Popen[bytes]:
    """A command under way whose stdout is a file."""
    with out.open("wb") as file:
        return subprocess.Popen([SOLIT, *args], stdout=file, stderr=subprocess.PIPE, env=surroundings())


def wait_a_moment(rng: random.Random, process: subprocess.Popen[bytes], path: Path) -> None:
    """Wait until a file has begun to grow, as a rule, and a little longer."""
    begun, size = time.monotonic(), path.stat().st_size if path.exists() else 0
    while rng.random() < 0.999 and process.poll() is None and time.monotonic() < begun + 20:
        if path.exists() and path.stat().st_size > size:
            break
        time.sleep(0.005)
    time.sleep(rng.uniform(0, 0.1))


def check_end(args: Sequence[str], process: subprocess.Popen[bytes], end: signal.Signals) -> bool:
    """Send the signal and check how the process ended; returns whether it was still at work."""
    process.send_signal(end)
    err = process.communicate(timeout=60)[1].decode("utf-8", "backslashreplace")
    code = process.returncode
    if code == -end:  # as a shell tells it: 128 and the signal's number
        code = 130
    if code == 128 + end:
        code = 130
    check_ran(args, code, err)
    return code == 130


def children_of(process: subprocess.Popen[bytes]) -> list[int]:
    """The processes that it started."""
    found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, timeout=20)
    return [int(word) for word in found.stdout.split()]


def untimed(data: bytes) -> list[bytes]:
    """Lines without the times that they took."""
    return re.sub(rb'"(_ms|ms|cpu_ms)":[0-9.e-]+', b"", data).splitlines()


@cache
def records(size: int) -> bytes:
    """Lines of good records."""
    rng = dice("kills")
    return b"".join([json.dumps(well_formed(rng)).encode() + b"\n" for _ in range(size)])


@sized(1, 12, FILTERS, ["validate -j 2"])
def test_a_filter_that_is_ended_leaves_a_beginning(form: str, size: int, tmp_path: Path) -> None:
    rng, given, out, ended = dice("filter", form), tmp_path / "in.jsonl", tmp_path / "out.jsonl", 0
    given.write_bytes(records(300) * (2 if form.startswith(("solve", "analyse")) else 30))
    args = [*form.split(), str(given)]
    whole = untimed(run(args).out)
    for _ in range(size):
        end = rng.choice(ENDS)
        process = start(args, out)
        wait_a_moment(rng, process, out)
        ended += check_end(args, process, end)
        data = out.read_bytes()
        lines = untimed(data)
        if end == signal.SIGINT:
            assert data == b"" or data.endswith(b"\n")
        elif data and not data.endswith(b"\n"):  # a write that the kill cut short
            lines.pop()
        assert lines == whole[: len(lines)]
    assert ended or size < 5


@sized(1, 12, [form for form in FILTERS if "-j" in form], ["score -j 2"])
def test_a_filter_whose_processes_are_killed_misses_nothing(form: str, size: int, tmp_path: Path) -> None:
    rng, given, out, killed = dice("child", form), tmp_path / "in.jsonl", tmp_path / "out.jsonl", 0
    given.write_bytes(records(300) * (1 if form.startswith(("solve", "analyse")) else 15))
    args = [*form.split(), str(given)]
    whole = run(args)
    for _ in range(size):
        process = start(args, out)
        wait_a_moment(rng, process, out)
        for child in children_of(process)[:1]:
            with_kill(child)
            killed += 1
        err = process.communicate(timeout=300)[1].decode()
        check_ran(args, process.returncode, err)
        assert untimed(out.read_bytes()) == untimed(whole.out)
        assert process.returncode == whole.code
    assert killed or size < 5


def with_kill(process: int) -> None:
    """Kill a process that may be gone."""
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return


@sized(1, 8, STUDIES, [STUDIES[0]])
def test_a_study_that_is_ended_goes_on_to_the_same_lines(form: str, size: int, tmp_path: Path) -> None:
    rng, out, summary, ended = dice("study", form), tmp_path / "out.jsonl", tmp_path / "summary", 0
    seeds = 1000 if "simple" in form else 60
    args = [*form.split(), "--seeds", f"1..{seeds}"]
    peace = run(args)
    whole = {json.loads(line)["source"]: line for line in untimed_lines(peace.out)}
    assert len(whole) == seeds
    for _ in range(size):
        out.unlink(missing_ok=True)
        for _ in range(rng.choice((1, 2, 4))):
            end = rng.choice(ENDS)
            kill_one = rng.random() < 0.3
            more = ["--out", str(out), "-j", rng.choice("123")]
            process = start([*args, *more], summary)
            wait_a_moment(rng, process, out)
            if kill_one:
                for child in children_of(process)[:1]:
                    with_kill(child)
                time.sleep(rng.uniform(0, 0.1))
            ended += check_end(args, process, end)
            lines = out.read_bytes().split(b"\n") if out.exists() else [b""]
            if end == signal.SIGINT:
                assert lines[-1] == b""
            sources = [json.loads(line)["source"] for line in lines[:-1]]
            assert len(sources) == len(set(sources))
        done = run([*args, "--out", str(out), "-j", "2"])
        assert done.code == peace.code
        lines = untimed_lines(out.read_bytes())
        assert len(lines) == seeds
        for line in lines:
            assert line == whole[json.loads(line)["source"]]
    assert ended or size < 5


def untimed_lines(data: bytes) -> list[bytes]:
    """Whole lines that are JSON still, their times 0."""
    return re.sub(rb'"(_ms|ms|cpu_ms)":[0-9.e-]+', rb'"\1":0', data).splitlines()
