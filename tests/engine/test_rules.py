"""Building games, small decks, and what the judge answers as values."""

import pytest

from solit import engine
from solit.engine import (
    IllegalMove,
    OptionError,
    RecordError,
    apply,
    build_game,
    deal,
    legal_moves,
    options_of,
    parse_move,
    position_text,
    status,
    variants,
    why_not,
)
from solit.engine.lowered import cards_of_deck
from solit.engine.rules import check_options


def test_variants() -> None:
    assert variants() == ("chinaman", "chinese", "klondike", "russian", "scorpion", "suspense", "yukon")



def test_equal_arguments_give_the_same_game() -> None:
    assert build_game("klondike") is build_game("klondike", {}) is build_game("klondike", {"draw": 3, "undo": 1})
    assert build_game("klondike") is not build_game("klondike", {"draw": 1})
    assert build_game("klondike") is not build_game("klondike", ranks=4, piles=3)
    true_for_one = {"foundation_return": True}
    assert build_game("chinaman", true_for_one).may_return is True
    with pytest.raises(OptionError):
        build_game("chinaman", {"foundation_return": 1})


DEFAULTS = {
    "klondike": {"draw": 3, "flip": "auto", "undo": 1, "time_limit": 300, "passes": 0},
    "chinaman": {"groups": "any", "draw": 3, "passes": 2, "build": "any", "foundation_return": False},
    "chinese": {"easy": False, "groups": "any", "foundation_return": False},
    "suspense": {"spaces": "any", "passes": 1},
}


@pytest.mark.parametrize("variant", DEFAULTS)
def test_defaults(variant: str) -> None:
    assert check_options(variant, {}) == DEFAULTS[variant] == dict(build_game(variant).settings)
    for option in options_of(variant):
        assert option.meaning
        assert option.check(option.default) == option.default
        assert option.choices == () or option.choices[0] == option.default


@pytest.mark.parametrize("variant", ["", "Klondike", "klondike ", "os", "__init__", "..klondike", "klondike.py", "é"])
def test_unknown_variants(variant: str) -> None:
    with pytest.raises(RecordError) as caught:
        build_game(variant)
    assert caught.value.code == "variant-unknown"
    assert ", ".join(variants()) in caught.value.message


SMALL = {
    "klondike": "pass=1 s:3D4DAH2H3H4HAS2S3S4S w: fC: fD: fH: fS: t1:AC t2:2C/4C t3:3CAD/2D",
    "chinaman": "pass=1 s:3D4DAH2H3H4HAS2S3S4S w: fC: fD: fH: fS: t1:AC t2:2C/4C t3:3CAD/2D",
    "chinese": "s:2S3S4S fC: fD: fH: fS: t1:AC4C3D2HAS t2:2C/AD4D3H t3:3C2D/AH4H",
}


@pytest.mark.parametrize("variant", SMALL)
def test_small_deals(variant: str) -> None:
    game = build_game(variant, ranks=4, piles=3)
    assert position_text(game, deal(game, cards_of_deck(4))) == SMALL[variant]


def test_small_suspense() -> None:
    game = build_game("suspense", ranks=3, piles=1)
    assert position_text(game, deal(game, cards_of_deck(3))) == (
        "pass=1 s:2H3HAS2S3S w:AH fC: fD: fH: fS: t1:2C t2:3C p1c:AC/ p1a:AD p1b:2D p1t:3D"
    )


def test_refusals_are_values_and_errors() -> None:
    game = build_game("klondike")
    state = deal(game, cards_of_deck(13))
    move = parse_move("t3-t4")
    refusal = why_not(game, state, move)
    assert refusal is not None
    assert refusal.code == "column-build"
    assert refusal.message == "red ace (AD) does not go on 6D: columns build down in alternating colours"
    with pytest.raises(IllegalMove) as caught:
        apply(game, state, move)
    assert (caught.value.code, caught.value.index, caught.value.move) == ("column-build", -1, "t3-t4")
    assert caught.value.position == position_text(game, state)


def test_legal_moves_are_lazy() -> None:
    game = build_game("klondike")
    state = deal(game, cards_of_deck(13))
    moves = legal_moves(game, state)
    assert next(moves) == parse_move("d")
    assert status(game, state) == "open"


def test_states_are_left_as_they_were() -> None:
    game = build_game("suspense")
    state = deal(game, cards_of_deck(13))
    text = position_text(game, state)
    for move in legal_moves(game, state):
        after, events = apply(game, state, move)
        assert events
        assert after != state
    assert position_text(game, state) == text


def test_public_names() -> None:
    for name in engine.__all__:
        assert getattr(engine, name) is not None
    with pytest.raises(AttributeError):
        engine.nothing  # noqa: B018
