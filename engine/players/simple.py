"""The simple player: it takes the legal move of the highest priority, and looks no further.

The priorities are fixed numbers, one function a family of games. A move that gains nothing has none, so every game ends.
"""

from collections.abc import Callable
from typing import NamedTuple

from solit.engine.layout import Game, Role
from solit.engine.lowered import Tables, lower
from solit.engine.moves import FOUNDATIONS, OWN_FOUNDATION, WASTE, parse_move
from solit.engine.players.view import Piles, Position, View
from solit.engine.walker import Walker

NEVER = -1
DRAW, REDEAL = 10, 5


class Try(NamedTuple):
    """A legal move with what it touches. `reveals`: it bares a face-down card; `under`: the card that the moved one
    lies on now, -1 for none or a face-down one; `fits`: it lies in building order there."""

    source: int
    target: int
    card: int
    size: int
    reveals: bool
    under: int
    fits: bool


class Simple:
    """One game's player."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tables = lower(game)
        self.walker = Walker(self.tables)
        self._judge = _JUDGES[family(game)]
        self._plays = 1  # moves other than draws since the stock was last turned over

    def next_moves(self, view: View) -> list[str]:
        """The best move, or none."""
        position = view.filled()
        self.walker.place(*position)
        best = self.best(position, self.walker.legal())
        if best is None:
            return []
        if best == "r":
            if not self._plays:
                return []  # the next pass would be as this one
            self._plays = 0
        elif best != "d":
            self._plays += 1
        return [best]

    def best(self, position: Position, legal: list[str]) -> str | None:
        """The legal move of the highest priority, the first of several; None where all are worth nothing."""
        best, most = None, 0.0
        for text in legal:
            worth = self.worth(position, text)
            if worth > most:
                best, most = text, worth
        return best

    def worth(self, position: Position, text: str) -> float:
        """The priority of a legal move, above 0 where it gains something."""
        move = parse_move(text)
        if move.act != "move":
            return {"draw": DRAW, "redeal": REDEAL, "turn": 100}[move.act]
        piles, down, _passes = position
        pile = piles[move.source]
        left = len(pile) - move.count
        hidden = down[move.source]
        under = pile[left - 1] if left > hidden else -1
        card = pile[left]
        fits = under >= 0 and self.game.roles[move.source] is Role.COLUMN and bool(self.tables.takes[under] >> card & 1)
        target = 2 + card // 13 if move.target == OWN_FOUNDATION else move.target
        reveals = left == hidden > 0 and move.source >= FOUNDATIONS[-1]
        tried = Try(move.source, target, card, move.count, reveals, under, fits)
        return self._judge(self.tables, piles, down, tried)


def family(game: Game) -> str:
    """Which priorities a game is played by: `talon` (klondike, chinaman), `blocks` (chinese), `pyramids` (suspense)."""
    if game.circular:
        return "pyramids"
    return "talon" if game.roles[WASTE] is not None else "blocks"


def _heights(tables: Tables, piles: Piles) -> list[int]:
    return [len(piles[place]) for place in FOUNDATIONS]


def _safe_home(tables: Tables, piles: Piles, card: int) -> bool:
    """Whether no card that could still be wanted on this one is left out: all lower ranks but one are up."""
    return card % 13 < 2 or min(_heights(tables, piles)) >= card % 13 - 1


def _king_waits(tables: Tables, piles: Piles, down: tuple[int, ...], but: int) -> bool:
    """Whether a king could use an empty column: on the waste's top, or with cards under it."""
    top = tables.ranks - 1
    if piles[WASTE] and piles[WASTE][-1] % 13 == top:
        return True
    for place in tables.columns:
        if place != but:
            for card in piles[place][max(1, down[place]) :]:
                if card % 13 == top:
                    return True
    return False


def _talon(tables: Tables, piles: Piles, down: tuple[int, ...], move: Try) -> float:
    """Klondike and chinaman: turn cards up, bring home what is safe, then what may be, then draw."""
    hidden = down[move.source]
    if move.target in FOUNDATIONS:
        if move.reveals or _safe_home(tables, piles, move.card):
            return 100
        return 60 if move.source == WASTE else 50
    if move.source in FOUNDATIONS:
        return NEVER
    king = not piles[move.target]
    if move.source == WASTE:
        return 65 if king else 45
    if move.reveals:
        return 70 + hidden
    size = len(piles[move.source])
    if move.size == size:  # it empties the column
        return 62 if not king and _king_waits(tables, piles, down, move.source) else NEVER
    if move.under < 0 or king:
        return NEVER
    # a part of a run: only to bring home the card that it lies on
    goes = len(piles[2 + move.under // 13]) == move.under % 13
    return 55 if goes and size - move.size == hidden + 1 else NEVER


def _blocks(tables: Tables, piles: Piles, down: tuple[int, ...], move: Try) -> float:
    """Chinese: join cards that fit, from columns with hidden cards first, onto columns that hide little."""
    hidden, size = down[move.source], len(piles[move.source])
    if move.target in FOUNDATIONS:
        return 100 if move.reveals or _safe_home(tables, piles, move.card) else 58
    if move.source in FOUNDATIONS:
        return NEVER
    if not piles[move.target]:
        if move.size == size or move.fits:
            return NEVER
        return 75 + hidden if move.card % 13 == tables.ranks - 1 else (30 if move.reveals else NEVER)
    if move.fits:
        return 20 if move.reveals else NEVER
    if move.reveals:
        return 85 + hidden - down[move.target]
    if move.size == size:
        return 62 if _king_waits(tables, piles, down, move.source) else 40
    return 60 + 2 * hidden - 3 * down[move.target] - 0.1 * move.size


def _pyramids(tables: Tables, piles: Piles, down: tuple[int, ...], move: Try) -> float:
    """Suspense: join and bring home, build in suit, clear the pyramids onto the waste, fill a place before drawing."""
    layout = move.source > tables.columns[-1]
    if move.target in FOUNDATIONS:
        return 100
    if move.target == WASTE:
        return 60 + _uncovers(tables, piles, move.source)
    if piles[move.target]:
        return 90 if not layout and move.source != WASTE else 80
    if layout:
        return 40 + _uncovers(tables, piles, move.source)
    return 30 if move.source == WASTE else NEVER


def _uncovers(tables: Tables, piles: Piles, source: int) -> float:
    """How much lies under a layout card: a point a place that it alone still covers, less for shared ones."""
    worth = 0.0
    for place, covers in tables.covers.items():
        if source in covers and piles[place]:
            others = sum([1 for cover in covers if cover != source and piles[cover]])
            worth += 1.0 if not others else 0.5
    return worth


_JUDGES: dict[str, Callable[[Tables, Piles, tuple[int, ...], Try], float]] = {
    "talon": _talon,
    "blocks": _blocks,
    "pyramids": _pyramids,
}
