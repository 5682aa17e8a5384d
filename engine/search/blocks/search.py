# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Search kernel for Chinese Solitaire, perfect information: won, or proved unwinnable.

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
    from cython.cimports.solit.engine.bits import lowest
    from cython.cimports.solit.engine.randomness import mixed, state_after
    from cython.cimports.solit.engine.search.seen import meet, refill
else:
    from solit.engine.bits import lowest
    from solit.engine.randomness import mixed, state_after
    from solit.engine.search.seen import meet, refill

from solit.engine.search.blocks.conditions import accepts
from solit.engine.search.blocks.line import write_line
from solit.engine.search.blocks.rivals import Rivals
from solit.engine.search.seen import SLOT_BYTES, reserve

COMPILED = bool(cython.compiled)
PRUNINGS = {"dead": 1, "safe": 2, "swaps": 4, "floors": 8, "rivals": 16}
ALL = 31

DEAD = cython.declare(cython.const[cython.int], 1)
SAFE = cython.declare(cython.const[cython.int], 2)
SWAPS = cython.declare(cython.const[cython.int], 4)
FLOORS = cython.declare(cython.const[cython.int], 8)
RIVALS = cython.declare(cython.const[cython.int], 16)

ONE = cython.declare(cython.const[cython.ulonglong], 1)
MASK64 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFFFFFFFFFF)
NONE = cython.declare(cython.const[cython.int], 255)  # no card above, an empty column
FLOOR = cython.declare(cython.const[cython.int], 64)  # what lies under a bottom card
HOME = cython.declare(cython.const[cython.int], 62)  # targets of a move: 0..51 a card, 52.. the floor of a column,
DEAL = cython.declare(cython.const[cython.int], 63)  # then these two
PLAIN = cython.declare(cython.const[cython.int], 0)  # what `generate` lists: every move,
FORWARD = cython.declare(cython.const[cython.int], 1)  # all but swaps,
SWAPPING = cython.declare(cython.const[cython.int], 2)  # swaps alone
MEMBERS = cython.declare(cython.const[cython.int], 128)  # larger classes are searched position by position
LEVELS = cython.declare(cython.const[cython.int], 53)
GRADES = cython.declare(cython.const[cython.int], 256)
TAKEN = cython.declare(cython.const[cython.int], 1 << 15)  # marks a node that was taken off a list
PATIENCE = 20_000  # classes before `rivals` try more than one squad
NEVER = cython.declare(cython.const[cython.longlong], 1 << 62)  # more classes than any search finds
LOG = cython.declare(cython.const[cython.int], 4096)


