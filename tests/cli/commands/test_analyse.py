"""`solit analyse`: what it says of lost, won, illegal and undecided games."""

from typing import Any

import pytest

from solit.deals.study import study_seed
from solit.engine import parse_move, parse_record, replay
from solit.engine.search.solver import solve
from solit.engine.study import Plan

from ..conftest import Run


def lost_game(variant: str, seed: int = 1) -> dict[str, Any]:
    """The first game from this seed on that the simple player does not win, as a plain record."""
    plan = Plan(variant, player="simple")
    while True:
        record = study_seed(plan, seed)
        if record["validation"]["status"] != "won":
            return {name: record[name] for name in ("solit", "variant", "options", "deck", "source", "moves")}
        seed += 1


@pytest.mark.parametrize("variant", ["klondike", "chinese"])
def test_the_move_that_lost_it(solit: Run, variant: str) -> None:
    games = [lost_game(variant, seed) for seed in (1, 20, 40)]
    done = solit("analyse", "--nodes", "30000", given=games)
    assert done.code in (0, 3)
    assert [{**line, "analysis": None} for line in done.lines] == [{**game, "analysis": None} for game in games]
    for line in done.lines:
        analysis = line["analysis"]
        at = analysis["lost_at"]
        if at is None:
            assert analysis["lost_move"] is analysis["better"] is None
            continue
        words = line["moves"].split()
        assert words[at] == analysis["lost_move"] != analysis["better"]
        assert analysis["winnable_at_start"] is True
        record = parse_record(line)
        moves = [parse_move(word) for word in words]
        after = replay(record.game, record.first_state(), moves[: at + 1]).state
        assert solve(record.game, after, nodes=60_000).verdict == "unwinnable"
        better = replay(record.game, record.first_state(), [*moves[:at], parse_move(analysis["better"])]).state
        assert solve(record.game, better, nodes=200_000).verdict == "won"
    assert any(line["analysis"]["lost_at"] is not None for line in done.lines)


def test_won_games_lose_nowhere(solit: Run, games: list[dict[str, Any]]) -> None:
    done = solit("analyse", "--every-move", given=games)
    assert done.code == 0
    for game, line in zip(games, done.lines, strict=True):
        analysis = line["analysis"]
        verdicts = analysis.pop("verdicts")
        assert verdicts == ["won"] * (len(game["moves"].split()) + 1)
        assert analysis == {
            "winnable_at_start": True, "lost_at": None, "lost_move": None, "better": None, "unknown": 0
        }  # fmt: skip


def test_undecided_is_said(solit: Run) -> None:
    game = {"solit": 1, "variant": "klondike", "options": {}, "source": "solit:3", "moves": "d d"}
    done = solit("analyse", "--nodes", "1", given=[game])
    assert done.code == 3
    analysis = done.line["analysis"]
    assert (analysis["winnable_at_start"], analysis["lost_at"], analysis["lost_between"]) == (None, None, [0, 1])
    assert analysis["unknown"] == 3


def test_illegal_and_unreadable(solit: Run) -> None:
    game = {"solit": 1, "variant": "klondike", "options": {}, "source": "solit:3", "moves": "d t1-t1"}
    done = solit("analyse", given=[game])
    assert (done.code, done.line["error"]["index"], "analysis" in done.line) == (1, 1, False)
    done = solit("analyse", given=b"nonsense\n")
    assert (done.code, done.line["error"]["line"]) == (2, 1)
    assert solit("analyse").code == 0


def test_a_deal_and_jobs(solit: Run) -> None:
    deals = [{"solit": 1, "variant": "klondike", "options": {}, "source": f"solit:{seed}"} for seed in range(1, 9)]
    one = solit("analyse", "--nodes", "2000", given=deals)
    two = solit("analyse", "--nodes", "2000", "--jobs", "2", given=deals)
    assert (one.code, one.lines) == (two.code, two.lines)
    assert {line["analysis"]["winnable_at_start"] for line in one.lines} >= {True}


def test_for_people(solit: Run, won: dict[str, Any]) -> None:
    game = lost_game("chinese")
    told = solit("analyse", "--nodes", "30000", given=[game]).line["analysis"]
    for idle in (["--every-move"], ["--jobs", "2"]):
        assert solit("analyse", "--show", *idle, given=[game]).code == 2
    done = solit("analyse", "--nodes", "30000", "--show", given=[game, won, {**won, "moves": "t1-t1"}, {}])
    text = done.out.decode()
    assert done.code == 2
    if told["lost_at"] is not None:
        assert f"Entry {told['lost_at']}, {told['lost_move']}, threw the win away" in text
        assert f"Better was {told['better']}." in text
    assert "No move threw the win away" in text
    assert "line 3: entry 0, t1-t1: " in done.err
    assert "line 4: " in done.err
    assert max(map(len, text.splitlines())) <= 80
