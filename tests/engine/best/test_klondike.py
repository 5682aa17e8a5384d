"""The search for the smallest loss against the general one, on small decks of each shape and sheet that it takes."""

import os
import random
from types import ModuleType
from typing import Any

import pytest

from solit.engine import Game, State, apply, build_game, deal, legal_moves
from solit.engine.best import klondike
from solit.engine.best.general import DONE, RUNNING, BestFirst
from solit.engine.best.goals import Points
from solit.engine.best.solver import find_best
from solit.engine.lowered import lower
from solit.engine.sheets import SHEETS, PassRule, Sheet

from ..search.conftest import uncompiled

MANY = int(os.environ.get("SOLIT_SMALL_DECKS", "6"))
STEEP = Sheet("steep", "", {"foundation": 2, "waste-to-column": 9, "foundation-return": -3}, (PassRule(0, 1, -1),))
EVEN = Sheet("even", "", {"foundation": 3, "reveal": 4, "foundation-return": -3}, (PassRule(0, 2, -6),), card_home=1)
CHEAP = Sheet("cheap", "", {"foundation": 9, "waste-to-column": 2, "foundation-return": -11})
TAKEN = [SHEETS["game-colony"], SHEETS["vegas"], SHEETS["cards"], STEEP, EVEN, CHEAP]
Dealt = tuple[Game, State, Points, int]


def position(rng: random.Random, draw: int, shape: tuple[int, int], sheet: Sheet) -> Dealt:
    game = build_game("klondike", {"draw": draw}, ranks=shape[0], piles=shape[1])
    state = deal(game, rng.sample([13 * suit + rank for suit in range(4) for rank in range(shape[0])], 4 * shape[0]))
    for _ in range(rng.randrange(30)):
        moves = list(legal_moves(game, state))
        if not moves or rng.random() < 0.05:
            break
        state = apply(game, state, rng.choice(moves))[0]
    return game, state, Points(game, sheet), rng.choice([0, 7]) + sheet.ante


def finished(dealt: Dealt, prunings: int, module: ModuleType = klondike) -> Any:
    game, state, goal, value = dealt
    assert klondike.accepts(lower(game), *state, goal)
    search = module.LeastLoss(lower(game), *state, goal, value, memory=1 << 24, prunings=prunings)
    bound = search.bound
    while search.run(50) == RUNNING:
        assert search.value <= search.bound <= bound
        bound = search.bound
    assert search.bound == search.value
    return search


@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (3, 4), (4, 3)], ids=str)
def test_the_most_points_are_those_of_the_general_search(draw: int, shape: tuple[int, int]) -> None:
    rng = random.Random(f"{draw} {shape} {os.environ.get('SOLIT_SMALL_SEED', '')}")
    compared = 0
    for number in range(4 * MANY):
        game, state, goal, value = dealt = position(rng, draw, shape, TAKEN[number % len(TAKEN)])
        slow = BestFirst(game, state, goal, value, memory=1 << 28)
        if slow.run(1_500) != DONE:
            continue
        compared += 1
        for prunings in range(klondike.ALL + 1):
            found = finished(dealt, prunings)
            assert found.value == slow.value, (goal.sheet, prunings, state)
        best = find_best(game, state, sheet=goal.sheet)  # its line is replayed by the clauses
        assert best.proved
    assert compared


@pytest.mark.parametrize("draw", [1, 3])
def test_prunings_change_no_total(draw: int) -> None:
    rng = random.Random(f"prunings {draw} {os.environ.get('SOLIT_SMALL_SEED', '')}")
    for number in range(4 * MANY):
        dealt = position(rng, draw, rng.choice([(3, 4), (4, 3), (4, 4), (5, 3)]), TAKEN[number % len(TAKEN)])
        totals = {finished(dealt, prunings).value for prunings in range(klondike.ALL + 1)}
        assert len(totals) == 1, (dealt, totals)


def test_uncompiled_it_is_the_same() -> None:
    plain = uncompiled("solit.engine.best.klondike")
    assert not plain.COMPILED
    rng = random.Random(3)
    for number in range(6):
        dealt = position(rng, 1 + 2 * (number % 2), (3, 3), TAKEN[number])
        one, other = finished(dealt, klondike.ALL), finished(dealt, klondike.ALL, plain)
        assert (one.value, one.nodes, one.moves()) == (other.value, other.nodes, other.moves())


def test_what_it_does_not_take() -> None:
    game = build_game("klondike")
    state = deal(game, range(52))
    for sheet, options in (
        (SHEETS["standard"], {}),
        (SHEETS["vegas"], {"passes": 3}),
        (SHEETS["vegas"], {"flip": "manual"}),
    ):
        game = build_game("klondike", options)
        assert not klondike.accepts(lower(game), *state, Points(game, sheet))
