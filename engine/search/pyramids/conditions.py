"""Which rules and positions the pyramids kernel takes."""

from collections.abc import Sequence

from solit.engine.layout import Role
from solit.engine.lowered import Tables, cards_of_deck
from solit.engine.moves import STOCK, WASTE
from solit.engine.search.conditions import Piles, has_places, has_routes, lies_in_sequence, once_a_game

LAYOUT = 14  # the first place of the layout
CENTRE, LEFT, RIGHT, TOP = range(4)  # the places of one pyramid, from its first one on


def covers_of_pyramids(columns: Sequence[int]) -> dict[int, set[int]]:
    """What lies on what: two columns a pyramid begin as its wings, each beneath one of the two overlapping cards."""
    covers: dict[int, set[int]] = {}
    for pyramid in range(len(columns) // 2):
        first = LAYOUT + 4 * pyramid
        covers[first + LEFT] = covers[first + RIGHT] = {first + TOP}
        covers[first + CENTRE] = {first + LEFT, first + RIGHT}
        covers[columns[2 * pyramid]] = {first + LEFT}
        covers[columns[2 * pyramid + 1]] = {first + RIGHT}
    return covers


@once_a_game
def has_rules(tables: Tables) -> bool:
    """Whether the rules are those of the family: whatever fills an empty place, and however many passes there are."""
    ranks, columns, deck = tables.ranks, tables.columns, cards_of_deck(tables.ranks)
    if not (2 <= ranks <= 13 and columns == tuple(range(6, 6 + len(columns))) and len(columns) in (2, 4, 6, 8)):
        return False
    everything = sum([1 << card for card in deck])
    below = {card: card - 1 if card % 13 else card + ranks - 1 for card in deck}
    return (
        has_places(tables, Role.WASTE, Role.LAYOUT)
        and tuple([place for place, role in enumerate(tables.roles) if role is Role.LAYOUT])
        == tuple(range(LAYOUT, LAYOUT + 2 * len(columns)))
        and has_routes(
            tables,
            (Role.LAYOUT, Role.WASTE),
            *[
                (source, target)
                for source in (Role.WASTE, Role.LAYOUT, Role.COLUMN)
                for target in (Role.FOUNDATION, Role.COLUMN)
            ],
        )
        and {place: set(over) for place, over in tables.covers.items()} == covers_of_pyramids(columns)
        and not tables.returns
        and not tables.manual
        and tables.suits_in_columns
        and tables.turned_base
        and tables.lift == "whole"
        and tables.bases == 0  # only a turned centre starts a foundation
        and all([tables.takes[card] == 1 << below[card] and tables.next_up[below[card]] == card for card in deck])
        and (tables.opens_column, tables.opens_waste, tables.opens_layout)
        in [(0, everything, everything), (0, everything, 0), (0, 0, 0)]
        and tables.draw_to == (WASTE,)
        and tables.redeal
    )


def accepts(tables: Tables, piles: Piles, down: Sequence[int], passes: int) -> bool:
    """Whether the kernel can search these rules from this position.

    Columns lie in sequence and the layout is one that play can reach: wings are single cards while covered, centres
    face down until bared and then, if they can be, bases.
    """
    if not has_rules(tables) or (tables.roles[STOCK] is None and piles[STOCK]):
        return False

    def covered(place: int) -> bool:
        return any([piles[over] for over in tables.covers.get(place, ())])

    for place in tables.columns:
        if down[place] or (covered(place) and len(piles[place]) != 1) or not lies_in_sequence(tables, piles[place]):
            return False
    for suit in range(4):
        home = piles[2 + suit]
        if not lies_in_sequence(tables, home[::-1]) or any([card // 13 != suit for card in home]):
            return False
    for place in range(LAYOUT, LAYOUT + 2 * len(tables.columns)):
        pile, hidden = piles[place], down[place]
        if len(pile) > 1 or (not pile and covered(place)):
            return False
        centre = (place - LAYOUT) % 4 == CENTRE
        if hidden and not (centre and covered(place)):
            return False
        if centre and pile and not hidden and not piles[2 + pile[0] // 13]:
            return False  # a turned centre that should have become a base
    return True
