"""Best play against plain exhaustive search, on small decks of every game, sheet and option."""

import os
import random
from typing import Any

import pytest

from solit.engine import Game, RecordError, State, apply, build_game, deal, legal_moves
from solit.engine.best import general
from solit.engine.best.goals import Goal, Moves, Points
from solit.engine.best.solver import find_best
from solit.engine.search.solver import SolverFault
from solit.engine.sheets import SHEETS, PassRule, Sheet

from .plain import fewest_moves, most_points

MANY = int(os.environ.get("SOLIT_SMALL_DECKS", "3"))
MOST = 700  # positions of a deck that is tried out

CLUB = Sheet(
    "club", "", {"foundation": 3, "waste-to-column": 7, "reveal": -2, "foundation-return": -4}, (PassRule(0, 1, -9),), 0
)
"""Turning up costs, the waste earns more than the foundation, passes are charged at once, and there is a floor."""
MIXED = Sheet("mixed", "", {"foundation": 5, "reveal": 4}, (PassRule(0, 2, -3),), 6, ante=2, card_home=-2)
PAID = Sheet("paid", "", {"foundation": -6, "foundation-return": 5, "waste-to-column": 1}, (), None, card_home=4)
BACK = Sheet("back", "", {"foundation": 1, "foundation-return": -3}, (PassRule(0, 1, -4),), -1, ante=-10)
MINE = (CLUB, MIXED, PAID, BACK)

GAMES: list[tuple[str, dict[str, Any], int, int]] = [
    ("klondike", {"draw": 1}, 2, 2),
    ("klondike", {"draw": 3}, 2, 2),
    ("klondike", {"draw": 1, "passes": 2}, 2, 3),
    ("klondike", {"draw": 3, "passes": 5}, 3, 2),
    ("klondike", {"draw": 3, "flip": "manual"}, 2, 3),
    ("klondike", {"draw": 1}, 2, 3),
    ("chinaman", {}, 2, 2),
    ("chinaman", {"draw": 1, "passes": 0}, 2, 2),
    ("chinaman", {"foundation_return": True, "passes": 0}, 2, 2),
    ("chinaman", {"groups": "whole", "passes": 3}, 3, 3),
    ("chinese", {}, 3, 3),
    ("chinese", {"easy": True, "foundation_return": True}, 2, 3),
    ("suspense", {}, 4, 1),
    ("suspense", {"passes": 2, "spaces": "waste"}, 3, 1),
    ("yukon", {}, 3, 3),
    ("russian", {}, 3, 3),
    ("scorpion", {}, 3, 3),
]
SETS = [*range(general.ALL + 1)]


def small(rng: random.Random, variant: str, options: dict[str, Any], ranks: int, piles: int) -> tuple[Game, State]:
    game = build_game(variant, options, ranks=ranks, piles=piles)
    deck = [13 * suit + rank for suit in range(4) for rank in range(ranks)]
    rng.shuffle(deck)
    return game, deal(game, deck)


def wander(game: Game, state: State, rng: random.Random, steps: int) -> State:
    for _ in range(steps):
        moves = list(legal_moves(game, state))
        if not moves:
            break
        state = apply(game, state, rng.choice(moves))[0]
    return state


def exhaust(
    game: Game, state: State, goal: Goal, value: int, prunings: int, most: int = MOST
) -> general.BestFirst | None:
    """The search at its end; None where there are too many positions."""
    search = general.BestFirst(game, state, goal, value, memory=1 << 28, prunings=prunings)
    bound = search.bound
    while search.run(7) == general.RUNNING:
        assert search.bound <= bound  # it only closes in
        bound = search.bound
        if search.nodes > most:
            return None
    assert search.value is None or search.bound >= search.value
    return search


@pytest.mark.parametrize(("variant", "options", "ranks", "piles"), GAMES)
def test_the_most_points_are_those_of_a_plain_search(
    variant: str, options: dict[str, Any], ranks: int, piles: int
) -> None:
    rng = random.Random(f"{variant} {options} {os.environ.get('SOLIT_SMALL_SEED', '')}")
    compared = 0
    for _ in range(6 * MANY):
        if compared == MANY:
            break
        game, state = small(rng, variant, options, ranks, piles)
        state = wander(game, state, rng, rng.randrange(25))
        sheet = rng.choice([SHEETS[name] for name in game.sheets] + list(MINE))
        try:
            goal = Points(game, sheet)
        except RecordError as fault:
            assert fault.code == "sheet-without-best"
            continue
        running = rng.choice([0, 1, 13]) + sheet.ante
        if sheet.floor is not None:
            running = max(running, sheet.floor)
        if exhaust(game, state, goal, running, 0) is None:
            continue
        compared += 1
        expected = most_points(game, state, sheet, running)
        for prunings in SETS:
            found = exhaust(game, state, goal, running, prunings)
            assert found is not None and found.value == expected, (sheet, prunings, state)


