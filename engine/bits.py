"""Sets of cards as 64-bit masks: the questions that a processor answers in one instruction.

A compiled module takes these from `_pxd/solit/engine/bits.pxd` (`from cython.cimports.solit.engine.bits import …`),
where they are C; an uncompiled one takes them from here.
"""


def lowest(mask: int) -> int:
    """The number of the lowest set bit; `mask` is not 0."""
    return (mask & -mask).bit_length() - 1


def count(mask: int) -> int:
    """How many bits are set."""
    return mask.bit_count()
