# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The klondike search: won, unwinnable (a proof) or not known, with the whole deck in view.

**A state has no columns.** It consists of the heights of the foundations, the number of face-down cards of
each column, the set of cards left in stock and waste, and what of it can be reached. The first face-up card
of a column is its *lock*; every other face-up card lies on one of two cards, the *pair* of equal rank and
colour above it in rank, and which of the two is not part of the state. Proof that this loses nothing: a card
of a pair can be bared, and a card can be put on a pair, exactly when fewer cards that are no locks lie on the
pair than there are cards of it face up, for a group can always go over to the free card of its pair, and this
changes neither heights, face-down cards nor talon. So two real positions of one state allow, after such
moves, the same moves to the same states. Kings that are no locks each hold an otherwise empty column. Groups
that are no locks need never move but so; `moves()` fills these moves in.

**Draws are no moves**: tables and talon change each other only when a waste card is played, so all draws can
wait until just before the next play. With any number of passes the cards in reach are those of a fresh pass
and, until its end, those of the pass under way. Where passes are counted, the waste and the passes left are
parts of the state; of passes no more can matter than cards are left, because a pass in which no card is taken
can be left out.

**Keys are exact**: a mixed-radix number below 2^64, so no two states are ever taken for one.

**Columns in no order** (only a position in mid-game has them) fall into *runs*, in each of which the cards lie in
building order. Only the last run of a column can be touched, for a group with a seam in it does not move: the runs
under it are as good as face down, but for one thing: when the lock over it has left, a whole run is in reach, its first
card the new lock. The others of the run lie each on a card of their pair, as the state wants it, and bring as much room
as they take. The arguments below ask of a face-down card only that it can't be moved, and is in reach when what lay on
it has left: so they hold for runs. A face-down card is a run of its own.

**A face-down card that is bared** (`flip=manual`) is turned up at once: whatever could be done while it was
closed can be done while it is open.

Below, *dist* is the least number of moves of this kind to a win. A pruning of successors is sound if every
winnable state that the search keeps has, among the successors that it keeps, a winnable one of smaller dist
(or is itself no better than an earlier kept state in some well-founded order). The prunings, by the names in
`PRUNINGS`:

`home`. Let x of rank r be next on its foundation, while the foundations of the other colour hold rank r-2 and
the other one of x's colour holds rank r-3. Then x goes up at once, and nothing else is tried. Proof: let K be
x with all lower cards of its suit, the cards of the other colour up to r-1 and of x's other suit up to r-2.
At most one card of each other suit in K is not home, and on a K-card only K-cards are ever built. Follow any
winning line, but send each K-card home when the line first moves it, and ignore its later moves with K-cards
that are home: the columns are those of the line without some K-cards at their ends, and cards are turned up
no later. Each K-card moves at most once, at least once in the line: dist falls. A stock card goes up likewise
at draw 1 with any number of passes, where taking it changes nothing for the others.

`reach`. With any number of passes a play from the talon leads to a state that does not depend on how the card
was reached. So the table has one entry for all waste positions, and notes which cards were in reach at some
visit: for each of the two offsets against a fresh pass, the first card reached decides, since it reaches the
later ones of its offset. A visit that adds none is dropped; one that adds some looks only at them.

`deploy`. At draw 1 with any number of passes, a stock card is put on a column only if the next move needs the
room on it, and only where there was none. Proof: in a shortest win put off each such play to just before the
first move that needs it: without it other moves find no less room, the card stays in reach, and its own place
is still free, for both fitted before. If none needs it before it goes home, it would go home from the waste,
in fewer moves. The chain of such cards with its user counts as one step.

`reverse`. A card just moved home (no lock) or back is not moved back or home, if no forced move came between:
that is the parent.

`idle`. A card goes back to a column, or home from where it is no lock, only if this makes another move
possible, alone or together with one more such move. Proof: such moves can be put off past all moves that do
not need them, as above. Take a shortest win, the first move M in it of another kind, and of the moves before
M only those that M needs directly or not; the others go after M. The lowest needy move among them lacks
nothing but moves that are possible now. No move lacks more than two: the right card on the foundation, and
room.

`order`. Let a and b be possible, a earlier in the fixed order, not both from the talon, and neither followed
by a forced move. After b, a is not tried if the same visit of the parent tried a. Proof: then b is possible
after a (if both need one room, there were two), and leads to the same state, so dist after a is not larger
than dist after b. The state after a was met before the one after b, or in the same visit by an earlier move:
this order is well-founded.

