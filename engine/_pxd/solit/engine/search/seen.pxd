# cython: language_level=3
"""The table of positions seen, for compiled modules; seen.py says what it is and is the same for uncompiled ones."""

from solit.engine.randomness cimport GOLDEN


cdef inline unsigned long long slot_of(
    unsigned long long first, unsigned long long second, unsigned long long last
) noexcept:
    cdef unsigned long long slot = first ^ second * <unsigned long long> 0xC2B2AE3D27D4EB4F
    slot = (slot ^ (slot >> 29)) * GOLDEN
    return (slot ^ (slot >> 32)) & last


cdef inline bint meet(
    unsigned long long[::1] table,
    unsigned long long last,
    unsigned long long first,
    unsigned long long second,
) noexcept:
    cdef unsigned long long slot = slot_of(first, second, last)
    while table[2 * slot + 1]:
        if table[2 * slot] == first and table[2 * slot + 1] == second:
            return True
        slot = (slot + 1) & last
    table[2 * slot] = first
    table[2 * slot + 1] = second
    return False


cdef inline void refill(
    unsigned long long[::1] table,
    unsigned long long last,
    unsigned long long[::1] fresh,
    unsigned long long fresh_last,
) noexcept:
    cdef unsigned long long slot
    for slot in range(last + 1):
        if table[2 * slot + 1]:
            meet(fresh, fresh_last, table[2 * slot], table[2 * slot + 1])
