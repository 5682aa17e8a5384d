"""`solit solve --goal` as a process: lines that score what they say, both bounds, exit codes."""

from ..conftest import Run

END = {
    "solit": 1,
    "variant": "klondike",
    "options": {"draw": 1},
    "start": "pass=1 s:QSKC w: fC:AC2C3C4C5C6C7C8C9CTCJCQC fD:AD2D3D4D5D6D7D8D9DTDJDQD fH:AH2H3H4H5H6H7H8H9HTHJHQH "
    "fS:AS2S3S4S5S6S7S8S9STSJS t1: t2: t3:KS t4: t5:KH t6:KD t7:",
}


def test_the_best_line_is_scored_as_it_says(solit: Run) -> None:
    done = solit("solve", "--goal", "score", given=[END])
    # two waste cards to columns and home (15 each), three kings home
    assert done.code == 0
    assert done.line["solution"]["best"] == {"total": 60, "bound": 60, "proved": True}
    assert done.line["solution"]["verdict"] == "won"
    assert done.line["moves"] == done.line["solution"]["moves"]
    scored = solit("score", given=done.out).line["score"]
    assert scored["total"] == 60 and scored["items"]["waste-to-column"]["count"] == 2
    cards = solit("solve", "--goal", "score", "--sheet", "cards", given=[END]).line["solution"]["best"]
    assert cards == {"total": 52, "bound": 52, "proved": True}
    later = solit("solve", "--goal", "score", "--at", "1", given=[{**END, "moves": "d w-f t3-f"}])
    assert later.line["solution"]["best"]["total"] == 60 and later.line["moves"].startswith("d ")


def test_a_target_is_reached_or_proved_out_of_reach(solit: Run) -> None:
    reached = solit("solve", "--goal", "score", "--at-least", "60", given=[END])
    assert (reached.code, reached.line["solution"]["best"]["reached"]) == (0, True)
    beyond = solit("solve", "--goal", "score", "--at-least", "61", given=[END])
    assert (beyond.code, beyond.line["solution"]["best"]["reached"]) == (1, False)
    deal = {"solit": 1, "variant": "klondike", "source": "solit:2"}
    open_ = solit("solve", "--goal", "score", "--at-least", "744", "--nodes", "60", given=[deal])
    assert (open_.code, open_.line["solution"]["best"]["reached"]) == (3, None)


def test_the_shortest_win(solit: Run) -> None:
    done = solit("solve", "--goal", "moves", given=[END])
    assert (done.code, done.line["solution"]["best"]) == (0, {"moves": 7, "bound": 7, "proved": True})
    lost = solit("solve", "--goal", "moves", given=[{"solit": 1, "variant": "klondike", "source": "solit:8"}])
    assert (lost.code, lost.line["solution"]["best"]) == (1, {"moves": None, "bound": None, "proved": True})
    assert "moves" not in lost.line


def test_a_limit_leaves_both_bounds(solit: Run) -> None:
    for goal in ("score", "moves"):
        deal = {"solit": 1, "variant": "klondike", "source": "solit:2"}
        done = solit("solve", "--goal", goal, "--nodes", "60", given=[deal])
        found = done.line["solution"]
        assert (done.code, found["limit"], found["best"]["proved"]) == (3, "nodes", False)
        assert found["best"]["bound"] is not None
    assert solit("score", given=done.out).code == 0


def test_wrong_usage(solit: Run) -> None:
    for given in (["--goal", "most"], ["--sheet", "cards"], ["--goal", "moves", "--at-least", "3"]):
        assert solit("solve", *given, given=[END]).code == 2
    refused = solit(
        "solve", "--goal", "score", "--sheet", "vegas", given=[{"solit": 1, "variant": "yukon", "source": "solit:1"}]
    )
    assert refused.code == 2 and refused.line["error"]["code"] == "sheet-not-for-variant"


def test_the_best_totals_along_a_game(solit: Run) -> None:
    game = {**END, "moves": "d w-f t3-f"}  # the queen of spades went home straight from the waste
    done = solit("analyse", "--goal", "score", given=[game])
    assert done.code == 0
    assert done.line["analysis"]["lost_at"] is None
    assert done.line["analysis"]["best_totals"] == [60, 60, 55, 55]
    assert done.line["analysis"]["points_lost"] == [{"index": 1, "move": "w-f", "points": 5}]
    back = solit("analyse", "--goal", "score", given=[{**END, "moves": "d w-f u w-t5 t5-f"}]).line["analysis"]
    assert (back["best_totals"], back["points_lost"]) == ([60, 60, None, 60, 60, 60], [])
    assert solit("analyse", "--goal", "score", "--show", given=[game]).code == 2


def test_par(solit: Run) -> None:
    done = solit("score", "--par", given=[{**END, "moves": "d"}])
    assert (done.code, done.line["score"]["par"]) == (0, {"total": 60, "bound": 60, "proved": True})
    deal = {"solit": 1, "variant": "klondike", "source": "solit:2", "moves": "d"}
    assert solit("score", "--par", "--nodes", "60", given=[deal]).code == 3
    assert solit("score", given=[deal]).code == 0
