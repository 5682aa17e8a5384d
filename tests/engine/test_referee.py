"""Take-backs, the clock and turned-up cards: every refusal of an entry, the order in which they are asked, and how a
game stands at its end."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from solit.engine import (
    Game,
    Move,
    Replay,
    State,
    apply,
    build_game,
    deal,
    legal_moves,
    parse_move,
    perft,
    replay,
    variants,
    why_not,
)
from solit.engine.clauses import CLAUSES, is_won
from solit.engine.lowered import cards_of_deck
from solit.engine.moves import UNDO
from solit.engine.referee import ENTRY_CLAUSES, Entry
from solit.engine.state import face_up

Play = Callable[..., Replay]
KINGS = {"t1": "KH", "t2": "KS", "t3": ""}


def code(result: Replay) -> tuple[str, int] | None:
    return None if result.error is None else (result.error.code, result.error.index)


# --- take-backs -----------------------------------------------------------------------------------------------------


def test_take_back_restores_the_whole_state(play: Play) -> None:
    result = play("klondike", "t1-t3 u", KINGS)
    assert code(result) is None
    assert result.state == result.start
    assert [event.kind for event in result.events[1]] == ["take-back"]
    assert result.kept == []
    assert result.standing == []


def test_take_back_of_a_redeal_restores_the_pass(play: Play) -> None:
    result = play("klondike", "r u r", {"t1": "KH"}, rest="w")
    assert code(result) is None
    assert result.state.passes == 2
    result = play("klondike", "r u", {"t1": "KH"}, rest="w")
    assert result.state == result.start
    assert result.state.passes == 1


def test_draws_of_seen_cards_are_taken_back(play: Play) -> None:
    result = play("klondike", "r d u d d u u", {"t1": "KH"}, {"undo": 2}, rest="w")
    assert code(result) is None
    assert len(result.state.piles[1]) == 0
    assert code(play("klondike", "r d u u", {"t1": "KH"}, {"undo": 2}, rest="w")) is None


def test_draw_that_shows_one_new_card_of_three_stays(play: Play) -> None:
    """Two cards of the second draw were on the waste before, the third never was."""
    piles = {"w": "2C5C", "t1": "KH", "s": "9D"}
    moves = "d d u"
    result = play("klondike", moves, piles)
    assert code(result) == ("undo-revealed", 2)
    assert result.error is not None
    assert "entry 1 turned up a card" in result.error.message
    seen = {"w": "2C5C9D", "t1": "KH", "s": ""}
    assert code(play("klondike", "r d u", seen, rest="t2")) is None


def test_seen_card_counts_after_its_line_is_taken_back(play: Play) -> None:
    """The redeal and the draws are taken back; their cards stay seen, so the same draw can be taken back again."""
    result = play("klondike", "r d d u u u r d u d", {"t1": "KH"}, {"undo": 3}, rest="w")
    assert code(result) is None


def test_reveal_stays(play: Play) -> None:
    piles = {"t1": "5D/KH", "t2": ""}
    assert code(play("klondike", "t1-t2 u", piles)) == ("undo-revealed", 1)
    assert code(play("klondike", "t1-t2 t2-t3 u", piles)) is None
    assert code(play("klondike", "t1-t2 t2-t3 u u", piles, {"undo": 5})) == ("undo-revealed", 3)


def test_one_in_a_row_by_default(play: Play) -> None:
    assert code(play("klondike", "t1-t3 t3-t1 u u", KINGS)) == ("undo-used-up", 3)
    assert code(play("klondike", "t1-t3 t3-t1 u t3-t1 u", KINGS)) is None


def test_a_number_in_a_row(play: Play) -> None:
    moves = "t1-t3 t3-t1 t2-t3 u u"
    assert code(play("klondike", moves, KINGS, {"undo": 2})) is None
    assert code(play("klondike", moves + " u", KINGS, {"undo": 2})) == ("undo-used-up", 5)
    assert code(play("klondike", moves + " u", KINGS, {"undo": 3})) is None
    assert code(play("klondike", moves + " u u", KINGS, {"undo": 4})) == ("undo-nothing", 6)
    assert code(play("klondike", moves + " t3-t1 u u", KINGS, {"undo": 2})) is None


def test_any_other_entry_restores_the_allowance(play: Play) -> None:
    piles = {"t1": "KH", "t2": "KS"}
    assert code(play("klondike", "t1-t3 t3-t1 t1-t3 u d u", piles, rest="w")) == ("stock-empty", 4)
    assert code(play("klondike", "t1-t3 t3-t1 t1-t3 u r u u", piles, {"undo": 2}, rest="w")) is None


@pytest.mark.parametrize("variant", [variant for variant in variants() if build_game(variant).undo is None])
def test_no_take_back_in_other_variants(variant: str) -> None:
    game = build_game(variant)
    state = deal(game, cards_of_deck(13))
    result = replay(game, state, [next(legal_moves(game, state)), UNDO])
    assert code(result) == ("undo-off", 1)
    assert result.error is not None
    assert result.error.message == f"a take-back: {variant} has no take-back"


def test_take_back_is_not_a_move_of_the_game() -> None:
    for variant in variants():
        game = build_game(variant)
        state = deal(game, cards_of_deck(13))
        refusal = why_not(game, state, UNDO)
        assert refusal is not None
        assert refusal.code == "undo-off"
        assert UNDO not in list(legal_moves(game, state))


# --- the order in which an entry is judged --------------------------------------------------------------------------


def test_order_of_the_refusals(play: Play, suits: dict[str, str]) -> None:
    almost = {**suits, "fH": suits["fH"][:-2], "t1": "KH"}
    late = {"at_ms": [0, 300_001]}
    assert code(play("klondike", "t1-f u", almost, {"undo": 0}, **late)) == ("game-over", 1)
    assert code(play("klondike", "t1-f t1-f", almost, **late)) == ("game-over", 1)
    assert code(play("klondike", "t1-t3 u", KINGS, {"undo": 0}, **late)) == ("out-of-time", 1)
    assert code(play("klondike", "t1-t3 t8-f", KINGS, **late)) == ("out-of-time", 1)
    assert code(play("klondike", "u", KINGS, {"undo": 0})) == ("undo-off", 0)
    assert code(play("klondike", "t1-t3 u u", KINGS)) == ("undo-nothing", 2)
    revealing = {"t1": "5D/KH", "t2": ""}
    assert code(play("klondike", "t1-t2 t2-t3 u u", revealing)) == ("undo-used-up", 3)


def test_end_of_the_game_is_one_rule_for_moves_and_entries(play: Play, suits: dict[str, str]) -> None:
    game, won = build_game("klondike"), play("klondike", "", suits).state
    clause, entry_clause = CLAUSES[0], ENTRY_CLAUSES[0]
    assert clause.code == entry_clause.code == "game-over"
    move = parse_move("fH-t2")
    refusal = why_not(game, won, move)
    assert refusal is not None
    for said in (play("klondike", "fH-t2", suits), play("klondike", "u", suits)):
        assert said.error is not None
        assert said.error.message == refusal.message
    for state in (won, deal(game, cards_of_deck(13))):
        entry = Entry(game, state, move, None, (), 0)
        assert entry_clause.holds(entry) == clause.holds(game, state, move) == (not is_won(game, state))


def test_won_game_takes_no_entry(play: Play, suits: dict[str, str]) -> None:
    for text in ("u", "d", "r", "fH-t2", "fH-f", "t8-f"):
        result = play("klondike", text, suits)
        assert code(result) == ("game-over", 0)


def test_error_stops_the_game_and_names_the_place(play: Play) -> None:
    result = play("klondike", "t1-t3 t2-t3 d", KINGS)
    assert result.error is not None
    assert (result.error.index, result.error.move, result.error.code) == (1, "t2-t3", "column-build")
    assert result.error.message == "black king (KS) does not go on KH: columns build down in alternating colours"
    assert " t1: t2:KS t3:KH " in result.error.position
    assert result.status is None
    assert len(result.events) == 1


# --- the clock ------------------------------------------------------------------------------------------------------


def test_exactly_at_the_limit_is_in_time(play: Play) -> None:
    assert code(play("klondike", "t1-t3", KINGS, at_ms=[300_000])) is None
    assert code(play("klondike", "t1-t3", KINGS, at_ms=[300_001])) == ("out-of-time", 0)
    assert code(play("klondike", "t1-t3", KINGS, {"time_limit": 10}, at_ms=[10_001])) == ("out-of-time", 0)
    assert code(play("klondike", "t1-t3", KINGS, {"time_limit": 86400}, at_ms=[86_400_000])) is None


def test_no_limit_and_no_times(play: Play) -> None:
    assert code(play("klondike", "t1-t3", KINGS, {"time_limit": 0}, at_ms=[10**12])) is None
    result = play("klondike", "t1-t3", KINGS)
    assert (code(result), result.last_ms) == (None, None)
    assert code(play("chinaman", "t1-t3", KINGS, at_ms=[10**12])) is None


def test_take_back_obeys_the_clock_and_does_not_turn_it_back(play: Play) -> None:
    assert code(play("klondike", "t1-t3 u", KINGS, at_ms=[1, 300_001])) == ("out-of-time", 1)
    result = play("klondike", "t1-t3 u", KINGS, at_ms=[1000, 2000])
    assert result.last_ms == 2000


@pytest.mark.parametrize(
    ("end_ms", "limit", "status", "reason"),
    [
        (300_000, 300, "open", None),
        (300_001, 300, "lost", "time"),
        (10**9, 0, "open", None),
        (10_001, 10, "lost", "time"),
    ],
)
def test_open_game_left_after_the_limit_is_lost(
    play: Play, end_ms: int, limit: int, status: str, reason: str | None
) -> None:
    result = play("klondike", "t1-t3", KINGS, {"time_limit": limit}, at_ms=[5], end_ms=end_ms)
    assert (result.status, result.reason) == (status, reason)
    result = play("klondike", "", KINGS, {"time_limit": limit}, at_ms=[], end_ms=end_ms)
    assert (result.status, result.reason) == (status, reason)


def test_end_does_not_touch_an_ended_game(play: Play, suits: dict[str, str]) -> None:
    almost = {**suits, "fH": suits["fH"][:-2], "t1": "KH"}
    result = play("klondike", "t1-f", almost, at_ms=[5], end_ms=10**9)
    assert (result.status, result.reason) == ("won", None)
    stuck = stuck_piles()
    result = play("klondike", "t2-t3", stuck, {"passes": 1}, rest="w", at_ms=[5], end_ms=10**9)
    assert (result.status, result.reason) == ("lost", "no-moves")


# --- how a game stands ----------------------------------------------------------------------------------------------


def stuck_piles() -> dict[str, str]:
    """One move (`t2-t3`: the 5 of spades turns up), then none: no top card goes anywhere, the waste's top neither."""
    return {"t1": "8C", "t2": "5S/QC", "t3": "KH", "t4": "8S", "t5": "QD", "t6": "TC", "t7": "8D", "w": "2H"}


