"""A filter in several processes: chunks of lines go out, answers come back and are written in the order of the input.

Lines travel as the blocks that were read, and are taken apart where they are answered: the process that reads and
writes has little else to do, so the others are seldom short of work.

A pool of its own, since it must know which lines a process was at work on when it was killed: those are done again one
by one in new processes, and the line that kills is named. (The standard library's executor fails every pending chunk.)
"""

import multiprocessing
import os
import select
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Any, NamedTuple

from solit.cli.lines.filter import UNREADABLE, YES, Filter, SummaryTable, error_object, refused, worse
from solit.cli.lines.streams import Block, InputLine, Output, decode, encode, read_blocks, reason, release_interrupts
from solit.engine.errors import RecordError, SolitError

MOST_HELD = 64 * 1024 * 1024
"""Bytes of answers kept while an earlier one is still awaited; no more lines are read then."""

CHUNK_BYTES = 128 * 1024
"""Bytes that go to a process at once, at least, while there is input."""


class ChunkAnswer(NamedTuple):
    """What a process says of a chunk: the lines to write, how many it read, the worst exit code, its table's count."""

    data: bytes | bytearray
    lines: int
    code: int
    counted: Any
    fault: str | None


# The lines themselves travel raw: to pickle them, too, costs as much as to read and write them.


def _send_blocks(pipe: Connection, blocks: Sequence[Block]) -> None:
    pipe.send([(block.number, block.file, block.data is not None) for block in blocks])
    for block in blocks:
        if block.data is not None:
            pipe.send_bytes(block.data)


def _receive_blocks(pipe: Connection) -> list[Block]:
    return [Block(number, file, pipe.recv_bytes() if read else None) for number, file, read in pipe.recv()]


def _send_answer(pipe: Connection, answer: ChunkAnswer) -> None:
    data, *rest = answer
    pipe.send(rest)
    pipe.send_bytes(data)


def _receive_answer(pipe: Connection) -> ChunkAnswer:
    rest = pipe.recv()
    return ChunkAnswer(pipe.recv_bytes(), *rest)


@dataclass(slots=True)
class Chunk:
    """Lines that go to one process together."""

    blocks: list[Block]
    parts: "list[Chunk]" = field(default_factory=list)  # the lines one by one, after their process was killed
    answer: ChunkAnswer | None = None
    in_doubt: bool = False  # whether a process was killed at work on it


NO_MEMORY = 12
"""The exit code of a process that has no memory even to tell so; what it was at is done again in a new one."""


def _work(pipe: Connection, strangers: Sequence[Connection], make: Callable[[], Filter], several: bool) -> None:
    """A process: answer chunks until the pipe closes."""
    try:
        _answer_chunks(pipe, strangers, make, several)
    except MemoryError:
        os._exit(NO_MEMORY)


def _answer_chunks(
    pipe: Connection, strangers: Sequence[Connection], make: Callable[[], Filter], several: bool
) -> None:
    release_interrupts()
    for other in strangers:
        other.close()  # else the pipes of other processes would outlive the parent in this one
    inbox: SimpleQueue[list[Block]] = SimpleQueue()

    def receive() -> None:
        # in a thread, so that the parent can always send: else it could wait for us to read, and we for it
        try:
            while True:
                inbox.put(_receive_blocks(pipe))
        except (EOFError, OSError):
            os._exit(0)  # the parent is gone, however it ended: nobody waits for what we are at
        except MemoryError:
            os._exit(NO_MEMORY)

    sys.setswitchinterval(0.0002)  # seconds: the parent waits while the thread waits for its turn
    try:
        threading.Thread(target=receive, daemon=True).start()
    except RuntimeError:  # the system has no room for a thread
        os._exit(NO_MEMORY)
    filter_ = make()
    while True:
        blocks = inbox.get()
        written, count, worst, fault = bytearray(), 0, YES, None
        try:
            for block in blocks:
                for line in block.lines():
                    data, code = filter_.line(line, several)
                    written += data
                    count += 1
                    worst = worse(worst, code)
        except MemoryError:
            raise
        except Exception as error:
            fault = " ".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())])
        counted = None if filter_.table is None else filter_.table.take()
        try:
            _send_answer(pipe, ChunkAnswer(written, count, worst, counted, fault))
        except (BrokenPipeError, ConnectionResetError):
            return  # the parent is gone


@dataclass(slots=True)
class Worker:
    """A process, the pipe to it, and its chunks: the one that it works on, then those that wait in it."""

    process: BaseProcess
    pipe: Connection
    chunks: deque[Chunk] = field(default_factory=deque)


