"""Which rules and positions the blocks kernel takes."""

from collections.abc import Sequence

from solit.engine.layout import Role
from solit.engine.lowered import Tables
from solit.engine.moves import STOCK, WASTE
from solit.engine.search.conditions import (
    builds_from_aces,
    columns_end_face_up,
    foundations_start_with_aces,
    has_places,
    has_routes,
    once_a_game,
)


@once_a_game
def has_rules(tables: Tables) -> bool:
    """Whether the rules are those of the family.

    There is no waste, so redeals and passes never come to bear; what columns take and what opens an empty one may be
    any relation.
    """
    return (
        has_places(tables)
        and has_routes(tables, (Role.COLUMN, Role.COLUMN), (Role.COLUMN, Role.FOUNDATION))
        and builds_from_aces(tables)
        and not tables.manual
        and not tables.covers
        and tables.lift in ("any", "sequence")
        and 1 <= len(tables.columns) <= 8
        and len(set(tables.draw_to)) == len(tables.draw_to)
        and set(tables.draw_to) <= set(tables.columns)
    )


def accepts(tables: Tables, piles: Sequence[Sequence[int]], down: Sequence[int], passes: int) -> bool:
    """Whether the kernel can search these rules from this position: one draw at most empties the stock."""
    return (
        has_rules(tables)
        and not piles[WASTE]
        and len(piles[STOCK]) <= len(tables.draw_to)
        and columns_end_face_up(tables, piles, down)
        and foundations_start_with_aces(piles)
    )
