# cython: language_level=3
"""Words that look random, for compiled modules; randomness.py is the same for uncompiled ones."""

cdef extern from *:
    """
    #define SOLIT_GOLDEN 0x9E3779B97F4A7C15ULL
    #define SOLIT_MIX_1 0xBF58476D1CE4E5B9ULL
    #define SOLIT_MIX_2 0x94D049BB133111EBULL
    """
    const unsigned long long GOLDEN "SOLIT_GOLDEN"
    const unsigned long long MIX_1 "SOLIT_MIX_1"
    const unsigned long long MIX_2 "SOLIT_MIX_2"


cdef inline unsigned long long mixed(unsigned long long word) noexcept nogil:
    word = (word ^ (word >> 30)) * MIX_1
    word = (word ^ (word >> 27)) * MIX_2
    return word ^ (word >> 31)


cdef inline unsigned long long state_after(unsigned long long state) noexcept nogil:
    return state + GOLDEN
