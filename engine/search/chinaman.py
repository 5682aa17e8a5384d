# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The search kernel for chinaman: a position is won (with the moves), unwinnable (by proof) or not yet decided.

Two searches share a walk over states. `Loose` is for `groups=any`: where any face-up card may be lifted with all that
is on it, it does not matter which card lies on which, and a state is only what is still buried, what is left in the
talon and what is at home. `Rigid` keeps the columns card by card: for `groups=whole`.

Columns in no order (only a position in mid-game has them) fall into *runs*, in each of which every card lies on one
that takes it; where two runs meet is a *seam*. A group with a seam in it does not move.

Both draw lazily. Draws and redeals change nothing on the table, and moves on the table change nothing in the talon
(waste and stock as one row of cards, with the waste's size), so every draw can be put off until just before the next
play of a waste card. There is no draw move: a move says which card of the talon is played. Before one play at most one
redeal is needed, since after it every draw stops where it would stop after any other.

Both walk depth first, with an explicit stack. First come short passes in random order: they decide most deals long
before a single fixed order does. They list every move, so a pass that runs dry is a proof like the long one at the end.
"""

from array import array

from solit.engine.search.chinaman_line import Line, is_searchable, run_starts

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

MASK64 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFFFFFFFFFF)
MIX = cython.declare(cython.const[cython.ulonglong], 0x9E3779B97F4A7C15)
MIX_TOO = cython.declare(cython.const[cython.ulonglong], 0xC2B2AE3D27D4EB4F)
STEP = cython.declare(cython.const[cython.ulonglong], 6364136223846793005)
ONE = cython.declare(cython.const[cython.ulonglong], 1)
MARK = cython.declare(cython.const[cython.ulonglong], 0x8000000000000000)
LOW = cython.declare(cython.const[cython.longlong], 0xFFFFFFFF)

# A move is kind | index << 16 | source << 8 | target. In Loose a source is a column (LEAVE), a suit (HOME, BACK) or an
# index into the talon (PLAY, LAY), and there are no targets; in Rigid the source of HOME is a column, the target is
# one, and the index says from which card on the source column is lifted.
LEAVE = cython.declare(cython.const[cython.int], 0x0000000)  # column to column
HOME = cython.declare(cython.const[cython.int], 0x1000000)  # column to foundation
PLAY = cython.declare(cython.const[cython.int], 0x2000000)  # talon to column
LAY = cython.declare(cython.const[cython.int], 0x3000000)  # talon to foundation
BACK = cython.declare(cython.const[cython.int], 0x4000000)  # foundation to column
KIND = cython.declare(cython.const[cython.int], 0x7000000)

MIX_A = cython.declare(cython.const[cython.ulonglong], 0xBF58476D1CE4E5B9)
MIX_B = cython.declare(cython.const[cython.ulonglong], 0x94D049BB133111EB)
FLOOR = cython.declare(cython.const[cython.int], 52)
AT_HOME = cython.declare(cython.const[cython.int], 53)
IN_TALON = cython.declare(cython.const[cython.int], 54)
FACE_DOWN = cython.declare(cython.const[cython.int], 55)

# The passes: 16 of 500 nodes, 16 of 1,000, … 16 of 16,000, then one without limit. The random part of a move's score is
# as large as the difference between a reveal and a play of the waste's: less leaves the passes too much alike.
PASSES = cython.declare(cython.const[cython.int], 96)
PASSES_A_LIMIT = cython.declare(cython.const[cython.int], 16)
FIRST_LIMIT = cython.declare(cython.const[cython.longlong], 500)
NOISE = cython.declare(cython.const[cython.ulonglong], 1000)

# The prunings, each argued where it stands: safe-home and safe-waste (`Walk.safe_rank`, `Walk.safe_waste`), free-room
# (`Loose.room_for_all`), dead (`Loose.dead`, `Rigid.dead`), interchange (`Loose`; without it `Rigid` searches).
SAFE_HOME = cython.declare(cython.const[cython.int], 1)
SAFE_WASTE = cython.declare(cython.const[cython.int], 2)
FREE_ROOM = cython.declare(cython.const[cython.int], 4)
DEAD = cython.declare(cython.const[cython.int], 8)

PRUNINGS = {"safe-home": 1, "safe-waste": 2, "free-room": 4, "dead": 8, "interchange": 16}
ALL = 31


@cython.cclass
class Walk:
    """A depth-first walk over states, with the talon, the foundations and the table of visited states."""

    ranks: cython.int
    top: cython.int
    columns: cython.int
    draw: cython.int
    returns: cython.bint
    prunings: cython.int
    opens: cython.int[3]
    parents: cython.uchar[64]
    home: cython.int[4]
    talon: cython.uchar[64]
    size: cython.int
    waste: cython.int
    redeals: cython.int
    stops: cython.int
    stop_at: cython.int[64]
    stop_turn: cython.int[64]
    # What is looked up: 127 bits and a mark that is always set.
    look0: cython.ulonglong
    look1: cython.ulonglong
    table: cython.ulonglong[::1]
    bits: cython.int
    filled: cython.longlong
    memory: cython.longlong
    # Frame n of the stack: the move that led to it, what undoes it, and where its list of moves goes on and ends.
    moved: cython.int[::1]
    card: cython.int[::1]
    old_waste: cython.int[::1]
    old_redeals: cython.int[::1]
    extra: cython.int[::1]
    next: cython.int[::1]
    end: cython.int[::1]
    listed: cython.longlong[::1]
    frames: cython.int
    list_room: cython.int
    level: cython.int
    visited: cython.longlong
    spent: cython.longlong
    limit: cython.longlong
    attempt: cython.int
    narrow: cython.bint
    random: cython.ulonglong
    result: cython.int

    def __init__(self, tables, piles, down, passes, memory, prunings, seed):
        self.ranks = tables.ranks
        self.top = tables.ranks - 1
        self.columns = len(tables.columns)
        self.draw = len(tables.draw_to)
        self.returns = bool(tables.returns)
        self.prunings = prunings
        self.memory = memory
        self.random = (seed * 2 + 1) & 0xFFFFFFFFFFFFFFFF
        sources = (tables.opens_column, tables.opens_waste, tables.opens_foundation)
        self.opens = [_suits(mask, tables.ranks - 1) for mask in sources]
        parents = bytearray(64)
        for rank in range(tables.ranks - 1):
            for suit in range(4):
                parents[13 * suit + rank] = _parents(tables, 13 * suit + rank)
        self.parents = parents
        self.home = [len(piles[2 + suit]) for suit in range(4)]
        cards = [*piles[1], *reversed(piles[0])]
        self.talon = bytearray(cards + [0] * (64 - len(cards)))
        self.size = len(cards)
        self.waste = len(piles[1])
        self.redeals = 0
        if tables.redeal:
            self.redeals = min(len(cards), tables.passes - passes) if tables.passes else len(cards)
        self.settle()
        self.frames = 256
        self.moved = array("i", bytes(4 * 256))
        self.card = array("i", bytes(4 * 256))
        self.old_waste = array("i", bytes(4 * 256))
        self.old_redeals = array("i", bytes(4 * 256))
        self.extra = array("i", bytes(4 * 256))
        self.next = array("i", bytes(4 * 256))
        self.end = array("i", bytes(4 * 256))
        self.listed = array("q", bytes(8 * 8192))
        self.list_room = 8192
        self.level = 0
        self.visited = 0
        self.spent = 0
        self.limit = 0
        self.attempt = 0
        self.narrow = False
        self.result = 0
        self.stop_at = [0] * 64
        self.stop_turn = [0] * 64
        self.stops = 0
        self.look0 = 0
        self.look1 = 0
        self.table = array("Q", bytes(16)) * 1024
        self.clear()

    def nodes(self):
        return self.visited

    def played(self):
        """The moves from the root to here, as (kind, target, card)."""
        return [(self.moved[n] & KIND, self.moved[n] & 255, self.card[n]) for n in range(1, self.level + 1)]

    # --- what the two searches fill in ------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    def apply(self, move: cython.int) -> cython.void:
        pass

    @cython.cfunc
    @cython.exceptval(check=False)
    def undo(self) -> cython.void:
        pass

    @cython.cfunc
    @cython.exceptval(check=False)
    def forced(self) -> cython.int:
        return -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def dead(self) -> cython.bint:
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def list_moves(self) -> cython.void:
        pass

    @cython.cfunc
    @cython.exceptval(check=False)
    def look(self) -> cython.void:
        pass

    # --- the talon --------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def settle(self) -> cython.void:
        """Bring waste and redeals to the form that stands for all equal ones.

        Each play needs at most one redeal: with as many redeals as cards there is never one too few, and more are the
        same. Then a waste whose size is a whole number of draws, or all of the talon, offers what a fresh pass offers.
        """
        if self.redeals >= self.size:
            self.redeals = self.size
            if self.waste == self.size or self.waste % self.draw == 0:
                self.waste = 0

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def list_stops(self) -> cython.void:
        """The talon's cards that can come to the top of the waste: on this pass, then, if not before, on the next.

        A card that this pass reaches is not listed for the next: played there it would leave the same waste and stock
        and one redeal less, and whatever can be done with one redeal less can be done.
        """
        stop: cython.int = self.waste
        turn: cython.int
        seen: cython.ulonglong = 0
        self.stops = 0
        for turn in range(2):
            if turn:
                if self.redeals == 0:
                    return
                stop = 0
            if stop == 0:
                stop = self.draw if self.draw < self.size else self.size
            while stop:
                if not seen & (ONE << stop):
                    seen |= ONE << stop
                    self.stop_at[self.stops] = stop - 1
                    self.stop_turn[self.stops] = turn
                    self.stops += 1
                if stop == self.size:
                    break
                stop += self.draw
                if stop > self.size:
                    stop = self.size

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def take(self, index: cython.int) -> cython.int:
        """Take a card from the talon; the frame about to be entered keeps what `untake` needs."""
        level: cython.int = self.level + 1
        card: cython.int = self.talon[index]
        place: cython.int = index + 1
        endless: cython.bint = self.redeals == self.size
        self.old_waste[level] = self.waste
        self.old_redeals[level] = self.redeals
        if place != self.waste and place != self.size and (
                place <= self.waste or (place - self.waste) % self.draw != 0):
            self.redeals -= 1
        self.size -= 1
        if endless:
            self.redeals = self.size
        self.waste = index
        for place in range(index, self.size):
            self.talon[place] = self.talon[place + 1]
        self.settle()
        return card

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def untake(self, index: cython.int, card: cython.int) -> cython.void:
        place: cython.int
        for place in range(self.size, index, -1):
            self.talon[place] = self.talon[place - 1]
        self.talon[index] = card
        self.size += 1
        self.waste = self.old_waste[self.level]
        self.redeals = self.old_redeals[self.level]

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def safe_rank(self) -> cython.int:
        """The highest rank whose cards may go home and nothing else be tried.

        **safe-home.** Let x of rank r be able to go home from a column.
        Foundations keep their cards, and all cards of rank r-2 are home: take any win. Play x home first, then the win
        with these changes: x's own moves are left out; a card z of rank r-1 that was put on x goes home instead. It
        can: its foundation waits for it, and nothing is on it, since all that could be built on it is home. Each other
        move stays legal: x and z being gone bares cards, frees columns and turns cards up sooner and never later,
        nothing else is ever put on x or z, and a group keeps its head when its tail is shorter.
        Foundations give back, and all cards of rank r-1 are home: the same, where moves of cards of lower rank than r
        are left out as well. They can carry only each other and be carried by x; no other move needs one of them on a
        column, and their foundations stand as high as any higher card wants. So x never needs to come back either: a
        card of this rank is not listed among the moves from a foundation, nor for a column when it could go home.
        Seams change nothing: what was put on a card by a move lies there in order, with nothing under a seam on it.
        """
        least: cython.int = self.home[0]
        suit: cython.int
        for suit in range(1, 4):
            if self.home[suit] < least:
                least = self.home[suit]
        return least if self.returns else least + 1

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def safe_waste(self) -> cython.int:
        """The index of a talon card that may go home and nothing else be tried, -1 where there is none.

        **safe-waste.** Let x be a talon card of a safe rank (`safe_rank`) that is next on its foundation. On the table
        the argument is that of safe-home: x and what is put on it go home. In the talon, taking x now must leave every
        other card within reach, draw by draw, of the play that takes it later or leaves it:
        - in the last pass x is on top of the waste: draws come from the stock, which does not change, and under x there
          is now more to see;
        - x is the talon's last card and the stock is empty: each stop before it stays a stop, on this pass and on later
          ones, and the end of a pass shows the card under x, which otherwise would be seen only after x was gone;
        - any number of redeals: at draw 1 all cards can be reached at all times; at draw 3, where waste and stock stand
          as at the start of a pass, they stand as at the end of one too, so the last card may go as above.
        """
        limit: cython.int
        index: cython.int
        first: cython.int
        card: cython.int
        if self.size == 0:
            return -1
        limit = self.safe_rank()
        first = self.size
        if self.redeals == self.size:
            # Any number of redeals. At draw 1 each card is there at all times; the last of the talon ends every pass.
            if self.waste == 0:
                first = 0 if self.draw == 1 else self.size - 1
        elif self.waste and (self.redeals == 0 or self.waste == self.size):
            first = self.waste - 1
        for index in range(first, self.size):
            if index != first and self.redeals != self.size:
                break
            card = self.talon[index]
            if card % 13 <= limit and self.home[card // 13] == card % 13:
                return index
        return -1

    # --- the walk ---------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def put(self, move: cython.int, score: cython.int) -> cython.void:
        """Sort a move into the list of the frame by its score; higher ones are tried first."""
        place: cython.int = self.end[self.level]
        start: cython.int = self.next[self.level]
        entry: cython.longlong
        self.random = (self.random * STEP + MIX) & MASK64
        entry = score + cython.cast(cython.longlong, (self.random >> 33) % NOISE)
        entry = (entry << 32) | move
        while place > start and self.listed[place - 1] < entry:
            self.listed[place] = self.listed[place - 1]
            place -= 1
        self.listed[place] = entry
        self.end[self.level] += 1

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def known(self, key0: cython.ulonglong, key1: cython.ulonglong) -> cython.bint:
        """Whether a state was visited; from now on it was."""
        last: cython.ulonglong = (ONE << self.bits) - 1
        place: cython.ulonglong = (key0 ^ (key1 * MIX_TOO)) & MASK64
        place = (((place ^ (place >> 29)) * MIX) & MASK64) >> (64 - self.bits)
        while self.table[2 * place + 1]:
            if self.table[2 * place] == key0 and self.table[2 * place + 1] == key1:
                return True
            place = (place + 1) & last
        self.table[2 * place] = key0
        self.table[2 * place + 1] = key1
        self.filled += 1
        return False

    def clear(self):
        self.bits = 10
        self.table = array("Q", bytes(16)) * 1024
        self.filled = 0

    def grow(self) -> bool:
        """Double the table; False where old and new together would be more than the memory allowed."""
        bits: cython.int = self.bits
        index: cython.longlong
        old: cython.ulonglong[::1] = self.table
        if 48 * (ONE << bits) > self.memory:
            return False
        self.bits = bits + 1
        self.table = array("Q", bytes(16)) * (2 << bits)
        self.filled = 0
        for index in range(ONE << bits):
            if old[2 * index + 1]:
                self.known(old[2 * index], old[2 * index + 1])
        return True

    def extend(self):
        """Double the stack."""
        empty = bytes(4 * self.frames)
        self.moved = array("i", bytes(self.moved) + empty)
        self.card = array("i", bytes(self.card) + empty)
        self.old_waste = array("i", bytes(self.old_waste) + empty)
        self.old_redeals = array("i", bytes(self.old_redeals) + empty)
        self.extra = array("i", bytes(self.extra) + empty)
        self.next = array("i", bytes(self.next) + empty)
        self.end = array("i", bytes(self.end) + empty)
        self.listed = array("q", bytes(self.listed) + bytes(8 * self.list_room))
        self.frames *= 2
        self.list_room *= 2

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def enter(self) -> cython.int:
        """Look at the state just reached: 1 won, 2 nothing to do here, 0 its moves are listed."""
        level: cython.int = self.level
        move: cython.int
        if self.home[0] + self.home[1] + self.home[2] + self.home[3] == 4 * self.ranks:
            return 1
        self.next[level] = self.end[level - 1] if level else 0
        self.end[level] = self.next[level]
        # A state with a forced move stands for the state after it and needs no entry in the table: forced moves go
        # only home or out of a deal's columns, so that they end.
        move = self.forced()
        if move >= 0:
            self.listed[self.end[level]] = move
            self.end[level] += 1
            return 0
        self.look()
        if self.known(self.look0, self.look1 | MARK):
            return 2
        self.visited += 1
        self.spent += 1
        if self.prunings & DEAD and self.dead():
            return 2
        self.list_moves()
        return 0

    def begin(self):
        """Start the next pass, from the root and with an empty table."""
        while self.level:
            self.undo()
        self.clear()
        self.spent = 0
        self.limit = FIRST_LIMIT << (self.attempt // PASSES_A_LIMIT) if self.attempt < PASSES else 0
        # A narrow pass takes nothing back from the foundations, and may only report a win.
        self.narrow = self.returns and self.attempt < PASSES and self.attempt % 2 == 0
        self.attempt += 1
        return self.enter()

    def run(self, nodes):
        """Go on for about `nodes` more nodes: 0 not finished, 1 won, 2 unwinnable, 3 out of memory."""
        until: cython.longlong = self.visited + nodes
        result: cython.int
        if self.result:
            return self.result
        if self.attempt == 0:
            self.result = self.begin()
        while self.visited < until and not self.result:
            if self.next[self.level] < self.end[self.level]:
                if self.level + 2 >= self.frames or self.end[self.level] + 512 > self.list_room:
                    self.extend()
                self.next[self.level] += 1
                self.apply(cython.cast(cython.int, self.listed[self.next[self.level] - 1] & LOW))
                result = self.enter()
                if result == 1:
                    self.result = 1
                elif 4 * self.filled > cython.cast(cython.longlong, 3) << self.bits and not self.grow():
                    self.result = 3
                elif result == 2:
                    self.undo()
                if self.limit and self.spent >= self.limit and not self.result:
                    self.begin()
            elif self.level:
                self.undo()
            elif self.narrow:
                self.begin()
            else:
                self.result = 2
        return self.result


@cython.final
@cython.cclass
class Loose(Walk):
    """The search for `groups=any`, without columns.

    Call a face-up card *built* when it lies on a card that takes it. A position is reduced to: the cards still buried
    (under and at the lowest face-up card of each column as it stood), the talon, the foundations. Every other card is
    face up and built, or a king in a column of its own. Which card it is built on is not kept.

    **Interchange.** Two positions that differ only in who lies on whom are both won or both not. At each rank the built
    cards lie on as many different cards of the next rank, by a *matching* that `takes` allows; two matchings of the
    same cards differ in alternating paths and cycles. A path ends at a bare card: moving card after card along it, each
    with all that is on it, is legal and can be undone, so the bare cards may be exchanged at will. Along a cycle both
    positions have the same bare cards, so they have the same moves until one of its cards goes (home, or elsewhere);
    then a card of the cycle is bare, the cycle has become a path, and moving along it brings the one position to the
    other. A card with all that is on it goes where the card alone would go, since what is on it is of lower rank and is
    neither bared nor bound by the move. So a card can be built when the cards of its rank that are built, and it, can
    be matched with the face-up cards of the next rank, and a face-up card can be bared when those on its rank can be
    matched without it.

    **Runs.** Only the last run of a column can be touched: the runs under it are as good as face down. When the first
    card of the run over it has left, a whole run is in reach. Its first card is then the column's lowest one, and the
    others are built cards, each on a card that came with it: they bring as much room as they take, so all sets that
    could be matched still can be. Where this file says "face up", read "in reach", and "buried" of whole runs. The
    arguments ask of a face-down card only that it can't be moved or built on, and is in reach when what lay on it has
    left: so they hold for runs. A face-down card is a run of its own.
    """

    feasible: cython.uchar[3328]
    stack: cython.uchar[512]  # the first card of each run, by column
    rest: cython.ulonglong[512]  # the others, a bit a card
    column_of: cython.uchar[64]
    depth: cython.int[8]  # runs not yet built elsewhere, the one in reach included
    up: cython.uchar[16]
    base: cython.uchar[16]
    empties: cython.int
    talon_key: cython.ulonglong
    column_key: cython.ulonglong
    talon_bit: cython.uchar[64]
    column_unit: cython.ulonglong[8]
    home_unit: cython.ulonglong[4]

    def __init__(self, tables, piles, down, passes, memory, prunings, seed):
        Walk.__init__(self, tables, piles, down, passes, memory, prunings, seed)
        top = tables.ranks - 1
        self.fill_feasible()
        stack = bytearray(512)
        rest = [0] * 512
        column_of = bytearray(64)
        talon_bit = bytearray(64)
        depth = [0] * 8
        column_unit = [0] * 8
        home_unit = [0] * 4
        up = bytearray(16)
        base = bytearray(16)
        self.empties = 0
        # The key of a state is exact: one bit for each card of the talon, 6 bits each for waste and redeals; then
        # depths and foundations as digits of one number below 2**40. Nothing is hashed away, so states can't be
        # mistaken.
        self.talon_key = 0
        self.column_key = 0
        unit = 1
        for number, place in enumerate(tables.columns):
            pile = piles[place]
            if not pile:
                self.empties += 1
            starts = run_starts(tables, pile, down[place])
            count = len(starts)
            for index, (start, end) in enumerate(zip(starts, [*starts[1:], len(pile)], strict=False)):
                stack[number * 64 + index] = pile[start]
                rest[number * 64 + index] = sum([1 << card for card in pile[start + 1 : end]])
                column_of[pile[start]] = number
            last = starts[count - 1] if count else 0
            for card in pile[last:]:
                up[card % 13] |= 1 << (card // 13)
            if count == 1 and pile[0] % 13 == top:
                count = 0  # a king at the bottom is as good as one moved to an empty column
            elif count:
                card = pile[last]
                base[card % 13] |= 1 << (card // 13)
            depth[number] = count
            column_unit[number] = unit
            self.column_key += unit * count
            unit *= count + 1
        for suit in range(4):
            home_unit[suit] = unit
            self.column_key += unit * self.home[suit]
            unit *= 14
        for index in range(self.size):
            talon_bit[self.talon[index]] = index
            self.talon_key |= ONE << index
        self.stack = stack
        self.rest = rest
        self.column_of = column_of
        self.depth = depth
        self.up = up
        self.base = base
        self.talon_bit = talon_bit
        self.column_unit = column_unit
        self.home_unit = home_unit

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill_feasible(self) -> cython.void:
        """For each rank, each set of its suits and each set of suits of the next: can the first be built on the second?

        The suits are tried one by one: a set can be matched when some suit of the second takes its lowest suit and
        leaves enough for the others.
        """
        rank: cython.int
        above: cython.int
        below: cython.int
        suit: cython.int
        other: cython.int
        start: cython.int
        fits: cython.bint
        self.feasible = bytearray(3328)
        for rank in range(self.top):
            start = rank * 256
            for above in range(16):
                suit = 0
                while suit < 4 and not above & (1 << suit):
                    suit += 1
                for below in range(16):
                    fits = above == 0
                    if above:
                        for other in range(4):
                            if below & self.parents[13 * suit + rank] & (1 << other) and self.feasible[
                                    start + (above ^ (1 << suit)) * 16 + (below ^ (1 << other))]:
                                fits = True
                    self.feasible[start + above * 16 + below] = fits

    @cython.cfunc
    @cython.exceptval(check=False)
    def look(self) -> cython.void:
        waste: cython.ulonglong = self.waste
        redeals: cython.ulonglong = self.redeals
        self.look0 = self.talon_key | (waste << 52) | (redeals << 58)
        self.look1 = self.column_key

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def dig(self, column: cython.int) -> cython.void:
        """The lowest face-up card of a column as it stood has left: turn up the next, or bring a run in reach."""
        left: cython.int = self.depth[column] - 1
        card: cython.int
        bit: cython.int
        self.extra[self.level + 1] = left + 1
        if left:
            card = self.stack[column * 64 + left - 1]
            bit = 1 << (card // 13)
            self.up[card % 13] |= bit
            if self.rest[column * 64 + left - 1]:
                self.turn_rest(self.rest[column * 64 + left - 1])
            if left == 1 and card % 13 == self.top:
                left = 0
            else:
                self.base[card % 13] |= bit
        else:
            self.empties += 1
        self.column_key -= self.column_unit[column] * (self.depth[column] - left)
        self.depth[column] = left

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def turn_rest(self, cards: cython.ulonglong) -> cython.void:
        """The cards of a run but its first come in reach, or go out of it again."""
        card: cython.int
        for card in range(52):
            if cards >> card & 1:
                self.up[card % 13] ^= 1 << (card // 13)

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def fill(self, column: cython.int) -> cython.void:
        """Undo `dig`."""
        old: cython.int = self.extra[self.level]
        card: cython.int
        bit: cython.int
        self.column_key += self.column_unit[column] * (old - self.depth[column])
        if old > 1:
            card = self.stack[column * 64 + old - 2]
            bit = 15 ^ (1 << (card // 13))
            self.up[card % 13] &= bit
            self.base[card % 13] &= bit
            if self.rest[column * 64 + old - 2]:
                self.turn_rest(self.rest[column * 64 + old - 2])
        else:
            self.empties -= 1
        self.depth[column] = old

    @cython.cfunc
    @cython.final
    @cython.inline
    @cython.exceptval(check=False)
    def fits(self, card: cython.int, source: cython.int) -> cython.bint:
        """Can a card that is not built yet be built, others making room, or as a king get a column?"""
        rank: cython.int = card % 13
        bit: cython.int = 1 << (card // 13)
        if rank == self.top:
            return self.empties > 0 and (self.opens[source] & bit) != 0
        return self.feasible[rank * 256 + ((self.up[rank] ^ self.base[rank]) | bit) * 16 + self.up[rank + 1]] != 0

    @cython.cfunc
    @cython.final
    @cython.inline
    @cython.exceptval(check=False)
    def ready(self, suit: cython.int) -> cython.bint:
        """Can the suit's next card go home from the columns, others making room?"""
        rank: cython.int = self.home[suit]
        bit: cython.int = 1 << suit
        if rank == self.ranks or not self.up[rank] & bit:
            return False
        if rank == 0:
            return True
        return self.feasible[
            (rank - 1) * 256 + (self.up[rank - 1] ^ self.base[rank - 1]) * 16 + (self.up[rank] ^ bit)] != 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def apply(self, move: cython.int) -> cython.void:
        kind: cython.int = move & KIND
        which: cython.int = (move >> 8) & 255
        level: cython.int = self.level + 1
        card: cython.int
        rank: cython.int
        bit: cython.int
        self.moved[level] = move
        self.extra[level] = 0
        if kind == LEAVE:
            card = self.stack[which * 64 + self.depth[which] - 1]
            rank = card % 13
            self.base[rank] ^= 1 << (card // 13)
            self.dig(which)
            if rank == self.top:
                self.empties -= 1
        elif kind == HOME:
            rank = self.home[which]
            card = 13 * which + rank
            bit = 1 << which
            self.up[rank] ^= bit
            if self.base[rank] & bit:
                self.base[rank] ^= bit
                self.dig(self.column_of[card])
            elif rank == self.top:
                self.empties += 1
            self.home[which] = rank + 1
            self.column_key += self.home_unit[which]
        elif kind == BACK:
            rank = self.home[which] - 1
            card = 13 * which + rank
            self.up[rank] |= 1 << which
            if rank == self.top:
                self.empties -= 1
            self.home[which] = rank
            self.column_key -= self.home_unit[which]
        else:
            card = self.take(which)
            self.talon_key ^= ONE << self.talon_bit[card]
            rank = card % 13
            if kind == PLAY:
                self.up[rank] |= 1 << (card // 13)
                if rank == self.top:
                    self.empties -= 1
            else:
                self.home[card // 13] = rank + 1
                self.column_key += self.home_unit[card // 13]
        self.card[level] = card
        self.level = level

    @cython.cfunc
    @cython.exceptval(check=False)
    def undo(self) -> cython.void:
        level: cython.int = self.level
        move: cython.int = self.moved[level]
        kind: cython.int = move & KIND
        which: cython.int = (move >> 8) & 255
        card: cython.int = self.card[level]
        rank: cython.int = card % 13
        bit: cython.int = 1 << (card // 13)
        if kind == LEAVE:
            if rank == self.top:
                self.empties += 1
            self.fill(which)
            self.base[rank] |= bit
        elif kind == HOME:
            if self.extra[level]:
                self.fill(self.column_of[card])
                self.base[rank] |= bit
            elif rank == self.top:
                self.empties -= 1
            self.up[rank] |= bit
            self.home[which] = rank
            self.column_key -= self.home_unit[which]
        elif kind == BACK:
            self.up[rank] ^= bit
            if rank == self.top:
                self.empties += 1
            self.home[which] = rank + 1
            self.column_key += self.home_unit[which]
        else:
            self.untake(which, card)
            self.talon_key ^= ONE << self.talon_bit[card]
            if kind == PLAY:
                self.up[rank] ^= bit
                if rank == self.top:
                    self.empties += 1
            else:
                self.home[card // 13] = rank
                self.column_key -= self.home_unit[card // 13]
        self.level = level - 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def forced(self) -> cython.int:
        suit: cython.int
        index: cython.int
        column: cython.int
        card: cython.int
        if self.prunings & SAFE_HOME:
            index = self.safe_rank()
            for suit in range(4):
                if self.home[suit] <= index and self.ready(suit):
                    return HOME | (suit << 8)
        if self.prunings & SAFE_WASTE:
            index = self.safe_waste()
            if index >= 0:
                return LAY | (index << 8)
        if self.prunings & FREE_ROOM:
            for column in range(self.columns):
                if self.depth[column]:
                    card = self.stack[column * 64 + self.depth[column] - 1]
                    if self.room_for_all(card):
                        return column << 8
        return -1

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def room_for_all(self, card: cython.int) -> cython.bint:
        """Can the lowest face-up card of a column be built, with nothing lost by doing it at once?

        **free-room.** Let x, of rank r, lie on a face-down card or on the floor, and let each card of rank r that is
        not home (or that could come back) have the card above it, in suit, face up in a column; and let every set of
        suits be able to be matched with the same suits of the next rank. A card goes home before the one above it in
        suit, so this stays true: whatever set of rank r is built, the cards above it in suit are there to be matched
        with, and to bare one of the others or send it home does not touch those. So room at rank r is never short. Take
        any win; build x first, and leave out the move by which x leaves in it (if it goes home from there, it does so
        from where it is built): the next card of the column is face up sooner, or the column empty sooner, which takes
        nothing from anybody.
        A king moves at once when there is an empty column for each king that has no column of its own yet and is not at
        home for good: empty columns are only ever taken by kings, one by each.
        """
        rank: cython.int = card % 13
        suit: cython.int
        part: cython.int
        want: cython.int = 0
        kings: cython.int = 0
        if rank == self.top:
            for suit in range(4):
                if not (self.up[rank] ^ self.base[rank]) & (1 << suit) and (
                        self.returns or self.home[suit] < self.ranks):
                    kings += 1
            return self.empties >= kings and (self.opens[0] & (1 << (card // 13))) != 0
        for suit in range(4):
            if self.home[suit] <= rank or (self.returns and self.home[suit] == rank + 1):
                want |= 1 << suit
        if (want & self.up[rank + 1]) != want:
            return False
        for part in range(1, 16):
            if (part & want) == part and not self.feasible[rank * 256 + part * 16 + part]:
                return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def dead(self) -> cython.bint:
        """Is the position lost even if no card ever blocks another by being built on it?

        **dead.** Suppose that a card once face up in a column stays there to be built on for good, that it can go home
        as soon as its foundation waits for it, that room for a king stays once there was some, and that a talon card
        can be had in the last pass when a draw ends at it or the next one can go, in earlier passes always. By
        induction over the moves of any play, what it does can be done here: each thing that a move needs (a card face
        up, a card home, a column empty, a card on top of the waste) was there at the start or came by an earlier move,
        and nothing here is ever taken away. If some card still can't get home, no play wins.
        """
        up: cython.int[16]
        depth: cython.int[8]
        rest: cython.ulonglong
        home: cython.int[4]
        rank: cython.int
        suit: cython.int
        column: cython.int
        card: cython.int
        index: cython.int
        leaves: cython.bint
        room: cython.bint = self.empties > 0
        changed: cython.bint = True
        up = [0] * 16
        depth = [0] * 8
        home = [0] * 4
        for rank in range(self.ranks):
            up[rank] = self.up[rank]
        for column in range(self.columns):
            depth[column] = self.depth[column]
        for suit in range(4):
            home[suit] = self.home[suit]
            if self.returns:
                for rank in range(home[suit]):
                    up[rank] |= 1 << suit
        while changed:
            changed = False
            for suit in range(4):
                while home[suit] < self.ranks and up[home[suit]] & (1 << suit):
                    home[suit] += 1
                    changed = True
                if home[suit] == self.ranks:
                    room = True
            for column in range(self.columns):
                while depth[column]:
                    card = self.stack[column * 64 + depth[column] - 1]
                    rank = card % 13
                    if home[card // 13] > rank:
                        leaves = True
                    elif rank == self.top:
                        leaves = room
                    else:
                        leaves = (up[rank + 1] & self.parents[card]) != 0
                    if not leaves:
                        break
                    changed = True
                    depth[column] -= 1
                    if depth[column]:
                        card = self.stack[column * 64 + depth[column] - 1]
                        up[card % 13] |= 1 << (card // 13)
                        rest = self.rest[column * 64 + depth[column] - 1]
                        if rest:
                            for card in range(52):
                                if rest >> card & 1:
                                    up[card % 13] |= 1 << (card // 13)
                    else:
                        room = True
            leaves = False
            for index in range(self.size - 1, -1, -1):
                card = self.talon[index]
                rank = card % 13
                suit = card // 13
                if leaves or self.redeals or index + 1 == self.waste or index + 1 == self.size or (
                        index >= self.waste and (index + 1 - self.waste) % self.draw == 0):
                    if home[suit] == rank:
                        home[suit] = rank + 1
                        changed = True
                    leaves = room if rank == self.top else (up[rank + 1] & self.parents[card]) != 0
                    if leaves and not up[rank] & (1 << suit):
                        up[rank] |= 1 << suit
                        changed = True
                    if home[suit] > rank:
                        leaves = True
                else:
                    leaves = False
        return home[0] + home[1] + home[2] + home[3] < 4 * self.ranks

    @cython.cfunc
    @cython.exceptval(check=False)
    def list_moves(self) -> cython.void:
        suit: cython.int
        rank: cython.int
        card: cython.int
        column: cython.int
        index: cython.int
        score: cython.int
        limit: cython.int = self.safe_rank() if self.prunings & SAFE_HOME else -1
        for suit in range(4):
            rank = self.home[suit]
            if self.ready(suit):
                self.put(HOME | (suit << 8), 1000)
            # A card that could safely go home again is not brought back.
            if self.returns and not self.narrow and rank and rank - 1 > limit and self.fits(13 * suit + rank - 1, 2):
                self.put(BACK | (suit << 8), 100)
        for column in range(self.columns):
            if self.depth[column]:
                card = self.stack[column * 64 + self.depth[column] - 1]
                if self.fits(card, 0):
                    self.put(column << 8, 900 + 10 * (8 - self.depth[column]))
        self.list_stops()
        for index in range(self.stops):
            card = self.talon[self.stop_at[index]]
            score = -100 * self.stop_turn[index] - self.stop_at[index]
            rank = card % 13
            if self.home[card // 13] == rank:
                self.put(LAY | (self.stop_at[index] << 8), 800 + score)
                if rank <= limit:
                    continue
            if self.fits(card, 1):
                self.put(PLAY | (self.stop_at[index] << 8), 500 + score)


@cython.final
@cython.cclass
class Rigid(Walk):
    """The search for `groups=whole`, and for any groups where the interchange is not to be made use of.

    Columns are a set: a state is hashed as the exclusive or of a number for each card with the card under it (or the
    floor), of one for each face-down card, of one for each card in the talon or at home, of one each for the waste's
    size and the redeals left. The numbers have 127 bits: among 10**8 states, more than fit in any table here, the odds
    that any two have the same hash are below 10**16 / 2**127, about 1 in 10**22.
    """

    whole: cython.bint
    seams: cython.bint  # in the position given; no move makes one
    pile: cython.uchar[512]
    length: cython.int[8]
    hidden: cython.int[8]
    number0: cython.ulonglong[3136]
    number1: cython.ulonglong[3136]
    hash0: cython.ulonglong
    hash1: cython.ulonglong

    def __init__(self, tables, piles, down, passes, memory, prunings, seed):
        Walk.__init__(self, tables, piles, down, passes, memory, prunings, seed)
        self.whole = tables.lift == "run"
        self.seams = any([run_starts(tables, piles[p], down[p])[down[p] + 1 :] for p in tables.columns])
        pile = bytearray(512)
        length = [0] * 8
        hidden = [0] * 8
        self.hash0 = 0
        self.hash1 = 0
        self.draw_numbers()
        for number, place in enumerate(tables.columns):
            length[number] = len(piles[place])
            hidden[number] = down[place]
            below = FLOOR
            for index, card in enumerate(piles[place]):
                pile[number * 64 + index] = card
                self.toggle(card, below)
                if index < down[place]:
                    self.toggle(card, FACE_DOWN)
                below = card
        self.pile = pile
        self.length = length
        self.hidden = hidden
        for card in range(52):
            if self.home[card // 13] > card % 13:
                self.toggle(card, AT_HOME)
        for index in range(self.size):
            self.toggle(self.talon[index], IN_TALON)

    @cython.cfunc
    @cython.exceptval(check=False)
    def draw_numbers(self) -> cython.void:
        index: cython.int
        word: cython.ulonglong = 0
        mixed: cython.ulonglong
        self.number0 = [0] * 3136
        self.number1 = [0] * 3136
        for index in range(6272):
            word = (word + MIX) & MASK64
            mixed = ((word ^ (word >> 30)) * MIX_A) & MASK64
            mixed = ((mixed ^ (mixed >> 27)) * MIX_B) & MASK64
            mixed ^= mixed >> 31
            if index < 3136:
                self.number0[index] = mixed
            else:
                self.number1[index - 3136] = mixed

    @cython.cfunc
    @cython.final
    @cython.inline
    @cython.exceptval(check=False)
    def toggle(self, card: cython.int, where: cython.int) -> cython.void:
        self.hash0 ^= self.number0[card * 56 + where]
        self.hash1 ^= self.number1[card * 56 + where]

    @cython.cfunc
    @cython.exceptval(check=False)
    def look(self) -> cython.void:
        waste: cython.int = 2912 + self.waste
        redeals: cython.int = 2976 + self.redeals
        self.look0 = self.hash0 ^ self.number0[waste] ^ self.number0[redeals]
        self.look1 = self.hash1 ^ self.number1[waste] ^ self.number1[redeals]

    @cython.cfunc
    @cython.final
    @cython.inline
    @cython.exceptval(check=False)
    def under(self, column: cython.int, index: cython.int) -> cython.int:
        """What a card of a column lies on."""
        if index == 0:
            return FLOOR
        return self.pile[column * 64 + index - 1]

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def first_in_order(self, column: cython.int) -> cython.int:
        """The index of the first face-up card of a column from which on no seam comes."""
        index: cython.int = self.length[column] - 1
        card: cython.int
        under: cython.int
        while index > self.hidden[column]:
            card = self.pile[column * 64 + index]
            under = self.pile[column * 64 + index - 1]
            if under % 13 != card % 13 + 1 or not self.parents[card] & (1 << (under // 13)):
                break
            index -= 1
        return index

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def bare(self, column: cython.int) -> cython.void:
        """Cards have left a column: turn up its last card if it lies face down."""
        left: cython.int = self.length[column]
        self.extra[self.level + 1] = 0
        if left and self.hidden[column] == left:
            self.hidden[column] = left - 1
            self.toggle(self.pile[column * 64 + left - 1], FACE_DOWN)
            self.extra[self.level + 1] = 1

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def cover(self, column: cython.int) -> cython.void:
        """Undo `bare`."""
        if self.extra[self.level]:
            self.hidden[column] += 1
            self.toggle(self.pile[column * 64 + self.length[column] - 1], FACE_DOWN)

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def shift(self, source: cython.int, index: cython.int, target: cython.int) -> cython.void:
        """Put the cards of a column, from an index on, on another column."""
        card: cython.int = self.pile[source * 64 + index]
        count: cython.int = self.length[source] - index
        to: cython.int = self.length[target]
        step: cython.int
        self.toggle(card, self.under(source, index))
        self.toggle(card, self.under(target, to))
        for step in range(count):
            self.pile[target * 64 + to + step] = self.pile[source * 64 + index + step]
        self.length[source] = index
        self.length[target] = to + count

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def push(self, column: cython.int, card: cython.int) -> cython.void:
        self.toggle(card, self.under(column, self.length[column]))
        self.pile[column * 64 + self.length[column]] = card
        self.length[column] += 1

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def pull(self, column: cython.int) -> cython.int:
        self.length[column] -= 1
        card: cython.int = self.pile[column * 64 + self.length[column]]
        self.toggle(card, self.under(column, self.length[column]))
        return card

    @cython.cfunc
    @cython.exceptval(check=False)
    def apply(self, move: cython.int) -> cython.void:
        kind: cython.int = move & KIND
        index: cython.int = (move >> 16) & 255
        source: cython.int = (move >> 8) & 255
        target: cython.int = move & 255
        level: cython.int = self.level + 1
        card: cython.int
        self.moved[level] = move
        if kind == LEAVE:
            card = self.pile[source * 64 + index]
            self.shift(source, index, target)
            self.bare(source)
        elif kind == HOME:
            card = self.pull(source)
            self.toggle(card, AT_HOME)
            self.home[card // 13] += 1
            self.bare(source)
        elif kind == BACK:
            self.home[source] -= 1
            card = 13 * source + self.home[source]
            self.toggle(card, AT_HOME)
            self.push(target, card)
        else:
            card = self.take(source)
            self.toggle(card, IN_TALON)
            if kind == PLAY:
                self.push(target, card)
            else:
                self.home[card // 13] += 1
                self.toggle(card, AT_HOME)
        self.card[level] = card
        self.level = level

    @cython.cfunc
    @cython.exceptval(check=False)
    def undo(self) -> cython.void:
        level: cython.int = self.level
        move: cython.int = self.moved[level]
        kind: cython.int = move & KIND
        index: cython.int = (move >> 16) & 255
        source: cython.int = (move >> 8) & 255
        target: cython.int = move & 255
        card: cython.int = self.card[level]
        if kind == LEAVE:
            self.cover(source)
            index = self.length[target] - 1
            while self.pile[target * 64 + index] != card:
                index -= 1
            self.shift(target, index, source)
        elif kind == HOME:
            self.cover(source)
            self.toggle(card, AT_HOME)
            self.home[card // 13] -= 1
            self.push(source, card)
        elif kind == BACK:
            self.pull(target)
            self.toggle(card, AT_HOME)
            self.home[source] += 1
        else:
            self.untake(source, card)
            self.toggle(card, IN_TALON)
            if kind == PLAY:
                self.pull(target)
            else:
                self.home[card // 13] -= 1
                self.toggle(card, AT_HOME)
        self.level = level - 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def forced(self) -> cython.int:
        column: cython.int
        card: cython.int
        index: cython.int
        if self.prunings & SAFE_HOME:
            index = self.safe_rank()
            for column in range(self.columns):
                if self.length[column]:
                    card = self.pile[column * 64 + self.length[column] - 1]
                    if self.home[card // 13] == card % 13 and card % 13 <= index:
                        return HOME | (column << 8)
        if self.prunings & SAFE_WASTE:
            index = self.safe_waste()
            if index >= 0:
                return LAY | (index << 8)
        return -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def dead(self) -> cython.bint:
        """Is the position lost even if cards that were moved never block one another?

        **dead.** As in `Loose`, but a card that lies under another now can be built on, or go home, only once it was
        bared: when the card on it could leave. That one leaves to its foundation, or, if it can be lifted (the lowest
        face-up card, a face-down one once bared, and any face-up card under `groups=any`), to a card that was bared at
        some time or, as a king, to an empty column. Cards put somewhere by a move count as bared for good. The same
        induction: the first move of a play to do what can't be done here would need something that an earlier move
        gave.
        """
        bared: cython.int[16]
        home: cython.int[4]
        rank: cython.int
        suit: cython.int
        column: cython.int
        card: cython.int
        index: cython.int
        leaves: cython.bint
        room: cython.bint = False
        changed: cython.bint = True
        bared = [0] * 16
        home = [0] * 4
        for column in range(self.columns):
            if self.length[column] == 0:
                room = True
            else:
                card = self.pile[column * 64 + self.length[column] - 1]
                bared[card % 13] |= 1 << (card // 13)
        for suit in range(4):
            home[suit] = self.home[suit]
            if self.returns:
                for rank in range(home[suit]):
                    bared[rank] |= 1 << suit
        while changed:
            changed = False
            for suit in range(4):
                while home[suit] < self.ranks and bared[home[suit]] & (1 << suit):
                    home[suit] += 1
                    changed = True
            for column in range(self.columns):
                for index in range(self.length[column] - 1, -1, -1):
                    card = self.pile[column * 64 + index]
                    rank = card % 13
                    leaves = home[card // 13] > rank
                    if not leaves and (index == self.hidden[column] or (
                            bared[rank] & (1 << (card // 13)) if index < self.hidden[column] else not self.whole)):
                        leaves = room if rank == self.top else (bared[rank + 1] & self.parents[card]) != 0
                    if leaves:
                        if index == 0:
                            if not room:
                                room = True
                                changed = True
                        else:
                            card = self.pile[column * 64 + index - 1]
                            if not bared[card % 13] & (1 << (card // 13)):
                                bared[card % 13] |= 1 << (card // 13)
                                changed = True
                    elif index <= self.hidden[column]:
                        break
            leaves = False
            for index in range(self.size - 1, -1, -1):
                card = self.talon[index]
                rank = card % 13
                suit = card // 13
                if leaves or self.redeals or index + 1 == self.waste or index + 1 == self.size or (
                        index >= self.waste and (index + 1 - self.waste) % self.draw == 0):
                    if home[suit] == rank:
                        home[suit] = rank + 1
                        changed = True
                    leaves = room if rank == self.top else (bared[rank + 1] & self.parents[card]) != 0
                    if home[suit] > rank:
                        leaves = leaves or self.returns
                        if leaves and not bared[rank] & (1 << suit):
                            bared[rank] |= 1 << suit
                            changed = True
                        leaves = True
                    elif leaves and not bared[rank] & (1 << suit):
                        bared[rank] |= 1 << suit
                        changed = True
                else:
                    leaves = False
        return home[0] + home[1] + home[2] + home[3] < 4 * self.ranks

    @cython.cfunc
    @cython.final
    @cython.exceptval(check=False)
    def put_builds(self, card: cython.int, move: cython.int, score: cython.int, source: cython.int) -> cython.void:
        """List the moves of a card (and what is on it) to columns; sources: 0 a column, 1 the waste, 2 a foundation."""
        column: cython.int
        other: cython.int
        rank: cython.int = card % 13
        if rank == self.top:
            if self.opens[source] & (1 << (card // 13)):
                for column in range(self.columns):
                    if self.length[column] == 0:
                        self.put(move | column, score)
                        return
            return
        for column in range(self.columns):
            if self.length[column] and not (source == 0 and column == ((move >> 8) & 255)):
                other = self.pile[column * 64 + self.length[column] - 1]
                if other % 13 == rank + 1 and self.parents[card] & (1 << (other // 13)):
                    self.put(move | column, score)

    @cython.cfunc
    @cython.exceptval(check=False)
    def list_moves(self) -> cython.void:
        suit: cython.int
        rank: cython.int
        card: cython.int
        column: cython.int
        index: cython.int
        score: cython.int
        limit: cython.int = self.safe_rank() if self.prunings & SAFE_HOME else -1
        for column in range(self.columns):
            index = self.length[column]
            if index == 0:
                continue
            card = self.pile[column * 64 + index - 1]
            if self.home[card // 13] == card % 13:
                self.put(HOME | (column << 8), 1000)
            index = self.hidden[column]
            if self.seams and self.first_in_order(column) > index:
                index = self.length[column] if self.whole else self.first_in_order(column)
            while index < self.length[column]:
                card = self.pile[column * 64 + index]
                # A king that lies on the floor gains nothing by lying on another floor.
                if index or card % 13 != self.top:
                    score = 900 + 10 * (8 - index) if index == self.hidden[column] else 50
                    self.put_builds(card, (index << 16) | (column << 8), score, 0)
                if self.whole:
                    break
                index += 1
        if self.returns and not self.narrow:
            for suit in range(4):
                rank = self.home[suit] - 1
                # A card that could safely go home again is not brought back.
                if rank >= 0 and rank > limit:
                    self.put_builds(13 * suit + rank, BACK | (suit << 8), 100, 2)
        self.list_stops()
        for index in range(self.stops):
            card = self.talon[self.stop_at[index]]
            score = -100 * self.stop_turn[index] - self.stop_at[index]
            rank = card % 13
            if self.home[card // 13] == rank:
                self.put(LAY | (self.stop_at[index] << 8), 800 + score)
                if rank <= limit:
                    continue
            self.put_builds(card, PLAY | (self.stop_at[index] << 8), 500 + score, 1)


class Search:
    """A search for chinaman from any legal position; see the module's text."""

    def __init__(self, tables, piles, down, passes, *, memory, prunings=ALL, seed=0):
        if not accepts(tables, piles, down, passes):
            raise ValueError("these rules or this position are not for the chinaman kernel")
        self._position = (tables, piles, down)
        loose = tables.lift == "sequence" and prunings & PRUNINGS["interchange"]
        kind = Loose if loose else Rigid
        self._walk = kind(tables, piles, down, passes, memory, prunings, seed)

    def run(self, nodes):
        return self._walk.run(nodes)

    @property
    def nodes(self):
        return self._walk.nodes()

    def moves(self):
        tables = self._position[0]
        line = Line(*self._position)
        loose = isinstance(self._walk, Loose)
        for kind, target, card in self._walk.played():
            if kind in (PLAY, LAY):
                line.reach(card)
            if kind in (HOME, LAY):
                if loose and kind == HOME:
                    line.bare(card)
                line.go_home(card)
            elif loose:
                line.build(card)
            else:
                line.move(card, tables.columns[target])
        return line.words


def accepts(tables, piles, down, passes):
    """Whether the kernel can search these rules from this position."""
    return is_searchable(tables, piles, down)


def _suits(mask, rank):
    """The suits of the cards of a rank in a set of cards, as four bits."""
    return sum([1 << suit for suit in range(4) if mask >> (13 * suit + rank) & 1])


def _parents(tables, card):
    """The suits of the cards of the next rank that take a card, as four bits."""
    rank = card % 13 + 1
    return sum([1 << suit for suit in range(4) if tables.takes[13 * suit + rank] >> card & 1])
