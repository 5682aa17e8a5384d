# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A position of the pairs family, its talon, and what a move makes of it.

**A state has no columns.** It consists of the heights of the foundations, the number of face-down cards of each column,
the set of cards left in stock and waste, and what of it can be reached. The first face-up card of a column is its
*lock*; every other face-up card lies on one of two cards, the *pair* of equal rank and colour above it in rank, and
which of the two is not part of the state. Proof that this loses nothing: a card of a pair can be bared, and a card can
be put on a pair, exactly when fewer cards that are no locks lie on the pair than there are cards of it face up, for a
group can always go over to the free card of its pair, and this changes neither heights, face-down cards nor talon. So
two real positions of one state allow, after such moves, the same moves to the same states. Kings that are no locks each
hold an otherwise empty column. Groups that are no locks need never move but so; `moves()` fills these moves in.

**Draws are no moves**: tables and talon change each other only when a waste card is played, so all draws can wait until
just before the next play. With any number of passes the cards in reach are those of a fresh pass and, until its end,
those of the pass under way. Where passes are counted, the waste and the passes left are parts of the state; of passes
no more can matter than cards are left, because a pass in which no card is taken can be left out.

**Columns in no order** (only a position in mid-game has them) fall into *runs*, in each of which the cards lie in
building order. Only the last run of a column can be touched, for a group with a seam in it does not move: the runs
under it are as good as face down, but for one thing: when the lock over it has left, a whole run is in reach, its first
card the new lock. The others of the run lie each on a card of their pair, as the state wants it, and bring as much room
as they take. The arguments ask of a face-down card only that it can't be moved, and is in reach when what lay on it has
left: so they hold for runs. A face-down card is a run of its own.

**A face-down card that is bared** (`flip=manual`) is turned up at once: whatever could be done while it was closed can
be done while it is open.

**Keys are exact**: a mixed-radix number below 2^64, so no two states are ever taken for one.

The pruning `home` (`forced`). Let x of rank r be next on its foundation, while the foundations of the other colour hold
rank r-2 and the other one of x's colour holds rank r-3. Then x goes up at once, and nothing else is tried. Proof: let K
be x with all lower cards of its suit, the cards of the other colour up to r-1 and of x's other suit up to r-2. At most
one card of each other suit in K is not home, and on a K-card only K-cards are ever built. Follow any winning line, but
send each K-card home when the line first moves it, and ignore its later moves with K-cards that are home: the columns
are those of the line without some K-cards at their ends, and cards are turned up no later. Each K-card moves at most
once, at least once in the line: *dist* (see `children`) falls. A stock card goes up likewise at draw 1 with any number
of passes, where taking it changes nothing for the others.

