"""Records from plain dicts: every field error, strict types, and the cut of a record."""

from collections.abc import Callable
from typing import Any

import pytest

from solit.engine import RecordError, SolitError, build_game, parse_record, replay
from solit.engine.cards import TEXTS
from solit.engine.fast import walk_record
from solit.engine.record import OUTPUT_KEYS

Text = Callable[..., str]
DECK = " ".join(TEXTS)
DEAL = {"solit": 1, "variant": "klondike", "deck": DECK}
GONE = object()


def record(**changes: Any) -> dict[str, Any]:
    """The deal with some fields set, or taken away by `GONE`."""
    return {name: value for name, value in {**DEAL, **changes}.items() if value is not GONE}


def refusal(obj: dict[str, Any]) -> tuple[str, Any]:
    with pytest.raises(RecordError) as caught:
        parse_record(obj)
    assert caught.value.message
    return caught.value.code, caught.value.where.get("field")


ERRORS: list[tuple[dict[str, Any], str, str]] = [
    # version and variant
    ({"solit": GONE}, "field-missing", "solit"),
    ({"variant": GONE}, "field-missing", "variant"),
    ({"solit": 2}, "version", "solit"),
    ({"solit": 0}, "version", "solit"),
    ({"solit": "1"}, "version", "solit"),
    ({"solit": 1.0}, "version", "solit"),
    ({"solit": True}, "version", "solit"),
    ({"solit": None}, "version", "solit"),
    ({"variant": "spider"}, "variant-unknown", "variant"),
    ({"variant": "Klondike"}, "variant-unknown", "variant"),
    ({"variant": ""}, "variant-unknown", "variant"),
    ({"variant": "__init__"}, "variant-unknown", "variant"),
    ({"variant": "klondike.x"}, "variant-unknown", "variant"),
    ({"variant": "\0"}, "variant-unknown", "variant"),
    ({"variant": 1}, "field-type", "variant"),
    ({"variant": None}, "field-type", "variant"),
    ({"variant": ["klondike"]}, "field-type", "variant"),
    # fields
    ({"move": "d"}, "field-unknown", "move"),
    ({"Deck": DECK}, "field-unknown", "Deck"),
    ({"": 1}, "field-unknown", ""),
    # options
    ({"options": None}, "field-type", "options"),
    ({"options": []}, "field-type", "options"),
    ({"options": "draw=1"}, "field-type", "options"),
    ({"options": {"draws": 1}}, "option-unknown", "options"),
    ({"options": {"easy": True}}, "option-unknown", "options"),
    ({"options": {"draw": 2}}, "option-value", "options"),
    ({"options": {"draw": True}}, "option-value", "options"),
    ({"options": {"draw": "1"}}, "option-value", "options"),
    ({"options": {"draw": 1.0}}, "option-value", "options"),
    ({"options": {"draw": None}}, "option-value", "options"),
    ({"options": {"draw": [1]}}, "option-value", "options"),
    ({"options": {"flip": "by-hand"}}, "option-value", "options"),
    ({"options": {"flip": False}}, "option-value", "options"),
    ({"options": {"undo": -1}}, "option-value", "options"),
    ({"options": {"undo": 1001}}, "option-value", "options"),
    ({"options": {"undo": True}}, "option-value", "options"),
    ({"options": {"time_limit": 86401}}, "option-value", "options"),
    ({"options": {"time_limit": 1.5}}, "option-value", "options"),
    ({"options": {"passes": 1001}}, "option-value", "options"),
    ({"options": {"passes": 2**70}}, "option-value", "options"),
    ({"variant": "chinese", "options": {"easy": 1}}, "option-value", "options"),
    ({"variant": "chinese", "options": {"easy": "true"}}, "option-value", "options"),
    ({"variant": "chinese", "options": {"passes": 1}}, "option-unknown", "options"),
    ({"variant": "suspense", "options": {"spaces": "layout"}}, "option-value", "options"),
    ({"variant": "chinaman", "options": {"undo": 1}}, "option-unknown", "options"),
    # the beginning
    ({"deck": GONE}, "field-missing", "deck"),
    ({"start": "pass=1"}, "field-conflict", "start"),
    ({"start": "pass=1", "deck": GONE, "source": "solit:1"}, "field-conflict", "start"),
    ({"start": "pass=1", "deck": GONE}, "position", "start"),
    ({"start": 1, "deck": GONE}, "field-type", "start"),
    ({"start": None, "deck": GONE}, "field-type", "start"),
    ({"deck": None}, "field-type", "deck"),
    ({"deck": 7}, "field-type", "deck"),
    ({"deck": {}}, "field-type", "deck"),
    ({"deck": [1] * 52}, "field-type", "deck"),
    ({"deck": [*DECK.split()[:51], None]}, "field-type", "deck"),
    ({"deck": ""}, "deck", "deck"),
    ({"deck": []}, "deck", "deck"),
    ({"deck": DECK[:-3]}, "deck", "deck"),
    ({"deck": DECK.replace(" ", "\t")}, "deck", "deck"),
    ({"deck": DECK.replace("TC", "10C")}, "deck", "deck"),
    ({"source": 1}, "field-type", "source"),
    ({"source": None}, "field-type", "source"),
    # moves
    ({"moves": None}, "field-type", "moves"),
    ({"moves": 1}, "field-type", "moves"),
    ({"moves": ["d", 1]}, "field-type", "moves"),
    ({"moves": "d t3-t5x1"}, "move-text", "moves"),
    ({"moves": ["d d"]}, "move-text", "moves"),
    ({"moves": [""]}, "move-text", "moves"),
    ({"moves": "d\td"}, "move-text", "moves"),
    # times
    ({"at_ms": [1]}, "times", "at_ms"),
    ({"end_ms": 1}, "times", "end_ms"),
    ({"moves": "d", "end_ms": 1}, "times", "end_ms"),
    ({"moves": "d", "at_ms": 1}, "field-type", "at_ms"),
    ({"moves": "d", "at_ms": None}, "field-type", "at_ms"),
    ({"moves": "d", "at_ms": "1"}, "field-type", "at_ms"),
    ({"moves": "d", "at_ms": []}, "times", "at_ms"),
    ({"moves": "d", "at_ms": [1, 2]}, "times", "at_ms"),
    ({"moves": "d", "at_ms": [-1]}, "times", "at_ms"),
    ({"moves": "d", "at_ms": [1.5]}, "times", "at_ms"),
    ({"moves": "d", "at_ms": [True]}, "times", "at_ms"),
    ({"moves": "d", "at_ms": [None]}, "times", "at_ms"),
    ({"moves": "d", "at_ms": [2**64]}, "times", "at_ms"),
    ({"moves": "d d", "at_ms": [2, 1]}, "times", "at_ms"),
    ({"moves": "d", "at_ms": [5], "end_ms": 4}, "times", "end_ms"),
    ({"moves": "d", "at_ms": [5], "end_ms": 5.0}, "field-type", "end_ms"),
    ({"moves": "d", "at_ms": [5], "end_ms": True}, "field-type", "end_ms"),
    ({"moves": "d", "at_ms": [5], "end_ms": None}, "field-type", "end_ms"),
    ({"moves": "", "at_ms": [], "end_ms": -1}, "times", "end_ms"),
    # claims
    ({"claim": None}, "field-type", "claim"),
    ({"claim": []}, "field-type", "claim"),
    ({"claim": {"score": 1}}, "field-unknown", "claim"),
    ({"claim": {"_note": 1}}, "field-unknown", "claim"),
    ({"claim": {"status": "drawn"}}, "claim", "claim"),
    ({"claim": {"status": None}}, "claim", "claim"),
    ({"claim": {"status": ["won"]}}, "claim", "claim"),
    ({"claim": {"total": "1"}}, "claim", "claim"),
    ({"claim": {"total": 1.0}}, "claim", "claim"),
    ({"claim": {"total": True}}, "claim", "claim"),
    ({"claim": {"sheet": "windows"}}, "claim", "claim"),
    ({"claim": {"sheet": ["cards"]}}, "claim", "claim"),
    ({"variant": "chinese", "claim": {"sheet": "vegas"}}, "sheet-not-for-variant", "claim"),
]


