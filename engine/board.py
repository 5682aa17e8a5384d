# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A position on C arrays and the mechanics of a move: judge it, list all, make it, settle what follows, take it back.

It knows no rule that the lowered tables do not hold. What plays at machine speed subclasses it: `walker.Walker`,
`players.rollout.Rollout`. Fields and signatures of the C form stand in `_pxd/solit/engine/board.pxd`.
"""

try:
    import cython  # gone when compiled; Cython is no run-time dependency
except ImportError:
    from solit.engine._cython_shim import cython

from solit.engine.layout import Role
from solit.engine.lowered import check_tables

ONE = cython.declare(cython.const[cython.ulonglong], 1)
_ROLES = {None: 0, Role.STOCK: 1, Role.WASTE: 2, Role.FOUNDATION: 3, Role.COLUMN: 4, Role.LAYOUT: 5}
_LIFTS = {"any": 0, "sequence": 1, "whole": 2, "run": 3}
# attributes that are C arrays: the uncompiled form needs lists
ARRAYS = {
    "role": 30, "order": 30, "column": 8, "route": 36, "takes": 52, "waste_takes": 52, "opens": 6, "next_up": 52,
    "draw_to": 8, "cover": 30, "lies_on": 30, "pile": 1920, "size": 30, "down": 30, "moves": 640,
}  # fmt: skip
COMPILED = bool(cython.compiled)

if not cython.compiled:
    from solit.engine._cython_shim import give_lists

    # as in board.pxd
    ROW, OWN, NOWHERE, MOST_PASSES = 64, 30, 31, 999_999_999
    ACT_MOVE, ACT_DRAW, ACT_REDEAL, ACT_TURN, ACT_UNDO, ACT_NONE = range(6)
    STOCK, WASTE, FOUNDATION, COLUMN, LAYOUT = range(1, 6)
    IN_SEQUENCE, UNDIVIDED = 1, 2
    AT_ENTRY = 34

    def act_of(word):
        return word & 7

    def source_of(word):
        return word >> 3 & 31

    def target_of(word):
        return word >> 8 & 31

    def count_of(word):
        return word >> 13 & 63

    def wing_of(word):
        return word >> 19 & 31

    def reveal_of(word):
        return word >> 24 & 31

    def base_of(word):
        return word >> 29 & 31


@cython.cclass
class Board:
    """One game on C arrays, made from `lowered.Tables`, at a position that `place` sets.

    A subclass may override `begin` and `look`, and `make` to count what it makes. Whoever asks whether a move is legal
    has asked first whether the game is won.
    """

    def __init__(self, tables) -> None:
        check_tables(tables)
        place: cython.int
        n: cython.int
        if not cython.compiled:
            give_lists(self, ARRAYS)
        for place in range(30):
            self.role[place] = _ROLES[tables.roles[place]]
            self.cover[place] = 0
            self.lies_on[place] = 0
        for place, covers in tables.covers.items():
            for other in covers:
                self.cover[place] |= 1 << other
                self.lies_on[other] |= 1 << place
        self.order_size = len(tables.places)
        for n in range(self.order_size):
            self.order[n] = tables.places[n]
        self.column_count = len(tables.columns)
        for n in range(self.column_count):
            self.column[n] = tables.columns[n]
        for n in range(36):
            self.route[n] = False
        for source, target in tables.routes:
            self.route[6 * _ROLES[source] + _ROLES[target]] = True
        for n in range(52):
            self.takes[n] = tables.takes[n]
            self.waste_takes[n] = tables.waste_takes[n]
            self.next_up[n] = tables.next_up[n]
        for n in range(6):
            self.opens[n] = 0
        self.opens[COLUMN] = tables.opens_column
        self.opens[WASTE] = tables.opens_waste
        self.opens[FOUNDATION] = tables.opens_foundation
        self.opens[LAYOUT] = tables.opens_layout
        self.bases = tables.bases
        self.draw_size = len(tables.draw_to)
        for n in range(self.draw_size):
            self.draw_to[n] = tables.draw_to[n]
        self.ranks = tables.ranks
        self.lift = _LIFTS[tables.lift]
        self.passes_allowed = tables.passes
        self.redeal_exists = tables.redeal
        self.manual = tables.manual
        self.in_suit = tables.suits_in_columns
        self.turned_base = tables.turned_base
        self.act, self.source, self.target, self.count = ACT_NONE, 0, 0, 1
        self.clear()

    def share(self, other):
        """Take over the tables of another board, which costs a twentieth of reading them; without a position."""
        if not cython.compiled:
            give_lists(self, ARRAYS)
        self.role = other.role
        self.order = other.order
        self.order_size = other.order_size
        self.column = other.column
        self.column_count = other.column_count
        self.route = other.route
        self.takes = other.takes
        self.waste_takes = other.waste_takes
        self.next_up = other.next_up
        self.opens = other.opens
        self.bases = other.bases
        self.cover = other.cover
        self.lies_on = other.lies_on
        self.draw_to = other.draw_to
        self.draw_size = other.draw_size
        self.ranks = other.ranks
        self.lift = other.lift
        self.passes_allowed = other.passes_allowed
        self.redeal_exists = other.redeal_exists
        self.manual = other.manual
        self.in_suit = other.in_suit
        self.turned_base = other.turned_base
        self.act, self.source, self.target, self.count = ACT_NONE, 0, 0, 1
        self.clear()

    # --- the position -----------------------------------------------------------------------------------------------

    def clear(self):
        """No cards anywhere, the first pass."""
        place: cython.int
        for place in range(30):
            self.size[place] = 0
            self.down[place] = 0
        self.occupied = 0
        self.passes = 1
        self.begin()

    def begin(self):
        """What begins anew when another position is set: nothing here."""

    def look(self):
        """Note which places hold cards, after piles were written directly."""
        place: cython.int
        self.occupied = 0
        for place in range(30):
            if self.size[place]:
                self.occupied |= cython.cast(cython.uint, 1) << place

    def place(self, piles, down, passes: cython.int) -> None:
        """Set a position: 30 piles by place, as `State` holds them.

        Raises `ValueError` for cards lost, doubled or unknown, and for a `down` that is larger than its pile; what else
        makes a position is for `check_state` to say.
        """
        self.set_piles(piles, down, passes)

    def set_piles(self, piles, down, passes):
        """See `place`."""
        place: cython.int
        n: cython.int
        card: cython.int
        size: cython.Py_ssize_t
        hidden: cython.int
        total: cython.int = 0
        held: cython.ulonglong = 0
        sound: cython.bint = len(piles) == 30 and len(down) == 30 and 1 <= passes <= MOST_PASSES
        self.clear()
        if sound:
            for place in range(30):
                cards: tuple = tuple(piles[place])
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
            self.clear()
            raise ValueError("this is no position of the game")
        self.passes = passes
        self.look()
        return True

    def state(self) -> tuple:
        """`piles`, `down` and `passes`, as `State` holds them."""
        place: cython.int
        piles: list = []
        for place in range(30):
            piles.append(tuple([self.pile[ROW * place + n] for n in range(self.size[place])]))
        return tuple(piles), tuple([self.down[place] for place in range(30)]), self.passes

    @property
    def home(self) -> int:
        """Cards on the foundations."""
        return self.cards_home()

    @property
    def suits_in_columns(self) -> int:
        """Columns that hold a whole suit, in a game where these count; 0 in any other."""
        return self.whole_columns() if self.in_suit else 0

    # --- judging ----------------------------------------------------------------------------------------------------

    def cards_home(self):
        """Cards on the foundations."""
        return self.size[2] + self.size[3] + self.size[4] + self.size[5]

    def is_won(self):
        """Whether each suit lies in one whole pile."""
        place: cython.int
        whole: cython.int = 0
        for place in range(2, 6):
            if self.size[place] == self.ranks:
                whole += 1
        if self.in_suit and whole < 4:
            whole += self.whole_columns()
        return whole == 4

    def whole_columns(self):
        """Columns that hold a whole suit in sequence, face up."""
        place: cython.int
        n: cython.int
        k: cython.int
        end: cython.int
        whole: cython.int = 0
        for k in range(self.column_count):
            place = self.column[k]
            if self.size[place] == self.ranks and self.down[place] == 0:
                n, end = ROW * place + 1, ROW * place + self.ranks
                while n < end and self.next_up[self.pile[n]] == self.pile[n - 1]:
                    n += 1
                if n == end:
                    whole += 1
        return whole

    def goes_home(self, card):
        """Whether the foundation of its suit takes the card."""
        return _goes_home(self, card)

    def is_legal(self):
        """Whether the move in `act source target count` is legal; the game is not won."""
        if self.act == ACT_MOVE:
            return _is_legal_transfer(self, self.source, self.target, self.count)
        if self.act == ACT_DRAW:
            return self.size[0] > 0
        if self.act == ACT_REDEAL:
            return _can_redeal(self)
        if self.act == ACT_TURN:
            return _can_turn(self, self.source)
        return False

    def list_moves(self, first_only):
        """Write the legal moves to `moves`, in the order of `rules.legal_moves`; how many there are.

        Each is a word with the parts act, source, target (`OWN` for a foundation) and count. With `first_only` the list
        may be cut short after one. The game is not won.
        """
        n: cython.int
        k: cython.int
        found: cython.int = 0
        source: cython.int
        target: cython.int
        count: cython.int
        least: cython.int
        most: cython.int
        role: cython.int
        size: cython.int
        end: cython.int
        head: cython.int
        heads: cython.ulonglong
        if self.size[0]:
            found = _add(self, found, ACT_DRAW, 0, 0, 1)
        if _can_redeal(self):
            found = _add(self, found, ACT_REDEAL, 0, 0, 1)
        for n in range(self.order_size):
            if first_only and found:
                break
            source = self.order[n]
            role = self.role[source]
            size = self.size[source]
            if role == STOCK or size == 0:
                continue
            if self.down[source] == size:
                if _can_turn(self, source):
                    found = _add(self, found, ACT_TURN, source, 0, 1)
                continue
            if not _is_exposed(self, source):
                continue
            end = ROW * source + size
            head = self.pile[end - 1]
            if self.route[6 * role + WASTE] and _goes_to_waste(self, head):
                found = _add(self, found, ACT_MOVE, source, 1, 1)
            if self.route[6 * role + FOUNDATION] and _goes_home(self, head):
                found = _add(self, found, ACT_MOVE, source, OWN, 1)
            if not self.route[6 * role + COLUMN]:
                continue
            least = most = 1
            if role == COLUMN:
                most = size - self.down[source]
                if self.lift & UNDIVIDED:
                    least = most
                if self.lift & IN_SEQUENCE:
                    most = _run_length(self, source, most)
            for k in range(self.column_count):
                target = self.column[k]
                if target == source:
                    continue
                heads = _heads_for(self, role, target)
                for count in range(least, most + 1):
                    if (heads >> self.pile[end - count]) & 1:
                        found = _add(self, found, ACT_MOVE, source, target, count)
        return found

    # --- making and taking back -------------------------------------------------------------------------------------

    def make(self):
        """Make the legal move in `act source target count`, forced steps included; what it did, as a word.

        Its parts: act, source, target, count (of a draw the cards drawn, of a redeal the passes that it opens), wing,
        reveal and base, `NOWHERE` where there is none. `shown` has the cards that were drawn or turned up.
        """
        card: cython.int
        word: cython.ulonglong
        source: cython.int = self.source
        target: cython.int = self.target
        count: cython.int = self.count
        self.wing = self.reveal = self.base = NOWHERE
        self.shown = 0
        if self.act == ACT_DRAW:
            count = 0
            while count < self.draw_size and self.size[0]:
                card = self.pile[self.size[0] - 1]
                _shorten(self, 0, 1)
                _push(self, self.draw_to[count], card)
                self.shown |= ONE << card
                count += 1
            self.down[0] = self.size[0]
        elif self.act == ACT_REDEAL:
            _turn_over(self, 1, 0)
            self.down[0] = self.size[0]
            count = 1 if self.passes < MOST_PASSES else 0
            self.passes += count
        elif self.act == ACT_TURN:
            _reveal(self, source)
        else:
            if target == OWN:
                target = 2 + self.pile[ROW * source + self.size[source] - 1] // 13
            _transfer(self, source, target, count)
            _settle(self, source)
        word = (self.base << 5) | self.reveal
        word = (word << 5) | self.wing
        word = (word << 6) | count
        word = (word << 5) | target
        word = (word << 5) | source
        return (word << 3) | self.act

    def unmake(self, word):
        """Take back the latest move, which gave this word when it was made."""
        n: cython.int
        act: cython.int = act_of(word)
        source: cython.int = source_of(word)
        target: cython.int = target_of(word)
        count: cython.int = count_of(word)
        reveal: cython.int = reveal_of(word)
        base: cython.int = base_of(word)
        if act == ACT_DRAW:
            for n in range(count - 1, -1, -1):
                _push(self, 0, self.pile[ROW * self.draw_to[n] + self.size[self.draw_to[n]] - 1])
                _shorten(self, self.draw_to[n], 1)
            self.down[0] = self.size[0]
        elif act == ACT_REDEAL:
            _turn_over(self, 0, 1)
            self.down[0] = 0
            self.passes -= count
        elif act == ACT_TURN:
            self.down[source] += 1
        else:
            if base != NOWHERE:
                _transfer(self, base, reveal, 1)
            if reveal != NOWHERE:
                self.down[reveal] += 1
            _transfer(self, target, source, count)


# --- the small parts, for the compiler to put in place: a method would be called through a table ---------------------


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_exposed(board: Board, place: cython.int) -> cython.bint:
    return (board.cover[place] & board.occupied) == 0


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _can_redeal(board: Board) -> cython.bint:
    return (
        board.redeal_exists
        and board.size[0] == 0
        and board.size[1] > 0
        and (board.passes_allowed == 0 or board.passes < board.passes_allowed)
    )


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _can_turn(board: Board, place: cython.int) -> cython.bint:
    return (
        board.manual
        and board.role[place] == COLUMN
        and board.down[place] > 0
        and board.down[place] == board.size[place]
    )


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _goes_to_waste(board: Board, card: cython.int) -> cython.bint:
    return board.size[1] > 0 and (board.waste_takes[board.pile[ROW + board.size[1] - 1]] >> card) & 1 != 0


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _goes_home(board: Board, card: cython.int) -> cython.bint:
    """Whether the foundation of its suit takes the card."""
    place: cython.int = 2 + card // 13
    if board.size[place] == 0:
        return (board.bases >> card) & 1 != 0
    return board.next_up[board.pile[ROW * place + board.size[place] - 1]] == card


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _heads_for(board: Board, role: cython.int, column: cython.int) -> cython.ulonglong:
    """The cards that a column takes, alone or as the heads of groups, from a place of this role."""
    if not _is_exposed(board, column):
        return 0
    if board.size[column] == 0:
        return board.opens[role]
    if board.size[column] == board.down[column]:
        return 0
    return board.takes[board.pile[ROW * column + board.size[column] - 1]]


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _run_length(board: Board, place: cython.int, most: cython.int) -> cython.int:
    """How many cards at the end of a pile lie in building order, at most `most` (from 1)."""
    end: cython.int = ROW * place + board.size[place]
    n: cython.int = 1
    while n < most and (board.takes[board.pile[end - n - 1]] >> board.pile[end - n]) & 1:
        n += 1
    return n


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_legal_transfer(board: Board, source: cython.int, target: cython.int, count: cython.int) -> cython.bint:
    """Whether `count` cards may go from `source` to `target`; the game is not won."""
    role: cython.int = board.role[source]
    onto: cython.int = FOUNDATION if target == OWN else board.role[target]
    head: cython.int
    size: cython.int = board.size[source]
    if not board.route[6 * role + onto] or source == target or size == 0:
        return False
    if size - board.down[source] < count or not _is_exposed(board, source):
        return False
    head = board.pile[ROW * source + size - count]
    if onto == FOUNDATION:
        return _goes_home(board, head)
    if onto == WASTE:
        return _goes_to_waste(board, head)
    if not (_heads_for(board, role, target) >> head) & 1:
        return False
    if role == COLUMN and board.lift & UNDIVIDED and count != size - board.down[source]:
        return False
    return not board.lift & IN_SEQUENCE or _run_length(board, source, count) == count


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _add(
    board: Board, found: cython.int, act: cython.int, source: cython.int, target: cython.int, count: cython.int
) -> cython.int:
    """Write a move to the list as number `found`; the next number."""
    board.moves[found] = act | (source << 3) | (target << 8) | (count << 13)
    return found + 1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _push(board: Board, place: cython.int, card: cython.int) -> cython.void:
    board.pile[ROW * place + board.size[place]] = card
    board.size[place] += 1
    board.occupied |= cython.cast(cython.uint, 1) << place


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _shorten(board: Board, place: cython.int, count: cython.int) -> cython.void:
    board.size[place] -= count
    if board.size[place] == 0:
        board.occupied &= ~(cython.cast(cython.uint, 1) << place)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _transfer(board: Board, source: cython.int, target: cython.int, count: cython.int) -> cython.void:
    n: cython.int
    first: cython.int = board.size[source] - count
    for n in range(count):
        board.pile[ROW * target + board.size[target] + n] = board.pile[ROW * source + first + n]
    board.size[target] += count
    board.occupied |= cython.cast(cython.uint, 1) << target
    _shorten(board, source, count)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _turn_over(board: Board, source: cython.int, target: cython.int) -> cython.void:
    while board.size[source]:
        _push(board, target, board.pile[ROW * source + board.size[source] - 1])
        _shorten(board, source, 1)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _reveal(board: Board, place: cython.int) -> cython.void:
    """Turn up the last card of a place."""
    board.down[place] -= 1
    board.reveal = place
    board.shown |= ONE << board.pile[ROW * place + board.size[place] - 1]


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _settle(board: Board, source: cython.int) -> cython.void:
    """The forced steps after cards left `source`; there is at most one of each.

    A wing becomes a column, an exposed face-down top is turned up, a turned centre whose suit has no foundation
    becomes its base where that is the rule.
    """
    n: cython.int
    place: cython.int
    card: cython.int
    if board.size[source] == 0 and board.lies_on[source]:
        for n in range(board.column_count):
            place = board.column[n]
            if (board.lies_on[source] >> place) & 1 and board.size[place] and _is_exposed(board, place):
                board.wing = place
    if board.manual:
        return
    for n in range(board.order_size):
        place = board.order[n]
        if place != source and not (board.lies_on[source] >> place) & 1:
            continue
        if board.down[place] and board.down[place] == board.size[place] and _is_exposed(board, place):
            _reveal(board, place)
            card = board.pile[ROW * place + board.size[place] - 1]
            if board.turned_base and board.role[place] == LAYOUT and board.size[2 + card // 13] == 0:
                board.base = 2 + card // 13
                _transfer(board, place, board.base, 1)
