"""A game lowered to tables: what the compiled walkers and the search kernels work on.

Every table is asked from the clauses' own predicates, card by card, so a fast path can't know a rule that the clauses
do not have. Sets of cards are masks: bit c stands for card c.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from solit.engine.clauses import (
    builds_on,
    goes_on_foundation,
    goes_on_waste,
    opens,
    starts_foundation,
)
from solit.engine.layout import Game, Role
from solit.engine.moves import PLACES


class Tables(NamedTuple):
    """One game with its options.

    `takes[c]`: the cards that may be built on card c in a column. `opens_…`: the cards that may go to an empty column,
    coming from a column (as the head of their group), the waste, a foundation or the layout. `lift`: `any`, `sequence`
    (each card of a group one that `takes` has on the card under it), `whole` or `run` (whole and in sequence). `bases`:
    the cards that a move may bring to an empty foundation; `next_up[c]`: the card that goes on c on its foundation (or
    would, if the game had one), -1 where there is none. `waste_takes[c]`: the layout cards that may be put on waste top
    c. `draw_to`: the places that one draw deals to. `covers`: for each place the places that cover it. `plan`: place
    and face-up of each card dealt.
    `passes`: 0 for any number. `suits_in_columns`: whether a whole suit in a column, face up and going down as
    `next_up` goes up, counts as one on its foundation. `turned_base`: whether a turned centre becomes the base of a
    foundation. `undo`: take-backs in a row. `time_limit`: seconds, 0 for none.
    """

    ranks: int
    roles: tuple[Role | None, ...]
    places: tuple[int, ...]
    columns: tuple[int, ...]
    routes: frozenset[tuple[Role, Role]]
    takes: tuple[int, ...]
    opens_column: int
    opens_waste: int
    opens_foundation: int
    opens_layout: int
    lift: str
    bases: int
    next_up: tuple[int, ...]
    returns: bool
    waste_takes: tuple[int, ...]
    draw_to: tuple[int, ...]
    redeal: bool
    passes: int
    manual: bool
    covers: dict[int, tuple[int, ...]]
    plan: tuple[tuple[int, bool], ...]
    suits_in_columns: bool
    turned_base: bool
    undo: int
    time_limit: int


def check_tables(tables: Tables) -> None:
    """Refuse tables that name places or cards that there are not, with `ValueError`; compiled code trusts the rest."""
    places = [*tables.places, *tables.columns, *tables.draw_to, *[place for place, _up in tables.plan]]
    for place, covers in tables.covers.items():
        places += [place, *covers]
    sizes = (len(tables.roles), len(tables.takes), len(tables.next_up), len(tables.waste_takes))
    if (
        sizes != (len(PLACES), 52, 52, 52)
        or not 1 <= tables.ranks <= 13
        or len(tables.plan) > 4 * tables.ranks
        or len(tables.draw_to) > 8
        or not tables.columns
        or not all([0 <= place < len(PLACES) for place in places])
    ):
        raise ValueError("these are no tables of a game")


def cards_of_deck(ranks: int) -> tuple[int, ...]:
    """The cards of a deck with this many ranks a suit."""
    return tuple([13 * suit + rank for suit in range(4) for rank in range(ranks)])


def _mask(cards: tuple[int, ...], test: Callable[[int], bool]) -> int:
    return sum([1 << card for card in cards if test(card)])


def _by_card(cards: tuple[int, ...], row: Callable[[int], int], nothing: int) -> tuple[int, ...]:
    known = set(cards)
    return tuple([row(card) if card in known else nothing for card in range(52)])


@lru_cache(maxsize=256)
def lower(game: Game) -> Tables:
    """The tables of a game; the same game gives the same object."""
    cards = cards_of_deck(game.ranks)
    on_columns = {source for source, target in game.routes if target is Role.COLUMN}
    has_foundations = Role.FOUNDATION in game.roles
    to_waste = (Role.LAYOUT, Role.WASTE) in game.routes

    def opening(source: Role) -> int:
        return _mask(cards, lambda card: opens(game, card, source)) if source in on_columns else 0

    def takes(onto: int) -> int:
        return _mask(cards, lambda card: builds_on(game, card, onto))

    def next_up(top: int) -> int:
        return next((card for card in cards if card != top and goes_on_foundation(game, card, top)), -1)

    def on_waste(top: int) -> int:
        return _mask(cards, lambda card: goes_on_waste(game, card, top)) if to_waste else 0

    return Tables(
        ranks=game.ranks,
        roles=game.roles,
        places=game.places,
        columns=game.columns,
        routes=game.routes,
        takes=_by_card(cards, takes, 0),
        opens_column=opening(Role.COLUMN),
        opens_waste=opening(Role.WASTE),
        opens_foundation=opening(Role.FOUNDATION),
        opens_layout=opening(Role.LAYOUT),
        lift=game.lift.value,
        bases=_mask(cards, lambda card: starts_foundation(game, card)) if has_foundations else 0,
        next_up=_by_card(cards, next_up, -1),
        returns=(Role.FOUNDATION, Role.COLUMN) in game.routes,
        waste_takes=_by_card(cards, on_waste, 0),
        draw_to=game.draw_to,
        redeal=game.redeals,
        passes=game.passes,
        manual=bool(game.flip),
        covers={place: game.covers[place] for place in range(len(PLACES)) if game.covers[place]},
        plan=tuple([(step.place, step.up) for step in game.plan]),
        suits_in_columns=game.suits_in_columns,
        turned_base=game.turned_base,
        undo=game.undo or 0,
        time_limit=game.time_limit,
    )
