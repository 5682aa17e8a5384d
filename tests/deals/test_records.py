"""Every shape of a record, right or spoiled: the fast way says the same as the clauses do."""

import json
import os
import random
import tracemalloc
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solit.deals.records import Judged, judge, read_record
from solit.deals.shuffles import shuffle
from solit.engine import fast
from solit.engine.cards import cards_text
from solit.engine.errors import IllegalMove, SolitError
from solit.engine.lowered import lower
from solit.engine.record import parse_record, spell_record
from solit.engine.rules import build_game, options_of, variants
from solit.engine.state import position_text
from solit.engine.walker import Walker

ORACLES = os.environ.get("SOLIT_ORACLES", "")
WRONG = ("u", "r", "d", "t3^", "t1-t2", "t3-t5x4", "w-f", "w-t4", "fH-t2", "fH-f", "p1t-w", "p2a-t3", "t8-f", "t2-t2")
Json = dict[str, Any]


def outcome(obj: Json, at: int | None) -> Any:
    """All that is said of a record."""
    try:
        judged = judge(obj, at, logging=True)
    except SolitError as fault:
        return type(fault), fault.code, fault.message, fault.where
    error = judged.error
    told: list[Any] = [
        (judged.game.variant, judged.game.settings), judged.status, judged.reason, judged.entries, judged.is_deal,
        judged.claim, judged.source, judged.moves, judged.start, judged.state, judged.position, judged.legal,
        judged.events, list(judged.positions()), judged.played.last_ms, judged.played.end_ms,
        None if error is None else (error.code, error.message, error.move, error.index, error.position),
        judged.played.standing_entries,
    ]  # fmt: skip
    if error is None:
        told += [[judged.score(sheet) for sheet in judged.game.sheets], judged.claim_holds()]
    return told


def compare(obj: Json, at: int | None = None) -> Any:
    """Judges a record in both ways, which agree; what they say."""
    before = repr(obj)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fast, "BY_CLAUSES", False)
        quick = outcome(obj, at)
        patch.setattr(fast, "BY_CLAUSES", True)
        slow = outcome(obj, at)
    assert quick == slow
    assert repr(obj) == before
    return slow


def shapes(obj: Json, source: str | None = None) -> list[Json]:
    """The same game in every shape: deck and moves as text, as arrays, oddly spaced; from its source, from a start."""
    deck, moves = obj["deck"], obj["moves"]
    record = parse_record(obj)
    start = position_text(record.game, record.first_state())
    bare = {name: value for name, value in obj.items() if name != "deck"}
    made = [
        obj,
        {**obj, "deck": deck.split()},
        {**obj, "moves": moves.split()},
        {**obj, "deck": deck.split(), "moves": moves.split()},
        {**obj, "deck": f"  {deck.replace(' ', '  ')} ", "moves": f" {moves.replace(' ', '   ')}  "},
        {**bare, "start": start},
        {**bare, "start": start, "moves": moves.split()},
        {**obj, "source": "elsewhere:12"},
    ]
    if source is not None:
        by_source = {**bare, "source": source}
        made += [by_source, {**obj, "source": source}, {**by_source, "moves": moves.split()}]
    return made


def played(chance: random.Random, entries: int) -> tuple[Json, str]:
    """A seeded game, mostly legal, and its source."""
    variant = chance.choice(variants())
    options: Json = {}
    for option in options_of(variant):
        if chance.random() < 0.4:
            options[option.name] = chance.choice(option.choices) if option.choices else chance.choice((0, 1, 2, 60))
    game, seed = build_game(variant, options), chance.randrange(2**64)
    deck = shuffle("solit", seed, variant)
    walker, texts, times, now = Walker(lower(game)), [], [], 0
    walker.deal_cards(deck)
    walker.walk("")
    for _ in range(entries):
        legal = walker.legal()
        home = [text for text in legal if text.endswith("-f")]
        wanted = chance.choice(home if home and chance.random() < 0.6 else legal or ["d"])
        text = "u" if chance.random() < 0.1 else chance.choice(WRONG) if chance.random() < 0.02 else wanted
        if not walker.go_on(text) and chance.random() < 0.9:
            continue
        now += chance.choice((0, 7, 900, 2400))
        texts.append(text)
        times.append(now)
    obj: Json = {"solit": 1, "variant": variant, "options": options, "deck": cards_text(deck), "moves": " ".join(texts)}
    if chance.random() < 0.5:
        obj["at_ms"] = times
        if chance.random() < 0.5:
            obj["end_ms"] = now + chance.choice((0, 5, 100_000))
    if chance.random() < 0.2:
        obj["claim"] = {"status": chance.choice(("won", "open", "lost")), "total": chance.choice((0, 10, 35))}
    return obj, f"solit:{seed}"


