"""yukon: klondike's triangle with the other cards dealt on its columns, groups move in any order, no stock."""

from collections.abc import Mapping

from solit.engine.games.klondike import triangle
from solit.engine.layout import Game, Lift, Note, Opening, Option, Role, Step, Suits, Value, roles_of

TITLE = "Yukon"
SOURCE = "the rules of Yukon as books and programs commonly tell them"
OPTIONS: tuple[Option, ...] = ()
NOTES = (
    Note("deal", "Column i of 1..7 gets i cards, only the last one face up; then 2..7 get four more, face up.", True),
    Note("deal", "Both parts are dealt row by row, left to right. There is no stock.", False),
    Note("column-build", "Columns build down in alternating colours.", True),
    Note("column-build", "Any face-up card moves with all the cards on it, in whatever order they lie.", True),
    Note("empty-column", "An empty column takes a king or a group headed by a king.", True),
    Note("reveal", "A face-down card is turned up as soon as it is uncovered.", True),
    Note("foundation-base", "Foundations start with the ace.", True),
    Note("foundation-build", "Foundations build up in suit to the king.", True),
    Note("foundation-return-off", "Cards do not come back from a foundation; some programs let them.", False),
    Note("win", "The game is won when all cards are on the foundations.", True),
    Note("score", "The score is the number of cards on the foundations (sheet cards).", False),
)


def build(settings: Mapping[str, Value], ranks: int, piles: int) -> Game:
    """The game under these settings (all options, checked)."""
    columns = piles or 7
    spread = tuple(range(6 + min(1, columns - 1), 6 + columns))  # where the other cards go
    others = range(4 * ranks - columns * (columns + 1) // 2)
    return Game(
        variant="yukon",
        title=TITLE,
        ranks=ranks,
        plan=(*triangle(columns), *[Step(spread[n % len(spread)], True) for n in others]),
        roles=roles_of(columns, stock=False, waste=False),
        covers=((),) * 30,
        suits=Suits.ALTERNATE,
        opens={Role.COLUMN: Opening.KING},
        lift=Lift.ANY,
        routes=frozenset([(Role.COLUMN, Role.COLUMN), (Role.COLUMN, Role.FOUNDATION)]),
        draw_to=(),
        passes=1,
        redeals=False,
        sheets=("cards",),
        may_return=False,
        options=OPTIONS,
        notes=NOTES,
        settings=settings,
    )
