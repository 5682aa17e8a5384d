"""A filter in several processes: chunks of lines go out, answers come back and are written in the order of the input.

A pool of its own, since it must know which lines a process was at work on when it was killed: those are done again one
by one in new processes, and the line that kills is named. (The standard library's executor fails every pending chunk.)
"""

import multiprocessing
import select
import signal
import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

from solit.cli.filter import UNREADABLE, YES, Filter, Table, error_object, refused, worse
from solit.cli.streams import Line, Output, decode, encode, read_lines
from solit.engine.errors import RecordError

CHUNK_BYTES = 128 * 1024


class Answer(NamedTuple):
    """What a process says of a chunk: the lines to write, the worst exit code, what its table counted."""

    data: bytes
    code: int
    counted: Any
    fault: str | None


@dataclass(slots=True)
class Chunk:
    """Lines that go to one process together."""

    lines: list[Line]
    parts: "list[Chunk]" = field(default_factory=list)  # the lines one by one, after their process was killed
    answer: Answer | None = None
    in_doubt: bool = False  # whether a process was killed at work on it


def _work(pipe: Connection, strangers: Sequence[Connection], make: Callable[[], Filter], several: bool) -> None:
    """A process: answer chunks until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this process
    for other in strangers:
        other.close()  # else the pipes of other processes would outlive the parent in this one
    filter_ = make()
    while True:
        try:
            lines = pipe.recv()
        except EOFError:
            return
        written, worst, fault = bytearray(), YES, None
        try:
            for line in lines:
                data, code = filter_.line(line, several)
                written += data
                worst = worse(worst, code)
        except Exception as error:
            fault = " ".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())])
        counted = None if filter_.table is None else filter_.table.take()
        try:
            pipe.send(Answer(bytes(written), worst, counted, fault))
        except BrokenPipeError:
            return  # the parent is gone


@dataclass(slots=True)
class Worker:
    """A process, the pipe to it, and the chunk that it works on."""

    process: BaseProcess
    pipe: Connection
    chunk: Chunk | None = None


class Pool:
    """`jobs` processes that answer chunks; the answers are written in order by `write_ready`."""

    def __init__(
        self,
        make: Callable[[], Filter],
        table: Table | None,
        output: Output,
        jobs: int,
        several: bool,
        done: Callable[[int, int], None] | None = None,
    ) -> None:
        # fork starts at once and inherits what is imported; no thread runs yet when a filter begins
        self.context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
        self.make, self.table, self.output, self.jobs, self.several = make, table, output, jobs, several
        self.done = done
        self.workers: list[Worker] = []
        self.queue: deque[Chunk] = deque()  # in order, the first not yet written
        self.waiting: deque[Chunk] = deque()  # not yet given to a process
        self.worst = YES

    def submit(self, lines: list[Line]) -> None:
        """Take a chunk; where many are under way, wait until one is done."""
        chunk = Chunk(lines)
        self.queue.append(chunk)
        self.waiting.append(chunk)
        self._hand_out()
        while len(self.waiting) > self.jobs:
            self._collect(None)
        self.write_ready()

    def idle_until(self, descriptor: int) -> None:
        """Write what comes in until the descriptor can be read, or nothing is under way."""
        while self.queue:
            self._collect(descriptor)
            self.write_ready()
            if select.select([descriptor], [], [], 0)[0]:
                return

    def finish(self) -> None:
        """Wait for everything that is under way and write it."""
        while self.queue:
            self._collect(None)
            self.write_ready()

    def close(self) -> None:
        """End all processes at once."""
        for worker in self.workers:
            worker.pipe.close()
            worker.process.kill()
        for worker in self.workers:
            worker.process.join()
        self.workers.clear()

    def write_ready(self) -> None:
        """Write the answers that are next in order."""
        wrote = False
        while self.queue and (self.queue[0].answer is not None or self.queue[0].parts):
            chunk = self.queue[0]
            if chunk.parts:  # done again line by line: they take its place
                self.queue.popleft()
                self.queue.extendleft(reversed(chunk.parts))
                continue
            assert chunk.answer is not None
            self.queue.popleft()
            data, code, counted, fault = chunk.answer
            self.worst = worse(self.worst, code)
            if self.table is not None and counted is not None:
                self.table.add(counted)
            self.output.write(data)
            wrote = True
            if self.done is not None:
                self.done(len(chunk.lines), code)
            if fault is not None:
                raise RuntimeError(fault)
        if wrote:
            self.output.flush()

    def _hand_out(self) -> None:
        while self.waiting:
            worker = next((worker for worker in self.workers if worker.chunk is None), None)
            if worker is None and len(self.workers) < self.jobs:
                worker = self._start()
            if worker is None:
                return
            chunk = self.waiting.popleft()
            worker.chunk = chunk
            try:
                worker.pipe.send(chunk.lines)
            except (BrokenPipeError, ConnectionResetError):
                self._lost(worker)

    def _start(self) -> Worker:
        ours, theirs = self.context.Pipe()
        strangers = [*(worker.pipe for worker in self.workers), ours]
        process: BaseProcess = self.context.Process(
            target=_work, args=(theirs, strangers, self.make, self.several), daemon=True
        )
        process.start()
        theirs.close()
        worker = Worker(process, ours)
        self.workers.append(worker)
        return worker

    def _collect(self, descriptor: int | None) -> None:
        """Wait for an answer, a process's end or the descriptor, and take the answers that are there."""
        busy = {worker.pipe: worker for worker in self.workers if worker.chunk is not None}
        known: list[Any] = [*busy]
        if descriptor is not None:
            known.append(descriptor)
        for ready in wait(known):
            if isinstance(ready, int):
                continue
            worker = busy[ready]  # type: ignore[index]
            try:
                answer = worker.pipe.recv()
            except (EOFError, ConnectionResetError):
                self._lost(worker)
                continue
            assert worker.chunk is not None
            worker.chunk.answer, worker.chunk = answer, None
        self._hand_out()

    def _lost(self, worker: Worker) -> None:
        """A process was killed: do its chunk again line by line; a line that kills alone is refused."""
        chunk = worker.chunk
        worker.pipe.close()
        worker.process.join()
        self.workers.remove(worker)
        assert chunk is not None
        if len(chunk.lines) == 1 and chunk.in_doubt:
            chunk.answer = self._killer(chunk.lines[0], worker.process.exitcode)
            return
        if len(chunk.lines) == 1:
            chunk.in_doubt = True
            self.waiting.appendleft(chunk)
            return
        chunk.parts = [Chunk([line], in_doubt=False) for line in chunk.lines]
        self.waiting.extendleft(reversed(chunk.parts))

    def _killer(self, line: Line, exitcode: int | None) -> Answer:
        how = f"signal {-exitcode}" if exitcode is not None and exitcode < 0 else f"exit code {exitcode}"
        fault = RecordError("worker-killed", f"the process at work on this record was killed twice ({how})")
        error = error_object(fault, line.number, line.file if self.several else None)
        try:
            obj = decode(line.data)
        except RecordError:
            obj = None
        data = encode(refused(obj if isinstance(obj, dict) else {}, error))
        return Answer(data, UNREADABLE, None, None)


def filter_in_processes(pool: Pool, paths: Sequence[str], unreadable: Callable[[str], None], lines_at_once: int) -> int:
    """Run a filter over files in the pool's processes; returns the worst exit code of the lines.

    Lines go out in chunks of at most `lines_at_once`, and at once where no more input is there. When it raises (Ctrl-C,
    a closed pipe), the answers that were next in order are in the output, and all processes are ended.
    """
    chunk: list[Line] = []
    size = 0

    def hand_on(descriptor: int) -> None:
        nonlocal chunk, size
        # a file has always more; a pipe that has nothing ready gets its answers first
        if chunk and not select.select([descriptor], [], [], 0)[0]:
            pool.submit(chunk)
            chunk, size = [], 0
        if not select.select([descriptor], [], [], 0)[0]:
            pool.idle_until(descriptor)

    try:
        for line in read_lines(paths, hand_on, unreadable):
            chunk.append(line)
            size += len(line.data or b"")
            if len(chunk) >= lines_at_once or size >= CHUNK_BYTES:
                pool.submit(chunk)
                chunk, size = [], 0
        if chunk:
            pool.submit(chunk)
        pool.finish()
        return pool.worst
    finally:
        pool.close()