@pytest.mark.parametrize(("changes", "code", "field"), ERRORS)
def test_errors(changes: dict[str, Any], code: str, field: str) -> None:
    assert refusal(record(**changes)) == (code, field)
    assert walk_record(record(**changes)) is None


GOOD: list[dict[str, Any]] = [
    {},
    {"options": {}},
    {"options": {"draw": 1, "flip": "manual", "undo": 0, "time_limit": 0, "passes": 0}},
    {"options": {"draw": 3, "flip": "auto", "undo": 1000, "time_limit": 86400, "passes": 1000}},
    {"variant": "chinese", "options": {"easy": True, "groups": "sequence", "foundation_return": False}},
    {"variant": "suspense", "options": {"spaces": "none", "passes": 0}},
    {"variant": "chinaman", "options": {"groups": "whole", "build": "other-suit", "draw": 1}},
    {"deck": DECK.split()},
    {"deck": "  " + DECK.replace(" ", "  ") + " "},
    {"source": "solit:1"},
    {"deck": GONE, "source": "solit:1"},
    {"moves": ""},
    {"moves": []},
    {"moves": "  d   d "},
    {"moves": ["d", "t8-f"]},
    {"moves": "", "at_ms": [], "end_ms": 0},
    {"moves": "d d", "at_ms": [0, 0], "end_ms": 0},
    {"moves": "d d", "at_ms": [5, 2**64 - 1], "end_ms": 2**64 - 1},
    {"claim": {}},
    {"claim": {"status": "won", "total": -3, "sheet": "vegas"}},
    {"claim": {"status": "lost"}},
    {"_note": object(), "_": None},
    {name: object() for name in OUTPUT_KEYS if name != "error"},
]