def test_stuck_game_is_lost_and_a_take_back_opens_it_again(play: Play) -> None:
    result = play("klondike", "t2-t3", stuck_piles(), {"passes": 1}, rest="w")
    assert (result.status, result.reason) == ("lost", "no-moves")
    assert play("klondike", "t2-t3", stuck_piles(), rest="w").status == "open"
    plain = {**stuck_piles(), "t2": "QC"}
    assert play("klondike", "t2-t3", plain, {"passes": 1}, rest="t1").status == "open"


def test_position_with_a_redeal_left_is_open(play: Play) -> None:
    piles = {"t1": "8C", "t2": "8S", "t3": "8D", "t4": "8H", "t5": "TC", "t6": "TD", "t7": "TH", "w": "2H"}
    for passes, status in ((1, "open"), (2, "lost")):
        result = play("chinaman", "", piles, rest="w", passes=passes)
        assert result.status == status


def test_states_are_handed_out_one_by_one(play: Play) -> None:
    game = build_game("klondike", {"draw": 1})
    start = deal(game, cards_of_deck(13))
    states: list[State] = []
    result = replay(game, start, [parse_move("d"), parse_move("d"), parse_move("t8-f")], on_state=states.append)
    assert len(states) == 3
    assert states[0] == start
    assert states[-1] == result.state


