"""chinaman: klondike's layout, any suit, draw 3, two passes."""

from collections.abc import Mapping

from solit.engine.games.klondike import triangle
from solit.engine.layout import Game, Lift, Note, Opening, Option, Role, Suits, Value, roles_of

TITLE = "Chinaman"
SOURCE = "a rules page of Chinaman solitaire"
OPTIONS = (
    Option(
        "groups",
        "any",
        "which groups move: the chosen card and all on it, or only the whole face-up run",
        ("any", "whole"),
    ),
    Option("draw", 3, "cards drawn at a time", (3, 1)),
    Option("passes", 2, "passes through the stock, 0 for any number", low=0, high=1000),
    Option("build", "any", "columns build in any suit, or in any suit but the card's own", ("any", "other-suit")),
    Option("foundation_return", False, "whether cards may come back from the foundations", (False, True)),
)
NOTES = (
    Note("deal", "Column i of 1..7 gets i cards; only the last card of each is face up.", True),
    Note("deal", "Columns are dealt row by row, left to right; the other 24 cards are the stock.", False),
    Note("column-build", "Columns build down in rank, any suit.", True),
    Note("column-build", "Any face-up card moves with all the cards on it; none of them may be left behind.", False),
    Note("column-build", "The source also says that the entire group must be moved.", True),
    Note("column-build", "We take that for the same rule; the strict reading is option groups=whole.", False),
    Note("not-a-sequence", "A group that moves must be in sequence: only a start can hold others.", False),
    Note("reveal", "A face-down card is turned up as soon as it is exposed.", True),
    Note("empty-column", "An empty column takes a king or a group headed by a king.", True),
    Note("foundation-base", "Only an ace starts a foundation.", True),
    Note("foundation-build", "Foundations build up in suit to the king.", True),
    Note("foundation-return-off", "Cards do not come back from a foundation (option foundation_return).", False),
    Note("draw", "Three cards are drawn to the waste; only its top card is playable.", True),
    Note(
        "draw", "Drawing is allowed at any time: that one draws when no moves are left is advice to the player.", False
    ),
    Note("passes-used-up", "One redeal, two passes in all.", True),
    Note("stock-not-empty", "The waste is turned over when the stock is exhausted.", True),
    Note("stock-not-empty", "The order of the cards stays.", False),
    Note("win", "The game is won when all cards are on the foundations.", True),
    Note("lose", "The game is lost when no legal move remains, the stock and its redeal used up.", True),
    Note("score", "Cards on the foundations count (sheet cards).", False),
)


def build(settings: Mapping[str, Value], ranks: int, piles: int) -> Game:
    """The game under these settings (all options, checked)."""
    columns = piles or 7
    returns = bool(settings["foundation_return"])
    sources = (Role.WASTE, Role.COLUMN, *([Role.FOUNDATION] if returns else []))
    return Game(
        variant="chinaman",
        title=TITLE,
        ranks=ranks,
        plan=triangle(columns),
        roles=roles_of(columns),
        covers=((),) * 30,
        suits=Suits.ANY if settings["build"] == "any" else Suits.OTHER,
        opens=dict.fromkeys(sources, Opening.KING),
        lift=Lift.SEQUENCE if settings["groups"] == "any" else Lift.RUN,
        routes=frozenset(
            [
                *((source, Role.COLUMN) for source in sources),
                (Role.WASTE, Role.FOUNDATION),
                (Role.COLUMN, Role.FOUNDATION),
            ]
        ),
        draw_to=(1,) * int(settings["draw"]),
        passes=int(settings["passes"]),
        sheets=("cards", "standard", "vegas"),
        may_return=returns,
        options=OPTIONS,
        notes=NOTES,
        settings=settings,
    )
