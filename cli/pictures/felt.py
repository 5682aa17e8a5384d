"""The felt that a game is drawn on: where its piles lie, in units of a hundredth of a card's width."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from solit.engine.layout import Game, Role
from solit.engine.moves import FOUNDATIONS, PLACES, STOCK, WASTE
from solit.engine.state import State

CARD_WIDTH, CARD_HEIGHT = 100, 140
STEP = 114  # from one column to the next
LABEL = 30  # room above a pile for its name
FAN_UP, FAN_DOWN, FAN_WASTE = 36, 14, 42  # from one card to the next
OVERLAP = 62  # from one row of a pyramid to the next
GAP = 34  # between pyramids


class Felt(NamedTuple):
    """A drawn board: width and height, and by place the left upper corner of its first card (None: not of the game)."""

    width: int
    height: int
    corners: tuple[tuple[int, int] | None, ...]

    def as_dict(self, game: Game) -> dict[str, Any]:
        """For the page's script: corners in the order of the game's places."""
        return {"width": self.width, "height": self.height, "at": [self.corners[place] for place in game.places]}


def felts(game: Game, states: Iterable[State]) -> list[Felt]:
    """A wide board and, where another form fits a narrow screen better, a narrow one; with room for all the states."""
    deepest = [0] * len(PLACES)
    for state in states:
        for place in game.columns:
            pile, hidden = state.piles[place], state.down[place]
            if pile:
                up = len(pile) - hidden
                depth = hidden * FAN_DOWN + up * FAN_UP - (FAN_UP if up else FAN_DOWN)
                deepest[place] = max(deepest[place], depth)
    pyramids = pyramids_of(game)
    if not pyramids:
        return [_in_columns(game, deepest)]
    forms = [_in_pyramids(game, deepest, pyramids, len(pyramids))]
    if len(pyramids) > 2:
        forms.append(_in_pyramids(game, deepest, pyramids, 2))
    return forms


def pyramids_of(game: Game) -> list[list[int]]:
    """The layout places, pyramid by pyramid: centre, left overlap, right overlap, top."""
    places = [place for place, role in enumerate(game.roles) if role is Role.LAYOUT]
    return [places[n : n + 4] for n in range(0, len(places), 4)]


def _tops(game: Game, width: int) -> tuple[list[tuple[int, int] | None], int]:
    """The corners of stock, waste and foundations on a board of this width, and where the next row begins."""
    corners: list[tuple[int, int] | None] = [None] * len(PLACES)
    corners[STOCK] = (0, LABEL)
    right = CARD_WIDTH
    if game.roles[WASTE] is not None:
        corners[WASTE] = (STEP, LABEL)
        right = STEP + CARD_WIDTH + FAN_WASTE * (max(game.draw_to.count(WASTE), 1) - 1)
    left, row = width - 3 * STEP - CARD_WIDTH, LABEL
    if left < right + STEP - CARD_WIDTH:  # no room beside the waste
        left, row = 0, LABEL + CARD_HEIGHT + LABEL
    for n, place in enumerate(FOUNDATIONS):
        corners[place] = (max(left, 0) + n * STEP, row)
    return corners, row + CARD_HEIGHT


def _in_columns(game: Game, deepest: Sequence[int]) -> Felt:
    width = (max(len(game.columns), 4) - 1) * STEP + CARD_WIDTH
    corners, bottom = _tops(game, width)
    row = bottom + LABEL
    for n, place in enumerate(game.columns):
        corners[place] = (n * STEP, row)
    height = row + CARD_HEIGHT + max([deepest[place] for place in game.columns])
    return Felt(width, height, tuple(corners))


def _in_pyramids(game: Game, deepest: Sequence[int], pyramids: Sequence[Sequence[int]], beside: int) -> Felt:
    """Pyramids in rows: wings left and right of the centre, the overlaps on their seams, the top over both.

    A wing's column grows downwards in its own place: it can only grow once its overlap is gone.
    """
    each = 2 * STEP + CARD_WIDTH + GAP
    width = max(each * beside - GAP, 3 * STEP + CARD_WIDTH)
    corners, row = _tops(game, width)
    for first in range(0, len(pyramids), beside):
        row += LABEL
        depth = 2 * OVERLAP
        for n, (centre, left, right, top) in enumerate(pyramids[first : first + beside]):
            x = n * each
            wings = game.columns[2 * (first + n) : 2 * (first + n) + 2]
            corners[wings[0]], corners[centre], corners[wings[1]] = (x, row), (x + STEP, row), (x + 2 * STEP, row)
            corners[left], corners[right] = (x + STEP // 2, row + OVERLAP), (x + STEP + STEP // 2, row + OVERLAP)
            corners[top] = (x + STEP, row + 2 * OVERLAP)
            depth = max([depth, *[deepest[place] for place in wings]])
        row += CARD_HEIGHT + depth
    return Felt(width, row, tuple(corners))
