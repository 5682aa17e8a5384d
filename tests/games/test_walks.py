"""Random walks through every game under every option value: what must hold in every position that play can reach.

A walk is drawn from a seed, so a failure repeats. Cards stay 52 and distinct, position and move text round-trip,
`why_not`, `legal_moves`, `apply` and `status` never disagree.
"""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solit.engine import (
    Game,
    IllegalMove,
    Move,
    RecordError,
    State,
    apply,
    build_game,
    deal,
    legal_moves,
    move_text,
    options_of,
    parse_move,
    parse_position,
    position_text,
    status,
    variants,
    why_not,
)
from solit.engine.clauses import is_won
from solit.engine.layout import Role
from solit.engine.lowered import cards_of_deck
from solit.engine.moves import COLUMNS, FOUNDATIONS, OWN_FOUNDATION, PLACES, PYRAMIDS, STOCK, WASTE
from solit.engine.rules import deck_of, perform

RANGES = {"passes": (0, 1, 2, 3)}  # numbers that change the legal moves, tried like the values of a choice


def mixtures(variant: str) -> list[dict[str, Any]]:
    """Every mixture of the option values that change a move's legality; of the other numbers, the default alone."""
    options = options_of(variant)
    values = [option.choices or RANGES.get(option.name, (option.default,)) for option in options]
    names = [option.name for option in options]
    return [dict(zip(names, mixture, strict=True)) for mixture in product(*values)]


def named(options: dict[str, Any]) -> str:
    return ",".join(f"{name}={value}" for name, value in options.items())


GAMES = [
    pytest.param(variant, options, id=f"{variant}-{named(options)}")
    for variant in variants()
    for options in mixtures(variant)
]


def spellings() -> list[str]:
    """Every text that is a move, whatever the variant: columns 1..8, counts 2..52, one spelling each."""
    columns = [f"t{n}" for n in range(1, 9)]
    layout = [f"p{n}{part}" for n in range(1, 5) for part in "cabt"]
    single = ["w", "fC", "fD", "fH", "fS", *layout]
    texts = ["d", "r", "u", *(f"{column}^" for column in columns)]
    for source in columns:
        for target in columns:
            texts += [f"{source}-{target}", *(f"{source}-{target}x{count}" for count in range(2, 53))]
    texts += [f"{source}-{target}" for source in single for target in columns]
    texts += [f"{source}-f" for source in (*single, *columns)]
    return texts + [f"{place}-w" for place in layout]


SPELLINGS = spellings()


def place_in_order(move: Move) -> tuple[int, ...]:
    """Legal moves are listed `d` and `r` first, then by source, target and count."""
    if move.act != "move":
        return (-2,) if move.act == "draw" else (-1,) if move.act == "redeal" else (move.source, -1)
    target = 2 if move.target == OWN_FOUNDATION else move.target
    return (move.source, target, move.count)


def deck(seed: int, ranks: int = 13) -> list[int]:
    cards = list(cards_of_deck(ranks))
    random.Random(seed).shuffle(cards)
    return cards


def walk(game: Game, seed: int, length: int) -> Iterator[State]:
    """Positions of a random game, the dealt one first; moves to a foundation and reveals are taken more often."""
    choice = random.Random(seed)
    state = deal(game, deck(seed, game.ranks))
    yield state
    for _ in range(length):
        moves = list(legal_moves(game, state))
        if not moves:
            return
        upward = [move for move in moves if move.target == OWN_FOUNDATION]
        shifts = [move for move in moves if move.act == "move" and move.source not in FOUNDATIONS]
        pool = upward or (shifts if shifts and choice.random() < 0.6 else moves)
        state, _ = apply(game, state, choice.choice(pool))
        yield state


def check_cards(game: Game, state: State) -> None:
    assert sorted(card for pile in state.piles for card in pile) == list(cards_of_deck(game.ranks))
    assert len(state.piles) == len(state.down) == len(PLACES)
    for place, pile in enumerate(state.piles):
        assert 0 <= state.down[place] <= len(pile)
        if place not in game.places:
            assert not pile
    assert state.down[STOCK] == len(state.piles[STOCK])
    assert 1 <= state.passes <= (game.passes or state.passes)


def check_text(game: Game, state: State) -> None:
    text = position_text(game, state)
    assert parse_position(game, text) == state
    assert text.isascii()
    assert text.startswith("pass=") == game.redeals


def check_moves(game: Game, state: State) -> None:
    moves = list(legal_moves(game, state))
    assert [place_in_order(move) for move in moves] == sorted({place_in_order(move) for move in moves})
    for move in moves:
        assert move.act != "undo"
        assert parse_move(move_text(move)) == move
        assert why_not(game, state, move) is None
        assert apply(game, state, move) == perform(game, state, move)
    assert status(game, state) == ("won" if is_won(game, state) else "open" if moves else "lost")


