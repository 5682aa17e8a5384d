from collections.abc import Sequence

from solit.engine.lowered import Tables

COMPILED: bool
ARRAYS: dict[str, int]

class Position:
    def take_constants(self) -> None: ...
    def read(self, tables: Tables, piles: Sequence[Sequence[int]], down: Sequence[int], passes: int) -> None: ...
