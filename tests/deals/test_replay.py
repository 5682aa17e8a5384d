"""Games step by step."""

import random
from typing import Any

import pytest

from solit.deals.records import judge
from solit.deals.replay import Stage, entry_text, stages, verdict_text
from solit.engine import build_game, legal_moves, move_text, parse_move, variants
from solit.engine.rules import perform
from solit.engine.state import State


def walked(variant: str, options: dict[str, Any], seed: int) -> dict[str, Any]:
    """A game of random moves, a third of them taken back where that is allowed, with times."""
    chance = random.Random(seed)
    record: dict[str, Any] = {"solit": 1, "variant": variant, "options": options, "source": f"solit:{seed}"}
    moves: list[str] = []
    for _ in range(60):
        judged = judge({**record, "moves": " ".join(moves)})
        back = judge({**record, "moves": " ".join([*moves, "u"])})
        if back.error is None and chance.random() < 0.4:
            moves.append("u")
        elif judged.legal:
            moves.append(chance.choice(judged.legal))
        else:
            break
    times = sorted(chance.randrange(400_000) for _ in moves)
    return {**record, "moves": " ".join(moves), "at_ms": times}


def games() -> list[dict[str, Any]]:
    found = [walked(variant, {}, seed) for variant in variants() for seed in range(3)]
    found += [
        walked("klondike", {"undo": 5, "time_limit": 0, "draw": draw}, seed) for draw in (1, 3) for seed in (7, 8)
    ]
    return found


def told(record: dict[str, Any], sheet: str | None = None) -> list[Stage]:
    return stages(judge(record, logging=True), record, sheet)


@pytest.mark.parametrize("record", games(), ids=lambda record: f"{record['variant']}-{record['source']}")
def test_each_step_is_the_record_cut_there(record: dict[str, Any]) -> None:
    """Position and score of each step are what `judge` says of the record as if it ended there."""
    sheets = build_game(record["variant"], record["options"]).sheets
    for sheet in sheets:
        found = told(record, sheet)
        for step in found:
            cut = judge(record, step.entries)
            assert step.state == cut.state
            assert step.score == cut.score(sheet)
            assert step.at_ms == ([0, *record["at_ms"]][step.entries])
        judged = judge(record)
        assert len(found) == 1 + (judged.entries if judged.error is None else judged.error.index)
        # the last step of a lost game is as the whole record, its end included
        if judged.error is None:
            assert found[-1].score == judged.score(sheet)


@pytest.mark.parametrize("seed", [7, 8])
def test_take_backs(seed: int) -> None:
    record = walked("klondike", {"undo": 5, "time_limit": 0, "draw": 1}, seed)
    found = told(record)
    backs = [step for step in found if step.move == "u"]
    assert backs
    for step in backs:
        assert step.takes_back is not None
        assert step.told == f"Takes back entry {step.takes_back}, {record['moves'].split()[step.takes_back]}"
        assert found[step.takes_back + 1].taken_back
        assert step.state == found[step.takes_back].state
    judged = judge(record)
    standing = [""] + [record["moves"].split()[entry] for entry in judged.played.standing_entries]
    assert [step.move for step in found if step.move != "u" and not step.taken_back] == standing
    assert found[-1].stands and found[0].stands
    assert not any(step.stands for step in found if step.taken_back)


def test_an_illegal_game_ends_before_its_wrong_entry() -> None:
    record = {"solit": 1, "variant": "klondike", "source": "solit:2", "moves": "t3-t2 t5-t6 t1-t2 d"}
    judged = judge(record, logging=True)
    assert judged.error is not None
    assert [step.move for step in told(record)] == ["", "t3-t2", "t5-t6"]
    assert verdict_text(judged) == f"illegal at entry 2, t1-t2: {judged.error.message}"


def test_verdicts() -> None:
    deal = {"solit": 1, "variant": "klondike", "source": "solit:2"}
    assert verdict_text(judge(deal)) == "a deal"
    assert told(deal)[0].score.items == {}
    assert verdict_text(judge({**deal, "moves": "d"})) == "open, 1 entry"
    late = {**deal, "moves": "d", "at_ms": [5], "end_ms": 300_001}
    assert verdict_text(judge(late)) == "lost on time, 1 entry"
    assert [step.score.total for step in told(late, "standard")] == [0, 0]


def words(variant: str, state: State, move: str) -> str:
    game = build_game(variant)
    after = perform(game, state, parse_move(move))
    return entry_text(game, move, after[1])


def test_words() -> None:
    record: dict[str, Any] = {"solit": 1, "variant": "klondike", "source": "solit:2", "moves": "t3-t2 t5-t6 d d"}
    assert [step.told for step in told(record)] == [
        "",
        "10 of diamonds from column 3 to column 2; turns up 8 of hearts in column 3",
        "4 of diamonds from column 5 to column 6; turns up ace of spades in column 5",
        "Draws 7 of diamonds, king of spades, 3 of diamonds",
        "Draws ace of clubs, king of clubs, ace of diamonds",
    ]
    suspense = judge({"solit": 1, "variant": "suspense", "source": "solit:1"})
    assert words("suspense", suspense.state, "d") == "Draws jack of spades"
    chinese = judge({"solit": 1, "variant": "chinese", "source": "solit:1"})
    assert words("chinese", chinese.state, "d") == (
        "Deals 3 of hearts to column 1, ace of hearts to column 2, jack of hearts to column 3"
    )


@pytest.mark.parametrize("variant", variants())
def test_every_move_has_words(variant: str) -> None:
    game = build_game(variant)
    chance = random.Random(1)
    state = judge({"solit": 1, "variant": variant, "source": "solit:4"}).state
    for _ in range(200):
        moves = list(legal_moves(game, state))
        if not moves:
            break
        move = chance.choice(moves)
        state, events = perform(game, state, move)
        text = entry_text(game, move_text(move), events)
        assert text[0] == text[0].upper() and "None" not in text and "  " not in text