class Pool:
    """`jobs` processes that answer chunks; the answers are written in order by `write_ready`.

    `one_by_one`: each line is a chunk, as each is much work, and no line waits behind another one.
    """

    def __init__(
        self,
        make: Callable[[], Filter],
        table: SummaryTable | None,
        output: Output,
        jobs: int,
        several: bool,
        done: Callable[[int, int], None] | None = None,
        one_by_one: bool = False,
    ) -> None:
        # fork starts at once and inherits what is imported; no thread runs yet when a filter begins
        self.context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
        self.make, self.table, self.output, self.jobs, self.several = make, table, output, jobs, several
        self.done, self.one_by_one = done, one_by_one
        self.most = 1 if one_by_one else 2  # chunks in one process: the next is there when one is done
        self.workers: list[Worker] = []
        self.queue: deque[Chunk] = deque()  # in order, the first not yet written
        self.waiting: deque[Chunk] = deque()  # not yet given to a process
        self.held = 0  # bytes of answers not yet written
        self.worst = YES

    def submit(self, blocks: list[Block]) -> None:
        """Take a chunk; where many are under way, wait until one is done."""
        chunk = Chunk(blocks)
        self.queue.append(chunk)
        self.waiting.append(chunk)
        self._hand_out()
        self.write_ready()
        while len(self.waiting) > self.jobs or self.held > MOST_HELD:
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
            data, lines, code, counted, fault = chunk.answer
            self.held -= len(data)
            self.worst = worse(self.worst, code)
            if self.table is not None and counted is not None:
                self.table.add(counted)
            self.output.write(data)
            wrote = True
            if self.done is not None:
                self.done(lines, code)
            if fault is not None:
                raise RuntimeError(fault)
        if wrote:
            self.output.flush()

    def _hand_out(self) -> None:
        while self.waiting:
            worker = min(self.workers, key=lambda worker: len(worker.chunks), default=None)
            if (worker is None or worker.chunks) and len(self.workers) < self.jobs:
                worker = self._start() or worker
            assert worker is not None
            if len(worker.chunks) >= self.most:
                return
            chunk = self.waiting.popleft()
            worker.chunks.append(chunk)
            try:
                _send_blocks(worker.pipe, chunk.blocks)
            except (BrokenPipeError, ConnectionResetError):
                self._lost(worker)

    def _start(self) -> Worker | None:
        """Start one more process; None where the system has no more, and those that run go on alone."""
        try:
            ours, theirs = self.context.Pipe()
        except OSError as fault:
            self._go_on_without(fault)
            return None
        strangers = [*(worker.pipe for worker in self.workers), ours]
        process: BaseProcess = self.context.Process(
            target=_work, args=(theirs, strangers, self.make, self.several), daemon=True
        )
        try:
            process.start()
        except OSError as fault:
            ours.close()
            self._go_on_without(fault)
            return None
        finally:
            theirs.close()
        worker = Worker(process, ours)
        self.workers.append(worker)
        return worker

    def _go_on_without(self, fault: OSError) -> None:
        """Be content with the processes that run; raises `SolitError` where there is none."""
        if not self.workers:
            raise SolitError("no-process", f"cannot start a process: {reason(fault)}") from fault
        self.jobs = len(self.workers)

    def _collect(self, descriptor: int | None) -> None:
        """Wait for an answer, a process's end or the descriptor, and take the answers that are there."""
        busy = {worker.pipe: worker for worker in self.workers if worker.chunks}
        known: list[Any] = [*busy]
        if descriptor is not None:
            known.append(descriptor)
        for ready in wait(known):
            if isinstance(ready, int):
                continue
            worker = busy[ready]  # type: ignore[index]
            try:
                answer = _receive_answer(worker.pipe)
            except (EOFError, OSError):  # OSError: it was killed while it answered
                self._lost(worker)
                continue
            worker.chunks.popleft().answer = answer
            self.held += len(answer.data)
        self._hand_out()

    def _lost(self, worker: Worker) -> None:
        """A process was killed: do its chunk again line by line; a line that kills alone is refused."""
        chunk = worker.chunks.popleft()
        worker.pipe.close()
        worker.process.join()
        self.workers.remove(worker)
        self.waiting.extendleft(reversed(worker.chunks))  # it had not begun with them
        lines = [line for block in chunk.blocks for line in block.lines()]
        if len(lines) == 1 and chunk.in_doubt:
            chunk.answer = self._killer(lines[0], worker.process.exitcode)
            self.held += len(chunk.answer.data)
            return
        if len(lines) <= 1:
            chunk.in_doubt = True
            self.waiting.appendleft(chunk)
            return
        chunk.parts = [Chunk([Block(*line)]) for line in lines]
        self.waiting.extendleft(reversed(chunk.parts))

    def _killer(self, line: InputLine, exitcode: int | None) -> ChunkAnswer:
        told = f"the process at work on this record was killed twice ({how_it_ended(exitcode)})"
        fault = RecordError("worker-killed", told)
        if exitcode == NO_MEMORY:
            fault = RecordError("memory", "the system has not so much memory as this record needs")
        error = error_object(fault, line.number, line.file if self.several else None)
        try:
            obj = decode(line.data)
        except RecordError:
            obj = None
        data = encode(refused(obj if isinstance(obj, dict) else {}, error))
        return ChunkAnswer(data, 1, UNREADABLE, None, None)


def how_it_ended(exitcode: int | None) -> str:
    """How a process ended, as in `signal 9`."""
    return f"signal {-exitcode}" if exitcode is not None and exitcode < 0 else f"exit code {exitcode}"


def filter_in_processes(pool: Pool, paths: Sequence[str], unreadable: Callable[[str], None]) -> int:
    """Run a filter over files in the pool's processes; returns the worst exit code of the lines.

    Lines go out in chunks, and at once where no more input is there. When it raises (Ctrl-C, a closed pipe), the
    answers that were next in order are in the output, and all processes are ended.
    """
    chunk: list[Block] = []
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
        for block in read_blocks(paths, hand_on, unreadable):
            if pool.one_by_one:
                for line in block.lines():
                    pool.submit([Block(*line)])
                continue
            chunk.append(block)
            size += len(block.data or b"")
            if size >= CHUNK_BYTES:
                pool.submit(chunk)
                chunk, size = [], 0
        if chunk:
            pool.submit(chunk)
        pool.finish()
        return pool.worst
    finally:
        pool.close()
