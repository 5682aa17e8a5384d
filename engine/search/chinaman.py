# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The search kernel for chinaman: won, unwinnable by proof, or not yet known."""

from array import array

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

MASK64 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFFFFFFFFFF)
MIX = cython.declare(cython.const[cython.ulonglong], 0x9E3779B97F4A7C15)
ONE = cython.declare(cython.const[cython.ulonglong], 1)

LEAVE = cython.declare(cython.const[cython.int], 0)
HOME = cython.declare(cython.const[cython.int], 1)
DOWN = cython.declare(cython.const[cython.int], 2)
UP = cython.declare(cython.const[cython.int], 3)
BACK = cython.declare(cython.const[cython.int], 4)

SAFE_HOME = cython.declare(cython.const[cython.int], 1)
SAFE_WASTE = cython.declare(cython.const[cython.int], 2)
FREE_ROOM = cython.declare(cython.const[cython.int], 4)
DEAD = cython.declare(cython.const[cython.int], 8)

PRUNINGS = {"safe-home": 1, "safe-waste": 2, "free-room": 4, "dead": 8, "interchange": 16}
ALL = 31


@cython.final
@cython.cclass
class Loose:
    """Search over what is buried, left in the talon and at home; who lies on whom does not matter."""

    ranks: cython.int
    top: cython.int
    columns: cython.int
    draw: cython.int
    returns: cython.bint
    prunings: cython.int
    kings: cython.int[3]
    feasible: cython.uchar[3328]
    parents: cython.uchar[64]
    stack: cython.uchar[512]
    column_of: cython.uchar[64]
    depth: cython.int[8]
    up: cython.uchar[16]
    base: cython.uchar[16]
    home: cython.int[4]
    empties: cython.int
    talon: cython.uchar[64]
    size: cython.int
    waste: cython.int
    redeals: cython.int
    key: cython.ulonglong
    key_depth: cython.ulonglong[8]
    key_home: cython.ulonglong[4]
    key_talon: cython.ulonglong[64]
    key_waste: cython.ulonglong
    key_redeal: cython.ulonglong
    # the table of visited states
    table: cython.ulonglong[::1]
    bits: cython.int
    filled: cython.Py_ssize_t
    memory: cython.Py_ssize_t
    # the stack of the search: frame n holds the move that led to it, what undoes it, and its moves left
    frames: cython.ulonglong[::1]
    listed: cython.int[::1]
    level: cython.int
    moved: cython.int[::1]
    old_waste: cython.int[::1]
    old_redeals: cython.int[::1]
    old_depth: cython.int[::1]
    card: cython.int[::1]
    next: cython.int[::1]
    end: cython.int[::1]
    visited: cython.longlong
    limit: cython.longlong
    spent: cython.longlong
    attempt: cython.int
    random: cython.ulonglong
    noise: cython.int
    state: cython.int
    attempts: cython.int
    stop_at: cython.int[128]
    stops: cython.int
    redealt: cython.int
    room: cython.int
    list_room: cython.int

    def __init__(self, tables, piles, down, passes, memory, prunings, seed):
        self.ranks = tables.ranks
        self.top = tables.ranks - 1
        self.columns = len(tables.columns)
        self.draw = len(tables.draw_to)
        self.returns = bool(tables.returns)
        self.prunings = prunings
        self.random = (seed * 2 + 1) & 0xFFFFFFFFFFFFFFFF
        self.memory = memory
        top = tables.ranks - 1
        self.kings = [_suits(tables.opens_column, top), _suits(tables.opens_waste, top), _suits(tables.opens_foundation, top)]
        feasible = bytearray(3328)
        parents = bytearray(64)
        for rank in range(top):
            for suit in range(4):
                parents[13 * suit + rank] = _parents(tables, 13 * suit + rank)
            for below in range(16):
                for above in range(16):
                    feasible[rank * 256 + above * 16 + below] = _matches(above, below, rank, parents)
        self.feasible = feasible
        self.parents = parents
        stack = bytearray(512)
        column_of = bytearray(64)
        depth = [0] * 8
        up = bytearray(16)
        base = bytearray(16)
        self.empties = 0
        self.key = 0
        radix = 1
        key_depth = [0] * 8
        for number, place in enumerate(tables.columns):
            pile = piles[place]
            if not pile:
                self.empties += 1
            hidden = down[place]
            count = min(hidden + 1, len(pile))
            for index, card in enumerate(pile[:count]):
                stack[number * 64 + index] = card
                column_of[card] = number
            for card in pile[hidden:]:
                up[card % 13] |= 1 << (card // 13)
            if count == 1 and pile[0] % 13 == top:
                count = 0
            elif count:
                card = pile[hidden]
                base[card % 13] |= 1 << (card // 13)
            depth[number] = count
            key_depth[number] = radix & 0xFFFFFFFFFFFFFFFF
            self.key += radix * count
            radix *= count + 1
        self.stack = stack
        self.column_of = column_of
        self.depth = depth
        self.up = up
        self.base = base
        self.key_depth = key_depth
        home = [len(piles[2 + suit]) for suit in range(4)]
        self.home = home
        key_home = [0] * 4
        for suit in range(4):
            key_home[suit] = radix & 0xFFFFFFFFFFFFFFFF
            self.key += radix * home[suit]
            radix *= tables.ranks + 1
        self.key_home = key_home
        cards = [*piles[1], *reversed(piles[0])]
        talon = bytearray(64)
        key_talon = [0] * 64
        for index, card in enumerate(cards):
            talon[index] = card
            key_talon[card] = radix & 0xFFFFFFFFFFFFFFFF
            self.key += radix
            radix *= 2
        self.talon = talon
        self.key_talon = key_talon
        self.size = len(cards)
        self.waste = len(piles[1])
        self.redeals = 0
        if tables.redeal:
            self.redeals = min(len(cards), tables.passes - passes) if tables.passes else len(cards)
        self.key_waste = radix & 0xFFFFFFFFFFFFFFFF
        radix *= self.size + 1
        self.key_redeal = radix & 0xFFFFFFFFFFFFFFFF
        radix *= self.redeals + 1
        if radix >= 1 << 64:
            raise ValueError("the position has too many states for a key of 64 bits")
        self.settle()
        self.bits = 10
        self.table = array("Q", bytes(8 << 10))
        self.filled = 0
        self.level = 0
        deep = 512
        self.moved = array("i", bytes(4 * deep))
        self.old_waste = array("i", bytes(4 * deep))
        self.old_redeals = array("i", bytes(4 * deep))
        self.old_depth = array("i", bytes(4 * deep))
        self.card = array("i", bytes(4 * deep))
        self.next = array("i", bytes(4 * deep))
        self.end = array("i", bytes(4 * deep))
        self.listed = array("i", bytes(4 * 16384))
        self.room = deep - 2
        self.list_room = 16384 - 160
        self.visited = 0
        self.attempt = 0
        self.attempts = 0
        self.noise = 0
        self.limit = 0
        self.state = 0

    @property
    def nodes(self):
        return self.visited

    def tune(self, attempts, noise):
        self.attempts = attempts
        self.noise = noise

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def settle(self) -> cython.void:
        """Bring waste and redeals to the form that stands for all equal ones."""
        if self.redeals >= self.size:
            self.redeals = self.size
            if self.waste == self.size or self.waste % self.draw == 0:
                self.waste = 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def full_key(self) -> cython.ulonglong:
        waste: cython.ulonglong = self.waste
        redeals: cython.ulonglong = self.redeals
        return (self.key + waste * self.key_waste + redeals * self.key_redeal + ONE) & MASK64

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def pop(self, column: cython.int) -> cython.void:
        """The lowest face-up card of a column has left: turn up the next."""
        left: cython.int = self.depth[column] - 1
        self.key = (self.key - self.key_depth[column]) & MASK64
        if left > 0:
            card: cython.int = self.stack[column * 64 + left - 1]
            rank: cython.int = card % 13
            bit: cython.int = 1 << (card // 13)
            self.up[rank] |= bit
            if left == 1 and rank == self.top:
                left = 0
                self.key = (self.key - self.key_depth[column]) & MASK64
            else:
                self.base[rank] |= bit
        else:
            self.empties += 1
        self.depth[column] = left

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def unpop(self, column: cython.int, old: cython.int) -> cython.void:
        if old > 1:
            card: cython.int = self.stack[column * 64 + old - 2]
            rank: cython.int = card % 13
            bit: cython.int = 15 ^ (1 << (card // 13))
            self.up[rank] &= bit
            self.base[rank] &= bit
        else:
            self.empties -= 1
        self.depth[column] = old

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def fits(self, card: cython.int, source: cython.int) -> cython.bint:
        """Can a card that is not built on another yet be built on one, others making room?"""
        rank: cython.int = card % 13
        bit: cython.int = 1 << (card // 13)
        if rank == self.top:
            return self.empties > 0 and (self.kings[source] & bit) != 0
        above: cython.int = (self.up[rank] ^ self.base[rank]) | bit
        return self.feasible[rank * 256 + above * 16 + self.up[rank + 1]] != 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def bare(self, rank: cython.int, bit: cython.int) -> cython.bint:
        """Can a face-up card be freed of what is built on it?"""
        if rank == 0:
            return True
        above: cython.int = self.up[rank - 1] ^ self.base[rank - 1]
        return self.feasible[(rank - 1) * 256 + above * 16 + (self.up[rank] & (15 ^ bit))] != 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def apply(self, move: cython.int) -> cython.void:
        kind: cython.int = move >> 8
        which: cython.int = move & 255
        level: cython.int = self.level + 1
        card: cython.int
        rank: cython.int
        bit: cython.int
        suit: cython.int
        column: cython.int
        index: cython.int
        self.moved[level] = move
        self.old_waste[level] = self.waste
        self.old_redeals[level] = self.redeals
        self.old_depth[level] = 0
        if kind == 0:
            card = self.stack[which * 64 + self.depth[which] - 1]
            rank = card % 13
            self.base[rank] ^= 1 << (card // 13)
            if rank == self.top:
                self.empties -= 1
            self.old_depth[level] = self.depth[which]
            self.pop(which)
        elif kind == 1:
            rank = self.home[which]
            card = 13 * which + rank
            bit = 1 << which
            self.up[rank] ^= bit
            if self.base[rank] & bit:
                self.base[rank] ^= bit
                column = self.column_of[card]
                self.old_depth[level] = self.depth[column]
                self.pop(column)
            elif rank == self.top:
                self.empties += 1
            self.home[which] = rank + 1
            self.key = (self.key + self.key_home[which]) & MASK64
        elif kind == 4:
            rank = self.home[which] - 1
            card = 13 * which + rank
            self.home[which] = rank
            self.key = (self.key - self.key_home[which]) & MASK64
            self.up[rank] |= 1 << which
            if rank == self.top:
                self.empties -= 1
        else:
            card = self.talon[which]
            rank = card % 13
            suit = card // 13
            if not (which + 1 == self.waste or which + 1 == self.size or (
                    which >= self.waste and (which + 1 - self.waste) % self.draw == 0)):
                self.redeals -= 1
            elif self.redeals == self.size:
                pass
            self.size -= 1
            for index in range(which, self.size):
                self.talon[index] = self.talon[index + 1]
            self.waste = which
            self.key = (self.key - self.key_talon[card]) & MASK64
            if self.old_redeals[level] > self.size:
                self.redeals = self.size
            self.settle()
            if kind == 2:
                self.up[rank] |= 1 << suit
                if rank == self.top:
                    self.empties -= 1
            else:
                self.home[suit] = rank + 1
                self.key = (self.key + self.key_home[suit]) & MASK64
        self.card[level] = card
        self.level = level

    @cython.cfunc
    @cython.exceptval(check=False)
    def undo(self) -> cython.void:
        level: cython.int = self.level
        move: cython.int = self.moved[level]
        kind: cython.int = move >> 8
        which: cython.int = move & 255
        card: cython.int = self.card[level]
        rank: cython.int = card % 13
        suit: cython.int = card // 13
        bit: cython.int = 1 << suit
        column: cython.int
        old: cython.int = self.old_depth[level]
        index: cython.int
        if kind == 0:
            self.key = (self.key + self.key_depth[which] * (old - self.depth[which])) & MASK64
            self.unpop(which, old)
            self.base[rank] |= bit
            if rank == self.top:
                self.empties += 1
        elif kind == 1:
            if old:
                column = self.column_of[card]
                self.key = (self.key + self.key_depth[column] * (old - self.depth[column])) & MASK64
                self.unpop(column, old)
                self.base[rank] |= bit
            elif rank == self.top:
                self.empties -= 1
            self.up[rank] |= bit
            self.home[which] = rank
            self.key = (self.key - self.key_home[which]) & MASK64
        elif kind == 4:
            self.home[which] = rank + 1
            self.key = (self.key + self.key_home[which]) & MASK64
            self.up[rank] ^= bit
            if rank == self.top:
                self.empties += 1
        else:
            for index in range(self.size, which, -1):
                self.talon[index] = self.talon[index - 1]
            self.talon[which] = card
            self.size += 1
            self.key = (self.key + self.key_talon[card]) & MASK64
            self.waste = self.old_waste[level]
            self.redeals = self.old_redeals[level]
            if kind == 2:
                self.up[rank] ^= bit
                if rank == self.top:
                    self.empties += 1
            else:
                self.home[suit] = rank
                self.key = (self.key - self.key_home[suit]) & MASK64
        self.level = level - 1

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def lowest(self) -> cython.int:
        least: cython.int = self.home[0]
        suit: cython.int
        for suit in range(1, 4):
            if self.home[suit] < least:
                least = self.home[suit]
        return least

    @cython.cfunc
    @cython.exceptval(check=False)
    def forced(self) -> cython.int:
        """A move that loses nothing, so that no other need be tried; -1 where there is none known."""
        suit: cython.int
        rank: cython.int
        bit: cython.int
        card: cython.int
        column: cython.int
        kings: cython.int
        limit: cython.int = self.lowest()
        if not self.returns:
            limit += 1
        if self.prunings & SAFE_HOME:
            for suit in range(4):
                rank = self.home[suit]
                bit = 1 << suit
                if rank <= limit and rank < self.ranks and self.up[rank] & bit and self.bare(rank, bit):
                    return 256 + suit
        if self.prunings & SAFE_WASTE and self.size:
            if self.waste and (self.redeals == 0 or self.waste == self.size):
                card = self.talon[self.waste - 1]
                rank = card % 13
                if rank <= limit and self.home[card // 13] == rank:
                    return 768 + self.waste - 1
            if self.redeals == self.size:
                if self.draw == 1:
                    for column in range(self.size):
                        card = self.talon[column]
                        rank = card % 13
                        if rank <= limit and self.home[card // 13] == rank:
                            return 768 + column
                else:
                    card = self.talon[self.size - 1]
                    rank = card % 13
                    if self.waste == 0 and rank <= limit and self.home[card // 13] == rank:
                        return 768 + self.size - 1
        if self.prunings & FREE_ROOM:
            for column in range(self.columns):
                if self.depth[column]:
                    card = self.stack[column * 64 + self.depth[column] - 1]
                    rank = card % 13
                    if rank == self.top:
                        if self.depth[column] > 1 and self.kings[0] & (1 << (card // 13)):
                            kings = 0
                            for suit in range(4):
                                if (self.returns or self.home[suit] < self.ranks) and not (
                                        self.up[rank] ^ self.base[rank]) & (1 << suit):
                                    kings += 1
                            if self.empties >= kings:
                                return column
                    else:
                        bit = 0
                        for suit in range(4):
                            if self.home[suit] <= rank or (self.returns and self.home[suit] <= rank + 1):
                                bit |= 1 << suit
                        if (bit & self.up[rank + 1]) == bit and self.ample(rank, bit):
                            return column
        return -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def ample(self, rank: cython.int, suits: cython.int) -> cython.bint:
        part: cython.int
        for part in range(1, 16):
            if (part & suits) == part and not self.feasible[rank * 256 + part * 16 + part]:
                return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def dead(self) -> cython.bint:
        up: cython.uchar[16]
        depth: cython.int[8]
        home: cython.int[4]
        got: cython.ulonglong = 0
        up = [0] * 16
        depth = [0] * 8
        home = [0] * 4
        rank: cython.int
        suit: cython.int
        column: cython.int
        card: cython.int
        index: cython.int
        left: cython.int
        stop: cython.bint
        above: cython.bint
        leaves: cython.bint
        room: cython.bint = self.empties > 0
        changed: cython.bint = True
        for rank in range(self.ranks):
            up[rank] = self.up[rank]
        for column in range(self.columns):
            depth[column] = self.depth[column]
        for suit in range(4):
            home[suit] = self.home[suit]
            if self.returns:
                for rank in range(home[suit]):
                    up[rank] |= 1 << suit
        # a floor king may go home
        while changed:
            changed = False
            for suit in range(4):
                while home[suit] < self.ranks and up[home[suit]] & (1 << suit):
                    if home[suit] == self.top:
                        room = True
                    home[suit] += 1
                    changed = True
            for column in range(self.columns):
                while depth[column]:
                    card = self.stack[column * 64 + depth[column] - 1]
                    rank = card % 13
                    suit = card // 13
                    if home[suit] > rank:
                        leaves = True
                    elif rank == self.top:
                        leaves = room
                    else:
                        leaves = (up[rank + 1] & self.parents[card]) != 0
                    if not leaves:
                        break
                    changed = True
                    depth[column] -= 1
                    left = depth[column]
                    if left:
                        card = self.stack[column * 64 + left - 1]
                        up[card % 13] |= 1 << (card // 13)
                    else:
                        room = True
            above = False
            for index in range(self.size - 1, -1, -1):
                card = self.talon[index]
                stop = above or self.redeals > 0 or index + 1 == self.waste or index + 1 == self.size or (
                    index >= self.waste and (index + 1 - self.waste) % self.draw == 0)
                above = False
                if stop:
                    rank = card % 13
                    suit = card // 13
                    if home[suit] == rank:
                        home[suit] = rank + 1
                        changed = True
                        if rank == self.top:
                            room = True
                    if up[rank] & (1 << suit):
                        above = True
                    elif rank == self.top:
                        if room:
                            above = True
                            up[rank] |= 1 << suit
                            changed = True
                    elif up[rank + 1] & self.parents[card]:
                        above = True
                        up[rank] |= 1 << suit
                        changed = True
                    if home[suit] > rank:
                        above = True
        for suit in range(4):
            if home[suit] < self.ranks:
                return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def put(self, end: cython.int, move: cython.int, score: cython.int) -> cython.int:
        """Sort a move into the list by its score; the higher ones are tried first."""
        if self.noise:
            self.random = (self.random * 6364136223846793005 + 1442695040888963407) & MASK64
            score += cython.cast(cython.int, (self.random >> 33) % cython.cast(cython.ulonglong, self.noise))
        entry: cython.int = score << 12 | move
        place: cython.int = end
        start: cython.int = self.next[self.level]
        while place > start and self.listed[place - 1] < entry:
            self.listed[place] = self.listed[place - 1]
            place -= 1
        self.listed[place] = entry
        return end + 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def list_moves(self) -> cython.void:
        level: cython.int = self.level
        end: cython.int = self.next[level]
        suit: cython.int
        rank: cython.int
        bit: cython.int
        card: cython.int
        column: cython.int
        index: cython.int
        stop: cython.int
        seen: cython.ulonglong = 0
        turn: cython.int
        step: cython.int
        limit: cython.int = self.lowest()
        safe: cython.bint = (self.prunings & SAFE_HOME) != 0
        if not self.returns:
            limit += 1
        for suit in range(4):
            rank = self.home[suit]
            bit = 1 << suit
            if rank < self.ranks and self.up[rank] & bit and self.bare(rank, bit):
                end = self.put(end, 256 + suit, 1000)
            if self.returns and rank and not (safe and rank - 1 <= limit) and self.fits(13 * suit + rank - 1, 2):
                end = self.put(end, 1024 + suit, 100)
        for column in range(self.columns):
            if self.depth[column]:
                card = self.stack[column * 64 + self.depth[column] - 1]
                if card % 13 == self.top and self.depth[column] == 1:
                    continue
                if self.fits(card, 0):
                    end = self.put(end, column, 900 + 10 * (8 - self.depth[column]))
        step = self.draw
        for turn in range(2):
            if turn == 0:
                stop = self.waste
                if stop == 0:
                    stop = step if step < self.size else self.size
            else:
                if self.redeals == 0:
                    break
                stop = step if step < self.size else self.size
            while stop:
                index = stop - 1
                if not seen & (ONE << index):
                    seen |= ONE << index
                    card = self.talon[index]
                    rank = card % 13
                    if self.home[card // 13] == rank:
                        end = self.put(end, 768 + index, 800 - 100 * turn - index)
                        if not (safe and rank <= limit) and self.fits(card, 1):
                            end = self.put(end, 512 + index, 500 - 100 * turn - index)
                    elif self.fits(card, 1):
                        end = self.put(end, 512 + index, 500 - 100 * turn - index)
                if stop == self.size:
                    break
                stop += step
                if stop > self.size:
                    stop = self.size
        self.end[level] = end

    @cython.cfunc
    @cython.exceptval(check=False)
    def known(self, key: cython.ulonglong) -> cython.bint:
        """Was the state visited? It is from now on."""
        place: cython.ulonglong = ((key * MIX) & MASK64) >> (64 - self.bits)
        last: cython.ulonglong = (ONE << self.bits) - 1
        found: cython.ulonglong = self.table[place]
        while found:
            if found == key:
                return True
            place = (place + 1) & last
            found = self.table[place]
        self.table[place] = key
        self.filled += 1
        return False

    def grow(self) -> bool:
        if (24 << self.bits) > self.memory:
            return False
        old: cython.ulonglong[::1] = self.table
        old_size: cython.Py_ssize_t = 1 << self.bits
        self.bits += 1
        self.table = array("Q", bytes(8)) * (1 << self.bits)
        self.filled = 0
        index: cython.Py_ssize_t
        for index in range(old_size):
            if old[index]:
                self.known(old[index])
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def won(self) -> cython.bint:
        return self.home[0] + self.home[1] + self.home[2] + self.home[3] == 4 * self.ranks

    @cython.cfunc
    @cython.exceptval(check=False)
    def enter(self) -> cython.int:
        """Look at the state just reached: 1 won, 2 nothing to do here, 0 its moves are listed."""
        level: cython.int = self.level
        move: cython.int
        if self.won():
            return 1
        self.next[level] = self.end[level - 1] if level else 0
        self.end[level] = self.next[level]
        move = self.forced()
        if move >= 0:
            self.listed[self.end[level]] = move
            self.end[level] += 1
            return 0
        if self.known(self.full_key()):
            return 2
        self.visited += 1
        self.spent += 1
        if self.prunings & DEAD and self.dead():
            return 2
        self.list_moves()
        return 0

    def begin(self) -> None:
        """Start the next pass of the search."""
        while self.level:
            self.undo()
        self.bits = 10
        self.table = array("Q", bytes(8 << 10))
        self.filled = 0
        self.spent = 0
        if self.attempt < self.attempts:
            self.limit = 500 << (self.attempt // 4)
        else:
            self.limit = 0
        self.attempt += 1

    def extend(self) -> None:
        """Double the stack of the search."""
        more: cython.Py_ssize_t = len(self.moved)
        self.moved = array("i", [*self.moved, *bytes(more)])
        self.old_waste = array("i", [*self.old_waste, *bytes(more)])
        self.old_redeals = array("i", [*self.old_redeals, *bytes(more)])
        self.old_depth = array("i", [*self.old_depth, *bytes(more)])
        self.card = array("i", [*self.card, *bytes(more)])
        self.next = array("i", [*self.next, *bytes(more)])
        self.end = array("i", [*self.end, *bytes(more)])
        self.listed = array("i", [*self.listed, *bytes(len(self.listed))])
        self.room = len(self.moved) - 2
        self.list_room = len(self.listed) - 160

    def run(self, nodes: int) -> int:
        until: cython.longlong = self.visited + nodes
        result: cython.int
        if self.state == 1 or self.state == 2 or self.state == 3:
            return self.state
        if self.attempt == 0:
            self.begin()
            result = self.enter()
            if result:
                self.state = result
                return result
        while self.visited < until:
            if self.next[self.level] < self.end[self.level]:
                move: cython.int = self.listed[self.next[self.level]] & 4095
                self.next[self.level] += 1
                self.apply(move)
                result = self.enter()
                if result == 1:
                    self.state = 1
                    return 1
                if 4 * self.filled > 3 << self.bits and not self.grow():
                    self.state = 3
                    return 3
                if self.level >= self.room or self.end[self.level] >= self.list_room:
                    self.extend()
                if result == 2:
                    self.undo()
                    if self.limit and self.spent >= self.limit:
                        self.begin()
                        self.enter()
            elif self.level:
                self.undo()
            else:
                self.state = 2
                return 2
        return 0

    def line(self):
        return [(self.moved[level] >> 8, self.moved[level] & 255, self.card[level]) for level in range(1, self.level + 1)]


def _suits(mask, rank):
    return sum(1 << suit for suit in range(4) if mask >> (13 * suit + rank) & 1)


def _parents(tables, card):
    """The suits of the cards one rank up that take a card, as four bits."""
    rank = card % 13 + 1
    return sum(1 << suit for suit in range(4) if tables.takes[13 * suit + rank] >> card & 1)


def _matches(above, below, rank, parents):
    for suit in range(4):
        if above >> suit & 1:
            return any(
                parents[13 * suit + rank] & below & 1 << other
                and _matches(above & ~(1 << suit), below & ~(1 << other), rank, parents)
                for other in range(4)
            )
    return True
