from collections.abc import Sequence
from typing import final

from solit.engine.lowered import Tables
from solit.engine.search.pairs.children import Children

COMPILED: bool
PRUNINGS: dict[str, int]
ALL: int

@final
class Search(Children):
    def __init__(
        self,
        tables: Tables,
        piles: Sequence[Sequence[int]],
        down: Sequence[int],
        passes: int,
        *,
        memory: int,
        prunings: int = ...,
        seed: int = 0,
    ) -> None: ...
    def bound(self, nodes: int) -> None: ...
    def run(self, nodes: int) -> int: ...
    def moves(self) -> list[str]: ...
    def _codes(self) -> list[tuple[int, int]]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def states(self) -> int: ...
