"""suspense, sentence by sentence: what its rules page states, tried on positions."""

from collections.abc import Callable
from typing import Any

import pytest

from solit.engine import Replay, legal_moves, move_text, position_text
from solit.engine.moves import PLACES

Play = Callable[..., Replay]
Piles = dict[str, str]


def code(result: Replay) -> str | None:
    return None if result.error is None else result.error.code


def pile(result: Replay, name: str) -> str:
    words = position_text(result.game, result.state).split(" ")
    return next(word.partition(":")[2] for word in words if word.startswith(name + ":"))


def told(result: Replay) -> list[tuple[str, str]]:
    """What the last entry did: kinds of events and where."""
    return [(event.kind, PLACES[event.target]) for event in result.events[-1] if event.target is not None]


def down_from(suit: str, first: str, count: int) -> str:
    ranks = "KQJT98765432A" * 2
    at = ranks.index(first)
    return "".join([rank + suit for rank in ranks[at : at + count]])


WASTE = {"spaces": "waste"}
NONE = {"spaces": "none"}


@pytest.mark.parametrize(
    ("piles", "move", "options", "refusal"),
    [
        # layout to waste: one rank up or down, any suit, circular
        ({"p1t": "7H", "w": "8S"}, "p1t-w", {}, None),
        ({"p1t": "7H", "w": "6H"}, "p1t-w", {}, None),
        ({"p1t": "7H", "w": "7S"}, "p1t-w", {}, "waste-build"),
        ({"p1t": "7H", "w": "9S"}, "p1t-w", {}, "waste-build"),
        ({"p1t": "AH", "w": "KS"}, "p1t-w", {}, None),
        ({"p1t": "KH", "w": "AS"}, "p1t-w", {}, None),
        ({"p1t": "AH", "w": "2S"}, "p1t-w", {}, None),
        ({"p1t": "7H", "w": ""}, "p1t-w", {}, "empty-waste"),
        # covered cards
        ({"p1a": "7H", "p1t": "2C", "w": "8S"}, "p1a-w", {}, "covered"),
        ({"p1b": "7H", "p1t": "2C", "w": "8S"}, "p1b-w", {}, "covered"),
        ({"p1a": "7H", "w": "8S"}, "p1a-w", {}, None),
        ({"p1b": "7H", "p1a": "3D", "w": "8S"}, "p1b-w", {}, None),
        ({"p1c": "7H/", "p1b": "2C", "w": "8S"}, "p1c-w", {}, "covered"),
        ({"p1c": "7H", "fH": "2H", "w": "8S"}, "p1c-w", {}, None),
        ({"t1": "7H", "p1a": "2C", "t3": "8H"}, "t1-t3", {}, "covered"),
        ({"t1": "7H", "p1b": "2C", "t3": "8H"}, "t1-t3", {}, None),
        ({"t2": "7H", "p1a": "2C", "t3": "8H"}, "t2-t3", {}, None),
        ({"t2": "7H", "p1b": "2C", "t3": "8H"}, "t2-t3", {}, "covered"),
        ({"t8": "7H", "p4b": "2C", "fH": "6H"}, "t8-f", {}, "covered"),
        # columns build down in suit, circular
        ({"w": "7H", "t3": "8H"}, "w-t3", {}, None),
        ({"w": "7H", "t3": "8D"}, "w-t3", {}, "column-build"),
        ({"w": "7H", "t3": "6H"}, "w-t3", {}, "column-build"),
        ({"w": "KH", "t3": "AH"}, "w-t3", {}, None),
        ({"p1t": "7H", "t3": "8H"}, "p1t-t3", {}, None),
        ({"p1t": "7H", "t3": "8C"}, "p1t-t3", {}, "column-build"),
        ({"p1c": "7H", "fH": "2H", "t3": "8H"}, "p1c-t3", {}, None),
        ({"w": "7H", "t3": "8H", "p2a": "2C"}, "w-t3", {}, "place-not-in-play"),
        ({"w": "7H", "t4": "8H", "p2a": "2C"}, "w-t4", {}, None),
        # whole columns join
        ({"t1": down_from("C", "5", 1), "t2": down_from("C", "J", 6)}, "t1-t2", {}, None),
        ({"t1": down_from("C", "5", 7), "t2": down_from("C", "J", 1)}, "t2-t1", {}, None),
        ({"t1": down_from("C", "5", 6), "t2": down_from("C", "J", 1)}, "t2-t1", {}, "column-build"),
        ({"t1": down_from("C", "5", 3), "t2": down_from("C", "J", 6)}, "t1-t2x3", {}, None),
        ({"t1": down_from("C", "6", 3), "t2": down_from("C", "J", 4)}, "t1-t2x2", {}, "not-the-whole-column"),
        ({"t1": down_from("C", "6", 3), "t2": down_from("C", "J", 4)}, "t1-t2x3", {}, "column-build"),
        ({"t1": "6C", "t2": "7C", "p1b": "2D"}, "t1-t2", {}, "place-not-in-play"),
        # an empty place
        ({"w": "7H", "t3": ""}, "w-t3", {}, None),
        ({"p1t": "7H", "t3": ""}, "p1t-t3", {}, None),
        ({"p1c": "7H", "fH": "2H", "t3": ""}, "p1c-t3", {}, None),
        ({"t1": "7H", "t3": ""}, "t1-t3", {}, "empty-column"),
        ({"w": "7H", "p2a": "2C"}, "w-t3", {}, "place-not-in-play"),
        ({"w": "7H", "t3": ""}, "w-t3", WASTE, None),
        ({"p1t": "7H", "t3": ""}, "p1t-t3", WASTE, "empty-column"),
        ({"w": "7H", "t3": ""}, "w-t3", NONE, "empty-column"),
        ({"p1t": "7H", "t3": ""}, "p1t-t3", NONE, "empty-column"),
        # foundations: only a centre starts one, up in suit, circular
        ({"w": "AH"}, "w-f", {}, "foundation-base"),
        ({"t3": "AH"}, "t3-f", {}, "foundation-base"),
        ({"w": "AH", "fH": "QHKH"}, "w-f", {}, None),
        ({"t3": "8H7H", "fH": "6H"}, "t3-f", {}, None),
        ({"p1t": "7H", "fH": "6H"}, "p1t-f", {}, None),
        ({"p1c": "7H", "fH": "6H"}, "p1c-f", {}, None),
        ({"w": "5H", "fH": "6H"}, "w-f", {}, "foundation-build"),
        ({"fH": "6H", "t3": "7H"}, "fH-t3", {}, "not-in-variant"),
        ({"fH": "6H"}, "fH-f", {}, "foundation-to-foundation"),
        ({}, "u", {}, "undo-off"),
        ({}, "t1^", {}, "not-in-variant"),
    ],
)
def test_moves(play: Play, piles: Piles, move: str, options: dict[str, Any], refusal: str | None) -> None:
    assert code(play("suspense", move, piles, options)) == refusal


