"""scorpion, sentence by sentence: what its rules state, tried on positions."""

from collections.abc import Callable

import pytest

from solit.engine import Replay, build_game, deal, position_text, score
from solit.engine.lowered import cards_of_deck

Play = Callable[..., Replay]


def column(suit: str) -> str:
    return "".join([rank + suit for rank in "KQJT98765432A"])


def test_deal() -> None:
    state = deal(build_game("scorpion"), cards_of_deck(13))
    assert [len(state.piles[place]) for place in range(6, 13)] == [7] * 7
    assert list(state.down[6:13]) == [3, 3, 3, 3, 0, 0, 0]
    assert (len(state.piles[0]), position_text(build_game("scorpion"), state)[:8]) == (3, "s:JSQSKS")


@pytest.mark.parametrize(
    ("piles", "move", "refusal"),
    [
        ({"t1": "7H", "t2": "8H"}, "t1-t2", None),
        ({"t1": "7H", "t2": "8S"}, "t1-t2", "column-build"),
        ({"t1": "7HKCAD3S", "t2": "8H"}, "t1-t2x4", None),
        ({"t1": "KH", "t2": "AH"}, "t1-t2", "column-build"),
        ({"t1": "2DKS2H", "t2": ""}, "t1-t2x2", None),
        ({"t1": "QS2D", "t2": ""}, "t1-t2x2", "empty-column"),
        ({"t1": "AS"}, "t1-f", "not-in-variant"),
    ],
)
def test_moves(play: Play, piles: dict[str, str], move: str, refusal: str | None) -> None:
    result = play("scorpion", move, piles, rest="t7")
    assert (None if result.error is None else result.error.code) == refusal


def test_won_in_columns_alone(play: Play) -> None:
    whole = {f"t{n + 1}": column(suit) for n, suit in enumerate("CDHS")}
    assert play("scorpion", "", whole, rest="t7").status == "won"
    swapped = {**whole, "t1": whole["t1"].replace("5C4C", "4C5C")}
    result = play("scorpion", "", swapped, rest="t7")
    assert result.status != "won"
    assert score(result).total == 39
    ends = {**whole, "t1": column("C")[:-2], "t5": "AC"}
    assert play("scorpion", "t5-t1", ends, rest="t7").status == "won"


def test_russian_is_not_won_in_columns(play: Play) -> None:
    whole = {f"t{n + 1}": column(suit) for n, suit in enumerate("CDHS")}
    assert play("russian", "", whole, rest="t7").status == "open"
