"""Events: which deal a game belongs to, and what puts it out of order there."""

from typing import Any

import pytest

from solit import RecordError, judge, read_record
from solit.deals.tournament import Membership, TournamentEvent


def deal(seed: int, variant: str = "klondike", **options: Any) -> dict[str, Any]:
    return {"solit": 1, "variant": variant, "options": options, "source": f"solit:{seed}"}


def event(*deals: dict[str, Any], timed: bool = False) -> TournamentEvent:
    return TournamentEvent([read_record(obj)[0] for obj in deals], timed=timed)


def found(where: TournamentEvent, game: dict[str, Any]) -> Membership:
    return where.find(judge(game), game)


def test_a_game_belongs_to_the_deal_with_its_variant_and_deck() -> None:
    two = event(deal(1), deal(2), deal(2, draw=1), deal(1, "chinaman"))
    assert [found(two, {**deal(2), "moves": "d"})[:2], found(two, {**deal(2, draw=1), "moves": "d"})[:2]] == [
        (1, None), (2, None),
    ]  # fmt: skip
    assert found(two, deal(1, "chinaman"))[:2] == (3, None)
    cards = {**deal(1), "deck": " ".join(deck_words(1)), "moves": ""}
    del cards["source"]
    assert found(two, cards)[:2] == (0, None)
    assert found(two, {**deal(3), "moves": ""}).code == "not-in-event"
    assert found(two, {**deal(1, "chinese"), "moves": ""}).code == "not-in-event"


def deck_words(seed: int) -> list[str]:
    from solit.engine.cards import TEXTS

    deck = read_record(deal(seed))[0].deck
    assert deck is not None
    return [TEXTS[card] for card in deck]


def test_options_are_the_deal_s_with_defaults_filled_in() -> None:
    one = event(deal(1))
    assert found(one, {**deal(1, undo=1, time_limit=300), "moves": ""}).ok
    wrong = found(one, {**deal(1, undo=1000, time_limit=0), "moves": ""})
    assert (wrong.deal, wrong.code) == (0, "event-options")
    assert wrong.message == "undo=1000, the event has undo=1; time_limit=0, the event has time_limit=300"


def test_a_start_of_one_s_own_is_none_of_the_event_s() -> None:
    from solit.engine import position_text

    judged = judge(deal(1))
    game = {"solit": 1, "variant": "klondike", "start": position_text(judged.game, judged.state), "moves": "d"}
    assert found(event(deal(1)), game)[:2] == (None, "event-start")


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"moves": "d"}, "event-untimed"),
        ({"moves": "d", "at_ms": [5]}, "event-untimed"),
        ({"moves": "d", "at_ms": [5], "end_ms": 9}, None),
        ({"moves": "r", "at_ms": [5]}, None),  # illegal: that says it all
    ],
)
def test_times(more: dict[str, Any], code: str | None) -> None:
    assert found(event(deal(1), timed=True), {**deal(1), **more}).code == code
    assert found(event(deal(1)), {**deal(1), **more}).ok


def test_what_is_no_event() -> None:
    for wrong in ({**deal(1), "moves": ""}, deal(2)):
        with pytest.raises(RecordError) as caught:
            event(deal(2), wrong)
        assert caught.value.code == "not-a-deal"
