from typing import final

COMPILED: bool

SOLVITAIRE: int
KLONDIKE_SOLVER: int
LEHMER: int
DOTNET: int
FREECELL: int
PYTHON: int
OLD_PYSOL: int
DIGITS_DOWN: int
DIGITS_UP: int

@final
class Shuffler:
    def __init__(self, kind: int, start: bytes, order: bytes, zero: int = 0) -> None: ...
    def deck(self, seed: int) -> bytes: ...
    def decks(self, first: int, count: int) -> bytes: ...
