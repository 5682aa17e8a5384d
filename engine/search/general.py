"""The general search: every legal move of every game under every option, no pruning but a table of seen positions.

It searches on the walker's tables, slowly, and is what the kernels are compared with. It takes the positions that no
family accepts.
"""

from collections.abc import Sequence

from solit.engine.lowered import Tables
from solit.engine.search.packing import Position, pack, unpack
from solit.engine.walker import Walker

PRUNINGS: dict[str, int] = {}
_SEEN_BYTES = 300  # a key of some 170 bytes, its place in the set and what the set wastes when it grows
_OPEN_BYTES = 500  # the list of moves of a position on the path


class Search:
    """Depth first through all positions; `run` returns 0 not finished, 1 won, 2 exhausted, 3 out of memory."""

    slice = 500  # nodes between two looks at the clock, as a node takes some tenths of a millisecond

    def __init__(
        self,
        tables: Tables,
        piles: Sequence[Sequence[int]],
        down: Sequence[int],
        passes: int,
        *,
        memory: int,
        prunings: int = 0,
        seed: int = 0,
    ) -> None:
        self.nodes = 1
        self._walker = Walker(tables)
        self._memory = memory
        self._counts_passes = tables.passes > 0
        self._passes = passes
        start: Position = (tuple(tuple(pile) for pile in piles), tuple(down), passes)
        self._seen = {self._key(start)}
        self._path: list[str] = []
        self._texts: dict[str, str] = {}  # one string a move text, however many lists it stands in
        self._walker.place(*start)
        self._won = self._walker.status == 1
        self._open = [(self._key(start), self._last_first(self._walker.legal()))]

    def _last_first(self, moves: list[str]) -> list[str]:
        # What is to be tried first stands at the end: to a foundation first, back from one last.
        shared = [self._texts.setdefault(move, move) for move in moves[::-1]]
        return sorted(shared, key=lambda move: (not move.startswith("f"), move.endswith("-f")))

    def _key(self, position: Position) -> bytes:
        # Where passes are not limited, the number of the pass changes no move.
        piles, down, passes = position
        key = pack(piles, down)
        return key + passes.to_bytes(4, "little") if self._counts_passes else key

    def _position(self, key: bytes) -> Position:
        # The path holds keys, which the table shares: positions as tuples would take twenty times the room.
        return unpack(key, int.from_bytes(key[-4:], "little") if self._counts_passes else self._passes)

    def run(self, nodes: int) -> int:
        """Visit at most `nodes` more positions."""
        walker, left = self._walker, nodes
        while left > 0:
            if self._won:
                return 1
            if not self._open:
                return 2
            if _SEEN_BYTES * len(self._seen) + _OPEN_BYTES * len(self._open) >= self._memory:
                return 3
            position, moves = self._open[-1]
            if not moves:
                self._open.pop()
                if self._path:
                    self._path.pop()
                continue
            move = moves.pop()
            walker.place(*self._position(position))
            walker.walk(move)
            key = self._key(walker.state())
            if key in self._seen:
                continue
            self._seen.add(key)
            left -= 1
            self.nodes += 1
            self._path.append(move)
            self._open.append((key, self._last_first(walker.legal())))
            self._won = walker.status == 1
        return 1 if self._won else 0

    def moves(self) -> list[str]:
        """The moves to the win."""
        return list(self._path)
