# cython: language_level=3
"""The class of positions that swaps connect; see swaps.py."""

cimport cython

from solit.engine.search.blocks.prospect cimport Prospect

cdef enum:
    MEMBERS = 128  # larger classes are searched position by position


cdef class Swaps(Prospect):
    # the positions of a class that `members` lists: hashes, the member before and the swap between
    cdef unsigned long long member_hash1[128]
    cdef unsigned long long member_hash2[128]
    cdef int member_before[128]
    cdef int member_swap[128]
    cdef int way[128]
    # the loose cards that `pair_up` finds, by number: the twin that each lies on, the bare twin
    cdef int pair_count
    cdef int loose[8]
    cdef int lies[8]
    cdef int bare[8]
    cdef unsigned long long loose_cards
    # for each loose card: the loose pieces its own depends on; the pieces of its twins, or -1; which may be in a ring
    cdef unsigned int depends_on[8]
    cdef int piece_lies[8]  # the loose piece that the twin under / the bare twin is in, or -1
    cdef int piece_bare[8]
    cdef unsigned int in_rings  # the pairs whose piece may depend on itself
    # the choices that `choices` finds: their numbers in the order found; by number, the choice before, the pair changed over
    cdef int choice[128]
    cdef int choice_before[128]
    cdef int choice_pair[128]
    cdef unsigned char choice_seen[128]
    cdef unsigned long long choice_hash1[128]
    cdef unsigned long long choice_hash2[128]
    # the key of the class
    cdef unsigned long long class_key1
    cdef unsigned long long class_key2
    # what `save` keeps of members and choices while children are looked at
    cdef int kept_before[128]
    cdef int kept_swap[128]
    cdef int kept_loose[8]
    cdef int kept_lies[8]
    cdef int kept_bare[8]
    cdef int kept_choices[128]
    cdef int kept_pair[128]
    # the forward moves that `survey` finds, and those that are tried from many members
    cdef int plan[1024]
    cdef int hard[256]
    cdef int hard_count

    @cython.final
    cdef void enter(self, int member) noexcept
    cdef int members(self) noexcept
    cdef int segment(self, int c) noexcept
    cdef bint pair_up(self) noexcept
    cdef int choices(self, unsigned int pairs) noexcept
    cdef void choose(self, int v) noexcept
    cdef void find_key(self) noexcept
    cdef void save(self, int count) noexcept
    cdef int survey(self, int some) noexcept
    @cython.final
    cdef int note(self, int some, int move) noexcept
    @cython.final
    cdef bint depends(self, int on, int z, int from_) noexcept