def test_column_and_foundation_cards_have_no_way_to_the_waste() -> None:
    from solit.engine import RecordError, parse_move

    for text in ("t1-w", "fH-w"):
        with pytest.raises(RecordError):
            parse_move(text)


def test_wing_becomes_a_column_when_its_overlap_leaves(play: Play) -> None:
    piles = {"t1": "9H", "t2": "9D", "p1c": "KC/", "p1a": "7H", "p1b": "3C", "w": "8S"}
    result = play("suspense", "p1a-w", piles)
    assert told(result) == [("move", "w"), ("wing", "t1")]
    assert pile(result, "p1c") == "KC/"


def test_last_overlap_turns_the_centre_that_starts_its_foundation(play: Play) -> None:
    """Forced events in their order: the wing, the centre, the base; all without a move."""
    piles = {"t1": "9H", "t2": "9D", "p1c": "KC/", "p1b": "7H", "w": "8S"}
    result = play("suspense", "p1b-w", piles)
    assert told(result) == [("move", "w"), ("wing", "t2"), ("reveal", "p1c"), ("base", "fC")]
    assert (pile(result, "p1c"), pile(result, "fC")) == ("", "KC")
    assert result.events[-1][-1].source == 14


def test_centre_of_a_suit_with_a_foundation_stays(play: Play) -> None:
    piles = {"t1": "9H", "p1c": "KC/", "p1a": "7H", "w": "8S", "fC": "2C3C"}
    result = play("suspense", "p1a-w", piles)
    assert told(result) == [("move", "w"), ("wing", "t1"), ("reveal", "p1c")]
    assert (pile(result, "p1c"), pile(result, "fC")) == ("KC", "2C3C")
    moves = {move_text(move) for move in legal_moves(result.game, result.state)}
    assert moves >= {"p1c-t2", "p1c-t8"}


