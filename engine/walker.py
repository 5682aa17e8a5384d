# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Walks recorded games on the lowered tables of a game: the fast form of `rules` and `referee`.

It knows no rule that the tables do not hold, and it never explains: the entry that it refuses is put to the clauses,
which give the reason. An ordinary Python file in Cython's pure mode; compiled it walks some ten million moves a second.
"""

from array import array

try:
    import cython  # gone when compiled; Cython is no run-time dependency
except ImportError:
    from solit.engine._cython_shim import cython

from solit.engine.cards import TEXTS
from solit.engine.layout import Role
from solit.engine.lowered import check_tables
from solit.engine.moves import PLACES, step_text

PLACE_COUNT = cython.declare(cython.const[cython.int], 30)
ROW = cython.declare(cython.const[cython.int], 64)  # cards a pile may hold, rounded up
OWN = cython.declare(cython.const[cython.int], 30)  # target: the foundation of the card's suit
NOWHERE = cython.declare(cython.const[cython.int], 31)
ONE = cython.declare(cython.const[cython.ulonglong], 1)
FIRST_ROOM = cython.declare(cython.const[cython.int], 512)  # words of the history that a walker begins with
MOST_PASSES = cython.declare(cython.const[cython.int], 999999999)  # as `state.MOST_PASSES`

# acts
ACT_MOVE = cython.declare(cython.const[cython.int], 0)
ACT_DRAW = cython.declare(cython.const[cython.int], 1)
ACT_REDEAL = cython.declare(cython.const[cython.int], 2)
ACT_TURN = cython.declare(cython.const[cython.int], 3)
ACT_UNDO = cython.declare(cython.const[cython.int], 4)
ACT_NONE = cython.declare(cython.const[cython.int], 5)  # text that is no move

# roles, as small numbers; 0 is a place that the game has not
NONE = cython.declare(cython.const[cython.int], 0)
STOCK = cython.declare(cython.const[cython.int], 1)
WASTE = cython.declare(cython.const[cython.int], 2)
FOUNDATION = cython.declare(cython.const[cython.int], 3)
COLUMN = cython.declare(cython.const[cython.int], 4)
LAYOUT = cython.declare(cython.const[cython.int], 5)


OPEN, WON, LOST = 0, 1, 2
LATEST = 2**64 - 1  # milliseconds: the largest whole number that a record may hold
_ROLES = {None: 0, Role.STOCK: 1, Role.WASTE: 2, Role.FOUNDATION: 3, Role.COLUMN: 4, Role.LAYOUT: 5}
_LIFTS = {"any": 0, "sequence": 1, "whole": 2, "run": 3}  # 1: in sequence, 2: whole
_CARDS = {text: card for card, text in enumerate(TEXTS)}
COMPILED = bool(cython.compiled)


@cython.final
@cython.cclass
class Walker:
    """One game of solitaire on C arrays, made from `lowered.Tables`.

    Set a position with `deal`, `deal_cards` or `place`, then `walk` the text of the moves; `entries`, `status`,
    `state`, `legal`, `events`, `booked`, `home` and `suits_in_columns` tell what became of it.
    """

    # the tables
    ranks: cython.int
    lift: cython.int
    passes_allowed: cython.int
    undo_allowed: cython.int
    time_limit_ms: cython.ulonglong
    redeal_exists: cython.bint
    manual: cython.bint
    in_suit: cython.bint  # whole suits in columns count
    turned_base: cython.bint  # a turned centre becomes a base
    role: cython.int[30]
    order: cython.int[30]
    order_size: cython.int
    route: cython.bint[36]
    takes: cython.ulonglong[52]
    waste_takes: cython.ulonglong[52]
    opens: cython.ulonglong[6]
    bases: cython.ulonglong
    next_up: cython.int[52]
    draw_to: cython.int[8]
    draw_size: cython.int
    cover: cython.uint[30]  # places that cover a place, as a set
    lies_on: cython.uint[30]  # places that a place covers, as a set
    plan_place: cython.int[64]
    plan_up: cython.bint[64]
    plan_size: cython.int
    # the position
    pile: cython.uchar[1920]
    size: cython.int[30]
    down: cython.int[30]
    occupied: cython.uint
    passes: cython.int
    seen: cython.ulonglong
    # the move that was read or judged last
    act: cython.int
    source: cython.int
    target: cython.int
    count: cython.int
    dealt: cython.uchar[52]
    # the history of standing moves, two words each: act, source, target, count, wing, reveal, base and entry (see
    # `_note`), and the set of cards never seen before that the move showed
    history: cython.ulonglong[::1]
    room: cython.Py_ssize_t
    standing_: cython.Py_ssize_t
    log: list
    in_a_row_: cython.int
    entries_: cython.Py_ssize_t
    words_: cython.Py_ssize_t
    readable_: cython.bint
    refused_: object
    logging: cython.bint

    def __init__(self, tables) -> None:
        check_tables(tables)
        card: cython.int
        place: cython.int
        # lists become C arrays when compiled, and stay lists when not
        self.role, self.order, self.size, self.down = [0] * 30, [0] * 30, [0] * 30, [0] * 30
        self.cover, self.lies_on = [0] * 30, [0] * 30
        self.route, self.opens, self.draw_to = [False] * 36, [0] * 6, [0] * 8
        self.takes, self.waste_takes, self.next_up = [0] * 52, [0] * 52, [0] * 52
        self.plan_place, self.plan_up = [0] * 64, [False] * 64
        self.pile, self.dealt = bytearray(1920), bytearray(52)
        self.room = 0
        self.act, self.source, self.target, self.count = 0, 0, 0, 1
        for place in range(30):
            self.role[place] = _ROLES[tables.roles[place]]
            self.cover[place] = 0
            self.lies_on[place] = 0
        for place, covers in tables.covers.items():
            for other in covers:
                self.cover[place] |= 1 << other
                self.lies_on[other] |= 1 << place
        self.order_size = 0
        for place in tables.places:
            self.order[self.order_size] = place
            self.order_size += 1
        for card in range(36):
            self.route[card] = False
        for source, target in tables.routes:
            self.route[6 * _ROLES[source] + _ROLES[target]] = True
        for card in range(52):
            self.takes[card] = tables.takes[card]
            self.waste_takes[card] = tables.waste_takes[card]
            self.next_up[card] = tables.next_up[card]
        for card in range(6):
            self.opens[card] = 0
        self.opens[COLUMN] = tables.opens_column
        self.opens[WASTE] = tables.opens_waste
        self.opens[FOUNDATION] = tables.opens_foundation
        self.opens[LAYOUT] = tables.opens_layout
        self.bases = tables.bases
        self.draw_size = len(tables.draw_to)
        for card in range(self.draw_size):
            self.draw_to[card] = tables.draw_to[card]
        self.plan_size = len(tables.plan)
        for card in range(self.plan_size):
            self.plan_place[card] = tables.plan[card][0]
            self.plan_up[card] = tables.plan[card][1]
        self.ranks = tables.ranks
        self.lift = _LIFTS[tables.lift]
        self.passes_allowed = tables.passes
        self.undo_allowed = tables.undo
        self.time_limit_ms = 1000 * tables.time_limit
        self.redeal_exists = tables.redeal
        self.manual = tables.manual
        self.in_suit = tables.suits_in_columns
        self.turned_base = tables.turned_base
        self.logging = False
        self._clear()

    def twin(self):
        """Another walker of the same game, which costs a twentieth of what a first one does; without a position."""
        made: Walker = Walker.__new__(Walker)
        if not cython.compiled:  # the arrays that change; compiled they are part of the object
            made.size, made.down = [0] * 30, [0] * 30
            made.pile, made.dealt = bytearray(1920), bytearray(52)
        made.role = self.role
        made.order = self.order
        made.order_size = self.order_size
        made.route = self.route
        made.takes = self.takes
        made.waste_takes = self.waste_takes
        made.next_up = self.next_up
        made.opens = self.opens
        made.bases = self.bases
        made.lift = self.lift
        made.ranks = self.ranks
        made.draw_to = self.draw_to
        made.draw_size = self.draw_size
        made.cover = self.cover
        made.lies_on = self.lies_on
        made.plan_place = self.plan_place
        made.plan_up = self.plan_up
        made.plan_size = self.plan_size
        made.passes_allowed = self.passes_allowed
        made.undo_allowed = self.undo_allowed
        made.time_limit_ms = self.time_limit_ms
        made.redeal_exists = self.redeal_exists
        made.manual = self.manual
        made.in_suit = self.in_suit
        made.turned_base = self.turned_base
        made.act = 0
        made.source = 0
        made.target = 0
        made.count = 1
        made.logging = False
        made.room = 0
        made._clear()
        return made

    @cython.cfunc
    @cython.exceptval(check=False)
    def _clear(self) -> cython.void:
        place: cython.int
        for place in range(30):
            self.size[place] = 0
            self.down[place] = 0
        self.occupied = 0
        self.passes = 1
        self._begin()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _begin(self) -> cython.void:
        self.seen = 0
        self._restart(False)

    def deal(self, deck: str) -> bool:
        """Deal a deck of 52 cards, written with single blanks; False where the text is anything else."""
        card: cython.int
        n: cython.int
        held: cython.ulonglong = 0
        if len(deck) != 155 or not deck.isascii() or self.ranks != 13:
            return False
        raw: bytes = deck.encode()
        for n in range(51):
            if raw[3 * n + 2] != 32:
                return False
        words: list = deck.split(" ")
        if len(words) != 52:
            return False
        for n in range(52):
            found = _CARDS.get(words[n])
            if found is None:
                return False
            card = found
            if held & (ONE << card):
                return False
            held |= ONE << card
            self.dealt[n] = card
        self._lay()
        return True

    def deal_cards(self, deck) -> None:
        """Deal a whole deck: 52 different cards as numbers, trusted."""
        n: cython.int
        for n in range(52):
            self.dealt[n] = deck[n]
        self._lay()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _lay(self) -> cython.void:
        """Lay out the cards of `dealt`."""
        place: cython.int
        n: cython.int
        self._clear()
        for n in range(52):
            if n < self.plan_size:
                place = self.plan_place[n]
                if not self.plan_up[n]:
                    self.down[place] += 1
                self.pile[ROW * place + self.size[place]] = self.dealt[n]
                self.size[place] += 1
            else:
                # the stock is dealt in drawing order, so the first card comes to lie on top
                self.pile[51 - n] = self.dealt[n]
        self.size[0] = 52 - self.plan_size
        self.down[0] = self.size[0]
        self._look()

    @property
    def deck(self) -> tuple:
        """The cards that were dealt last, in dealing order."""
        return tuple([self.dealt[n] for n in range(52)])

    def read(self, text: str) -> bool:
        """Set the position that a text spells; False where it does not spell the game's whole deck in its places.

        Where cards may lie is not judged here. After False there is no position.
        """
        n: cython.int
        k: cython.int
        place: cython.int
        size: cython.int
        card: cython.int
        total: cython.int = 0
        held: cython.ulonglong = 0
        words: list = text.split(" ")
        first: cython.int = 1 if self.redeal_exists else 0
        self._clear()
        if not text.isascii() or len(words) != first + self.order_size:
            return False
        if first:
            number: str = words[0][5:]
            if not words[0].startswith("pass=") or not number.isdigit() or number[0] == "0" or len(number) > 9:
                return False
            self.passes = int(number)
            if self.passes_allowed and self.passes > self.passes_allowed:
                return False
        for n in range(self.order_size):
            place = self.order[n]
            name, colon, spelled = words[first + n].partition(":")
            if name != PLACES[place] or not colon:
                return False
            hidden, slash, shown = spelled.partition("/")
            if slash:
                if place == 0 or not hidden or len(hidden) % 2:
                    return False
                self.down[place] = len(hidden) // 2
                spelled = hidden + shown
            if len(spelled) % 2 or len(spelled) > 104:
                return False
            size = len(spelled) // 2
            for k in range(size):
                found = _CARDS.get(spelled[2 * k : 2 * k + 2])
                if found is None:
                    return False
                card = found
                if held & (ONE << card) or card % 13 >= self.ranks:
                    return False
                held |= ONE << card
                self.pile[ROW * place + (k if place else size - 1 - k)] = card
            self.size[place] = size
            total += size
        if total != 4 * self.ranks:
            return False
        self.down[0] = self.size[0]
        self._look()
        return True

    def place(self, piles, down, passes: cython.int) -> None:
        """Set a position: 30 piles by place, as `State` holds them.

        Raises `ValueError` for cards lost, doubled or unknown, and for a `down` that is larger than its pile; what else
        makes a position is for `check_state` to say.
        """
        place: cython.int
        n: cython.int
        card: cython.int
        size: cython.Py_ssize_t
        hidden: cython.int
        total: cython.int = 0
        held: cython.ulonglong = 0
        sound: cython.bint = len(piles) == 30 and len(down) == 30 and 1 <= passes <= MOST_PASSES
        self._clear()
        if sound:
            for place in range(30):
                cards = piles[place]
                size = len(cards)
                hidden = down[place]
                if size > 52 or not 0 <= hidden <= size:
                    sound = False
                    break
                for n in range(size):
                    card = cards[n]
                    if not 0 <= card < 52 or card % 13 >= self.ranks or held >> card & 1:
                        sound = False
                        break
                    held |= ONE << card
                    self.pile[ROW * place + n] = card
                total += size
                self.size[place] = size
                self.down[place] = hidden
        if not sound or total != 4 * self.ranks:
            self._clear()
            raise ValueError("this is no position of the game")
        self.passes = passes
        self._look()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _look(self) -> cython.void:
        """Note which places hold cards and which cards lie face up."""
        place: cython.int
        n: cython.int
        self.occupied = 0
        for place in range(30):
            if self.size[place]:
                self.occupied |= cython.cast(cython.uint, 1) << place
            if place:
                for n in range(self.down[place], self.size[place]):
                    self.seen |= ONE << self.pile[ROW * place + n]

    # --- judging ---------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _exposed(self, place: cython.int) -> cython.bint:
        return (self.cover[place] & self.occupied) == 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _won(self) -> cython.bint:
        place: cython.int
        whole: cython.int = 0
        for place in range(2, 6):
            if self.size[place] == self.ranks:
                whole += 1
        if self.in_suit and whole < 4:
            whole += self._whole_columns()
        return whole == 4

    @cython.cfunc
    @cython.exceptval(check=False)
    def _whole_columns(self) -> cython.int:
        """Columns that hold a whole suit in sequence, face up."""
        place: cython.int
        n: cython.int
        whole: cython.int = 0
        for place in range(6, 14):
            if self.role[place] == COLUMN and self.size[place] == self.ranks and self.down[place] == 0:
                n = ROW * place + 1
                while n < ROW * place + self.ranks and self.next_up[self.pile[n]] == self.pile[n - 1]:
                    n += 1
                if n == ROW * place + self.ranks:
                    whole += 1
        return whole

    @cython.cfunc
    @cython.exceptval(check=False)
    def _legal_transfer(self, source: cython.int, target: cython.int, count: cython.int) -> cython.bint:
        """Whether `count` cards may go from `source` to `target`; the game is not won."""
        from_role: cython.int = self.role[source]
        to_role: cython.int = FOUNDATION if target == OWN else self.role[target]
        n: cython.int
        head: cython.int
        top: cython.int
        size: cython.int = self.size[source]
        if not self.route[6 * from_role + to_role] or source == target or size < count:
            return False
        if size - self.down[source] < count or size == 0 or not self._exposed(source):
            return False
        head = self.pile[ROW * source + size - count]
        if to_role == FOUNDATION:
            target = 2 + head // 13
            if self.size[target] == 0:
                return (self.bases >> head) & 1 != 0
            return self.next_up[self.pile[ROW * target + self.size[target] - 1]] == head
        if to_role == WASTE:
            if self.size[target] == 0:
                return False
            return (self.waste_takes[self.pile[ROW * target + self.size[target] - 1]] >> head) & 1 != 0
        if from_role == COLUMN and self.lift & 2 and count != size - self.down[source]:
            return False
        if not self._exposed(target):
            return False
        if self.size[target] == 0:
            if not (self.opens[from_role] >> head) & 1:
                return False
        elif self.size[target] == self.down[target]:
            return False
        else:
            top = self.pile[ROW * target + self.size[target] - 1]
            if not (self.takes[top] >> head) & 1:
                return False
        if count > 1 and self.lift & 1:
            for n in range(size - count + 1, size):
                if not (self.takes[self.pile[ROW * source + n - 1]] >> self.pile[ROW * source + n]) & 1:
                    return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def _legal_act(self) -> cython.bint:
        """Whether the move in `act source target count` is legal; the game is not won."""
        if self.act == ACT_MOVE:
            return self._legal_transfer(self.source, self.target, self.count)
        if self.act == ACT_DRAW:
            return self.size[0] > 0
        if self.act == ACT_REDEAL:
            if not self.redeal_exists or self.size[0] or self.size[1] == 0:
                return False
            return self.passes_allowed == 0 or self.passes < self.passes_allowed
        if self.act == ACT_TURN:
            return (
                self.manual
                and self.role[self.source] == COLUMN
                and self.down[self.source] > 0
                and self.down[self.source] == self.size[self.source]
            )
        return False

    # --- making and taking back ------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _push(self, place: cython.int, card: cython.int) -> cython.void:
        self.pile[ROW * place + self.size[place]] = card
        self.size[place] += 1
        self.occupied |= cython.cast(cython.uint, 1) << place

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _shorten(self, place: cython.int, count: cython.int) -> cython.void:
        self.size[place] -= count
        if self.size[place] == 0:
            self.occupied &= ~(cython.cast(cython.uint, 1) << place)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _transfer(self, source: cython.int, target: cython.int, count: cython.int) -> cython.void:
        n: cython.int
        first: cython.int = self.size[source] - count
        for n in range(count):
            self.pile[ROW * target + self.size[target] + n] = self.pile[ROW * source + first + n]
        self.size[target] += count
        self.occupied |= cython.cast(cython.uint, 1) << target
        self._shorten(source, count)

    @cython.cfunc
    def _make(self) -> cython.ulonglong:
        """Make the legal move in `act source target count`, append it to the history; the set of cards it shows."""
        n: cython.int
        card: cython.int
        place: cython.int
        drawn: cython.int = 0
        wing: cython.int = NOWHERE
        reveal: cython.int = NOWHERE
        base: cython.int = NOWHERE
        shown: cython.ulonglong = 0
        source: cython.int = self.source
        target: cython.int = self.target
        count: cython.int = self.count
        if self.act == ACT_DRAW:
            while drawn < self.draw_size and self.size[0]:
                card = self.pile[self.size[0] - 1]
                self._shorten(0, 1)
                self._push(self.draw_to[drawn], card)
                shown |= ONE << card
                drawn += 1
            self.down[0] = self.size[0]
            count = drawn
        elif self.act == ACT_REDEAL:
            self._turn_over(1, 0)
            self.down[0] = self.size[0]
            count = 1 if self.passes < MOST_PASSES else 0  # passes that it opens
            self.passes += count
        elif self.act == ACT_TURN:
            self.down[source] -= 1
            reveal = source
            shown = ONE << self.pile[ROW * source + self.size[source] - 1]
        else:
            if target == OWN:
                target = 2 + self.pile[ROW * source + self.size[source] - 1] // 13
            self._transfer(source, target, count)
            if self.size[source] == 0 and self.lies_on[source]:
                for place in range(6, 14):
                    if (self.lies_on[source] >> place) & 1 and self._exposed(place) and self.size[place]:
                        wing = place
            if not self.manual:
                for n in range(self.order_size):
                    place = self.order[n]
                    if place != source and not (self.lies_on[source] >> place) & 1:
                        continue
                    if self.down[place] and self.down[place] == self.size[place] and self._exposed(place):
                        self.down[place] -= 1
                        reveal = place
                        card = self.pile[ROW * place + self.size[place] - 1]
                        shown |= ONE << card
                        if self.turned_base and self.role[place] == LAYOUT and self.size[2 + card // 13] == 0:
                            base = 2 + card // 13
                            self._transfer(place, base, 1)
        self._note(source, target, count, wing, reveal, base)
        return shown

    @cython.cfunc
    def _note(
        self,
        source: cython.int,
        target: cython.int,
        count: cython.int,
        wing: cython.int,
        reveal: cython.int,
        base: cython.int,
    ) -> cython.void:
        """Append the move `act` to the history; the cards that it showed are not known yet."""
        word: cython.ulonglong = self.entries_ & 0x3FFFFFFF
        at: cython.Py_ssize_t = 2 * self.standing_
        if at == self.room:
            self._lengthen()
        word = (word << 5) | base
        word = (word << 5) | reveal
        word = (word << 5) | wing
        word = (word << 6) | count
        word = (word << 5) | target
        word = (word << 5) | source
        self.history[at] = (word << 3) | self.act
        self.history[at + 1] = 0
        self.standing_ += 1

    @cython.cfunc
    def _lengthen(self) -> cython.void:
        room: cython.Py_ssize_t = 2 * self.room if self.room else FIRST_ROOM
        longer: cython.ulonglong[::1] = array("Q", bytes(8 * room))
        n: cython.Py_ssize_t
        for n in range(self.room):
            longer[n] = self.history[n]
        self.history = longer
        self.room = room

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _part(self, word: cython.ulonglong, at: cython.int, mask: cython.int) -> cython.int:
        """One of the numbers of a word of the history, see `_note`."""
        return cython.cast(cython.int, (word >> at) & mask)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _turn_over(self, source: cython.int, target: cython.int) -> cython.void:
        while self.size[source]:
            self._push(target, self.pile[ROW * source + self.size[source] - 1])
            self._shorten(source, 1)

    @cython.cfunc
    def _unmake(self) -> cython.void:
        """Take back the latest standing move."""
        n: cython.int
        self.standing_ -= 1
        word: cython.ulonglong = self.history[2 * self.standing_]
        act: cython.int = self._part(word, 0, 7)
        source: cython.int = self._part(word, 3, 31)
        target: cython.int = self._part(word, 8, 31)
        count: cython.int = self._part(word, 13, 63)
        reveal: cython.int = self._part(word, 24, 31)
        base: cython.int = self._part(word, 29, 31)
        if act == ACT_DRAW:
            for n in range(count - 1, -1, -1):
                self._push(0, self.pile[ROW * self.draw_to[n] + self.size[self.draw_to[n]] - 1])
                self._shorten(self.draw_to[n], 1)
            self.down[0] = self.size[0]
        elif act == ACT_REDEAL:
            self._turn_over(0, 1)
            self.down[0] = 0
            self.passes -= count
        elif act == ACT_TURN:
            self.down[source] += 1
        else:
            if base != NOWHERE:
                self._transfer(base, reveal, 1)
            if reveal != NOWHERE:
                self.down[reveal] += 1
            self._transfer(target, source, count)

    # --- reading and walking ---------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    def _read(
        self, text: cython.const[cython.uchar][::1], at: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> cython.void:
        """Read the move text[at:end] into `act source target count`."""
        size: cython.int = end - at
        c: cython.int = text[at]
        n: cython.int
        self.act = ACT_NONE
        self.count = 1
        if size == 1:
            if c == 100:  # d
                self.act = ACT_DRAW
            elif c == 114:  # r
                self.act = ACT_REDEAL
            elif c == 117:  # u
                self.act = ACT_UNDO
            return
        n = at + 1
        if c == 119:  # w
            self.source = 1
        elif c == 116:  # t
            if not 49 <= text[n] <= 56:
                return
            self.source = 6 + text[n] - 49
            n += 1
            if size == 3 and text[n] == 94:  # ^
                self.act = ACT_TURN
                self.target = NOWHERE
                return
        elif c == 102:  # f
            c = text[n]
            self.source = 2 if c == 67 else 3 if c == 68 else 4 if c == 72 else 5 if c == 83 else 0
            if self.source == 0:
                return
            n += 1
        elif c == 112 and size >= 3:  # p
            if not 49 <= text[n] <= 52:
                return
            c = text[n + 1]
            self.source = 0 if c == 99 else 1 if c == 97 else 2 if c == 98 else 3 if c == 116 else 99
            if self.source == 99:
                return
            self.source += 14 + 4 * (text[n] - 49)
            n += 2
        else:
            return
        if end - n < 2 or text[n] != 45:  # -
            return
        c = text[n + 1]
        n += 2
        if c == 102 and n == end:
            self.target = OWN
            self.act = ACT_MOVE
        elif c == 119 and n == end and self.source >= 14:
            self.target = 1
            self.act = ACT_MOVE
        elif c == 116 and n < end and 49 <= text[n] <= 56:
            self.target = 6 + text[n] - 49
            n += 1
            if n == end:
                self.act = ACT_MOVE
            elif text[n] == 120 and 6 <= self.source < 14:  # x
                self._read_count(text, n + 1, end)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _read_count(
        self, text: cython.const[cython.uchar][::1], at: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> cython.void:
        count: cython.int = 0
        if end == at + 1 and 50 <= text[at] <= 57:
            count = text[at] - 48
        elif end == at + 2 and 49 <= text[at] <= 53 and 48 <= text[at + 1] <= 57:
            count = 10 * (text[at] - 48) + text[at + 1] - 48
        if 2 <= count <= 52:
            self.count = count
            self.act = ACT_MOVE

    def walk(self, moves: str, at_ms=None, logging: bool = False, most: cython.Py_ssize_t = -1) -> bool:
        """Play the moves of a record from the position set; True where each is readable, legal and in time.

        `moves`: as in a record, separated by blanks. `at_ms`: None or a list of whole numbers, one per entry, which
        never run back. `logging`: keep what `events` needs. `most`: play the first `most` entries only (below 0: all);
        the others are read, no more. After False the position is that before the entry that was not played: `refused`
        is its text, None where `readable` is False.
        """
        self._restart(logging)
        return self._play(moves, at_ms, most)

    def go_on(self, moves: str) -> bool:
        """Play more moves after those of the last `walk`, without times; returns as `walk` does."""
        return self._play(moves, None, -1)

    @cython.cfunc
    def _play(self, moves: str, at_ms, most: cython.Py_ssize_t) -> cython.bint:
        at: cython.Py_ssize_t = 0
        end: cython.Py_ssize_t
        size: cython.Py_ssize_t
        time: cython.ulonglong = 0
        before: cython.ulonglong = 0
        playing: cython.bint = True
        timed: cython.bint = at_ms is not None
        times: list = at_ms
        time_count: cython.Py_ssize_t = len(times) if timed else 0
        self.words_, self.readable_, self.refused_ = 0, False, None
        if not moves.isascii():
            return False
        raw: bytes = moves.encode()
        size = len(raw)
        if size == 0:
            self.readable_ = time_count == 0
            return self.readable_
        text: cython.const[cython.uchar][::1] = raw
        while True:
            while at < size and text[at] == 32:
                at += 1
            if at == size:
                break
            end = at + 1
            while end < size and text[end] != 32:
                end += 1
            self._read(text, at, end)
            if self.act == ACT_NONE:
                return False
            if timed:
                if self.words_ >= time_count:
                    return False
                now = times[self.words_]
                if type(now) is not int or not 0 <= now <= LATEST:
                    return False
                time = now
                if time < before:
                    return False
                before = time
            if playing:
                if self.words_ == most:
                    playing = False
                elif self._won() or (self.time_limit_ms and time > self.time_limit_ms) or not self._step():
                    playing = False
                    self.refused_ = raw[at:end].decode()
            self.words_ += 1
            at = end
        if timed and self.words_ != time_count:
            return False
        self.readable_ = True
        return self.refused_ is None

    @cython.cfunc
    @cython.exceptval(check=False)
    def _restart(self, logging: cython.bint) -> cython.void:
        self.logging = logging
        self.in_a_row_ = 0
        self.entries_ = 0
        self.words_ = 0
        self.readable_ = True
        self.refused_ = None
        self.standing_ = 0
        self.log = []

    @cython.cfunc
    def _step(self) -> cython.bint:
        """Judge and make the entry that was read; False where it is refused. The game is not won, the time not over."""
        shown: cython.ulonglong
        if self.act == ACT_UNDO:
            if self.undo_allowed == 0 or self.standing_ == 0 or self.in_a_row_ >= self.undo_allowed:
                return False
            if self.history[2 * self.standing_ - 1]:
                return False
            self._unmake()
            self.in_a_row_ += 1
            if self.logging:
                self.log.append(None)
        else:
            if not self._legal_act():
                return False
            shown = self._make()
            # only cards never seen before forbid a take-back
            self.history[2 * self.standing_ - 1] = shown & ~self.seen
            self.seen |= shown
            if self.logging:
                self.log.append(self._told())
            self.in_a_row_ = 0
        self.entries_ += 1
        return True

    # --- telling ---------------------------------------------------------------------------------------------------

    @property
    def entries(self) -> int:
        """Entries played."""
        return self.entries_

    @property
    def words(self) -> int:
        """Entries read, whether played or not."""
        return self.words_

    @property
    def readable(self) -> bool:
        """Whether each entry read was a move, and the times were such as a record may have."""
        return self.readable_

    @property
    def refused(self):
        """The text of the entry that is not legal, or too late; None without one."""
        return self.refused_

    @property
    def in_a_row(self) -> int:
        """Take-backs among the latest entries played, back to the first entry that is none."""
        return self.in_a_row_

    @property
    def latest(self):
        """Of the latest standing move: the entry that made it, and whether it showed a card never seen before; None
        without one."""
        if self.standing_ == 0:
            return None
        word: cython.ulonglong = self.history[2 * self.standing_ - 2]
        return cython.cast(cython.Py_ssize_t, word >> 34), self.history[2 * self.standing_ - 1] != 0

    def standing(self) -> list:
        """The entries that made the standing moves, in order."""
        return [cython.cast(cython.Py_ssize_t, self.history[2 * n] >> 34) for n in range(self.standing_)]

    @property
    def status(self) -> int:
        """0 open, 1 won, 2 lost for want of a legal move."""
        if self._won():
            return 1
        return 0 if self._generate(True) else 2

    @property
    def home(self) -> int:
        """Cards on the foundations."""
        return self.size[2] + self.size[3] + self.size[4] + self.size[5]

    @property
    def suits_in_columns(self) -> int:
        """Columns that hold a whole suit, in a game where these count; 0 in any other."""
        return self._whole_columns() if self.in_suit else 0

    def state(self) -> tuple:
        """`piles`, `down` and `passes`, as `State` holds them."""
        piles: list = []
        for place in range(30):
            piles.append(tuple([self.pile[ROW * place + n] for n in range(self.size[place])]))
        return tuple(piles), tuple([self.down[place] for place in range(30)]), self.passes

    @cython.cfunc
    def _generate(self, first_only: cython.bint) -> list:
        """The legal moves as (act, source, target, count), in the order of `rules.legal_moves`; the game is not won."""
        found: list = []
        n: cython.int
        source: cython.int
        target: cython.int
        count: cython.int
        role: cython.int
        up: cython.int
        self.act = ACT_DRAW
        if self._legal_act():
            found.append((1, NOWHERE, NOWHERE, 1))
        self.act = ACT_REDEAL
        if self._legal_act():
            found.append((2, NOWHERE, NOWHERE, 1))
        for n in range(self.order_size):
            if first_only and len(found):
                return found
            source = self.order[n]
            role = self.role[source]
            if role == STOCK or self.size[source] == 0:
                continue
            if self.manual and role == COLUMN:
                self.act = ACT_TURN
                self.source = source
                if self._legal_act():
                    found.append((3, source, NOWHERE, 1))
            if not self._exposed(source):
                continue
            if self._legal_transfer(source, 1, 1):
                found.append((0, source, 1, 1))
            if self._legal_transfer(source, OWN, 1):
                found.append((0, source, OWN, 1))
            if not self.route[6 * role + COLUMN]:
                continue
            up = self.size[source] - self.down[source] if role == COLUMN else 1
            for target in range(6, 14):
                if self.role[target] != COLUMN or target == source:
                    continue
                for count in range(1, up + 1):
                    if self._legal_transfer(source, target, count):
                        found.append((0, source, target, count))
        return found

    def legal(self) -> list:
        """The texts of the legal moves, in the order of `rules.legal_moves`; `[]` once the game is won."""
        if self._won():
            return []
        return [step_text(*move) for move in self._generate(False)]

    @cython.cfunc
    def _told(self) -> list:
        """The events of the latest move, as (kind, card, source, target, number) with None where there is none."""
        word: cython.ulonglong = self.history[2 * self.standing_ - 2]
        act: cython.int = self._part(word, 0, 7)
        source: cython.int = self._part(word, 3, 31)
        target: cython.int = self._part(word, 8, 31)
        count: cython.int = self._part(word, 13, 63)
        wing: cython.int = self._part(word, 19, 31)
        reveal: cython.int = self._part(word, 24, 31)
        base: cython.int = self._part(word, 29, 31)
        events: list = []
        n: cython.int
        if act == 1:
            # the cards drawn lie on their targets: the i-th from the end of those that went to the same place
            for n in range(count):
                place = self.draw_to[n]
                later = sum([1 for other in range(n + 1, count) if self.draw_to[other] == place])
                events.append(("draw", self.pile[64 * place + self.size[place] - 1 - later], 0, place, None))
        elif act == 2:
            events.append(("redeal", None, 1, 0, self.passes))
        elif act == 3:
            events.append(("reveal", self._top(source), None, source, None))
        else:
            card = self.pile[64 * target + self.size[target] - count]
            events.append((_kind(self.role[source], self.role[target]), card, source, target, None))
            if wing != 31:
                events.append(("wing", self._top(wing), None, wing, None))
            if reveal != 31:
                card = self._top(base if base != 31 else reveal)
                events.append(("reveal", card, None, reveal, None))
                if base != 31:
                    events.append(("base", card, reveal, base, None))
        return events

    def _top(self, place: cython.int) -> int:
        return self.pile[ROW * place + self.size[place] - 1]

    def events(self) -> list:
        """A list for each entry played of a walk with `logging`: (kind, card, source, target, number) tuples, None for
        a take-back."""
        return self.log

    def booked(self, kinds) -> list:
        """(kind, number) of the events of the standing moves that are of `kinds`, in order, as score sheets read them;
        `number` is the pass that a redeal opens, else None."""
        told: list = []
        opened: cython.int = self.passes
        draws: cython.bint = "draw" in kinds
        redeals: cython.bint = "redeal" in kinds
        wings: cython.bint = "wing" in kinds
        reveals: cython.bint = "reveal" in kinds
        bases: cython.bint = "base" in kinds
        n: cython.Py_ssize_t
        word: cython.ulonglong
        act: cython.int
        for n in range(self.standing_):
            if self._part(self.history[2 * n], 0, 7) == 2:
                opened -= self._part(self.history[2 * n], 13, 63)
        for n in range(self.standing_):
            word = self.history[2 * n]
            act = self._part(word, 0, 7)
            if act == 0:
                kind = _kind(self.role[self._part(word, 3, 31)], self.role[self._part(word, 8, 31)])
                if kind in kinds:
                    told.append((kind, None))
            elif act == 1:
                if draws:
                    told.extend([("draw", None)] * self._part(word, 13, 63))
            elif act == 2:
                opened += self._part(word, 13, 63)
                if redeals:
                    told.append(("redeal", opened))
            if wings and self._part(word, 19, 31) != 31:
                told.append(("wing", None))
            if reveals and self._part(word, 24, 31) != 31:
                told.append(("reveal", None))
            if bases and self._part(word, 29, 31) != 31:
                told.append(("base", None))
        return told


@cython.cfunc
def _kind(source: cython.int, target: cython.int):
    if target == FOUNDATION:
        return "foundation"
    if target == COLUMN and source == WASTE:
        return "waste-to-column"
    return "foundation-return" if source == FOUNDATION else "move"