def check_spellings(game: Game, state: State) -> None:
    """`legal_moves` is exactly the set of moves, among all that can be spelled, that no clause refuses."""
    legal = {move_text(move) for move in legal_moves(game, state)}
    for text in SPELLINGS:
        refusal = why_not(game, state, parse_move(text))
        assert (refusal is None) == (text in legal), text
        if refusal is not None:
            assert refusal.code
            assert refusal.message


def check_refusal(game: Game, state: State, text: str) -> None:
    move = parse_move(text)
    refusal = why_not(game, state, move)
    if refusal is not None:
        with pytest.raises(IllegalMove) as caught:
            apply(game, state, move)
        error = caught.value
        assert (error.code, error.message, error.move) == (refusal.code, refusal.message, text)
        assert error.position == position_text(game, state)


def check_nothing_left_to_settle(game: Game, state: State) -> None:
    """No forced step is ever left over: a face-down top card that nothing covers would have been turned."""
    for place in game.places:
        if place != STOCK and 0 < state.down[place] == len(state.piles[place]):
            assert game.flip or any(state.piles[cover] for cover in game.covers[place])


@pytest.mark.parametrize(("variant", "options"), GAMES)
def test_walk(variant: str, options: dict[str, Any]) -> None:
    game = build_game(variant, options)
    for number, state in enumerate(walk(game, 7, 40)):
        check_cards(game, state)
        check_text(game, state)
        check_moves(game, state)
        check_nothing_left_to_settle(game, state)
        if number == 25:
            check_spellings(game, state)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "options"), GAMES)
def test_long_walks(variant: str, options: dict[str, Any]) -> None:
    game = build_game(variant, options)
    for seed in range(2):
        for number, state in enumerate(walk(game, seed, 200)):
            check_cards(game, state)
            check_text(game, state)
            check_moves(game, state)
            check_nothing_left_to_settle(game, state)
            if number % 50 == 0:
                check_spellings(game, state)


@settings(max_examples=20, deadline=None)
@given(
    st.sampled_from([(param.values[0], param.values[1]) for param in GAMES]),
    st.integers(0, 10**6),
    st.integers(0, 90),
    st.sampled_from(SPELLINGS),
)
def test_any_text_in_any_position(game_of: tuple[str, dict[str, Any]], seed: int, length: int, text: str) -> None:
    game = build_game(*game_of)
    *_, state = walk(game, seed, length)
    check_cards(game, state)
    check_text(game, state)
    check_refusal(game, state, text)


@pytest.mark.parametrize("variant", variants())
def test_small_decks_play_to_the_end(variant: str) -> None:
    """Small decks follow the same rules; some of their games are won at random, so the end is seen too."""
    ended = set()
    for ranks, piles in ((3, 2), (4, 3), (5, 2), (6, 4)):
        if Role.FOUNDATION not in build_game(variant).roles:
            piles = max(piles, 4)  # a column a suit
        if Role.LAYOUT in build_game(variant).roles:
            piles = min(piles, (4 * ranks - 1) // 6)
        game = build_game(variant, ranks=ranks, piles=piles)
        for seed in range(12):
            state = deal(game, deck(seed, ranks))
            assert deck_of(game, state) == tuple(deck(seed, ranks))
            for state in walk(game, seed, 60):  # noqa: B007
                pass
            check_cards(game, state)
            check_text(game, state)
            check_moves(game, state)
            ended.add(status(game, state))
    assert "won" in ended


@pytest.mark.parametrize("variant", variants())
def test_deal_and_deck_are_inverse(variant: str) -> None:
    game = build_game(variant)
    for seed in range(50):
        cards = deck(seed)
        state = deal(game, cards)
        assert deck_of(game, state) == tuple(cards)
        check_cards(game, state)
        check_text(game, state)


@pytest.mark.parametrize("variant", variants())
def test_a_played_position_is_no_deal(variant: str) -> None:
    game = build_game(variant)
    state = deal(game, deck(1))
    after, _ = apply(game, state, next(legal_moves(game, state)))
    with pytest.raises(RecordError) as caught:
        deck_of(game, after)
    assert caught.value.code == "not-a-deal"


def test_spellings_are_all_there_is() -> None:
    assert len(SPELLINGS) == len(set(SPELLINGS)) == 3552
    for text in SPELLINGS:
        assert move_text(parse_move(text)) == text
    assert {parse_move(text).source for text in SPELLINGS} == {-1, WASTE, *FOUNDATIONS, *COLUMNS, *PYRAMIDS}
