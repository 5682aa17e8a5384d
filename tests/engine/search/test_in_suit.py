"""The search for columns that build in suit, against the general search on small decks."""

import random

import pytest

from solit.engine import build_game, deal, parse_move, replay, solve
from solit.engine.lowered import cards_of_deck, lower
from solit.engine.search import general, in_suit
from solit.engine.search.families import family_of
from solit.engine.search.solver import RUNNING, WON
from solit.engine.state import State


@pytest.mark.parametrize(("ranks", "piles"), [(3, 4), (3, 5), (4, 4), (4, 5), (5, 4), (5, 5)])
def test_verdicts_are_those_of_the_general_search(ranks: int, piles: int) -> None:
    game = build_game("scorpion", ranks=ranks, piles=piles)
    tables, compared = lower(game), 0
    for seed in [*range(12), 40, 49]:  # 40 and 49: a join that is made too early loses
        deck = list(cards_of_deck(ranks))
        random.Random(100 * seed + ranks).shuffle(deck)
        state = deal(game, deck)
        slow = general.Search(tables, *state, memory=1 << 28)
        truth = slow.run(1500)
        search = in_suit.Search(tables, *state, memory=1 << 28)
        if truth != RUNNING:
            assert search.run(100_000) == truth
            compared += 1
        if truth == WON:
            assert replay(game, state, [parse_move(text) for text in search.moves()]).status == "won"
    assert compared > 5


def test_real_deals_are_decided() -> None:
    game, verdicts = build_game("scorpion"), []
    for seed in range(20):
        deck = list(cards_of_deck(13))
        random.Random(seed).shuffle(deck)
        state: State = deal(game, deck)
        family = family_of(lower(game), state)
        assert family is not None and family.name == "in-suit"
        verdicts.append(solve(game, state, timeout=None, nodes=20_000).verdict)
    assert verdicts.count("unknown") <= 4


def test_limits() -> None:
    game = build_game("scorpion", ranks=5, piles=5)
    deck = list(cards_of_deck(5))
    random.Random(4905).shuffle(deck)
    state = deal(game, deck)
    assert in_suit.Search(lower(game), *state, memory=100).run(10) == 3
    with pytest.raises(ValueError, match="not a position"):
        in_suit.Search(lower(build_game("yukon")), *state, memory=1 << 20)
