from collections.abc import Sequence
from typing import final

from solit.engine.lowered import Tables

COMPILED: bool
PRUNINGS: dict[str, int]
ALL: int

@final
class Search:
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
    def run(self, nodes: int) -> int: ...
    def moves(self) -> list[str]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def waiting(self) -> int: ...
