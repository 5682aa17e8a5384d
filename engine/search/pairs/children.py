# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The children of a position of the pairs family: the stack of positions to look at, and the table of those met.

Below, *dist* is the least number of moves of this kind to a win. A pruning of successors is sound if every winnable
state that the search keeps has, among the successors that it keeps, a winnable one of smaller dist (or is itself no
better than an earlier kept state in some well-founded order). The prunings of this file, by the names in
`search.PRUNINGS`:

`reach`. With any number of passes a play from the talon leads to a state that does not depend on how the card was
reached. So the table has one entry for all waste positions, and notes which cards were in reach at some visit: for each
of the two offsets against a fresh pass, the first card reached decides, since it reaches the later ones of its offset.
A visit that adds none is dropped; one that adds some looks only at them.

`deploy`. At draw 1 with any number of passes, a stock card is put on a column only if the next move needs the room on
it, and only where there was none. Proof: in a shortest win put off each such play to just before the first move that
needs it: without it other moves find no less room, the card stays in reach, and its own place is still free, for both
fitted before. If none needs it before it goes home, it would go home from the waste, in fewer moves. The chain of such
cards with its user counts as one step.

`reverse`. A card just moved home (no lock) or back is not moved back or home, if no forced move came between: that is
the parent.

`idle`. A card goes back to a column, or home from where it is no lock, only if this makes another move possible, alone
or together with one more such move. Proof: such moves can be put off past all moves that do not need them, as above.
Take a shortest win, the first move M in it of another kind, and of the moves before M only those that M needs directly
or not; the others go after M. The lowest needy move among them lacks nothing but moves that are possible now. No move
lacks more than two: the right card on the foundation, and room.

`order`. Let a and b be possible, a earlier in the fixed order, not both from the talon, and neither followed by a
forced move. After b, a is not tried if the same visit of the parent tried a. Proof: then b is possible after a (if both
need one room, there were two), and leads to the same state, so dist after a is not larger than dist after b. The state
after a was met before the one after b, or in the same visit by an earlier move: this order is well-founded.

The names of constants and the fields of the class are declared in `_pxd/solit/engine/search/pairs/children.pxd`.
"""

from array import array

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

if cython.compiled:
    from cython.cimports.solit.engine.bits import count, lowest
    from cython.cimports.solit.engine.randomness import GOLDEN
    from cython.cimports.solit.engine.search.pairs.position import (
        BACK,
        DECK_COLUMN,
        DECK_HOME,
        HOME,
        IDLE,
        ORDER,
        REVERSE,
        SAFE_HOME,
        SHIFT,
        Position,
    )
else:
    from solit.engine.bits import count, lowest
    from solit.engine.randomness import GOLDEN
    from solit.engine.search.pairs.position import (
        BACK,
        DECK_COLUMN,
        DECK_HOME,
        HOME,
        IDLE,
        ORDER,
        REVERSE,
        SAFE_HOME,
        SHIFT,
        Position,
    )

    STRIDE, ROOM = 8, 1024
    EXPANDED, QUIET, WHOLE, CHAIN = 1024, 2048, 4096, 8192
    CURRENT, STALE, WINNABLE, DEAD = 1, 2, 3, 4

from solit.engine.search.pairs import position

COMPILED = bool(cython.compiled)
ONE = cython.declare(cython.const[cython.ulonglong], 1)
MASK64 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFFFFFFFFFF)
PAIRS = cython.declare(cython.const[cython.ulonglong], 0x5555555555555555)
LOW_HALF = cython.declare(cython.const[cython.ulonglong], 0x3333333333333333)
ARRAYS = position.ARRAYS


@cython.cclass
class Children(Position):
    """A position with the stack and the table of a search."""

    @cython.cfunc
    @cython.final
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
    @cython.final
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
    @cython.final
    @cython.exceptval(check=False)
    def edge(self, key: cython.ulonglong, grade: cython.ulonglong, code: cython.ulonglong) -> cython.void:
        """A child of which only the key is known yet: no forced move follows."""
        self.stack[self.top] = key
        self.stack[self.top + 5] = grade
        self.stack[self.top + 6] = code | QUIET
        self.stack[self.top + 7] = self.asleep
        self.top += STRIDE

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def whole(self, kind: cython.int, b: cython.int) -> cython.void:
        """A child worked out in full, forced moves made: the state in hand becomes it."""
        self.apply(kind, b)
        flags: cython.ulonglong = WHOLE
        word: cython.ulonglong = 0
        quiet: cython.bint = self.settle()
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
    @cython.final
    @cython.exceptval(check=False)
    def deploy(self, b: cython.int, chain: cython.ulonglong) -> cython.void:
        """Put a stock card on a column for the sake of the move after it, which needs it."""
        if self.top + ROOM > self.stack_size:
            self.deepen()
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
                c = lowest(bit)
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
    @cython.final
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
            if count(lock | (up & self.kings)) < self.columns:
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
            if not self.under[lowest(bit)] & wanted:
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
            b = lowest(bit)
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
            b = lowest(bit)
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
            b = lowest(bit)
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
            b = lowest(bit)
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
            b = lowest(bit)
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
            self.whole(HOME, lowest(bit))
            self.stack[self.top - STRIDE + 6] &= ~QUIET  # it turned a card up: putting it back is no way back
        self.sift(origin, start)

    @cython.cfunc
    @cython.final
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
            slot = (((word >> cut) * GOLDEN & MASK64) >> 32) * size >> 32
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
            slot = ((tag * GOLDEN & MASK64) >> 32) * size >> 32
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

    def deepen(self):
        """Double the stack."""
        new: cython.ulonglong[::1] = array("Q", bytes(16 * self.stack_size))
        i: cython.Py_ssize_t
        for i in range(self.stack_size):
            new[i] = self.stack[i]
        self.stack = new
        self.stack_size *= 2