@cython.final
@cython.cclass
class Search:
    """Finds out whether a position of Chinese Solitaire can be won.

    `run(nodes)` goes on for about that many positions and returns 0 not finished, 1 won, 2 unwinnable (everything
    looked at, or `rivals` say so), 3 the memory limit was reached. `moves()` after a win: the whole solution from the
    given position. `memory` in bytes; `patience` in classes, before `rivals` try more than one squad of cards (below
    0: that much work before the first class). Deterministic for a given seed.
    """

    # what may lie on what, from the tables
    takes: cython.ulonglong[52]
    hosts: cython.ulonglong[52]  # the cards that take this one
    beneath: cython.ulonglong[52]  # all that must be home before a card's going home is safe
    pred: cython.int[52]
    succ: cython.int[52]
    opens: cython.ulonglong
    opens_home: cython.ulonglong
    bases: cython.ulonglong
    returns: cython.bint
    sequence: cython.bint
    columns: cython.int
    dealt_to: cython.int[8]
    prunings: cython.int

    # the position
    under: cython.int[64]
    over: cython.int[64]
    col: cython.int[64]
    top: cython.int[8]
    stock: cython.int[8]
    stocked: cython.int
    undealt: cython.int  # stocked before the deal, 0 after it
    down: cython.ulonglong
    up: cython.ulonglong  # face up in a column
    home: cython.ulonglong
    full: cython.ulonglong
    homes: cython.int
    cards: cython.int
    h1: cython.ulonglong
    h2: cython.ulonglong
    key1: cython.ulonglong[52 * 64]
    key2: cython.ulonglong[52 * 64]
    random: cython.ulonglong

    # the way to it: one entry a move
    depth: cython.int
    log_move: cython.int[4096]
    log_under: cython.int[4096]
    log_from: cython.int[4096]
    log_turned: cython.int[4096]
    log_node: cython.uint[4096]
    trail: cython.uint[4096]

    # scratch
    buffer: cython.int[1024]
    pos: cython.int[64]
    gone: cython.ulonglong[8]
    m1: cython.ulonglong[128]
    m2: cython.ulonglong[128]
    mpar: cython.int[128]
    mmove: cython.int[128]
    mpath: cython.int[128]
    epar: cython.int[128]
    emove: cython.int[128]
    eswap: cython.int[8]
    eloose: cython.int[8]
    elies: cython.int[8]
    ebare: cython.int[8]
    elist: cython.int[128]
    eflip: cython.int[128]
    hards: cython.int
    plan: cython.int[1024]
    hard: cython.int[256]
    pairs: cython.int
    loose: cython.int[8]
    lies: cython.int[8]
    bare: cython.int[8]
    reach: cython.uint[8]
    loosed: cython.ulonglong
    dep_lies: cython.int[8]  # the loose piece that the twin under / the bare twin is in, or -1
    dep_bare: cython.int[8]
    rings: cython.uint  # the pairs whose piece may depend on itself
    vlist: cython.int[128]
    vpar: cython.int[128]
    vflip: cython.int[128]
    vseen: cython.uchar[128]
    v1: cython.ulonglong[128]
    v2: cython.ulonglong[128]
    least1: cython.ulonglong
    least2: cython.ulonglong
    unbuilt: cython.int
    rounds: cython.int

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
            for name, size in (
                ("takes", 52), ("hosts", 52), ("beneath", 52), ("pred", 52), ("succ", 52),
                ("dealt_to", 8), ("under", 64), ("over", 64), ("col", 64), ("top", 8), ("stock", 8),
                ("key1", 52 * 64), ("key2", 52 * 64), ("log_move", 4096), ("log_under", 4096),
                ("log_from", 4096), ("log_turned", 4096), ("log_node", 4096), ("trail", 4096), ("buffer", 1024),
                ("pos", 64), ("gone", 8), ("m1", 128), ("m2", 128), ("mpar", 128), ("mmove", 128), ("mpath", 128),
                ("epar", 128), ("emove", 128), ("eswap", 8), ("eloose", 8), ("elies", 8), ("ebare", 8),
                ("elist", 128), ("eflip", 128), ("plan", 1024), ("hard", 256), ("loose", 8), ("lies", 8),
                ("bare", 8), ("reach", 8), ("dep_lies", 8), ("dep_bare", 8),
                ("vlist", 128), ("vpar", 128), ("vflip", 128), ("vseen", 128), ("v1", 128), ("v2", 128),
                ("head", 2 * 53 * 256), ("low", 2 * 53),
            ):  # fmt: skip
                setattr(self, name, [0] * size)
        self.memory = memory
        self.patience = patience
        self.prunings = prunings
        self.read_tables(tables)
        self.read_position(tables, piles, down)
        self.make_keys(seed)
        self.make_room()
        self.start(tables, piles, down)

    def read_tables(self, tables):
        """Take over what the rules allow."""
        c: cython.int
        y: cython.int
        d: cython.int
        want: cython.ulonglong
        grown: cython.ulonglong
        self.columns = len(tables.columns)
        for c in range(52):
            self.takes[c] = tables.takes[c]
            self.succ[c] = tables.next_up[c]
            self.pred[c] = -1
            self.hosts[c] = 0
        for c in range(52):
            if self.succ[c] >= 0:
                self.pred[self.succ[c]] = c
        for c in range(52):
            for y in range(52):
                if (self.takes[y] >> c) & 1:
                    self.hosts[c] |= ONE << y
        self.opens = tables.opens_column
        self.opens_home = tables.opens_foundation
        self.bases = tables.bases
        self.returns = bool(tables.returns)
        self.sequence = tables.lift == "sequence"
        for c in range(52):
            # Without returns: the cards that could be put on c. With them: closed under "can be put on" and
            # "lies under on its foundation", see `safe`.
            want = self.takes[c]
            if tables.returns:
                grown = 0
                while grown != want:
                    grown = want
                    for d in range(52):
                        if (grown >> d) & 1:
                            want |= self.takes[d]
                            if self.pred[d] >= 0:
                                want |= ONE << self.pred[d]
                want &= ~(ONE << c)
            self.beneath[c] = want

    def read_position(self, tables, piles, down):
        """Set up the position; card numbers are 13 * suit + rank."""
        i: cython.int
        c: cython.int
        below: cython.int
        index = {place: i for i, place in enumerate(tables.columns)}
        for c in range(64):
            self.under[c] = NONE
            self.over[c] = NONE
            self.col[c] = 0
        self.down = 0
        self.up = 0
        self.home = 0
        self.homes = 0
        self.cards = 0
        full: cython.ulonglong = 0
        for i, place in enumerate(tables.columns):
            self.top[i] = NONE
            below = FLOOR
            for n, c in enumerate(piles[place]):
                self.under[c] = below
                self.over[c] = NONE
                if below != FLOOR:
                    self.over[below] = c
                self.col[c] = i
                self.top[i] = c
                full |= ONE << c
                if n < down[place]:
                    self.down |= ONE << c
                else:
                    self.up |= ONE << c
                below = c
                self.cards += 1
        for place in range(2, 6):
            for c in piles[place]:
                self.home |= ONE << c
                full |= ONE << c
                self.homes += 1
                self.cards += 1
        self.stocked = 0
        for c in reversed(piles[0]):
            self.stock[self.stocked] = c
            self.dealt_to[self.stocked] = index[tables.draw_to[self.stocked]]
            self.stocked += 1
            self.cards += 1
            full |= ONE << c
        self.undealt = self.stocked
        self.full = full
        self.setting = ([list(pile) for pile in piles], tables.columns, tables.draw_to)

    def make_keys(self, seed):
        """Random words for "this card lies on that one"; see `seen` for why 128 bits are enough."""
        i: cython.int
        self.random = (0x9E3779B97F4A7C15 * (seed + 1)) & 0xFFFFFFFFFFFFFFFF
        for i in range(52 * 64):
            self.key1[i] = self.word()
            self.key2[i] = self.word()
        self.rehash()

    @cython.cfunc
    @cython.exceptval(check=False)
    def word(self) -> cython.ulonglong:
        """The next word by lot."""
        self.random = state_after(self.random)
        return mixed(self.random)

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
        self.seen(self.least1, self.least2)
        self.visited = 1
        if self.dead():
            return
        if self.prunings & RIVALS:
            self.rivals = Rivals(tables, piles, down)
            if self.rivals.alone():
                return
            self.set_due()
        self.put(0)

    # ---- the position -------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def floor(self, column: cython.int) -> cython.int:
        """The floor of a column as its bottom card sees it.

        floors: columns are a set. No rule tells one column from another, but for the deal of the stock: until then
        the columns that it goes to have floors of their own, all others share floor 0, and after it all do. Two
        positions with the same cards on the same cards and floors differ by a renaming of columns under which
        every later move of the one is a move of the other; likewise empty columns with the same floor.
        """
        i: cython.int
        if self.prunings & FLOORS:
            for i in range(self.undealt):
                if self.dealt_to[i] == column:
                    return i + 1
            return 0
        return column + 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def rehash(self) -> cython.void:
        """Compute the hash of the whole position."""
        c: cython.int
        i: cython.int
        u: cython.int
        self.h1 = 0
        self.h2 = 0
        for c in range(52):
            if ((self.up | self.down) >> c) & 1:
                u = self.under[c]
                if u == FLOOR:
                    u = 52 + self.floor(self.col[c])
                self.h1 ^= self.key1[c * 64 + u]
                self.h2 ^= self.key2[c * 64 + u]
                if (self.down >> c) & 1:
                    self.h1 ^= self.key1[c * 64 + 63]
                    self.h2 ^= self.key2[c * 64 + 63]
        for i in range(self.undealt):
            self.h1 ^= self.key1[self.stock[i] * 64 + 62]
            self.h2 ^= self.key2[self.stock[i] * 64 + 62]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def flip(self, c: cython.int, u: cython.int) -> cython.void:
        """Add to or take from the hash: card c lies on u."""
        self.h1 ^= self.key1[c * 64 + u]
        self.h2 ^= self.key2[c * 64 + u]

    @cython.cfunc
    @cython.exceptval(check=False)
    def make(self, move: cython.int) -> cython.void:
        """Make a move: card | target << 6. Writes the log."""
        z: cython.int = move & 63
        target: cython.int = move >> 6
        d: cython.int = self.depth
        a: cython.int
        b: cython.int
        x: cython.int
        c: cython.int
        i: cython.int
        self.log_move[d] = move
        self.log_turned[d] = 0
        self.depth = d + 1
        if target == DEAL:
            for i in range(self.stocked):
                c = self.stock[i]
                b = self.dealt_to[i]
                x = self.top[b]
                self.col[c] = b
                self.over[c] = NONE
                self.top[b] = c
                self.up |= ONE << c
                if x == NONE:
                    self.under[c] = FLOOR
                else:
                    self.under[c] = x
                    self.over[x] = c
            self.undealt = 0
            self.rehash()
            return
        if (self.home >> z) & 1:  # back from its foundation
            self.log_under[d] = HOME
            self.home ^= ONE << z
            self.up |= ONE << z
            self.homes -= 1
            self.over[z] = NONE
            if target >= 52:
                b = target - 52
                self.under[z] = FLOOR
                self.flip(z, 52 + self.floor(b))
            else:
                b = self.col[target]
                self.under[z] = target
                self.over[target] = z
                self.flip(z, target)
            self.col[z] = b
            self.top[b] = z
            return
        a = self.col[z]
        x = self.under[z]
        self.log_under[d] = x
        self.log_from[d] = a
        if target == HOME:
            self.home |= ONE << z
            self.up ^= ONE << z
            self.homes += 1
        else:
            c = self.top[a]
            if target >= 52:
                b = target - 52
                self.flip(z, 52 + self.floor(b))
                self.under[z] = FLOOR
            else:
                b = self.col[target]
                self.flip(z, target)
                self.under[z] = target
                self.over[target] = z
            self.top[b] = c
            c = z
            while c != NONE:
                self.col[c] = b
                c = self.over[c]
        if x == FLOOR:
            self.top[a] = NONE
            self.flip(z, 52 + self.floor(a))
        else:
            self.top[a] = x
            self.over[x] = NONE
            self.flip(z, x)
            if (self.down >> x) & 1:
                self.down ^= ONE << x
                self.up |= ONE << x
                self.flip(x, 63)
                self.log_turned[d] = 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def back(self) -> cython.void:
        """Take the last move back."""
        d: cython.int = self.depth - 1
        move: cython.int = self.log_move[d]
        z: cython.int = move & 63
        target: cython.int = move >> 6
        a: cython.int
        b: cython.int
        x: cython.int
        c: cython.int
        i: cython.int
        self.depth = d
        if target == DEAL:
            for i in range(self.stocked):
                c = self.stock[i]
                b = self.dealt_to[i]
                x = self.under[c]
                self.up ^= ONE << c
                if x == FLOOR:
                    self.top[b] = NONE
                else:
                    self.top[b] = x
                    self.over[x] = NONE
            self.undealt = self.stocked
            self.rehash()
            return
        x = self.log_under[d]
        b = self.col[z]
        if x == HOME:
            self.home |= ONE << z
            self.up ^= ONE << z
            self.homes += 1
            if target >= 52:
                self.top[b] = NONE
                self.flip(z, 52 + self.floor(b))
            else:
                self.top[b] = target
                self.over[target] = NONE
                self.flip(z, target)
            return
        a = self.log_from[d]
        if self.log_turned[d]:
            self.down ^= ONE << x
            self.up ^= ONE << x
            self.flip(x, 63)
        if target == HOME:
            self.home ^= ONE << z
            self.up |= ONE << z
            self.homes -= 1
            self.col[z] = a
            self.top[a] = z
        else:
            c = self.top[b]
            if target >= 52:
                self.top[b] = NONE
                self.flip(z, 52 + self.floor(b))
            else:
                self.top[b] = target
                self.over[target] = NONE
                self.flip(z, target)
            self.top[a] = c
            c = z
            while c != NONE:
                self.col[c] = a
                c = self.over[c]
        self.under[z] = x
        if x == FLOOR:
            self.flip(z, 52 + self.floor(a))
        else:
            self.over[x] = z
            self.flip(z, x)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def lifts(self, z: cython.int) -> cython.bint:
        """Whether z may move with all that lies on it."""
        c: cython.int = z
        n: cython.int
        if self.sequence:
            n = self.over[c]
            while n != NONE:
                if not (self.takes[c] >> n) & 1:
                    return False
                c = n
                n = self.over[c]
        return True

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def built(self, z: cython.int) -> cython.bint:
        """Whether z lies face up on a card that takes it: if it leaves, it can come back."""
        x: cython.int = self.under[z]
        return x != FLOOR and (self.up >> x) & 1 and (self.takes[x] >> z) & 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def generate(self, what: cython.int) -> cython.int:
        """List the moves of the position into `buffer`; how many."""
        n: cython.int = 0
        i: cython.int
        y: cython.int
        z: cython.int
        f: cython.int
        swap: cython.bint
        cand: cython.ulonglong
        floors: cython.uint = 0
        for i in range(self.columns):
            y = self.top[i]
            if y == NONE:
                f = self.floor(i)
                if (floors >> f) & 1:
                    continue
                floors |= 1 << f
                cand = self.opens & self.up
                while cand:
                    z = lowest(cand)
                    cand &= cand - 1
                    if self.under[z] == FLOOR:
                        # A bottom card may go to another floor and come back: a swap where floors differ, and no
                        # move at all where they don't.
                        if self.floor(self.col[z]) == f:
                            continue
                        swap = True
                    else:
                        swap = False
                    if what != PLAIN and swap != (what == SWAPPING):
                        continue
                    if self.lifts(z):
                        self.buffer[n] = z | (52 + i) << 6
                        n += 1
                if self.returns and what != SWAPPING:
                    cand = self.opens_home & self.home
                    while cand:
                        z = lowest(cand)
                        cand &= cand - 1
                        if self.succ[z] < 0 or not (self.home >> self.succ[z]) & 1:
                            self.buffer[n] = z | (52 + i) << 6
                            n += 1
                continue
            if what != SWAPPING and self.goes_home(y):
                self.buffer[n] = y | HOME << 6
                n += 1
            cand = self.takes[y] & self.up
            while cand:
                z = lowest(cand)
                cand &= cand - 1
                if self.col[z] == i:
                    continue
                if what != PLAIN and self.built(z) != (what == SWAPPING):
                    continue
                if self.lifts(z):
                    self.buffer[n] = z | y << 6
                    n += 1
            if self.returns and what != SWAPPING:
                cand = self.takes[y] & self.home
                while cand:
                    z = lowest(cand)
                    cand &= cand - 1
                    if self.succ[z] < 0 or not (self.home >> self.succ[z]) & 1:
                        self.buffer[n] = z | y << 6
                        n += 1
        if self.undealt and what != SWAPPING:
            self.buffer[n] = DEAL << 6
            n += 1
        return n

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def goes_home(self, c: cython.int) -> cython.bint:
        """Whether c, at a column's end, may go to its foundation."""
        if self.pred[c] >= 0 and (self.home >> self.pred[c]) & 1:
            return True
        return (self.bases >> c) & 1

    # ---- prunings -----------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    def safe(self) -> cython.int:
        """A card whose going home costs nothing, or NONE.

        safe: x can go home, the stock is dealt, and nothing can ever be put on x again. Take any winning play P from
        here; play x home first, then P without the moves of x. Nothing lay on x in P, so the groups that moved
        with x in P move without it now, every target of P is free when P used it (x, gone, covers none and
        occupies no column), face-down cards are turned no later, and foundations are no lower. So P still wins.
        With the stock undealt a stock card could land on x and ride on it: then nothing is forced.
        Nothing can be put on x when all cards that x takes are home for good. With foundation_return "for good"
        needs more: let C be x and all cards that could come to lie on it, closed under "takes" and under
        "lies under, on its foundation", and let all of C but x be home. Leave out of P every move of C: only cards
        of C ever lie on cards of C, so what was said of x holds for all of C, and a card outside C that P brings
        back from a foundation is on top there now as it was in P, since C holds whatever lies under its cards.
        """
        i: cython.int
        y: cython.int
        if self.undealt:
            return NONE
        for i in range(self.columns):
            y = self.top[i]
            if y != NONE and self.goes_home(y) and not self.beneath[y] & self.full & ~self.home:
                return y
        return NONE

    @cython.cfunc
    @cython.exceptval(check=False)
    def dead(self) -> cython.bint:
        """Whether the position is lost already with cards that never block anything where they are put.

        dead: compute to a fixpoint what can happen at some time from here on, supposing that a card, once moved, is
        in no other card's way:
          exposed(z)   z lies at a column's end now, or is in the stock, or is home and may return, or the card on
                       it departs;
          homed(z)     z is home, or it is exposed and its predecessor is homed;
          departs(z)   z leaves what it lies on now: it is homed; or, being face up now or exposed, as the head of a
                       group it goes to an exposed card that takes it, or, if it may, to an empty column when some
                       column is empty now or some bottom card departs. If that card y lies above z in z's column, some
                       card above z up to y must depart first; if the cards on z form no sequence and only
                       sequences move, some card above z up to the first break must depart first.
        Every first departure, exposure and homing of a real play is derived: go through the play; what it needs was
        true at the start or happened earlier in the play, and so was derived by induction. (That y, still above z
        in its column as dealt, can only be z's target once it is out of that column: then some card from just above z
        to y was the head of a group that left, and the first such leaving was a departure of that card.)
        So when not all cards are homed here, no play wins.

        Also counts the cards that lie where the deal put them (`unbuilt`) and the passes (`rounds`), for the order.
        """
        i: cython.int
        c: cython.int
        y: cython.int
        u: cython.int
        n: cython.int
        p: cython.int
        exposed: cython.ulonglong = 0
        homed: cython.ulonglong = self.home
        rest: cython.ulonglong = self.up | self.down
        wanted: cython.ulonglong = 0  # what exposed cards take
        cand: cython.ulonglong
        host: cython.ulonglong
        empty: cython.bint = False
        again: cython.bint
        goes: cython.bint
        self.unbuilt = 0
        self.rounds = 0
        for i in range(self.columns):
            self.gone[i] = 0
            c = self.top[i]
            if c == NONE:
                empty = True
                continue
            exposed |= ONE << c
            wanted |= self.takes[c]
            n = 63
            while True:
                self.pos[c] = n
                n -= 1
                u = self.under[c]
                if u == FLOOR:
                    if not (self.opens >> c) & 1:
                        self.unbuilt += 1
                    break
                if not (self.takes[u] >> c) & 1 or (self.down >> u) & 1:
                    self.unbuilt += 1
                c = u
        for i in range(self.undealt):
            exposed |= ONE << self.stock[i]
            wanted |= self.takes[self.stock[i]]
        if self.returns:
            exposed |= self.home
            wanted = self.full
        if not self.prunings & DEAD:
            return False
        again = True
        while again:
            again = False
            self.rounds += 1
            # Foundations go up by one, and what lies under an ace in the numbering is a king: home last.
            cand = ((homed << 1) | self.bases) & exposed & ~homed
            while cand:
                again = True
                homed |= cand
                cand = ((homed << 1) | self.bases) & exposed & ~homed
            cand = rest & (homed | ((self.up | exposed) & (wanted | (self.opens if empty else 0))))
            while cand:
                c = lowest(cand)
                cand &= cand - 1
                u = self.under[c]
                goes = False
                if (homed >> c) & 1:
                    goes = True
                else:
                    i = self.col[c]
                    p = self.pos[c]
                    if self.sequence and not self.freed(c, i, p):
                        continue
                    if empty and u != FLOOR and (self.opens >> c) & 1:
                        goes = True
                    else:
                        host = self.hosts[c] & exposed
                        if u != FLOOR:
                            host &= ~(ONE << u)
                        while host:
                            y = lowest(host)
                            host &= host - 1
                            if not ((self.up | self.down) >> y) & 1 or self.col[y] != i or self.pos[y] < p:
                                goes = True
                                break
                            # y above c: a departed card in (c, y]
                            if ((self.gone[i] >> (p + 1)) << (63 - self.pos[y] + p + 1)) & MASK64:
                                goes = True
                                break
                if goes:
                    rest ^= ONE << c
                    again = True
                    self.gone[self.col[c]] |= ONE << self.pos[c]
                    if u == FLOOR:
                        empty = True
                    else:
                        exposed |= ONE << u
                        wanted |= self.takes[u]
        return homed != self.full

    @cython.cfunc
    @cython.exceptval(check=False)
    def freed(self, z: cython.int, i: cython.int, p: cython.int) -> cython.bint:
        """In `dead`, sequences only: whether z heads a sequence now or a card up to the first break has departed."""
        c: cython.int = z
        n: cython.int = self.over[c]
        while n != NONE:
            if (self.gone[i] >> self.pos[n]) & 1:
                return True
            if not (self.takes[c] >> n) & 1:
                return False
            c = n
            n = self.over[c]
        return True

    # ---- classes ------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    def enter(self, member: cython.int) -> cython.void:
        """Make the swaps that lead from the class's first position to a member."""
        n: cython.int = 0
        while member:
            self.mpath[n] = member
            n += 1
            member = self.mpar[member]
        while n:
            n -= 1
            self.make(self.mmove[self.mpath[n]])

    @cython.cfunc
    @cython.exceptval(check=False)
    def members(self) -> cython.int:
        """List the positions that swaps reach from here, this one first; 0 when they are more than MEMBERS."""
        base: cython.int = self.depth
        count: cython.int = 1
        i: cython.int = 0
        j: cython.int
        k: cython.int
        n: cython.int
        self.m1[0] = self.h1
        self.m2[0] = self.h2
        while i < count:
            self.enter(i)
            n = self.generate(SWAPPING)
            for j in range(n):
                self.make(self.buffer[j])
                for k in range(count):
                    if self.m1[k] == self.h1 and self.m2[k] == self.h2:
                        break
                else:
                    if count == MEMBERS:
                        while self.depth > base:
                            self.back()
                        return 0
                    self.m1[count] = self.h1
                    self.m2[count] = self.h2
                    self.mpar[count] = i
                    self.mmove[count] = self.buffer[j]
                    count += 1
                self.back()
            while self.depth > base:
                self.back()
            i += 1
        return count

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def segment(self, c: cython.int) -> cython.int:
        """The loose card of `pairs` that carries c, as its number; -1 when c stands on a floor's segment."""
        i: cython.int
        while not (self.loosed >> c) & 1:
            c = self.under[c]
            if c == FLOOR:
                return -1
        for i in range(self.pairs):
            if self.loose[i] == c:
                return i
        return -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def pair_up(self) -> cython.bint:
        """Find the swaps of the class at once; False when they don't have the shape that follows.

        A loose card z lies on one of two twins, the other being at a column's end. Cut the columns under every loose
        card: the pieces stay the same throughout the class, and so do the twins, which are all ends of pieces. So a
        member of the class is a choice of one twin for every loose card. Let z's piece depend on the two pieces that
        its twins end; `reach` says for every loose card on which loose pieces its own depends, through others too.
        A swap is ruled out only when the bare twin lies above the loose card, and then the pieces between form a ring,
        each depending on the next. So a loose card that is in no ring of `reach` may be swapped in every
        member, whatever the others chose, and is in no other's way; the loose cards in rings (`rings`) allow
        the choices that `choices` finds.
        """
        i: cython.int
        k: cython.int
        y: cython.int
        z: cython.int
        cand: cython.ulonglong
        again: cython.bint
        need: cython.uint
        self.pairs = 0
        self.loosed = 0
        self.rings = 0
        if self.sequence:
            return False
        for i in range(self.columns):
            y = self.top[i]
            if y == NONE:
                if self.undealt or not self.prunings & FLOORS:
                    cand = self.opens & self.up
                    while cand:
                        z = lowest(cand)
                        cand &= cand - 1
                        if self.under[z] == FLOOR and self.floor(self.col[z]) != self.floor(i):
                            return False
                continue
            cand = self.takes[y] & self.up
            while cand:
                z = lowest(cand)
                cand &= cand - 1
                if self.built(z):
                    if self.hosts[z] != (ONE << y | ONE << self.under[z]) or (self.loosed >> z) & 1:
                        return False
                    self.loose[self.pairs] = z
                    self.lies[self.pairs] = self.under[z]
                    self.bare[self.pairs] = y
                    self.pairs += 1
                    self.loosed |= ONE << z
        if not self.pairs:
            return True
        for i in range(1, self.pairs):  # by card, so that every member of the class numbers them alike
            for k in range(i, 0, -1):
                if self.loose[k - 1] < self.loose[k]:
                    break
                self.loose[k - 1], self.loose[k] = self.loose[k], self.loose[k - 1]
                self.lies[k - 1], self.lies[k] = self.lies[k], self.lies[k - 1]
                self.bare[k - 1], self.bare[k] = self.bare[k], self.bare[k - 1]
        for k in range(self.pairs):
            need = 0
            i = self.segment(self.lies[k])
            self.dep_lies[k] = i
            if i >= 0:
                need |= 1 << i
            i = self.segment(self.bare[k])
            self.dep_bare[k] = i
            if i >= 0:
                need |= 1 << i
            self.reach[k] = need
        again = True
        while again:
            again = False
            for k in range(self.pairs):
                need = self.reach[k]
                for i in range(self.pairs):
                    if (need >> i) & 1:
                        need |= self.reach[i]
                if need != self.reach[k]:
                    self.reach[k] = need
                    again = True
        for k in range(self.pairs):
            if (self.reach[k] >> k) & 1:
                self.rings |= 1 << k
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def choices(self, pairs: cython.uint) -> cython.int:
        """The choices of twins, for these pairs, that swaps reach from the position; `pairs` has all of `rings`.

        A choice is a number, bit k set where pair k has changed over: `vlist`, with the choice before it in `vpar` and
        the pair changed in `vflip`, and in `v1`, `v2` what it does to the hash.
        """
        count: cython.int = 1
        i: cython.int = 0
        k: cython.int
        p: cython.int
        v: cython.int
        w: cython.int
        n: cython.int
        for v in range(1 << self.pairs):
            self.vseen[v] = 0
        self.vlist[0] = 0
        self.vseen[0] = 1
        self.v1[0] = 0
        self.v2[0] = 0
        while i < count:
            v = self.vlist[i]
            i += 1
            for k in range(self.pairs):
                w = v ^ (1 << k)
                if not (pairs >> k) & 1 or self.vseen[w]:
                    continue
                p = self.dep_lies[k] if (v >> k) & 1 else self.dep_bare[k]
                while p >= 0 and p != k and (pairs >> p) & 1:
                    p = self.dep_bare[p] if (v >> p) & 1 else self.dep_lies[p]
                if p == k:
                    continue
                self.vseen[w] = 1
                self.vlist[count] = w
                count += 1
                self.vpar[w] = v
                self.vflip[w] = k
                n = self.loose[k] * 64
                self.v1[w] = self.v1[v] ^ self.key1[n + self.lies[k]] ^ self.key1[n + self.bare[k]]
                self.v2[w] = self.v2[v] ^ self.key2[n + self.lies[k]] ^ self.key2[n + self.bare[k]]
        return count

    @cython.cfunc
    @cython.exceptval(check=False)
    def choose(self, v: cython.int) -> cython.void:
        """Make the swaps that lead to choice v; pairs as `expand` saved them."""
        n: cython.int = 0
        k: cython.int
        while v:
            k = self.epar[v]
            # changed over: onto the bare twin, unless an earlier swap had done that
            self.mpath[n] = self.eloose[self.eflip[v]] | (
                self.ebare[self.eflip[v]] if (v >> self.eflip[v]) & 1 else self.elies[self.eflip[v]]
            ) << 6
            n += 1
            v = k
        while n:
            n -= 1
            self.make(self.mpath[n])

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_key(self) -> cython.void:
        """The key of the position's class into `least1`, `least2`.

        swaps: every swap can be undone by a swap, so all members of a class can be won or none, and one expansion that
        lists the forward moves of every member stands for all of them. The key is a hash with "z lies on either twin"
        for every loose card in no ring, and the smallest of the choices for those in rings, so it is the same from
        whichever member the class is entered. Where `pair_up` gives up, it is the smallest hash of a member. A class
        of more than MEMBERS positions is one from whichever member it is listed, too: its positions are searched one
        by one, swaps being ordinary moves.
        """
        i: cython.int
        k: cython.int
        n: cython.int
        a: cython.ulonglong
        b: cython.ulonglong
        self.least1 = self.h1
        self.least2 = self.h2
        if not self.prunings & SWAPS:
            return
        if self.pair_up():
            if self.rings:
                n = self.choices(self.rings)
                for i in range(1, n):
                    k = self.vlist[i]
                    a = self.h1 ^ self.v1[k]
                    b = self.h2 ^ self.v2[k]
                    if a < self.least1 or (a == self.least1 and b < self.least2):
                        self.least1 = a
                        self.least2 = b
            for k in range(self.pairs):
                if not (self.rings >> k) & 1:
                    n = self.loose[k] * 64
                    self.least1 ^= self.key1[n + self.lies[k]] ^ self.key1[n + 61]
                    self.least2 ^= self.key2[n + self.lies[k]] ^ self.key2[n + 61]
            return
        n = self.members()
        for k in range(1, n):
            if self.m1[k] < self.least1 or (self.m1[k] == self.least1 and self.m2[k] < self.least2):
                self.least1 = self.m1[k]
                self.least2 = self.m2[k]

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

    # ---- the search ---------------------------------------------------------------------------------------------

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
        found = self.seen(self.least1, self.least2)
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
            self.epar[i] = self.mpar[i]
            self.emove[i] = self.mmove[i]
        for i in range(count):
            n = 0
            j = i
            while j:
                self.mpath[n] = j
                n += 1
                j = self.epar[j]
            while n:
                n -= 1
                self.make(self.emove[self.mpath[n]])
            stand = self.depth
            n = self.generate(what)
            for j in range(n):
                self.plan[j] = self.buffer[j]
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
        if not self.pairs:
            self.visit(node, base, 1)
            return
        pairs = self.pairs
        rings = self.rings
        for i in range(pairs):
            self.eloose[i] = self.loose[i]
            self.elies[i] = self.lies[i]
            self.ebare[i] = self.bare[i]
        count = self.choices(rings)
        self.save(count)
        for i in range(count):
            v = self.elist[i]
            self.choose(v)
            stand = self.depth
            if i:
                self.pair_up()
            n = self.survey(some)
            some = self.hards
            for k in range(self.pairs):
                self.eswap[k] = self.loose[k] | self.bare[k] << 6
            for j in range(n):
                k = self.plan[j] >> 12
                if k != 15:
                    self.make(self.eswap[k])
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
                v = self.elist[i]
                self.choose(v)
                stand = self.depth
                if y == DEAL or (self.over[y] == NONE and self.col[y] != self.col[z]):
                    self.child(node, base, stand, z | y << 6)
                if self.verdict:
                    return
                while self.depth > base:
                    self.back()

    @cython.cfunc
    @cython.exceptval(check=False)
    def save(self, count: cython.int) -> cython.void:
        """Keep what `choices` found while children are looked at."""
        i: cython.int
        v: cython.int
        for i in range(count):
            v = self.vlist[i]
            self.elist[i] = v
            self.epar[v] = self.vpar[v]
            self.eflip[v] = self.vflip[v]

    @cython.cfunc
    @cython.exceptval(check=False)
    def survey(self, some: cython.int) -> cython.int:
        """The forward moves of the position and of those one swap away, into `plan`; how many.

        Each with the number of the swap that goes before it (7 bits up), 15 for none. Moves that must be
        tried from many members are added to the `some` in `hard`, each with the pairs that matter 12 bits up.
        """
        i: cython.int
        j: cython.int
        k: cython.int
        y: cython.int
        z: cython.int
        n: cython.int = 0
        from_: cython.int
        on: cython.int
        move: cython.int
        cand: cython.ulonglong
        for i in range(self.columns + self.pairs):
            k = 15
            if i < self.columns:
                y = self.top[i]
                if y == NONE:
                    continue
            else:
                k = i - self.columns
                if (self.rings >> k) & 1:
                    continue
                y = self.lies[k]
            if self.goes_home(y):
                self.plan[n] = y | HOME << 6 | k << 12
                n += 1
            cand = self.takes[y] & self.up
            on = self.segment(y)
            while cand:
                z = lowest(cand)
                cand &= cand - 1
                if self.built(z):
                    continue
                from_ = self.segment(z)
                if from_ == on and (on >= 0 or self.col[y] == self.col[z]):
                    continue
                if on >= 0 and self.depends(on, z, from_):
                    move = z | y << 6 | (self.rings | self.reach[on] | 1 << on) << 12
                    for j in range(self.pairs):
                        if self.lies[j] == y or self.bare[j] == y:
                            move |= 1 << (12 + j)
                    some = self.note(some, move)
                else:
                    self.plan[n] = z | y << 6 | k << 12
                    n += 1
            if self.returns:
                cand = self.takes[y] & self.home
                while cand:
                    z = lowest(cand)
                    cand &= cand - 1
                    if self.succ[z] < 0 or not (self.home >> self.succ[z]) & 1:
                        self.plan[n] = z | y << 6 | k << 12
                        n += 1
        k = self.generate(FORWARD)
        for i in range(k):
            if self.buffer[i] >> 6 == DEAL:
                move = self.buffer[i] | ((1 << self.pairs) - 1) << 12
                some = self.note(some, move)
            elif 52 <= self.buffer[i] >> 6 < HOME:
                self.plan[n] = self.buffer[i] | 15 << 12
                n += 1
        self.hards = some
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    def note(self, some: cython.int, move: cython.int) -> cython.int:
        """Add a move to the `some` in `hard` unless it is there; how many there are now."""
        j: cython.int
        for j in range(some):
            if self.hard[j] == move:
                return some
        self.hard[some] = move
        return some + 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def depends(self, on: cython.int, z: cython.int, from_: cython.int) -> cython.bint:
        """Whether the loose piece `on` depends on the piece that z is in."""
        k: cython.int
        c: cython.int
        if from_ >= 0:
            return (self.reach[on] >> from_) & 1
        # z's piece stands on a floor, and that piece is known by its column
        for k in range(self.pairs):
            if k == on or (self.reach[on] >> k) & 1:
                c = self.lies[k]
                if self.dep_lies[k] < 0 and self.col[c] == self.col[z]:
                    return True
                c = self.bare[k]
                if self.dep_bare[k] < 0 and self.col[c] == self.col[z]:
                    return True
        return False

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
