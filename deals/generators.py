"""The random numbers that other programs shuffle with, each frozen as the program has it."""

import random
from collections.abc import Callable, Iterator

_M32 = 0xFFFFFFFF
_M64 = 0xFFFFFFFFFFFFFFFF
_B = 2147483647  # 2^31 - 1


def _signed(value: int) -> int:
    """The 32-bit pattern `value` read as a signed number."""
    return value - (1 << 32) if value & 0x80000000 else value


def mersenne_words(seed: int) -> Iterator[int]:
    """MT19937 seeded with one 32-bit word, as C++'s std::mt19937: 32-bit outputs without end."""
    words = [seed & _M32]
    for i in range(1, 624):
        last = words[-1]
        words.append((1812433253 * (last ^ (last >> 30)) + i) & _M32)
    twister = random.Random()
    twister.setstate((3, (*words, 624), None))
    while True:
        yield twister.getrandbits(32)


def python_reals(seed: int) -> Callable[[], float]:
    """Python's own generator seeded with a whole number ≥ 0: a function for reals in [0, 1)."""
    return random.Random(seed).random


def pysol_reals(seed: int) -> Callable[[], float]:
    """The 64-bit linear generator of the old PySol: a function for reals in [0, 1)."""
    state = seed & _M64

    def real() -> float:
        nonlocal state
        state = (state * 6364136223846793005 + 1) & _M64
        return ((state >> 21) & 0x7FFFFFFF) / 2147483648.0

    return real


def freecell_numbers(seed: int) -> Iterator[int]:
    """The numbers behind Microsoft FreeCell's deals; seeds from 2^31 and from 2^32 on give wider ones."""
    extended, high = seed >= 1 << 32, 0x8000 if 1 << 31 <= seed < 1 << 32 else 0
    state = seed - (1 << 32) if extended else seed
    while True:
        state = (state * 214013 + 2531011) & 0x1FFFFFFFF
        yield ((state >> 16) & 0xFFFF) + 1 if extended else ((state >> 16) & 0x7FFF) | high


def lehmer_numbers(seed: int, zero: int = 0) -> Iterator[int]:
    """x·16807 mod (2^31 − 1) from a 32-bit seed; a state of 0 is replaced by `zero` before the step."""
    state = seed & _M32
    while True:
        state = (state or zero) * 16807 % _B
        yield state


def klondike_solver_numbers(seed: int) -> Iterator[int]:
    """Klondike-Solver's own generator of three 32-bit numbers; outputs have 31 bits."""
    value, mix, twist = seed & _M32, 51651237, 895213268

    def step() -> None:
        nonlocal value, mix, twist
        y = (twist - mix) & _M32
        y ^= twist ^ value ^ mix
        mix ^= twist ^ value
        value ^= (twist - mix) & _M32
        twist ^= value ^ y
        value ^= ((twist << 7) & _M32) ^ ((_signed(mix) >> 16) & _M32) ^ ((y << 8) & _M32)

    for _ in range(50):
        step()
    kept = seed & _M32
    value = 0x9417B3AF ^ kept ^ ((_signed(kept) >> 15) & _M32)
    for _ in range(950):
        step()
    while True:
        step()
        yield value & 0x7FFFFFFF


def dotnet_numbers(seed: int) -> Iterator[int]:
    """.NET's System.Random(seed).Next(), Knuth's subtractive generator: numbers from 0 to 2^31 − 2."""
    table = [0] * 56
    m = 161803398 - min(abs(seed), _B)
    k = 1
    table[55] = m
    for i in range(1, 55):
        place = 21 * i % 55
        table[place] = k
        k = m - k
        if k < 0:
            k += _B
        m = table[place]
    for _ in range(4):
        for i in range(1, 56):
            table[i] -= table[1 + (i + 30) % 55]
            if table[i] < 0:
                table[i] += _B
    first, second = 0, 21
    while True:
        first, second = first % 55 + 1, second % 55 + 1
        number = table[first] - table[second]
        if number == _B:
            number -= 1
        if number < 0:
            number += _B
        table[first] = number
        yield number
