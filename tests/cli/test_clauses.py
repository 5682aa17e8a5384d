"""Commands write the same bytes whether games are walked or judged by the clauses alone."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Won games of every variant, whole, broken off, wrong and odd, in several shapes."""
    won = Path(__file__).parents[1] / "games" / "won.jsonl"
    chance = random.Random(3)
    made = []
    for line in won.read_text().splitlines()[::4]:
        obj = json.loads(line)
        words = obj["moves"].split()
        index = chance.randrange(len(words))
        made += [
            obj,
            {**obj, "moves": words[:index], "deck": obj["deck"].split()},
            {**obj, "moves": " ".join([*words[:index], "t1-t2", *words[index:]])},
            {**obj, "moves": " ".join([*words[:index], "u", "x"])},
            {**obj, "moves": " ".join(words[:3]), "at_ms": [5, 6, 7][: len(words)], "end_ms": 10**9},
        ]
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    path.write_text("".join(json.dumps(obj) + "\n" for obj in made))
    return path


@pytest.mark.parametrize(
    "command",
    [
        ("validate",), ("validate", "--events"), ("score",), ("moves",), ("moves", "--at", "3"),
        ("moves", "--at", "-2"), ("show",), ("show", "--at", "5"), ("convert",), ("convert", "--to", "cards"),
    ],
)  # fmt: skip
def test_the_same_bytes(solit: Run, games: Path, command: tuple[str, ...]) -> None:
    fast = solit(*command, str(games))
    slow = solit(*command, str(games), env={"SOLIT_CLAUSES": "1"})
    assert (fast.code, fast.out, fast.err) == (slow.code, slow.out, slow.err)
    assert fast.out


def test_every_position_is_shown_alike(solit: Run, games: Path, tmp_path: Path) -> None:
    some = tmp_path / "some.jsonl"
    some.write_text("".join(games.read_text().splitlines(keepends=True)[:4]))
    fast = solit("show", "--at", "all", str(some))
    slow = solit("show", "--at", "all", str(some), env={"SOLIT_CLAUSES": "1"})
    assert (fast.code, fast.out, fast.err) == (slow.code, slow.out, slow.err)
