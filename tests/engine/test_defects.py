"""The door of the engine: what is no position is refused with all that is wrong, before compiled code sees it."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from solit.engine import (
    Game,
    RecordError,
    State,
    apply,
    build_game,
    check_state,
    deal,
    legal_moves,
    parse_move,
    parse_position,
    perft,
    replay,
    solve,
    state_defects,
    status,
    variants,
)
from solit.engine.lowered import cards_of_deck, lower
from solit.engine.moves import PLACE, STOCK
from solit.engine.players.rollout import Rollout
from solit.engine.players.simple import Simple
from solit.engine.players.table import play as play_at_table
from solit.engine.search.solver import open_search
from solit.engine.state import MOST_PASSES
from solit.engine.walker import Walker

Text = Callable[..., str]
DOORS: dict[str, Callable[[Game, State], Any]] = {
    "check_state": check_state,
    "legal_moves": legal_moves,
    "apply": lambda game, state: apply(game, state, parse_move("d")),
    "status": status,
    "perft": lambda game, state: perft(game, state, 1),
    "replay": lambda game, state: replay(game, state, []),
    "solve": lambda game, state: solve(game, state, timeout=1),
    "open_search": open_search,
    "play": lambda game, state: play_at_table(game, state, Simple(game)),
}


def dealt(variant: str) -> tuple[Game, State]:
    game = build_game(variant)
    return game, deal(game, random.Random(variant).sample(range(52), 52))


def changed(state: State, place: str, pile: Any = None, down: Any = None) -> State:
    piles, hidden = list(state.piles), list(state.down)
    if pile is not None:
        piles[PLACE[place]] = pile
    if down is not None:
        hidden[PLACE[place]] = down
    return State(tuple(piles), tuple(hidden), state.passes)


def codes(game: Game, state: Any) -> set[str]:
    return {defect["code"] for defect in state_defects(game, state)}


def spoiled(state: State) -> list[tuple[Any, str]]:
    """Positions that are none, each with the code of a defect."""
    pile = state.piles[PLACE["t3"]]
    return [
        (changed(state, "t3", tuple(range(52)) * 100), "doubled-card"),
        (changed(state, "t3", pile[1:], 0), "missing-card"),
        (changed(state, "t3", (*pile[:-1], state.piles[PLACE["t4"]][-1])), "doubled-card"),
        (changed(state, "t3", (*pile[:-1], 52)), "unknown-card"),
        (changed(state, "t3", (*pile[:-1], -1)), "unknown-card"),
        (changed(state, "t3", (*pile[:-1], 2**70)), "unknown-card"),
        (changed(state, "t3", (*pile[:-1], float(pile[-1]))), "unknown-card"),
        (changed(state, "t3", (*pile[:-1], "KS")), "unknown-card"),
        (changed(state, "t3", (*pile[:-1], [])), "unknown-card"),
        (changed(state, "t3", down=len(pile) + 1), "down"),
        (changed(state, "t3", down=-1), "down"),
        (changed(state, "t3", down=2**70), "down"),
        (changed(state, "t3", down=1.0), "state-form"),
        (changed(state, "t3", list(pile)), "state-form"),
        *([(changed(state, "s", down=0), "down")] if state.piles[STOCK] else []),
        (State(state.piles[:-1], state.down, 1), "state-form"),
        (State(state.piles, (*state.down, 0), 1), "state-form"),
        (State(list(state.piles), state.down, 1), "state-form"),  # type: ignore[arg-type]
        ((state.piles, state.down), "state-form"),
        (None, "state-form"),
        (State(state.piles, state.down, 0), "pass"),
        (State(state.piles, state.down, MOST_PASSES + 1), "pass"),
        (State(state.piles, state.down, 1.5), "state-form"),  # type: ignore[arg-type]
    ]


@pytest.mark.parametrize("variant", variants())
def test_what_is_no_position_is_refused_at_every_door(variant: str) -> None:
    game, state = dealt(variant)
    assert state_defects(game, state) == []
    for wrong, code in spoiled(state):
        assert code in codes(game, wrong)
        for name, door in DOORS.items():
            with pytest.raises(RecordError) as caught:
                door(game, wrong)
            assert caught.value.code == "position", name
            assert code in {defect["code"] for defect in caught.value.where["defects"]}


@pytest.mark.parametrize("variant", variants())
def test_compiled_boards_refuse_what_they_could_not_hold(variant: str) -> None:
    game, state = dealt(variant)
    for board in (Walker(lower(game)), Rollout(lower(game))):
        for wrong, _ in spoiled(state):
            if isinstance(wrong, State) and not any(isinstance(card, float) for pile in wrong.piles for card in pile):
                if not codes(game, wrong) & {"doubled-card", "missing-card", "unknown-card"}:
                    continue
                with pytest.raises((ValueError, TypeError, OverflowError)):
                    board.place(*wrong)
        with pytest.raises(ValueError, match="no position"):
            board.place(*changed(state, "t3", down=60))
        board.place(*state)
        assert board.state() == tuple(state)
        with pytest.raises(ValueError, match="no tables"):
            type(board)(lower(game)._replace(draw_to=(1,) * 9))
    with pytest.raises(ValueError, match="no move"):
        Rollout(lower(game)).step(0, 500, 30, 1)


def test_every_defect_is_told_at_once() -> None:
    game, state = dealt("klondike")
    wrong = changed(changed(changed(state, "t3", (0, 0, 77)), "w", (), 3), "t8", (1,))
    assert codes(game, wrong) >= {"doubled-card", "unknown-card", "missing-card", "down", "no-place"}
    text = "pass=1 s: w:AC/ fC:3C fD: fH:AS fS: t1: t2: t3: t4: t5: t6: t7:"
    with pytest.raises(RecordError) as caught:
        parse_position(game, text)
    assert caught.value.where["field"] == "start"
    told = [defect["code"] for defect in caught.value.where["defects"]]
    assert {"missing-card", "card-count", "face-down", "foundation"} <= set(told)
    assert told.count("foundation") == 2
    with pytest.raises(RecordError) as caught:
        parse_position(game, text.replace("w:AC/", "w:A").replace("fC:3C", "fC:3"))
    assert [defect["place"] for defect in caught.value.where["defects"]] == ["w", "fC"]


@pytest.mark.parametrize(("variant", "piles", "rest", "code"), [
    ("chinese", {"s": "2C3C"}, "t7", "stock-size"),
    ("chinese", {"s": "2C3C4C5C"}, "t7", "stock-size"),
    ("chinese", {"s": "2C3C4C"}, "t7", None),
    ("chinese", {"s": ""}, "t7", None),
    ("suspense", {"p1t": "5C", "p1a": "6C", "p1b": ""}, "s", "covered"),
    ("suspense", {"p1a": "5C", "p1c": ""}, "s", "covered"),
    ("suspense", {"p1a": "5C", "t1": ""}, "s", "covered"),
    ("suspense", {"p1a": "5C", "t1": "9H8H"}, "s", "covered"),
    ("suspense", {"p1a": "5C", "t1": "KHQHJHTH9H8H7H6H5H4H3H2HAH"}, "s", "covered"),
    ("suspense", {"p1a": "5C", "p1c": "7H", "fH": "6H"}, "s", "face-down"),
    ("suspense", {"t1": "9H/8H"}, "s", "face-down"),
    ("suspense", {"p1a": "5C", "t1": "8H"}, "s", None),
    ("suspense", {"t1": "KHQHJHTH9H8H7H6H5H4H3H2HAH"}, "s", None),
])  # fmt: skip
def test_what_the_rules_have_no_word_on(
    position: Text, variant: str, piles: dict[str, str], rest: str, code: str | None
) -> None:
    game = build_game(variant)
    text = position(game, piles, rest)
    if code is None:
        assert state_defects(game, parse_position(game, text)) == []
        return
    with pytest.raises(RecordError) as caught:
        parse_position(game, text)
    assert [defect["code"] for defect in caught.value.where["defects"]] == [code]


def test_an_ace_too_many_ends_at_the_door() -> None:
    """Chinese Solitaire with two aces of clubs and no king was searched for ever, whatever the limit."""
    game, state = dealt("chinese")
    piles = tuple([tuple([0 if card == 12 else card for card in pile]) for pile in state.piles])
    with pytest.raises(RecordError, match="AC is there 2 times; KC is missing"):
        solve(game, State(piles, state.down, 1), timeout=1)


@pytest.mark.parametrize("deck", [range(51), range(53), [0] * 52, [*range(51), 52], [*range(51), 0.5], ["AC"] * 52])
def test_a_wrong_deck_is_not_dealt(deck: Any) -> None:
    with pytest.raises(RecordError) as caught:
        deal(build_game("klondike"), deck)
    assert caught.value.code == "deck"


def test_a_deck_of_any_whole_numbers_is_dealt() -> None:
    class Whole:
        def __init__(self, number: int) -> None:
            self.number = number

        def __index__(self) -> int:
            return self.number

    game = build_game("klondike")
    deck: Any = [Whole(card) for card in range(52)]
    assert deal(game, deck) == deal(game, range(52))
    assert deal(build_game("klondike", ranks=4, piles=3), cards_of_deck(4))


@pytest.mark.parametrize(("variant", "shape"), [
    *[(variant, shape) for variant in variants() for shape in (
        {"piles": 9}, {"piles": -1}, {"ranks": 14}, {"ranks": 1}, {"ranks": 0}, {"ranks": 4.0}, {"piles": True},
    )],
    ("klondike", {"ranks": 3, "piles": 5}), ("suspense", {"piles": 5}), ("suspense", {"ranks": 3, "piles": 2}),
])  # fmt: skip
def test_decks_that_do_not_fill_the_piles(variant: str, shape: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as caught:
        build_game(variant, **shape)
    assert caught.value.code == "deck-shape"


def test_the_number_of_the_pass_stays_readable(play: Callable[..., Any]) -> None:
    """A redeal in the highest pass that a text can name is legal, and its position can be read again."""
    from solit.engine import position_text

    start = ({"t1": "KH"}, {"undo": 2})
    result = play("klondike", "r", start[0], start[1], rest="w", passes=MOST_PASSES)
    assert result.error is None
    assert result.state.passes == MOST_PASSES
    assert parse_position(result.game, position_text(result.game, result.state)) == result.state
    walker = Walker(lower(result.game))
    walker.place(*result.start)
    assert walker.walk("r")
    assert walker.state() == tuple(result.state)
    walker.place(*result.start)
    assert walker.walk("r u")
    assert walker.state() == tuple(result.start)
