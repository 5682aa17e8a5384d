from collections.abc import Iterable, Sequence

COMPILED: bool

def bit_of(card: int) -> int: ...
def is_red(card: int) -> bool: ...
def fits(card: int, onto: int) -> bool: ...
def write_line(
    codes: Iterable[tuple[int, int]],
    start: Sequence[Sequence[int]],
    start_down: Sequence[int],
    columns: int,
    group: int,
    manual: bool,
) -> list[str]: ...
