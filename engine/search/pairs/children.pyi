from solit.engine.search.pairs.position import Position

COMPILED: bool
ARRAYS: dict[str, int]

class Children(Position):
    def deepen(self) -> None: ...
