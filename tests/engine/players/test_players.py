"""Players do not see hidden cards; their games are legal and end."""

import random
from dataclasses import replace
from typing import Any

import pytest

from solit.deals.shuffles import shuffle
from solit.engine import Game, State, build_game, deal, legal_moves, move_text, parse_move, replay, variants
from solit.engine.lowered import lower
from solit.engine.moves import step_text
from solit.engine.players.rollout import Rollout
from solit.engine.players.sampling import Sampling
from solit.engine.players.simple import Simple
from solit.engine.players.table import Player, play
from solit.engine.players.view import HIDDEN, view_of
from solit.engine.state import face_up
from solit.engine.walker import Walker

from ..search.conftest import uncompiled

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("klondike", {}),
    ("klondike", {"draw": 1, "flip": "manual"}),
    ("klondike", {"passes": 2}),
    ("chinaman", {}),
    ("chinaman", {"groups": "whole", "build": "other-suit", "foundation_return": True}),
    ("chinese", {}),
    ("chinese", {"easy": True, "groups": "sequence", "foundation_return": True}),
    ("suspense", {}),
    ("suspense", {"spaces": "waste", "passes": 2}),
]
PLAIN = uncompiled("solit.engine.players.rollout")
IDS = [",".join([variant, *options]) for variant, options in GAMES]
NAMES = ("simple", "sampling")


def seat(name: str, game: Game, seed: int = 1) -> Player:
    return Simple(game) if name == "simple" else Sampling(game, seed, samples=2, nodes=200)


def permuted(game: Game, state: State, seen: int, seed: int) -> State:
    """The position with the cards that nobody saw dealt to each other's places."""
    hidden = [card for pile in state.piles for card in pile if not seen >> card & 1]
    dealt = hidden.copy()
    random.Random(seed).shuffle(dealt)
    change = dict(zip(hidden, dealt, strict=True))
    piles = tuple([tuple([change.get(card, card) for card in pile]) for pile in state.piles])
    return State(piles, state.down, state.passes)


@pytest.mark.parametrize(("variant", "options"), GAMES, ids=IDS)
@pytest.mark.parametrize("name", NAMES)
def test_games_are_legal_and_end(name: str, variant: str, options: dict[str, Any]) -> None:
    game = build_game(variant, options)
    for seed in range(3):
        start = deal(game, shuffle("solit", seed, variant))
        outcome = play(game, start, seat(name, game, seed))
        assert outcome == play(game, start, seat(name, game, seed))
        result = replay(game, start, [parse_move(text) for text in outcome.moves])
        assert (result.error, result.status) == (None, outcome.status)
        assert len(outcome.moves) < 3000


@pytest.mark.parametrize(("variant", "options"), GAMES, ids=IDS)
@pytest.mark.parametrize("name", NAMES)
def test_hidden_cards_change_no_move(name: str, variant: str, options: dict[str, Any]) -> None:
    """Permuting what a player has not seen changes neither what it is shown nor what it does next."""
    game = build_game(variant, options)
    moves_compared = 0
    for seed in range(2):
        state = deal(game, shuffle("solit", seed, variant))
        history = play(game, state, seat(name, game, seed)).moves
        walker = Walker(lower(game))
        for at in range(0, min(len(history), 60), 7):
            walker.place(*state)
            seen = face_up(state.piles, state.down)
            for text in history[:at]:
                assert walker.walk(text)
                here = State(*walker.state())
                seen |= face_up(here.piles, here.down)
            here = State(*walker.state())
            view = view_of(game, here, seen)
            for other_seed in range(3):
                other = permuted(game, here, seen, other_seed)
                assert view_of(game, other, seen) == view
                assert [move_text(move) for move in legal_moves(game, other)] == walker.legal()
                fresh = face_up(here.piles, here.down)
                mine = seat(name, game, seed).next_moves(view_of(game, here, fresh))
                theirs = seat(name, game, seed).next_moves(view_of(game, permuted(game, here, fresh, 5), fresh))
                assert mine == theirs
                moves_compared += 1
    assert moves_compared >= 4