def test_overlap_on_the_foundation_and_base_in_one_move(play: Play) -> None:
    piles = {"t1": "9H", "p1c": "KC/", "p1a": "4D", "fD": "3D"}
    result = play("suspense", "p1a-f", piles)
    assert told(result) == [("foundation", "fD"), ("wing", "t1"), ("reveal", "p1c"), ("base", "fC")]


def test_base_takes_the_next_rank_round_the_corner(play: Play) -> None:
    piles = {"t1": "9H", "p1c": "KC/", "p1a": "7H", "w": "8S", "t5": "AC"}
    result = play("suspense", "p1a-w t5-f", piles)
    assert code(result) is None
    assert pile(result, "fC") == "KCAC"


def test_top_bares_no_wing(play: Play) -> None:
    piles = {"t1": "9H", "t2": "9D", "p1c": "KC/", "p1a": "2C", "p1b": "3C", "p1t": "7H", "w": "8S"}
    result = play("suspense", "p1t-w", piles)
    assert told(result) == [("move", "w")]


def test_draw_one_card_one_pass(play: Play) -> None:
    result = play("suspense", "d", {"w": "8S", "s": "2C3C"}, rest="t8")
    assert (pile(result, "s"), pile(result, "w")) == ("3C", "8S2C")
    assert code(play("suspense", "d d d", {"w": "8S", "s": "2C3C"}, rest="t8")) == "stock-empty"
    assert code(play("suspense", "d d r", {"w": "8S", "s": "2C3C"}, rest="t8")) == "passes-used-up"


def test_redeal_turns_the_waste_over_order_kept(play: Play) -> None:
    piles = {"w": "8S", "s": "2C3C", "p1t": "4D"}
    for passes in (0, 2):
        result = play("suspense", "d d p1t-w r", piles, {"passes": passes}, rest="t8")
        assert (pile(result, "s"), pile(result, "w"), result.state.passes) == ("8S2C3C4D", "", 2)
    assert code(play("suspense", "r", {"s": "", "w": ""}, {"passes": 2}, rest="t8")) == "waste-empty"
    again = play("suspense", "r p1t-w", {"w": "8S", "s": "", "p1t": "7D"}, {"passes": 2}, rest="t8")
    assert code(again) == "empty-waste"
    assert code(play("suspense", "r d p1t-w", {"w": "8S", "s": "", "p1t": "7D"}, {"passes": 2}, rest="t8")) is None


def test_won_by_suits_in_columns_and_on_foundations(play: Play, suits: Piles) -> None:
    piles = {
        "fC": suits["fC"],
        "fD": "".join([rank + "D" for rank in "56789TJQKA234"]),
        "t1": down_from("S", "9", 13),
        "t3": down_from("H", "5", 7),
        "t4": down_from("H", "J", 6),
    }
    result = play("suspense", "t4-t3x6", piles)
    assert (code(result), result.status) == (None, "won")
    assert play("suspense", "t3-t4x7", piles).status == "won"
    assert play("suspense", "", piles).status == "open"
    assert play("suspense", "t4-t3x6 t3-t8x13", piles).error is not None


def test_won_without_a_foundation(play: Play) -> None:
    piles = {f"t{n}": down_from(suit, "7", 13) for n, suit in enumerate("CDHS", 1)}
    result = play("suspense", "", piles)
    assert result.status == "won"
    assert list(legal_moves(result.game, result.state)) == []


def test_thirteen_cards_of_two_suits_win_nothing(play: Play) -> None:
    piles = {f"t{n}": down_from(suit, "7", 13) for n, suit in enumerate("CDHS", 1)}
    piles["t1"] = piles["t1"][:-2] + piles["t2"][-2:]
    piles["t2"] = piles["t2"][:-2] + down_from("C", "7", 13)[-2:]
    assert play("suspense", "", piles).status != "won"


def test_lost_without_a_legal_move(play: Play) -> None:
    """Every place is taken, no card goes anywhere, the stock is empty."""
    piles = {"t1": "2C", "t2": "5C", "t3": "8C", "t4": "2D", "t5": "5D", "t6": "8D", "t7": "2H", "t8": "5H"}
    result = play("suspense", "", {**piles, "w": "JS"}, rest="t1")
    assert (result.status, result.reason) == ("lost", "no-moves")
    assert list(legal_moves(result.game, result.state)) == []
    assert play("suspense", "", {**piles, "w": "JS"}, rest="s").status == "open"
