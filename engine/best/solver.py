"""The best that a position is worth, every card known: a line, a bound, and whether the two meet.

The winning solver says first whether the position can be won and gives a first line; then a search for best play closes
in. Every line is replayed by the clauses and valued by the sheets before it is told.
"""

import errno
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Protocol

from solit.engine.best import general, klondike
from solit.engine.best.general import DONE, FULL, RUNNING
from solit.engine.best.goals import Goal, Moves, Points, counts
from solit.engine.defects import check_state
from solit.engine.layout import Game
from solit.engine.lowered import lower
from solit.engine.moves import parse_move
from solit.engine.referee import Replay, replay
from solit.engine.scoring import check_sheet, score
from solit.engine.search.solver import MEMORY, TIMEOUT, SolverFault, solve
from solit.engine.sheets import Sheet
from solit.engine.state import State, position_text

if TYPE_CHECKING:
    from solit.engine.objects import BestPlayObject, SolutionObject
    from solit.engine.words import Limit, Reason, Status, Verdict

GOALS = ("win", "score", "moves")
Booked = Sequence[tuple[str, int | None]]
Told = Callable[[int | None, int | None], None]


class BestSearch(Protocol):
    """What a search for best play offers, see `general.BestFirst`."""

    @property
    def nodes(self) -> int: ...
    @property
    def value(self) -> int | None: ...
    @property
    def bound(self) -> int: ...
    @property
    def won(self) -> bool: ...
    def run(self, nodes: int, /) -> int: ...
    def moves(self) -> list[str] | None: ...


@dataclass(slots=True)
class Best:
    """What is known of best play.

    `goal`: `score` or `moves`; `value`: what the best line found makes, in points of the whole game or in moves from
    here, None where there is no line; `bound`: no line makes more points, or less moves (None: there is no line at
    all); `proved`: the two are equal, or nothing is to be found. `verdict`: whether the position can be won. `reached`:
    of a target, whether it can be reached, None where that is not known or there is no target. The others are as in
    `solver.Answer`.
    """

    goal: str
    verdict: "Verdict" = "unknown"
    value: int | None = None
    bound: int | None = None
    proved: bool = False
    moves: list[str] = field(default_factory=list)
    at_least: int | None = None
    reached: bool | None = None
    nodes: int = 0
    ms: float = 0.0
    cpu_ms: float = 0.0
    limit: "Limit | None" = None

    @property
    def settled(self) -> bool:
        """Whether what was asked for is known."""
        return self.proved if self.at_least is None else self.reached is not None

    def told(self) -> "BestPlayObject":
        """The bounds as plain data."""
        told: BestPlayObject = {"bound": self.bound, "proved": self.proved}
        told = {"total": self.value, **told} if self.goal == "score" else {"moves": self.value, **told}
        if self.at_least is not None:
            told["at_least"] = self.at_least
            told["reached"] = self.reached
        return told

    def as_dict(self) -> "SolutionObject":
        """All of it as plain data, as JSON spells a solution."""
        told: SolutionObject = {"verdict": self.verdict, "best": self.told()}
        if self.value is not None:
            told["moves"] = " ".join(self.moves)
        told["nodes"], told["ms"], told["cpu_ms"] = self.nodes, round(self.ms, 3), round(self.cpu_ms, 3)
        if self.limit is not None:
            told["limit"] = self.limit
        return told


@dataclass(slots=True)
class _Whole:
    """A game as the sheets see it: what was played before, and a line after it."""

    game: Game
    status: "Status | None"
    booked: Booked
    home: int
    suits_in_columns: int
    reason: "Reason | None" = None
    last_ms: int | None = None
    end_ms: int | None = None


def open_best(
    game: Game, state: State, goal: Goal, value: int, *, memory: int = MEMORY, known: int | None = None
) -> BestSearch:
    """A search for best play that has not begun; `memory` in MiB, `value` and `known` as in `general.BestFirst`."""
    tables = lower(game)
    if klondike.accepts(tables, *state, goal):
        return klondike.LeastLoss(tables, *state, goal, value, memory=memory << 20, known=known)
    return general.BestFirst(game, state, goal, value, memory=memory << 20, known=known)


def find_best(
    game: Game,
    state: State,
    goal: str = "score",
    sheet: str | Sheet | None = None,
    *,
    played: Booked = (),
    at_least: int | None = None,
    timeout: float | None = TIMEOUT,
    nodes: int | None = None,
    memory: int = MEMORY,
    on_bounds: Told | None = None,
) -> Best:
    """The best total of a game that has come to `state`, or (`goal` is `moves`) the shortest win from here.

    `sheet` as in `scoring.score`, without its clock; `played`: the booked events of the game so far, which its total
    counts; `at_least`: a total that is enough. `on_bounds` is told the best found and the bound, again and again.
    Limits as in `solver.solve`: the winning solver may use half of them.

    Raises `RecordError` (`position`; `sheet-unknown`, `sheet-not-for-variant`, `sheet-without-best`) and `SolverFault`
    for a line that the referee refuses or that is not worth what the search says, a fault of solit.
    """
    if goal not in GOALS[1:]:
        raise ValueError(f"no goal {goal!r}")
    check_state(game, state)
    begun, cpu_begun = perf_counter(), thread_time()
    chosen = check_sheet(game, sheet)
    aim: Goal = Points(game, chosen) if goal == "score" else Moves(game)
    asked = _Asked(game, state, aim, chosen, played)
    best = Best(goal, at_least=at_least)
    first = solve(
        game,
        state,
        timeout=None if timeout is None else timeout / 2,
        nodes=None if nodes is None else nodes // 2,
        memory=memory,
    )
    best.verdict, best.nodes = first.verdict, first.nodes
    value = asked.value_of([]) if goal == "score" else None
    line: list[str] = []
    if first.verdict == "won":
        won, worth = asked.best_part(first.moves)
        if worth is not None and (value is None or worth > value):
            line, value = won, worth
    bound: int | None = aim.cap(asked.start, state.piles, state.down)
    if goal == "moves" and first.verdict == "unwinnable":
        bound, best.proved = None, True
    else:
        bound, line, value = _close_in(asked, best, bound, line, value, timeout, nodes, memory, begun, on_bounds)
    if value is not None:
        asked.check(line, value)
        best.moves, best.value = line, aim.told(value)
    if bound is not None:
        best.bound = aim.told(bound)
    if at_least is not None:
        best.reached = True if value is not None and value >= at_least else best.reached
    best.ms, best.cpu_ms = 1000 * (perf_counter() - begun), 1000 * (thread_time() - cpu_begun)
    return best


