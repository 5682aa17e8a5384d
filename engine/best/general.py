"""The general search for best play: every legal move of every game under every option, the most promising line first.

A position is expanded with the best running value that it was reached with so far, and again when a better one is
found; of all positions that wait, the one with the highest cap comes first. No line ends with more than the highest cap
of a position that waits, nor, among those that are done with, than the best end found: the larger of the two is the
bound. When no cap is above the best end, that end is best.

The running value of a line is never smaller at its end for being larger on the way (`Goal.step`), and what may follow
depends on the position alone: so one visit a position, that with the best value, is enough.

The prunings, by the names in `PRUNINGS`:

`cap`. Without it each position counts as good as the start, so all are visited.

`columns`. Columns that nothing covers, and that no draw deals to any more, are told apart by no rule and no sheet:
positions that differ in their order alone are one.
"""

import heapq
from array import array
from collections.abc import Sequence

from solit.engine.best.goals import Goal
from solit.engine.layout import Game
from solit.engine.lowered import lower
from solit.engine.moves import STOCK
from solit.engine.scoring import BOOKED
from solit.engine.search.packing import pack, unpack
from solit.engine.state import State
from solit.engine.walker import Walker

RUNNING, DONE, FULL = 0, 1, 3
WON = 1  # the status that a walker gives
PRUNINGS = {"cap": 1, "columns": 2}
ALL = 3
_CAP, _COLUMNS = 1, 2
_NODE_BYTES = 850  # a position met: as it lies, its key, its place in the table, in the queue and in the lists


class BestFirst:
    """`run` returns 0 not finished, 1 the best is proved, 3 out of memory.

    `value`: of the best end so far, None before there is one; `bound`: no line ends with more; `won`: whether a win
    was met.
    """

    slice = 200  # positions between two looks at the clock, as one takes some tenths of a millisecond

    def __init__(
        self,
        game: Game,
        state: State,
        goal: Goal,
        value: int,
        *,
        memory: int,
        prunings: int = ALL,
        known: int | None = None,
    ) -> None:
        """`value`: the running value at `state`; `known`: the final value of a line found before, if any."""
        tables = lower(game)
        self.nodes = 0
        self.value = known
        self.won = False
        self._goal = goal
        self._walker = Walker(tables)
        self._memory = memory
        self._prunings = prunings
        self._counted = tables.passes > 0
        covered = set(tables.covers)
        dealt = {place for place in tables.draw_to if place in tables.columns}
        self._alike = tuple([place for place in tables.columns if place not in covered])
        self._alike_early = tuple([place for place in self._alike if place not in dealt])
        self._end = -1  # the node of the best end; -1: the line found before
        # nodes, in the order in which they were met: how each lies, what led to it, and with which running value
        self._lies: list[bytes] = []
        self._passes = array("q")
        self._from = array("q")
        self._values = array("q")
        self._moves: list[str] = []
        self._texts: dict[str, str] = {}
        self._best: dict[bytes, int] = {}  # the node of a key that counts
        self._queue: list[tuple[int, int]] = []  # -cap, -node: of equal caps the latest first
        self._top = goal.cap(value, state.piles, state.down)
        self._walker.place(*state)
        self._meet(value, -1, "", self._top)

    @property
    def bound(self) -> int:
        """No line ends with more; where all was searched and there is no end, it says nothing."""
        waiting = -self._queue[0][0] if self._queue else None
        ends = [value for value in (waiting, self.value) if value is not None]
        if ends:
            self._top = min(self._top, max(ends))
        return self._top

    def _key(self, piles: Sequence[Sequence[int]], down: Sequence[int], passes: int) -> bytes:
        if self._prunings & _COLUMNS:
            alike = self._alike_early if piles[STOCK] else self._alike
            order = sorted([(piles[place], down[place]) for place in alike])
            piles, down = list(piles), list(down)
            for place, (pile, hidden) in zip(alike, order, strict=True):
                piles[place], down[place] = pile, hidden
        counted = passes if self._counted else self._goal.pass_key(passes)
        return pack(piles, down) + counted.to_bytes(4, "little")

    def _meet(self, value: int, parent: int, move: str, cap: int) -> None:
        """Note the position that the walker stands at, unless it was met with as good a value."""
        walker = self._walker
        piles, down, passes = walker.state()
        key = self._key(piles, down, passes)
        old = self._best.get(key)
        if old is not None and self._values[old] >= value:
            return
        won = walker.status == WON
        self.won = self.won or won
        end = self._goal.end(value, won, walker.home, walker.suits_in_columns)
        if self._prunings & _CAP:
            # no line here is worth more than the parent's cap, whatever the cap says for itself
            cap = min(cap, self._goal.cap(value, piles, down))
        node = len(self._moves)
        self._best[key] = node
        self._lies.append(pack(piles, down))
        self._passes.append(passes)
        self._from.append(parent)
        self._values.append(value)
        self._moves.append(self._texts.setdefault(move, move))
        if end is not None and (self.value is None or end > self.value):
            self.value, self._end = end, node
        if not won:
            heapq.heappush(self._queue, (-cap, -node))

    def run(self, nodes: int) -> int:
        """Expand at most `nodes` more positions."""
        walker, queue, goal = self._walker, self._queue, self._goal
        for _ in range(nodes):
            if not queue or (self.value is not None and self._prunings & _CAP and -queue[0][0] <= self.value):
                return DONE
            if _NODE_BYTES * len(self._moves) >= self._memory:
                return FULL
            cap, node = heapq.heappop(queue)
            cap, node = -cap, -node
            lies, passes, value = self._lies[node], self._passes[node], self._values[node]
            position = unpack(lies, passes)
            if self._best[self._key(*position)] != node:
                continue  # it was met with a better value since
            self.nodes += 1
            walker.place(*position)
            for move in walker.legal():
                walker.place(*position)
                walker.walk(move)
                self._meet(goal.step(value, move, walker.booked(BOOKED)), node, move, cap)
        return RUNNING

    def moves(self) -> list[str] | None:
        """The best line found; None where it is the one that was known before."""
        if self._end < 0:
            return None
        line: list[str] = []
        node = self._end
        while node >= 0:
            line.append(self._moves[node])
            node = self._from[node]
        return line[-2::-1]  # the first node has no move
