# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The blocks kernel, every card known (as in Chinese Solitaire): won, or proved unwinnable.

How it searches
---------------
A card lies either where the deal put it, or on a card that takes it ("built"), or on the floor of a column, or at
home on its foundation. A card that leaves a card which would not take it can never come back there, a card at home
stays there (without `foundation_return`), and the stock is dealt once. So the only moves that can be undone are
*swaps*: a built group goes from the card that it lies on to the twin of that card. Positions that swaps connect are
one *class*; between classes, play only goes forward, some hundred steps at the most.

The search keeps one open list for each number of cards that still lie where the deal put them, best first within a
list, and goes round the lists, so that deep and shallow positions both get their turn. A class enters the table of
seen classes when it is found and is expanded exactly once; when the lists run dry, everything was looked at.

A search that has become long shares its time with attempts to prove the start lost in simpler games (rivals.py).
"""

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

if cython.compiled:
    from cython.cimports.solit.engine.search.blocks.position import (
        DEAL,
        FORWARD,
        HOME,
        NONE,
        PLAIN,
        RIVALS,
        SAFE,
        SWAPS,
    )
    from cython.cimports.solit.engine.search.blocks.swaps import MEMBERS, Swaps
    from cython.cimports.solit.engine.search.seen import meet, refill
else:
    from solit.engine.search.blocks.position import DEAL, FORWARD, HOME, NONE, PLAIN, RIVALS, SAFE, SWAPS
    from solit.engine.search.blocks.swaps import MEMBERS, Swaps
    from solit.engine.search.seen import meet, refill

from solit.engine._cython_shim import give_lists
from solit.engine.search.blocks import swaps
from solit.engine.search.blocks.conditions import accepts
from solit.engine.search.blocks.line import write_line
from solit.engine.search.blocks.rivals import Rivals
from solit.engine.search.seen import SLOT_BYTES, reserve

COMPILED = bool(cython.compiled)
PRUNINGS = {"dead": 1, "safe": 2, "swaps": 4, "floors": 8, "rivals": 16}
ALL = 31


LEVELS = cython.declare(cython.const[cython.int], 53)
GRADES = cython.declare(cython.const[cython.int], 256)
TAKEN = cython.declare(cython.const[cython.int], 1 << 15)  # marks a node that was taken off a list
PATIENCE = 20_000  # classes before `rivals` try more than one squad
NEVER = cython.declare(cython.const[cython.longlong], 1 << 62)  # more classes than any search finds
LOG = cython.declare(cython.const[cython.int], 4096)
ARRAYS = {**swaps.ARRAYS, "log_node": 4096, "trail": 4096, "change_over": 8, "head": 2 * 53 * 256, "low": 2 * 53}


@cython.final
@cython.cclass
class Search(Swaps):
    """Finds out whether a position can be won.

    `run(nodes)` goes on for about that many positions and returns 0 not finished, 1 won, 2 unwinnable (everything
    looked at, or `rivals` say so), 3 the memory limit was reached. `moves()` after a win: the whole solution from the
    given position. `memory` in bytes; `patience` in classes, before `rivals` try more than one squad of cards (below
    0: that much work before the first class). Deterministic for a given seed.
    """

    log_node: cython.uint[4096]  # for each move of the way: its node
    trail: cython.uint[4096]  # the nodes from one up to the root
    change_over: cython.int[8]  # for each loose card: the swap
    # the tree, the open lists, the table of seen classes
    parent: cython.uint[::1]
    move: cython.ushort[::1]
    chain: cython.uint[::1]  # the next node on the same open list, two a node
    used: cython.uint
    room: cython.uint
    table: cython.ulonglong[::1]
    slots: cython.ulonglong
    held: cython.ulonglong
    memory: cython.ulonglong
    head: cython.uint[2 * 53 * 256]
    low: cython.int[2 * 53]
    waiting: cython.longlong
    level: cython.int
    view: cython.int
    visited: cython.longlong
    expanded: cython.longlong
    verdict: cython.int
    last: cython.uint
    rivals: object
    patience: cython.longlong
    due: cython.longlong  # beyond this many classes, `rivals` go on
    setting: object  # the start, as `write_line` wants it

    def __init__(self, tables, piles, down, passes, *, memory, prunings=ALL, seed=0, patience=PATIENCE):
        if not accepts(tables, piles, down, passes):
            raise ValueError("not a position for this kernel")
        if not cython.compiled:
            give_lists(self, ARRAYS)
        self.memory = memory
        self.patience = patience
        self.prunings = prunings
        self.read_tables(tables)
        self.read_position(tables, piles, down)
        self.setting = ([list(pile) for pile in piles], tables.columns, tables.draw_to)
        self.make_keys(seed)
        self.make_room()
        self.start(tables, piles, down)

    def make_room(self):
        """Reserve the tree (pages are only taken when touched) and a small table of seen classes."""
        room = max(1024, min(self.memory // 46, 1 << 31))
        self.room = room
        self.parent = reserve("I", room)
        self.chain = reserve("I", 2 * room)
        self.move = reserve("H", room)
        self.used = 1
        self.slots = 1 << 12
        self.table = reserve("Q", 2 * self.slots)
        self.held = 0

    def start(self, tables, piles, down):
        """Put the first position on its open list, unless it is lost at sight."""
        i: cython.int
        for i in range(2 * LEVELS * GRADES):
            self.head[i] = 0
        for i in range(2 * LEVELS):
            self.low[i] = GRADES
        self.view = 0
        self.depth = 0
        self.waiting = 0
        self.visited = 0
        self.expanded = 0
        self.verdict = 0
        self.due = NEVER
        self.last = 0
        self.level = LEVELS - 1
        self.parent[0] = 0
        self.move[0] = 0
        if self.home == self.full:
            self.verdict = 1
            return
        self.find_key()
        self.seen(self.class_key1, self.class_key2)
        self.visited = 1
        if self.dead():
            return
        if self.prunings & RIVALS:
            self.rivals = Rivals(tables, piles, down)
            if self.rivals.alone():
                return
            self.set_due()
        self.put(0)

    @cython.cfunc
    @cython.exceptval(check=False)
    def seen(self, a: cython.ulonglong, b: cython.ulonglong) -> cython.int:
        """1 when the key is in the table, 0 when it was not and is now, -1 when there is no room.

        Keys are 128 bits, two independent words per fact XORed together. A wrong "seen" needs two of the at most 2^27
        classes that memory can hold to agree in all of them: below 2^53 pairs / 2^128, less than 2^-74.
        """
        if self.held * 5 > self.slots * 3 and not self.grow():
            return -1
        if meet(self.table, self.slots - 1, a, b if b else 1):
            return 1
        self.held += 1
        return 0

    @cython.cfunc
    def grow(self) -> cython.bint:
        """Double the table; False when that, or holding more, would break the memory limit."""
        slots: cython.ulonglong = self.slots * 2
        if (self.slots + slots) * SLOT_BYTES + self.used * 14 > self.memory:
            return self.held * 10 < self.slots * 9
        fresh: cython.ulonglong[::1] = reserve("Q", 2 * slots)
        refill(self.table, self.slots - 1, fresh, slots - 1)
        self.table = fresh
        self.slots = slots
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def put(self, node: cython.uint) -> cython.void:
        """Put a node on the open lists of its level; `dead` has just been run on its position.

        Two views of what is promising, each with its own lists: cards not home alone, and with them the face-down
        cards and how many passes `dead` took to see a way home. On deals where one is led astray for minutes, the
        other often isn't, and taking turns costs twice the better of the two at most.
        """
        grade: cython.int = self.cards - self.homes
        mask: cython.ulonglong = self.down
        self.link(node, self.unbuilt, grade)
        grade += self.rounds * 4
        while mask:
            grade += 2
            mask &= mask - 1
        if grade >= GRADES:
            grade = GRADES - 1
        self.link(node, LEVELS + self.unbuilt, grade)
        self.waiting += 1

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def link(self, node: cython.uint, row: cython.int, grade: cython.int) -> cython.void:
        """Put a node in front of one open list."""
        view: cython.uint = 1 if row >= LEVELS else 0
        self.chain[2 * node + view] = self.head[row * GRADES + grade]
        self.head[row * GRADES + grade] = node + 1
        if grade < self.low[row]:
            self.low[row] = grade

    @cython.cfunc
    @cython.exceptval(check=False)
    def take(self) -> cython.uint:
        """Take the next node off the open lists: the best of each level, from high to low, then in the other view."""
        node: cython.uint
        row: cython.int
        grade: cython.int
        while True:
            if self.level:
                self.level -= 1
            else:
                self.level = LEVELS - 1
                self.view = 1 - self.view
            row = self.view * LEVELS + self.level
            grade = self.low[row]
            while grade < GRADES:
                node = self.head[row * GRADES + grade]
                if not node:
                    grade += 1
                    continue
                node -= 1
                self.head[row * GRADES + grade] = self.chain[2 * node + self.view]
                if not self.move[node] & TAKEN:
                    self.low[row] = grade
                    self.move[node] |= TAKEN
                    self.waiting -= 1
                    return node
            self.low[row] = grade

    @cython.cfunc
    @cython.exceptval(check=False)
    def restore(self, node: cython.uint) -> cython.void:
        """Make the position of a node the current one, sharing what the ways have in common."""
        n: cython.int = 0
        k: cython.int = 0
        while node:
            self.trail[n] = node
            n += 1
            node = self.parent[node]
        while k < n and k < self.depth and self.log_node[k] == self.trail[n - 1 - k]:
            k += 1
        while self.depth > k:
            self.back()
        while k < n:
            node = self.trail[n - 1 - k]
            self.log_node[k] = node
            self.make(self.move[node] & 4095)
            k += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def keep(self, node: cython.uint, base: cython.int) -> cython.uint:
        """Write the moves made since `base` into the tree below a node; the last one's number."""
        k: cython.int
        for k in range(base, self.depth):
            self.parent[self.used] = node
            self.move[self.used] = self.log_move[k]
            node = self.used
            self.used += 1
        return node

    @cython.cfunc
    @cython.exceptval(check=False)
    def child(self, node: cython.uint, base: cython.int, stand: cython.int, move: cython.int) -> cython.void:
        """Look at the position that a move makes, then go back to the depth `stand`."""
        c: cython.int
        found: cython.int
        if self.verdict:
            return
        self.make(move)
        if self.prunings & SAFE:
            c = self.safe()
            while c != NONE:
                self.make(c | HOME << 6)
                c = self.safe()
        if self.home == self.full:
            self.last = self.keep(node, base)
            self.verdict = 1
            return
        self.find_key()
        found = self.seen(self.class_key1, self.class_key2)
        if found < 0:
            self.verdict = 3
            return
        if found == 0:
            self.visited += 1
            if not self.dead():
                if self.used + LOG > self.room or self.depth + MEMBERS + 64 > LOG:
                    self.verdict = 3
                    return
                self.put(self.keep(node, base))
        while self.depth > stand:
            self.back()

    @cython.cfunc
    @cython.exceptval(check=False)
    def visit(self, node: cython.uint, base: cython.int, count: cython.int) -> cython.void:
        """Look at the children of every member of the class, one by one; `count` as `members` gave it."""
        i: cython.int
        j: cython.int
        n: cython.int
        stand: cython.int
        what: cython.int = FORWARD
        if count == 0:
            count = 1
            what = PLAIN
        for i in range(1, count):
            self.kept_before[i] = self.member_before[i]
            self.kept_swap[i] = self.member_swap[i]
        for i in range(count):
            n = 0
            j = i
            while j:
                self.way[n] = j
                n += 1
                j = self.kept_before[j]
            while n:
                n -= 1
                self.make(self.kept_swap[self.way[n]])
            stand = self.depth
            n = self.generate(what)
            for j in range(n):
                self.plan[j] = self.listed[j]
            for j in range(n):
                self.child(node, base, stand, self.plan[j])
            if self.verdict:
                return
            while self.depth > base:
                self.back()

    @cython.cfunc
    @cython.exceptval(check=False)
    def expand(self, node: cython.uint) -> cython.void:
        """Look at every class that one forward move reaches from the node's class.

        Most forward moves need not be tried from every member. A card goes home, or to an empty column, or a card
        comes back from home: what loose cards in no ring chose doesn't matter (but for the twin that the move needs
        bare), for their swaps can be made after the move as well as before it, and the results are in one class. So it
        is with a group that goes from z to y, unless y's piece may depend on z's: then the move may tie the pieces that
        y's depends on in a ring, some choices rule it out, and the others may fall into several classes. Such a
        move is tried from all choices of those (`hard`), and the deal of the stock, which covers whatever is
        on its columns, from every member. The choices of the loose cards in rings are gone through one by one always.
        """
        base: cython.int
        stand: cython.int
        count: cython.int
        i: cython.int
        j: cython.int
        k: cython.int
        n: cython.int
        some: cython.int = 0
        v: cython.int
        z: cython.int
        y: cython.int
        pairs: cython.int
        rings: cython.uint
        need: cython.uint
        self.restore(node)
        base = self.depth
        self.expanded += 1
        if not self.prunings & SWAPS:
            self.visit(node, base, 0)
            return
        if not self.pair_up():
            self.visit(node, base, self.members())
            return
        if not self.pair_count:
            self.visit(node, base, 1)
            return
        pairs = self.pair_count
        rings = self.in_rings
        for i in range(pairs):
            self.kept_loose[i] = self.loose[i]
            self.kept_lies[i] = self.lies[i]
            self.kept_bare[i] = self.bare[i]
        count = self.choices(rings)
        self.save(count)
        for i in range(count):
            v = self.kept_choices[i]
            self.choose(v)
            stand = self.depth
            if i:
                self.pair_up()
            n = self.survey(some)
            some = self.hard_count
            for k in range(self.pair_count):
                self.change_over[k] = self.loose[k] | self.bare[k] << 6
            for j in range(n):
                k = self.plan[j] >> 12
                if k != 15:
                    self.make(self.change_over[k])
                self.child(node, base, stand, self.plan[j] & 4095)
            if self.verdict:
                return
            while self.depth > base:
                self.back()
        for j in range(some):
            # `choices` reads what `pair_up` found in the class's first position
            self.pair_up()
            z = self.hard[j] & 63
            y = (self.hard[j] >> 6) & 63
            need = self.hard[j] >> 12
            count = self.choices(need)
            self.save(count)
            for i in range(count):
                v = self.kept_choices[i]
                self.choose(v)
                stand = self.depth
                if y == DEAL or (self.over[y] == NONE and self.col[y] != self.col[z]):
                    self.child(node, base, stand, z | y << 6)
                if self.verdict:
                    return
                while self.depth > base:
                    self.back()

    def run(self, nodes: cython.longlong):
        """Go on for about `nodes` positions: 0 not finished, 1 won, 2 unwinnable, 3 memory limit reached."""
        until: cython.longlong = self.visited + nodes
        while self.verdict == 0 and self.visited < until:
            if self.waiting == 0 or (self.visited > self.due and self.ask_rivals()):
                self.verdict = 2
                break
            self.expand(self.take())
        return self.verdict

    @cython.cfunc
    def ask_rivals(self) -> cython.bint:
        """Whether `rivals`, going on as far as is due, find that the start is lost; see rivals.py for why it is then.

        They look at one simpler position for each class found beyond `patience`, always from the position that the
        search was given. This is an ordinary Python call, so it is made only when they are `due`, not for every class.
        """
        lost: cython.bint = self.rivals.go_on(self.visited - self.patience)
        self.set_due()
        return lost

    @cython.cfunc
    def set_due(self) -> cython.void:
        """Find the number of classes beyond which `rivals` go on."""
        self.due = self.rivals.scenes + self.patience if self.rivals.left else NEVER

    @property
    def nodes(self):
        """Positions (classes) found so far."""
        return self.visited

    def moves(self):
        """The winning moves in the notation of records, after `run` returned 1; otherwise empty."""
        if self.verdict != 1:
            return []
        chain = []
        node: cython.uint = self.last
        while node:
            chain.append(self.move[node] & 4095)
            node = self.parent[node]
        return write_line([(move & 63, move >> 6) for move in reversed(chain)], *self.setting)
