# cython: language_level=3
"""The positions that wait; see waiting.py."""

from solit.engine.search.pyramids.prospect cimport Prospect


cdef class Waiting(Prospect):
    # waiting positions, number 0 standing for none
    cdef unsigned int cap
    cdef unsigned char[::1] rec
    cdef unsigned long long[::1] rec_out
    cdef unsigned int[::1] r_path
    cdef unsigned int[::1] r_act
    cdef unsigned int[::1] r_hash
    cdef int[::1] r_score
    cdef unsigned int[::1] r_chain  # the next with this hash head; the next unused
    cdef unsigned int[::1] r_layer  # the next in this layer
    cdef unsigned int[::1] heads
    cdef unsigned long long head_mask
    cdef unsigned long long most_heads
    cdef unsigned int used
    cdef unsigned int unused
    cdef unsigned int live
    cdef unsigned int most
    # how positions came about: node, its parent and the choice between; counted references
    cdef unsigned int[::1] p_parent
    cdef unsigned int[::1] p_act
    cdef unsigned int[::1] p_ref
    cdef unsigned int p_used
    cdef unsigned int p_unused
    # the layers
    cdef unsigned int layer_head[256]
    cdef unsigned int layer_count[256]
    cdef int layer_cut[256]
    cdef unsigned int hist[4096]
    cdef unsigned int width
    cdef bint truncated

    cdef void load(self, unsigned int r) noexcept
    cdef void store(self, unsigned int r) noexcept
    cdef bint same(self, unsigned int r) noexcept
    cdef void drop(self, unsigned int r) noexcept
    cdef void let_go(self, unsigned int p) noexcept
    cdef void compact(self, int layer) noexcept
    cdef unsigned long long hashed(self) noexcept
