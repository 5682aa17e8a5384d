"""A study that is killed at random moments, again and again, ends up as one that was left in peace."""

import json
import random
import subprocess
import time
from pathlib import Path

from ..conftest import SOLIT, Run
from .test_study import by_seed

KILLS = 20
SEEDS = 4000
ARGS = ("study", "--variant", "suspense", "--player", "simple", "--seeds", f"1..{SEEDS}", "-q")


def test_killed_twenty_times(solit: Run, tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    choice = random.Random(20)
    kills, grown = 0, 0
    while kills < KILLS:
        before = path.stat().st_size if path.exists() else 0
        jobs = ("--jobs", str(1 + kills % 2))
        process = subprocess.Popen([SOLIT, *ARGS, *jobs, "--out", str(path)], stdout=subprocess.DEVNULL)
        wait = time.monotonic() + 20
        while process.poll() is None and time.monotonic() < wait:  # begin to write, and then not long
            if path.exists() and path.stat().st_size > before:
                break
            time.sleep(0.005)
        time.sleep(choice.uniform(0, 0.15))
        process.kill()
        assert process.wait() == -9, "it was done before it was killed: more seeds are needed"
        kills += 1
        grown += path.stat().st_size > before
        whole = path.read_bytes().rpartition(b"\n")[0].splitlines()
        seeds = [json.loads(line)["source"] for line in whole]
        assert len(seeds) == len(set(seeds))
        if choice.random() < 0.5:  # as a crash of the whole machine may leave it
            with path.open("r+b") as file:
                file.truncate(path.stat().st_size - choice.randrange(1, 80))
    assert grown > KILLS // 2
    left = [json.loads(line)["source"] for line in path.read_bytes().rpartition(b"\n")[0].splitlines()]
    last = max([int(source[6:]) for source in left])
    short = [*ARGS[:6], f"1..{last}", "-q"]
    assert solit(*short, "--out", str(path)).code == 0
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    seeds = sorted([int(line["source"][6:]) for line in lines])
    assert seeds == list(range(1, last + 1))
    peace = tmp_path / "peace.jsonl"
    solit(*short, "--out", str(peace))
    assert by_seed(lines) == by_seed([json.loads(line) for line in peace.read_bytes().splitlines()])