def words_of(obj: Json, name: str) -> str:
    """The deck or the moves as text, whatever the shape."""
    value = obj.get(name, "")
    return value if isinstance(value, str) else " ".join(value)


VALUES: dict[str, tuple[Any, ...]] = {
    "moves": ([1], ["d d"], ["", "d"], ["d", None], 5, None, {}, "d\td", "é", ["t3-t5x1"], "w-t9 d", "D"),
    "deck": (7, [7] * 52, None, "AC", ["AC KD", *["KS"] * 51]),
    "source": ("solit:1", "solit:x", "nope", 3, None, "x:1", "solit:-4", "greenfelt:7"),
    "at_ms": ([], [1], [2, 1], [True], [2.0], [-1], [2**64], None, "1", {}),
    "end_ms": (-1, 0, 2**64 - 1, 2**64, 1.0, None),
    "options": ({"draw": 2}, {"undo": True}, {"draw": [3]}, {"q": 1}, [], None, {"undo": 1}, {"draw": 1}),
    "claim": ({"total": "1"}, {"sheet": "vegas"}, {"status": "x"}, [], None),
    "start": ("", "pass=1", 5, None),
    "solit": (2, True, "1"),
    "variant": ("x", 3, "klondike", "suspense"),
    "key": (1,),
    "_key": (1, None),
}


def spoil(chance: random.Random, obj: Json) -> None:
    """Make one thing about a record wrong, or only odd."""
    name, draw = chance.choice(list(VALUES)), chance.random()
    if draw < 0.5:
        obj[name] = chance.choice(VALUES[name])
    elif draw < 0.6:
        obj.pop(name, None)
    elif draw < 0.7:
        obj["deck"] = words_of(obj, "deck").replace("AC", "2C")
    elif draw < 0.8:
        obj["moves"] = words_of(obj, "moves") + " " + chance.choice(("x", "t3-t5x1", "w-t9", "D"))
    else:
        obj["moves"] = words_of(obj, "moves").replace(" ", f" {chance.choice(WRONG)} ", 1)


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 2**32), entries=st.integers(0, 90), at=st.none() | st.integers(-100, 100))
def test_every_shape_says_what_the_clauses_say(seed: int, entries: int, at: int | None) -> None:
    chance = random.Random(seed)
    obj, source = played(chance, entries)
    for shape in chance.sample(shapes(obj, source), 4):
        compare(shape, at)
        spoil(chance, shape)
        compare(shape, None)
        compare(shape, at)


def check_oracles(name: str, step: int) -> None:
    """Recorded wins in all their shapes, cut, and spoiled in every way."""
    games = 0
    with (Path(ORACLES) / f"{name}.jsonl").open() as lines:
        for number, line in enumerate(islice(lines, 0, None, step)):
            obj = {key: value for key, value in json.loads(line).items() if key[0] != "_"}
            if "moves" not in obj:
                continue
            games += 1
            chance = random.Random(number)
            assert compare(obj)[1] == "won"
            shape = chance.choice(shapes(obj))
            compare(shape, chance.randrange(-len(obj["moves"].split()), len(obj["moves"].split())))
            words = obj["moves"].split()
            index = chance.randrange(len(words))
            compare({**obj, "moves": " ".join([*words[:index], chance.choice(WRONG), *words[index:]])})
            spoil(chance, shape)
            compare(shape)
    assert games


