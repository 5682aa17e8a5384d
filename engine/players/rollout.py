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
from solit.engine.moves import step_text

if cython.compiled:
    from cython.cimports.solit.engine.board import (
        ACT_DRAW,
        ACT_MOVE,
        ACT_REDEAL,
        COLUMN,
        LAYOUT,
        OWN,
        ROW,
        Board,
        act_of,
        count_of,
        source_of,
        target_of,
    )
else:
    from solit.engine.board import (
        ACT_DRAW,
        ACT_MOVE,
        ACT_REDEAL,
        COLUMN,
        LAYOUT,
        OWN,
        ROW,
        Board,
        act_of,
        count_of,
        source_of,
        target_of,
    )

NEVER = cython.declare(cython.const[cython.int], -1)

TALON = cython.declare(cython.const[cython.int], 0)
BLOCKS = cython.declare(cython.const[cython.int], 1)
PYRAMIDS = cython.declare(cython.const[cython.int], 2)

MOST = cython.declare(cython.const[cython.int], 5000)  # moves of one game, far beyond what the priorities lead to

COMPILED = bool(cython.compiled)


@cython.final
@cython.cclass
class Rollout(Board):
    """One game, made from `lowered.Tables`. `place` a position, then ask for `tries`, or `run` it."""

    kind: cython.int  # family of games
    plays: cython.int  # moves other than draws since the stock was last turned over
    made: cython.int
    best: cython.int  # the priority of the best move found

    def __init__(self, tables) -> None:
        Board.__init__(self, tables)
        self.kind = PYRAMIDS if Role.LAYOUT in tables.roles else TALON if self.role[1] else BLOCKS

    @cython.cfunc
    @cython.exceptval(check=False)
    def begin(self) -> cython.void:
        self.plays = 1
        self.made = 0

    def place(self, piles, down, passes: cython.int, plays: cython.int = 1) -> None:
        """Set a position as `Board.place` does; `plays`: moves other than draws in this pass."""
        self.set_piles(piles, down, passes)
        self.plays = plays

    @cython.cfunc
    @cython.exceptval(check=False)
    def make(self) -> cython.ulonglong:
        self.made += 1
        if self.act == ACT_REDEAL:
            self.plays = 0
        elif self.act != ACT_DRAW:
            self.plays += 1
        return Board.make(self)

    @cython.cfunc
    @cython.exceptval(check=False)
    def choose_best(self) -> cython.void:
        """Find the legal move of the highest priority, the first of several."""
        n: cython.int
        worth: cython.int
        word: cython.uint
        chosen: cython.uint = 0
        self.best = 0
        for n in range(self.list_moves(False)):
            word = self.moves[n]
            worth = self._worth(word)
            if worth > self.best:
                self.best = worth
                chosen = word
        self._take(chosen)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _take(self, word: cython.uint) -> cython.void:
        self.act = act_of(word)
        self.source = source_of(word)
        self.target = target_of(word)
        self.count = count_of(word)

    # --- the priorities ----------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    def _worth(self, word: cython.uint) -> cython.int:
        """The priority of a move that was listed."""
        act: cython.int = act_of(word)
        source: cython.int = source_of(word)
        target: cython.int = target_of(word)
        count: cython.int = count_of(word)
        left: cython.int
        hidden: cython.int
        card: cython.int
        under: cython.int = -1
        fits: cython.bint = False  # lies in building order where it is
        reveals: cython.bint = False
        if act != ACT_MOVE:
            if act == ACT_REDEAL:  # without a play in this pass the next one would be as this was
                return 50 if self.plays else NEVER
            return 100 if act == ACT_DRAW else 1000
        left = self.size[source] - count
        hidden = self.down[source]
        card = self.pile[ROW * source + left]
        if target == OWN:
            target = 2 + card // 13
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
        k: cython.int
        if self.role[1] and self.size[1] and self.pile[ROW + self.size[1] - 1] % 13 == top:
            return True
        for k in range(self.column_count):
            place = self.column[k]
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
        if self.goes_home(under) and self.size[source] - count == self.down[source] + 1:
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
        if self.is_won():
            return []
        return [
            (self._worth(word), act_of(word), source_of(word), target_of(word), count_of(word))
            for word in self.moves[: self.list_moves(False)]
        ]

    def choose(self) -> str:
        """The text of the move of the highest priority; empty where none gains anything."""
        if self.is_won():
            return ""
        self.choose_best()
        return step_text(self.act, self.source, self.target, self.count) if self.best > 0 else ""

    def step(self, act: cython.int, source: cython.int, target: cython.int, count: cython.int) -> None:
        """Make a move that `tries` listed; raises `ValueError` for one of places or cards that there are not."""
        if not (0 <= source < 30 and 0 <= target <= OWN and 1 <= count <= max(self.size[source], 1)):
            raise ValueError("this is no move that was listed")
        self.act = act
        self.source = source
        self.target = target
        self.count = count
        self.make()

    def run(self) -> bool:
        """Play on by the priorities until the game is won or nothing gains anything; whether it was won."""
        while self.made < MOST:
            if self.is_won():
                return True
            self.choose_best()
            if self.best <= 0:
                return False
            self.make()
        return False

    @property
    def home(self) -> int:
        """Cards on the foundations, and in whole suits in columns where these count."""
        return self.cards_home() + (self.ranks * self.whole_columns() if self.in_suit else 0)
