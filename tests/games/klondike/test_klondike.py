"""klondike, sentence by sentence: what its rules page states, tried on positions."""

from collections.abc import Callable
from typing import Any

import pytest

from solit.engine import Replay, build_game, deal, legal_moves, move_text, parse_move, position_text, replay
from solit.engine.lowered import cards_of_deck

Play = Callable[..., Replay]
Piles = dict[str, str]


def code(result: Replay) -> str | None:
    return None if result.error is None else result.error.code


def pile(result: Replay, name: str) -> str:
    words = position_text(result.game, result.state).split(" ")
    return next(word.partition(":")[2] for word in words if word.startswith(name + ":"))


@pytest.mark.parametrize(
    ("piles", "move", "refusal"),
    [
        # column to column
        ({"t1": "7H", "t2": "8S"}, "t1-t2", None),
        ({"t1": "7H", "t2": "8C"}, "t1-t2", None),
        ({"t1": "7H", "t2": "8D"}, "t1-t2", "column-build"),
        ({"t1": "7H", "t2": "9S"}, "t1-t2", "column-build"),
        ({"t1": "7H", "t2": "6S"}, "t1-t2", "column-build"),
        ({"t1": "5D/9S8H7S6D", "t2": "7C"}, "t1-t2", None),
        ({"t1": "5D/9S8H7S6D", "t2": "8D"}, "t1-t2x2", None),
        ({"t1": "5D/9S8H7S6D", "t2": "TD"}, "t1-t2x4", None),
        ({"t1": "5D/9S8H7S6D", "t2": "TD"}, "t1-t2x5", "face-down"),
        ({"t1": "5D/9S8H7S6D", "t2": "TD"}, "t1-t2x6", "not-enough-cards"),
        # an empty column
        ({"t1": "KS", "t2": ""}, "t1-t2", None),
        ({"t1": "5D/KSQH", "t2": ""}, "t1-t2x2", None),
        ({"t1": "5D/KSQH", "t2": ""}, "t1-t2", "empty-column"),
        ({"t1": "AS", "t2": ""}, "t1-t2", "empty-column"),
        ({"w": "KD", "t2": ""}, "w-t2", None),
        ({"w": "QD", "t2": ""}, "w-t2", "empty-column"),
        # foundations
        ({"t1": "AS"}, "t1-f", None),
        ({"w": "AS"}, "w-f", None),
        ({"t1": "2S", "fS": "AS"}, "t1-f", None),
        ({"w": "2S", "fS": "AS"}, "w-f", None),
        ({"w": "2C", "fS": "AS"}, "w-f", "foundation-base"),
        ({"t1": "3S", "fS": "AS"}, "t1-f", "foundation-build"),
        ({"t1": "KS", "fS": "AS"}, "t1-f", "foundation-build"),
        # waste to column
        ({"w": "7H", "t2": "8S"}, "w-t2", None),
        ({"w": "7H", "t2": "8D"}, "w-t2", "column-build"),
        # foundation to column
        ({"fH": "AH2H", "t2": "3S"}, "fH-t2", None),
        ({"fH": "AH2H", "t2": "3D"}, "fH-t2", "column-build"),
        ({"fH": "AH", "t2": ""}, "fH-t2", "empty-column"),
        ({"fH": "AH2H3H4H5H6H7H8H9HTHJHQHKH", "t2": ""}, "fH-t2", None),
        ({"fH": "AH"}, "fH-f", "foundation-to-foundation"),
        ({}, "fH-f", "foundation-to-foundation"),
        # columns of a start stand as they are: what moves together lies in sequence
        ({"t1": "7H2C", "t2": "8S"}, "t1-t2x2", "not-a-sequence"),
        ({"t1": "7H6H", "t2": "8S"}, "t1-t2x2", "not-a-sequence"),
        ({"t1": "KS2C", "t2": ""}, "t1-t2x2", "not-a-sequence"),
        ({"t1": "AD9S7H6S", "t2": "8S"}, "t1-t2x2", None),
        ({"t1": "AD9S7H6S", "t2": "TD"}, "t1-t2x3", "not-a-sequence"),
        ({"t1": "7H2C", "t2": "3D"}, "t1-t2", None),
        ({"t1": "7HAC"}, "t1-f", None),
    ],
)
def test_moves(play: Play, piles: Piles, move: str, refusal: str | None) -> None:
    assert code(play("klondike", move, piles)) == refusal


