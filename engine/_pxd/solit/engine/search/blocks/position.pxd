# cython: language_level=3
"""A position of the blocks family; see position.py."""

cimport cython

cdef enum:
    NONE = 255  # no card above, an empty column
    FLOOR = 64  # what lies under a bottom card
    HOME = 62  # targets of a move: 0..51 a card, 52.. the floor of a column,
    DEAL = 63  # then these two
    PLAIN = 0  # what `generate` lists: every move,
    FORWARD = 1  # all but swaps,
    SWAPPING = 2  # swaps alone
    DEAD = 1  # the prunings
    SAFE = 2
    SWAPS = 4
    FLOORS = 8
    RIVALS = 16


cdef class Position:
    # what may lie on what, from the tables
    cdef unsigned long long takes[52]
    cdef unsigned long long hosts[52]  # the cards that take this one
    cdef unsigned long long beneath[52]  # all that must be home before a card's going home is safe
    cdef int pred[52]
    cdef int succ[52]
    cdef unsigned long long opens
    cdef unsigned long long opens_home
    cdef unsigned long long bases
    cdef bint returns
    cdef bint sequence
    cdef int columns
    cdef int dealt_to[8]
    cdef int prunings
    # the position
    cdef int under[64]
    cdef int over[64]
    cdef int col[64]
    cdef int top[8]
    cdef int stock[8]
    cdef int stocked
    cdef int undealt  # stocked before the deal, 0 after it
    cdef unsigned long long down
    cdef unsigned long long up  # face up in a column
    cdef unsigned long long home
    cdef unsigned long long full
    cdef int homes
    cdef int cards
    cdef unsigned long long hash1
    cdef unsigned long long hash2
    cdef unsigned long long key1[52 * 64]
    cdef unsigned long long key2[52 * 64]
    cdef unsigned long long random
    # the way to it: one entry a move
    cdef int depth
    cdef int log_move[4096]
    cdef int log_under[4096]
    cdef int log_from[4096]
    cdef int log_turned[4096]
    # the moves that `generate` lists
    cdef int listed[1024]

    @cython.final
    cdef unsigned long long word(self) noexcept
    cdef int floor(self, int column) noexcept
    @cython.final
    cdef void rehash(self) noexcept
    @cython.final
    cdef void flip(self, int c, int u) noexcept
    cdef void make(self, int move) noexcept
    cdef void back(self) noexcept
    cdef bint lifts(self, int z) noexcept
    cdef bint built(self, int z) noexcept
    cdef int generate(self, int what) noexcept
    cdef bint goes_home(self, int c) noexcept
