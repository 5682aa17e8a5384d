"""The driver: which kernel, limits, wins replayed; the general search against every kernel on small decks."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from solit.deals.shuffles import shuffle
from solit.engine import fast, referee
from solit.engine.layout import Game, Role
from solit.engine.lowered import lower
from solit.engine.moves import parse_move
from solit.engine.position import parse_position
from solit.engine.referee import replay
from solit.engine.rules import build_game, deal, variants
from solit.engine.search import families, general, solver
from solit.engine.state import State


def small_deals(variant: str, count: int, options: dict[str, Any] | None = None) -> Iterator[tuple[Game, State]]:
    """Seeded deals of small decks."""
    roles = build_game(variant).roles  # pyramids want more cards, whole suits in columns a column each
    ranks, piles = (4, 2) if Role.LAYOUT in roles else (3, 3) if Role.FOUNDATION in roles else (3, 4)
    game = build_game(variant, options or {}, ranks=ranks, piles=piles)
    cards = [13 * suit + rank for suit in range(4) for rank in range(ranks)]
    for seed in range(count):
        yield game, deal(game, random.Random(seed).sample(cards, len(cards)))


def exhaust(game: Game, state: State) -> int:
    """The general search's outcome."""
    search = general.Search(lower(game), state.piles, state.down, state.passes, memory=1 << 28)
    outcome = search.run(60_000)
    if outcome == solver.WON:
        solver.check_win(game, state, search.moves())
    return outcome


@pytest.mark.parametrize("variant", variants())
def test_kernels_agree_with_the_general_search(variant: str) -> None:
    verdicts = {1: "won", 2: "unwinnable"}
    compared = 0
    for game, state in small_deals(variant, 25):
        outcome = exhaust(game, state)
        if outcome in verdicts:
            assert solver.solve(game, state, timeout=None).verdict == verdicts[outcome]
            compared += 1
    assert compared > 15


@pytest.mark.parametrize("variant", variants())
def test_a_kernel_leaves_games_that_are_won_otherwise(variant: str) -> None:
    """Each kernel looks for whole suits in columns either always or never."""
    game = build_game(variant)
    other = replace(game, suits_in_columns=not game.suits_in_columns)
    assert families.kernel_of(game, deal(game, range(52))) is not general
    assert families.kernel_of(other, deal(other, range(52))) is general


@pytest.mark.parametrize("variant", variants())
def test_a_solved_deal_replays_and_equal_calls_answer_alike(variant: str) -> None:
    game = build_game(variant, {})
    deck = random.Random(variant).sample(range(52), 52)
    first = solver.solve(game, deal(game, deck), timeout=None, nodes=200_000)
    again = solver.solve(game, deal(game, deck), timeout=None, nodes=200_000)
    assert (first.verdict, first.moves, first.nodes) == (again.verdict, again.moves, again.nodes)
    if first.verdict == "won":
        result = replay(game, deal(game, deck), [parse_move(text) for text in first.moves])
        assert result.status == "won"


class Lying:
    """A kernel that claims a win that is none."""

    nodes = 1

    def run(self, nodes: int) -> int:
        return solver.WON

    def moves(self) -> list[str]:
        return ["d"]


def test_a_win_that_does_not_replay_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "open_search", lambda *_args, **_more: Lying())
    game = build_game("klondike", {})
    with pytest.raises(solver.SolverFault) as caught:
        solver.solve(game, deal(game, range(52)))
    assert caught.value.code == "solver-fault"
    assert caught.value.where["moves"] == "d"
    assert caught.value.where["position"].startswith("pass=1 ")


@pytest.mark.parametrize("by_clauses", [False, True])
def test_wins_are_replayed_by_the_walker_or_by_the_clauses(by_clauses: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    replay = referee.replay

    def counting(*given: Any) -> Any:
        asked.append(given)
        return replay(*given)

    monkeypatch.setattr(referee, "replay", counting)
    monkeypatch.setattr(fast, "BY_CLAUSES", by_clauses)
    game = build_game("klondike", {})
    answer = solver.solve(game, deal(game, shuffle("solit", 3, "klondike")))
    assert (answer.verdict, bool(asked)) == ("won", by_clauses)
    assert answer.cpu_ms > 0 and answer.ms > 0
    start = deal(game, shuffle("solit", 3, "klondike"))
    for spoilt in (answer.moves[:-1], [*answer.moves, "d"], ["t1-t1", *answer.moves], []):
        with pytest.raises(solver.SolverFault):
            solver.check_win(game, start, spoilt)


def test_limits() -> None:
    game = build_game("klondike", {})
    state = deal(game, random.Random(4).sample(range(52), 52))
    assert solver.solve(game, state, timeout=0).limit == "time"
    few = solver.solve(game, state, nodes=1)
    assert few.verdict == "unknown" and few.limit == "nodes"


def test_a_position_that_a_kernel_cannot_express_takes_another_search() -> None:
    game = build_game("klondike", {"draw": 1})
    home = " ".join(f"f{suit}:{''.join(rank + suit for rank in 'A23456')}" for suit in "CDHS")
    # more cards in the stock than any deal leaves there
    stock = "".join(rank + suit for rank in "789TJQK" for suit in "CDHS")
    state = parse_position(game, f"pass=1 s:{stock} w: {home} t1: t2: t3: t4: t5: t6: t7:")
    assert families.kernel_of(game, state) is not families.kernel_of(game, deal(game, range(52)))
    answer = solver.solve(game, state)
    assert answer.verdict == "won"


@pytest.mark.parametrize("variant", ["klondike", "chinaman"])
def test_empty_columns(variant: str) -> None:
    game = build_game(variant, {"draw": 1})
    home = " ".join(f"f{suit}:{''.join(rank + suit for rank in 'A23456')}" for suit in "CDHS")
    stock = "".join(rank + suit for rank in "789TJ" for suit in "CDHS")
    text = f"pass=1 s:{stock} w: {home} t1:KC t2:KD t3:QDKH t4:QHQS t5:QCKS t6: t7:"
    assert solver.solve(game, parse_position(game, text)).verdict == "won"


def test_what_is_over_needs_no_search() -> None:
    game = build_game("chinaman", {"passes": 1})
    whole = " ".join(f"f{suit}:{''.join(rank + suit for rank in 'A23456789TJQK')}" for suit in "CDHS")
    won = parse_position(game, f"pass=1 s: w: {whole} t1: t2: t3: t4: t5: t6: t7:")
    answer = solver.solve(game, won)
    assert (answer.verdict, answer.moves, answer.nodes) == ("won", [], 0)
