from collections.abc import Sequence
from typing import final

from solit.engine.best.goals import Goal
from solit.engine.lowered import Tables

COMPILED: bool
PRUNINGS: dict[str, int]
ALL: int

@final
class LeastLoss:
    def __init__(
        self,
        tables: Tables,
        piles: Sequence[Sequence[int]],
        down: Sequence[int],
        passes: int,
        goal: Goal,
        value: int,
        *,
        memory: int,
        prunings: int = ...,
        known: int | None = None,
    ) -> None: ...
    def run(self, nodes: int) -> int: ...
    def moves(self) -> list[str] | None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def value(self) -> int: ...
    @property
    def bound(self) -> int: ...
    @property
    def won(self) -> bool: ...

def accepts(
    tables: Tables, piles: Sequence[Sequence[int]], down: Sequence[int], passes: int, goal: Goal
) -> bool: ...