@pytest.mark.parametrize(("variant", "options"), GAMES, ids=IDS)
@pytest.mark.parametrize("name", NAMES)
def test_games_agree_until_an_unlike_card_shows(name: str, variant: str, options: dict[str, Any]) -> None:
    game = build_game(variant, options)
    for seed in range(2):
        state = deal(game, shuffle("solit", seed, variant))
        seen = face_up(state.piles, state.down)
        other = permuted(game, state, seen, seed)
        one = play(game, state, seat(name, game)).moves
        two = play(game, other, seat(name, game)).moves
        walkers = Walker(lower(game)), Walker(lower(game))
        for walker, start in zip(walkers, (state, other), strict=True):
            walker.place(*start)
        for mine, theirs in zip(one, two, strict=False):
            assert mine == theirs
            shown = []
            for walker in walkers:
                assert walker.walk(mine)
                piles, down, _passes = walker.state()
                shown.append(face_up(piles, down))
            if shown[0] != shown[1]:
                break


def test_a_view_knows_what_was_seen() -> None:
    game = build_game("klondike")
    state = deal(game, shuffle("solit", 1, "klondike"))
    walker = Walker(lower(game))
    walker.place(*state)
    seen = face_up(state.piles, state.down)
    view = view_of(game, state, seen)
    assert view.hidden == 45 == len(view.unknown())
    assert view.piles[0] == (HIDDEN,) * 24
    assert view.filled()[0][0] != (HIDDEN,) * 24
    for text in ["d"] * 8 + ["r"]:
        assert walker.walk(text)
        seen |= face_up(walker.state()[0], walker.state()[1])
    after = view_of(game, walker.state(), seen)
    assert after.piles[0] == state.piles[0]  # all of it was seen, and its order stays
    assert after.hidden == 21


@pytest.mark.parametrize(("variant", "options"), GAMES, ids=IDS)
def test_rollouts_know_the_rules(variant: str, options: dict[str, Any]) -> None:
    """The moves that priorities are given to are the legal ones, and making them is what the walker does."""
    game = build_game(variant, options)
    rollout, walker = Rollout(lower(game)), Walker(lower(game))
    choice = random.Random(3)
    for seed in range(4):
        walker.place(*deal(game, shuffle("solit", seed, variant)))
        for _ in range(120):
            position = walker.state()
            rollout.place(*position)
            tries = rollout.tries()
            legal = walker.legal()
            assert [step_text(*step) for _worth, *step in tries] == legal
            if not legal:
                break
            _worth, *step = choice.choice(tries)
            rollout.step(*step)
            assert walker.walk(step_text(*step))
            assert rollout.state() == walker.state()
            assert rollout.home == walker.home + game.ranks * walker.suits_in_columns


@pytest.mark.parametrize(("variant", "options"), GAMES, ids=IDS)
def test_rollouts_are_played_alike_uncompiled(variant: str, options: dict[str, Any]) -> None:
    game, chance = build_game(variant, options), random.Random(5)
    boards = Rollout(lower(game)), PLAIN.Rollout(lower(game))
    for _ in range(3):
        state = deal(game, chance.sample(range(52), 52))
        for board in boards:
            board.place(*state)
        for _ in range(chance.randrange(30)):
            tries = boards[0].tries()
            assert tries == boards[1].tries() and boards[0].choose() == boards[1].choose()
            if not tries:
                break
            _worth, *step = chance.choice(tries)
            for board in boards:
                board.step(*step)
            assert boards[0].state() == boards[1].state()
        assert boards[0].run() == boards[1].run()
        assert (boards[0].state(), boards[0].home) == (boards[1].state(), boards[1].home)


@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("variant", variants())
def test_rollouts_count_whole_suits_where_the_game_says_so(counts: bool, variant: str) -> None:
    game = replace(build_game(variant), suits_in_columns=counts)
    whole = [tuple(range(13 * suit + 12, 13 * suit - 1, -1)) for suit in range(4)]
    state = State(((),) * 6 + tuple(whole) + ((),) * 20, (0,) * 30, 1)
    rollout, walker = Rollout(lower(game)), Walker(lower(game))
    rollout.place(*state)
    walker.place(*state)
    assert [step_text(*step) for _worth, *step in rollout.tries()] == walker.legal()
    assert rollout.home == walker.home + game.ranks * walker.suits_in_columns
    assert (rollout.tries() == []) or not counts