@pytest.mark.parametrize(("variant", "options", "ranks", "piles"), GAMES)
def test_the_fewest_moves_are_those_of_a_plain_search(
    variant: str, options: dict[str, Any], ranks: int, piles: int
) -> None:
    rng = random.Random(f"moves {variant} {options} {os.environ.get('SOLIT_SMALL_SEED', '')}")
    compared = 0
    for _ in range(6 * MANY):
        if compared == MANY:
            break
        game, state = small(rng, variant, options, ranks, piles)
        state = wander(game, state, rng, rng.randrange(25))
        if exhaust(game, state, Moves(game), 0, 0) is None:
            continue
        compared += 1
        expected = fewest_moves(game, state)
        for prunings in SETS:
            found = exhaust(game, state, Moves(game), 0, prunings)
            assert found is not None and found.won == (expected is not None)
            assert found.value == (None if expected is None else -expected), (prunings, state)


@pytest.mark.parametrize(("variant", "options", "ranks", "piles"), GAMES)
def test_lines_are_replayed_and_the_answer_is_that_of_the_search(
    variant: str, options: dict[str, Any], ranks: int, piles: int
) -> None:
    rng = random.Random(f"best {variant} {options} {os.environ.get('SOLIT_SMALL_SEED', '')}")
    for _ in range(2):
        game, state = small(rng, variant, options, ranks, piles)
        shortest = find_best(game, state, "moves", nodes=2_000)
        assert shortest.proved == (shortest.value == shortest.bound)
        assert not shortest.proved or shortest.verdict == ("unwinnable" if shortest.value is None else "won")
        for sheet in game.sheets:
            best = find_best(game, state, sheet=sheet, nodes=2_000)
            assert best.value is not None and best.bound is not None
            assert best.value <= best.bound
            assert best.proved == (best.value == best.bound)
            exact = exhaust(game, state, Points(game, SHEETS[sheet]), SHEETS[sheet].ante, general.ALL)
            assert exact is None or exact.value is None or best.value <= exact.value <= best.bound
            if best.proved:
                total = best.value
                assert find_best(game, state, sheet=sheet, at_least=total, nodes=2_000).reached is True
                assert find_best(game, state, sheet=sheet, at_least=total + 1, nodes=2_000).reached is False


def test_limits_leave_both_bounds() -> None:
    game = build_game("klondike", {"draw": 3})
    state = deal(game, random.Random(3).sample(range(52), 52))
    told: list[tuple[int | None, int | None]] = []
    best = find_best(game, state, nodes=300, on_bounds=lambda value, bound: told.append((value, bound)))
    assert (best.limit, best.proved, best.settled) == ("nodes", False, False)
    assert best.value is not None and best.bound is not None and 0 <= best.value < best.bound <= 745
    assert told and told[-1][1] is not None and told[-1][1] >= best.bound
    assert find_best(game, state, nodes=300, at_least=best.value).reached is True
    assert find_best(game, state, nodes=300, at_least=746).reached is False
    assert find_best(game, state, memory=1).limit == "memory"
    assert find_best(game, state, timeout=0.000001).limit == "time"
    shortest = find_best(game, state, "moves", nodes=300)
    assert shortest.bound is not None and shortest.bound >= 52 + 8


def test_what_was_played_before_counts() -> None:
    game = build_game("klondike", {"draw": 1}, ranks=3, piles=3)
    _, state = small(random.Random(5), "klondike", {"draw": 1}, 3, 3)
    played = [("foundation", None), ("redeal", 2), ("foundation-return", None)]
    fresh, later = find_best(game, state), find_best(game, state, played=played)
    assert fresh.value is not None and later.value == fresh.value + 10 - 100 - 15
    floored = find_best(game, state, sheet="standard", played=played)
    assert floored.value == find_best(game, state, sheet="standard").value


def test_a_sheet_that_pays_without_end_has_no_best() -> None:
    game = build_game("klondike")
    for sheet in (
        Sheet("a", "", {"foundation": 10, "foundation-return": -5}),
        Sheet("b", "", {}, (PassRule(0, 1, 1),)),
    ):
        with pytest.raises(RecordError, match="without end") as caught:
            Points(game, sheet)
        assert caught.value.code == "sheet-without-best"
    Points(build_game("klondike", {"passes": 3}), Sheet("b", "", {}, (PassRule(0, 1, 1),)))
    Points(build_game("chinaman"), Sheet("a", "", {"foundation": 10, "foundation-return": -5}))


def test_a_line_that_is_not_worth_what_is_said_is_a_fault() -> None:
    from solit.engine.best.solver import _Asked

    game, state = small(random.Random(1), "klondike", {"draw": 1}, 3, 3)
    asked = _Asked(game, state, Points(game, SHEETS["game-colony"]), SHEETS["game-colony"], ())
    asked.check(["d"], 0)
    for line, value in ((["d"], 5), (["t1-t1"], 0)):
        with pytest.raises(SolverFault):
            asked.check(line, value)
