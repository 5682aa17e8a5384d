# cython: language_level=3
"""Ranks that go in a circle, for compiled modules; ranks.py is the same for uncompiled ones."""


cdef inline unsigned long long turned(
    unsigned long long mask, int by, int ranks, unsigned long long full
) noexcept nogil:
    return ((mask >> by) | (mask << (ranks - by))) & full


cdef inline int steps_up(int rank, int base, int ranks) noexcept nogil:
    return rank - base if rank >= base else rank - base + ranks