@pytest.mark.parametrize("changes", GOOD)
def test_good_records(changes: dict[str, Any]) -> None:
    obj = record(**changes)
    read = parse_record(obj)
    assert read.is_deal == ("moves" not in changes)
    walk = walk_record(obj)
    if walk is not None:  # the fast way tells the same, where it tells anything
        slow = replay(read.game, read.first_state(), read.moves or [], read.at_ms, read.end_ms)
        assert (walk.status, walk.reason, walk.last_ms, walk.end_ms, walk.entries) == (
            slow.status, slow.reason, slow.last_ms, slow.end_ms, len(read.moves or []),
        )  # fmt: skip
        assert walk.played == len(slow.events)
        # the very game may be gone from the cache of games, which holds some hundreds
        assert (walk.game.variant, walk.game.settings) == (slow.game.variant, slow.game.settings)
        assert (walk.is_deal, walk.claim, walk.source) == (read.is_deal, read.claim, read.source)
        assert (walk.error and walk.error.code) == (slow.error and slow.error.code)


def test_types_and_values() -> None:
    read = parse_record(record(moves=["d", "u"], at_ms=[1, 2], end_ms=3, claim={"total": 5}, source="x:1"))
    assert read.game is build_game("klondike")
    assert read.deck == tuple(range(52))
    assert [move.act for move in read.moves or []] == ["draw", "undo"]
    assert (read.at_ms, read.end_ms, read.claim, read.source, read.start) == ([1, 2], 3, {"total": 5}, "x:1", None)


def test_options_say_what_is_allowed() -> None:
    for options, told in (
        ({"draw": 2}, "option draw does not take 2: allowed is 3 | 1"),
        ({"undo": 1001}, "option undo does not take 1001: allowed is a whole number 0..1000"),
        ({"draw": "3"}, 'option draw does not take "3": allowed is 3 | 1'),
        ({"draw": 3.0}, "option draw does not take 3.0: allowed is 3 | 1"),
        ({"draw": None}, "option draw does not take null: allowed is 3 | 1"),
        ({"draw": [3]}, "option draw does not take an array: allowed is 3 | 1"),
        ({"undo": {}}, "option undo does not take an object: allowed is a whole number 0..1000"),
        ({"flip": True}, "option flip does not take true: allowed is auto | manual"),
        ({"draws": 1}, "klondike has no option 'draws': there are draw, flip, undo, time_limit, passes"),
    ):
        with pytest.raises(RecordError) as caught:
            parse_record(record(options=options))
        assert caught.value.message == told


def test_option_texts_of_the_command_line() -> None:
    from solit.engine import options_of

    draw, flip, undo, *_ = options_of("klondike")
    easy = options_of("chinese")[0]
    assert (draw.parse("1"), flip.parse("manual"), undo.parse("1000"), easy.parse("true")) == (1, "manual", 1000, True)
    for option, text in ((draw, "2"), (draw, "01"), (draw, "true"), (undo, "-1"), (undo, "1_0"), (undo, "٣"),
                         (undo, "1001"), (undo, "1" * 5000), (undo, ""), (easy, "True"), (easy, "1")):  # fmt: skip
        with pytest.raises(SolitError) as caught:
            option.parse(text)
        assert caught.value.code == "option-value"


def test_all_defects_of_a_deck_at_once() -> None:
    words = ["AC", "AC", "XX", *DECK.split()[3:], "KS"]
    with pytest.raises(RecordError) as caught:
        parse_record(record(deck=" ".join(words)))
    codes = [(defect["code"], defect.get("card")) for defect in caught.value.where["defects"]]
    assert codes == [
        ("unknown-card", "XX"), ("doubled-card", "AC"), ("doubled-card", "KS"), ("missing-card", "2C"),
        ("missing-card", "3C"), ("card-count", None),
    ]  # fmt: skip


def test_wrong_move_text_is_placed() -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(record(moves="d d t3-fH d"))
    assert caught.value.where["index"] == 2
    assert caught.value.message.startswith("entry 2: 't3-fH' is not a move")


def test_start(position: Text) -> None:
    game = build_game("klondike")
    text = position(game, {"t1": "KC"})
    read = parse_record(record(deck=GONE, start=text, moves="t1-t2"))
    assert read.first_state() == read.start
    assert read.deck is None


def test_deck_to_be_dealt_from_its_source() -> None:
    read = parse_record(record(deck=GONE, source="solit:1"))
    with pytest.raises(RecordError) as caught:
        read.first_state()
    assert caught.value.code == "deck-missing"


# --- cutting a record -----------------------------------------------------------------------------------------------


def test_cut() -> None:
    read = parse_record(record(moves="d d u", at_ms=[1, 2, 3], end_ms=9))
    assert read.cut(None) is read
    for at, moves, times in ((0, 0, []), (2, 2, [1, 2]), (-1, 2, [1, 2]), (-3, 0, [])):
        cut = read.cut(at)
        assert (len(cut.moves or []), cut.at_ms, cut.end_ms) == (moves, times, None)
        assert not cut.is_deal
    assert read.cut(3).end_ms == 9
    for at in (4, -4, 10**9):
        with pytest.raises(RecordError) as caught:
            read.cut(at)
        assert caught.value.code == "at-out-of-range"
    deal = parse_record(record())
    assert deal.cut(0).is_deal
    with pytest.raises(RecordError):
        deal.cut(1)
