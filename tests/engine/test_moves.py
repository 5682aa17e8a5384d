"""Move text: one spelling each, and everything else refused as text, whatever the variant."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solit.engine import Move, RecordError, move_text, parse_move
from solit.engine.moves import GRAMMAR, OWN_FOUNDATION, PLACE, PLACES


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("d", Move("draw")),
        ("r", Move("redeal")),
        ("u", Move("undo")),
        ("t4^", Move("turn", 9)),
        ("w-t3", Move("move", 1, 8)),
        ("w-f", Move("move", 1, OWN_FOUNDATION)),
        ("t3-t5", Move("move", 8, 10)),
        ("t3-t5x4", Move("move", 8, 10, 4)),
        ("t1-t8x52", Move("move", 6, 13, 52)),
        ("t3-f", Move("move", 8, OWN_FOUNDATION)),
        ("fH-t2", Move("move", 4, 7)),
        ("fH-f", Move("move", 4, OWN_FOUNDATION)),
        ("p1t-w", Move("move", 17, 1)),
        ("p4c-t3", Move("move", 26, 8)),
        ("p2b-f", Move("move", 20, OWN_FOUNDATION)),
    ],
)
def test_spellings(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert move_text(move) == text


REFUSED = [
    "", " ", "D", "dd", "d ", " d", "d\n", "t3-t5x1", "t3-t5x0", "t3-t5x04", "t3-t5x53", "t3-t5x", "t3-t5X4",
    "t3-t5x-2", "t03-t5", "t3-t05", "t0-t1", "t9-t1", "t1-t9", "t3-fH", "w-fH", "w-w", "t3-w", "fH-w", "s-w", "s-t1",
    "w-t3x2", "fH-t2x2", "p1t-t3x2", "t3-fx2", "fX-t2", "f-t2", "t4v", "w^", "p1c^", "p5t-w", "p0c-w", "p1w-t1",
    "p1t-p2t", "t3t5", "t3-t5x4 ", "t3–t5", "t3-s", "undo", "t３-t5", "t3-t5x²", "t3-t5x٣", "\0",
]  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_move(text)
    assert caught.value.code == "move-text"
    assert repr(text) in caught.value.message


@given(st.text(alphabet="drutwfpsCDHSx-^0123456789cab ", max_size=8))
def test_text_is_a_move_only_in_its_one_spelling(text: str) -> None:
    try:
        move = parse_move(text)
    except RecordError:
        return
    assert move_text(move) == text


def test_the_grammars_examples_and_forms() -> None:
    assert [re.fullmatch(form.pattern, form.example) is not None for form in GRAMMAR] == [True] * len(GRAMMAR)
    for form in GRAMMAR:
        assert parse_move(form.example).act == form.act
        others = [other for other in GRAMMAR if re.fullmatch(other.pattern, form.example)]
        assert others == [form]


def test_places_in_the_order_of_the_position_text() -> None:
    assert " ".join(PLACES) == (
        "s w fC fD fH fS t1 t2 t3 t4 t5 t6 t7 t8 p1c p1a p1b p1t p2c p2a p2b p2t p3c p3a p3b p3t p4c p4a p4b p4t"
    )
    assert all(PLACE[name] == number for number, name in enumerate(PLACES))
