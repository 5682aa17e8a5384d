"""Which rules and positions the pairs kernel takes."""

from collections.abc import Sequence

from solit.engine.lowered import Tables, cards_of_deck
from solit.engine.moves import STOCK, WASTE
from solit.engine.search.conditions import (
    columns_end_face_up,
    draws_to_a_waste,
    foundations_start_with_aces,
    once_a_game,
)
from solit.engine.search.pairs.line import fits


@once_a_game
def has_rules(tables: Tables) -> bool:
    """Whether the rules are those of the family.

    Columns build down in alternating colours, any group in order is lifted, kings alone open an empty column, cards
    come back from the foundations, one card or three are drawn.
    """
    deck = cards_of_deck(tables.ranks)
    kings = sum([1 << card for card in deck if card % 13 == tables.ranks - 1])
    return (
        tables.returns
        and draws_to_a_waste(tables)
        and tables.lift == "sequence"
        and tables.opens_column == tables.opens_waste == tables.opens_foundation == kings
        and len(tables.draw_to) in (1, 3)
        and len(tables.columns) <= 8
        and all([tables.takes[onto] == sum([1 << card for card in deck if fits(card, onto)]) for onto in deck])
    )


def accepts(tables: Tables, piles: Sequence[Sequence[int]], down: Sequence[int], passes: int) -> bool:
    """Whether the kernel can search these rules from this position: its key must fit one word."""
    if not has_rules(tables) or not foundations_start_with_aces(piles):
        return False
    if not tables.manual and not columns_end_face_up(tables, piles, down):
        return False
    stock = len(piles[STOCK]) + len(piles[WASTE])
    if stock > 24:
        return False
    key = (1 << stock) * (tables.ranks + 1) ** 4
    # the low byte of a slot notes what was in reach, or what is known of the easier game
    key *= max((stock + 1) ** 2, 256) if tables.passes or not tables.redeal else 256
    for place in tables.columns:
        pile, hidden = piles[place], down[place]
        if pile:
            seams = [n for n in range(hidden + 1, len(pile)) if not fits(pile[n], pile[n - 1])]
            key *= hidden + len(seams) + 2  # so many runs, or none
    return key < (1 << 64) - 1