def test_perft_counts_sequences() -> None:
    game = build_game("klondike", ranks=3, piles=2)
    start = deal(game, cards_of_deck(3))
    counts = perft(game, start, 3)
    assert counts[0] == len(list(legal_moves(game, start)))
    assert perft(game, start, 2) == counts[:2]
    assert perft(game, start, 0) == []


# --- turning up by hand ---------------------------------------------------------------------------------------------

MANUAL = {"flip": "manual"}
BARED = {"t1": "5D/KH", "t2": "", "t4": "6S"}


def test_manual_flip(play: Play) -> None:
    result = play("klondike", "t1-t2", BARED, MANUAL)
    assert [event.kind for event in result.events[0]] == ["move"]
    assert result.state.down[6] == 1
    assert code(play("klondike", "t1-t2 t1-f", BARED, MANUAL)) == ("face-down", 1)
    assert code(play("klondike", "t1-t2 t1-t4", BARED, MANUAL)) == ("face-down", 1)
    assert code(play("klondike", "t1-t2 t2-t1", BARED, MANUAL)) == ("target-face-down", 1)
    assert code(play("klondike", "t1-t2 d d t1^ t1-t4", BARED, MANUAL)) is None
    result = play("klondike", "t1-t2 t1^", BARED, MANUAL)
    assert [(event.kind, event.target) for event in result.events[1]] == [("reveal", 6)]
    assert code(play("klondike", "t1-t2 t1^ t1^", BARED, MANUAL)) == ("not-face-down", 2)
    assert code(play("klondike", "t1^", BARED, MANUAL)) == ("not-face-down", 0)


