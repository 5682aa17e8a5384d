# cython: language_level=3
"""The board's C form, for itself and for compiled modules that subclass it; board.py says what the methods do.

The numbers and the parts of words have a Python twin there, for uncompiled modules.
"""

cdef enum:
    ROW = 64  # cards that a pile may hold, rounded up
    OWN = 30  # target: the foundation of the card's suit
    NOWHERE = 31
    MOST_PASSES = 999999999  # as `state.MOST_PASSES`

cdef enum:  # acts, in the order of `moves.ACTS`
    ACT_MOVE = 0
    ACT_DRAW = 1
    ACT_REDEAL = 2
    ACT_TURN = 3
    ACT_UNDO = 4
    ACT_NONE = 5  # text that is no move

cdef enum:  # roles; 0 is a place that the game has not
    STOCK = 1
    WASTE = 2
    FOUNDATION = 3
    COLUMN = 4
    LAYOUT = 5

cdef enum:  # lifts of groups: both bits for a whole one in sequence
    IN_SEQUENCE = 1
    UNDIVIDED = 2

cdef enum:
    AT_ENTRY = 34  # the first bit of a word of `Board.make` that is free for others


cdef inline int act_of(unsigned long long word) noexcept:
    return <int> (word & 7)


cdef inline int source_of(unsigned long long word) noexcept:
    return <int> (word >> 3) & 31


cdef inline int target_of(unsigned long long word) noexcept:
    return <int> (word >> 8) & 31


cdef inline int count_of(unsigned long long word) noexcept:
    return <int> (word >> 13) & 63


cdef inline int wing_of(unsigned long long word) noexcept:
    return <int> (word >> 19) & 31


cdef inline int reveal_of(unsigned long long word) noexcept:
    return <int> (word >> 24) & 31


cdef inline int base_of(unsigned long long word) noexcept:
    return <int> (word >> 29) & 31


cdef class Board:
    # the tables
    cdef int ranks
    cdef int lift
    cdef int passes_allowed
    cdef bint redeal_exists
    cdef bint manual
    cdef bint in_suit  # whole suits in columns count
    cdef bint turned_base  # a turned centre becomes a base
    cdef int role[30]
    cdef int order[30]  # the places, as positions are written
    cdef int order_size
    cdef int column[8]
    cdef int column_count
    cdef bint route[36]  # by 6 * role of the source + role of the target
    cdef unsigned long long takes[52]
    cdef unsigned long long waste_takes[52]
    cdef unsigned long long opens[6]  # by role of the source
    cdef unsigned long long bases
    cdef int next_up[52]
    cdef int draw_to[8]
    cdef int draw_size
    cdef unsigned int cover[30]  # places that cover a place, as a set
    cdef unsigned int lies_on[30]  # places that a place covers, as a set
    # the position
    cdef unsigned char pile[1920]  # ROW cards a place
    cdef int size[30]
    cdef int down[30]
    cdef unsigned int occupied  # places that hold cards, as a set
    cdef int passes
    # the move at hand
    cdef int act
    cdef int source
    cdef int target
    cdef int count
    cdef unsigned int moves[640]  # words of `list_moves`
    # what the latest move did beside moving cards
    cdef int wing  # the place that became a column
    cdef int reveal  # the place whose card was turned up
    cdef int base  # the foundation that it started
    cdef unsigned long long shown  # cards that were drawn or turned up

    cdef void share(self, Board other) noexcept
    cdef void clear(self) noexcept
    cdef void begin(self) noexcept
    cdef void look(self) noexcept
    cdef bint set_piles(self, object piles, object down, int passes) except -1
    cdef bint is_won(self) noexcept
    cdef int whole_columns(self) noexcept
    cdef int cards_home(self) noexcept
    cdef bint goes_home(self, int card) noexcept
    cdef bint is_legal(self) noexcept
    cdef int list_moves(self, bint first_only) noexcept
    cdef unsigned long long make(self) noexcept
    cdef void unmake(self, unsigned long long word) noexcept
