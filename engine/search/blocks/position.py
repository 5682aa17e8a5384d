# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A position of the blocks family: which card lies on which, the moves, and a hash that follows them.

Cards are 13 * suit + rank. A move is card | target << 6; `make` writes it down and `back` takes the last one back.
The names of constants and the fields of the class are declared in `_pxd/solit/engine/search/blocks/position.pxd`.
"""

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

if cython.compiled:
    from cython.cimports.solit.engine.bits import lowest
    from cython.cimports.solit.engine.randomness import mixed, state_after
else:
    from solit.engine.bits import lowest
    from solit.engine.randomness import mixed, state_after

    NONE, FLOOR, HOME, DEAL = 255, 64, 62, 63
    PLAIN, FORWARD, SWAPPING = 0, 1, 2
    DEAD, SAFE, SWAPS, FLOORS, RIVALS = 1, 2, 4, 8, 16

COMPILED = bool(cython.compiled)
ONE = cython.declare(cython.const[cython.ulonglong], 1)
# attributes that are C arrays: the uncompiled form needs lists
ARRAYS = {
    "takes": 52, "hosts": 52, "beneath": 52, "pred": 52, "succ": 52, "dealt_to": 8, "under": 64, "over": 64, "col":
    64, "top": 8, "stock": 8, "key1": 52 * 64, "key2": 52 * 64, "log_move": 4096, "log_under": 4096, "log_from":
    4096, "log_turned": 4096, "listed": 1024,
}  # fmt: skip


@cython.cclass
class Position:
    """A position, and the way to it from the one that `read_position` was given."""

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

    def make_keys(self, seed):
        """Random words for "this card lies on that one"; see `seen` for why 128 bits are enough."""
        i: cython.int
        self.random = (0x9E3779B97F4A7C15 * (seed + 1)) & 0xFFFFFFFFFFFFFFFF
        for i in range(52 * 64):
            self.key1[i] = self.word()
            self.key2[i] = self.word()
        self.rehash()

    def word(self) -> cython.ulonglong:
        """The next word by lot."""
        self.random = state_after(self.random)
        return mixed(self.random)

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

    def rehash(self) -> cython.void:
        """Compute the hash of the whole position."""
        c: cython.int
        i: cython.int
        u: cython.int
        self.hash1 = 0
        self.hash2 = 0
        for c in range(52):
            if ((self.up | self.down) >> c) & 1:
                u = self.under[c]
                if u == FLOOR:
                    u = 52 + self.floor(self.col[c])
                self.hash1 ^= self.key1[c * 64 + u]
                self.hash2 ^= self.key2[c * 64 + u]
                if (self.down >> c) & 1:
                    self.hash1 ^= self.key1[c * 64 + 63]
                    self.hash2 ^= self.key2[c * 64 + 63]
        for i in range(self.undealt):
            self.hash1 ^= self.key1[self.stock[i] * 64 + 62]
            self.hash2 ^= self.key2[self.stock[i] * 64 + 62]

    def flip(self, c: cython.int, u: cython.int) -> cython.void:
        """Add to or take from the hash: card c lies on u."""
        self.hash1 ^= self.key1[c * 64 + u]
        self.hash2 ^= self.key2[c * 64 + u]

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

    def built(self, z: cython.int) -> cython.bint:
        """Whether z lies face up on a card that takes it: if it leaves, it can come back."""
        x: cython.int = self.under[z]
        return x != FLOOR and (self.up >> x) & 1 and (self.takes[x] >> z) & 1

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
                        self.listed[n] = z | (52 + i) << 6
                        n += 1
                if self.returns and what != SWAPPING:
                    cand = self.opens_home & self.home
                    while cand:
                        z = lowest(cand)
                        cand &= cand - 1
                        if self.succ[z] < 0 or not (self.home >> self.succ[z]) & 1:
                            self.listed[n] = z | (52 + i) << 6
                            n += 1
                continue
            if what != SWAPPING and self.goes_home(y):
                self.listed[n] = y | HOME << 6
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
                    self.listed[n] = z | y << 6
                    n += 1
            if self.returns and what != SWAPPING:
                cand = self.takes[y] & self.home
                while cand:
                    z = lowest(cand)
                    cand &= cand - 1
                    if self.succ[z] < 0 or not (self.home >> self.succ[z]) & 1:
                        self.listed[n] = z | y << 6
                        n += 1
        if self.undealt and what != SWAPPING:
            self.listed[n] = DEAL << 6
            n += 1
        return n

    def goes_home(self, c: cython.int) -> cython.bint:
        """Whether c, at a column's end, may go to its foundation."""
        if self.pred[c] >= 0 and (self.home >> self.pred[c]) & 1:
            return True
        return (self.bases >> c) & 1
