# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A depth-first walk over states of the any-suit family: talon, foundations, the stack, and the states visited.

**Draws are no moves.** Draws and redeals change nothing on the table, and moves on the table change nothing in the
talon (waste and stock as one row of cards, with the waste's size), so every draw can be put off until just before the
next play of a waste card. A move says which card of the talon is played. Before one play at most one redeal is needed,
since after it every draw stops where it would stop after any other.

**Passes.** The walk goes depth first, with an explicit stack. First come short passes in random order: they decide most
deals long before a single fixed order does. They list every move, so a pass that runs dry is a proof like the long one
at the end.

A move is kind << 24 | index << 16 | source << 8 | target. In `loose` a source is a column (LEAVE), a suit (HOME, BACK)
or an index into the talon (PLAY, LAY), and there are no targets; in `rigid` the source of HOME is a column, the target
is one, and the index says from which card on the source column is lifted. The kinds, and the fields of the class, are
declared in `_pxd/solit/engine/search/any_suit/walk.pxd`.
"""

from array import array

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

if cython.compiled:
    from cython.cimports.solit.engine.search.seen import meet, refill
else:
    from solit.engine.search.seen import meet, refill

    LEAVE, HOME, PLAY, LAY, BACK = 0, 1, 2, 3, 4
    SAFE_HOME, SAFE_WASTE, FREE_ROOM, DEAD = 1, 2, 4, 8

from solit.engine._cython_shim import give_lists
from solit.engine.search.seen import SLOT_BYTES, reserve

COMPILED = bool(cython.compiled)
MASK64 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFFFFFFFFFF)
FACTOR = cython.declare(cython.const[cython.ulonglong], 6364136223846793005)  # Knuth's, for words of 64 bits
STEP = cython.declare(cython.const[cython.ulonglong], 0x9E3779B97F4A7C15)
ONE = cython.declare(cython.const[cython.ulonglong], 1)
MARK = cython.declare(cython.const[cython.ulonglong], 0x8000000000000000)
LOW = cython.declare(cython.const[cython.longlong], 0xFFFFFFFF)
ARRAYS = {"stop_at": 64, "stop_turn": 64}  # attributes that are C arrays: the uncompiled form needs lists

# The passes: 16 of 500 nodes, 16 of 1,000, … 16 of 16,000, then one without limit. The random part of a move's score is
# as large as the difference between a reveal and a play of the waste's: less leaves the passes too much alike.
PASSES = cython.declare(cython.const[cython.int], 96)
PASSES_A_LIMIT = cython.declare(cython.const[cython.int], 16)
FIRST_LIMIT = cython.declare(cython.const[cython.longlong], 500)
NOISE = cython.declare(cython.const[cython.ulonglong], 1000)


@cython.cclass
class Walk:
    """A depth-first walk over states, with the talon, the foundations and the table of visited states."""

    def __init__(self, tables, piles, down, passes, memory, prunings, seed):
        if not cython.compiled:
            give_lists(self, ARRAYS)
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
        self.stops = 0
        self.look0 = 0
        self.look1 = 0
        self.clear()

    def nodes(self):
        return self.visited

    def played(self):
        """The moves from the root to here, as (kind, target, card)."""
        return [(self.moved[n] >> 24, self.moved[n] & 255, self.card[n]) for n in range(1, self.level + 1)]

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
        # one step of a linear congruential generator: cheaper than `mixed`, and its high bits are good enough
        self.random = (self.random * FACTOR + STEP) & MASK64
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
        """Whether a state was visited; from now on it was. The second word of its key is not 0."""
        if meet(self.table, (ONE << self.bits) - 1, key0, key1):
            return True
        self.filled += 1
        return False

    def clear(self):
        """Forget the states visited."""
        self.bits = 10
        self.table = reserve("Q", 2 << 10)
        self.filled = 0

    def grow(self) -> bool:
        """Double the table; False where old and new together would be more than the memory allowed."""
        bits: cython.int = self.bits
        if 3 * SLOT_BYTES * (ONE << bits) > self.memory:
            return False
        fresh: cython.ulonglong[::1] = reserve("Q", 4 << bits)
        refill(self.table, (ONE << bits) - 1, fresh, (ONE << (bits + 1)) - 1)
        self.table = fresh
        self.bits = bits + 1
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


def _suits(mask, rank):
    """The suits of the cards of a rank in a set of cards, as four bits."""
    return sum([1 << suit for suit in range(4) if mask >> (13 * suit + rank) & 1])


def _parents(tables, card):
    """The suits of the cards of the next rank that take a card, as four bits."""
    rank = card % 13 + 1
    return sum([1 << suit for suit in range(4) if tables.takes[13 * suit + rank] >> card & 1])
