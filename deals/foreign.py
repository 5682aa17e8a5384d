# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""How other programs shuffle: their random numbers and the swaps made with them, each frozen as its program has it.

Compiled ahead of time; the same file runs uncompiled, some hundred times slower, with the same result. Which list a
program begins with, and in which order it deals the shuffled one, is told to a `Shuffler`.
"""

try:
    import cython  # gone when compiled: Cython is no run-time dependency
except ImportError:
    from solit.engine._cython_shim import cython

COMPILED: bool = cython.compiled

# The kinds of shuffles.
SOLVITAIRE = 0
KLONDIKE_SOLVER = 1
LEHMER = 2
DOTNET = 3
FREECELL = 4
PYTHON = 5
OLD_PYSOL = 6
DIGITS_DOWN = 7
DIGITS_UP = 8

_SOLVITAIRE = cython.declare(cython.const[cython.int], 0)
_KLONDIKE_SOLVER = cython.declare(cython.const[cython.int], 1)
_LEHMER = cython.declare(cython.const[cython.int], 2)
_DOTNET = cython.declare(cython.const[cython.int], 3)
_FREECELL = cython.declare(cython.const[cython.int], 4)
_PYTHON = cython.declare(cython.const[cython.int], 5)
_OLD_PYSOL = cython.declare(cython.const[cython.int], 6)
_DIGITS_DOWN = cython.declare(cython.const[cython.int], 7)

M32 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFF)
M33 = cython.declare(cython.const[cython.ulonglong], 0x1FFFFFFFF)
M64 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFFFFFFFFFF)
B31 = cython.declare(cython.const[cython.ulonglong], 0x7FFFFFFF)  # 2^31 - 1
TOP = cython.declare(cython.const[cython.ulonglong], 0x80000000)
TWO_31 = cython.declare(cython.const[cython.ulonglong], 0x80000000)
TWO_32 = cython.declare(cython.const[cython.ulonglong], 0x100000000)
TWO_33 = cython.declare(cython.const[cython.ulonglong], 0x200000000)
MT_SEED = cython.declare(cython.const[cython.ulonglong], 1812433253)
MT_MIX = cython.declare(cython.const[cython.ulonglong], 0x9908B0DF)
MT_B = cython.declare(cython.const[cython.ulonglong], 0x9D2C5680)
MT_C = cython.declare(cython.const[cython.ulonglong], 0xEFC60000)
MT_ARRAY = cython.declare(cython.const[cython.ulonglong], 19650218)
MT_ARRAY_1 = cython.declare(cython.const[cython.ulonglong], 1664525)
MT_ARRAY_2 = cython.declare(cython.const[cython.ulonglong], 1566083941)
KS_MIX = cython.declare(cython.const[cython.uint], 51651237)
KS_TWIST = cython.declare(cython.const[cython.uint], 895213268)
KS_VALUE = cython.declare(cython.const[cython.uint], 0x9417B3AF)
KS_OWN_SEED = cython.declare(cython.const[cython.uint], 1878604981)
W32 = cython.declare(cython.const[cython.uint], 0xFFFFFFFF)
W31 = cython.declare(cython.const[cython.uint], 0x7FFFFFFF)
SIGN_15 = cython.declare(cython.const[cython.uint], 0x10000)
SIGN_16 = cython.declare(cython.const[cython.uint], 0x8000)
PYSOL_STEP = cython.declare(cython.const[cython.ulonglong], 6364136223846793005)
LANES = cython.declare(cython.const[cython.int], 8)
LIMBS = cython.declare(cython.const[cython.int], 8)


@cython.final
@cython.cclass
class Shuffler:
    """Shuffles of one kind: `start` is the list before, `order` where in the shuffled list each card of the deck is.

    Both are 52 bytes. `zero` is what `LEHMER` takes in place of a state of 0.
    """

    kind: cython.int
    zero: cython.ulonglong
    start: cython.uchar[52]
    order: cython.uchar[52]
    cards: cython.uchar[52]
    words: cython.uint[624]
    array: cython.uint[624]  # the twister's words before a key is mixed in
    at: cython.int
    table: cython.longlong[56]
    limbs: cython.uint[8]
    lanes: cython.uchar[416]  # eight decks

    def __init__(self, kind: int, start: bytes, order: bytes, zero: int = 0):
        i: cython.int
        if not cython.compiled:
            self.start, self.order, self.cards = bytearray(52), bytearray(52), bytearray(52)
            self.lanes = bytearray(416)
            self.words, self.array, self.table, self.limbs = [0] * 624, [0] * 624, [0] * 56, [0] * 8
        if not (0 <= kind <= 8 and sorted(start) == sorted(order) == list(range(52))):
            raise ValueError("a kind from 0 to 8, and two orders of the numbers from 0 to 51")
        self.kind = kind
        self.zero = zero
        for i in range(52):
            self.start[i] = start[i]
            self.order[i] = order[i]
        self.seed_twister(MT_ARRAY)
        for i in range(624):
            self.array[i] = self.words[i]

    def deck(self, seed: int) -> bytes:
        """The deck of a seed: 52 card numbers. Of a negative seed, and of one too large, the low bits count."""
        i: cython.int
        j: cython.int
        for i in range(52):
            self.cards[i] = self.start[i]
        if self.kind == _PYTHON or self.kind >= _DIGITS_DOWN:
            data: bytes = (seed & ((1 << 256) - 1)).to_bytes(32, "little")
            for i in range(8):
                j = 4 * i
                self.limbs[i] = int.from_bytes(data[j : j + 4], "little")
            if self.kind == _PYTHON:
                self.python()
            elif self.kind == _DIGITS_DOWN:
                self.digits_down()
            else:
                self.digits_up()
        else:
            self.shuffle(seed & 0xFFFFFFFFFFFFFFFF)
        deck = bytearray(52)
        out: cython.uchar[::1] = deck
        for i in range(52):
            out[i] = self.cards[self.order[i]]
        return bytes(deck)

    def decks(self, first: int, count: int) -> bytes:
        """The decks of `count` seeds from `first` on, one after another."""
        done: cython.Py_ssize_t = 0
        wanted: cython.Py_ssize_t = count
        i: cython.int
        lane: cython.int
        decks = bytearray(52 * count)
        out: cython.uchar[::1] = decks
        while done < wanted:
            if self.kind == _KLONDIKE_SOLVER and wanted - done >= LANES:
                self.klondike_solvers((first + done) & 0xFFFFFFFF)
                for lane in range(LANES):
                    for i in range(52):
                        out[52 * (done + lane) + i] = self.lanes[52 * lane + self.order[i]]
                done += LANES
            else:
                decks[52 * done : 52 * done + 52] = self.deck(first + done)
                done += 1
        return bytes(decks)

    @cython.cfunc
    @cython.exceptval(check=False)
    def shuffle(self, seed: cython.ulonglong) -> cython.void:
        if self.kind == _SOLVITAIRE:
            self.solvitaire(seed)
        elif self.kind == _KLONDIKE_SOLVER:
            self.klondike_solver(seed)
        elif self.kind == _LEHMER:
            self.lehmer(seed)
        elif self.kind == _DOTNET:
            self.dotnet(seed)
        elif self.kind == _FREECELL:
            self.freecell(seed)
        elif self.kind == _OLD_PYSOL:
            self.old_pysol(seed)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def swap(self, i: cython.int, j: cython.int) -> cython.void:
        card: cython.uchar = self.cards[i]
        self.cards[i] = self.cards[j]
        self.cards[j] = card

    # --- the Mersenne Twister ---

    @cython.cfunc
    @cython.exceptval(check=False)
    def seed_twister(self, seed: cython.ulonglong) -> cython.void:
        """Seeded with one 32-bit word, as C++'s std::mt19937."""
        i: cython.int
        last: cython.ulonglong = seed & M32
        self.words[0] = last
        for i in range(1, 624):
            last = (MT_SEED * (last ^ (last >> 30)) + i) & M32
            self.words[i] = last
        self.at = 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def word(self) -> cython.ulonglong:
        """The next output. Words are turned over as they are needed: no shuffle needs all of them."""
        i: cython.int = self.at
        after: cython.int = i + 1 if i < 623 else 0
        y: cython.ulonglong = self.words[i]
        z: cython.ulonglong = self.words[after]
        y = (y & TOP) | (z & B31)
        z = self.words[i + 397 if i < 227 else i - 227]
        z = z ^ (y >> 1)
        if y & 1:
            z = z ^ MT_MIX
        self.words[i] = z
        self.at = after
        z = z ^ (z >> 11)
        z = z ^ ((z << 7) & MT_B)
        z = z ^ ((z << 15) & MT_C)
        return z ^ (z >> 18)

    @cython.cfunc
    @cython.exceptval(check=False)
    def solvitaire(self, seed: cython.ulonglong) -> cython.void:
        """From the end; numbers are divided into buckets, and those beyond the last bucket are thrown away."""
        i: cython.int
        j: cython.ulonglong
        n: cython.ulonglong
        bucket: cython.ulonglong
        self.seed_twister(seed)
        for i in range(51, 0, -1):
            n = i
            bucket = TWO_32 // (n + 1)
            j = self.word() // bucket
            while j > n:
                j = self.word() // bucket
            self.swap(i, j)

    @cython.cfunc
    @cython.exceptval(check=False)
    def python(self) -> cython.void:
        """Python's random.Random(seed).random(), from the end; the seed's 32-bit words are the key."""
        i: cython.int
        j: cython.int
        _k: cython.int
        length: cython.int = 1
        last: cython.ulonglong
        value: cython.ulonglong
        key: cython.ulonglong
        real: cython.double
        for i in range(LIMBS):
            if self.limbs[i]:
                length = i + 1
        for i in range(624):
            self.words[i] = self.array[i]
        i = 1
        j = 0
        last = self.words[0]
        for _k in range(624):
            value = self.words[i]
            key = self.limbs[j]
            last = ((value ^ ((last ^ (last >> 30)) * MT_ARRAY_1)) + key + j) & M32
            self.words[i] = last
            i += 1
            j += 1
            if i >= 624:
                self.words[0] = last
                i = 1
            if j >= length:
                j = 0
        for _k in range(623):
            value = self.words[i]
            last = ((value ^ ((last ^ (last >> 30)) * MT_ARRAY_2)) + TWO_32 - i) & M32
            self.words[i] = last
            i += 1
            if i >= 624:
                self.words[0] = last
                i = 1
        self.words[0] = TOP
        self.at = 0
        for i in range(51, 0, -1):
            value = self.word() >> 5
            key = self.word() >> 6
            real = (value * 67108864.0 + key) * (1.0 / 9007199254740992.0)
            j = int(real * (i + 1)) if not cython.compiled else cython.cast(cython.int, real * (i + 1))
            self.swap(i, j)

    # --- Klondike-Solver ---

    @cython.cfunc
    @cython.exceptval(check=False)
    def klondike_solver(self, seed: cython.ulonglong) -> cython.void:
        """Three 32-bit numbers, stirred 50 and 950 times; then 269 swaps of two cards at random."""
        n: cython.int
        k: cython.int = 0
        y: cython.uint
        value: cython.uint
        mix: cython.uint = KS_MIX
        twist: cython.uint = KS_TWIST
        kept: cython.uint = seed & M32
        if kept == W32:  # -1 there means a seed of its own making, always the same one
            kept = KS_OWN_SEED
        value = kept
        for n in range(1000 + 538):
            if n == 50:  # the shift to the right keeps the sign, here and below
                value = KS_VALUE ^ kept ^ ((((kept >> 15) ^ SIGN_15) - SIGN_15) & W32)
            y = ((twist - mix) & W32) ^ twist ^ value ^ mix
            mix ^= twist ^ value
            value ^= (twist - mix) & W32
            twist ^= value ^ y
            value ^= ((twist << 7) & W32) ^ ((((mix >> 16) ^ SIGN_16) - SIGN_16) & W32) ^ ((y << 8) & W32)
            if n >= 1000:
                if n & 1:
                    self.swap(k, (value & W31) % 52)
                else:
                    k = (value & W31) % 52

    @cython.cfunc
    @cython.exceptval(check=False)
    def klondike_solvers(self, first: cython.ulonglong) -> cython.void:
        """The same for eight seeds at once, into `lanes`: the compiler makes one step of all of them."""
        n: cython.int
        i: cython.int
        place: cython.int
        other: cython.int
        card: cython.uchar
        y: cython.uint
        v: cython.uint
        m: cython.uint
        t: cython.uint
        value: cython.uint[8]
        mix: cython.uint[8]
        twist: cython.uint[8]
        kept: cython.uint[8]
        held: cython.uint[8]
        if not cython.compiled:
            value, mix, twist, kept, held = [0] * 8, [0] * 8, [0] * 8, [0] * 8, [0] * 8
        for i in range(LANES):
            v = (first + i) & M32
            if v == W32:
                v = KS_OWN_SEED
            kept[i] = v
            value[i] = v
            mix[i] = KS_MIX
            twist[i] = KS_TWIST
            held[i] = 0
            for n in range(52):
                self.lanes[52 * i + n] = self.start[n]
        for n in range(1000 + 538):
            if n == 50:
                for i in range(LANES):
                    value[i] = KS_VALUE ^ kept[i] ^ ((((kept[i] >> 15) ^ SIGN_15) - SIGN_15) & W32)
            for i in range(LANES):
                v = value[i]
                m = mix[i]
                t = twist[i]
                y = ((t - m) & W32) ^ t ^ v ^ m
                m ^= t ^ v
                v ^= (t - m) & W32
                t ^= v ^ y
                value[i] = v ^ ((t << 7) & W32) ^ ((((m >> 16) ^ SIGN_16) - SIGN_16) & W32) ^ ((y << 8) & W32)
                mix[i] = m
                twist[i] = t
            if n >= 1000:
                for i in range(LANES):
                    if n & 1:
                        place = 52 * i + (value[i] & W31) % 52
                        other = held[i]
                        card = self.lanes[place]
                        self.lanes[place] = self.lanes[other]
                        self.lanes[other] = card
                    else:
                        held[i] = 52 * i + (value[i] & W31) % 52

    # --- the others ---

    @cython.cfunc
    @cython.exceptval(check=False)
    def lehmer(self, seed: cython.ulonglong) -> cython.void:
        """x·16807 mod (2^31 − 1), seven times through the deck from its start."""
        _i: cython.int
        j: cython.int
        x: cython.ulonglong = seed & M32
        for _i in range(7):
            for j in range(52):
                if x == 0:
                    x = self.zero
                x = x * 16807 % B31
                self.swap(j, x % 52)

    @cython.cfunc
    @cython.exceptval(check=False)
    def dotnet(self, seed: cython.ulonglong) -> cython.void:
        """.NET's System.Random(seed).Next(), seven times through the deck from its end."""
        i: cython.int
        x: cython.int
        place: cython.int
        first: cython.int = 0
        second: cython.int = 21
        b: cython.longlong = 2147483647
        m: cython.longlong
        k: cython.longlong = 1
        m = seed & M32
        if m > b:
            m = TWO_32 - m  # the seed's absolute value
        if m > b:
            m = b
        m = 161803398 - m
        self.table[55] = m
        for i in range(1, 55):
            place = 21 * i % 55
            self.table[place] = k
            k = m - k
            if k < 0:
                k += b
            m = self.table[place]
        for _i in range(4):
            for i in range(1, 56):
                self.table[i] -= self.table[1 + (i + 30) % 55]
                if self.table[i] < 0:
                    self.table[i] += b
        for _i in range(7):
            for x in range(51, -1, -1):
                first = first + 1 if first < 55 else 1
                second = second + 1 if second < 55 else 1
                k = self.table[first] - self.table[second]
                if k == b:
                    k -= 1
                if k < 0:
                    k += b
                self.table[first] = k
                place = k % 52
                self.swap(x, place if place >= 0 else place + 52)  # a C remainder has the sign of k

    @cython.cfunc
    @cython.exceptval(check=False)
    def freecell(self, seed: cython.ulonglong) -> cython.void:
        """Microsoft FreeCell's numbers, from the end; seeds from 2^31 and from 2^32 on give wider ones."""
        i: cython.int
        x: cython.ulonglong = seed
        v: cython.ulonglong
        n: cython.ulonglong
        if seed >= TWO_32:
            x = seed - TWO_32
        for i in range(51, 0, -1):
            x = (x * 214013 + 2531011) & M33
            if seed >= TWO_32:
                v = ((x >> 16) & 0xFFFF) + 1
            elif seed >= TWO_31:
                v = ((x >> 16) & 0x7FFF) | 0x8000
            else:
                v = (x >> 16) & 0x7FFF
            n = i + 1
            self.swap(i, v % n)

    @cython.cfunc
    @cython.exceptval(check=False)
    def old_pysol(self, seed: cython.ulonglong) -> cython.void:
        """The 64-bit linear generator of the old PySol, from the end."""
        i: cython.int
        x: cython.ulonglong = seed
        n: cython.ulonglong
        for i in range(51, 0, -1):
            x = (x * PYSOL_STEP + 1) & M64
            n = i + 1
            self.swap(i, (((x >> 21) & B31) * n) >> 31)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def divide(self, top: cython.int, n: cython.ulonglong) -> cython.ulonglong:
        """The limbs 0..top divided by n; returns the remainder."""
        i: cython.int
        rest: cython.ulonglong = 0
        whole: cython.ulonglong
        for i in range(top, -1, -1):
            whole = (rest << 32) | self.limbs[i]
            self.limbs[i] = whole // n
            rest = whole % n
        return rest

    @cython.cfunc
    @cython.exceptval(check=False)
    def digits_down(self) -> cython.void:
        """The digits of a number below 52!, of base 52 first, from the end."""
        i: cython.int
        top: cython.int = LIMBS - 1
        for i in range(51, 0, -1):
            while top > 0 and self.limbs[top] == 0:
                top -= 1
            self.swap(i, self.divide(top, i + 1))

    @cython.cfunc
    @cython.exceptval(check=False)
    def digits_up(self) -> cython.void:
        """The digits of a number below 52!, of base 2 first, from the start."""
        i: cython.int
        top: cython.int = LIMBS - 1
        for i in range(1, 52):
            while top > 0 and self.limbs[top] == 0:
                top -= 1
            self.swap(i, self.divide(top, i + 1))
