"""klondike, as Game Colony's tournaments play it."""

from collections.abc import Mapping

from solit.engine.layout import Game, Lift, Note, Opening, Option, Role, Step, Suits, Value, roles_of

TITLE = "Klondike, as Game Colony's tournaments play it"
SOURCE = "Game Colony's tournament solitaire rules"
OPTIONS = (
    Option("draw", 3, "cards drawn at a time", (3, 1)),
    Option(
        "flip",
        "auto",
        "whether a bared face-down card is turned up at once or by a move of its own",
        ("auto", "manual"),
    ),
    Option("undo", 1, "take-backs allowed in a row", low=0, high=1000),
    Option("time_limit", 300, "seconds of play, 0 for no limit; only for records with times", low=0, high=86400),
    Option("passes", 0, "passes through the stock, 0 for any number", low=0, high=1000),
)
NOTES = (
    Note("deal", "Column i of 1..7 gets i cards, dealt row by row; only the last card of each is face up.", False),
    Note("deal", "The other 24 cards are the stock.", False),
    Note("column-build", "Columns build down in alternating colours; more than one card may be moved at a time.", True),
    Note("not-a-sequence", "A group that moves must be in sequence: only a start can hold others.", False),
    Note("empty-column", "An empty column is filled by any king.", True),
    Note("foundation-base", "Foundations start with the ace.", True),
    Note("foundation-build", "Foundations build up in suit to the king.", True),
    Note("foundation-return", "A card on a foundation can come back to a column, at a penalty.", True),
    Note("foundation-to-foundation", "Foundation to foundation is refused: it would earn points for nothing.", False),
    Note("draw", "One or three cards are turned up at a time; only the top card of the waste is playable.", True),
    Note("draw", "At draw 3 fewer cards are drawn where fewer are left.", False),
    Note("redeal", "The stock can be gone through again, any number of times, with penalties.", True),
    Note("stock-not-empty", "The waste is turned over only when the stock is empty; the order stays.", False),
    Note("not-face-down", "A bared face-down card can be turned up by clicking on it (option flip).", True),
    Note("not-face-down", "With flip=auto it is turned up at once, by the move that bares it.", False),
    Note("undo-used-up", "One move can be taken back, not more.", True),
    Note("undo-used-up", "Any other entry restores the allowance; the clock is not turned back.", False),
    Note("undo-revealed", "A move that opens a hidden card can't be taken back.", True),
    Note("undo-revealed", "Hidden means: it never lay face up in this record, not even on a line taken back.", False),
    Note("out-of-time", "Five minutes is the maximum time allowed.", True),
    Note("out-of-time", "An entry exactly at the limit is in time; an open game that ends later is lost.", False),
    Note("win", "The game is won when all 52 cards are on the foundations.", True),
    Note("lose", "The game ends when no more moves are possible or time runs out.", True),
    Note("lose", "A redeal that is still allowed is a move, a take-back is not.", False),
    Note(
        "score", "+10 a card to a foundation, +5 waste to column, +5 a card revealed, -15 foundation to column.", True
    ),
    Note("score", "Each pass after the third costs 20 at draw 3, each after the first 100 at draw 1.", True),
    Note("score", "A pass is charged when it starts; a score can be negative.", False),
    Note("score", "At the end of the game each unused second earns a time bonus.", True),
    Note("score", "The source gives no rate: 1 point a second unless another is given.", False),
)


def triangle(columns: int) -> tuple[Step, ...]:
    """Columns of 1..n cards dealt row by row, only the last card of each face up."""
    return tuple([Step(6 + column, column == row) for row in range(columns) for column in range(row, columns)])


def build(settings: Mapping[str, Value], ranks: int, piles: int) -> Game:
    """The game under these settings (all options, checked)."""
    columns = piles or 7
    sources = (Role.WASTE, Role.COLUMN, Role.FOUNDATION)
    return Game(
        variant="klondike",
        title=TITLE,
        ranks=ranks,
        plan=triangle(columns),
        roles=roles_of(columns),
        covers=((),) * 30,
        suits=Suits.ALTERNATE,
        opens=dict.fromkeys(sources, Opening.KING),
        lift=Lift.SEQUENCE,
        routes=frozenset(
            [
                *((source, Role.COLUMN) for source in sources),
                (Role.WASTE, Role.FOUNDATION),
                (Role.COLUMN, Role.FOUNDATION),
            ]
        ),
        draw_to=(1,) * int(settings["draw"]),
        passes=int(settings["passes"]),
        sheets=("game-colony", "standard", "vegas", "cards"),
        flip=settings["flip"] == "manual",
        may_return=True,
        undo=int(settings["undo"]),
        time_limit=int(settings["time_limit"]),
        options=OPTIONS,
        notes=NOTES,
        settings=settings,
    )
