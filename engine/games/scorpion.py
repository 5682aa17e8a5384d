"""scorpion: seven columns of seven that build in suit, three cards in reserve; won in the columns."""

from collections.abc import Mapping

from solit.engine.layout import Game, Lift, Note, Opening, Option, Role, Step, Suits, Value, roles_of

TITLE = "Scorpion"
SOURCE = "the rules of Scorpion as books and programs commonly tell them"
OPTIONS: tuple[Option, ...] = ()
NOTES = (
    Note("deal", "Seven columns of seven cards; the first four have their three lowest cards face down.", True),
    Note("deal", "They are dealt in rows of one card to each column. Some programs hide some in three columns.", False),
    Note("deal", "The last three cards are the reserve, face down; here it is called the stock.", True),
    Note("column-build", "Columns build down in suit; nothing goes on an ace.", True),
    Note("column-build", "Any face-up card moves with all the cards on it, in whatever order they lie.", True),
    Note("empty-column", "An empty column takes a king or a group headed by a king.", True),
    Note("reveal", "A face-down card is turned up as soon as it is uncovered.", True),
    Note("draw", "The reserve is dealt once, a card each onto the first three columns, empty ones too.", True),
    Note("draw", "It can be dealt at any time: that one deals it when nothing else moves is advice.", False),
    Note("win", "The game is won when each suit lies in one column, from king down to ace.", True),
    Note("win", "Whole suits stay in their columns: there are no foundations. All their cards lie face up.", False),
    Note("score", "Each suit complete in a column counts 13 (sheet cards).", False),
)


def build(settings: Mapping[str, Value], ranks: int, piles: int) -> Game:
    """The game under these settings (all options, checked)."""
    columns = piles or 7
    tableau = 4 * ranks - 3
    height = [len(range(column, tableau, columns)) for column in range(columns)]
    hidden = [min(3, height[column] // 2) if column <= columns // 2 else 0 for column in range(columns)]
    return Game(
        variant="scorpion",
        title=TITLE,
        ranks=ranks,
        plan=tuple([Step(6 + n % columns, n // columns >= hidden[n % columns]) for n in range(tableau)]),
        roles=roles_of(columns, waste=False, foundations=False),
        covers=((),) * 30,
        suits=Suits.SAME,
        opens={Role.COLUMN: Opening.KING},
        lift=Lift.ANY,
        routes=frozenset([(Role.COLUMN, Role.COLUMN)]),
        draw_to=(6, 7, 8)[:columns],
        passes=1,
        redeals=False,
        sheets=("cards",),
        suits_in_columns=True,
        options=OPTIONS,
        notes=NOTES,
        settings=settings,
    )
