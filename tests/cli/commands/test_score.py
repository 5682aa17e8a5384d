"""`solit score`."""

from pathlib import Path
from typing import Any

import pytest

from solit.cli.app import run

from ..conftest import Run

GAME = {"solit": 1, "variant": "klondike", "source": "solit:1", "options": {"passes": 0}}


def test_items_sum_to_the_total(solit: Run, games: list[dict[str, Any]]) -> None:
    for line in solit("score", given=games).lines:
        score = line["score"]
        assert score["sheet"] == "cards"
        assert score["total"] == 52 == sum(item["points"] for item in score["items"].values())


def test_a_pass_at_draw_1_costs_a_hundred(solit: Run) -> None:
    moves = " ".join([*["d"] * 24, "r"])
    record = {**GAME, "options": {"draw": 1}, "moves": moves}
    score = solit("score", given=[record]).line["score"]
    assert score == {"sheet": "game-colony", "total": -100, "items": {"pass": {"count": 1, "points": -100}}}
    floored = solit("score", "--sheet", "standard", given=[record]).line["score"]
    assert floored["total"] == 0
    assert floored["items"]["floor"] == {"count": 1, "points": 100}


def test_deals_score_nothing(solit: Run) -> None:
    for sheet in ("game-colony", "standard", "vegas", "cards"):
        done = solit("score", "--sheet", sheet, given=[GAME])
        assert done.line["score"] == {"sheet": sheet, "total": 0, "items": {}}


def test_sheets_and_variants(solit: Run, won: dict[str, Any]) -> None:
    done = solit("score", "--sheet", "vegas", given=[won])
    assert done.code == 2
    assert done.line["error"]["code"] == "sheet-not-for-variant"
    done = solit("score", "--sheet", "golf", given=[won])
    assert (done.code, done.out) == (2, b"")
    assert "game-colony, standard, vegas, cards" in done.err


def test_an_illegal_game_has_no_score(solit: Run, won: dict[str, Any]) -> None:
    done = solit("score", given=[{**won, "score": {"total": 99}, "moves": "d d"}])
    assert done.code == 1
    assert "score" not in done.line
    assert done.line["error"]["code"] == "stock-empty"
    assert done.line["error"]["index"] == 1


def test_claims(solit: Run, won: dict[str, Any]) -> None:
    done = solit("score", given=[{**won, "claim": {"total": 52}}, {**won, "claim": {"total": 1, "status": "won"}}])
    assert [line["score"]["claim_ok"] for line in done.lines] == [True, False]
    assert done.code == 1


def test_claims_are_judged_under_the_given_time_bonus_and_their_own_sheet(solit: Run) -> None:
    deal = {"solit": 1, "variant": "klondike", "options": {}, "source": "solit:3"}
    game = {"solit": 1, **{key: solit("solve", given=[deal]).line[key] for key in ("variant", "source", "moves")}}
    game["at_ms"] = [100 * n for n in range(len(game["moves"].split()))]
    plain, sevenfold = solit("score", given=[game]).line["score"], solit("score", "--time-bonus", "7", given=[game])
    assert sevenfold.line["score"]["total"] == plain["total"] + 6 * plain["unused_seconds"] > plain["total"]
    claims = [{**game, "claim": {"total": total}} for total in (plain["total"], sevenfold.line["score"]["total"])]
    for bonus, right in (("1", [True, False]), ("7", [False, True])):
        done = solit("score", "--time-bonus", bonus, given=claims)
        assert [line["score"]["claim_ok"] for line in done.lines] == right
    assert [line["validation"]["claim_ok"] for line in solit("validate", given=claims).lines] == [True, False]
    standard = solit("score", "--sheet", "standard", given=[game]).line["score"]["total"]
    vegas = solit("score", "--sheet", "vegas", given=[game]).line["score"]["total"]
    claims = [{**game, "claim": {"total": total, "sheet": "standard"}} for total in (standard, vegas)]
    done = solit("score", "--sheet", "vegas", given=claims)
    assert [line["score"]["claim_ok"] for line in done.lines] == [True, False]
    assert done.lines[0]["score"]["sheet"] == "vegas"


def test_summary(solit: Run, games: list[dict[str, Any]]) -> None:
    done = solit("score", "--summary", given=[*games, GAME])
    told = " ".join(done.err.split())
    assert "chinese cards 4 4 100.00% 52.00" in told
    assert "1 deals" in told


@pytest.mark.parametrize(
    "arguments",
    [
        ["--time-bonus", "-1"],
        ["--time-bonus", "1.5"],
        ["--time-bonus", "x"],
        ["--time-bonus", "1000000001"],
        ["--time-bonus", "1" * 23],
    ],
)
def test_wrong_usage(arguments: list[str]) -> None:
    assert run(["score", *arguments]) == 2


def test_sheets_of_a_file(solit: Run, tmp_path: Path) -> None:
    """What `rules --sheets` prints is the form; a file's own sheet scores, and its rate can be overruled."""
    path = tmp_path / "sheets.toml"
    path.write_bytes(solit("rules", "--sheets").out + b"[club]\npoints = { reveal = 7 }\n")
    record = {**GAME, "source": "solit:2", "moves": "t3-t2 t5-t6 d d"}
    score = solit("score", "--sheet", f"{path}:club", given=[record]).line["score"]
    assert score == {"sheet": "club", "total": 14, "items": {"reveal": {"count": 2, "points": 14}}}
    own = solit("score", given=[record]).line["score"]
    assert solit("score", "--sheet", f"{path}:game-colony", given=[record]).line["score"] == own


def test_a_sheet_file_that_is_none(solit: Run, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text("[club]\nante = 1.5\nprize = 3\n")
    done = solit("score", "--sheet", str(path), given=[GAME])
    assert (done.code, done.out) == (2, b"")
    assert "club.ante is not a whole number" in done.err and "club.prize is unknown" in done.err
    done = solit("score", "--sheet", str(tmp_path / "none.toml"), given=[GAME])
    assert (done.code, done.out) == (2, b"") and "cannot read" in done.err
