# cython: language_level=3
"""A walk over states of the any-suit family; see walk.py."""

cimport cython

cdef enum:
    LEAVE = 0  # the kinds of moves: column to column,
    HOME = 1  # column to foundation,
    PLAY = 2  # talon to column,
    LAY = 3  # talon to foundation,
    BACK = 4  # foundation to column
    SAFE_HOME = 1  # the prunings
    SAFE_WASTE = 2
    FREE_ROOM = 4
    DEAD = 8


cdef class Walk:
    cdef int ranks
    cdef int top
    cdef int columns
    cdef int draw
    cdef bint returns
    cdef int prunings
    cdef int opens[3]
    cdef unsigned char parents[64]
    cdef int home[4]
    cdef unsigned char talon[64]
    cdef int size
    cdef int waste
    cdef int redeals
    cdef int stops
    cdef int stop_at[64]
    cdef int stop_turn[64]
    # What is looked up: 127 bits and a mark that is always set.
    cdef unsigned long long look0
    cdef unsigned long long look1
    cdef unsigned long long[::1] table
    cdef int bits
    cdef long long filled
    cdef long long memory
    # Frame n of the stack: the move that led to it, what undoes it, and where its list of moves goes on and ends.
    cdef int[::1] moved
    cdef int[::1] card
    cdef int[::1] old_waste
    cdef int[::1] old_redeals
    cdef int[::1] extra
    cdef int[::1] next
    cdef int[::1] end
    cdef long long[::1] listed
    cdef int frames
    cdef int list_room
    cdef int level
    cdef long long visited
    cdef long long spent
    cdef long long limit
    cdef int attempt
    cdef bint narrow
    cdef unsigned long long random
    cdef int result

    cdef void apply(self, int move) noexcept
    cdef void undo(self) noexcept
    cdef int forced(self) noexcept
    cdef bint dead(self) noexcept
    cdef void list_moves(self) noexcept
    cdef void look(self) noexcept
    @cython.final
    cdef void settle(self) noexcept
    @cython.final
    cdef void list_stops(self) noexcept
    @cython.final
    cdef int take(self, int index) noexcept
    @cython.final
    cdef void untake(self, int index, int card) noexcept
    @cython.final
    cdef int safe_rank(self) noexcept
    @cython.final
    cdef int safe_waste(self) noexcept
    @cython.final
    cdef void put(self, int move, int score) noexcept
    @cython.final
    cdef bint known(self, unsigned long long key0, unsigned long long key1) noexcept
    @cython.final
    cdef int enter(self) noexcept
