"""Standings: what counts, who is ahead, and what is named for the host."""

from itertools import permutations
from typing import Any

import pytest

from solit import judge, read_record
from solit.deals.standings import ORDERS, Standings, Where
from solit.deals.tournament import TournamentEvent

DEAL = {"solit": 1, "variant": "klondike", "options": {}, "source": "solit:2"}
OTHER = {**DEAL, "source": "solit:1"}
TEN = {**DEAL, "moves": "t3-t2 t5-t6"}  # two cards turned up


def table(*games: tuple[Any, dict[str, Any]], event: TournamentEvent | None = None, **how: Any) -> Standings:
    standings = Standings(event, **how)
    for line, (player, game) in enumerate(games, 1):
        standings.add(player, judge(game), game, Where(line))
    return standings


def event() -> TournamentEvent:
    return TournamentEvent([read_record(DEAL)[0], read_record(OTHER)[0]])


def test_points_and_deals_are_added_up_and_ranked() -> None:
    rows = table(
        ("ann", {**DEAL, "moves": "t3-t2"}), ("bob", TEN), ("bob", {**OTHER, "moves": "d"}), event=event()
    ).rows()
    assert [(row["rank"], row["player"], row["total"], row["played"], row["missing"]) for row in rows] == [
        (1, "bob", 10, 2, 0),
        (2, "ann", 5, 1, 1),
    ]
    assert rows[0]["items"] == {"reveal": {"count": 2, "points": 10}}


def test_equal_players_share_a_rank() -> None:
    rows = table(("b", TEN), ("a", TEN), ("c", {**DEAL, "moves": ""}), (None, TEN)).rows()
    assert [(row["rank"], row["player"]) for row in rows] == [(1, None), (1, "a"), (1, "b"), (4, "c")]


def test_the_order_can_be_chosen() -> None:
    games = (("ann", TEN), ("bob", {**DEAL, "moves": "d"}), ("bob", {**OTHER, "moves": "d"}))
    assert [row["player"] for row in table(*games).rows(["total"])] == ["ann", "bob"]
    assert [row["player"] for row in table(*games).rows(["played"])] == ["bob", "ann"]
    assert {name for name in ORDERS} <= set(table(*games).rows()[0])


@pytest.mark.parametrize(("best", "total", "repeated"), [(False, 5, 2), (True, 10, 1)])
def test_one_game_a_deal_counts(best: bool, total: int, repeated: int) -> None:
    games = (("ann", {**DEAL, "moves": "t3-t2"}), ("ann", TEN))
    (row,) = table(*games, best=best).rows()
    assert (row["total"], row["played"]) == (total, 1)
    assert [again["line"] for again in row["repeats"]] == [repeated]


def test_games_that_count_nowhere_are_named() -> None:
    wrong = {**DEAL, "moves": "t3-t2 t1-t2"}
    cheat = {**DEAL, "options": {"undo": 9}, "moves": "t3-t2"}
    (row,) = table(("ann", wrong), ("ann", cheat), ("ann", TEN), event=event()).rows()
    assert (row["total"], row["played"], row["repeats"]) == (10, 1, [])
    assert [(game["line"], game["code"]) for game in row["illegal"]] == [(1, "column-build"), (2, "event-options")]
    assert (row["illegal"][0]["index"], row["illegal"][0]["move"]) == (1, "t1-t2")


def test_games_played_alike_are_named_for_all_who_did() -> None:
    rows = table(
        ("ann", TEN), ("bob", TEN), ("cyd", {**DEAL, "moves": "t5-t6 t3-t2"}), ("dan", {**DEAL, "moves": ""})
    ).rows()
    assert {row["player"]: row["same_moves"] for row in rows} == {
        "ann": [{"deal": 0, "players": ["bob"]}],
        "bob": [{"deal": 0, "players": ["ann"]}],
        "cyd": [],
        "dan": [],
    }


def test_a_deal_is_no_game() -> None:
    assert table(("ann", DEAL)).rows() == []


def test_unused_seconds_count_whatever_the_sheet(suits: dict[str, str]) -> None:
    from solit.engine import build_game
    from solit.engine.sheets import SHEETS

    from ..conftest import text_of

    start = text_of(build_game("klondike"), {**suits, "fH": suits["fH"][:-2], "t1": "KH"})
    game = {"solit": 1, "variant": "klondike", "start": start, "moves": "t1-f", "at_ms": [100_500]}
    for sheet in (None, SHEETS["vegas"]):
        (row,) = table(("ann", game), sheet=sheet).rows()
        assert (row["won"], row["unused_seconds"]) == (1, 199)


def test_the_sum_does_not_depend_on_the_order_of_the_games() -> None:
    games = [("ann", TEN), ("bob", {**DEAL, "moves": "t3-t2"}), ("cyd", {**OTHER, "moves": "d"})]
    told = [
        [(row["player"], row["total"], row["rank"]) for row in table(*order, event=event()).rows()]
        for order in permutations(games)
    ]
    assert all(one == told[0] for one in told)
