"""The seeds of a study on an existing Dask cluster; `distributed` is imported only here.

A batch is a task. The scheduler itself does a lost worker's tasks again, until it gives them up, whatever lay in the
same worker's queue with them. The seeds of such a batch become suspects, done one at a time; one that is given up twice
more gets an error, and the others go on. Results come to this process, which writes each seed once.
"""

import asyncio
import concurrent.futures
import logging
from collections import deque
from collections.abc import Iterator
from importlib import import_module
from queue import Empty, SimpleQueue
from time import monotonic, perf_counter
from typing import Any

from solit.cli.lines.streams import encode, say
from solit.cli.studies.work import Batches, Sink, line_of
from solit.engine.errors import SolitError
from solit.engine.study import Plan

CONNECT_SECONDS = 10
ANSWER_SECONDS = 10
"""How long a scheduler that was reached may take for a question."""

LOOK_SECONDS = 0.5
"""Between two looks whether the scheduler is still there, while nothing comes."""

COUNT_SECONDS = 2.0
"""Between two questions how many workers there are."""

PATIENCE_SECONDS = 5.0
"""Without a worker, before that is told."""

TRIES = 5  # of one batch whose result was lost with its worker
SUSPECT_TRIES = 2


class ClusterFault(SolitError):
    """A cluster that can't be reached, that runs another solit, or whose scheduler is lost."""


def work_batch(plan: Plan, seeds: list[int]) -> tuple[bytes, float]:
    """A task: the lines of some seeds, and the seconds they took. Raises `ClusterFault` where solit differs here."""
    from importlib.metadata import version

    if version("solit") != plan.version:
        raise ClusterFault("version", f"a worker runs solit {version('solit')}, this is {plan.version}")
    begun = perf_counter()
    data = b"".join([line_of(plan, seed) for seed in seeds])
    return data, perf_counter() - begun


def work_on_cluster(plan: Plan, seeds: Iterator[int], sink: Sink, address: str, quiet: bool) -> None:
    """Do the seeds on the cluster whose scheduler is at `address`. Raises `ClusterFault`."""
    distributed = _distributed()
    logging.disable(logging.CRITICAL)  # lost workers are no news, and a lost scheduler is told in a sentence
    try:
        # a client that fails to connect prints tracebacks as it dies, so somebody else knocks first
        asyncio.run(asyncio.wait_for(_knock(distributed, address), CONNECT_SECONDS))
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except TimeoutError:
        told = f"no answer in {CONNECT_SECONDS} s"
        raise ClusterFault("no-scheduler", f"cannot reach a scheduler at {address}: {told}") from None
    except (OSError, ValueError, TypeError, RuntimeError) as fault:  # TypeError: tls:// without certificates
        told = " ".join(str(fault).split()) or type(fault).__name__
        raise ClusterFault("no-scheduler", f"cannot reach a scheduler at {address}: {told}") from None
    try:
        _Cluster(distributed, client, plan, sink, address, quiet).work(Batches(seeds))
    finally:
        client.close(timeout=2)  # it may wait for a scheduler that is lost


async def _knock(distributed: Any, address: str) -> None:
    """Ask who listens at an address. Raises what `distributed` does, `ValueError` where it is no scheduler."""
    more = distributed.Security().get_connection_args("client")
    comm = await distributed.comm.connect(address, timeout=CONNECT_SECONDS, **more)
    try:
        await comm.write({"op": "identity", "reply": True})
        told = await comm.read()
    finally:
        comm.abort()
    if not isinstance(told, dict) or told.get("type") != "Scheduler":
        raise ValueError("who listens there is no scheduler")


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError as fault:
        told = "--scheduler needs Dask: pip install 'solit[cluster]'"
        raise ClusterFault("no-distributed", f"{told} ({fault})") from None


