"""Cards and decks: two letters a card, and every defect of a deck told at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solit.engine import RecordError, card_text, cards_text, parse_card, parse_cards, parse_deck
from solit.engine.cards import TEXTS, card_name, deck_defects, is_red

WHOLE = list(TEXTS)


def test_numbers_go_by_suit_then_rank() -> None:
    assert [parse_card(text) for text in ("AC", "KC", "AD", "TD", "AH", "AS", "KS")] == [0, 12, 13, 22, 26, 39, 51]
    assert [card_text(card) for card in (0, 22, 51)] == ["AC", "TD", "KS"]
    for card in range(52):
        text = card_text(card)
        assert parse_card(text) == card == 13 * "CDHS".index(text[1]) + "A23456789TJQK".index(text[0])
        assert is_red(card) == (card_text(card)[1] in "DH")


def test_names_for_sentences() -> None:
    assert [card_name(parse_card(text)) for text in ("7H", "TS", "AD", "KC")] == [
        "red 7 (7H)", "black 10 (TS)", "red ace (AD)", "black king (KC)",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "10C", "1C", "ac", "CA", "A", "AX", "AC ", "A♣", "ACC", "\0", "ＡC"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_card(text)
    assert caught.value.code == "card"
    assert repr(text) in caught.value.message


@given(st.permutations(range(52)))
def test_decks_round_trip(cards: list[int]) -> None:
    text = cards_text(cards)
    assert parse_cards(text) == parse_deck(text.split()) == tuple(cards)
    assert deck_defects(text.split()) == []


def test_all_defects_of_a_deck_at_once() -> None:
    words = [*WHOLE[:49], "AC", "XX", "10D", "AC"]
    with pytest.raises(RecordError) as caught:
        parse_deck(words)
    error = caught.value
    assert (error.code, error.where["field"]) == ("deck", "deck")
    told = [(defect["code"], defect.get("card"), defect.get("index"), defect.get("count")) for defect in
            error.where["defects"]]  # fmt: skip
    assert told == [
        ("unknown-card", "XX", 50, None),
        ("unknown-card", "10D", 51, None),
        ("doubled-card", "AC", None, 3),
        ("missing-card", "JS", None, None),
        ("missing-card", "QS", None, None),
        ("missing-card", "KS", None, None),
        ("card-count", None, None, 53),
    ]
    for word in ("'XX' at place 50", "AC is there 3 times", "JS is missing", "1 more"):
        assert word in error.message


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        ([], {"missing-card", "card-count"}),
        (WHOLE[:-1], {"missing-card", "card-count"}),
        ([*WHOLE, "AC"], {"doubled-card", "card-count"}),
        ([*WHOLE[:-1], "AC"], {"doubled-card", "missing-card"}),
        ([*WHOLE[:-1], "ks"], {"unknown-card", "missing-card"}),
    ],
)
def test_defects_of_a_deck(words: list[str], codes: set[str]) -> None:
    assert {defect["code"] for defect in deck_defects(words)} == codes
    with pytest.raises(RecordError):
        parse_deck(words)


def test_small_decks_have_their_own_whole() -> None:
    small = [text for text in TEXTS if text[0] in "A23"]
    assert deck_defects(small, 3) == []
    assert [defect["code"] for defect in deck_defects([*small, "4C"], 3)] == ["unknown-card", "card-count"]


def test_a_line_full_of_words_is_told_in_short() -> None:
    defects = deck_defects(["x" * 1000] * 5000)
    unknown = [defect for defect in defects if defect["code"] == "unknown-card"]
    assert len(unknown) == 201
    assert unknown[-1]["count"] == 4800
    assert all(len(defect["message"]) < 80 for defect in defects)
