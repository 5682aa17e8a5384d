"""Games that other programs won: each is won here too, at its last move and not before, and stops at a wrong one.

`won.jsonl` has three games under each option set and is always run. The whole files lie in the folder that the
environment variable SOLIT_ORACLES names: every 12th game in the usual run, all of them under `-m slow`.
"""

import json
import os
import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from solit.engine import Game, Move, Record, State, move_text, parse_move, parse_record, replay, status, why_not
from solit.engine.fast import walk_record

SAMPLE = [json.loads(line) for line in (Path(__file__).parent / "won.jsonl").read_text().splitlines()]
ORACLES = os.environ.get("SOLIT_ORACLES", "")
FILES = ("chinese", "chinaman", "suspense")
WRONG = [
    parse_move(text) for text in ("u", "t8^", "fH-f", "p1t-w", "w-f", "t1-t2", "t3-t5x4", "t7-f", "w-t4", "r", "d")
]


def refused(game: Game, state: State, choice: random.Random) -> Move:
    """A move that is illegal here: wrong in any place, or often right elsewhere."""
    return next(move for move in choice.sample(WRONG, len(WRONG)) if why_not(game, state, move) is not None)


def check_fast(obj: dict[str, Any], moves: list[Move], wrong: list[Move]) -> None:
    """The compiled walker agrees: won with all the moves, open with all but the last, refusing a wrong one."""
    texts = [" ".join(map(move_text, entries)) for entries in (moves, moves[:-1], wrong)]
    walks = [walk_record({**obj, "moves": text}) for text in texts[:2]]
    assert [walk and walk.entries for walk in walks] == [len(moves), len(moves) - 1]
    walk = walk_record({**obj, "moves": texts[2]})
    assert walk is not None and walk.error is not None
    assert walk.error.index == next(n for n, (one, two) in enumerate(zip(moves, wrong, strict=True)) if one != two)


def check(obj: dict[str, Any], seed: int) -> None:
    record: Record = parse_record(obj)
    game, start, moves = record.game, record.first_state(), record.moves or []
    states: list[State] = []
    result = replay(game, start, moves, on_state=states.append)
    assert (result.error, result.status, len(result.events)) == (None, "won", len(moves))
    assert len(states) == len(moves) + 1
    assert status(game, states[-2]) == "open"
    choice = random.Random(seed)
    index = choice.randrange(len(moves))
    wrong = refused(game, states[index], choice)
    spoilt = [*moves[:index], wrong, *moves[index + 1 :]]
    result = replay(game, start, spoilt)
    assert result.error is not None
    assert result.error.index == index
    assert (result.state, result.status) == (states[index], None)
    check_fast(obj, moves, spoilt)


@pytest.mark.parametrize("obj", SAMPLE, ids=lambda obj: f"{obj['variant']}-{','.join(obj['options'])}")
def test_won_game(obj: dict[str, Any]) -> None:
    check(obj, 1)
    record = parse_record(obj)
    short = replay(record.game, record.first_state(), (record.moves or [])[:-1])
    assert (short.error, short.status) == (None, "open")
    more = replay(record.game, record.first_state(), [*(record.moves or []), parse_move("d")])
    assert more.error is not None
    assert (more.error.code, more.error.index) == ("game-over", len(record.moves or []))


def check_file(name: str, step: int) -> None:
    path = Path(ORACLES) / f"{name}.jsonl"
    games = 0
    with path.open() as lines:
        for number, line in enumerate(islice(lines, 0, None, step)):
            obj = json.loads(line)
            if "moves" in obj:
                check(obj, number)
                games += 1
    assert games


@pytest.mark.skipif(not ORACLES, reason="SOLIT_ORACLES names no folder of oracle records")
@pytest.mark.parametrize("name", FILES)
def test_oracles_in_part(name: str) -> None:
    check_file(name, 12)


@pytest.mark.slow
@pytest.mark.skipif(not ORACLES, reason="SOLIT_ORACLES names no folder of oracle records")
@pytest.mark.parametrize("name", FILES)
def test_oracles(name: str) -> None:
    check_file(name, 1)
