"""`solit solve` as a process: verdicts, what becomes of the record, limits, exit codes."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from solit.cli import parameters
from solit.engine.rules import variants
from solit.engine.search import solver

from ..conftest import SOLIT, Run, all_that_is_shown

HARD = {"solit": 1, "variant": "klondike", "options": {}, "source": "solit:4"}


@pytest.mark.parametrize("variant", variants())
def test_a_win_goes_on_to_validate_and_score(solit: Run, variant: str) -> None:
    deals = solit("deal", "--variant", variant, "--seeds", "1..3")
    solved = solit("solve", given=deals.out)
    assert solved.err == ""
    for line in solit("validate", given=solved.out).lines:
        verdict = line["solution"]["verdict"]
        assert (line["validation"]["status"] == "won") == (verdict == "won")
        assert "limit" not in line["solution"]
        if verdict == "won":
            assert line["moves"] == line["solution"]["moves"]
    assert solit("score", given=solved.out).code == 0


def test_what_described_the_old_game_goes(solit: Run, won: dict[str, Any]) -> None:
    entries = len(won["moves"].split())
    times = list(range(entries))
    told = {**won, "at_ms": times, "claim": {"status": "won"}, "validation": 1, "score": 1, "_mine": 1, "layout": {}}
    line = solit("solve", "--at", "5", given=[told]).line
    assert line["moves"].split()[:5] == won["moves"].split()[:5]
    assert line["moves"].split()[5:] == line["solution"]["moves"].split()
    assert not {"at_ms", "claim", "validation", "score"} & line.keys()
    assert line["_mine"] == 1 and line["layout"] == {}
    at_end = solit("solve", given=[won]).line
    assert at_end["solution"]["verdict"] == "won" and at_end["solution"]["moves"] == ""
    words = solit("solve", "--at", "-1", given=[{**won, "moves": won["moves"].split()}]).line
    assert words["moves"][:-1] == won["moves"].split()[:-1]


def test_limits_and_exit_codes(solit: Run) -> None:
    undecided = solit("solve", "--nodes", "50", given=[HARD])
    assert undecided.code == 3
    assert undecided.line["solution"]["verdict"] == "unknown"
    assert undecided.line["solution"]["limit"] == "nodes"
    assert "moves" not in undecided.line
    assert solit("solve", "--timeout", "0.000001", given=[HARD]).line["solution"]["limit"] == "time"
    small = solit("solve", "--memory", "1", given=[HARD])
    assert (small.code, small.line["solution"]["limit"]) == (3, "memory")
    unwinnable = solit("solve", given=[{**HARD, "source": "solit:8"}])
    assert unwinnable.code == 1
    assert unwinnable.line["solution"]["verdict"] == "unwinnable"
    illegal = solit("solve", given=[{**HARD, "moves": "r"}])
    assert illegal.code == 1
    assert illegal.line["error"]["index"] == 0
    assert solit("solve", given=[{"solit": 1}]).code == 2
    assert solit("solve", "--at", "1", given=[HARD]).line["error"]["code"] == "at-out-of-range"


@pytest.mark.parametrize("limit", [["--timeout", "nan"], ["--timeout", "inf"], ["--memory", str(10**20)]])
def test_limits_that_are_none(solit: Run, limit: list[str]) -> None:
    done = solit("solve", *limit, given=[HARD])
    assert (done.code, done.out) == (2, b"")
    assert "Invalid value" in done.err


@pytest.mark.parametrize("variant", variants())
def test_nodes_are_what_is_visited(solit: Run, variant: str) -> None:
    deals = solit("deal", "--variant", variant, "--seeds", "1..60").out
    visited = [line["solution"]["nodes"] for line in solit("solve", "--nodes", "300", given=deals).lines]
    assert max(visited) < 400  # a step that is begun is ended


def test_the_defaults_are_the_solvers_own() -> None:
    assert (parameters.TIMEOUT, parameters.MEMORY) == (solver.TIMEOUT, solver.MEMORY)


def test_more_memory_than_there_is() -> None:
    deal = b'{"solit":1,"variant":"chinese","source":"solit:1"}\n'
    text = 'ulimit -v 2000000; "$1" solve --memory 100000'
    done = subprocess.run(["sh", "-c", text, "sh", SOLIT], input=deal, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (3, b"")
    solution = json.loads(done.stdout)["solution"]
    assert (solution["verdict"], solution["limit"]) == ("unknown", "memory")


def test_undo_and_clock_change_no_verdict(solit: Run) -> None:
    deal: dict[str, Any] = {**HARD, "source": "solit:3"}
    lost_on_time = {**deal, "moves": "d", "at_ms": [1], "end_ms": 400_000}
    assert solit("validate", given=[lost_on_time]).line["validation"]["reason"] == "time"
    taken_back = {**deal, "moves": "d d d d d d d d r u"}
    for record in (lost_on_time, taken_back):
        solved = solit("solve", given=[record]).line
        assert solved["solution"]["verdict"] == "won"
        assert solved["moves"].startswith(record["moves"] + " ")
        assert solit("validate", given=[solved]).line["validation"]["status"] == "won"


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="counts threads as Linux tells them")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_progress_on_a_terminal(jobs: str) -> None:
    ours, theirs = os.openpty()
    command = [str(SOLIT), "solve", "--jobs", jobs]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=theirs) as process:
        assert process.stdin is not None and process.stdout is not None
        for _ in range(2):
            process.stdin.write(json.dumps({**HARD, "source": "solit:3"}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["solution"]["verdict"] == "won"
            threads = len(list(Path(f"/proc/{process.pid}/task").iterdir()))
            assert threads == (2 if jobs == "1" else 1)  # none beside which a process would be forked
        process.stdin.close()
        assert process.wait(20) == 0
    os.close(theirs)
    told = all_that_is_shown(ours)
    assert b"solve: " in told
    assert b"Traceback" not in told


def test_jobs_keep_the_order(solit: Run) -> None:
    deals = solit("deal", "--variant", "chinese", "--seeds", "1..6", "-o", "easy=true")
    alone, shared = solit("solve", given=deals.out), solit("solve", "--jobs", "2", given=deals.out)
    for one, other in zip(alone.lines, shared.lines, strict=True):
        for line in (one, other):
            assert line["solution"].pop("ms") >= 0
            assert line["solution"].pop("cpu_ms") >= 0
        assert one == other
