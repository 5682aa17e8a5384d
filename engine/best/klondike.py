# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The most points in klondike, with proof, where passes are not limited: a search for the smallest loss.

**The state** is that of `search.pairs`, whose proof says that nothing is lost by it: columns are not part of it, and
the moves that it implies bring no card home, up or back, so they earn and cost nothing. To it belong here the waste and
the passes that are still free.

**Losses.** The most that could be had is each card home, each stock card by way of a column, each face-down card turned
up. A move has a loss: a stock card that goes straight home does not earn what a column gives; a card that comes back
costs what it costs less what it earns by going home again; a pass may cost. So a line's total is that most, less its
losses, less what is still to be had where it ends. States are taken up by loss and `spare`, the least loss still to
come: what a state that waits may come to is a bound.

**Draws are no moves.** They can wait until just before the next play. A card in reach of the pass under way is taken
in it: the state after is the same as after another pass, which would only cost. More than one pass brings nothing new.

The prunings, by the names in `PRUNINGS`:

`home`. As `home` of `search.pairs`, but only while none of the lower cards that are not home, of which its proof
says that they go home when the line first moves them, lies in the stock or waste: of those, none earns on a column what
it earned in the line; all else in the proof holds for any line, won or not, as going home earns and coming back costs.

`spare`. Where both cards that a stock card could lie on are home, either it, or the other of its colour and rank, goes
straight home, or one of the two must come back first: one such loss for each colour and rank. No move lowers this by
more than its own loss.
"""

from math import gcd

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

from solit.engine.moves import STOCK, WASTE
from solit.engine.search.pairs.conditions import accepts as klondike_accepts
from solit.engine.search.pairs.line import bit_of, fits, write_line
from solit.engine.search.seen import reserve

ONE = cython.declare(cython.const[cython.ulonglong], 1)
MASK64 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFFFFFFFFFF)
PAIRS = cython.declare(cython.const[cython.ulonglong], 0x5555555555555555)
LOW_HALF = cython.declare(cython.const[cython.ulonglong], 0x3333333333333333)
BYTES = cython.declare(cython.const[cython.ulonglong], 0x0F0F0F0F0F0F0F0F)
SUMS = cython.declare(cython.const[cython.ulonglong], 0x0101010101010101)
DE_BRUIJN = cython.declare(cython.const[cython.ulonglong], 0x03F79D71B4CB0A89)
SCATTER = cython.declare(cython.const[cython.ulonglong], 0x9E3779B97F4A7C15)
MIX = cython.declare(cython.const[cython.ulonglong], 0xC2B2AE3D27D4EB4F)

HOME = cython.declare(cython.const[cython.int], 0)
SHIFT = cython.declare(cython.const[cython.int], 1)
DECK_HOME = cython.declare(cython.const[cython.int], 2)
DECK_COLUMN = cython.declare(cython.const[cython.int], 3)
BACK = cython.declare(cython.const[cython.int], 4)

STRIDE = cython.declare(cython.const[cython.int], 5)  # up, lock, want, talon, and loss << 44 | move << 32 | parent
NODE_BYTES = cython.declare(cython.const[cython.int], 84)  # with its share of the table and of the waiting lists
PRUNINGS = {"home": 1, "spare": 2}
ALL = 3
SAFE = cython.declare(cython.const[cython.int], 1)
SPARE = cython.declare(cython.const[cython.int], 2)
COMPILED = bool(cython.compiled)


@cython.final
@cython.cclass
class LeastLoss:
    """See `general.BestFirst`, whose place it takes: `run`, `value`, `bound`, `won`, `moves`, `nodes`."""

    ranks: cython.int
    columns: cython.int
    group: cython.int
    prunings: cython.int
    start: object
    down: object
    index: cython.uchar[64]
    next_bit: cython.ulonglong[64]
    before: cython.ulonglong[64]
    unsafe: cython.ulonglong[64]
    lower: cython.ulonglong[64]  # of `home`: the lower cards that may not be home
    below: cython.ulonglong[64]  # by the next card of a foundation: those on it
    under: cython.ulonglong[64]
    under_lock: cython.ulonglong[64]
    place: cython.int[64]
    card_at: cython.ulonglong[32]
    kings: cython.ulonglong
    done: cython.ulonglong
    # points
    most: cython.longlong
    home_points: cython.longlong
    column_points: cython.longlong
    reveal_points: cython.longlong
    back_loss: cython.longlong
    pass_loss: cython.longlong
    least: cython.longlong  # the least loss of `spare`
    unit: cython.longlong
    total: cython.longlong  # the best found
    known: cython.bint  # it is that of a line found before
    best_node: cython.longlong
    waited: cython.longlong  # no state that waits has less loss
    # the state in hand
    up: cython.ulonglong
    lock: cython.ulonglong
    want: cython.ulonglong
    talon: cython.ulonglong  # places not played; behind them the waste's size in places, << 24, and free passes, << 32
    loss: cython.longlong
    # memory
    node: cython.ulonglong[::1]
    count: cython.longlong
    room: cython.longlong
    table: cython.uint[::1]
    last: cython.ulonglong
    entry: cython.uint[::1]  # waiting: node and the entry under it
    entries: cython.longlong
    spare_entry: cython.longlong
    entry_room: cython.longlong
    heads: cython.uint[::1]
    levels: cython.longlong
    visited: cython.longlong
    met_win: cython.bint

    def __init__(self, tables, piles, down, passes, goal, value, *, memory, prunings=ALL, known=None):
        if not accepts(tables, piles, down, passes, goal):
            raise ValueError("this position is not for this search")
        if not cython.compiled:
            for name in ("next_bit", "before", "unsafe", "lower", "below", "under", "under_lock", "place", "index"):
                setattr(self, name, [0] * 64)
            self.card_at = [0] * 32
        self.ranks = tables.ranks
        self.columns = len(tables.columns)
        self.group = len(tables.draw_to)
        self.prunings = prunings
        self.start = [list(pile) for pile in piles]
        self.down = list(down)
        self.visited = 0
        self.best_node = -1
        i: cython.int
        j: cython.int
        for i in range(64):
            self.index[((ONE << i) * DE_BRUIJN & MASK64) >> 58] = i
        cards = [card for card in range(52) if card % 13 < self.ranks]
        for card in cards:
            i = bit_of(card)
            rank = card % 13
            self.next_bit[i] = ONE << (4 * (rank + 1) + (i & 3 ^ 2))
            for other in cards:
                j = bit_of(other)
                r = other % 13
                same = (13 <= card < 39) == (13 <= other < 39)
                if (same and r <= rank - 3 and other // 13 != card // 13) or (not same and r <= rank - 2):
                    self.unsafe[i] |= ONE << j
                if (same and r == rank - 2 and other // 13 != card // 13) or (not same and r == rank - 1):
                    self.lower[i] |= ONE << j
        self.kings = cython.cast(cython.ulonglong, 15) << (4 * (self.ranks - 1))
        self.done = cython.cast(cython.ulonglong, 15) << (4 * self.ranks)
        for suit in range(4):
            first = bit_of(13 * suit)
            onto: cython.ulonglong = 0
            for rank in range(self.ranks + 1):
                j = 4 * rank + ((first & 3) ^ (2 * (rank & 1)))
                self.below[j] = onto
                onto |= ONE << j
        self.want = self.up = self.lock = 0
        hidden = 0
        for place in tables.columns:
            pile = piles[place]
            below_bit: cython.ulonglong = 0
            below_lock: cython.ulonglong = 0
            for depth in range(len(pile)):
                i = bit_of(pile[depth])
                if depth > down[place]:
                    self.up |= ONE << i
                    continue
                self.under[i] = below_bit
                self.under_lock[i] = below_lock
                below_bit = ONE << i
                below_lock = 0 if depth == 0 and below_bit & self.kings else below_bit
            self.up |= below_bit
            self.lock |= below_lock
            hidden += down[place]
        home = 0
        for suit in range(4):
            height = len(piles[2 + suit])
            home += height
            self.want |= ONE << (4 * height + ((bit_of(13 * suit) & 3) ^ (2 * (height & 1))))
        stock = list(piles[WASTE]) + list(reversed(piles[STOCK]))
        for i in range(len(stock)):
            j = bit_of(stock[i])
            self.card_at[i] = ONE << j
            self.place[j] = i
        sheet = goal.sheet
        points = sheet.points
        self.home_points = points.get("foundation", 0) + sheet.card_home
        self.back_loss = -(points.get("foundation", 0) + points.get("foundation-return", 0))
        self.column_points = points.get("waste-to-column", 0)
        self.reveal_points = points.get("reveal", 0)
        free = max([rule.free for rule in sheet.passes if rule.draw in (0, self.group)][:1], default=0)
        self.pass_loss = -sheet.pass_points(self.group, free + 1)
        left = min(3, max(0, free - passes)) if self.pass_loss else 0
        self.talon = ((1 << len(stock)) - 1) | len(piles[WASTE]) << 24 | left << 32
        self.most = (value + sheet.card_home * home + self.home_points * (4 * self.ranks - home)
                     + self.column_points * len(stock) + self.reveal_points * hidden)
        self.least = min(self.back_loss, self.column_points)
        self.unit = gcd(int(self.back_loss), int(self.column_points), int(self.pass_loss)) or 1
        self.loss = 0
        here: cython.longlong = self.most - self.rest()
        self.known = known is not None and known >= here
        self.total = known if self.known else here
        self.met_win = self.want == self.done
        if not self.known:
            self.best_node = 0
        self.levels = (self.most - self.total) // self.unit + 2
        self.room = max(64, memory // NODE_BYTES)
        self.room = min(self.room, 0x7FFFFFFF)
        self.node = reserve("Q", STRIDE * self.room)
        self.entry_room = self.room
        self.entry = reserve("I", 2 * self.entry_room)
        self.entries = 1
        self.spare_entry = 0
        self.heads = reserve("I", self.levels)
        self.last = 1023
        self.table = reserve("I", 1024)
        self.count = 0
        self.waited = 0
        self.keep(0, 0)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def bit_index(self, bit: cython.ulonglong) -> cython.int:
        return self.index[(bit * DE_BRUIJN & MASK64) >> 58]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def ones(self, m: cython.ulonglong) -> cython.int:
        m = m - (m >> 1 & PAIRS)
        m = (m & LOW_HALF) + (m >> 2 & LOW_HALF)
        m = (m + (m >> 4)) & BYTES
        return (m * SUMS & MASK64) >> 56

    @cython.cfunc
    @cython.exceptval(check=False)
    def homes(self) -> cython.ulonglong:
        """The cards on foundations."""
        found: cython.ulonglong = 0
        rest: cython.ulonglong = self.want
        while rest:
            found |= self.below[self.bit_index(rest & (~rest + 1))]
            rest &= rest - 1
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def cards_of(self, m: cython.ulonglong) -> cython.ulonglong:
        found: cython.ulonglong = 0
        while m:
            found |= self.card_at[self.bit_index(m & (~m + 1))]
            m &= m - 1
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def rest(self) -> cython.longlong:
        """What the state in hand leaves to be had."""
        home: cython.int = self.ones(self.homes())
        deck: cython.int = self.ones(self.talon & 0xFFFFFF)
        hidden: cython.int = 4 * self.ranks - home - deck - self.ones(self.up)
        return self.home_points * (4 * self.ranks - home) + self.column_points * deck + self.reveal_points * hidden

    @cython.cfunc
    @cython.exceptval(check=False)
    def spare(self) -> cython.longlong:
        if not self.prunings & SPARE:
            return 0
        home: cython.ulonglong = self.homes()
        both: cython.ulonglong = home & home >> 1 & PAIRS
        deck: cython.ulonglong = self.cards_of(self.talon & 0xFFFFFF)
        return self.least * self.ones((deck | deck >> 1) & PAIRS & both >> 4)

    @cython.cfunc
    @cython.exceptval(check=False)
    def reach(self, m: cython.ulonglong, count: cython.int) -> cython.ulonglong:
        """Stock places that draws from this stock bring to the top."""
        found: cython.ulonglong = 0
        bit: cython.ulonglong = 0
        while m:
            bit = m & (~m + 1)
            m ^= bit
            count += 1
            if count == self.group:
                count = 0
                found |= bit
        return found | bit

    @cython.cfunc
    @cython.exceptval(check=False)
    def take(self, b: cython.int, dear: cython.bint) -> cython.void:
        """Take a card of the talon; `dear`: another pass must begin."""
        p: cython.int = self.place[b]
        m: cython.ulonglong = (self.talon & 0xFFFFFF) ^ ONE << p
        left: cython.ulonglong = self.talon >> 32
        if dear and self.pass_loss:
            if left:
                left -= 1
            else:
                self.loss += self.pass_loss
        # the waste ends with the last card before the one taken
        before: cython.ulonglong = m & ((ONE << p) - 1)
        drawn: cython.ulonglong = 0
        while before:
            drawn = self.bit_index(before & (~before + 1)) + 1
            before &= before - 1
        self.talon = m | drawn << 24 | left << 32

    @cython.cfunc
    @cython.exceptval(check=False)
    def play(self, kind: cython.int, b: cython.int, dear: cython.bint) -> cython.void:
        bit: cython.ulonglong = ONE << b
        if kind == HOME:
            self.up ^= bit
            self.want ^= bit | self.next_bit[b]
        elif kind == DECK_HOME:
            self.want ^= bit | self.next_bit[b]
            self.loss += self.column_points
            self.take(b, dear)
        elif kind == DECK_COLUMN:
            self.up |= bit
            self.take(b, dear)
        elif kind == BACK:
            self.up |= bit
            self.want ^= bit | self.next_bit[b]
            self.loss += self.back_loss
        if kind == SHIFT or (kind == HOME and self.lock & bit):
            self.lock = (self.lock ^ bit) | self.under_lock[b]
            self.up |= self.under[b]

    @cython.cfunc
    @cython.exceptval(check=False)
    def free(self) -> cython.ulonglong:
        held: cython.ulonglong = (self.up & ~self.lock) << 4
        free: cython.ulonglong = (((self.up | self.up >> 1) & ~(held | held >> 1))
                                  | (self.up & self.up >> 1 & ~(held & held >> 1))) & PAIRS
        return free | free << 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def forced(self) -> cython.int:
        """A card that loses nothing by going home from its column; -1 if none is known."""
        if not self.prunings & SAFE:
            return -1
        ready: cython.ulonglong = self.up & self.want & self.free()
        b: cython.int
        while ready:
            b = self.bit_index(ready & (~ready + 1))
            ready &= ready - 1
            low: cython.ulonglong = self.lower[b] & self.want
            if not self.want & self.unsafe[b] and not (low and low & self.cards_of(self.talon & 0xFFFFFF)):
                return b
        return -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def load(self, at: cython.longlong) -> cython.void:
        self.up = self.node[STRIDE * at]
        self.lock = self.node[STRIDE * at + 1]
        self.want = self.node[STRIDE * at + 2]
        self.talon = self.node[STRIDE * at + 3]
        self.loss = self.node[STRIDE * at + 4] >> 44

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def slot(self, lock: cython.ulonglong, want: cython.ulonglong, talon: cython.ulonglong) -> cython.ulonglong:
        x: cython.ulonglong = (lock * SCATTER & MASK64) ^ (want * MIX & MASK64)
        x = ((x ^ x >> 29) + talon & MASK64) * SCATTER & MASK64
        x = (x ^ x >> 31) * MIX & MASK64
        return (x ^ x >> 30) & self.last

    @cython.cfunc
    @cython.exceptval(check=False)
    def keep(self, parent: cython.ulonglong, code: cython.ulonglong) -> cython.void:
        """Note the state in hand, and let it wait, unless it was met with as small a loss or can't better the best."""
        least: cython.longlong = self.loss + self.spare()
        if self.count and self.most - least <= self.total:
            return
        slot: cython.ulonglong = self.slot(self.lock, self.want, self.talon)
        at: cython.longlong = self.table[slot]
        word: cython.ulonglong = cython.cast(cython.ulonglong, self.loss) << 44 | code << 32 | parent
        while at:
            if (self.node[STRIDE * (at - 1) + 3] == self.talon and self.node[STRIDE * (at - 1) + 1] == self.lock
                    and self.node[STRIDE * (at - 1) + 2] == self.want):
                break
            slot = (slot + 1) & self.last
            at = self.table[slot]
        if at:
            at -= 1
            if cython.cast(cython.longlong, self.node[STRIDE * at + 4] >> 44) <= self.loss:
                return
        else:
            at = self.count
            self.count += 1
            self.table[slot] = self.count
            self.node[STRIDE * at] = self.up
            self.node[STRIDE * at + 1] = self.lock
            self.node[STRIDE * at + 2] = self.want
            self.node[STRIDE * at + 3] = self.talon
        self.node[STRIDE * at + 4] = word
        ends: cython.longlong = self.most - self.loss - self.rest()
        if ends > self.total:
            self.total = ends
            self.best_node = at
            self.known = False
        if self.want == self.done:
            self.met_win = True
            return
        level: cython.longlong = least // self.unit
        new: cython.longlong = self.spare_entry
        if new:
            self.spare_entry = self.entry[2 * new + 1]
        else:
            new = self.entries
            self.entries += 1
        self.entry[2 * new] = at
        self.entry[2 * new + 1] = self.heads[level]
        self.heads[level] = new

    @cython.cfunc
    @cython.exceptval(check=False)
    def child(self, parent: cython.longlong, kind: cython.int, b: cython.int, dear: cython.bint) -> cython.void:
        self.load(parent)
        self.play(kind, b, dear)
        code: cython.int = self.forced()
        while code >= 0:
            self.play(HOME, code, False)
            code = self.forced()
        self.keep(parent, kind * 64 + b)

    @cython.cfunc
    @cython.exceptval(check=False)
    def expand(self, at: cython.longlong) -> cython.void:
        self.load(at)
        want: cython.ulonglong = self.want
        lock: cython.ulonglong = self.lock
        free: cython.ulonglong = self.free()
        home: cython.ulonglong = self.up & want & free
        tops: cython.ulonglong = want >> 4
        tops = (tops & LOW_HALF) << 2 | (tops >> 2 & LOW_HALF)
        fit: cython.ulonglong = free >> 4
        if self.ones(lock | (self.up & self.kings)) < self.columns:
            fit |= self.kings
        m: cython.ulonglong = self.talon & 0xFFFFFF
        drawn: cython.ulonglong = self.talon >> 24 & 31
        before: cython.ulonglong = m & ((ONE << drawn) - 1)
        now: cython.ulonglong = self.reach(m ^ before, 0)
        if before:
            now |= ONE << (drawn - 1)
        near: cython.ulonglong = self.cards_of(now)
        far: cython.ulonglong = self.cards_of(self.reach(m, 0) & ~now)
        kind: cython.int
        cards: cython.ulonglong
        dear: cython.bint
        for kind in range(7):
            dear = kind == 5 or kind == 6
            if kind == 0:
                cards = tops & fit
            elif kind == 1:
                cards = far & want
            elif kind == 2:
                cards = near & want
            elif kind == 3:
                cards = home
            elif kind == 4:
                cards = lock & fit
            elif kind == 5:
                cards = far & fit
            else:
                cards = near & fit
            dear = kind == 1 or kind == 5
            move: cython.int = (BACK if kind == 0 else DECK_HOME if kind < 3 else HOME if kind == 3
                                else SHIFT if kind == 4 else DECK_COLUMN)
            while cards:
                self.child(at, move, self.bit_index(cards & (~cards + 1)), dear)
                cards &= cards - 1

    def run(self, nodes: cython.longlong) -> int:
        """Expand at most `nodes` more states: 0 not finished, 1 the best is proved, 3 out of memory."""
        at: cython.longlong
        new: cython.longlong
        while nodes > 0:
            while self.waited < self.levels and not self.heads[self.waited]:
                self.waited += 1
            if self.waited >= self.levels or self.most - self.waited * self.unit <= self.total:
                return 1
            if self.count + 256 >= self.room or self.entries + 256 >= self.entry_room:
                return 3
            if cython.cast(cython.ulonglong, 2 * self.count + 512) > self.last:
                self._grow()
            new = self.heads[self.waited]
            at = self.entry[2 * new]
            self.heads[self.waited] = self.entry[2 * new + 1]
            self.entry[2 * new + 1] = self.spare_entry
            self.spare_entry = new
            self.load(at)
            if (self.loss + self.spare()) // self.unit != self.waited:
                continue  # it was met with a smaller loss since, and taken up
            self.visited += 1
            nodes -= 1
            self.expand(at)
        return 0

    def _grow(self):
        self.last = self.last * 4 + 3
        self.table = reserve("I", self.last + 1)
        at: cython.longlong
        slot: cython.ulonglong
        for at in range(self.count):
            slot = self.slot(self.node[STRIDE * at + 1], self.node[STRIDE * at + 2], self.node[STRIDE * at + 3])
            while self.table[slot]:
                slot = (slot + 1) & self.last
            self.table[slot] = at + 1

    @property
    def nodes(self) -> int:
        return self.visited

    @property
    def value(self) -> int:
        return self.total

    @property
    def bound(self) -> int:
        return max(self.total, self.most - min(self.waited, self.levels) * self.unit)

    @property
    def won(self) -> bool:
        return self.met_win

    def moves(self):
        """The best line found, every draw and every implied move written out; None where it was known before."""
        if self.known:
            return None
        chain: list = []
        at: cython.longlong = self.best_node
        while at:
            word: cython.ulonglong = self.node[STRIDE * at + 4]
            chain.append(word >> 32 & 0xFFF)
            at = word & 0xFFFFFFFF
        codes: list = []
        b: cython.int
        self.load(0)
        for code in reversed(chain):
            codes.append((code >> 6, code & 63))
            self.play(code >> 6, code & 63, False)
            b = self.forced()
            while b >= 0:
                codes.append((int(HOME), int(b)))
                self.play(HOME, b, False)
                b = self.forced()
        return write_line(codes, self.start, self.down, self.columns, self.group, False)


def accepts(tables, piles, down, passes, goal):
    """Whether it takes the position: klondike, passes without limit, cards turned up at once, columns in sequence, a
    sheet without a floor on which everything earns and coming back or a pass costs."""
    if goal.name != "score" or tables.passes or not tables.redeal or tables.manual:
        return False
    if not klondike_accepts(tables, piles, down, passes):
        return False
    sheet = goal.sheet
    points = sheet.points
    home, back = points.get("foundation", 0), points.get("foundation-return", 0)
    costs = [rule.points for rule in sheet.passes]
    if sheet.floor is not None or home + sheet.card_home < 0 or home + back > 0 or max(costs, default=0) > 0:
        return False
    if min(points.get("waste-to-column", 0), points.get("reveal", 0)) < 0:
        return False
    if max([rule.free for rule in sheet.passes], default=0) > 3 + passes:
        return False
    if max([abs(number) for number in (*points.values(), *costs, sheet.card_home)], default=0) > 1000:
        return False
    return all([fits(pile[i], pile[i - 1]) for place in tables.columns for pile in (piles[place],)
                for i in range(down[place] + 1, len(pile))])
