"""chinese, sentence by sentence: what its rules page states, tried on positions."""

from collections.abc import Callable
from typing import Any

import pytest

from solit.engine import Replay, build_game, deal, legal_moves, move_text, position_text
from solit.engine.lowered import cards_of_deck

Play = Callable[..., Replay]
Piles = dict[str, str]
EASY = {"easy": True}
SEQUENCE = {"groups": "sequence"}
BACK = {"foundation_return": True}


def code(result: Replay) -> str | None:
    return None if result.error is None else result.error.code


def pile(result: Replay, name: str) -> str:
    words = position_text(result.game, result.state).split(" ")
    return next(word.partition(":")[2] for word in words if word.startswith(name + ":"))


def test_deal() -> None:
    """Seven rows of seven; columns 4..7 have 3, 4, 5, 6 cards face down, three cards are the stock."""
    state = deal(build_game("chinese"), cards_of_deck(13))
    assert [len(state.piles[place]) for place in range(6, 13)] == [7] * 7
    assert [state.down[place] for place in range(6, 13)] == [0, 0, 0, 3, 4, 5, 6]
    assert [len(state.piles[place]) for place in (0, 1)] == [3, 0]
    assert [pile[0] for pile in state.piles[6:13]] == list(range(7))


@pytest.mark.parametrize(
    ("piles", "move", "options", "refusal"),
    [
        ({"t1": "7H", "t2": "8S"}, "t1-t2", {}, None),
        ({"t1": "7H", "t2": "8D"}, "t1-t2", {}, "column-build"),
        ({"t1": "7H", "t2": "9S"}, "t1-t2", {}, "column-build"),
        # a block in whatever order it lies, headed by the chosen card
        ({"t1": "7HKCAD3S", "t2": "8S"}, "t1-t2x4", {}, None),
        ({"t1": "7HKCAD3S", "t2": "8D"}, "t1-t2x4", {}, "column-build"),
        ({"t1": "5D/7HKCAD3S", "t2": "8S"}, "t1-t2x5", {}, "face-down"),
        ({"t1": "7HKCAD3S", "t2": "8S"}, "t1-t2x4", SEQUENCE, "not-a-sequence"),
        ({"t1": "7H6S5D", "t2": "8S"}, "t1-t2x3", SEQUENCE, None),
        ({"t1": "7H6D", "t2": "8S"}, "t1-t2x2", SEQUENCE, "not-a-sequence"),
        ({"t1": "9C7H6S", "t2": "8S"}, "t1-t2x2", SEQUENCE, None),
        ({"t1": "7H6H", "fH": "AH2H3H4H5H"}, "t1-f", SEQUENCE, None),
        # an empty column
        ({"t1": "KS2D", "t2": ""}, "t1-t2x2", {}, None),
        ({"t1": "KS2D", "t2": ""}, "t1-t2", {}, "empty-column"),
        ({"t1": "KS2D", "t2": ""}, "t1-t2", EASY, None),
        ({"t1": "9SKS2D", "t2": ""}, "t1-t2x3", EASY, None),
        ({"t1": "9SKS2D", "t2": ""}, "t1-t2x3", {**EASY, **SEQUENCE}, "not-a-sequence"),
        # foundations
        ({"t1": "AS"}, "t1-f", {}, None),
        ({"t1": "2S", "fS": "AS"}, "t1-f", {}, None),
        ({"t1": "2S", "fC": "AC"}, "t1-f", {}, "foundation-base"),
        ({"fH": "AH2H", "t2": "3S"}, "fH-t2", {}, "foundation-return-off"),
        ({"fH": "AH2H", "t2": "3S"}, "fH-t2", BACK, None),
        ({"fH": "AH2H", "t2": "3D"}, "fH-t2", BACK, "column-build"),
        ({"fH": "AH2H", "t2": ""}, "fH-t2", BACK, "empty-column"),
        ({"fH": "AH2H", "t2": ""}, "fH-t2", {**BACK, **EASY}, None),
        ({"fH": "AH2H", "t2": ""}, "fH-t2", EASY, "foundation-return-off"),
        ({"fH": "AH2H3H4H5H6H7H8H9HTHJHQHKH", "t2": ""}, "fH-t2", BACK, None),
        # there is no waste, no redeal, no take-back
        ({}, "r", {}, "not-in-variant"),
        ({}, "w-f", {}, "not-in-variant"),
        ({}, "u", {}, "undo-off"),
    ],
)
def test_moves(play: Play, piles: Piles, move: str, options: dict[str, Any], refusal: str | None) -> None:
    assert code(play("chinese", move, piles, options, rest="t7")) == refusal


def test_stock_is_dealt_once_onto_three_columns(play: Play) -> None:
    """One card each on columns 1, 2, 3 in that order, onto an empty column too, at any time."""
    result = play("chinese", "d", {"s": "2C3C4C", "t1": "7H", "t2": "", "t3": "9D", "t4": "8S"}, rest="t7")
    assert [pile(result, name) for name in ("s", "t1", "t2", "t3", "t4")] == ["", "7H2C", "3C", "9D4C", "8S"]
    assert [(event.kind, event.source, event.target) for event in result.events[0]] == [
        ("draw", 0, 6), ("draw", 0, 7), ("draw", 0, 8),
    ]  # fmt: skip
    again = play("chinese", "d d", {"s": "2C3C4C", "t1": "7H"}, rest="t7")
    assert code(again) == "stock-empty"


def test_stock_is_a_move_that_keeps_the_game_open(play: Play) -> None:
    stuck = {"t1": "8C", "t2": "8S", "t3": "8D", "t4": "8H", "t5": "TC", "t6": "TD", "t7": "TH"}
    result = play("chinese", "", {**stuck, "s": "2C3C4C"}, rest="t1")
    moves = [move_text(move) for move in legal_moves(result.game, result.state)]
    assert moves[0] == "d"
    assert result.status == "open"


def test_bared_card_is_turned_up(play: Play) -> None:
    result = play("chinese", "t4-t1x2", {"t4": "2D3D/7H9C", "t1": "8S"}, rest="t7")
    assert pile(result, "t4") == "2D/3D"
    assert [event.kind for event in result.events[0]] == ["move", "reveal"]


def test_won(play: Play, suits: Piles) -> None:
    assert play("chinese", "t1-f", {**suits, "fH": suits["fH"][:-2], "t1": "KH"}, rest="t2").status == "won"
