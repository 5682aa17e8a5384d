# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The pairs kernel, every card known: won, unwinnable (a proof) or not known.

`position` says what a state is, `children` which moves are tried, this file in what order, and when to stop. The
prunings, by the names in `PRUNINGS`, are argued where they stand: `home` in `position`, `easier` here, the others in
`children`.

`easier`. A draw-1 game with any number of passes allows every line of a draw-3 or counted game. Where it is lost, so is
the position. It is tried where a position has cost many nodes, for about as many nodes as were spent.
"""

from array import array

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

if cython.compiled:
    from cython.cimports.solit.engine.bits import lowest
    from cython.cimports.solit.engine.randomness import GOLDEN
    from cython.cimports.solit.engine.search.pairs.children import (
        CHAIN,
        CURRENT,
        DEAD,
        EXPANDED,
        ROOM,
        STALE,
        STRIDE,
        WINNABLE,
        Children,
    )
    from cython.cimports.solit.engine.search.pairs.position import DECK_COLUMN, EASIER, REACH
else:
    from solit.engine.bits import lowest
    from solit.engine.randomness import GOLDEN
    from solit.engine.search.pairs.children import (
        CHAIN,
        CURRENT,
        DEAD,
        EXPANDED,
        ROOM,
        STALE,
        STRIDE,
        WINNABLE,
        Children,
    )
    from solit.engine.search.pairs.position import DECK_COLUMN, EASIER, REACH

from solit.engine._cython_shim import give_lists
from solit.engine.search.pairs import children
from solit.engine.search.pairs.conditions import accepts
from solit.engine.search.pairs.line import write_line
from solit.engine.search.seen import reserve

COMPILED = bool(cython.compiled)
PRUNINGS = {"home": 1, "reach": 2, "deploy": 4, "reverse": 8, "idle": 16, "order": 32, "easier": 64}
ALL = 127

MASK64 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFFFFFFFFFF)
WORD = cython.declare(cython.const[cython.ulonglong], 8)  # bytes of a slot, and of a word on the stack
ARRAYS = children.ARRAYS


@cython.final
@cython.cclass
class Search(Children):
    """One search, resumable: `run` it in slices, then ask `moves`. `memory` in bytes."""

    given: object
    memory: cython.ulonglong  # bytes
    visited: cython.ulonglong
    outcome: cython.int
    # the easier game
    helper: object
    due: cython.longlong  # nodes until positions are examined
    trial: cython.ulonglong  # nodes below a position before its easier game is tried
    most: cython.ulonglong  # nodes in all, those of the easier game included

    def __init__(self, tables, piles, down, passes, *, memory, prunings=ALL, seed=0, easier=False):
        if not accepts(tables, piles, down, passes):
            raise ValueError("not a position for this kernel")
        if not cython.compiled:
            give_lists(self, ARRAYS)
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
        self.take_constants()
        self.read(tables, piles, down, passes)
        self.shift = 8 if self.group > 1 and not self.counted else 0
        self.cut = self.shift if prunings & REACH else 0
        if easier:
            self.shift = self.cut = 8
            self.log_size = 1 << 13
            self.log = array("Q", bytes(8 << 13))
        self.stack_size = 2 * ROOM
        self.stack = array("Q", bytes(16 * ROOM))
        self.size = 1024
        self.held = 0
        self.limit = 700
        self.table = array("Q", bytes(8 * 1024))
        self.settle()
        self.store(0)
        self.stack[6] = self.stack[7] = 0
        self.top = STRIDE

    @cython.cfunc
    @cython.exceptval(check=False)
    def known(self, key: cython.ulonglong) -> cython.ulonglong:
        """What is noted about a position of the easier game; 0 for nothing."""
        slot: cython.ulonglong = ((key * GOLDEN & MASK64) >> 32) * self.size >> 32
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
            key = (key + self.part[lowest(lock & (~lock + 1))]) & MASK64
            lock &= lock - 1
        while want:
            key = (key + self.part[64 + lowest(want & (~want + 1))]) & MASK64
            want &= want - 1
        return key

    @cython.cfunc
    @cython.exceptval(check=False)
    def note(self, key: cython.ulonglong, mark: cython.ulonglong) -> cython.void:
        slot: cython.ulonglong = ((key * GOLDEN & MASK64) >> 32) * self.size >> 32
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
        self.settle()
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
            if not self.make_room():
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

    def make_room(self):
        """Room for one more node of the easier game; false where memory does not allow it."""
        if self.top + ROOM > self.stack_size:
            self.deepen()
        if self.logged + 4096 > self.log_size:
            self.lengthen()
        if self.held < self.limit:
            return True
        if not self.grow():
            return False
        self.logged = 0
        slot: cython.ulonglong
        for slot in range(self.size):
            if self.table[slot] & 255 == CURRENT:
                if self.logged == self.log_size - 4096:
                    self.lengthen()
                self.log[self.logged] = slot
                self.logged += 1
        return True

    def lengthen(self):
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
            if self.held >= self.limit and not self.grow():
                return 3
            if self.top + ROOM > self.stack_size:
                self.deepen()
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
                        self.open_easier()
                        helper = self.helper
                        helped = True
                    self.due = self.trial // 2
                    used: cython.longlong = self.examine()
                    self.due += used
                    nodes -= used
        return 0

    def open_easier(self):
        tables, piles, down, passes = self.given
        self.helper = Search(tables, piles, down, passes, memory=self.memory // 4, prunings=self.prunings, easier=True)

    def grow(self):
        """A larger table; false where memory does not allow it."""
        size: cython.ulonglong = self.size * 2 if self.size > 1 << 16 else self.size * 8
        spare: cython.longlong = self.memory - WORD * (self.size + self.stack_size)
        if self.helper is not None:
            spare -= self.memory // 4
        if spare < 0 or size > cython.cast(cython.ulonglong, spare) // WORD:
            size = spare // WORD if spare > 0 else 0
            if size < self.size + self.size // 4:
                return False
        # small tables come from the heap, where making one costs least
        new: cython.ulonglong[::1] = reserve("Q", size, huge=True) if size > 1 << 18 else array("Q", bytes(WORD * size))
        i: cython.ulonglong
        word: cython.ulonglong
        slot: cython.ulonglong
        for i in range(self.size):
            word = self.table[i]
            if word:
                slot = (((word >> self.cut) * GOLDEN & MASK64) >> 32) * size >> 32
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
