"""Seeds in processes of this machine: whatever goes wrong on one, the others are done."""

import json
import os
import signal
from typing import Any

import pytest

from solit.cli.studies import work
from solit.deals.study import study_seed
from solit.engine.study import FAILED, Plan, read_result

PLAN = Plan("chinese", limits={"nodes": 50})


def lines_of(jobs: int, seeds: range) -> list[dict[str, Any]]:
    taken: list[bytes] = []
    work.work_in_processes(PLAN, iter(seeds), taken.append, jobs)
    return sorted([json.loads(line) for line in b"".join(taken).splitlines()], key=lambda line: int(line["source"][6:]))


def test_a_seed_that_kills_its_process_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    line_of = work.line_of

    def killing(plan: Plan, seed: int) -> bytes:
        if seed % 10 == 7:
            os.kill(os.getpid(), signal.SIGKILL)
        return line_of(plan, seed)

    monkeypatch.setattr(work, "line_of", killing)
    lines = lines_of(2, range(1, 41))
    results = [read_result(line)[0] for line in lines]
    assert [result.seed for result in results] == list(range(1, 41))
    assert [result.seed for result in results if result.outcome == FAILED] == [7, 17, 27, 37]
    assert lines[6]["error"] == {
        "code": "worker-killed",
        "message": "the process at work on this seed was killed twice (signal 9)",
    }
    assert {**lines[6], "error": None} == {**PLAN.failed(_deck(7), "solit:7", "", ""), "error": None}


def _deck(seed: int) -> tuple[int, ...]:
    from solit.deals.shuffles import shuffle

    return tuple(shuffle("solit", seed, "chinese"))


@pytest.mark.parametrize(
    ("fault", "code"), [(MemoryError(), "no-memory"), (ZeroDivisionError("by 0"), "fault"), (OSError(12, "x"), "fault")]
)
def test_what_goes_wrong_on_a_seed_stands_on_its_line(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, code: str
) -> None:
    def failing(*_arguments: Any) -> Any:
        raise fault

    monkeypatch.setattr(Plan, "record", failing)
    line = study_seed(PLAN, 3)
    assert line["error"]["code"] == code
    assert read_result(line)[0].outcome == FAILED
