"""chinaman, sentence by sentence: what its rules page states, tried on positions."""

from collections.abc import Callable
from typing import Any

import pytest

from solit.engine import Replay, build_game, deal, legal_moves, move_text, parse_move, position_text, replay
from solit.engine.lowered import cards_of_deck

Play = Callable[..., Replay]
Piles = dict[str, str]
WHOLE = {"groups": "whole"}
OTHER = {"build": "other-suit"}
BACK = {"foundation_return": True}
FULL = "AH2H3H4H5H6H7H8H9HTHJHQHKH"


def code(result: Replay) -> str | None:
    return None if result.error is None else result.error.code


@pytest.mark.parametrize(
    ("piles", "move", "options", "refusal"),
    [
        # any suit, one rank down, nothing on an ace
        *(({"t1": f"7{suit}", "t2": "8D"}, "t1-t2", {}, None) for suit in "CDHS"),
        *(({"w": f"7{suit}", "t2": "8D"}, "w-t2", {}, None) for suit in "CDHS"),
        ({"t1": "7H", "t2": "9D"}, "t1-t2", {}, "column-build"),
        ({"t1": "KH", "t2": "AD"}, "t1-t2", {}, "column-build"),
        ({"w": "KH", "t2": "AD"}, "w-t2", {}, "column-build"),
        ({"t1": "7D", "t2": "8D"}, "t1-t2", OTHER, "column-build"),
        ({"w": "7D", "t2": "8D"}, "w-t2", OTHER, "column-build"),
        ({"t1": "7H", "t2": "8D"}, "t1-t2", OTHER, None),
        ({"t1": "7S", "t2": "8C"}, "t1-t2", OTHER, None),
        # groups
        ({"t1": "2C/9S8S7S", "t2": "8D"}, "t1-t2", {}, None),
        ({"t1": "2C/9S8S7S", "t2": "9D"}, "t1-t2x2", {}, None),
        ({"t1": "2C/9S8S7S", "t2": "TD"}, "t1-t2x3", {}, None),
        ({"t1": "2C/9S8S7S", "t2": "8D"}, "t1-t2", WHOLE, "not-the-whole-column"),
        ({"t1": "2C/9S8S7S", "t2": "9D"}, "t1-t2x2", WHOLE, "not-the-whole-column"),
        ({"t1": "2C/9S8S7S", "t2": "TD"}, "t1-t2x3", WHOLE, None),
        ({"t1": "2C/9S8S2S", "fS": "AS"}, "t1-f", WHOLE, None),
        # columns of a start stand as they are: what moves together lies in sequence
        ({"t1": "7H2C", "t2": "8S"}, "t1-t2x2", {}, "not-a-sequence"),
        ({"t1": "9S7H6H", "t2": "8S"}, "t1-t2x2", {}, None),
        ({"t1": "9S7H6H", "t2": "8S"}, "t1-t2x2", OTHER, "not-a-sequence"),
        ({"t1": "9S7H6H", "t2": "8S"}, "t1-t2x2", WHOLE, "not-the-whole-column"),
        ({"t1": "9S7H6H", "t2": "TD"}, "t1-t2x3", WHOLE, "not-a-sequence"),
        # an empty column
        ({"t1": "2C/KSQS", "t2": ""}, "t1-t2x2", {}, None),
        ({"t1": "2C/KSQS", "t2": ""}, "t1-t2", {}, "empty-column"),
        ({"t1": "2C/KSQS", "t2": ""}, "t1-t2", WHOLE, "not-the-whole-column"),
        ({"t1": "2C/KSQS", "t2": ""}, "t1-t2x2", WHOLE, None),
        ({"w": "KS", "t2": ""}, "w-t2", {}, None),
        ({"w": "QS", "t2": ""}, "w-t2", {}, "empty-column"),
        # foundations
        ({"t1": "AS"}, "t1-f", {}, None),
        ({"w": "2S", "fS": "AS"}, "w-f", {}, None),
        ({"w": "2C", "fS": "AS"}, "w-f", {}, "foundation-base"),
        ({"fH": "AH2H", "t2": "3S"}, "fH-t2", {}, "foundation-return-off"),
        ({"fH": "AH2H", "t2": "3S"}, "fH-t2", BACK, None),
        ({"fH": "AH2H", "t2": "4S"}, "fH-t2", BACK, "column-build"),
        ({"fH": "AH2H", "t2": ""}, "fH-t2", BACK, "empty-column"),
        ({"fH": FULL, "t2": ""}, "fH-t2", BACK, None),
        ({"fH": FULL, "t2": ""}, "fH-t2", {}, "foundation-return-off"),
        ({"fH": "AH"}, "fH-f", BACK, "foundation-to-foundation"),
        ({}, "u", {}, "undo-off"),
    ],
)
def test_moves(play: Play, piles: Piles, move: str, options: dict[str, Any], refusal: str | None) -> None:
    assert code(play("chinaman", move, piles, options)) == refusal


def test_three_cards_a_draw_two_passes() -> None:
    game = build_game("chinaman")
    start = deal(game, cards_of_deck(13))
    draws = [parse_move("d")] * 8
    again = [*draws, parse_move("r"), *draws]
    result = replay(game, start, again)
    assert (code(result), result.state.passes) == (None, 2)
    assert len(result.state.piles[1]) == 24
    assert result.state.piles[1] == replay(game, start, draws).state.piles[1]
    assert code(replay(game, start, [*again, parse_move("r")])) == "passes-used-up"
    assert code(replay(build_game("chinaman", {"passes": 0}), start, [*again, parse_move("r")])) is None
    assert code(replay(build_game("chinaman", {"passes": 1}), start, [*draws, parse_move("r")])) == "passes-used-up"


def test_drawing_is_allowed_at_any_time(play: Play) -> None:
    result = play("chinaman", "", {"t1": "7H", "t2": "8D", "w": "AC"})
    moves = [move_text(move) for move in legal_moves(result.game, result.state)]
    assert moves == ["d", "w-f", "t1-t2"]


def test_draws(play: Play) -> None:
    for draw, waste in ((3, "2C3C4C"), (1, "2C")):
        result = play("chinaman", "d", {"s": "2C3C4C5C"}, {"draw": draw}, rest="t7")
        assert f" w:{waste} " in position_text(result.game, result.state)
    result = play("chinaman", "d", {"s": "2C3C"}, rest="t7")
    assert " s: w:2C3C " in position_text(result.game, result.state)


BLOCKED = {"t1": "8C", "t2": "8S", "t3": "8D", "t4": "8H", "t5": "TC", "t6": "TD", "t7": "TH", "w": "2H"}


def test_lost_when_stock_and_redeal_are_used_up(play: Play) -> None:
    assert play("chinaman", "", BLOCKED, rest="w", passes=2).status == "lost"
    assert play("chinaman", "", BLOCKED, rest="w", passes=1).status == "open"
    assert play("chinaman", "", BLOCKED, rest="s", passes=2).status == "open"
    assert play("chinaman", "", BLOCKED, {"passes": 0}, rest="w", passes=2).status == "open"


def test_won(play: Play, suits: Piles) -> None:
    assert play("chinaman", "t1-f", {**suits, "fH": suits["fH"][:-2], "t1": "KH"}).status == "won"
