# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The frozen shuffle `solit`, and whole deal lines at the speed of a disk.

SplitMix64 started at the seed gives the four state words of xoshiro256**; Lemire's rejection gives numbers
below n; Fisher-Yates runs from the end of the deck in card order (AC 2C … KS). Compiled ahead of time; the same
file runs uncompiled, some hundred times slower, with the same result.
"""

try:
    import cython  # gone when compiled: Cython is no run-time dependency
except ImportError:
    from solit.engine._cython_shim import cython

COMPILED: bool = cython.compiled

MASK64 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFFFFFFFFFF)
MASK32 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFF)
GOLDEN = cython.declare(cython.const[cython.ulonglong], 0x9E3779B97F4A7C15)
MIX_1 = cython.declare(cython.const[cython.ulonglong], 0xBF58476D1CE4E5B9)
MIX_2 = cython.declare(cython.const[cython.ulonglong], 0x94D049BB133111EB)
ZERO_DIGIT = cython.declare(cython.const[cython.ulonglong], 48)
TEN = cython.declare(cython.const[cython.ulonglong], 10)

_RANK_TEXT = b"A23456789TJQK"
_SUIT_TEXT = b"CDHS"


@cython.final
@cython.cclass
class _Shuffler:
    """One deck and one generator, used again and again."""

    cards: cython.uchar[52]
    s0: cython.ulonglong
    s1: cython.ulonglong
    s2: cython.ulonglong
    s3: cython.ulonglong
    splitmix: cython.ulonglong
    rank_text: cython.uchar[13]
    suit_text: cython.uchar[4]

    def __init__(self):
        if not cython.compiled:
            self.cards = bytearray(52)
            self.rank_text = bytearray(13)
            self.suit_text = bytearray(4)
        i: cython.int
        for i in range(13):
            self.rank_text[i] = _RANK_TEXT[i]
        for i in range(4):
            self.suit_text[i] = _SUIT_TEXT[i]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def word(self) -> cython.ulonglong:
        """The next output of SplitMix64."""
        z: cython.ulonglong
        self.splitmix = (self.splitmix + GOLDEN) & MASK64
        z = self.splitmix
        z = ((z ^ (z >> 30)) * MIX_1) & MASK64
        z = ((z ^ (z >> 27)) * MIX_2) & MASK64
        return z ^ (z >> 31)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def below(self, n: cython.ulonglong) -> cython.ulonglong:
        """A number below n (n ≤ 52), without bias."""
        x: cython.ulonglong
        low: cython.ulonglong
        t: cython.ulonglong
        while True:
            # xoshiro256**
            x = (self.s1 * 5) & MASK64
            x = ((x << 7) & MASK64) | (x >> 57)
            x = (x * 9) & MASK64
            t = (self.s1 << 17) & MASK64
            self.s2 ^= self.s0
            self.s3 ^= self.s1
            self.s1 ^= self.s2
            self.s0 ^= self.s3
            self.s2 ^= t
            self.s3 = ((self.s3 << 45) & MASK64) | (self.s3 >> 19)
            low = (x * n) & MASK64
            # 2^64 mod n is below n, so the division is needed only for a product that is below n.
            if low < n and low < (MASK64 - n + 1) % n:
                continue
            # The product's high word; n is small, so the two halves can't overflow.
            return ((x >> 32) * n + (((x & MASK32) * n) >> 32)) >> 32

    @cython.cfunc
    @cython.exceptval(check=False)
    def shuffle(self, seed: cython.ulonglong) -> cython.void:
        i: cython.int
        j: cython.ulonglong
        card: cython.uchar
        self.splitmix = seed
        self.s0 = self.word()
        self.s1 = self.word()
        self.s2 = self.word()
        self.s3 = self.word()
        for i in range(52):
            self.cards[i] = i
        for i in range(51, 0, -1):
            j = self.below(i + 1)
            card = self.cards[i]
            self.cards[i] = self.cards[j]
            self.cards[j] = card

    @cython.cfunc
    @cython.exceptval(check=False)
    def write_deck(self, out: cython.uchar[::1], at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write "JH 8C …" (155 bytes) from `at` on; returns the place after it."""
        i: cython.int
        card: cython.int
        for i in range(52):
            card = self.cards[i]
            if i > 0:
                out[at] = 32
                at += 1
            out[at] = self.rank_text[card % 13]
            out[at + 1] = self.suit_text[card // 13]
            at += 2
        return at

    @cython.cfunc
    @cython.exceptval(check=False)
    def write_number(
        self, out: cython.uchar[::1], at: cython.Py_ssize_t, number: cython.ulonglong
    ) -> cython.Py_ssize_t:
        """Write a number in decimal from `at` on; returns the place after it."""
        rest: cython.ulonglong = number // TEN
        end: cython.Py_ssize_t = at + 1
        place: cython.Py_ssize_t
        while rest > 0:
            rest = rest // TEN
            end += 1
        place = end
        rest = number
        while place > at:
            place -= 1
            out[place] = ZERO_DIGIT + rest % TEN
            rest = rest // TEN
        return end

    @cython.cfunc
    @cython.exceptval(check=False)
    def take(self, decks: cython.const[cython.uchar][::1], at: cython.Py_ssize_t) -> cython.bint:
        """The deck at a place of `decks` instead of a shuffled one; False where a byte is no card."""
        i: cython.int
        for i in range(52):
            if decks[at + i] >= 52:
                return False
            self.cards[i] = decks[at + i]
        return True

    @cython.cfunc
    def lines(
        self,
        head: cython.const[cython.uchar][::1],
        middle: cython.const[cython.uchar][::1],
        tail: cython.const[cython.uchar][::1],
        first: cython.ulonglong,
        count: cython.Py_ssize_t,
        buffer: bytearray,
    ) -> cython.Py_ssize_t:
        out: cython.uchar[::1] = buffer
        heads: cython.Py_ssize_t = head.shape[0] if cython.compiled else len(head)
        middles: cython.Py_ssize_t = middle.shape[0] if cython.compiled else len(middle)
        tails: cython.Py_ssize_t = tail.shape[0] if cython.compiled else len(tail)
        at: cython.Py_ssize_t = 0
        _i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for _i in range(count):
            self.shuffle(first)
            for k in range(heads):
                out[at + k] = head[k]
            at = self.write_deck(out, at + heads)
            for k in range(middles):
                out[at + k] = middle[k]
            at = self.write_number(out, at + middles, first)
            for k in range(tails):
                out[at + k] = tail[k]
            at += tails
            first = (first + 1) & MASK64
        return at


_shuffler = cython.declare(_Shuffler, _Shuffler())


def shuffle(seed: int) -> bytes:
    """The deck of a seed (0 .. 2^64−1): 52 card numbers in dealing order."""
    _check(seed, 1)
    _shuffler.shuffle(seed)
    i: cython.int
    deck = bytearray(52)
    for i in range(52):
        deck[i] = _shuffler.cards[i]
    return bytes(deck)


def deal_lines(head: bytes, middle: bytes, tail: bytes, first: int, count: int) -> bytes:
    """The pieces `head DECK middle SEED tail` for the seeds first .. first+count−1, one after another.

    DECK is the deck as text ("JH 8C …"), SEED decimal. All seeds lie in 0 .. 2^64−1; count is at most 2^20.
    """
    _check(first, count)
    # 155 bytes of deck and at most 20 of seed in each piece.
    buffer = bytearray(count * (len(head) + len(middle) + len(tail) + 175))
    size: cython.Py_ssize_t = _shuffler.lines(head, middle, tail, first, count, buffer)
    return bytes(memoryview(buffer)[:size])


def deck_lines(head: bytes, middle: bytes, tail: bytes, decks: bytes, seeds: list[bytes]) -> bytes:
    """The pieces `head DECK middle SEED tail` for decks of 52 card numbers, one after another, and their seeds.

    Raises `ValueError` where `decks` are not 52 cards for each seed.
    """
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    if len(decks) != 52 * len(seeds):
        raise ValueError("a deck is 52 card numbers")
    view: cython.const[cython.uchar][::1] = decks
    text = bytearray(155)
    out: cython.uchar[::1] = text
    parts = []
    for i in range(len(seeds)):
        if not _shuffler.take(view, at):
            raise ValueError("a card is a number from 0 to 51")
        at += 52
        _shuffler.write_deck(out, 0)
        parts += [head, bytes(text), middle, seeds[i], tail]
    return b"".join(parts)


def _check(first: int, count: int) -> None:
    if not (first >= 0 and 0 <= count <= 1048576 and first + count <= 18446744073709551616):
        raise OverflowError("a seed is a number from 0 to 2^64-1")
