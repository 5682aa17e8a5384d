"""The table of positions that a search has seen: open addressing in one array, two words a slot.

A key is two words, the second never 0 (0 marks a free slot). The slots are a power of two; `last` is the number of the
last one. Who owns a table keeps it, its `last` and how many it holds, and makes a larger one before it is full.

A compiled module takes `meet` and `refill` from `_pxd/solit/engine/search/seen.pxd`, an uncompiled one from here.
"""

import mmap
from collections.abc import MutableSequence
from contextlib import suppress
from struct import calcsize
from typing import Literal

from solit.engine.randomness import GOLDEN, MASK64

SLOT_BYTES = 16

Code = Literal["B", "H", "i", "I", "Q"]


def reserve(code: Code, length: int, *, huge: bool = False) -> memoryview:
    """An array of zeros of one type (`code` as in `struct`), whose pages cost nothing until they are written to.

    `huge`: on huge pages where the system has them, for what is all written to soon, and read here and there. Raises
    `OSError` where the system refuses.
    """
    size = length * calcsize(code)
    if not (huge and hasattr(mmap, "MADV_HUGEPAGE")):
        return memoryview(mmap.mmap(-1, size)).cast(code)
    room = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with suppress(OSError):  # a system built without them: the pages are small ones
        room.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(room).cast(code)


def slot_of(first: int, second: int, last: int) -> int:
    """Where the search for a key begins: of all bits of both words, so keys need not be random."""
    slot = (first ^ second * 0xC2B2AE3D27D4EB4F) & MASK64
    slot = ((slot ^ (slot >> 29)) * GOLDEN) & MASK64
    return (slot ^ (slot >> 32)) & last


def meet(table: MutableSequence[int], last: int, first: int, second: int) -> bool:
    """Whether a key was in the table; now it is."""
    slot = slot_of(first, second, last)
    while table[2 * slot + 1]:
        if table[2 * slot] == first and table[2 * slot + 1] == second:
            return True
        slot = (slot + 1) & last
    table[2 * slot] = first
    table[2 * slot + 1] = second
    return False


def refill(table: MutableSequence[int], last: int, fresh: MutableSequence[int], fresh_last: int) -> None:
    """Put all keys of a table into another, empty one."""
    for slot in range(last + 1):
        if table[2 * slot + 1]:
            meet(fresh, fresh_last, table[2 * slot], table[2 * slot + 1])
