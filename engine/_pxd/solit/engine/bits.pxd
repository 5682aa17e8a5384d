# cython: language_level=3
"""Sets of cards as 64-bit masks, for compiled modules; bits.py is the same for uncompiled ones."""

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
      #define solit_lowest(mask) __builtin_ctzll(mask)
    #elif defined(_MSC_VER) && defined(_WIN64)
      #include <intrin.h>
      static __inline int solit_lowest(unsigned __int64 mask) {
        unsigned long at;
        _BitScanForward64(&at, mask);
        return (int)at;
      }
    #else
      static int solit_lowest(unsigned long long mask) {
        int at = 0;
        while (!(mask & 1)) { mask >>= 1; at++; }
        return at;
      }
    #endif
    """
    int lowest "solit_lowest"(unsigned long long mask) noexcept nogil


cdef inline int count(unsigned long long mask) noexcept nogil:
    # Sums of two, four and eight bits; the product adds the eight bytes up in its highest one.
    mask -= (mask >> 1) & <unsigned long long> 0x5555555555555555
    mask = (mask & <unsigned long long> 0x3333333333333333) + ((mask >> 2) & <unsigned long long> 0x3333333333333333)
    mask = (mask + (mask >> 4)) & <unsigned long long> 0x0F0F0F0F0F0F0F0F
    return <int> ((mask * <unsigned long long> 0x0101010101010101) >> 56)
