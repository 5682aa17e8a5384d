"""chinese: Chinese Solitaire, seven columns of seven, blocks move in any order."""

from collections.abc import Mapping

from solit.engine.layout import Game, Lift, Note, Opening, Option, Role, Step, Suits, Value, roles_of

TITLE = "Chinese Solitaire"
SOURCE = "a description of Chinese Solitaire by the author of a computer version"
OPTIONS = (
    Option("easy", False, "whether any card or group may go to an empty column", (False, True)),
    Option("groups", "any", "which groups move: in whatever order they lie, or only in sequence", ("any", "sequence")),
    Option("foundation_return", False, "whether cards may come back from the foundations", (False, True)),
)
NOTES = (
    Note("deal", "Seven columns of seven cards; columns 4..7 have 3, 4, 5, 6 cards face down.", True),
    Note("deal", "They are dealt in rows of one card to each column; the lowest cards are the face-down ones.", False),
    Note("deal", "The last three cards are the stock.", True),
    Note("column-build", "Columns build down in alternating colours; cards move singly or in blocks.", True),
    Note("column-build", "A block is any face-up card with all the cards on it, in whatever order they lie.", False),
    Note("column-build", "The stricter reading, blocks in sequence only, is option groups=sequence.", False),
    Note("empty-column", "Only kings go to an empty column, unless easy mode is on.", True),
    Note("foundation-base", "Foundations start with the ace.", True),
    Note("foundation-build", "Foundations build up in suit to the king.", True),
    Note("foundation-return-off", "Cards do not come back from a foundation (option foundation_return).", False),
    Note("reveal", "A face-down card is turned up as soon as it is uncovered.", True),
    Note("draw", "The stock can be dealt at any time, once: its three cards go to the first three columns.", True),
    Note("draw", "They are dealt onto an empty column too.", False),
    Note("win", "The game is won when all cards are on the foundations.", True),
    Note("score", "The score is the number of cards on the foundations (sheet cards).", False),
)


def build(settings: Mapping[str, Value], ranks: int, piles: int) -> Game:
    """The game under these settings (all options, checked)."""
    columns = piles or 7
    returns = bool(settings["foundation_return"])
    sources = (Role.COLUMN, *([Role.FOUNDATION] if returns else []))
    tableau = 4 * ranks - 3
    height = [len(range(column, tableau, columns)) for column in range(columns)]
    hidden = [min(column, height[column] - 1) if column >= columns // 2 else 0 for column in range(columns)]
    return Game(
        variant="chinese",
        title=TITLE,
        ranks=ranks,
        plan=tuple([Step(6 + n % columns, n // columns >= hidden[n % columns]) for n in range(tableau)]),
        roles=roles_of(columns, waste=False),
        covers=((),) * 30,
        suits=Suits.ALTERNATE,
        opens=dict.fromkeys(sources, Opening.ANY if settings["easy"] else Opening.KING),
        lift=Lift.ANY if settings["groups"] == "any" else Lift.SEQUENCE,
        routes=frozenset([*((source, Role.COLUMN) for source in sources), (Role.COLUMN, Role.FOUNDATION)]),
        draw_to=(6, 7, 8)[:columns],
        passes=1,
        redeals=False,
        sheets=("cards",),
        may_return=returns,
        options=OPTIONS,
        notes=NOTES,
        settings=settings,
    )
