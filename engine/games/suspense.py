"""suspense: four pyramids with a hidden centre that becomes a foundation, a waste built up or down."""

from collections.abc import Mapping

from solit.engine.layout import Game, Lift, Note, Opening, Option, Role, Step, Suits, Value, roles_of
from solit.engine.moves import PLACE, WASTE

TITLE = "Suspense"
SOURCE = "a rules page of Suspense, which breaks off before it has said how the game ends"
OPTIONS = (
    Option(
        "spaces",
        "any",
        "what may fill an empty place: waste top or layout card, waste top only, nothing",
        ("any", "waste", "none"),
    ),
    Option("passes", 1, "passes through the stock, 0 for any number", low=0, high=1000),
)
NOTES = (
    Note("deal", "Four pyramids of six: a face-down centre, its wings, two overlapping cards, one card on top.", True),
    Note("deal", "The other cards are the draw pile; its first card is turned at once and starts the waste.", True),
    Note("waste-build", "Uncovered layout cards go on the waste, up or down by one rank; suit does not matter.", True),
    Note("waste-build", "The direction may change at every card.", True),
    Note("empty-waste", "An empty waste takes only a drawn card.", False),
    Note("not-in-variant", "Column and foundation cards are never played on the waste.", False),
    Note("covered", "Only uncovered layout cards are eligible for play.", True),
    Note("place-not-in-play", "As the wings are uncovered they become the columns, never more than eight.", True),
    Note("column-build", "Columns build down in suit; ace is high, low, or the corner.", True),
    Note("column-build", "Waste cards go on columns.", True),
    Note("column-build", "Layout cards go straight to columns and foundations.", False),
    Note("not-the-whole-column", "Whole columns are combined when they have been built to meet each other.", True),
    Note("not-the-whole-column", "Part of a column never moves to another column.", False),
    Note("empty-column", "An empty place may be filled by the waste top or by a layout card (option spaces).", False),
    Note("foundation-base", "A turned centre starts the foundation of its suit where there is none.", False),
    Note("foundation-base", "Other turned centres stay in place as layout cards.", False),
    Note("foundation-base", "A suit none of whose cards was a centre has no foundation.", False),
    Note("foundation-build", "Foundations build up in suit, circular, to 13 cards.", False),
    Note("foundation-build", "The waste top, layout cards and column ends feed them; cards never come back.", False),
    Note("draw", "One card is flipped from the draw pile to the waste.", True),
    Note("draw", "Drawing is allowed at any time: that one draws when no card goes to the waste is advice.", False),
    Note("passes-used-up", "One pass, no redeal (option passes).", False),
    Note("win", "Each available suit is built into one pile, in the foundation or tableau area.", True),
    Note("win", "That is: each of the four suits in one pile of 13, a foundation or a column.", False),
    Note("lose", "The game is lost when it is not won and no legal move is left.", False),
    Note("score", "Cards on the foundations count, and 13 for each suit complete in a column (sheet cards).", False),
)


def build(settings: Mapping[str, Value], ranks: int, piles: int) -> Game:
    """The game under these settings (all options, checked)."""
    pyramids = piles or 4
    plan: list[Step] = []
    covers: list[tuple[int, ...]] = [()] * 30
    for n in range(pyramids):
        centre, left, right, top = (PLACE[f"p{n + 1}{part}"] for part in "cabt")
        wings = (6 + 2 * n, 7 + 2 * n)
        plan += [Step(centre, False), *(Step(place, True) for place in (*wings, left, right, top))]
        covers[left] = covers[right] = (top,)
        covers[wings[0]], covers[wings[1]], covers[centre] = (left,), (right,), (left, right)
    plan.append(Step(WASTE, True))
    fills = {Role.WASTE: settings["spaces"] != "none", Role.LAYOUT: settings["spaces"] == "any"}
    return Game(
        variant="suspense",
        title=TITLE,
        ranks=ranks,
        plan=tuple(plan),
        roles=roles_of(2 * pyramids, pyramids=pyramids),
        covers=tuple(covers),
        suits=Suits.SAME,
        opens={role: Opening.ANY if may else Opening.NONE for role, may in fills.items()},
        lift=Lift.WHOLE,
        routes=frozenset(
            [
                (Role.LAYOUT, Role.WASTE),
                *(
                    (source, target)
                    for source in (Role.WASTE, Role.LAYOUT, Role.COLUMN)
                    for target in (Role.FOUNDATION, Role.COLUMN)
                ),
            ]
        ),
        draw_to=(WASTE,),
        passes=int(settings["passes"]),
        sheets=("cards",),
        circular=True,
        turned_base=True,
        suits_in_columns=True,
        options=OPTIONS,
        notes=NOTES,
        settings=settings,
    )