Words of cards have a card at bit 4 * rank + 0..3, the colours changing places from rank to rank, so that the cards that
may lie on a pair are the two bits four places lower. The names of constants and the fields of the class are declared in
`_pxd/solit/engine/search/pairs/position.pxd`.
"""

from array import array

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

if cython.compiled:
    from cython.cimports.solit.engine.bits import count, lowest
else:
    from solit.engine.bits import count, lowest

    HOME, SHIFT, DECK_HOME, DECK_COLUMN, BACK = 0, 1, 2, 3, 4
    SAFE_HOME, REACH, DEPLOY, REVERSE, IDLE, ORDER, EASIER = 1, 2, 4, 8, 16, 32, 64

from solit.engine._cython_shim import give_lists
from solit.engine.moves import STOCK, WASTE, Move, move_text
from solit.engine.search.pairs.line import bit_of, fits

COMPILED = bool(cython.compiled)
ONE = cython.declare(cython.const[cython.ulonglong], 1)
MASK64 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFFFFFFFFFF)
PAIRS = cython.declare(cython.const[cython.ulonglong], 0x5555555555555555)
BITS: list = [bit_of(card) for card in range(52)]
# attributes that are C arrays: the uncompiled form needs lists
ARRAYS = {
    "next_bit": 64, "before": 64, "unsafe": 64, "under": 64, "under_lock": 64, "place": 64, "height_unit": 64,
    "column_unit": 64, "part": 128, "every": 2048, "phase": 2048, "cards_at": 768, "first": 8,
}  # fmt: skip
_KNOWN: dict = {}  # _Constants by ranks and cards drawn


@cython.final
@cython.cclass
class _Constants:
    """The tables of a search that do not depend on the position; see `Position`."""

    next_bit: cython.ulonglong[64]
    before: cython.ulonglong[64]
    unsafe: cython.ulonglong[64]
    every: cython.uchar[2048]
    phase: cython.uchar[2048]

    def __init__(self, ranks: cython.int, group: cython.int) -> None:
        if not cython.compiled:
            give_lists(self, {name: ARRAYS[name] for name in ("next_bit", "before", "unsafe", "every", "phase")})
        i: cython.int
        x: cython.int
        j: cython.int
        for j in range(group):
            for x in range(256):
                number: cython.int = j
                chosen: cython.int = 0
                for i in range(8):
                    if x >> i & 1:
                        number += 1
                        if number == group:
                            number = 0
                            chosen |= 1 << i
                self.every[256 * j + x] = chosen
                self.phase[256 * j + x] = number
        for i in range(4 * ranks):
            rank: cython.int = i >> 2
            self.next_bit[i] = ONE << (4 * (rank + 1) + (i & 3 ^ 2))
            self.before[i] = ONE << (4 * (rank - 1) + (i & 3 ^ 2)) if rank else 0
            other: cython.ulonglong = 0
            for j in range(4 * ranks):
                r: cython.int = j >> 2
                # colours: the low pair is red at even ranks, black at odd ones
                same: cython.bint = ((i >> 1 & 1) ^ (rank & 1)) == ((j >> 1 & 1) ^ (r & 1))
                if (same and r <= rank - 3 and (i & 1) != (j & 1)) or (not same and r <= rank - 2):
                    other |= ONE << j
            self.unsafe[i] = other


@cython.cclass
class Position:
    """A position, and what of the rules bears on it."""

    def take_constants(self):
        """What depends on the number of ranks and of cards drawn alone is worked out once and copied."""
        known: _Constants = _KNOWN.get((self.ranks, self.group))
        if known is None:
            known = _KNOWN[int(self.ranks), int(self.group)] = _Constants(self.ranks, self.group)
        self.next_bit = known.next_bit
        self.before = known.before
        self.unsafe = known.unsafe
        self.every = known.every
        self.phase = known.phase
        self.kings = cython.cast(cython.ulonglong, 15) << (4 * (self.ranks - 1))
        self.done = cython.cast(cython.ulonglong, 15) << (4 * self.ranks)

    def read(self, tables, piles, down, passes):
        """Turn the piles into the words of the state, and give every part of the key its unit."""
        stock = list(piles[WASTE]) + list(reversed(piles[STOCK]))
        self.start = [list(pile) for pile in piles]
        self.down = list(down)
        self.stock_size = len(stock)
        self.counted = (tables.passes > 0 or not tables.redeal) and not self.helping
        self.lazy = self.group == 1 and not self.counted and self.prunings & DEPLOY != 0
        b: cython.int
        depth: cython.int
        under: cython.int
        left: cython.int = 0
        if tables.redeal and tables.passes:
            left = max(0, min(tables.passes - passes, self.stock_size))
        unit: cython.ulonglong = ONE << self.stock_size
        self.key = unit  # the mask of the stock and 1: no key is 0, which marks a free slot of the table
        self.waste_unit = self.left_unit = 0
        if self.counted:
            self.waste_unit = unit
            unit *= self.stock_size + 1
            self.left_unit = unit
            unit *= self.stock_size + 1
        self.up = self.lock = 0
        self.base = 1
        self.prologue = []
        for place in tables.columns:
            pile = piles[place]
            under = down[place]
            if self.manual and pile and under == len(pile):
                self.prologue.append(move_text(Move("turn", place)))
                under -= 1
                self.down[place] = under
            if not pile:
                continue
            below: cython.ulonglong = 0
            below_lock: cython.ulonglong = 0
            bottom_king: cython.bint = pile[0] % 13 == self.ranks - 1
            runs: cython.int = 0
            for depth in range(len(pile)):
                b = BITS[pile[depth]]
                if depth > under and fits(pile[depth], pile[depth - 1]):
                    below |= ONE << b  # it lies in the run of the one under it
                    continue
                self.under[b] = below
                self.under_lock[b] = below_lock
                self.column_unit[b] = unit
                below = ONE << b
                below_lock = 0 if depth == 0 and below & self.kings else below
                # the share of the key that the column's lock stands for, a bottom king's left out
                self.part[b] = (runs + (0 if bottom_king else 1)) * unit & MASK64
                runs += 1
            if bottom_king:
                self.base = (self.base + unit) & MASK64
            self.up |= below
            self.lock |= below_lock
            self.key += runs * unit
            unit *= runs + 1
        self.want = 0
        suit: cython.int
        rank: cython.int
        for suit in range(4):
            height: cython.int = len(piles[2 + suit])
            low: cython.int = 2 if suit == 0 else 0 if suit == 1 else 1 if suit == 2 else 3
            for rank in range(self.ranks + 1):
                b = 4 * rank + (low ^ (2 * (rank & 1)))
                self.height_unit[b] = unit
                self.part[64 + b] = rank * unit & MASK64
            self.key += height * unit
            unit = unit * (self.ranks + 1) & MASK64
            # the place one above the king stands for "complete": no card is ever there
            self.want |= ONE << (4 * height + (low ^ (2 * (height & 1))))
        i: cython.int
        x: cython.int
        bits: cython.ulonglong[::1] = array("Q", bytes(8 * 48))
        for i in range(self.stock_size):
            b = BITS[stock[i]]
            bits[i] = ONE << b
            self.place[b] = i
        for i in range(3):
            for x in range(1, 256):
                bit: cython.int = lowest(x)
                self.cards_at[256 * i + x] = (self.cards_at[256 * i + (x & (x - 1))]
                                              | bits[8 * i + bit])
        self.talon = (1 << self.stock_size) - 1
        self.left = left
        self.drawn = 0
        if self.counted:
            self.key += left * self.left_unit
        self.set_waste(len(piles[WASTE]))
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
    @cython.final
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
    @cython.final
    @cython.exceptval(check=False)
    def width(self, m: cython.ulonglong) -> cython.int:
        """One more than the number of the highest set bit; 0 for none."""
        m |= m >> 1
        m |= m >> 2
        m |= m >> 4
        m |= m >> 8
        m |= m >> 16
        return lowest(m + 1)

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def grade_at(self, m: cython.ulonglong, drawn: cython.int) -> cython.ulonglong:
        """What the waste before stock place `drawn` adds to the cards of a fresh pass."""
        before: cython.ulonglong = m & ((ONE << drawn) - 1)
        if before == m:
            return 0
        n: cython.int = count(before)
        if n % 3 == 0:
            return 0
        if n % 3 == 1:
            return cython.cast(cython.ulonglong, 8 - n // 3) << 4
        return 8 - n // 3

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def fresh_cards(self, m: cython.ulonglong) -> cython.ulonglong:
        """The cards that a pass from a full stock reaches."""
        reach: cython.ulonglong = self.select(m)
        if m:
            reach |= ONE << (self.width(m) - 1)
        return (self.cards_at[reach & 255] | self.cards_at[256 + (reach >> 8 & 255)]
                | self.cards_at[512 + (reach >> 16)])

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def set_waste(self, drawn: cython.int) -> cython.void:
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
            reach = self.select(m)
            if m:
                reach |= ONE << (self.width(m) - 1)
            new = 0
            self.grade = self.grade_at(m, drawn)
            if self.grade:
                new = self.width(before)
                reach |= ONE << (new - 1) | self.select(after)
        self.key = (self.key + self.waste_unit * cython.cast(cython.ulonglong, new)
                    - self.waste_unit * cython.cast(cython.ulonglong, self.drawn)) & MASK64
        self.drawn = new
        self.near = (self.cards_at[reach & 255] | self.cards_at[256 + (reach >> 8 & 255)]
                     | self.cards_at[512 + (reach >> 16)])

    @cython.cfunc
    @cython.final
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
            cards: cython.int = count(self.talon)
            rest: cython.int = self.left - used
            if rest > cards:
                rest = cards
            self.key = (self.key - self.left_unit * cython.cast(cython.ulonglong, self.left - rest)) & MASK64
            self.left = rest
        else:
            self.talon ^= bit
        self.key = (self.key - bit) & MASK64
        if self.group == 1 and not self.counted:
            self.near ^= ONE << b
        else:
            self.set_waste(p)

    # ---- moves ----

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def leave(self, b: cython.int) -> cython.void:
        """The lock of a column goes: the card under it is turned up, or the run under it is in reach."""
        self.lock = (self.lock ^ ONE << b) | self.under_lock[b]
        self.up |= self.under[b]
        self.key = (self.key - self.column_unit[b]) & MASK64

    @cython.cfunc
    @cython.final
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
    @cython.final
    @cython.exceptval(check=False)
    def room(self) -> cython.ulonglong:
        """Pairs of columns cards on one of which, at least, nothing need lie: both bits of the pair."""
        held: cython.ulonglong = (self.up & ~self.lock) << 4
        free: cython.ulonglong = (((self.up | self.up >> 1) & ~(held | held >> 1))
                                  | (self.up & self.up >> 1 & ~(held & held >> 1))) & PAIRS
        return free | free << 1

    @cython.cfunc
    @cython.final
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
            b = lowest(bit)
            if not self.want & self.unsafe[b]:
                return HOME * 64 + b
            ready ^= bit
        if self.group == 1 and not self.counted:
            ready = self.near & self.want
            while ready:
                bit = ready & (~ready + 1)
                b = lowest(bit)
                if not self.want & self.unsafe[b]:
                    return DECK_HOME * 64 + b
                ready ^= bit
        return -1

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def settle(self) -> cython.bint:
        """Make the forced moves; true if there was none."""
        code: cython.int = self.forced()
        if code < 0:
            return True
        while code >= 0:
            self.apply(code >> 6, code & 63)
            code = self.forced()
        return False
