# cython: language_level=3
"""What can be said of a position at sight; see prospect.py."""

cimport cython

from solit.engine.search.pyramids.position cimport Position

cdef enum:
    SAFE = 1  # the prunings
    UNWIND = 2
    FOLLOW = 4
    EMPTY = 8
    WORST = 4095  # no score is as bad


cdef class Prospect(Position):
    # "follow": waste and stock as they go through the rest of the game; by suit, the cards out and those of the layout
    cdef unsigned char next_waste[64]
    cdef unsigned char next_stock[64]
    cdef unsigned long long follow_out[4]
    cdef unsigned long long follow_layout[4]
    # "empty": for each pyramid the sets of its spots that may be gone; the pyramids combined, and what one counts for
    cdef int combined
    cdef unsigned int option[64]
    cdef int option_count[4]
    cdef int combined_pyramid[4]
    cdef int combined_stride[4]
    # for each set of spots gone: what is out at least and may be out, places in play, bases, and hopes by suit
    cdef unsigned int set_gone[64]
    cdef unsigned long long set_out[64]
    cdef unsigned long long set_may[64]
    cdef int set_places[64]
    cdef unsigned char set_base[256]
    cdef unsigned int set_hopes[256]
    # by suit, the ranks that are certainly out and that may be out, and the places that they take; the places in all
    cdef unsigned long long set_certain[256]
    cdef unsigned long long set_possible[256]
    cdef int set_demand[256]
    cdef int set_taken[64]
    # the stock card drawn next, the waste card at hand, the least stock card to enter with, whether it is still possible
    cdef int set_drawn[64]
    cdef int set_row[64]
    cdef int set_entry[64]
    cdef bint set_alive[64]

    @cython.final
    cdef bint decides(self, int spot, unsigned int gone) noexcept
    cdef void settle(self) noexcept
    @cython.final
    cdef int demand(self, int suit, unsigned long long possible, unsigned long long certain, unsigned int hopes) noexcept
    @cython.final
    cdef unsigned long long above(self, int suit, int rank, unsigned long long possible) noexcept
    @cython.final
    cdef bint may_fit(self, int suit, int rank, unsigned long long possible, unsigned long long certain, unsigned int hopes) noexcept
    @cython.final
    cdef bint feeder(self, int suit, int rank, unsigned long long possible) noexcept
    @cython.final
    cdef void mean(self, int x, unsigned int own, unsigned int gone) noexcept
    @cython.final
    cdef void stand(self, int x, int i, int j) noexcept
    @cython.final
    cdef bint step(self, int x, int i) noexcept
    @cython.final
    cdef int unwind(self) noexcept
    @cython.final
    cdef int in_layout(self) noexcept
    @cython.final
    cdef int combine(self) noexcept
    @cython.final
    cdef void take_bases(self, int x) noexcept
    cdef bint stuck(self) noexcept
    @cython.final
    cdef bint no_order(self, int n) noexcept
    @cython.final
    cdef unsigned long long nexts(self, int suit, unsigned long long certain, unsigned int hopes) noexcept
    @cython.final
    cdef void grow(self, int suit, unsigned long long card) noexcept
    @cython.final
    cdef int follow(self) noexcept
    cdef int judge(self) noexcept
