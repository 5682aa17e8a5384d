"""Positions as text: what is read, and each way in which a text is no position of the variant."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solit.engine import RecordError, Role, State, build_game, parse_cards, parse_position, position_text, variants
from solit.engine.cards import TEXTS
from solit.engine.moves import PLACE, PLACES
from solit.engine.rules import deal

Text = Callable[..., str]
DECK = " ".join(TEXTS)

DEALS = {
    "klondike": "pass=1 s:3H4H5H6H7H8H9HTHJHQHKHAS2S3S4S5S6S7S8S9STSJSQSKS w: fC: fD: fH: fS: t1:AC t2:2C/8C t3:3C9C/AD"
    " t4:4CTC2D/6D t5:5CJC3D7D/TD t6:6CQC4D8DJD/KD t7:7CKC5D9DQDAH/2H",
    "chinese": "s:JSQSKS fC: fD: fH: fS: t1:AC8C2D9D3HTH4S t2:2C9C3DTD4HJH5S t3:3CTC4DJD5HQH6S t4:4CJC5D/QD6HKH7S"
    " t5:5CQC6DKD/7HAS8S t6:6CKC7DAH8H/2S9S t7:7CAD8D2H9H3S/TS",
}
"""What the deck AC 2C … KS deals to, laid out by hand (klondike and chinaman alike)."""


@pytest.mark.parametrize("variant", ["klondike", "chinaman", "chinese"])
def test_deals_by_hand(variant: str) -> None:
    game = build_game(variant)
    text = DEALS["klondike" if variant == "chinaman" else variant]
    assert position_text(game, deal(game, parse_cards(DECK))) == text
    assert parse_position(game, text) == deal(game, parse_cards(DECK))


def test_suspense_deal_by_hand() -> None:
    """Each pyramid: centre, left wing, right wing, left and right overlap, top; the 25th card starts the waste."""
    game = build_game("suspense")
    assert position_text(game, deal(game, parse_cards(DECK))) == (
        "pass=1 s:KDAH2H3H4H5H6H7H8H9HTHJHQHKHAS2S3S4S5S6S7S8S9STSJSQSKS w:QD fC: fD: fH: fS:"
        " t1:2C t2:3C t3:8C t4:9C t5:AD t6:2D t7:7D t8:8D"
        " p1c:AC/ p1a:4C p1b:5C p1t:6C p2c:7C/ p2a:TC p2b:JC p2t:QC p3c:KC/ p3a:3D p3b:4D p3t:5D"
        " p4c:6D/ p4a:9D p4b:TD p4t:JD"
    )


def refused(variant: str, text: str, options: dict[str, Any] | None = None) -> str:
    with pytest.raises(RecordError) as caught:
        parse_position(build_game(variant, options), text)
    assert (caught.value.code, caught.value.where["field"]) == ("position", "start")
    return caught.value.message


def test_stock_is_written_in_drawing_order(position: Text) -> None:
    game = build_game("klondike")
    state = parse_position(game, position(game, {"t1": "KC"}))
    assert position_text(game, state).startswith("pass=1 s:AC2C3C")
    assert state.piles[0][-1] == 0
    assert state.down[0] == 51


def test_places_in_order_each_once(position: Text) -> None:
    game = build_game("klondike")
    good = position(game, {"t1": "KC"})
    words = good.split(" ")
    assert parse_position(game, good)
    for bad in (
        " ".join(words[:-1]),
        " ".join([*words, "t8:"]),
        " ".join([*words, words[-1]]),
        " ".join([*words[:-2], words[-1], words[-2]]),
        good.replace("w:", "w"),
        good.replace("w:", "W:"),
        good.replace(" w:", "  w:"),
        good + " ",
        " " + good,
        good.replace("t1:KC", "t1=KC"),
        "",
    ):
        refused("klondike", bad)
    refused("chinese", good)
    refused("suspense", good)
    refused("klondike", position(build_game("chinese"), {}, rest="t1"))


def test_passes(position: Text) -> None:
    game = build_game("chinaman")
    good = position(game, {})
    assert parse_position(game, good.replace("pass=1", "pass=2")).passes == 2
    refused("chinaman", good.replace("pass=1", "pass=3"))
    assert parse_position(build_game("chinaman", {"passes": 3}), good.replace("pass=1", "pass=3")).passes == 3
    for bad in ("pass=0", "pass=01", "pass=-1", "pass=", "pass=x", "pass=1.0", "pass", "pass=١"):
        refused("chinaman", good.replace("pass=1", bad))
    refused("chinaman", good.removeprefix("pass=1 "))
    chinese = build_game("chinese")
    refused("chinese", "pass=1 " + position(chinese, {}, rest="t1"))


def test_all_cards_once(position: Text) -> None:
    game = build_game("klondike")
    good = position(game, {"t1": "KC"})
    with pytest.raises(RecordError) as caught:
        parse_position(game, good.replace("t1:KC", "t1:QCZZ"))
    codes = [(defect["code"], defect.get("card")) for defect in caught.value.where["defects"]]
    assert codes == [("unknown-card", "ZZ"), ("doubled-card", "QC"), ("missing-card", "KC"), ("card-count", None)]
    for bad in ("t1:K", "t1:KC/", "t1:/KC", "t1:KC//QD", "t1:kc", "t1:KC-", "t1:KC:", "t1:K♣"):
        refused("klondike", good.replace("t1:KC", bad))


def test_foundations_in_suit_and_in_order(position: Text) -> None:
    klondike, suspense = build_game("klondike"), build_game("suspense")
    assert parse_position(klondike, position(klondike, {"fH": "AH2H3H"}))
    for bad in ("2H", "AS", "AH3H", "2HAH", "AH2S", "KHAH", "AH/2H"):
        assert "fH" in refused("klondike", position(klondike, {"fH": bad}))
    for good in ("2H", "KHAH2H", "7H8H"):
        assert parse_position(suspense, position(suspense, {"fH": good}))
    for bad in ("2S", "7H9H", "8H7H"):
        assert "fH" in refused("suspense", position(suspense, {"fH": bad}))


def test_face_down_cards_below_face_up_ones(position: Text) -> None:
    klondike, manual = build_game("klondike"), build_game("klondike", {"flip": "manual"})
    assert parse_position(klondike, position(klondike, {"t1": "KC2D/AS"})).down[PLACE["t1"]] == 2
    for variant in variants():
        game = build_game(variant)
        text = position(game, {"t1": "KC2D/"}, rest="t7")
        assert "t1" in refused(variant, text)
    assert parse_position(manual, position(manual, {"t1": "KC2D/"})).down[PLACE["t1"]] == 2
    for piles in ({"w": "AC/2D"}, {"fC": "AC/2C"}, {"w": "AC/"}):
        refused("klondike", position(klondike, piles))
        refused("klondike", position(manual, piles), {"flip": "manual"})
    refused("klondike", position(klondike, {}).replace("s:AC", "s:AC/"))


def test_columns_are_taken_as_they_stand(position: Text) -> None:
    game = build_game("klondike")
    text = position(game, {"t1": "AC9C9D", "t2": "KS"})
    assert position_text(game, parse_position(game, text)) == text


def test_centres_of_suspense(position: Text) -> None:
    game = build_game("suspense")

    def reads(piles: dict[str, str]) -> bool:
        try:
            return bool(parse_position(game, position(game, piles)))
        except RecordError:
            return False

    assert reads({"p1c": "5C/", "p1a": "6D", "p1b": "7D"})
    assert reads({"p1c": "5C/", "p1b": "7D"})
    assert not reads({"p1c": "5C/"})
    assert not reads({"p1c": "5C"})
    assert not reads({"p1c": "5C", "fD": "AD"})
    assert reads({"p1c": "5C", "fC": "6C"})
    assert not reads({"p1a": "5C/"})
    assert not reads({"p1a": "5C/", "p1t": "6C"})
    assert not reads({"p1a": "5C6C"})
    assert not reads({"p1c": "5C", "p1b": "7D", "fC": "6C"})


def test_position_of_another_variant_is_named(position: Text) -> None:
    game = build_game("chinese")
    message = refused("klondike", "pass=1 " + position(game, {}, rest="t1"))
    assert "the places of klondike are s: w: fC:" in message


@given(
    st.permutations(range(52)), st.randoms(use_true_random=False), st.sampled_from(["klondike", "chinaman", "suspense"])
)
def test_any_position_round_trips(cards: list[int], chance: random.Random, variant: str) -> None:
    """Cards thrown into columns, stock and waste as they come: reachable or not, they read as they are written."""
    game = build_game(variant, {"flip": "manual"} if variant == "klondike" else None)
    piles: list[list[int]] = [[] for _ in PLACES]
    places = [place for place in game.places if game.roles[place] in (Role.STOCK, Role.WASTE, Role.COLUMN)]
    for card in cards:
        piles[chance.choice(places)].append(card)
    down = [0] * len(PLACES)
    for place in game.columns:
        if variant != "suspense":
            down[place] = chance.randint(0, max(0, len(piles[place]) - (not game.flip)))
    down[0] = len(piles[0])
    passes = 1 if game.passes or not game.counts_passes else chance.randint(1, 999_999_999)
    state = State(tuple(map(tuple, piles)), tuple(down), passes)
    assert parse_position(game, position_text(game, state)) == state
