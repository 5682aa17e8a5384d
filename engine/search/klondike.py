# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The klondike search: won, unwinnable (a proof) or not known, with the whole deck in view."""

from array import array

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

ONE = cython.declare(cython.const[cython.ulonglong], 1)
MASK64 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFFFFFFFFFF)
PAIRS = cython.declare(cython.const[cython.ulonglong], 0x5555555555555555)
LOW_HALF = cython.declare(cython.const[cython.ulonglong], 0x3333333333333333)
BYTES = cython.declare(cython.const[cython.ulonglong], 0x0F0F0F0F0F0F0F0F)
SUMS = cython.declare(cython.const[cython.ulonglong], 0x0101010101010101)
DE_BRUIJN = cython.declare(cython.const[cython.ulonglong], 0x03F79D71B4CB0A89)
SCATTER = cython.declare(cython.const[cython.ulonglong], 0x9E3779B97F4A7C15)

HOME = cython.declare(cython.const[cython.int], 0)
SHIFT = cython.declare(cython.const[cython.int], 1)
DECK_HOME = cython.declare(cython.const[cython.int], 2)
DECK_COLUMN = cython.declare(cython.const[cython.int], 3)
BACK = cython.declare(cython.const[cython.int], 4)

STRIDE = cython.declare(cython.const[cython.int], 8)

PRUNINGS = {"home": 1}
ALL = 1
SAFE_HOME = cython.declare(cython.const[cython.int], 1)

