"""`solit moves`."""

from typing import Any

from ..conftest import Run


def test_moves_of_a_deal(solit: Run) -> None:
    line = solit("moves", given=solit("deal", "--seed", "1").out).line
    assert line["legal"] == ["d"]
    assert line["status"] == "open"
    assert line["position"].startswith("pass=1 s:JC6D")
    assert line["position"].endswith("t7:5H8S2HAC9D6C/QC")


def test_what_was_played_was_legal(solit: Run, games: list[dict[str, Any]]) -> None:
    for at in (0, 1, 10, -1):
        for game, line in zip(games, solit("moves", "--at", str(at), given=games).lines, strict=True):
            assert game["moves"].split()[at] in line["legal"]


def test_a_won_game_has_no_moves(solit: Run, won: dict[str, Any]) -> None:
    line = solit("moves", given=[won]).line
    assert (line["legal"], line["status"]) == ([], "won")


def test_at_out_of_range(solit: Run, won: dict[str, Any]) -> None:
    count = len(won["moves"].split())
    for at, code in ((count, 0), (-count, 0), (count + 1, 2), (-count - 1, 2)):
        done = solit("moves", "--at", str(at), given=[won])
        assert done.code == code
        if code:
            assert done.line["error"]["code"] == "at-out-of-range"
    assert solit("moves", "--at", "all", given=[won]).code == 2


def test_a_game_lost_on_time_has_no_moves(solit: Run) -> None:
    record = {"solit": 1, "variant": "klondike", "source": "solit:1", "moves": "d", "at_ms": [5], "end_ms": 300_001}
    line = solit("moves", given=[record]).line
    assert (line["legal"], line["status"]) == ([], "lost")
    line = solit("moves", "--at", "0", given=[record]).line
    assert (line["legal"], line["status"]) == (["d"], "open")


def test_a_position_starts_a_record(solit: Run, games: list[dict[str, Any]]) -> None:
    for line in solit("moves", "--at", "9", given=games).lines:
        again = {"solit": 1, "variant": line["variant"], "options": line["options"], "start": line["position"]}
        told = solit("moves", given=[again]).line
        assert [told[key] for key in ("legal", "status", "position")] == [
            line[key] for key in ("legal", "status", "position")
        ]


def test_a_player_is_asked_for_the_next_moves(solit: Run, games: list[dict[str, Any]]) -> None:
    for player in ("sampling", "simple"):
        asked = ["--best", "--player", player, "--at", "6"]
        lines = solit("moves", *asked, given=games).lines
        assert lines == solit("moves", "--jobs", "2", *asked, given=games).lines
        for line in lines:
            first, *_ = line["best"]["moves"].split()
            assert first in line["legal"] and line["best"]["player"] == player
    over = solit("moves", "--best", given=games[:1]).line
    assert (over["legal"], over["best"]) == ([], {"player": "sampling", "moves": ""})
    assert "best" not in solit("moves", given=[over]).line  # what was there is this command's own
    quick = solit("moves", "--best", "--samples", "1", "--sample-nodes", "10", "--at", "3", given=games[:1]).line
    assert quick["best"]["moves"]
    for args in ("--player simple", "--best --player solver", "--best --player simple --samples 3"):
        assert solit("moves", *args.split()).code == 2
