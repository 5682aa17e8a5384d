# cython: language_level=3
"""A position of the pairs family; see position.py."""

cimport cython

cdef enum:
    HOME = 0  # the kinds of moves: column to foundation,
    SHIFT = 1  # a lock, with what lies on it, to another column,
    DECK_HOME = 2  # stock or waste to foundation,
    DECK_COLUMN = 3  # stock or waste to column,
    BACK = 4  # foundation to column
    SAFE_HOME = 1  # the prunings
    REACH = 2
    DEPLOY = 4
    REVERSE = 8
    IDLE = 16
    ORDER = 32
    EASIER = 64


cdef class Position:
    # the game
    cdef int ranks
    cdef int columns
    cdef int stock_size
    cdef int group  # cards drawn at a time
    cdef bint counted  # passes are limited
    cdef bint lazy  # stock cards are put down only for a use
    cdef bint manual
    cdef int prunings
    cdef bint helping  # this is the easier game of another search
    cdef object start
    cdef object down
    cdef object prologue  # moves that turn up what lies bare
    # by card
    cdef unsigned long long next_bit[64]
    cdef unsigned long long before[64]
    cdef unsigned long long unsafe[64]  # cards of which none may be next on its foundation, for the card to be safe there
    cdef unsigned long long under[64]  # of cards that start as locks: the run below, or the face-down card
    cdef unsigned long long under_lock[64]  # the first card of it, but none for a king at the bottom, which is no lock
    cdef int place[64]  # in stock and waste as given, the waste's bottom first
    cdef unsigned long long kings
    cdef unsigned long long done  # `want` when all are home
    # units of the key
    cdef unsigned long long height_unit[64]
    cdef unsigned long long column_unit[64]
    cdef unsigned long long waste_unit
    cdef unsigned long long left_unit
    cdef unsigned long long part[128]  # shares of the key by lock, and by next card of a foundation
    cdef unsigned long long base
    # small tables
    cdef unsigned char every[2048]
    cdef unsigned char phase[2048]
    cdef unsigned long long cards_at[768]  # the cards at a byte of stock places
    # the state in hand
    cdef unsigned long long key
    cdef unsigned long long up  # cards face up in columns
    cdef unsigned long long lock
    cdef unsigned long long want  # the next card of each foundation
    cdef unsigned long long near  # stock cards in reach
    cdef unsigned long long talon  # stock places not yet played
    cdef int drawn  # those below this place are the waste
    cdef int left  # redeals left that can matter
    cdef unsigned long long grade  # offset and first card of the pass under way, if it reaches more than a fresh one
    cdef unsigned long long first[8]

    @cython.final
    cdef unsigned long long select(self, unsigned long long m) noexcept
    @cython.final
    cdef int width(self, unsigned long long m) noexcept
    @cython.final
    cdef unsigned long long grade_at(self, unsigned long long m, int drawn) noexcept
    @cython.final
    cdef unsigned long long fresh_cards(self, unsigned long long m) noexcept
    @cython.final
    cdef void set_waste(self, int drawn) noexcept
    @cython.final
    cdef void take(self, int b) noexcept
    @cython.final
    cdef void leave(self, int b) noexcept
    @cython.final
    cdef void apply(self, int kind, int b) noexcept
    @cython.final
    cdef unsigned long long room(self) noexcept
    @cython.final
    cdef int forced(self) noexcept
    @cython.final
    cdef bint settle(self) noexcept
