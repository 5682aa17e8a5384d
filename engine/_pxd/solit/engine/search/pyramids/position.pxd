# cython: language_level=3
"""A position of the pyramids family; see position.py."""

cimport cython

cdef enum:
    NO_BASE = 15


cdef class Position:
    # the rules, and what lies where at the start
    cdef int ranks
    cdef unsigned long long full
    cdef unsigned long long everything
    cdef int places
    cdef int passes
    cdef int prunings
    cdef bint closed  # nothing may fill an empty place
    cdef unsigned long long open_waste
    cdef unsigned long long open_layout
    cdef unsigned long long link[52]
    cdef unsigned char card_at[16]  # layout spots: 4 · pyramid + 0 centre, 1 and 2 overlaps, 3 top
    cdef unsigned int over[16]
    cdef unsigned int under_layout[16]
    cdef unsigned int under_wing[16]
    cdef unsigned char wing_card[8]
    cdef unsigned int wing_over[8]
    cdef unsigned long long lay_low[256]
    cdef unsigned long long lay_high[256]
    cdef unsigned char ones[8192]
    cdef unsigned char order[16]
    cdef int first_turn
    cdef unsigned int first_layout
    cdef unsigned long long first_out
    cdef unsigned int first_wings
    cdef object first_base
    cdef object piles
    # the position at hand: `pack` holds the waste from the left and the stock at the right, the next card first
    cdef unsigned char pack[64]
    cdef int waste_size
    cdef int stock_size
    cdef unsigned int spots  # layout spots with a card
    cdef unsigned long long out  # cards out
    cdef unsigned int covered  # wings still covered
    cdef unsigned char base[4]
    cdef int opened  # places in play
    cdef int turn  # the pass
    cdef unsigned long long lay  # layout cards
    cdef unsigned long long linkable  # those of them that may be put on the waste some day
    # cards of a suit among the covered centres, which may become its base
    cdef unsigned int hopes[4]
    # what was played, for the line
    cdef bint logging
    cdef object log

    cdef int runs(self) noexcept
    cdef int fits(self, int card) noexcept
    cdef void look(self) noexcept
    cdef void remove(self, int spot) noexcept
    cdef int talon(self, int j) noexcept
    cdef void release_talon(self, int j) noexcept
    cdef void release_layout(self, int spot) noexcept
    cdef note(self, int kind, int card, int spot)
    cdef void go_to(self, int j) noexcept
    cdef begin(self)
