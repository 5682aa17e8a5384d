"""Counts of legal move sequences, found alike by two programs that share no code with this one.

`perft.jsonl`: `_perft` has the number of sequences of length 1, 2, 3, … from the position that the record reaches. The
usual run stops at the depth that some hundred sequences reach, `-m slow` goes all the way.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from solit.engine import parse_record, perft, replay, variants

RECORDS = [json.loads(line) for line in (Path(__file__).parent / "perft.jsonl").read_text().splitlines()]
CASES = [
    pytest.param(record, id=f"{record['variant']}-{','.join(record['options'])}-{number}")
    for number, record in enumerate(RECORDS)
]


def check(record: dict[str, Any], depth: int) -> None:
    read = parse_record(record)
    result = replay(read.game, read.first_state(), read.moves or [])
    assert result.error is None
    assert perft(read.game, result.state, depth) == record["_perft"][:depth]


@pytest.mark.parametrize("record", CASES)
def test_perft(record: dict[str, Any]) -> None:
    counts = record["_perft"]
    check(record, max(1, sum(sum(counts[: depth + 1]) <= 400 for depth in range(len(counts)))))


@pytest.mark.slow
@pytest.mark.parametrize("record", CASES)
def test_perft_to_full_depth(record: dict[str, Any]) -> None:
    check(record, len(record["_perft"]))


def test_every_game_is_counted() -> None:
    assert {record["variant"] for record in RECORDS} == set(variants())
