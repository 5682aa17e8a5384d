"""Ranks that go in a circle: the ace lies above the last rank. A set of ranks is a mask, bit 0 the ace.

A compiled module takes these from `_pxd/solit/engine/search/pyramids/ranks.pxd`, an uncompiled one from here.
"""


def turned(mask: int, by: int, ranks: int, full: int) -> int:
    """The ranks of a suit counted from rank `by`: bit 0 is that rank. `full`: all `ranks` bits."""
    return ((mask >> by) | (mask << (ranks - by))) & full


def steps_up(rank: int, base: int, ranks: int) -> int:
    """How many steps lead from `base` up to `rank`."""
    return rank - base if rank >= base else rank - base + ranks
