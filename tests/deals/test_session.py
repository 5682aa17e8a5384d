"""A session: judged as it is played, timed, kept as a record that validates."""

import json
import random
from typing import Any

import pytest

import solit
from solit.deals.session import GameEnded, Session, new_record
from solit.engine import IllegalMove, RecordError, variants
from solit.engine.moves import PLACE


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def klondike(clock: Clock, seed: int = 2, **options: Any) -> Session:
    return Session(new_record("klondike", options, seed), clock)


@pytest.mark.parametrize("variant", variants())
def test_what_is_entered_at_random_validates_at_every_moment(variant: str) -> None:
    clock, chance = Clock(), random.Random(variant)
    session = Session(new_record(variant, {}, 3), clock)
    entered = []
    for _ in range(60):
        clock.now += chance.random()
        text = chance.choice([*session.legal, "u", "t1-t2", "d", "t7-f"])
        refusal = session.refusal(text)
        try:
            session.enter(text)
        except IllegalMove as fault:
            assert refusal is not None and (refusal.code, refusal.message) == (fault.code, fault.message)
        else:
            assert refusal is None
            entered.append(text)
        record = json.loads(json.dumps(session.record))
        judged = solit.judge(record)
        assert judged.error is None and judged.status == session.status
        assert judged.moves == session.moves == entered
        assert judged.state == session.state
        assert judged.score().total == session.score().total
        if session.over:
            break
    assert entered


def test_refusals_say_the_sentence_and_enter_nothing() -> None:
    session = klondike(Clock())
    with pytest.raises(IllegalMove, match="columns build down in alternating colours"):
        session.enter("t1-t2")
    with pytest.raises(RecordError, match="is not a move"):
        session.enter("up")
    assert (session.moves, session.touched) == ([], False)


def test_times_are_those_of_the_clock() -> None:
    clock = Clock()
    session = klondike(clock)
    for seconds in (1.5, 2.25):
        clock.now += seconds
        session.enter("d")
    clock.now += 10
    record = session.record
    assert (record["at_ms"], record["end_ms"]) == ([1500, 3750], 13_750)
    clock.now = 1000 + 300
    assert session.status == "open"  # exactly at the limit is in time
    clock.now += 0.001
    assert (session.status, session.now().reason, session.over, session.legal) == ("lost", "time", True, [])
    with pytest.raises(IllegalMove, match="the time limit is 300 s"):
        session.enter("d")
    assert solit.judge(session.record).reason == "time"
    late = Session(session.record, clock)
    assert late.over and late.elapsed_ms == 300_001
    with pytest.raises(IllegalMove, match="time limit"):
        late.enter("d")


def test_a_game_is_gone_on_with() -> None:
    clock = Clock()
    session = klondike(clock)
    clock.now += 1
    session.enter("d")
    clock.now += 5
    first = {**session.record, "_player": "ann", "validation": {"valid": True}, "claim": {"total": 9}}
    clock.now += 1_000_000
    session = Session(first, clock)
    assert session.elapsed_ms == 6000 and not session.touched
    clock.now += 2
    session.enter("d")
    record = session.record
    assert (record["moves"], record["at_ms"], record["_resumed"]) == ("d d", [1000, 8000], [6000])
    assert record["_player"] == "ann" and not {"claim", "validation"} & record.keys()
    untimed = Session({"solit": 1, "variant": "klondike", "source": "solit:2", "moves": "d"}, clock)
    clock.now += 1000
    untimed.enter("d")
    assert not untimed.timed and untimed.status == "open"
    assert not {"at_ms", "end_ms"} & untimed.record.keys()
    with pytest.raises(IllegalMove):
        Session({"solit": 1, "variant": "klondike", "source": "solit:2", "moves": "r"})


def test_take_backs_are_the_rules_own() -> None:
    session = klondike(Clock(), undo=2, flip="manual")
    session.enter("t3-t2")
    session.enter("u")
    with pytest.raises(IllegalMove, match="no move to take back"):
        session.enter("u")
    session.enter("d")
    with pytest.raises(IllegalMove, match="never seen before"):
        session.enter("u")
    assert session.moves == ["t3-t2", "u", "d"]


def test_hints_are_told_in_the_record() -> None:
    clock = Clock()
    session = klondike(clock)
    clock.now += 1
    assert session.hint("simple")[0] in session.legal
    session.enter("d")
    answer = session.solver_hint()
    assert answer.verdict == "won" and answer.moves[0] in session.legal
    simple, solver = session.record["_hints"]
    assert (simple["entry"], simple["by"], simple["at_ms"]) == (0, "simple", 1000)
    assert (solver["entry"], solver["by"], solver["move"], solver["verdict"]) == (1, "solver", answer.moves[0], "won")
    assert solit.judge(session.record).error is None


def test_giving_up_shows_where_it_was_lost() -> None:
    clock = Clock()
    record = {"solit": 1, "variant": "chinaman", "source": "solit:1", "moves": ""}
    session = Session(record, clock)
    chance = random.Random(1)
    while session.status == "open" and len(session.moves) < 150:
        session.enter(chance.choice(session.legal))
    with_hidden = pytest.raises(RuntimeError, match="hidden cards")
    if not session.over:
        with with_hidden:
            session.analyse()
    session.give_up()
    clock.now += 100
    found = session.analyse()
    assert found.lost_at is not None and found.better is not None
    before = solit.judge(session.record, at=found.lost_at)
    assert found.better in before.legal and session.moves[found.lost_at] == found.lost_move
    assert session.over
    with pytest.raises((GameEnded, IllegalMove)):
        session.enter("d")
    with pytest.raises(GameEnded):
        session.hint()


def test_a_game_given_up_stays_so() -> None:
    clock = Clock()
    session = klondike(clock)
    clock.now += 3
    session.give_up()
    clock.now += 3
    assert session.record["_gave_up"] is True and session.record["end_ms"] == 3000
    again = Session(session.record, clock)
    assert again.over and again.legal == []
    with pytest.raises(GameEnded):
        again.enter("d")


def test_stopped_analyses_leave_things_undecided() -> None:
    session = klondike(Clock())
    session.enter("d")
    session.give_up()
    assert session.analyse(stop=lambda: True).winnable_at_start is None


def test_moves_between_places() -> None:
    session = klondike(Clock())
    t3, t2, t5, t6 = (PLACE[name] for name in ("t3", "t2", "t5", "t6"))
    assert session.move_between(t3, 1, t2) == "t3-t2"
    assert session.move_between(t3, 2, t2) == "t3-t2x2"  # refused when it is entered
    assert session.move_between(t5, 1, PLACE["fD"]) == "t5-f"
    assert session.move_between(t5, 1, t6) == "t5-t6"
    assert session.move_between(PLACE["w"], 1, t6) == "w-t6"
    assert [move.act for move in session.moves_from(PLACE["s"])] == ["draw"]
    whole = Session(new_record("chinaman", {"groups": "whole"}, 1))
    for _ in range(40):
        longer = [text for text in whole.legal if "x" in text]
        if longer:
            source, target = longer[0].split("x")[0].split("-")
            assert whole.move_between(PLACE[source], 1, PLACE[target]) == longer[0]
            break
        whole.enter(whole.legal[-1])
    else:
        pytest.fail("no group ever moved")