@pytest.mark.skipif(not ORACLES, reason="SOLIT_ORACLES names no folder of oracle records")
@pytest.mark.parametrize("name", ["chinese", "chinaman", "suspense"])
def test_oracle_records_in_part(name: str) -> None:
    check_oracles(name, 100)


@pytest.mark.slow
@pytest.mark.skipif(not ORACLES, reason="SOLIT_ORACLES names no folder of oracle records")
@pytest.mark.parametrize("name", ["chinese", "chinaman", "suspense"])
def test_oracle_records(name: str) -> None:
    check_oracles(name, 1)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_every_shape_at_full_size(part: int) -> None:
    for seed in range(60):
        chance = random.Random(10_000 * part + seed)
        obj, source = played(chance, chance.randrange(160))
        for shape in shapes(obj, source):
            compare(shape, chance.choice((None, chance.randint(-160, 160))))
            for _ in range(3):
                spoilt = dict(shape)
                spoil(chance, spoilt)
                compare(spoilt)


def test_the_fast_way_takes_every_legal_shape_and_illegal_games() -> None:
    obj, source = played(random.Random(5), 60)
    obj.pop("claim", None)
    wrong = {**obj, "moves": obj["moves"] + " p4t-w"}
    wrong.pop("at_ms", None)
    wrong.pop("end_ms", None)
    for shape in (*shapes(obj, source), wrong):
        for at in (None, 0, 5, -1):
            assert isinstance(judge(shape, at).played, fast.WalkedGame)


def test_a_refusal_that_the_clauses_do_not_bear_out_is_judged_by_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solit.engine.referee.refusal_of", lambda _entry: None)
    obj = {"solit": 1, "variant": "klondike", "source": "solit:2", "moves": "t1-t1"}
    assert fast.walk_record(obj, deck_of_source=lambda *_source: tuple(range(52))) is None


def test_a_source_is_checked_and_dealt() -> None:
    obj: Json = {"solit": 1, "variant": "klondike", "source": "solit:2", "moves": "d"}
    record, source = read_record(obj)
    assert (source, record.deck) == ("checked", shuffle("solit", 2, "klondike"))
    assert judge(obj).source == "checked"
    assert judge({**obj, "deck": cards_text(record.deck or ())}).source == "checked"
    assert judge({**obj, "deck": cards_text(record.deck or ()), "source": "elsewhere:7"}).source == "unchecked"
    assert compare({**obj, "deck": cards_text(range(52))})[1] == "source-mismatch"


def test_a_record_is_judged_as_its_object_is() -> None:
    for seed in range(20):
        obj, source = played(random.Random(seed), 40)
        for shape in shapes(obj, source):
            record = read_record(shape)[0]
            spelled = spell_record(record)
            assert read_record(spelled)[0] == record
            assert outcome(spelled, None)[1:] == outcome(shape, None)[1:]
            assert judge(record).position == judge(shape).position


def test_an_illegal_record_has_no_score() -> None:
    judged = judge({"solit": 1, "variant": "klondike", "source": "solit:2", "moves": "t1-t1"})
    assert isinstance(judged, Judged) and isinstance(judged.error, IllegalMove)
    with pytest.raises(ValueError, match="illegal"):
        judged.score()


def test_a_long_record_takes_little_memory() -> None:
    obj = {"solit": 1, "variant": "klondike", "options": {"draw": 1, "passes": 0}, "source": "solit:1"}
    moves = ("d " * 24 + "r ") * 1_600
    judge({**obj, "moves": "d"})
    tracemalloc.start()
    try:
        judged = judge({**obj, "moves": moves + "t1-t1"})
        assert judged.error is not None and judged.error.index == 40_000
        assert judged.played.played == 40_000 if isinstance(judged.played, fast.WalkedGame) else False
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 100 * judged.entries  # bytes
