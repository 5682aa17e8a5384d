# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The search where any group may be lifted (`groups=any`): states without columns.

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

from itertools import pairwise

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

if cython.compiled:
    from cython.cimports.solit.engine.bits import lowest
    from cython.cimports.solit.engine.search.any_suit.walk import (
        BACK,
        FREE_ROOM,
        HOME,
        LAY,
        LEAVE,
        PLAY,
        SAFE_HOME,
        SAFE_WASTE,
        Walk,
    )
else:
    from solit.engine.bits import lowest
    from solit.engine.search.any_suit.walk import (
        BACK,
        FREE_ROOM,
        HOME,
        LAY,
        LEAVE,
        PLAY,
        SAFE_HOME,
        SAFE_WASTE,
        Walk,
    )

from solit.engine.search.any_suit.conditions import run_starts

COMPILED = bool(cython.compiled)
ONE = cython.declare(cython.const[cython.ulonglong], 1)


@cython.final
@cython.cclass
class Loose(Walk):
    """A walk over states that say what is buried, what is left in the talon, and what is at home."""

    feasible: cython.uchar[3328]  # see `fill_feasible`
    stack: cython.uchar[512]  # the first card of each run, by column
    rest: cython.ulonglong[512]  # the others, a bit a card
    column_of: cython.uchar[64]
    depth: cython.int[8]  # runs not yet built elsewhere, the one in reach included
    up: cython.uchar[16]  # by rank: the suits of the cards in reach in columns
    base: cython.uchar[16]  # those of them that are first cards of their runs, as they lay at the start
    empties: cython.int  # empty columns
    talon_key: cython.ulonglong  # the parts of a state's key that talon and columns make up
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
            for index, (start, end) in enumerate(pairwise([*starts, len(pile)])):
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
        while cards:
            card = lowest(cards)
            cards &= cards - 1
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
        kind: cython.int = move >> 24
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
        kind: cython.int = move >> 24
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
                    return HOME << 24 | (suit << 8)
        if self.prunings & SAFE_WASTE:
            index = self.safe_waste()
            if index >= 0:
                return LAY << 24 | (index << 8)
        if self.prunings & FREE_ROOM:
            for column in range(self.columns):
                if self.depth[column]:
                    card = self.stack[column * 64 + self.depth[column] - 1]
                    if self.room_for_all(card):
                        return LEAVE << 24 | (column << 8)
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
                        while rest:
                            card = lowest(rest)
                            rest &= rest - 1
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
                self.put(HOME << 24 | (suit << 8), 1000)
            # A card that could safely go home again is not brought back.
            if self.returns and not self.narrow and rank and rank - 1 > limit and self.fits(13 * suit + rank - 1, 2):
                self.put(BACK << 24 | (suit << 8), 100)
        for column in range(self.columns):
            if self.depth[column]:
                card = self.stack[column * 64 + self.depth[column] - 1]
                if self.fits(card, 0):
                    self.put(LEAVE << 24 | (column << 8), 900 + 10 * (8 - self.depth[column]))
        self.list_stops()
        for index in range(self.stops):
            card = self.talon[self.stop_at[index]]
            score = -100 * self.stop_turn[index] - self.stop_at[index]
            rank = card % 13
            if self.home[card // 13] == rank:
                self.put(LAY << 24 | (self.stop_at[index] << 8), 800 + score)
                if rank <= limit:
                    continue
            if self.fits(card, 1):
                self.put(PLAY << 24 | (self.stop_at[index] << 8), 500 + score)