`easier`. A draw-1 game with any number of passes allows every line of a draw-3 or counted game. Where it is
lost, so is the position. It is tried where a position has cost many nodes, for about as many nodes as were
spent.
"""

from array import array

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

from solit.engine.moves import PLACES, STOCK, WASTE
from solit.engine.search.conditions import columns_end_face_up, draws_to_a_waste, foundations_start_with_aces
from solit.engine.search.klondike_line import bit_of, fits, write_line

ONE = cython.declare(cython.const[cython.ulonglong], 1)
MASK64 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFFFFFFFFFF)
PAIRS = cython.declare(cython.const[cython.ulonglong], 0x5555555555555555)
LOW_HALF = cython.declare(cython.const[cython.ulonglong], 0x3333333333333333)
BYTES = cython.declare(cython.const[cython.ulonglong], 0x0F0F0F0F0F0F0F0F)
SUMS = cython.declare(cython.const[cython.ulonglong], 0x0101010101010101)
DE_BRUIJN = cython.declare(cython.const[cython.ulonglong], 0x03F79D71B4CB0A89)
SCATTER = cython.declare(cython.const[cython.ulonglong], 0x9E3779B97F4A7C15)

# kinds of moves
HOME = cython.declare(cython.const[cython.int], 0)  # column to foundation
SHIFT = cython.declare(cython.const[cython.int], 1)  # a lock, with what lies on it, to another column
DECK_HOME = cython.declare(cython.const[cython.int], 2)
DECK_COLUMN = cython.declare(cython.const[cython.int], 3)
BACK = cython.declare(cython.const[cython.int], 4)  # foundation to column

# A position on the stack: key, up, lock, want, near, talon and what belongs to it, the move that led to it, and a word
# that is in turn the chain or the moves not to try, and once expanded the number of nodes visited then.
STRIDE = cython.declare(cython.const[cython.int], 8)
# The move is kind * 64 + card and these:
EXPANDED = cython.declare(cython.const[cython.ulonglong], 1024)
QUIET = cython.declare(cython.const[cython.ulonglong], 2048)  # no forced move followed
WHOLE = cython.declare(cython.const[cython.ulonglong], 4096)  # all words are written, not only the key
CHAIN = cython.declare(cython.const[cython.ulonglong], 8192)  # stock cards were put down for it first
ROOM = cython.declare(cython.const[cython.int], 1024)  # words that one expansion may push, without chains

# The low byte of a slot, when the search is the easier game of another one.
CURRENT = cython.declare(cython.const[cython.ulonglong], 1)  # met in this trial
STALE = cython.declare(cython.const[cython.ulonglong], 2)  # met in an earlier one, without result
WINNABLE = cython.declare(cython.const[cython.ulonglong], 3)
DEAD = cython.declare(cython.const[cython.ulonglong], 4)

PRUNINGS = {"home": 1, "reach": 2, "deploy": 4, "reverse": 8, "idle": 16, "order": 32, "easier": 64}
ALL = 127
SAFE_HOME = cython.declare(cython.const[cython.int], 1)
REACH = cython.declare(cython.const[cython.int], 2)
DEPLOY = cython.declare(cython.const[cython.int], 4)
REVERSE = cython.declare(cython.const[cython.int], 8)
IDLE = cython.declare(cython.const[cython.int], 16)
ORDER = cython.declare(cython.const[cython.int], 32)
EASIER = cython.declare(cython.const[cython.int], 64)
COMPILED = bool(cython.compiled)
_BITS: list = [bit_of(card) for card in range(52)]


_ARRAYS = {
    "next_bit": 64, "before": 64, "unsafe": 64, "under": 64, "under_lock": 64, "place": 64, "height_unit": 64,
    "column_unit": 64, "part": 128, "index": 64, "every": 2048, "phase": 2048, "ones": 256, "cards_at": 768, "first": 8,
}


_KNOWN: dict = {}  # _Constants by ranks and cards drawn


@cython.final
@cython.cclass
class _Constants:
    """The tables of a search that do not depend on the position; see `Search`."""

    next_bit: cython.ulonglong[64]
    before: cython.ulonglong[64]
    unsafe: cython.ulonglong[64]
    index: cython.uchar[64]
    every: cython.uchar[2048]
    phase: cython.uchar[2048]
    ones: cython.uchar[256]

    def __init__(self, ranks: cython.int, group: cython.int) -> None:
        if not cython.compiled:
            for name in ("next_bit", "before", "unsafe", "index", "every", "phase", "ones"):
                setattr(self, name, [0] * _ARRAYS[name])
        i: cython.int
        x: cython.int
        j: cython.int
        for i in range(64):
            self.index[((ONE << i) * DE_BRUIJN & MASK64) >> 58] = i
        for x in range(1, 256):
            self.ones[x] = self.ones[x & (x - 1)] + 1
        for j in range(group):
            for x in range(256):
                count: cython.int = j
                chosen: cython.int = 0
                for i in range(8):
                    if x >> i & 1:
                        count += 1
                        if count == group:
                            count = 0
                            chosen |= 1 << i
                self.every[256 * j + x] = chosen
                self.phase[256 * j + x] = count
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


@cython.final
@cython.cclass
class Search:
    """One search, resumable; see the module for what a state is and for the prunings.

    Words of cards have a card at bit 4 * rank + 0..3, the colours changing places from rank to rank, so that the cards
    that may lie on a pair are the two bits four places lower.
    """

    # the game
    ranks: cython.int
    columns: cython.int
    stock_size: cython.int
    group: cython.int  # cards drawn at a time
    counted: cython.bint  # passes are limited
    lazy: cython.bint  # stock cards are put down only for a use
    manual: cython.bint
    prunings: cython.int
    start: object
    down: object
    prologue: object  # moves that turn up what lies bare
    given: object
    # by card
    next_bit: cython.ulonglong[64]
    before: cython.ulonglong[64]
    unsafe: cython.ulonglong[64]  # cards of which none may be next on its foundation, for the card to be safe there
    under: cython.ulonglong[64]  # of cards that start as locks: the run below, or the face-down card
    under_lock: cython.ulonglong[64]  # the first card of it, but none for a king at the bottom, which is no lock
    place: cython.int[64]  # in stock and waste as given, the waste's bottom first
    kings: cython.ulonglong
    done: cython.ulonglong  # `want` when all are home
    # units of the key
    height_unit: cython.ulonglong[64]
    column_unit: cython.ulonglong[64]
    waste_unit: cython.ulonglong
    left_unit: cython.ulonglong
    part: cython.ulonglong[128]  # shares of the key by lock, and by next card of a foundation
    base: cython.ulonglong
    # small tables
    index: cython.uchar[64]  # number of a single bit
    every: cython.uchar[2048]
    phase: cython.uchar[2048]
    ones: cython.uchar[256]
    cards_at: cython.ulonglong[768]  # the cards at a byte of stock places
    # the state in hand
    key: cython.ulonglong
    up: cython.ulonglong  # cards face up in columns
    lock: cython.ulonglong
    want: cython.ulonglong  # the next card of each foundation
    near: cython.ulonglong  # stock cards in reach
    talon: cython.ulonglong  # stock places not yet played
    drawn: cython.int  # those below this place are the waste
    left: cython.int  # redeals left that can matter
    grade: cython.ulonglong  # offset and first card of the pass under way, if it reaches more than a fresh one
    chain: cython.ulonglong  # put down for the move in hand: first card, a bit for each further one, number << 32
    asleep: cython.ulonglong  # cards whose moves the child need not try
    free: cython.ulonglong
    first: cython.ulonglong[8]
    # memory
    stack: cython.ulonglong[::1]
    top: cython.Py_ssize_t
    stack_size: cython.Py_ssize_t
    table: cython.ulonglong[::1]  # key << shift | low byte; two are the same if equal from bit `cut` on
    shift: cython.int
    cut: cython.int
    size: cython.ulonglong
    held: cython.ulonglong
    limit: cython.ulonglong
    memory: cython.ulonglong
    visited: cython.ulonglong
    touched: cython.ulonglong
    outcome: cython.int
    # the easier game
    helping: cython.bint  # this search is one
    success: cython.bint
    helper: object
    log: cython.ulonglong[::1]  # slots of this trial
    logged: cython.Py_ssize_t
    log_size: cython.Py_ssize_t
    due: cython.longlong  # nodes until positions are examined
    trial: cython.ulonglong  # nodes below a position before its easier game is tried
    most: cython.ulonglong  # nodes in all, those of the easier game included

    def __init__(self, tables, piles, down, passes, *, memory, prunings=ALL, seed=0, easier=False):
        if not accepts(tables, piles, down, passes):
            raise ValueError("this position is not for the klondike search")
        if not cython.compiled:
            for name, length in _ARRAYS.items():
                setattr(self, name, [0] * length)
        self.prunings = prunings
        self.ranks = tables.ranks
        self.columns = len(tables.columns)
        self.group = 1 if easier else len(tables.draw_to)
        self.manual = tables.manual
        self.memory = memory
        self.helping = easier
        self.success = False
        self.helper = None
        self.given = (tables, piles, down, passes)
        self.due = self.trial = 32 if tables.ranks == 13 else 4
        self.most = MASK64
        self.visited = self.touched = self.chain = self.asleep = self.grade = 0
        self.outcome = 0
        self._constants()
        self._position(tables, piles, down, passes)
        self.stack_size = 2 * ROOM
        self.stack = array("Q", bytes(16 * ROOM))
        self.size = 1024
        self.held = 0
        self.limit = 700
        self.table = array("Q", bytes(8 * 1024))
        self._settle()
        self.store(0)
        self.stack[6] = self.stack[7] = 0
        self.top = STRIDE

    def _constants(self):
        """What depends on the number of ranks and of cards drawn alone is worked out once and copied."""
        known: _Constants = _KNOWN.get((self.ranks, self.group))
        if known is None:
            known = _KNOWN[int(self.ranks), int(self.group)] = _Constants(self.ranks, self.group)
        self.next_bit = known.next_bit
        self.before = known.before
        self.unsafe = known.unsafe
        self.index = known.index
        self.every = known.every
        self.phase = known.phase
        self.ones = known.ones
        self.kings = cython.cast(cython.ulonglong, 15) << (4 * (self.ranks - 1))
        self.done = cython.cast(cython.ulonglong, 15) << (4 * self.ranks)

    def _position(self, tables, piles, down, passes):
        """Turn the piles into the words of the state, and give every part of the key its unit."""
        stock = list(piles[WASTE]) + list(reversed(piles[STOCK]))
        self.start = [list(pile) for pile in piles]
        self.down = list(down)
        self.stock_size = len(stock)
        self.counted = (tables.passes > 0 or not tables.redeal) and not self.helping
        self.lazy = self.group == 1 and not self.counted and self.prunings & DEPLOY != 0
        self.shift = 8 if self.group > 1 and not self.counted else 0
        self.cut = self.shift if self.prunings & REACH else 0
        if self.helping:
            self.shift = self.cut = 8
            self.log_size = 1 << 13
            self.log = array("Q", bytes(8 << 13))
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
                self.prologue.append(f"{PLACES[place]}^")
                under -= 1
                self.down[place] = under
            if not pile:
                continue
            below: cython.ulonglong = 0
            below_lock: cython.ulonglong = 0
            bottom_king: cython.bint = pile[0] % 13 == self.ranks - 1
            runs: cython.int = 0
            for depth in range(len(pile)):
                b = _BITS[pile[depth]]
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
            b = _BITS[stock[i]]
            bits[i] = ONE << b
            self.place[b] = i
        for i in range(3):
            for x in range(1, 256):
                lowest: cython.ulonglong = x & (0 - x)
                self.cards_at[256 * i + x] = (self.cards_at[256 * i + (x & (x - 1))]
                                              | bits[8 * i + self.bit_index(lowest)])
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
    @cython.inline
    @cython.exceptval(check=False)
    def count(self, m: cython.ulonglong) -> cython.int:
        return self.ones[m & 255] + self.ones[m >> 8 & 255] + self.ones[m >> 16]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def grade_at(self, m: cython.ulonglong, drawn: cython.int) -> cython.ulonglong:
        """What the waste before stock place `drawn` adds to the cards of a fresh pass."""
        before: cython.ulonglong = m & ((ONE << drawn) - 1)
        if before == m:
            return 0
        n: cython.int = self.count(before)
        if n % 3 == 0:
            return 0
        if n % 3 == 1:
            return cython.cast(cython.ulonglong, 8 - n // 3) << 4
        return 8 - n // 3

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def fresh_cards(self, m: cython.ulonglong) -> cython.ulonglong:
        """The cards that a pass from a full stock reaches."""
        reach: cython.ulonglong = self.select(m)
        if m:
            reach |= ONE << (self.width(m) - 1)
        return (self.cards_at[reach & 255] | self.cards_at[256 + (reach >> 8 & 255)]
                | self.cards_at[512 + (reach >> 16)])

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
            count: cython.int = self.count(self.talon)
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
        """The lock of a column goes: the card under it is turned up, or the run under it is in reach."""
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
    def _settle(self) -> cython.bint:
        """Make the forced moves; true if there was none."""
        code: cython.int = self.forced()
        if code < 0:
            return True
        while code >= 0:
            self.apply(code >> 6, code & 63)
            code = self.forced()
        return False

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
        self.stack[at + 5] = (self.grade | self.talon << 8 | cython.cast(cython.ulonglong, self.drawn) << 32
                              | cython.cast(cython.ulonglong, self.left) << 40)

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
        self.grade = packed & 255
        self.talon = packed >> 8 & 0xFFFFFF
        self.drawn = packed >> 32 & 31
        self.left = packed >> 40

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def edge(self, key: cython.ulonglong, grade: cython.ulonglong, code: cython.ulonglong) -> cython.void:
        """A child of which only the key is known yet: no forced move follows."""
        self.stack[self.top] = key
        self.stack[self.top + 5] = grade
        self.stack[self.top + 6] = code | QUIET
        self.stack[self.top + 7] = self.asleep
        self.top += STRIDE

    @cython.cfunc
    @cython.exceptval(check=False)
    def whole(self, kind: cython.int, b: cython.int) -> cython.void:
        """A child worked out in full, forced moves made: the state in hand becomes it."""
        self.apply(kind, b)
        flags: cython.ulonglong = WHOLE
        word: cython.ulonglong = 0
        quiet: cython.bint = self._settle()
        if self.chain:
            flags = WHOLE | CHAIN
            word = self.chain
        elif quiet:
            flags = WHOLE | QUIET
            word = self.asleep
        self.store(self.top)
        self.stack[self.top + 6] = cython.cast(cython.ulonglong, kind * 64 + b) | flags
        self.stack[self.top + 7] = word
        self.top += STRIDE

    @cython.cfunc
    @cython.exceptval(check=False)
    def deploy(self, b: cython.int, chain: cython.ulonglong) -> cython.void:
        """Put a stock card on a column for the sake of the move after it, which needs it."""
        if self.top + ROOM > self.stack_size:
            self._deepen()
        self.apply(DECK_COLUMN, b)
        key: cython.ulonglong = self.key
        up: cython.ulonglong = self.up
        lock: cython.ulonglong = self.lock
        want: cython.ulonglong = self.want
        near: cython.ulonglong = self.near
        talon: cython.ulonglong = self.talon
        pair: cython.ulonglong = cython.cast(cython.ulonglong, 3) << (b & 62)
        users: cython.ulonglong = pair >> 4
        tops: cython.ulonglong = want >> 4
        tops = (tops & LOW_HALF) << 2 | (tops >> 2 & LOW_HALF)
        kind: cython.int
        cards: cython.ulonglong
        bit: cython.ulonglong
        c: cython.int
        # the chain: first card, then for each further one which of its pair; the length in the top bits
        for kind in range(4):
            if kind == 0:
                cards = tops & users
            elif kind == 1:
                cards = near & users
            elif kind == 2:
                cards = lock & users
            else:
                cards = pair & ~(ONE << b) & up & want
            while cards:
                bit = cards & (~cards + 1)
                cards ^= bit
                c = self.bit_index(bit)
                if kind == 1:
                    if not self.free & bit:
                        length: cython.ulonglong = chain >> 32
                        self.deploy(c, (chain + (ONE << 32)) | cython.cast(cython.ulonglong, c & 1) << (8 + length))
                else:
                    self.chain = chain
                    self.whole(BACK if kind == 0 else SHIFT if kind == 2 else HOME, c)
                self.key = key
                self.up = up
                self.lock = lock
                self.want = want
                self.near = near
                self.talon = talon

    @cython.cfunc
    @cython.exceptval(check=False)
    def expand(self, origin: cython.Py_ssize_t) -> cython.void:
        self.load(origin)
        free: cython.ulonglong = self.room()
        want: cython.ulonglong = self.want
        up: cython.ulonglong = self.up
        lock: cython.ulonglong = self.lock
        near: cython.ulonglong = self.near
        key: cython.ulonglong = self.key
        talon: cython.ulonglong = self.talon
        grade: cython.ulonglong = self.grade
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
        self.free = free
        self.chain = 0
        last: cython.ulonglong = self.stack[origin + 6]
        undone: cython.ulonglong = 0  # the card whose last move is not to be turned back
        if last & QUIET and self.prunings & REVERSE and (last >> 6 & 7 == BACK or last >> 6 & 7 == HOME):
            undone = ONE << (last & 63)
        sleeping: cython.ulonglong = 0
        if last & QUIET and self.prunings & ORDER:
            sleeping = self.stack[origin + 7]
        cards: cython.ulonglong
        bit: cython.ulonglong
        b: cython.int
        pair: cython.ulonglong
        twin: cython.ulonglong
        other: cython.ulonglong
        then: cython.ulonglong
        grade_then: cython.ulonglong = 0
        wanted: cython.ulonglong = want | (want & PAIRS) << 1 | (want >> 1 & PAIRS)
        # moves after which nothing is forced: only the key of the child is worked out
        plain_shift: cython.ulonglong = 0
        cards = lock & fits
        while cards:
            bit = cards & (~cards + 1)
            cards ^= bit
            if not self.under[self.bit_index(bit)] & wanted:
                plain_shift |= bit
        plain_deck: cython.ulonglong = 0
        if not self.lazy and not self.counted:
            plain_deck = near & fits & ~wanted
        back_twice: cython.ulonglong = tops >> 4
        back_twice = tops | (back_twice & LOW_HALF) << 2 | (back_twice >> 2 & LOW_HALF)
        movable: cython.ulonglong = lock | near | back_twice

        self.asleep = plain_shift | plain_deck
        cards = tops & fits & ~undone
        while cards:
            bit = cards & (~cards + 1)
            cards ^= bit
            b = self.bit_index(bit)
            then = want ^ (bit | self.next_bit[b])
            if self.prunings & SAFE_HOME and not then & self.unsafe[b]:
                continue
            pair = cython.cast(cython.ulonglong, 3) << (b & 62)
            twin = pair ^ bit
            if self.prunings & IDLE:
                other = self.before[b]
                if free & bit or not (movable & pair >> 4 or (twin & up and (
                        twin & want or self.before[b ^ 1] & up))):
                    # no use of the room on it: is it in the way of the next card back?
                    pair = (other | (other & PAIRS) << 1 | (other >> 1 & PAIRS))
                    if not other or not ((pair << 4) & (free | tops | (near if self.lazy else 0))
                                         or (pair ^ other) & up & ~lock & want):
                        continue
            if twin & want:
                self.load(origin)
                self.whole(BACK, b)
            else:
                self.edge((key - self.height_unit[b]) & MASK64, grade, cython.cast(cython.ulonglong, BACK * 64 + b))
        cards = home & ~lock & ~undone
        while cards:
            bit = cards & (~cards + 1)
            cards ^= bit
            b = self.bit_index(bit)
            then = want ^ (bit | self.next_bit[b])
            if self.prunings & IDLE and not bit & self.kings and not self.next_bit[b] & (up | near):
                pair = cython.cast(cython.ulonglong, 3) << (b & 62)
                other = pair << 4
                if free & other or not ((pair ^ bit) & movable):
                    # the room it leaves is of no use: does it lie on a card that could go home?
                    other &= up & ~free
                    twin = want & up
                    if not other & (want | (twin << 4 & ~LOW_HALF) >> 2 | (twin << 4 & LOW_HALF) << 2):
                        continue
            if then & up & ~bit or (self.group == 1 and near & then):
                self.load(origin)
                self.whole(HOME, b)
            else:
                self.edge((key + self.height_unit[b]) & MASK64, grade, cython.cast(cython.ulonglong, HOME * 64 + b))

        self.asleep = plain_shift
        cards = near & fits & ~sleeping
        while cards:
            bit = cards & (~cards + 1)
            cards ^= bit
            b = self.bit_index(bit)
            if self.lazy:
                if not free & bit:
                    self.load(origin)
                    self.deploy(b, cython.cast(cython.ulonglong, b) | ONE << 32)
                    self.chain = 0
            elif plain_deck & bit:
                bit = ONE << self.place[b]
                if self.group != 1:
                    grade_then = self.grade_at(talon ^ bit, self.place[b])
                self.edge((key - bit) & MASK64, grade_then, cython.cast(cython.ulonglong, DECK_COLUMN * 64 + b))
            else:
                self.load(origin)
                self.whole(DECK_COLUMN, b)
        cards = near & want
        while cards:
            bit = cards & (~cards + 1)
            cards ^= bit
            b = self.bit_index(bit)
            then = want ^ (bit | self.next_bit[b])
            if self.counted or then & up or (self.group == 1 and near & then):
                self.load(origin)
                self.whole(DECK_HOME, b)
            else:
                bit = ONE << self.place[b]
                if self.group != 1:
                    grade_then = self.grade_at(talon ^ bit, self.place[b])
                self.edge((key + self.height_unit[b] - bit) & MASK64, grade_then,
                          cython.cast(cython.ulonglong, DECK_HOME * 64 + b))

        cards = lock & fits & ~sleeping
        while cards:
            bit = cards & (~cards + 1)
            cards ^= bit
            b = self.bit_index(bit)
            self.asleep = plain_shift & (bit - 1) & ~(cython.cast(cython.ulonglong, 3) << (b & 62))
            if plain_shift & bit:
                self.edge((key - self.column_unit[b]) & MASK64, grade, cython.cast(cython.ulonglong, SHIFT * 64 + b))
            else:
                self.load(origin)
                self.whole(SHIFT, b)
        self.asleep = 0
        cards = home & lock
        while cards:
            bit = cards & (~cards + 1)
            cards ^= bit
            self.load(origin)
            self.whole(HOME, self.bit_index(bit))
            self.stack[self.top - STRIDE + 6] &= ~QUIET  # it turned a card up: putting it back is no way back
        self.sift(origin, start)

    @cython.cfunc
    @cython.exceptval(check=False)
    def sift(self, origin: cython.Py_ssize_t, start: cython.Py_ssize_t) -> cython.void:
        """Keep those children on the stack that were not met before."""
        end: cython.Py_ssize_t = self.top
        at: cython.Py_ssize_t = start
        to: cython.Py_ssize_t = start
        seen: cython.ulonglong = 0
        slot: cython.ulonglong
        value: cython.ulonglong
        word: cython.ulonglong
        tag: cython.ulonglong
        code: cython.ulonglong
        more: cython.ulonglong
        i: cython.int
        size: cython.ulonglong = self.size
        shift: cython.int = self.shift
        cut: cython.int = self.cut
        helping: cython.bint = self.helping
        # every child's slot is read before any is used, so that the reads of memory overlap
        while at < end:
            word = self.stack[at] << shift
            if helping:
                word |= CURRENT
            elif shift:
                word |= self.stack[at + 5] & 255
            slot = (((word >> cut) * SCATTER & MASK64) >> 32) * size >> 32
            seen ^= self.table[slot]
            at += STRIDE
        self.touched ^= seen
        at = start
        while at < end:
            word = self.stack[at] << shift
            if helping:
                word |= CURRENT
            elif shift:
                word |= self.stack[at + 5] & 255
            tag = word >> cut
            slot = ((tag * SCATTER & MASK64) >> 32) * size >> 32
            value = self.table[slot]
            while value and value >> cut != tag:
                slot += 1
                if slot == size:
                    slot = 0
                value = self.table[slot]
            if value:
                more = 0
                if helping:
                    if value & 255 == STALE:
                        value = word
                        more = 1
                        self.log[self.logged] = slot
                        self.logged += 1
                    elif value & 255 == WINNABLE:
                        self.success = True
                elif cut:
                    # the part of the grades in which this visit goes beyond the earlier ones
                    if word & 0xF0 > value & 0xF0:
                        more = word & 0xF0
                        value = (value & ~cython.cast(cython.ulonglong, 0xF0)) | more
                    if word & 15 > value & 15:
                        more = word & 15
                        value = (value & ~cython.cast(cython.ulonglong, 15)) | more
                if not more:
                    at += STRIDE
                    continue
                self.table[slot] = value
            else:
                more = 0
                self.table[slot] = word
                self.held += 1
                if helping:
                    self.log[self.logged] = slot
                    self.logged += 1
            code = self.stack[at + 6]
            if code & WHOLE:
                if to != at:
                    for i in range(8):
                        self.stack[to + i] = self.stack[at + i]
                self.stack[to + 6] = code ^ WHOLE
            else:
                more_asleep: cython.ulonglong = self.stack[at + 7]
                self.load(origin)
                self.apply(code >> 6 & 7, code & 63)
                self.store(to)
                self.stack[to + 6] = code
                self.stack[to + 7] = more_asleep
            if more and not helping:
                self.stack[to + 4] &= ~self.fresh_cards(self.stack[to + 5] >> 8 & 0xFFFFFF)
            to += STRIDE
            at += STRIDE
        self.top = to

    @cython.cfunc
    @cython.exceptval(check=False)
    def known(self, key: cython.ulonglong) -> cython.ulonglong:
        """What is noted about a position of the easier game; 0 for nothing."""
        slot: cython.ulonglong = ((key * SCATTER & MASK64) >> 32) * self.size >> 32
        value: cython.ulonglong = self.table[slot]
        while value:
            if value >> 8 == key:
                return value & 255
            slot += 1
            if slot == self.size:
                slot = 0
            value = self.table[slot]
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def key_of(self, lock: cython.ulonglong, want: cython.ulonglong, talon: cython.ulonglong) -> cython.ulonglong:
        """The key of a position without waste and passes."""
        key: cython.ulonglong = self.base + talon
        while lock:
            key = (key + self.part[self.bit_index(lock & (~lock + 1))]) & MASK64
            lock &= lock - 1
        while want:
            key = (key + self.part[64 + self.bit_index(want & (~want + 1))]) & MASK64
            want &= want - 1
        return key

    @cython.cfunc
    @cython.exceptval(check=False)
    def note(self, key: cython.ulonglong, mark: cython.ulonglong) -> cython.void:
        slot: cython.ulonglong = ((key * SCATTER & MASK64) >> 32) * self.size >> 32
        while self.table[slot] and self.table[slot] >> 8 != key:
            slot += 1
            if slot == self.size:
                slot = 0
        if not self.table[slot]:
            self.held += 1
        self.table[slot] = key << 8 | mark

    @cython.cfunc
    @cython.exceptval(check=False)
    def prove(self, key: cython.ulonglong, up: cython.ulonglong, lock: cython.ulonglong, want: cython.ulonglong,
              talon: cython.ulonglong, budget: cython.longlong) -> cython.ulonglong:
        """Whether the easier game is WINNABLE or DEAD from a position; 0 if not known within the budget."""
        at: cython.Py_ssize_t
        mark: cython.ulonglong
        begun: cython.ulonglong = self.visited
        self.key = key
        self.up = up
        self.lock = lock
        self.want = want
        self.talon = talon
        self.near = (self.cards_at[talon & 255] | self.cards_at[256 + (talon >> 8 & 255)]
                     | self.cards_at[512 + (talon >> 16)])
        self.grade = 0
        self.drawn = 0
        self.left = 0
        self._settle()
        if self.want == self.done:
            return WINNABLE
        mark = self.known(self.key)
        if mark >= WINNABLE:
            self.note(key, mark)
            return mark
        self.logged = 0
        self.success = False
        self.store(0)
        self.stack[6] = 0
        self.stack[7] = 0
        self.note(self.key, CURRENT)
        self.top = STRIDE
        mark = 0
        while True:
            if self.success:
                mark = WINNABLE
                break
            if self.top == 0:
                mark = DEAD
                break
            at = self.top - STRIDE
            if self.stack[at + 6] & EXPANDED:
                self.top = at
                continue
            if self.stack[at + 3] == self.done:
                self.success = True
                continue
            if cython.cast(cython.longlong, self.visited - begun) >= budget:
                break
            if not self._room():
                break
            self.stack[at + 6] |= EXPANDED
            self.visited += 1
            self.expand(at)
        i: cython.Py_ssize_t
        slot: cython.ulonglong
        kept: cython.ulonglong = DEAD if mark == DEAD else STALE
        for i in range(self.logged):
            slot = self.log[i]
            self.table[slot] = (self.table[slot] & ~cython.cast(cython.ulonglong, 255)) | kept
        if mark == WINNABLE:
            at = 0
            while at < self.top:
                if self.stack[at + 6] & EXPANDED:
                    self.note(self.stack[at], WINNABLE)
                at += STRIDE
        else:
            self.note(self.stack[0], kept)
        if mark:
            self.note(key, mark)
        return mark

    def _room(self):
        """Room for one more node of the easier game; false where memory does not allow it."""
        if self.top + ROOM > self.stack_size:
            self._deepen()
        if self.logged + 4096 > self.log_size:
            self._lengthen()
        if self.held < self.limit:
            return True
        if not self._grow():
            return False
        self.logged = 0
        slot: cython.ulonglong
        for slot in range(self.size):
            if self.table[slot] & 255 == CURRENT:
                if self.logged == self.log_size - 4096:
                    self._lengthen()
                self.log[self.logged] = slot
                self.logged += 1
        return True

    def _lengthen(self):
        new: cython.ulonglong[::1] = array("Q", bytes(16 * self.log_size))
        i: cython.Py_ssize_t
        for i in range(self.logged):
            new[i] = self.log[i]
        self.log = new
        self.log_size *= 2

    @cython.cfunc
    @cython.exceptval(check=False)
    def examine(self) -> cython.longlong:
        """Try the easier game on positions that have cost much, and leave those where it is lost. The nodes spent."""
        helper: Search = self.helper
        before: cython.ulonglong = helper.visited
        at: cython.Py_ssize_t = self.top - STRIDE
        spent: cython.ulonglong
        total: cython.ulonglong
        tries: cython.ulonglong
        code: cython.ulonglong
        key: cython.ulonglong
        mark: cython.ulonglong
        while at >= 0:
            code = self.stack[at + 6]
            if code & EXPANDED:
                tries = code >> 16
                if tries == 63:
                    break
                spent = self.visited - self.stack[at + 7]
                total = self.visited + helper.visited
                if total >= self.most:
                    break
                if spent >= self.trial << 2 * tries:
                    spent = min(spent, self.most - total)
                    key = self.stack[at]
                    if self.counted:
                        key = helper.key_of(self.stack[at + 2], self.stack[at + 3], self.stack[at + 5] >> 8 & 0xFFFFFF)
                    mark = helper.prove(key, self.stack[at + 1], self.stack[at + 2], self.stack[at + 3],
                                        self.stack[at + 5] >> 8 & 0xFFFFFF, spent)
                    if mark == DEAD:
                        self.top = at
                    elif mark == WINNABLE:
                        self.stack[at + 6] = code | 63 << 16
                        break
                    else:
                        self.stack[at + 6] = (code & 0xFFFF) | (tries + 1) << 16
            at -= STRIDE
        return helper.visited - before

    def run(self, nodes: cython.longlong) -> int:
        """Search on for about `nodes` nodes: 0 not finished, 1 won, 2 unwinnable, 3 out of memory."""
        at: cython.Py_ssize_t
        if self.outcome:
            return self.outcome
        key: cython.ulonglong
        eased: cython.bint = (self.counted or self.group > 1) and self.prunings & EASIER != 0
        helped: cython.bint = self.helper is not None
        helper: Search = self.helper
        while nodes > 0:
            if self.top == 0:
                self.outcome = 2
                return 2
            at = self.top - STRIDE
            if self.stack[at + 6] & EXPANDED:
                self.top = at
                continue
            if self.stack[at + 3] == self.done:
                self.stack[at + 6] |= EXPANDED
                self.outcome = 1
                return 1
            if self.held >= self.limit and not self._grow():
                return 3
            if self.top + ROOM > self.stack_size:
                self._deepen()
            if helped:
                key = self.stack[at]
                if self.counted:
                    key = helper.key_of(self.stack[at + 2], self.stack[at + 3], self.stack[at + 5] >> 8 & 0xFFFFFF)
                if helper.known(key) == DEAD:
                    self.top = at
                    continue
            self.stack[at + 6] |= EXPANDED
            self.visited += 1
            nodes -= 1
            self.expand(at)
            if eased:
                self.stack[at + 7] = self.visited
                self.due -= 1
                if self.due <= 0:
                    if not helped:
                        self._help()
                        helper = self.helper
                        helped = True
                    self.due = self.trial // 2
                    used: cython.longlong = self.examine()
                    self.due += used
                    nodes -= used
        return 0

    def _help(self):
        tables, piles, down, passes = self.given
        self.helper = Search(tables, piles, down, passes, memory=self.memory // 4, prunings=self.prunings, easier=True)

    def _deepen(self):
        new: cython.ulonglong[::1] = array("Q", bytes(16 * self.stack_size))
        i: cython.Py_ssize_t
        for i in range(self.stack_size):
            new[i] = self.stack[i]
        self.stack = new
        self.stack_size *= 2

    def _grow(self):
        """A larger table; false where memory does not allow it."""
        size: cython.ulonglong = self.size * 2 if self.size > 1 << 16 else self.size * 8
        spare: cython.longlong = self.memory // 8 - self.size - self.stack_size
        if self.helper is not None:
            spare -= self.memory // 32
        if spare < 0 or size > cython.cast(cython.ulonglong, spare):
            size = spare if spare > 0 else 0
            if size < self.size + self.size // 4:
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
        word: cython.ulonglong
        slot: cython.ulonglong
        for i in range(self.size):
            word = self.table[i]
            if word:
                slot = (((word >> self.cut) * SCATTER & MASK64) >> 32) * size >> 32
                while new[slot]:
                    slot += 1
                    if slot == size:
                        slot = 0
                new[slot] = word
        self.table = new
        self.size = size
        self.limit = size // 4 * 3
        return True

    def bound(self, nodes: int) -> None:
        """From now on no try of the easier game goes on when `nodes` positions have been visited in all."""
        self.most = nodes

    @property
    def nodes(self) -> int:
        """Positions visited in all."""
        return self.visited + (self.helper.nodes if self.helper is not None else 0)

    @property
    def states(self) -> int:
        """Different positions held."""
        return self.held

    def _codes(self):
        """The abstract moves of the solution, forced ones included: (kind, card bit)."""
        chosen: list = []
        at: cython.Py_ssize_t
        code: cython.ulonglong
        chain: cython.ulonglong
        card: cython.int
        i: cython.int
        kind: cython.int
        forced: cython.int
        for at in range(STRIDE, self.top, STRIDE):
            code = self.stack[at + 6]
            if not code & EXPANDED:
                continue
            chain = self.stack[at + 7] if code & CHAIN else 0
            card = chain & 63
            for i in range(chain >> 32):
                if i:
                    card = ((card & 62) - 4) | (chain >> (8 + i) & 1)
                chosen.append((int(DECK_COLUMN), card, True))
            chosen.append((code >> 6 & 7, code & 63, chain > 0))
        self.key = self.first[0]
        self.up = self.first[1]
        self.lock = self.first[2]
        self.want = self.first[3]
        self.near = self.first[4]
        self.talon = self.first[5]
        self.drawn = self.first[6]
        self.left = self.first[7]
        found: list = []
        chosen.append((-1, 0, False))
        middle: cython.bint = False
        chained: cython.bint
        for kind, card, chained in chosen:
            if not middle:
                forced = self.forced()
                while forced >= 0:
                    found.append((forced >> 6, forced & 63))
                    self.apply(forced >> 6, forced & 63)
                    forced = self.forced()
            if kind >= 0:
                found.append((kind, card))
                self.apply(kind, card)
            middle = chained and kind == DECK_COLUMN
        return found

    def moves(self) -> list[str]:
        """The solution from the given position, every draw and every implied move written out."""
        if self.outcome != 1:
            raise ValueError("no solution")
        line = write_line(self._codes(), self.start, self.down, self.columns, self.group, self.manual)
        return [*self.prologue, *line]


def _is_klondike(tables):
    """Whether the tables are those of klondike, whatever the number of cards and columns."""
    deck = [card for card in range(52) if card % 13 < tables.ranks]
    kings = sum([1 << card for card in deck if card % 13 == tables.ranks - 1])
    return (
        tables.returns
        and draws_to_a_waste(tables)
        and tables.lift == "sequence"
        and tables.opens_column == tables.opens_waste == tables.opens_foundation == kings
        and tables.bases == 1 | 1 << 13 | 1 << 26 | 1 << 39
        and tuple(tables.draw_to) in ((WASTE,), (WASTE,) * 3)
        and len(tables.columns) <= 8
        and all([tables.takes[onto] == sum([1 << c for c in deck if fits(c, onto)]) for onto in deck])
        and all([tables.next_up[c] == (c + 1 if c % 13 + 1 < tables.ranks else -1) for c in deck])
    )


_JUDGED = {}  # the last tables looked at, so that a batch of deals looks at them once


def accepts(tables, piles, down, passes):
    """Whether the search takes this position: klondike, a key that fits one word."""
    judged = _JUDGED.get("last")
    if judged is None or judged[0] is not tables:
        judged = (tables, _is_klondike(tables))
        _JUDGED["last"] = judged
    if not judged[1] or not foundations_start_with_aces(piles):
        return False
    if not tables.manual and not columns_end_face_up(tables, piles, down):
        return False
    stock: object = len(piles[STOCK]) + len(piles[WASTE])
    if stock > 24:
        return False
    key: object = (1 << int(stock)) * (tables.ranks + 1) ** 4
    # the low byte of a slot notes what was in reach, or what is known of the easier game
    key *= max((stock + 1) ** 2, 256) if tables.passes or not tables.redeal else 256
    for place in tables.columns:
        pile = piles[place]
        if pile:
            seams = [i for i in range(down[place] + 1, len(pile)) if not fits(pile[i], pile[i - 1])]
            key *= down[place] + len(seams) + 2  # so many runs, or none
    return key < int(MASK64)
