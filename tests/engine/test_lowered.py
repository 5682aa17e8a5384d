"""The lowered tables say what the clauses say: every pair of cards, put to the judge as a move."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from solit.engine import Game, Move, State, build_game, options_of, variants, why_not
from solit.engine.layout import Role, Suits
from solit.engine.lowered import cards_of_deck, lower
from solit.engine.moves import OWN_FOUNDATION, PLACE, PLACES

SOURCES = {Role.COLUMN: "t1", Role.WASTE: "w", Role.LAYOUT: "p4t"}


def games() -> Iterator[Any]:
    """Every mixture of the options that have choices, and one small deck of each game."""
    for variant in variants():
        options = [option for option in options_of(variant) if option.choices]
        for mixture in product(*(option.choices for option in options)):
            given = dict(zip([option.name for option in options], mixture, strict=True))
            game = build_game(variant, given)
            yield pytest.param(game, id=f"{variant}-{'-'.join(map(str, mixture))}")
        yield pytest.param(build_game(variant, ranks=5, piles=3), id=f"{variant}-small")
    yield pytest.param(replace(build_game("klondike"), suits=Suits.SAME), id="klondike-in-suit")


GAMES = list(games())


def put(piles: dict[str, tuple[int, ...]]) -> State:
    """A position of these piles alone: what the judge is asked about has no need of the other cards."""
    return State(tuple([piles.get(name, ()) for name in PLACES]), (0,) * len(PLACES), 1)


def legal(game: Game, piles: dict[str, tuple[int, ...]], source: str, target: str, count: int = 1) -> bool:
    goal = OWN_FOUNDATION if target == "f" else PLACE[target]
    return why_not(game, put(piles), Move("move", PLACE[source], goal, count)) is None


def sources(game: Game) -> list[tuple[Role, str]]:
    return [(role, name) for role, name in SOURCES.items() if game.roles[PLACE[name]] is role]


def bit(mask: int, card: int) -> bool:
    return bool(mask >> card & 1)


@pytest.mark.parametrize("game", GAMES)
def test_builds(game: Game) -> None:
    tables, cards = lower(game), cards_of_deck(game.ranks)
    for onto in range(52):
        if onto not in cards:
            assert (tables.takes[onto], tables.next_up[onto], tables.waste_takes[onto]) == (0, -1, 0)
    for onto, card in product(cards, cards):
        if onto == card:
            assert not bit(tables.takes[onto], card)
            continue
        assert bit(tables.takes[onto], card) == legal(game, {"t1": (card,), "t2": (onto,)}, "t1", "t2")
        foundation = PLACES[2 + onto // 13]
        if card // 13 == onto // 13 and (Role.COLUMN, Role.FOUNDATION) in game.routes:
            assert (tables.next_up[onto] == card) == legal(game, {"t1": (card,), foundation: (onto,)}, "t1", "f")
        elif card // 13 != onto // 13:
            assert tables.next_up[onto] != card
        if (Role.LAYOUT, Role.WASTE) in game.routes:
            assert bit(tables.waste_takes[onto], card) == legal(game, {"p1t": (card,), "w": (onto,)}, "p1t", "w")
        else:
            assert not tables.waste_takes[onto]


@pytest.mark.parametrize("game", GAMES)
def test_openings_and_bases(game: Game) -> None:
    tables = lower(game)
    masks = {
        Role.COLUMN: tables.opens_column, Role.WASTE: tables.opens_waste, Role.LAYOUT: tables.opens_layout,
    }  # fmt: skip
    for role, mask in masks.items():
        name = SOURCES[role]
        exists = game.roles[PLACE[name]] is role or (role is Role.LAYOUT and Role.LAYOUT in game.roles)
        for card in cards_of_deck(game.ranks):
            if not exists:
                assert not mask
                continue
            place = "p1t" if role is Role.LAYOUT else name
            assert bit(mask, card) == legal(game, {place: (card,)}, place, "t2")
            assert bit(tables.bases, card) == legal(game, {place: (card,)}, place, "f")
    for card in cards_of_deck(game.ranks):
        home = PLACES[2 + card // 13]
        pile = tuple(range(card - card % 13, card + 1))
        assert bit(tables.opens_foundation, card) == legal(game, {home: pile}, home, "t2")


@pytest.mark.parametrize("game", GAMES)
def test_returns_follow_the_column_rule(game: Game) -> None:
    tables = lower(game)
    for card, onto in product(cards_of_deck(game.ranks), repeat=2):
        home = PLACES[2 + card // 13]
        pile = tuple(range(card - card % 13, card + 1))
        if onto not in pile:
            wanted = tables.returns and bit(tables.takes[onto], card)
            assert wanted == legal(game, {home: pile, "t1": (onto,)}, home, "t1")


@pytest.mark.parametrize("game", GAMES)
def test_groups(game: Game) -> None:
    """`lift`: which two cards of a column move together, and whether one of them moves alone."""
    tables, cards = lower(game), cards_of_deck(game.ranks)
    for lowest, upper in product(cards, cards):
        ontos = [card for card in cards if bit(tables.takes[card], lowest) and card != upper]
        if lowest == upper or not ontos:
            continue
        piles = {"t1": (lowest, upper), "t2": (ontos[0],)}
        together = tables.lift in ("any", "whole") or bit(tables.takes[lowest], upper)
        assert legal(game, piles, "t1", "t2", 2) == together
        above = [card for card in cards if bit(tables.takes[card], upper) and card != lowest]
        if above:
            alone = legal(game, {"t1": (lowest, upper), "t2": (above[0],)}, "t1", "t2")
            assert alone == (tables.lift in ("any", "sequence"))


@pytest.mark.parametrize("game", GAMES)
def test_shape(game: Game) -> None:
    tables = lower(game)
    assert lower(game) is tables
    assert (tables.ranks, tables.columns, tables.places, tables.roles) == (
        game.ranks, game.columns, game.places, game.roles,
    )  # fmt: skip
    assert (tables.passes, tables.redeal, tables.manual, tables.suits_in_columns, tables.turned_base) == (
        game.passes, game.redeals, game.settings.get("flip") == "manual", game.suits_in_columns, game.turned_base,
    )  # fmt: skip
    assert tables.draw_to == game.draw_to
    assert tables.covers == {place: covers for place, covers in enumerate(game.covers) if covers}
