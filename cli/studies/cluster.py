"""The seeds of a study on an existing Dask cluster; `distributed` is imported only here.

A batch is a task. The scheduler itself does a lost worker's tasks again; a batch that it gives up (its worker was lost
several times, or its result with it) is submitted anew. Results come to this process, which writes each seed once.
"""

import asyncio
import concurrent.futures
import logging
from collections.abc import Iterator
from importlib import import_module
from time import perf_counter
from typing import Any

from solit.cli.studies.work import Batches, Sink, line_of
from solit.engine.errors import SolitError
from solit.engine.study import Plan

CONNECT_SECONDS = 10
TRIES = 5  # of one batch, each of which may have lost several workers already


class ClusterFault(SolitError):
    """A cluster that can't be reached, that runs another solit, or that failed at a batch again and again."""


def work_batch(plan: Plan, seeds: list[int]) -> tuple[bytes, float]:
    """A task: the lines of some seeds, and the seconds they took. Raises `ClusterFault` where solit differs here."""
    import solit

    if solit.__version__ != plan.version:
        raise ClusterFault("version", f"a worker runs solit {solit.__version__}, this is {plan.version}")
    begun = perf_counter()
    data = b"".join([line_of(plan, seed) for seed in seeds])
    return data, perf_counter() - begun


def work_on_cluster(plan: Plan, seeds: Iterator[int], sink: Sink, address: str, quiet: bool) -> None:
    """Do the seeds on the cluster whose scheduler is at `address`. Raises `ClusterFault`."""
    distributed = _distributed()
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # lost workers are no news
    try:
        # a client that fails to connect prints tracebacks as it dies, so somebody else knocks first
        asyncio.run(_knock(distributed, address))
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as fault:
        told = " ".join(str(fault).split()) or type(fault).__name__
        raise ClusterFault("no-scheduler", f"cannot reach a scheduler at {address[:80]}: {told}") from None
    try:
        _Cluster(distributed, client, plan, sink).work(Batches(seeds))
    finally:
        client.close()


async def _knock(distributed: Any, address: str) -> None:
    more = distributed.Security().get_connection_args("client")
    comm = await distributed.comm.connect(address, timeout=CONNECT_SECONDS, **more)
    await comm.close()


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError as fault:
        told = "--scheduler needs Dask: pip install 'solit[cluster]'"
        raise ClusterFault("no-distributed", f"{told} ({fault})") from None


class _Cluster:
    def __init__(self, distributed: Any, client: Any, plan: Plan, sink: Sink) -> None:
        self.distributed = distributed
        self.client = client
        self.plan = plan
        self.sink = sink
        self.under_way: dict[Any, tuple[list[int], int]] = {}  # by future: its seeds, and how often it was tried

    def work(self, batches: Batches) -> None:
        done = self.distributed.as_completed(loop=self.client.loop)
        self._feed(done, batches)
        while self.under_way:
            future = next(done)
            seeds, tries = self.under_way.pop(future)
            data, seconds = self._result(future, tries)
            if data is None:
                done.add(self._submit(seeds, tries + 1))
                continue
            future.release()
            batches.took(len(seeds), seconds)
            self.sink(data)
            self._feed(done, batches)

    def _feed(self, done: Any, batches: Batches) -> None:
        """Keep two batches a thread on their way, so that none waits."""
        threads = sum(self.client.nthreads().values()) or 1
        while len(self.under_way) < 2 * threads:
            batch = batches.take()
            if not batch:
                return
            done.add(self._submit(batch, 1))

    def _submit(self, seeds: list[int], tries: int) -> Any:
        # not pure: a batch that is done again must not be answered by the failure of its first try
        future = self.client.submit(work_batch, self.plan, seeds, pure=False, retries=0)
        self.under_way[future] = seeds, tries
        return future

    def _result(self, future: Any, tries: int) -> tuple[bytes | None, float]:
        """What a task gave; None where it must be tried again."""
        lost = (self.distributed.scheduler.KilledWorker, concurrent.futures.CancelledError, OSError)
        try:
            data, seconds = future.result()
        except lost as fault:
            if tries >= TRIES:
                told = f"the cluster failed at a batch {tries} times: {type(fault).__name__}"
                raise ClusterFault("cluster", told) from None
            return None, 0.0
        return data, seconds
