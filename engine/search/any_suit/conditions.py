"""Which rules and positions the any-suit kernel takes."""

from collections.abc import Sequence

from solit.engine.lowered import Tables, cards_of_deck
from solit.engine.search.conditions import (
    columns_end_face_up,
    draws_to_a_waste,
    foundations_start_with_aces,
    once_a_game,
)


@once_a_game
def has_rules(tables: Tables) -> bool:
    """Whether the rules are those of the family.

    Columns build down by one rank, in whatever suits; any group in order or the whole face-up part, in order, is
    lifted; only kings open an empty column.
    """
    top = tables.ranks - 1
    deck = cards_of_deck(tables.ranks)
    opening = tables.opens_column | tables.opens_waste | tables.opens_foundation
    return (
        draws_to_a_waste(tables)
        and tables.lift in ("sequence", "run")
        and not tables.manual
        and len(tables.columns) <= 8
        and not any(tables.waste_takes)
        and not any([opening >> card & 1 for card in deck if card % 13 != top])
        and not any([tables.takes[c] >> d & 1 for c in deck for d in deck if d % 13 != c % 13 - 1])
    )


def accepts(tables: Tables, piles: Sequence[Sequence[int]], down: Sequence[int], passes: int) -> bool:
    """Whether the kernel can search these rules from this position."""
    return has_rules(tables) and columns_end_face_up(tables, piles, down) and foundations_start_with_aces(piles)


def run_starts(tables: Tables, pile: Sequence[int], down: int) -> list[int]:
    """Where the runs of a column begin: at each face-down card, and at each face-up one that does not lie on a face-up
    card that takes it."""
    return [
        index
        for index, card in enumerate(pile)
        if index <= down or not tables.takes[pile[index - 1]] >> card & 1
    ]
