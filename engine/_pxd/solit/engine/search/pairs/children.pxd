# cython: language_level=3
"""The children of a position of the pairs family; see children.py."""

cimport cython

from solit.engine.search.pairs.position cimport Position

cdef enum:
    # A position on the stack: key, up, lock, want, near, talon and what belongs to it, the move that led to it, and a
    # word that is in turn the chain or the moves not to try, and once expanded the number of nodes visited then.
    STRIDE = 8
    ROOM = 1024  # words that one expansion may push, without chains
    # the move is kind * 64 + card and these:
    EXPANDED = 1024
    QUIET = 2048  # no forced move followed
    WHOLE = 4096  # all words are written, not only the key
    CHAIN = 8192  # stock cards were put down for it first
    # the low byte of a slot, when the search is the easier game of another one
    CURRENT = 1  # met in this trial
    STALE = 2  # met in an earlier one, without result
    WINNABLE = 3
    DEAD = 4


cdef class Children(Position):
    cdef unsigned long long chain  # put down for the move in hand: first card, a bit for each further one, number << 32
    cdef unsigned long long asleep  # cards whose moves the child need not try
    cdef unsigned long long free
    # memory
    cdef unsigned long long[::1] stack
    cdef Py_ssize_t top
    cdef Py_ssize_t stack_size
    cdef unsigned long long[::1] table  # key << shift | low byte; two are the same if equal from bit `cut` on
    cdef int shift
    cdef int cut
    cdef unsigned long long size
    cdef unsigned long long held
    cdef unsigned long long limit
    cdef unsigned long long touched
    # of the easier game
    cdef bint success
    cdef unsigned long long[::1] log  # slots of this trial
    cdef Py_ssize_t logged
    cdef Py_ssize_t log_size

    @cython.final
    cdef void store(self, Py_ssize_t at) noexcept
    @cython.final
    cdef void load(self, Py_ssize_t at) noexcept
    @cython.final
    cdef void edge(self, unsigned long long key, unsigned long long grade, unsigned long long code) noexcept
    @cython.final
    cdef void whole(self, int kind, int b) noexcept
    @cython.final
    cdef void deploy(self, int b, unsigned long long chain) noexcept
    @cython.final
    cdef void expand(self, Py_ssize_t origin) noexcept
    @cython.final
    cdef void sift(self, Py_ssize_t origin, Py_ssize_t start) noexcept