STOCK, WASTE, FOUNDATION, COLUMN = 0, 1, 2, 6  # places
NAMES = ("s", "w", "fC", "fD", "fH", "fS", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8")


def _bit_of(card):
    """Where a card lies in the search's words: see Search."""
    rank = card % 13
    base = (2, 0, 1, 3)[card // 13]
    return 4 * rank + (base ^ (2 * (rank & 1)))


@cython.final
@cython.cclass
class Search:
    ranks: cython.int
    columns: cython.int
    stock_size: cython.int
    group: cython.int
    counted: cython.bint
    prunings: cython.int
    next_bit: cython.ulonglong[64]
    unsafe: cython.ulonglong[64]
    height_unit: cython.ulonglong[64]
    column_unit: cython.ulonglong[64]
    under: cython.ulonglong[64]
    under_lock: cython.ulonglong[64]
    place: cython.int[64]
    index: cython.uchar[64]
    every: cython.uchar[2048]
    phase: cython.uchar[2048]
    ones: cython.uchar[256]
    cards_at: cython.ulonglong[768]
    kings: cython.ulonglong
    done: cython.ulonglong
    waste_unit: cython.ulonglong
    left_unit: cython.ulonglong
    # the state in hand
    key: cython.ulonglong
    up: cython.ulonglong
    lock: cython.ulonglong
    want: cython.ulonglong
    near: cython.ulonglong
    talon: cython.ulonglong
    drawn: cython.int
    left: cython.int
    first: cython.ulonglong[8]
    # memory
    stack: cython.ulonglong[::1]
    top: cython.Py_ssize_t
    stack_size: cython.Py_ssize_t
    table: cython.ulonglong[::1]
    size: cython.ulonglong
    held: cython.ulonglong
    limit: cython.ulonglong
    memory: cython.ulonglong
    visited: cython.ulonglong
    deepest: cython.ulonglong
    outcome: cython.int
    start: object
    prologue: object
    down: object
    manual: cython.bint

    def __init__(self, tables, piles, down, passes, *, memory, prunings=ALL, seed=0):
        if not accepts(tables, piles, down, passes):
            raise ValueError("this position is not for the klondike search")
        if not cython.compiled:
            for name, length in (("next_bit", 64), ("unsafe", 64), ("height_unit", 64), ("column_unit", 64),
                                 ("under", 64), ("under_lock", 64), ("place", 64), ("index", 64), ("every", 2048),
                                 ("phase", 2048), ("ones", 256), ("cards_at", 768), ("first", 8)):
                setattr(self, name, [0] * length)
        self.prunings = prunings
        self.ranks = tables.ranks
        self.columns = len(tables.columns)
        self.group = len(tables.draw_to)
        self.manual = tables.manual
        self.memory = memory
        self._constants()
        self._position(tables, piles, down, passes)
        self.stack_size = 256 * STRIDE
        self.stack = array("Q", bytes(8 * 256 * STRIDE))
        self.size = 1024
        self.held = 0
        self.limit = 700
        self.table = array("Q", bytes(8 * 1024))
        self.visited = 0
        self.deepest = 0
        self.outcome = 0
        self._settle()
        self.store(0)
        self.top = STRIDE

    def _constants(self):
        i: cython.int
        x: cython.int
        j: cython.int
        for i in range(64):
            self.index[((ONE << i) * DE_BRUIJN & MASK64) >> 58] = i
        for x in range(1, 256):
            self.ones[x] = self.ones[x & (x - 1)] + 1
        for j in range(self.group):
            for x in range(256):
                count: cython.int = j
                chosen: cython.int = 0
                for i in range(8):
                    if x >> i & 1:
                        count += 1
                        if count == self.group:
                            count = 0
                            chosen |= 1 << i
                self.every[256 * j + x] = chosen
                self.phase[256 * j + x] = count
        for i in range(4 * self.ranks):
            rank: cython.int = i >> 2
            self.next_bit[i] = ONE << (4 * (rank + 1) + (i & 3 ^ 2))
            other: cython.ulonglong = 0
            for j in range(4 * self.ranks):
                r: cython.int = j >> 2
                # colours: the low pair is red at even ranks, black at odd ones
                same: cython.bint = ((i >> 1 & 1) ^ (rank & 1)) == ((j >> 1 & 1) ^ (r & 1))
                if (same and r <= rank - 3 and (i & 1) != (j & 1)) or (not same and r <= rank - 2):
                    other |= ONE << j
            self.unsafe[i] = other
        self.kings = cython.cast(cython.ulonglong, 15) << (4 * (self.ranks - 1))
        self.done = cython.cast(cython.ulonglong, 15) << (4 * self.ranks)

    def _position(self, tables, piles, down, passes):
        """Turn the piles into the words of the state, and give every part of the key its unit."""
        stock = list(piles[WASTE]) + list(reversed(piles[STOCK]))
        self.start = [list(pile) for pile in piles]
        self.down = list(down)
        self.stock_size = len(stock)
        self.counted = tables.passes > 0 and tables.redeal or not tables.redeal
        left = 0
        if tables.redeal and tables.passes:
            left = max(0, min(tables.passes - passes, self.stock_size))
        unit: object = 1 << int(self.stock_size)
        self.key = unit  # the mask of the stock and 1: no key is 0, which marks a free slot of the table
        self.waste_unit = unit
        unit *= self.stock_size + 1
        self.left_unit = unit & MASK64
        if self.counted:
            unit *= self.stock_size + 1
        self.up = self.lock = 0
        self.prologue = []
        for place in tables.columns:
            pile = piles[place]
            under = down[place]
            if self.manual and pile and under == len(pile):
                self.prologue.append(f"{NAMES[place]}^")
                under -= 1
                self.down[place] = under
            if not pile:
                continue
            below: object = 0
            below_lock: object = 0
            for depth in range(under + 1):
                b = _bit_of(pile[depth])
                self.under[b] = below
                self.under_lock[b] = below_lock
                self.column_unit[b] = unit & MASK64
                below = 1 << b
                below_lock = 0 if depth == 0 and below & self.kings else below
            self.up |= below
            self.lock |= below_lock
            self.key += (under + 1) * unit
            unit *= under + 2
            for card in pile[under + 1:]:
                self.up |= 1 << _bit_of(card)
        self.want = 0
        for suit in range(4):
            height = len(piles[FOUNDATION + suit])
            for rank in range(self.ranks):
                self.height_unit[_bit_of(13 * suit + rank)] = unit & MASK64
            self.key += height * unit
            unit *= self.ranks + 1
            # the place one above the king stands for "complete": no card is ever there
            self.want |= 1 << (4 * height + ((2, 0, 1, 3)[suit] ^ (2 * (height & 1))))
        i: cython.int
        x: cython.int
        for i in range(3):
            for x in range(1, 256):
                low = (x & -x).bit_length() - 1 + 8 * i
                bit = 1 << _bit_of(stock[low]) if low < self.stock_size else 0
                self.cards_at[256 * i + x] = self.cards_at[256 * i + (x & (x - 1))] | bit
        for i in range(self.stock_size):
            self.place[_bit_of(stock[i])] = i
        self.talon = (1 << self.stock_size) - 1
        self.left = left
        self.drawn = 0
        if self.counted:
            self.key += left * self.left_unit
        self._waste(len(piles[WASTE]))
        self.first[0] = self.key
        self.first[1] = self.up
        self.first[2] = self.lock
        self.first[3] = self.want
        self.first[4] = self.near
        self.first[5] = self.talon
        self.first[6] = self.drawn
        self.first[7] = self.left

    # ---- the talon ----

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def bit_index(self, bit: cython.ulonglong) -> cython.int:
        return self.index[(bit * DE_BRUIJN & MASK64) >> 58]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def select(self, m: cython.ulonglong) -> cython.ulonglong:
        """The set bits number group, 2 group, ... of m."""
        x: cython.int = m & 255
        j: cython.int = 256 * self.phase[x]
        chosen: cython.ulonglong = self.every[x]
        x = j + cython.cast(cython.int, m >> 8 & 255)
        chosen |= cython.cast(cython.ulonglong, self.every[x]) << 8
        j = 256 * self.phase[x]
        x = j + cython.cast(cython.int, m >> 16 & 255)
        return chosen | cython.cast(cython.ulonglong, self.every[x]) << 16

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def width(self, m: cython.ulonglong) -> cython.int:
        """One more than the number of the highest set bit; 0 for none."""
        m |= m >> 1
        m |= m >> 2
        m |= m >> 4
        m |= m >> 8
        m |= m >> 16
        return self.bit_index(m + 1)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _waste(self, drawn: cython.int) -> cython.void:
        """The cards left before stock place `drawn` are the waste: set the key and what can be reached."""
        m: cython.ulonglong = self.talon
        before: cython.ulonglong = m & ((ONE << drawn) - 1)
        after: cython.ulonglong = m ^ before
        new: cython.int
        reach: cython.ulonglong
        if self.counted:
            new = self.width(before)
            reach = self.select(after)
            if before:
                reach |= ONE << (new - 1)
            if after:
                reach |= ONE << (self.width(after) - 1)
            if self.left and m:
                reach |= self.select(m) | ONE << (self.width(m) - 1)
        elif self.group == 1:
            new = 0
            reach = m
        else:
            count: cython.int = self.ones[before & 255] + self.ones[before >> 8 & 255] + self.ones[before >> 16]
            reach = self.select(m)
            if m:
                reach |= ONE << (self.width(m) - 1)
            if count % self.group == 0 or after == 0:
                new = 0
            else:
                new = self.width(before)
                reach |= ONE << (new - 1) | self.select(after)
        self.key = (self.key + self.waste_unit * cython.cast(cython.ulonglong, new)
                    - self.waste_unit * cython.cast(cython.ulonglong, self.drawn)) & MASK64
        self.drawn = new
        self.near = (self.cards_at[reach & 255] | self.cards_at[256 + (reach >> 8 & 255)]
                     | self.cards_at[512 + (reach >> 16)])

    @cython.cfunc
    @cython.exceptval(check=False)
    def take(self, b: cython.int) -> cython.void:
        """Draw (and redeal) until the card is the waste's top, and take it."""
        p: cython.int = self.place[b]
        bit: cython.ulonglong = ONE << p
        if self.counted:
            before: cython.ulonglong = self.talon & ((ONE << self.drawn) - 1)
            after: cython.ulonglong = self.talon ^ before
            used: cython.int = 0
            if bit & before:
                if p + 1 != self.drawn:
                    used = 1
            elif not bit & self.select(after) and p + 1 != self.width(after):
                used = 1
            self.talon ^= bit
            count: cython.int = (self.ones[self.talon & 255] + self.ones[self.talon >> 8 & 255]
                                 + self.ones[self.talon >> 16])
            rest: cython.int = self.left - used
            if rest > count:
                rest = count
            self.key = (self.key - self.left_unit * cython.cast(cython.ulonglong, self.left - rest)) & MASK64
            self.left = rest
        else:
            self.talon ^= bit
        self.key = (self.key - bit) & MASK64
        if self.group == 1 and not self.counted:
            self.near ^= ONE << b
        else:
            self._waste(p)

    # ---- moves ----

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def leave(self, b: cython.int) -> cython.void:
        """The first face-up card of a column goes: the card under it is turned up."""
        self.lock = (self.lock ^ ONE << b) | self.under_lock[b]
        self.up |= self.under[b]
        self.key = (self.key - self.column_unit[b]) & MASK64

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def apply(self, kind: cython.int, b: cython.int) -> cython.void:
        bit: cython.ulonglong = ONE << b
        if kind == HOME:
            self.up ^= bit
            self.want ^= bit | self.next_bit[b]
            self.key = (self.key + self.height_unit[b]) & MASK64
            if self.lock & bit:
                self.leave(b)
        elif kind == SHIFT:
            self.leave(b)
        elif kind == DECK_HOME:
            self.want ^= bit | self.next_bit[b]
            self.key = (self.key + self.height_unit[b]) & MASK64
            self.take(b)
        elif kind == DECK_COLUMN:
            self.up |= bit
            self.take(b)
        else:
            self.up |= bit
            self.want ^= bit | self.next_bit[b]
            self.key = (self.key - self.height_unit[b]) & MASK64

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def room(self) -> cython.ulonglong:
        """Pairs of columns cards on one of which, at least, nothing need lie: both bits of the pair."""
        held: cython.ulonglong = (self.up & ~self.lock) << 4
        free: cython.ulonglong = (((self.up | self.up >> 1) & ~(held | held >> 1))
                                  | (self.up & self.up >> 1 & ~(held & held >> 1))) & PAIRS
        return free | free << 1

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def forced(self) -> cython.int:
        """A move after which nothing is lost, as kind * 64 + card; -1 if none is known."""
        if not self.prunings & SAFE_HOME:
            return -1
        bit: cython.ulonglong
        b: cython.int
        ready: cython.ulonglong = self.up & self.want & self.room()
        while ready:
            bit = ready & (~ready + 1)
            b = self.bit_index(bit)
            if not self.want & self.unsafe[b]:
                return HOME * 64 + b
            ready ^= bit
        if self.group == 1 and not self.counted:
            ready = self.near & self.want
            while ready:
                bit = ready & (~ready + 1)
                b = self.bit_index(bit)
                if not self.want & self.unsafe[b]:
                    return DECK_HOME * 64 + b
                ready ^= bit
        return -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _settle(self) -> cython.void:
        code: cython.int = self.forced()
        while code >= 0:
            self.apply(code >> 6, code & 63)
            code = self.forced()

    # ---- the search ----

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def store(self, at: cython.Py_ssize_t) -> cython.void:
        self.stack[at] = self.key
        self.stack[at + 1] = self.up
        self.stack[at + 2] = self.lock
        self.stack[at + 3] = self.want
        self.stack[at + 4] = self.near
        self.stack[at + 5] = self.talon | cython.cast(cython.ulonglong, self.drawn) << 24 | cython.cast(cython.ulonglong, self.left) << 32

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def load(self, at: cython.Py_ssize_t) -> cython.void:
        self.key = self.stack[at]
        self.up = self.stack[at + 1]
        self.lock = self.stack[at + 2]
        self.want = self.stack[at + 3]
        self.near = self.stack[at + 4]
        packed: cython.ulonglong = self.stack[at + 5]
        self.talon = packed & 0xFFFFFF
        self.drawn = packed >> 24 & 31
        self.left = packed >> 32

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def push(self, origin: cython.Py_ssize_t, kind: cython.int, cards: cython.ulonglong) -> cython.void:
        bit: cython.ulonglong
        b: cython.int
        while cards:
            bit = cards & (~cards + 1)
            cards ^= bit
            b = self.bit_index(bit)
            self.load(origin)
            self.apply(kind, b)
            self._settle()
            self.store(self.top)
            self.stack[self.top + 6] = kind * 64 + b
            self.stack[self.top + 7] = (self.key * SCATTER & MASK64) >> 32
            self.top += STRIDE

    @cython.cfunc
    @cython.exceptval(check=False)
    def expand(self, origin: cython.Py_ssize_t) -> cython.void:
        self.load(origin)
        free: cython.ulonglong = self.room()
        want: cython.ulonglong = self.want
        up: cython.ulonglong = self.up
        lock: cython.ulonglong = self.lock
        near: cython.ulonglong = self.near
        tops: cython.ulonglong = want >> 4
        tops = (tops & LOW_HALF) << 2 | (tops >> 2 & LOW_HALF)
        fits: cython.ulonglong = free >> 4
        if self.kings & (lock | near | tops):
            m: cython.ulonglong = lock | (up & self.kings)
            m = m - (m >> 1 & PAIRS)
            m = (m & LOW_HALF) + (m >> 2 & LOW_HALF)
            m = (m + (m >> 4)) & BYTES
            if cython.cast(cython.int, (m * SUMS & MASK64) >> 56) < self.columns:
                fits |= self.kings
        home: cython.ulonglong = up & want & free
        start: cython.Py_ssize_t = self.top
        self.push(origin, BACK, tops & fits)
        self.push(origin, HOME, home & ~lock)
        self.push(origin, DECK_COLUMN, near & fits)
        self.push(origin, DECK_HOME, near & want)
        self.push(origin, SHIFT, lock & fits)
        self.push(origin, HOME, home & lock)
        # every child's slot is read before any is used, so that the reads of memory overlap
        at: cython.Py_ssize_t = start
        seen: cython.ulonglong = 0
        slot: cython.ulonglong
        value: cython.ulonglong
        while at < self.top:
            seen ^= self.table[self.stack[at + 7] * self.size >> 32]
            at += STRIDE
        self.stack[self.top + 6] = seen
        to: cython.Py_ssize_t = start
        at = start
        while at < self.top:
            slot = self.stack[at + 7] * self.size >> 32
            key: cython.ulonglong = self.stack[at]
            value = self.table[slot]
            while value and value != key:
                slot += 1
                if slot == self.size:
                    slot = 0
                value = self.table[slot]
            if not value:
                self.table[slot] = key
                self.held += 1
                if to != at:
                    i: cython.int
                    for i in range(7):
                        self.stack[to + i] = self.stack[at + i]
                to += STRIDE
            at += STRIDE
        self.top = to

    def run(self, nodes: cython.longlong) -> int:
        """Search on for about `nodes` nodes: 0 not finished, 1 won, 2 unwinnable, 3 out of memory."""
        at: cython.Py_ssize_t
        if self.outcome:
            return self.outcome
        while nodes > 0:
            if self.top == 0:
                self.outcome = 2
                return 2
            at = self.top - STRIDE
            if self.stack[at + 6] & 1024:
                self.top = at
                continue
            if self.stack[at + 3] == self.done:
                self.stack[at + 6] |= 1024
                self.outcome = 1
                return 1
            if self.held >= self.limit and not self._grow():
                return 3
            if self.top + 64 * STRIDE > self.stack_size:
                self._deepen()
            self.stack[at + 6] |= 1024
            self.visited += 1
            nodes -= 1
            self.expand(at)
        return 0

    def _deepen(self):
        new: cython.ulonglong[::1] = array("Q", bytes(16 * self.stack_size))
        i: cython.Py_ssize_t
        for i in range(self.stack_size):
            new[i] = self.stack[i]
        self.stack = new
        self.stack_size *= 2

    def _grow(self):
        size: cython.ulonglong = self.size * 2 if self.size > 1 << 20 else self.size * 8
        if size * 8 > self.memory:
            return False
        new: cython.ulonglong[::1]
        if size > 1 << 18:
            import mmap
            room = mmap.mmap(-1, size * 8, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            room.madvise(mmap.MADV_HUGEPAGE)
            new = memoryview(room).cast("Q")
        else:
            new = array("Q", bytes(size * 8))
        i: cython.ulonglong
        key: cython.ulonglong
        slot: cython.ulonglong
        for i in range(self.size):
            key = self.table[i]
            if key:
                slot = ((key * SCATTER & MASK64) >> 32) * size >> 32
                while new[slot]:
                    slot += 1
                    if slot == size:
                        slot = 0
                new[slot] = key
        self.table = new
        self.size = size
        self.limit = size // 4 * 3
        return True

    @property
    def nodes(self) -> int:
        """Positions visited in all."""
        return self.visited

    @property
    def states(self) -> int:
        """Different positions held."""
        return self.held

    def codes(self):
        """The abstract moves of the solution, forced ones included: (kind, card bit)."""
        chosen = [int(self.stack[at + 6]) & 1023 for at in range(STRIDE, self.top, STRIDE) if self.stack[at + 6] & 1024]
        self.key = self.first[0]
        self.up = self.first[1]
        self.lock = self.first[2]
        self.want = self.first[3]
        self.near = self.first[4]
        self.talon = self.first[5]
        self.drawn = self.first[6]
        self.left = self.first[7]
        found = []
        chosen.append(-1)
        for code in chosen:
            forced = self.forced()
            while forced >= 0:
                found.append((forced >> 6, forced & 63))
                self.apply(forced >> 6, forced & 63)
                forced = self.forced()
            if code >= 0:
                found.append((code >> 6, code & 63))
                self.apply(code >> 6, code & 63)
        return found

    def moves(self) -> list[str]:
        """The solution from the given position, every draw and every implied move written out."""
        if self.outcome != 1:
            raise ValueError("no solution")
        return [*self.prologue, *_write(self.codes(), self.start, self.down, self.columns, self.group, self.manual)]


def _write(codes, piles, down, columns, group, manual):
    """Moves of the real game for moves of the search: cards that lie in the way go to the other card of their pair."""
    piles = [list(pile) for pile in piles]
    down = list(down)
    card_of = {_bit_of(card): card for card in range(52)}
    texts = []
    places = range(COLUMN, COLUMN + columns)

    def column_of(card):
        return next((p for p in places if card in piles[p]), -1)

    def shift(source, target, count):
        cards = piles[source][-count:]
        del piles[source][-count:]
        piles[target].extend(cards)
        name = "f" if FOUNDATION <= target < COLUMN else NAMES[target]
        texts.append(f"{NAMES[source]}-{name}" + (f"x{count}" if count > 1 else ""))
        if source >= COLUMN and piles[source] and down[source] == len(piles[source]):
            down[source] -= 1
            if manual:
                texts.append(f"{NAMES[source]}^")

    def parent(card, above=()):
        """A column that takes the card."""
        rank, red = card % 13, card // 13 in (1, 2)
        for p in places:
            if not piles[p]:
                continue
            t = piles[p][len(piles[p]) - 1]
            if t % 13 == rank + 1 and (t // 13 in (1, 2)) != red and card not in piles[p]:
                return p
        return next(p for p in places if not piles[p])

    def clear(card):
        """Put what lies on a column's card on the other card of its pair."""
        p = column_of(card)
        count = len(piles[p]) - 1 - piles[p].index(card)
        if count:
            shift(p, parent(piles[p][len(piles[p]) - count]), count)
        return p

    for kind, b in codes:
        card = card_of[b]
        home = FOUNDATION + card // 13
        if kind == HOME:
            shift(clear(card), home, 1)
        elif kind == SHIFT:
            p = column_of(card)
            shift(p, parent(card), len(piles[p]) - piles[p].index(card))
        elif kind == BACK:
            shift(home, parent(card), 1)
        else:
            while not piles[WASTE] or piles[WASTE][len(piles[WASTE]) - 1] != card:
                if not piles[STOCK]:
                    piles[STOCK] = piles[WASTE][::-1]
                    piles[WASTE] = []
                    texts.append("r")
                for _ in range(min(group, len(piles[STOCK]))):
                    piles[WASTE].append(piles[STOCK].pop())
                texts.append("d")
            shift(WASTE, home if kind == DECK_HOME else parent(card), 1)
    return texts


def _is_red(card):
    return card // 13 in (1, 2)


def _fits(card, onto):
    return card % 13 + 1 == onto % 13 and _is_red(card) != _is_red(onto)


def accepts(tables, piles, down, passes):
    """Whether the search can take this game and position: klondike's rules, face-up cards in sequence, a key in one word."""
    deck = [card for card in range(52) if card % 13 < tables.ranks]
    kings = sum([1 << card for card in deck if card % 13 == tables.ranks - 1])
    if not (
        tables.returns
        and tables.lift == "any"
        and tables.opens_column == tables.opens_waste == tables.opens_foundation == kings
        and tables.bases == 1 | 1 << 13 | 1 << 26 | 1 << 39
        and set(tables.draw_to) == {WASTE}
        and len(tables.draw_to) <= 8
        and len(tables.columns) <= 8
    ):
        return False
    for onto in deck:
        if tables.takes[onto] != sum([1 << card for card in deck if _fits(card, onto)]):
            return False
        if tables.next_up[onto] != (onto + 1 if onto % 13 + 1 < tables.ranks else -1):
            return False
    stock = len(piles[STOCK]) + len(piles[WASTE])
    if stock > 24:
        return False
    key = (1 << stock) * (stock + 1) * (tables.ranks + 1) ** 4
    if tables.passes or not tables.redeal:
        key *= stock + 1
    for place in tables.columns:
        pile = piles[place]
        for i in range(max(down[place], 0), len(pile) - 1):
            if not _fits(pile[i + 1], pile[i]):
                return False
        if pile:
            key *= down[place] + 2
    return key < 1 << 64
