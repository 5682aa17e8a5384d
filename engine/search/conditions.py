"""What families of games ask of the rules and of a position before their kernels search it.

A kernel is proved for the rules that it was written for. So a family's `accepts` reads every table that bears on play
or on winning, also those that no game has set otherwise yet: a rule that changes makes it decline.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from itertools import pairwise

from solit.engine.layout import Role
from solit.engine.lowered import Tables, cards_of_deck
from solit.engine.moves import FOUNDATIONS, STOCK, WASTE

Piles = Sequence[Sequence[int]]
Condition = Callable[[Tables], bool]


def once_a_game(condition: Condition) -> Condition:
    """The condition, remembered for the tables that it was last asked about: a batch of deals asks for one game."""
    last: list[tuple[Tables, bool]] = []

    @wraps(condition)
    def remembered(tables: Tables) -> bool:
        if not last or last[0][0] is not tables:
            last[:] = [(tables, condition(tables))]
        return last[0][1]

    return remembered


def has_places(tables: Tables, *others: Role) -> bool:
    """Whether there are columns, the four foundations, and of the `others` those that it names, nothing else.

    A stock may be missing. Also whether the tables agree with one another about places and returns.
    """
    roles = tables.roles
    allowed = {None, Role.STOCK, Role.COLUMN, Role.FOUNDATION, *others}
    return (
        roles[STOCK] in (Role.STOCK, None)
        and roles[WASTE] in ((Role.WASTE,) if Role.WASTE in others else (None,))
        and tuple([place for place, role in enumerate(roles) if role is Role.FOUNDATION]) == tuple(FOUNDATIONS)
        and {role for role in roles if role} - {Role.STOCK} == allowed - {None, Role.STOCK}
        and tuple([place for place, role in enumerate(roles) if role]) == tables.places
        and tuple([place for place, role in enumerate(roles) if role is Role.COLUMN]) == tables.columns
        and tables.returns == ((Role.FOUNDATION, Role.COLUMN) in tables.routes)
    )


def has_routes(tables: Tables, *routes: tuple[Role, Role]) -> bool:
    """Whether cards go over these routes and no others; back from foundations to columns where `returns` says so."""
    back = [(Role.FOUNDATION, Role.COLUMN)] if tables.returns else []
    return tables.routes == {*routes, *back}


def builds_from_aces(tables: Tables) -> bool:
    """Whether foundations start with the ace, go up in suit to the last rank, and alone make a win."""
    deck = cards_of_deck(tables.ranks)
    return (
        1 <= tables.ranks <= 13
        and not tables.suits_in_columns
        and tables.bases == sum([1 << card for card in deck if card % 13 == 0])
        and all([tables.next_up[card] == (card + 1 if card % 13 < tables.ranks - 1 else -1) for card in deck])
    )


@once_a_game
def draws_to_a_waste(tables: Tables) -> bool:
    """Whether there are columns and a talon: cards are drawn to the waste, and go from there and from columns to
    foundations and to columns; nothing covers anything, and foundations build from aces."""
    return (
        has_places(tables, Role.WASTE)
        and has_routes(
            tables,
            *[
                (source, target)
                for source in (Role.WASTE, Role.COLUMN)
                for target in (Role.FOUNDATION, Role.COLUMN)
            ],
        )
        and builds_from_aces(tables)
        and not tables.covers
        and bool(tables.draw_to)
        and set(tables.draw_to) == {WASTE}
    )


def foundations_start_with_aces(piles: Piles) -> bool:
    """Whether each foundation of the position holds its suit from the ace on."""
    return all([list(piles[2 + suit]) == list(range(13 * suit, 13 * suit + len(piles[2 + suit]))) for suit in range(4)])


def columns_end_face_up(tables: Tables, piles: Piles, down: Sequence[int]) -> bool:
    """Whether no column ends with a face-down card."""
    return all([not piles[place] or 0 <= down[place] < len(piles[place]) for place in tables.columns])


def lies_in_sequence(tables: Tables, pile: Sequence[int]) -> bool:
    """Whether each card of a pile takes the one on it, as in a column."""
    return all([tables.takes[low] >> high & 1 for low, high in pairwise(pile)])