def test_any_part_of_a_sequence(play: Play) -> None:
    result = play("klondike", "", {"t1": "5D/9S8H7S6D", "t2": "7C", "t3": "8D", "t4": "9C", "t5": "TD", "t6": "TH"})
    wanted = {"t1-t2", "t1-t3x2", "t1-t4x3", "t1-t5x4", "t1-t6x4"}
    assert {move_text(move) for move in legal_moves(result.game, result.state)} >= wanted


def test_bared_card_is_turned_in_the_same_move(play: Play) -> None:
    result = play("klondike", "t1-t2", {"t1": "5D3C/KH", "t2": ""})
    assert pile(result, "t1") == "5D/3C"
    assert [event.kind for event in result.events[0]] == ["move", "reveal"]


@pytest.mark.parametrize(("draw", "left", "waste", "stock"), [
    (3, "2C3C4C5C", "2C3C4C", "5C"), (3, "2C3C", "2C3C", ""), (3, "2C", "2C", ""), (1, "2C3C", "2C", "3C"),
])  # fmt: skip
def test_draw(play: Play, draw: int, left: str, waste: str, stock: str) -> None:
    """One after another, so the last one drawn is on top; fewer where fewer are left."""
    result = play("klondike", "d", {"s": left}, {"draw": draw}, rest="t7")
    assert (pile(result, "w"), pile(result, "s")) == (waste, stock)
    assert len(result.events[0]) == len(waste) // 2


@pytest.mark.parametrize("draw", [1, 3])
def test_redeal_keeps_the_order(draw: int) -> None:
    game = build_game("klondike", {"draw": draw})
    start = deal(game, cards_of_deck(13))
    times = 24 // draw
    result = replay(game, start, [parse_move("d")] * times + [parse_move("r")])
    assert position_text(game, result.state) == position_text(game, start).replace("pass=1", "pass=2")
    assert code(replay(game, start, [parse_move("d")] * (times - 1) + [parse_move("r")])) == "stock-not-empty"
    assert code(replay(game, start, [parse_move("d")] * (times + 1))) == "stock-empty"


def test_redeal_of_an_empty_waste(play: Play) -> None:
    assert code(play("klondike", "r", {"t1": "KH"}, rest="t7")) == "waste-empty"


@pytest.mark.parametrize(("options", "passes", "refusal"), [
    ({}, 999_999_999, None), ({"passes": 1}, 1, "passes-used-up"), ({"passes": 3}, 2, None),
    ({"passes": 3}, 3, "passes-used-up"),
])  # fmt: skip
def test_passes(play: Play, options: dict[str, Any], passes: int, refusal: str | None) -> None:
    assert code(play("klondike", "r", {"t1": "KH"}, options, rest="w", passes=passes)) == refusal


def test_won_by_all_cards_on_the_foundations(play: Play, suits: Piles) -> None:
    result = play("klondike", "w-f", {**suits, "fH": suits["fH"][:-2], "w": "KH"})
    assert (result.status, code(result)) == ("won", None)
    result = play("klondike", "", {**suits, "fH": suits["fH"][:-2], "w": "KH"})
    assert result.status == "open"
    assert list(legal_moves(result.game, play("klondike", "", suits).state)) == []


def test_face_down_top_is_closed(play: Play, suits: Piles) -> None:
    """Under flip=manual a game is not won, and not lost, while a card is to be turned up."""
    piles = {**suits, "fH": suits["fH"][:-2], "t1": "KH/"}
    result = play("klondike", "", piles, {"flip": "manual"})
    moves = [move_text(move) for move in legal_moves(result.game, result.state)]
    assert "t1^" in moves
    assert "t1-f" not in moves
    assert result.status == "open"
    assert play("klondike", "t1^ t1-f", piles, {"flip": "manual"}).status == "won"


def test_order_of_the_legal_moves(play: Play) -> None:
    piles = {"w": "7H", "fH": "AH2H", "t1": "8S", "t2": "8C", "t3": "3S2D", "t4": "5D/KSQH", "t5": "3C", "t6": ""}
    result = play("klondike", "", piles)
    assert [move_text(move) for move in legal_moves(result.game, result.state)] == [
        "d", "w-t1", "w-t2", "fH-t5", "t3-t5", "t4-t6x2", "t4-t7x2",
    ]  # fmt: skip