class _Asked:
    """A question, and what lines are worth as an answer, by the clauses and the sheets."""

    def __init__(self, game: Game, state: State, aim: Goal, sheet: Sheet, played: Booked) -> None:
        self.game, self.state, self.aim, self.sheet, self.played = game, state, aim, sheet, tuple(played)
        bare = _Whole(game, "open", self.played, 0, 0)
        # the running value: the events alone, as the sheets book them
        self.start = score(bare, sheet._replace(card_home=0)).total if isinstance(aim, Points) else 0

    def replayed(self, line: Sequence[str]) -> Replay:
        return replay(self.game, self.state, [parse_move(text) for text in line])

    def value_of(self, line: Sequence[str]) -> int | None:
        """The final value of a line; None where it is no end, or is refused."""
        result = self.replayed(line)
        if result.error is not None:
            return None
        if not isinstance(self.aim, Points):
            return -sum(map(counts, line)) if result.status == "won" else None
        booked = [*self.played, *result.booked]
        whole = _Whole(self.game, result.status, booked, result.home, result.suits_in_columns)
        return score(whole, self.sheet).total

    def best_part(self, line: list[str]) -> tuple[list[str], int | None]:
        """The beginning of a winning line that is worth most, the whole where it is as good."""
        if not isinstance(self.aim, Points):
            return line, self.value_of(line)
        value, best, at = self.start, self.value_of(line), len(line)
        result = self.replayed(line)
        home = sum([len(self.state.piles[place]) for place in range(2, 6)])
        for index, events in enumerate(result.events, 1):
            booked = [(event.kind, event.number) for event in events]
            value = self.aim.step(value, line[index - 1], [one for one in booked if one[0] in _SCORED])
            home += sum([(kind in _HOMEWARD) - (kind == "foundation-return") for kind, _ in booked])
            end = self.aim.end(value, False, home, 0)  # at least: whole suits in columns are looked at below
            if end is not None and best is not None and end > best:
                best, at = end, index
        return line[:at], self.value_of(line[:at])

    def check(self, line: Sequence[str], value: int) -> None:
        """Raise `SolverFault` unless the line is legal and worth this."""
        real = self.value_of(line)
        if real != value:
            raise SolverFault(
                "solver-fault",
                f"a line that is not worth {self.aim.told(value)}, a fault of solit: by the rules it makes {real}",
                position=position_text(self.game, self.state),
                moves=" ".join(line),
            )


_SCORED = frozenset(("redeal", "foundation", "waste-to-column", "reveal", "foundation-return"))
_HOMEWARD = frozenset(("foundation", "base"))


def _close_in(
    asked: _Asked,
    best: Best,
    bound: int | None,
    line: list[str],
    value: int | None,
    timeout: float | None,
    nodes: int | None,
    memory: int,
    begun: float,
    on_bounds: Told | None,
) -> tuple[int | None, list[str], int | None]:
    """Search until the bounds meet, the target is decided or a limit is reached: the bound, a line and its value."""
    outcome, search, spent = RUNNING, None, best.nodes
    known, target, told = value, best.at_least, asked.aim.told
    try:
        search = open_best(asked.game, asked.state, asked.aim, asked.start, memory=memory, known=value)
        most = getattr(search, "slice", 20_000)
        while outcome == RUNNING:
            if on_bounds is not None:
                on_bounds(None if search.value is None else told(search.value), told(search.bound))
            if target is not None and search.bound < target:
                best.reached = False
                break
            if target is not None and search.value is not None and search.value >= target:
                break
            slice_ = most if nodes is None else min(most, nodes - spent - search.nodes)
            if slice_ <= 0:
                best.limit = "nodes"
                break
            if timeout is not None and perf_counter() - begun >= timeout:
                best.limit = "time"
                break
            outcome = search.run(slice_)
    except (MemoryError, OSError) as fault:  # OSError: a mapping that the system refuses
        if isinstance(fault, OSError) and fault.errno != errno.ENOMEM:
            raise
        outcome = FULL
    if outcome == FULL:
        best.limit = "memory"
    if search is None:
        return bound, line, value
    best.nodes += search.nodes
    if search.won:
        best.verdict = "won"
    bound, value = search.bound, search.value
    if value is not None and value != known:
        line = search.moves() or []
    if outcome == DONE:
        best.proved = True
        if value is None:  # all was searched, and nothing is a win
            return None, line, None
        bound = value
        if target is not None and value < target:
            best.reached = False
    best.proved = best.proved or bound == value
    if best.proved and best.goal == "moves" and value is None:
        best.verdict = "unwinnable"
    return bound, line, value
