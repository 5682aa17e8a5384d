"""Where the seeds of a study are worked on: in this process, or in several on this machine."""

from collections import deque
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

from solit.cli.lines.filter import YES
from solit.cli.lines.streams import Block, InputLine, Output, encode
from solit.cli.lines.workers import ChunkAnswer, Pool, how_it_ended
from solit.engine.study import Plan

BATCH_SECONDS = 0.5
"""What a batch is meant to take: long beside the cost of handing it over, short beside a person's patience."""
LARGEST_BATCH = 4_096

Sink = Callable[[bytes], None]
"""Takes the whole lines of one or more seeds."""


class Batches:
    """Seeds in batches whose size follows the time that earlier ones took."""

    def __init__(self, seeds: Iterator[int]) -> None:
        self.seeds = seeds
        self.size = 1

    def take(self) -> list[int]:
        """The next batch; empty at the end."""
        batch: list[int] = []
        for seed in self.seeds:
            batch.append(seed)
            if len(batch) >= self.size:
                break
        return batch

    def took(self, count: int, seconds: float) -> None:
        """Learn from a batch: grow at most twofold, shrink at once."""
        wanted = int(BATCH_SECONDS * count / max(seconds, 1e-6))
        self.size = max(1, min(wanted, 2 * self.size, LARGEST_BATCH))


def line_of(plan: Plan, seed: int) -> bytes:
    """The whole line of one seed, its line feed included."""
    from solit.deals.study import study_seed

    return encode(study_seed(plan, seed))


def work_here(plan: Plan, seeds: Iterator[int], sink: Sink) -> None:
    """Seed by seed in this process."""
    for seed in seeds:
        sink(line_of(plan, seed))


class Stopwatch:
    """Tells the client how long a process worked on a batch, in the place of a filter's table."""

    def __init__(self) -> None:
        self.begun = 0.0  # no batch has come

    def start(self) -> None:
        """Begin anew."""
        self.begun = perf_counter()

    def see(self, obj: dict[str, Any], code: int) -> None:
        """Nothing is counted."""

    def take(self) -> float:
        """Seconds since the batch came."""
        seconds = perf_counter() - self.begun
        self.begun = 0.0
        return seconds

    def add(self, other: Any) -> None:
        """Nothing is counted."""

    def print(self) -> None:
        """Nothing is told."""


class SeedFilter:
    """Stands in a pool of `workers` for a filter of lines: its lines are seeds."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.table = Stopwatch()

    def line(self, line: InputLine, _several: bool) -> tuple[bytes, int]:
        """The line of a seed."""
        if not self.table.begun:
            self.table.start()
        return line_of(self.plan, int(line.data or b"")), YES


class SeedPool(Pool):
    """A pool that hands results on as they come, in any order."""

    def __init__(self, plan: Plan, jobs: int, sink: Sink, batches: Batches) -> None:
        from functools import partial

        self.plan = plan
        super().__init__(partial(SeedFilter, plan), None, Output(), jobs, several=False)  # type: ignore[arg-type]
        self.sink = sink
        self.batches = batches

    def write_ready(self) -> None:
        """Hand on whatever is done."""
        waiting = []
        queue, self.queue = self.queue, deque()
        for chunk in queue:
            if chunk.parts:
                self.queue.extend(chunk.parts)
            elif chunk.answer is None:
                waiting.append(chunk)
            else:
                data, count, _code, seconds, fault = chunk.answer
                self.held -= len(data)
                if data:
                    self.sink(bytes(data))
                if fault is not None:
                    raise RuntimeError(fault)
                self.batches.took(count, seconds)
        self.queue.extend(waiting)

    def _killer(self, line: InputLine, exitcode: int | None) -> ChunkAnswer:
        from solit.deals.study import failed_seed

        told = f"the process at work on this seed was killed twice ({how_it_ended(exitcode)})"
        data = encode(failed_seed(self.plan, int(line.data or b""), "worker-killed", told))
        return ChunkAnswer(data, 1, YES, 0.0, None)


def work_in_processes(plan: Plan, seeds: Iterator[int], sink: Sink, jobs: int) -> None:
    """In `jobs` processes of this machine; a batch whose process was killed is done again."""
    batches = Batches(seeds)
    pool = SeedPool(plan, jobs, sink, batches)
    try:
        while batch := batches.take():
            pool.submit([Block(1, "", b"\n".join(b"%d" % seed for seed in batch))])
        pool.finish()
    finally:
        pool.close()
