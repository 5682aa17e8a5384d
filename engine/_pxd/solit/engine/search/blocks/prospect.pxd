# cython: language_level=3
"""What can be said of a position at sight; see prospect.py."""

cimport cython

from solit.engine.search.blocks.position cimport Position


cdef class Prospect(Position):
    # what `dead` is told and tells
    cdef int height[64]
    cdef unsigned long long departed[8]
    cdef int unbuilt
    cdef int rounds

    cdef int safe(self) noexcept
    cdef bint dead(self) noexcept
    @cython.final
    cdef bint freed(self, int z, int i, int p) noexcept
