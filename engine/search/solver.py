"""Solve a position, every card known: won with the moves, unwinnable with a proof, or unknown within the limits.

The kernels in this folder search; this file watches the limits and replays every win: by the walker, which
is proved equal to the clauses, and by these where it refuses the win or `SOLIT_CLAUSES=1` in the environment asks.
"""

import errno
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any, Protocol

from solit.engine import fast
from solit.engine.defects import check_state
from solit.engine.errors import SolitError
from solit.engine.layout import Game
from solit.engine.lowered import lower
from solit.engine.search.families import kernel_of
from solit.engine.state import State, position_text

if TYPE_CHECKING:
    from solit.engine.objects import SolutionObject
    from solit.engine.words import Limit, Status, Verdict

TIMEOUT, MEMORY = 60.0, 2000  # seconds, MiB
SLICE = 20_000  # nodes between two looks at the clock, some milliseconds; a slow search has a `slice` of its own
RUNNING, WON, UNWINNABLE, FULL = 0, 1, 2, 3


class SolverFault(SolitError):
    """A win that does not replay, so a fault of solit; `where` holds the position and the moves."""


class Search(Protocol):
    """What a kernel's class `Search` offers; see any kernel."""

    @property
    def nodes(self) -> int: ...
    def run(self, nodes: int, /) -> int: ...
    def moves(self) -> list[str]: ...


@dataclass(slots=True)
class Answer:
    """What a search found. `verdict`: `won`, `unwinnable` (which is proved) or `unknown`.

    `moves`: texts of the moves from the position to the win, `[]` without one. `nodes`: positions visited. `ms`: wall
    time, `cpu_ms`: the processor's, both in milliseconds. `limit`: `time`, `nodes` or `memory`, which ended a search
    that says `unknown`; else None.
    """

    verdict: "Verdict"
    moves: list[str] = field(default_factory=list)
    nodes: int = 0
    ms: float = 0.0
    cpu_ms: float = 0.0
    limit: "Limit | None" = None

    def as_dict(self) -> "SolutionObject":
        """The answer as plain data, as JSON spells it."""
        told: SolutionObject = {"verdict": self.verdict}
        if self.verdict == "won":
            told["moves"] = " ".join(self.moves)
        told["nodes"] = self.nodes
        told["ms"] = round(self.ms, 3)
        told["cpu_ms"] = round(self.cpu_ms, 3)
        if self.limit is not None:
            told["limit"] = self.limit
        return told


def open_search(game: Game, state: State, *, memory: int = MEMORY, seed: int = 0, **more: Any) -> Search:
    """A search of a position that has not begun; `memory` in MiB, `more` as the kernel takes it (`prunings`).

    Raises `RecordError` (`position`) where `check_state` does: compiled code never sees what is no position.
    """
    check_state(game, state)
    search: Search = kernel_of(game, state).Search(lower(game), *state, memory=memory << 20, seed=seed, **more)
    return search


def check_win(game: Game, state: State, moves: Sequence[str]) -> None:
    """Replay a kernel's win under the full rules; raises `SolverFault` where it is none."""
    if not fast.BY_CLAUSES:
        walker = fast.walker_of(game)
        walker.place(*state)
        if walker.walk(" ".join(moves)) and walker.entries == len(moves) and walker.status == WON:
            return
    from solit.engine.moves import parse_move
    from solit.engine.referee import replay

    result = replay(game, state, [parse_move(text) for text in moves])
    told = result.error.message if result.error else f"the game is {result.status} after the last move"
    if result.status != "won":
        raise SolverFault(
            "solver-fault",
            f"a solution that does not replay, a fault of solit: {told}",
            position=position_text(game, state),
            moves=" ".join(moves),
        )


def solve(
    game: Game,
    state: State,
    *,
    timeout: float | None = TIMEOUT,
    nodes: int | None = None,
    memory: int = MEMORY,
    seed: int = 0,
) -> Answer:
    """Whether `state` can be won, every card known.

    Limits: `timeout` in wall seconds (None: none), `nodes` visited (None: any number; a kernel may end the step that it
    is in), `memory` in MiB, or what the system grants. `seed`: of the hashes, any whole number. Equal arguments without
    a timeout give equal answers. Raises `SolverFault` for a win that the referee refuses, `RecordError`
    (`position`) where `check_state` does.
    """
    check_state(game, state)
    begun, cpu_begun = perf_counter(), thread_time()
    verdict = _status(game, state)
    answer = Answer("unknown")
    if verdict != "open":
        answer.verdict = "won" if verdict == "won" else "unwinnable"
        return _timed(answer, begun, cpu_begun)
    outcome = RUNNING
    search = None
    try:
        search = open_search(game, state, memory=memory, seed=seed)
        most = getattr(search, "slice", SLICE)
        if nodes is not None and hasattr(search, "bound"):  # a kernel whose single step may be long
            search.bound(nodes)
        while outcome == RUNNING:
            slice_ = most if nodes is None else min(most, nodes - search.nodes)
            if slice_ <= 0:
                answer.limit = "nodes"
                break
            if timeout is not None and perf_counter() - begun >= timeout:
                answer.limit = "time"
                break
            outcome = search.run(slice_)
    except (MemoryError, OSError) as fault:  # OSError: a mapping that the system refuses
        if isinstance(fault, OSError) and fault.errno != errno.ENOMEM:
            raise
        outcome = FULL  # the system's own limit came before ours
    if outcome == WON and search is not None:
        answer.verdict, answer.moves = "won", list(search.moves())
        check_win(game, state, answer.moves)
    elif outcome == UNWINNABLE:
        answer.verdict = "unwinnable"
    elif outcome == FULL:
        answer.limit = "memory"
    answer.nodes = 0 if search is None else search.nodes
    return _timed(answer, begun, cpu_begun)


def _timed(answer: Answer, begun: float, cpu_begun: float) -> Answer:
    answer.ms, answer.cpu_ms = 1000 * (perf_counter() - begun), 1000 * (thread_time() - cpu_begun)
    return answer


def _status(game: Game, state: State) -> "Status":
    """`rules.status`, asked of the walker."""
    if fast.BY_CLAUSES:
        from solit.engine.rules import status

        return status(game, state)
    walker = fast.walker_of(game)
    walker.place(*state)
    return fast.STATUS[walker.status]