class _Cluster:
    def __init__(self, distributed: Any, client: Any, plan: Plan, sink: Sink, address: str, quiet: bool) -> None:
        self.distributed = distributed
        self.client = client
        self.plan = plan
        self.sink = sink
        self.address = address
        self.quiet = quiet
        self.under_way: dict[Any, tuple[list[int], int]] = {}  # by future: its seeds, and how often it was tried
        self.suspects: deque[tuple[int, int]] = deque()  # seeds that wait to be done alone, and how often they were
        self.suspect: Any = None  # the future of the one that is under way
        self.done: SimpleQueue[Any] = SimpleQueue()  # futures, as they are told of
        self.threads = 0
        self.counted = 0.0
        self.alone_since: float | None = monotonic()  # None once it is told, or a worker is there

    def work(self, batches: Batches) -> None:
        self._feed(batches)
        while self.under_way:
            try:
                future = self.done.get(timeout=LOOK_SECONDS)
            except Empty:
                self._check_scheduler()
                self._feed(batches)
                continue
            seeds, tries = self.under_way.pop(future)
            self._take(future, seeds, tries, batches)
            self._feed(batches)

    def _feed(self, batches: Batches) -> None:
        """Keep two batches a thread on their way, so that none waits, and one suspect."""
        self._count_threads()
        if self.suspects and self.suspect is None:
            seed, tries = self.suspects.popleft()
            self.suspect = self._submit([seed], tries + 1)
        while len(self.under_way) < 2 * max(1, self.threads):
            batch = batches.take()
            if not batch:
                return
            self._submit(batch, 1)

    def _count_threads(self) -> None:
        now = monotonic()
        if now - self.counted < COUNT_SECONDS:
            return
        self.counted = now
        try:
            found = self.client.sync(self.client.scheduler.ncores, callback_timeout=ANSWER_SECONDS)
        except (OSError, TimeoutError, concurrent.futures.CancelledError):
            raise self._lost() from None
        self.threads = sum(found.values())
        if self.threads:
            self.alone_since = None
        elif self.alone_since is not None and now - self.alone_since >= PATIENCE_SECONDS:
            self.alone_since = None
            say("no worker has joined yet", self.quiet)

    def _check_scheduler(self) -> None:
        if self.client.status != "running":
            raise self._lost()

    def _lost(self) -> ClusterFault:
        return ClusterFault("scheduler-lost", f"the scheduler at {self.address} is lost")

    def _submit(self, seeds: list[int], tries: int) -> Any:
        self._check_scheduler()
        # not pure: a batch that is done again must not be answered by the failure of its first try
        future = self.client.submit(work_batch, self.plan, seeds, pure=False, retries=0)
        self.under_way[future] = seeds, tries
        future.add_done_callback(self.done.put)
        return future

    def _take(self, future: Any, seeds: list[int], tries: int, batches: Batches) -> None:
        """Hand on what a task gave, or have its seeds done again, or give up one that always fails."""
        suspect = future is self.suspect
        if suspect:
            self.suspect = None
        try:
            data, seconds = future.result(timeout=ANSWER_SECONDS)
        except ClusterFault:
            raise
        except self.distributed.scheduler.KilledWorker:
            if suspect and tries >= SUSPECT_TRIES:
                self._fail(seeds[0], "worker-killed", "the workers of the cluster that took up this seed were killed")
            else:
                self.suspects.extend([(seed, tries if suspect else 0) for seed in seeds])
        except Exception as fault:  # its result was lost with its worker, or could not be sent
            self._check_scheduler()
            if tries < TRIES:
                self._submit(seeds, tries + 1)
            else:
                for seed in seeds:
                    self._fail(seed, "cluster", f"the cluster failed {tries} times: {type(fault).__name__}")
        else:
            future.release()
            batches.took(len(seeds), seconds)
            self.sink(data)

    def _fail(self, seed: int, code: str, message: str) -> None:
        from solit.deals.study import failed_seed

        self.sink(encode(failed_seed(self.plan, seed, code, message)))