def test_baring_is_taken_back_turning_is_not(play: Play) -> None:
    assert code(play("klondike", "t1-t2 u", BARED, MANUAL)) is None
    assert code(play("klondike", "t1-t2 t1^ u", BARED, MANUAL)) == ("undo-revealed", 2)


def test_turning_under_auto(play: Play) -> None:
    assert code(play("klondike", "t1-t2 t1^", BARED)) == ("not-face-down", 1)
    assert code(play("klondike", "t8^", BARED, MANUAL)) == ("not-in-variant", 0)


# --- a second, slow referee -----------------------------------------------------------------------------------------


class SlowReferee:
    """Take-backs by the book: the whole line of positions, and every card that ever lay face up in one of them."""

    def __init__(self, game: Game, start: State) -> None:
        self.game = game
        self.line: list[tuple[State, bool]] = [(start, False)]  # what stands, and whether a new card led there
        self.ever = self.shown(start)
        self.row = 0

    def shown(self, state: State) -> set[int]:
        return {card for card in range(52) if face_up(state.piles, state.down) >> card & 1}

    def enter(self, move: Move) -> str | None:
        """The code that refuses the entry; None where it is played."""
        state = self.line[-1][0]
        if is_won(self.game, state):
            return "game-over"
        if move.act == "undo":
            if not self.game.undo:
                return "undo-off"
            if len(self.line) == 1:
                return "undo-nothing"
            if self.row >= self.game.undo:
                return "undo-used-up"
            if self.line[-1][1]:
                return "undo-revealed"
            self.line.pop()
            self.row += 1
            return None
        after, _ = apply(self.game, state, move)
        seen = self.shown(after)
        self.line.append((after, bool(seen - self.ever)))
        self.ever |= seen
        self.row = 0
        return None


@pytest.mark.parametrize("seed", range(24))
def test_take_backs_agree_with_a_slow_referee(seed: int) -> None:
    choice = random.Random(seed)
    options: dict[str, Any] = {
        "undo": choice.choice([0, 1, 2, 5, 1000]),
        "draw": choice.choice([1, 3]),
        "flip": choice.choice(["auto", "manual"]),
    }
    game = build_game("klondike", options, ranks=6, piles=3)
    cards = list(cards_of_deck(6))
    choice.shuffle(cards)
    start = deal(game, cards)
    slow = SlowReferee(game, start)
    entries: list[Move] = []
    for _ in range(80):
        moves = list(legal_moves(game, slow.line[-1][0]))
        trial = UNDO if choice.random() < 0.4 or not moves else choice.choice(moves)
        refusal = slow.enter(trial)
        if refusal is None:
            entries.append(trial)
        else:
            assert code(replay(game, start, [*entries, trial])) == (refusal, len(entries))
            if not moves:
                break
    result = replay(game, start, entries)
    assert result.error is None
    assert result.state == slow.line[-1][0]
    assert len(result.kept) == len(slow.line) - 1


def test_positions_are_kept_while_they_can_be_taken_back() -> None:
    game = build_game("klondike", {"draw": 1, "undo": 3})
    moves = [parse_move(text) for text in "d d r d d u d".replace("r", "d " * 22 + "r").split()]
    result = replay(game, deal(game, range(52)), moves)
    assert result.error is None
    shown = max(number for number, kept in enumerate(result.kept) if kept.shows)
    assert shown == 23  # the last of the stock: later draws show cards seen before
    assert [kept.before is None for kept in result.kept] == [number <= shown for number in range(len(result.kept))]
    off = replay(build_game("klondike", {"draw": 1, "undo": 0}), deal(game, range(52)), moves[:26])
    assert {kept.before for kept in off.kept} == {None}
