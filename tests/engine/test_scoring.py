"""Score sheets on games made by hand: each event of each sheet, the clock, the floor, and what take-backs take back."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from solit.engine import Game, RecordError, Replay, Score, build_game, deal, parse_cards, parse_move, replay, score
from solit.engine.cards import TEXTS
from solit.engine.scoring import BOOKED
from solit.engine.sheets import SHEETS, PassRule, Sheet, TimeRule, find_sheet
from solit.engine.words import Reason, Status

Play = Callable[..., Replay]
Suits = dict[str, str]

TABLE = {"t1": "5D/3S", "t2": "4H", "t3": "3C", "fH": "AH2H", "fS": "AS2S", "w": "9D3H"}
"""`t1-f` +10 and a reveal, `w-f` +10, `fH-t3` -15, `w-t…` needs a place: see the tests."""


def items(total: Score) -> dict[str, tuple[int, int]]:
    assert sum(item.points for item in total.items.values()) == total.total
    assert all(item.count > 0 for item in total.items.values())
    return {code: (item.count, item.points) for code, item in total.items.items()}


def almost(suits: Suits) -> dict[str, str]:
    """One move before a won game."""
    return {**suits, "fH": suits["fH"][:-2], "t1": "KH"}


# --- the table events -----------------------------------------------------------------------------------------------

EVENTS = [
    ("t1-f", {"foundation": (1, 10), "reveal": (1, 5)}),
    ("w-f", {"foundation": (1, 10)}),
    ("w-t4", {"waste-to-column": (1, 5)}),
    ("fH-t3", {"foundation-return": (1, -15)}),
    ("t5-t6", {}),
    ("d", {}),
    ("t1-t2", {"reveal": (1, 5)}),
    ("w-t4 d t1-t2 fH-t3 t3-f", {"waste-to-column": (1, 5), "reveal": (1, 5), "foundation-return": (1, -15),
                                 "foundation": (1, 10)}),
]  # fmt: skip
PILES = {**TABLE, "t4": "4S", "t5": "6S", "t6": "7H"}


@pytest.mark.parametrize(("moves", "wanted"), EVENTS)
def test_game_colony_events(play: Play, moves: str, wanted: dict[str, tuple[int, int]]) -> None:
    total = score(play("klondike", moves, PILES))
    assert (total.sheet, items(total)) == ("game-colony", wanted)
    assert total.unused_seconds is None


@pytest.mark.parametrize(("moves", "wanted"), EVENTS)
def test_standard_events(play: Play, moves: str, wanted: dict[str, tuple[int, int]]) -> None:
    if moves == "fH-t3":
        wanted = {**wanted, "floor": (1, 15)}
    elif "fH-t3" in moves:
        wanted = {**wanted, "floor": (1, 5)}
    assert items(score(play("klondike", moves, PILES), "standard")) == wanted


def test_turn_by_hand_earns_the_reveal(play: Play) -> None:
    manual = {"flip": "manual"}
    assert items(score(play("klondike", "t1-t2", PILES, manual))) == {}
    assert items(score(play("klondike", "t1-t2 t1^", PILES, manual))) == {"reveal": (1, 5)}
    assert items(score(play("klondike", "t1-t2 u", PILES, manual))) == {}


# --- passes ---------------------------------------------------------------------------------------------------------


def test_draw_one_goes_below_zero(play: Play) -> None:
    """No floor: each redeal costs 100."""
    total = score(play("klondike", "r", {"t1": "KH"}, {"draw": 1}, rest="w"))
    assert (total.total, items(total)) == (-100, {"pass": (1, -100)})
    deck = parse_cards(" ".join(TEXTS))
    game = build_game("klondike", {"draw": 1})
    moves = [parse_move("d")] * 24 + [parse_move("r")]
    result = replay(game, deal(game, deck), moves * 3)
    assert result.error is None
    assert items(score(result)) == {"pass": (3, -300)}


def test_draw_three_pays_from_the_fourth_pass(play: Play) -> None:
    deck = parse_cards(" ".join(TEXTS))
    game = build_game("klondike")
    rounds = [parse_move("d")] * 8 + [parse_move("r")]
    for redeals, wanted in ((1, {}), (2, {}), (3, {"pass": (1, -20)}), (5, {"pass": (3, -60)})):
        result = replay(game, deal(game, deck), rounds * redeals)
        assert result.error is None
        assert result.state.passes == redeals + 1
        assert items(score(result)) == wanted
    total = score(play("klondike", "r", {"t1": "KH"}, rest="w", passes=3))
    assert items(total) == {"pass": (1, -20)}


def test_pass_penalty_by_number() -> None:
    sheet = SHEETS["standard"]
    assert [sheet.pass_points(1, number) for number in (1, 2, 3, 4)] == [0, -100, -100, -100]
    assert [sheet.pass_points(3, number) for number in (1, 2, 3, 4, 5)] == [0, 0, 0, -20, -20]


def test_pass_is_charged_when_it_starts_and_goes_with_its_redeal(play: Play) -> None:
    result = play("klondike", "r u", {"t1": "KH"}, {"draw": 1}, rest="w")
    assert items(score(result)) == {}
    result = play("klondike", "r u r", {"t1": "KH"}, {"draw": 1}, rest="w")
    assert items(score(result)) == {"pass": (1, -100)}


# --- take-backs -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", ["game-colony", "standard", "vegas"])
@pytest.mark.parametrize("move", ["w-t4", "w-f", "fH-t3"])
def test_take_back_takes_the_points_back(play: Play, move: str, sheet: str) -> None:
    assert score(play("klondike", f"{move} u", PILES), sheet).total == score(play("klondike", "", PILES), sheet).total
    twice = score(play("klondike", f"{move} u {move}", PILES), sheet)
    once = score(play("klondike", move, PILES), sheet)
    assert items(twice) == items(once)


def test_take_back_under_cards(play: Play) -> None:
    assert items(score(play("klondike", "w-f", PILES), "cards")) == {"foundation": (5, 5)}
    assert items(score(play("klondike", "w-f u", PILES), "cards")) == {"foundation": (4, 4)}


# --- the time bonus of game-colony ----------------------------------------------------------------------------------


def test_unused_seconds_are_whole_ones(play: Play, suits: Suits) -> None:
    """100.5 s of 300 leave 199."""
    total = score(play("klondike", "t1-f", almost(suits), at_ms=[100_500]))
    assert items(total) == {"foundation": (1, 10), "time-bonus": (199, 199)}
    assert (total.total, total.unused_seconds, total.time_bonus) == (209, 199, 1)


@pytest.mark.parametrize(
    ("at_ms", "limit", "unused"),
    [(0, 300, 300), (1, 300, 299), (1000, 300, 299), (299_001, 300, 0), (300_000, 300, 0), (10_000, 20, 10)],
)
def test_unused_seconds(play: Play, suits: Suits, at_ms: int, limit: int, unused: int) -> None:
    total = score(play("klondike", "t1-f", almost(suits), {"time_limit": limit}, at_ms=[at_ms]))
    assert total.unused_seconds == unused
    assert items(total).get("time-bonus") == ((unused, unused) if unused else None)


def test_rate_of_the_bonus(play: Play, suits: Suits) -> None:
    result = play("klondike", "t1-f", almost(suits), at_ms=[100_500])
    total = score(result, time_bonus=7)
    assert (items(total)["time-bonus"], total.unused_seconds, total.time_bonus) == ((199, 1393), 199, 7)
    assert score(result, time_bonus=0).total == 10
    assert items(score(result, "standard", time_bonus=7)) == items(score(result, "standard"))
    assert score(result, "standard", time_bonus=7).time_bonus is None


def test_end_of_a_won_game_is_its_last_entry(play: Play, suits: Suits) -> None:
    total = score(play("klondike", "t1-f", almost(suits), at_ms=[100_500], end_ms=200_000))
    assert total.unused_seconds == 199


def test_no_bonus(play: Play, suits: Suits) -> None:
    """Without times, without a limit, for an open game and for one lost on time."""
    for result in (
        play("klondike", "t1-f", almost(suits)),
        play("klondike", "t1-f", almost(suits), {"time_limit": 0}, at_ms=[5]),
        play("klondike", "w-f", PILES, at_ms=[5]),
        play("klondike", "w-f", PILES, at_ms=[5], end_ms=20_000),
        play("klondike", "w-f", PILES, at_ms=[5], end_ms=300_001),
    ):
        total = score(result)
        assert items(total) == {"foundation": (1, 10)}
        assert (total.unused_seconds, total.time_bonus) == (None, None)


STUCK = {"t1": "8C", "t2": "5S/QC", "t3": "KH", "t4": "8S", "t5": "QD", "t6": "TC", "t7": "8D", "w": "2H"}


def test_stuck_game_earns_the_bonus_at_its_last_entry(play: Play) -> None:
    stuck = play("klondike", "t2-t3", STUCK, {"passes": 1}, rest="w", at_ms=[60_000], end_ms=250_000)
    assert (stuck.status, stuck.reason) == ("lost", "no-moves")
    assert items(score(stuck)) == {"reveal": (1, 5), "time-bonus": (240, 240)}
    still_open = play("klondike", "t2-t3", STUCK, rest="w", at_ms=[60_000], end_ms=250_000)
    assert still_open.status == "open"
    assert items(score(still_open)) == {"reveal": (1, 5)}


# --- standard: floor and clock --------------------------------------------------------------------------------------


def test_floor_withholds_what_would_fall_below_zero(play: Play) -> None:
    total = score(play("klondike", "fH-t3", PILES), "standard")
    assert (total.total, items(total)) == (0, {"foundation-return": (1, -15), "floor": (1, 15)})
    total = score(play("klondike", "fH-t3 t3-f", PILES), "standard")
    assert total.total == 10
    total = score(play("klondike", "w-f fH-t3", {**PILES, "t3": "4C"}), "standard")
    assert items(total) == {"foundation": (1, 10), "foundation-return": (1, -15), "floor": (1, 5)}


def test_floor_counts_events(play: Play) -> None:
    result = play("klondike", "fH-t3 t3-f fH-t3 t3-f fH-t3", PILES)
    assert items(score(result, "standard")) == {
        "foundation-return": (3, -45), "foundation": (2, 20), "floor": (3, 25)
    }  # fmt: skip


def test_floor_of_a_pass(play: Play) -> None:
    result = play("klondike", "r", {"t1": "KH"}, {"draw": 1}, rest="w")
    assert items(score(result, "standard")) == {"pass": (1, -100), "floor": (1, 100)}


def test_floor_goes_with_the_move_that_is_taken_back(play: Play) -> None:
    assert items(score(play("klondike", "fH-t3 u", PILES), "standard")) == {}
    total = score(play("klondike", "w-f fH-t4 u", {**PILES, "t4": "4S"}), "standard")
    assert (total.total, items(total)) == (10, {"foundation": (1, 10)})


@pytest.mark.parametrize(
    ("at_ms", "wanted"),
    [
        (9_999, {"foundation": (1, 10)}),
        (10_000, {"foundation": (1, 10), "time-loss": (1, -2)}),
        (29_999, {"foundation": (1, 10), "time-loss": (2, -4)}),
        (30_000, {"foundation": (1, 10), "time-loss": (3, -6), "time-bonus": (1, 23_333)}),
        (65_400, {"foundation": (1, 10), "time-loss": (6, -12), "floor": (1, 2), "time-bonus": (1, 10_769)}),
        (100_500, {"foundation": (1, 10), "time-loss": (10, -20), "floor": (1, 10), "time-bonus": (1, 7_000)}),
    ],
)
def test_standard_clock(play: Play, suits: Suits, at_ms: int, wanted: dict[str, tuple[int, int]]) -> None:
    result = play("klondike", "t1-f", almost(suits), at_ms=[at_ms])
    assert items(score(result, "standard")) == wanted
    result = play("chinaman", "t1-f", almost(suits), at_ms=[at_ms], end_ms=10**9)
    assert items(score(result, "standard")) == wanted


def test_standard_clock_of_an_open_game_runs_to_its_end(play: Play) -> None:
    result = play("klondike", "w-f", PILES, at_ms=[5_000])
    assert items(score(result, "standard")) == {"foundation": (1, 10)}
    result = play("klondike", "w-f", PILES, at_ms=[5_000], end_ms=25_000)
    assert items(score(result, "standard")) == {"foundation": (1, 10), "time-loss": (2, -4)}
    result = play("klondike", "w-f", PILES, at_ms=[5_000], end_ms=310_000)
    assert result.reason == "time"
    assert items(score(result, "standard")) == {"foundation": (1, 10), "time-loss": (31, -62), "floor": (1, 52)}


def test_standard_clock_of_a_stuck_game_stops_at_its_last_entry(play: Play) -> None:
    result = play("klondike", "t2-t3", STUCK, {"passes": 1}, rest="w", at_ms=[10_000], end_ms=250_000)
    assert result.reason == "no-moves"
    assert items(score(result, "standard")) == {"reveal": (1, 5), "time-loss": (1, -2)}


# --- vegas ----------------------------------------------------------------------------------------------------------


def test_vegas(play: Play) -> None:
    assert items(score(play("klondike", "", PILES), "vegas")) == {"ante": (1, -52)}
    total = score(play("klondike", "w-f t1-f fH-t2 w-t4", {**PILES, "t2": "4C", "w": "3D3H"}), "vegas")
    assert items(total) == {"ante": (1, -52), "foundation": (2, 10), "foundation-return": (1, -5)}
    assert total.total == -47
    total = score(play("chinaman", "w-f r", PILES, rest="w"), "vegas")
    assert items(total) == {"ante": (1, -52), "foundation": (1, 5)}


def test_vegas_of_a_won_game(play: Play, suits: Suits) -> None:
    """Cards that lay on the foundations at the start earn nothing."""
    assert score(play("klondike", "t1-f", almost(suits), at_ms=[50_000]), "vegas").total == -47


# --- cards ----------------------------------------------------------------------------------------------------------


def test_cards_counts_what_lies_there_at_the_end(play: Play, suits: Suits) -> None:
    assert items(score(play("klondike", "", PILES), "cards")) == {"foundation": (4, 4)}
    assert items(score(play("chinaman", "t1-f", almost(suits)))) == {"foundation": (52, 52)}
    assert items(score(play("klondike", "fH-t3", PILES), "cards")) == {"foundation": (3, 3)}


def column(suit: str, first: str) -> str:
    ranks = "KQJT98765432A"
    at = ranks.index(first)
    return "".join([f"{rank}{suit}" for rank in ranks[at:] + ranks[:at]])


def test_suit_in_a_column_counts_thirteen(play: Play, suits: Suits) -> None:
    piles = {"fC": suits["fC"], "t1": column("D", "5"), "t8": column("S", "K"), "fH": "AH2H"}
    total = score(play("suspense", "", piles))
    assert items(total) == {"foundation": (15, 15), "suit-in-column": (2, 26)}
    won = {"fC": suits["fC"], "t1": column("D", "5"), "t8": column("S", "K"), "fH": suits["fH"]}
    result = play("suspense", "", won)
    assert (result.status, score(result).total) == ("won", 52)


def test_twelve_in_a_column_count_nothing(play: Play) -> None:
    piles = {"t1": column("D", "5")[:-2], "fH": "AH2H"}
    assert items(score(play("suspense", "", piles))) == {"foundation": (2, 2)}
    result = play("suspense", "w-t1", {**piles, "w": "6D"})
    assert items(score(result)) == {"foundation": (2, 2), "suit-in-column": (1, 13)}


def test_chinese_column_of_a_suit_counts_nothing(play: Play) -> None:
    total = score(play("chinese", "", {"t1": column("D", "K")}, rest="t7"))
    assert items(total) == {}


# --- sheets ---------------------------------------------------------------------------------------------------------

SHEETS_OF = {
    "klondike": ["game-colony", "standard", "vegas", "cards"],
    "chinaman": ["cards", "standard", "vegas"],
    "chinese": ["cards"],
    "suspense": ["cards"],
}


@pytest.mark.parametrize("variant", SHEETS_OF)
def test_sheets_of_a_variant(variant: str) -> None:
    game = build_game(variant)
    result = replay(game, deal(game, parse_cards(" ".join(TEXTS))), [])
    assert score(result).sheet == SHEETS_OF[variant][0]
    for sheet in SHEETS_OF["klondike"]:
        if sheet in SHEETS_OF[variant]:
            assert score(result, sheet).sheet == sheet
            deal_score = score(result, sheet, is_deal=True)
            assert (deal_score.total, deal_score.items, deal_score.unused_seconds) == (0, {}, None)
        else:
            with pytest.raises(RecordError) as caught:
                score(result, sheet)
            assert caught.value.code == "sheet-not-for-variant"
    with pytest.raises(RecordError) as caught:
        score(result, "windows")
    assert caught.value.code == "sheet-unknown"
    assert "game-colony" in caught.value.message
    with pytest.raises(RecordError) as alone:
        find_sheet("windows")
    assert (alone.value.code, alone.value.message) == (caught.value.code, caught.value.message)
    assert [find_sheet(name).name for name in SHEETS] == list(SHEETS)


def test_illegal_game_has_no_score(play: Play) -> None:
    with pytest.raises(ValueError, match="illegal"):
        score(play("klondike", "t8-f", PILES))


@dataclass
class OneEvent:
    """A won game of `scoring.Played` in which one event was booked, perhaps."""

    game: Game
    booked: list[tuple[str, int | None]]
    status: Status | None = "won"
    reason: Reason | None = None
    last_ms: int | None = None
    end_ms: int | None = None
    home: int = 52
    suits_in_columns: int = 0


EVENT_KINDS = {
    *("draw", "redeal", "move", "wing", "reveal", "base", "take-back"),
    *("foundation", "waste-to-column", "foundation-return"),
}


def test_sheets_score_booked_kinds_only() -> None:
    """Both forms of a replayed game leave out the other kinds, so a sheet that scored one would score nothing."""
    game, scored = build_game("klondike"), set()
    for sheet in SHEETS:
        nothing = score(OneEvent(game, []), sheet)
        for kind in EVENT_KINDS:
            told = score(OneEvent(game, [(kind, 9 if kind == "redeal" else None)]), sheet)
            if (told.total, told.items) != (nothing.total, nothing.items):
                scored.add(kind)
    assert scored == BOOKED < EVENT_KINDS


def test_sheets_of_other_operators(play: Play) -> None:
    """Points, passes and floor are the sheet's; what the sheet leaves out earns nothing."""
    club = Sheet("club", "", {"foundation": 20, "reveal": 1}, (PassRule(3, 2, -7),), floor=-3, ante=-5)
    assert items(score(play("klondike", "t1-f", PILES), club)) == {
        "ante": (1, -5), "floor": (1, 2), "foundation": (1, 20), "reveal": (1, 1),
    }  # fmt: skip
    assert items(score(play("klondike", "r", {"t1": "KH"}, rest="w", passes=2), club)) == {
        "ante": (1, -5), "floor": (2, 9), "pass": (1, -7),
    }  # fmt: skip
    assert score(play("chinese", "", {"t1": column("D", "K")}, rest="t7"), club).total == -3


def test_a_sheet_may_be_for_some_games_only(play: Play) -> None:
    club = Sheet("club", "", {"foundation": 20}, variants=("chinaman",))
    with pytest.raises(RecordError, match="club is for chinaman, not for klondike"):
        score(play("klondike", "t1-f", PILES), club)


def test_unused_seconds_at_the_sheet_s_own_rate(play: Play, suits: Suits) -> None:
    club = Sheet("club", "", time=TimeRule(unused_second=3))
    result = play("klondike", "t1-f", almost(suits), at_ms=[100_500])
    assert items(score(result, club)) == {"time-bonus": (199, 597)}
    assert items(score(result, club, 2)) == {"time-bonus": (199, 398)}
