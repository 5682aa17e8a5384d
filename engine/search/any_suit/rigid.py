# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The search that keeps the columns card by card: for `groups=whole`, and where the interchange is not made use of.

Columns are a set: a state is hashed as the exclusive or of a number for each card with the card under it (or the
floor), of one for each face-down card, of one for each card in the talon or at home, of one each for the waste's
size and the redeals left. The numbers have 127 bits: among 10**8 states, more than fit in any table here, the odds
that any two have the same hash are below 10**16 / 2**127, about 1 in 10**22.
"""

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

if cython.compiled:
    from cython.cimports.solit.engine.randomness import mixed, state_after
    from cython.cimports.solit.engine.search.any_suit.walk import (
        BACK,
        HOME,
        LAY,
        LEAVE,
        PLAY,
        SAFE_HOME,
        SAFE_WASTE,
        Walk,
    )
else:
    from solit.engine.randomness import mixed, state_after
    from solit.engine.search.any_suit.walk import BACK, HOME, LAY, LEAVE, PLAY, SAFE_HOME, SAFE_WASTE, Walk

from solit.engine.search.any_suit.conditions import run_starts

COMPILED = bool(cython.compiled)
# what a card lies on, where it is no card
FLOOR = cython.declare(cython.const[cython.int], 52)
AT_HOME = cython.declare(cython.const[cython.int], 53)
IN_TALON = cython.declare(cython.const[cython.int], 54)
FACE_DOWN = cython.declare(cython.const[cython.int], 55)


@cython.final
@cython.cclass
class Rigid(Walk):
    """A walk over states that say which card lies on which."""

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
        self.number0 = [0] * 3136
        self.number1 = [0] * 3136
        for index in range(6272):
            word = state_after(word)
            if index < 3136:
                self.number0[index] = mixed(word)
            else:
                self.number1[index - 3136] = mixed(word)

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
        kind: cython.int = move >> 24
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
        kind: cython.int = move >> 24
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
                        return HOME << 24 | (column << 8)
        if self.prunings & SAFE_WASTE:
            index = self.safe_waste()
            if index >= 0:
                return LAY << 24 | (index << 8)
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
                self.put(HOME << 24 | (column << 8), 1000)
            index = self.hidden[column]
            if self.seams and self.first_in_order(column) > index:
                index = self.length[column] if self.whole else self.first_in_order(column)
            while index < self.length[column]:
                card = self.pile[column * 64 + index]
                # A king that lies on the floor gains nothing by lying on another floor.
                if index or card % 13 != self.top:
                    score = 900 + 10 * (8 - index) if index == self.hidden[column] else 50
                    self.put_builds(card, LEAVE << 24 | (index << 16) | (column << 8), score, 0)
                if self.whole:
                    break
                index += 1
        if self.returns and not self.narrow:
            for suit in range(4):
                rank = self.home[suit] - 1
                # A card that could safely go home again is not brought back.
                if rank >= 0 and rank > limit:
                    self.put_builds(13 * suit + rank, BACK << 24 | (suit << 8), 100, 2)
        self.list_stops()
        for index in range(self.stops):
            card = self.talon[self.stop_at[index]]
            score = -100 * self.stop_turn[index] - self.stop_at[index]
            rank = card % 13
            if self.home[card // 13] == rank:
                self.put(LAY << 24 | (self.stop_at[index] << 8), 800 + score)
                if rank <= limit:
                    continue
            self.put_builds(card, PLAY << 24 | (self.stop_at[index] << 8), 500 + score, 1)
