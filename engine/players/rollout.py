# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The simple player's priorities, and whole games played by them at machine speed.

The legal moves come from the lowered tables, as the walker's do; each has a fixed priority by its family of games:
`talon` (klondike, chinaman), `blocks` (chinese), `pyramids` (suspense). A move that gains nothing has none, so every
game ends. An ordinary Python file in Cython's pure mode; compiled it plays a game in a fraction of a millisecond.
"""

try:
    import cython  # gone when compiled; Cython is no run-time dependency
except ImportError:
    from solit.engine._cython_shim import cython

from solit.engine.layout import Role
from solit.engine.lowered import check_tables
from solit.engine.moves import step_text

ROW = cython.declare(cython.const[cython.int], 64)
OWN = cython.declare(cython.const[cython.int], 30)  # target: the foundation of the card's suit
ONE = cython.declare(cython.const[cython.ulonglong], 1)
NEVER = cython.declare(cython.const[cython.int], -1)

ACT_MOVE = cython.declare(cython.const[cython.int], 0)
ACT_DRAW = cython.declare(cython.const[cython.int], 1)
ACT_REDEAL = cython.declare(cython.const[cython.int], 2)
ACT_TURN = cython.declare(cython.const[cython.int], 3)

WASTE = cython.declare(cython.const[cython.int], 2)
FOUNDATION = cython.declare(cython.const[cython.int], 3)
COLUMN = cython.declare(cython.const[cython.int], 4)
LAYOUT = cython.declare(cython.const[cython.int], 5)

TALON = cython.declare(cython.const[cython.int], 0)
BLOCKS = cython.declare(cython.const[cython.int], 1)
PYRAMIDS = cython.declare(cython.const[cython.int], 2)

MOST_PASSES = cython.declare(cython.const[cython.int], 999999999)  # as `state.MOST_PASSES`
MOST = cython.declare(cython.const[cython.int], 5000)  # moves of one game, far beyond what the priorities lead to

_ROLES = {None: 0, Role.STOCK: 1, Role.WASTE: 2, Role.FOUNDATION: 3, Role.COLUMN: 4, Role.LAYOUT: 5}
_LIFTS = {"any": 0, "sequence": 1, "whole": 2, "run": 3}  # 1: in sequence, 2: whole
COMPILED = bool(cython.compiled)


@cython.final
@cython.cclass
class Rollout:
    """One game on C arrays, made from `lowered.Tables`. `place` a position, then ask for `tries`, or `run` it."""

    # the tables
    ranks: cython.int
    kind: cython.int
    lift: cython.int
    passes_allowed: cython.int
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
    cover: cython.uint[30]
    lies_on: cython.uint[30]
    last_column: cython.int
    # the position
    pile: cython.uchar[1920]
    size: cython.int[30]
    down: cython.int[30]
    occupied: cython.uint
    passes: cython.int
    plays: cython.int  # moves other than draws since the stock was last turned over
    made: cython.int
    # the best move found
    best: cython.int
    act: cython.int
    source: cython.int
    target: cython.int
    count: cython.int
    found: list

    def __init__(self, tables) -> None:
        check_tables(tables)
        n: cython.int
        self.role, self.order, self.size, self.down = [0] * 30, [0] * 30, [0] * 30, [0] * 30
        self.cover, self.lies_on = [0] * 30, [0] * 30
        self.route, self.opens, self.draw_to = [False] * 36, [0] * 6, [0] * 8
        self.takes, self.waste_takes, self.next_up = [0] * 52, [0] * 52, [0] * 52
        self.pile = bytearray(1920)
        for n in range(30):
            self.role[n] = _ROLES[tables.roles[n]]
            self.cover[n] = 0
            self.lies_on[n] = 0
            self.size[n] = 0
            self.down[n] = 0
        for place, covers in tables.covers.items():
            for other in covers:
                self.cover[place] |= 1 << other
                self.lies_on[other] |= 1 << place
        self.order_size = len(tables.places)
        for n in range(self.order_size):
            self.order[n] = tables.places[n]
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
        self.last_column = tables.columns[len(tables.columns) - 1]
        self.in_suit = tables.suits_in_columns
        self.turned_base = tables.turned_base
        self.kind = PYRAMIDS if Role.LAYOUT in tables.roles else TALON if self.role[1] else BLOCKS
        self.occupied = 0
        self.passes = 1
        self.plays = 1
        self.made = 0
        self.found = []

    def place(self, piles, down, passes: cython.int, plays: cython.int = 1) -> None:
        """Set a position: 30 piles by place, as `State` holds them; `plays`: moves other than draws in this pass.

        Raises `ValueError` as `Walker.place` does.
        """
        place: cython.int
        n: cython.int
        card: cython.int
        size: cython.Py_ssize_t
        hidden: cython.int
        total: cython.int = 0
        held: cython.ulonglong = 0
        sound: cython.bint = len(piles) == 30 and len(down) == 30 and 1 <= passes <= MOST_PASSES
        self.occupied = 0
        if sound:
            for place in range(30):
                cards: tuple = piles[place]
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
                if size:
                    self.occupied |= cython.cast(cython.uint, 1) << place
        if not sound or total != 4 * self.ranks:
            self.occupied = 0
            for place in range(30):
                self.size[place] = 0
                self.down[place] = 0
            raise ValueError("this is no position of the game")
        self.passes = passes
        self.plays = plays
        self.made = 0

    # --- the rules, as the tables have them --------------------------------------------------------------------------

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _exposed(self, place: cython.int) -> cython.bint:
        return (self.cover[place] & self.occupied) == 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_won(self) -> cython.bint:
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
    def _goes_home(self, card: cython.int) -> cython.bint:
        place: cython.int = 2 + card // 13
        if self.size[place] == 0:
            return (self.bases >> card) & 1 != 0
        return self.next_up[self.pile[ROW * place + self.size[place] - 1]] == card

    @cython.cfunc
    @cython.exceptval(check=False)
    def _look(self, listing: cython.bint) -> cython.void:
        """Find the legal move of the highest priority, the first of several; `listing`: note all legal moves."""
        n: cython.int
        k: cython.int
        source: cython.int
        target: cython.int
        count: cython.int
        least: cython.int
        most: cython.int
        role: cython.int
        head: cython.int
        size: cython.int
        base: cython.int
        fitting: cython.bint
        self.best = 0
        if listing:
            self.found = []
        if self.size[0]:
            self._offer(ACT_DRAW, 0, 0, 1, 100, listing)
        if (
            self.redeal_exists
            and self.size[0] == 0
            and self.size[1]
            and (self.passes_allowed == 0 or self.passes < self.passes_allowed)
        ):
            # without a play in this pass the next one would be as this was
            self._offer(ACT_REDEAL, 0, 0, 1, 50 if self.plays else NEVER, listing)
        for n in range(self.order_size):
            source = self.order[n]
            role = self.role[source]
            size = self.size[source]
            if role == 1 or size == 0 or not self._exposed(source):
                continue
            base = ROW * source
            if self.down[source] == size:
                if self.manual and role == COLUMN:
                    self._offer(ACT_TURN, source, 0, 1, 1000, listing)
                continue
            head = self.pile[base + size - 1]
            if role == LAYOUT and self.size[1] and (self.waste_takes[self.pile[ROW + self.size[1] - 1]] >> head) & 1:
                self._offer(ACT_MOVE, source, 1, 1, self._worth(source, 1, 1), listing)
            if self.route[6 * role + FOUNDATION] and self._goes_home(head):
                self._offer(ACT_MOVE, source, OWN, 1, self._worth(source, 2 + head // 13, 1), listing)
            if not self.route[6 * role + COLUMN]:
                continue
            least = most = 1
            if role == COLUMN:
                most = size - self.down[source]
                if self.lift & 2:
                    least = most
                if self.lift & 1:
                    k = 1
                    while k < most and (self.takes[self.pile[base + size - k - 1]] >> self.pile[base + size - k]) & 1:
                        k += 1
                    most = k
            for k in range(6, self.last_column + 1):
                target = k
                if target == source or not self._exposed(target):
                    continue
                if self.size[target] and self.size[target] == self.down[target]:
                    continue
                for count in range(least, most + 1):
                    head = self.pile[base + size - count]
                    if self.size[target]:
                        fitting = (self.takes[self.pile[ROW * target + self.size[target] - 1]] >> head) & 1 != 0
                    else:
                        fitting = (self.opens[role] >> head) & 1 != 0
                    if fitting:
                        self._offer(ACT_MOVE, source, target, count, self._worth(source, target, count), listing)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _offer(
        self,
        act: cython.int,
        source: cython.int,
        target: cython.int,
        count: cython.int,
        worth: cython.int,
        listing: cython.bint,
    ) -> cython.void:
        if listing:
            self.found.append((worth, act, source, target, count))
        if worth > self.best:
            self.best = worth
            self.act = act
            self.source = source
            self.target = target
            self.count = count

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _put(self, place: cython.int, card: cython.int) -> cython.void:
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
    def _make(self) -> cython.void:
        """Make the legal move in `act source target count`, forced steps included."""
        n: cython.int
        first: cython.int
        place: cython.int
        card: cython.int
        source: cython.int = self.source
        target: cython.int = self.target
        self.made += 1
        if self.act == ACT_DRAW:
            n = 0
            while n < self.draw_size and self.size[0]:
                card = self.pile[self.size[0] - 1]
                self._shorten(0, 1)
                self._put(self.draw_to[n], card)
                n += 1
            self.down[0] = self.size[0]
            return
        if self.act == ACT_REDEAL:
            while self.size[1]:
                self._put(0, self.pile[ROW + self.size[1] - 1])
                self._shorten(1, 1)
            self.down[0] = self.size[0]
            if self.passes < MOST_PASSES:
                self.passes += 1
            self.plays = 0
            return
        self.plays += 1
        if self.act == ACT_TURN:
            self.down[source] -= 1
            return
        first = self.size[source] - self.count
        if target == OWN:
            target = 2 + self.pile[ROW * source + first] // 13
        for n in range(self.count):
            self._put(target, self.pile[ROW * source + first + n])
        self._shorten(source, self.count)
        if self.manual:
            return
        for n in range(self.order_size):
            place = self.order[n]
            if place != source and not (self.lies_on[source] >> place) & 1:
                continue
            if self.down[place] and self.down[place] == self.size[place] and self._exposed(place):
                self.down[place] -= 1
                card = self.pile[ROW * place + self.size[place] - 1]
                if self.turned_base and self.role[place] == LAYOUT and self.size[2 + card // 13] == 0:
                    self._shorten(place, 1)
                    self._put(2 + card // 13, card)

    # --- the priorities ----------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    def _worth(self, source: cython.int, target: cython.int, count: cython.int) -> cython.int:
        """The priority of a legal move of cards; drawing has 100, a redeal 50."""
        size: cython.int = self.size[source]
        left: cython.int = size - count
        hidden: cython.int = self.down[source]
        card: cython.int = self.pile[ROW * source + left]
        under: cython.int = -1
        fits: cython.bint = False  # lies in building order where it is
        reveals: cython.bint = False
        if self.role[source] == COLUMN:
            reveals = left == hidden and hidden > 0
            if left > hidden:
                under = self.pile[ROW * source + left - 1]
                fits = (self.takes[under] >> card) & 1 != 0
        if self.kind == TALON:
            return self._talon(source, target, count, card, under, reveals)
        if self.kind == BLOCKS:
            return self._blocks(source, target, count, card, fits, reveals)
        return self._pyramids(source, target)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _safe_home(self, card: cython.int) -> cython.bint:
        """Whether a card can go to its foundation without being missed in the columns.

        Only cards one rank lower could be put on it there. Where all cards below those are on the foundations, they
        can go up themselves, and need no place.
        """
        n: cython.int
        if card % 13 < 2:
            return True
        for n in range(2, 6):
            if self.size[n] < card % 13 - 1:
                return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def _king_waits(self, but: cython.int) -> cython.bint:
        """Whether a king could use an empty column: on the waste's top, or with cards under it."""
        top: cython.int = self.ranks - 1
        place: cython.int
        n: cython.int
        if self.role[1] and self.size[1] and self.pile[ROW + self.size[1] - 1] % 13 == top:
            return True
        for place in range(6, self.last_column + 1):
            if place == but:
                continue
            for n in range(max(1, self.down[place]), self.size[place]):
                if self.pile[ROW * place + n] % 13 == top:
                    return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def _talon(
        self,
        source: cython.int,
        target: cython.int,
        count: cython.int,
        card: cython.int,
        under: cython.int,
        reveals: cython.bint,
    ) -> cython.int:
        """Klondike, chinaman: turn cards up, bring home what is safe, then what may be, then draw."""
        king: cython.bint
        if 2 <= target < 6:
            if reveals or self._safe_home(card):
                return 1000
            return 600 if source == 1 else 500
        if source < 6 and source != 1:
            return NEVER
        king = self.size[target] == 0
        if source == 1:
            return 650 if king else 450
        if reveals:
            return 700 + 10 * self.down[source]
        if count == self.size[source]:  # it empties the column
            return 620 if not king and self._king_waits(source) else NEVER
        if under < 0 or king:
            return NEVER
        # a part of a run: only to bring home, and turn a card up, what it lies on
        if self._goes_home(under) and self.size[source] - count == self.down[source] + 1:
            return 490  # below bringing cards home, so that this one goes there next
        return NEVER

    @cython.cfunc
    @cython.exceptval(check=False)
    def _blocks(
        self,
        source: cython.int,
        target: cython.int,
        count: cython.int,
        card: cython.int,
        fits: cython.bint,
        reveals: cython.bint,
    ) -> cython.int:
        """Chinese: join cards that fit, from columns with hidden cards first, onto columns that hide little."""
        if 2 <= target < 6:
            return 1000 if reveals or self._safe_home(card) else 580
        if source < 6:
            return NEVER
        if self.size[target] == 0:
            if count == self.size[source] or fits:
                return NEVER
            if card % 13 == self.ranks - 1:
                return 750 + 10 * self.down[source]
            return 300 if reveals else NEVER
        if fits:
            return 200 if reveals else NEVER
        if reveals:
            return 850 + 10 * self.down[source] - 10 * self.down[target]
        if count == self.size[source]:
            return 620 if self._king_waits(source) else 400
        return 600 + 20 * self.down[source] - 30 * self.down[target] - count

    @cython.cfunc
    @cython.exceptval(check=False)
    def _pyramids(self, source: cython.int, target: cython.int) -> cython.int:
        """Suspense: bring home and join, build in suit, clear the pyramids, fill a place before drawing."""
        if 2 <= target < 6:
            return 1000
        if target == 1:
            return 600 + self._uncovers(source)
        if self.size[target]:
            return 900 if self.role[source] == COLUMN else 800
        if self.role[source] == LAYOUT:
            return 400 + self._uncovers(source)
        return 300 if source == 1 else NEVER

    @cython.cfunc
    @cython.exceptval(check=False)
    def _uncovers(self, source: cython.int) -> cython.int:
        """How much lies under a layout card: 10 for a place that it alone still covers, 5 for a shared one."""
        place: cython.int
        worth: cython.int = 0
        for place in range(6, 30):
            if (self.lies_on[source] >> place) & 1 and self.size[place]:
                others = self.cover[place] & self.occupied & ~(cython.cast(cython.uint, 1) << source)
                worth += 5 if others else 10
        return worth

    # --- what is asked -----------------------------------------------------------------------------------------------

    def tries(self) -> list:
        """All legal moves as (priority, act, source, target, count), in the order of `rules.legal_moves`.

        Act: 0 move, 1 draw, 2 redeal, 3 turn up; target 30 is the foundation of the card's suit. `[]` once it is won.
        """
        if self._is_won():
            return []
        self._look(True)
        return self.found

    def choose(self) -> str:
        """The text of the move of the highest priority; empty where none gains anything."""
        if self._is_won():
            return ""
        self._look(False)
        return step_text(self.act, self.source, self.target, self.count) if self.best > 0 else ""

    def step(self, act: cython.int, source: cython.int, target: cython.int, count: cython.int) -> None:
        """Make a move that `tries` listed; raises `ValueError` for one of places or cards that there are not."""
        if not (0 <= source < 30 and 0 <= target <= OWN and 1 <= count <= max(self.size[source], 1)):
            raise ValueError("this is no move that was listed")
        self.act = act
        self.source = source
        self.target = target
        self.count = count
        self._make()

    def run(self) -> bool:
        """Play on by the priorities until the game is won or nothing gains anything; whether it was won."""
        while self.made < MOST:
            if self._is_won():
                return True
            self._look(False)
            if self.best <= 0:
                return False
            self._make()
        return False

    @property
    def home(self) -> int:
        """Cards on the foundations, and in whole suits in columns where these count."""
        cards: cython.int = self.size[2] + self.size[3] + self.size[4] + self.size[5]
        if self.in_suit:
            cards += self.ranks * self._whole_columns()
        return cards

    def state(self) -> tuple:
        """`piles`, `down` and `passes`, as `State` holds them."""
        place: cython.int
        piles: list = []
        for place in range(30):
            piles.append(tuple([self.pile[ROW * place + n] for n in range(self.size[place])]))
        return tuple(piles), tuple([self.down[place] for place in range(30)]), self.passes
