"""Where games are lost: against the verdict on every position, with and without undecided ones, with take-backs."""

import random
from collections.abc import Callable
from math import ceil, log2

import pytest

from solit.engine import Game, Move, State, apply, build_game, deal, legal_moves, move_text, parse_move, replay
from solit.engine.analysis import Analysis, analyse
from solit.engine.lowered import cards_of_deck, lower
from solit.engine.search.general import Search
from solit.engine.search.solver import Answer


def exhaust(game: Game, state: State) -> Answer:
    """The verdict of a plain search without limits."""
    search = Search(lower(game), state.piles, state.down, state.passes, memory=1 << 30)
    outcome = search.run(1 << 40)
    return Answer("won", search.moves()) if outcome == 1 else Answer("unwinnable")


def random_game(game: Game, seed: int) -> tuple[State, list[Move]]:
    """A game of random moves, draws rare, until it is over or long."""
    choice = random.Random(seed)
    deck = list(cards_of_deck(game.ranks))
    choice.shuffle(deck)
    start = state = deal(game, deck)
    moves: list[Move] = []
    while len(moves) < 60:
        legal = list(legal_moves(game, state))
        if not legal:
            break
        moves.append(choice.choice([move for move in legal if move.act == "move"] or legal))
        state = apply(game, state, moves[-1])[0]
    return start, moves


GAMES = [
    build_game("klondike", {}, ranks=3, piles=3),
    build_game("chinaman", {}, ranks=3, piles=3),
    build_game("chinese", {}, ranks=4, piles=4),
    build_game("suspense", {}, ranks=3, piles=1),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.variant)
def test_agrees_with_every_position(game: Game) -> None:
    lost = 0
    for seed in range(6, 9) if game.variant == "klondike" else range(12):  # 7 is lost on the way
        start, moves = random_game(game, seed)
        states: list[State] = []
        replayed, texts = replay(game, start, moves, on_state=states.append), [move_text(move) for move in moves]
        verdicts = [exhaust(game, state).verdict for state in states]
        asked: list[State] = []

        def solve(game: Game, state: State, asked: list[State] = asked) -> Answer:
            asked.append(state)
            return exhaust(game, state)

        found = analyse(replayed, texts, solve)
        assert found.winnable_at_start is (verdicts[0] == "won")
        assert (found.unknown, found.between) == (0, None)
        assert len(asked) <= 2 + ceil(log2(len(states) + 1))
        if verdicts[0] == "won" and verdicts[-1] == "unwinnable":
            at = verdicts.index("unwinnable") - 1
            assert (found.lost_at, found.lost_move) == (at, move_text(moves[at]))
            assert found.better != found.lost_move
            after = replay(game, states[at], [parse_move(text) for text in found.line])
            assert (after.error, after.status) == (None, "won")
            assert found.line[0] == found.better
            lost += 1
        else:
            assert (found.lost_at, found.lost_move, found.better) == (None, None, None)
        whole = analyse(replayed, texts, exhaust, every_move=True)
        assert list(whole.verdicts) == verdicts
    assert lost or game.variant != "klondike"


def line_of(verdicts: str, every_move: bool = False) -> tuple[Analysis, int]:
    """The analysis of a game whose positions have these verdicts (w, l, ?), and how often it asked."""
    game = build_game("klondike", {"passes": 0})
    start = deal(game, cards_of_deck(13))
    moves: list[Move] = []
    state = start
    while len(moves) < len(verdicts) - 1:
        move = next(move for move in legal_moves(game, state) if move.act in ("draw", "redeal"))
        moves.append(move)
        state = apply(game, state, move)[0]
    states: list[State] = []
    replayed = replay(game, start, moves, on_state=states.append)
    # piles of draws repeat after a redeal, but not the pass
    names = {state: n for n, state in enumerate(states)}
    asked = []

    def solve(_game: Game, state: State) -> Answer:
        asked.append(names[state])
        return {"w": Answer("won", ["t1-f"]), "l": Answer("unwinnable"), "?": Answer("unknown", limit="nodes")}[
            verdicts[names[state]]
        ]

    return analyse(replayed, [move_text(move) for move in moves], solve, every_move=every_move), len(asked)


@pytest.mark.parametrize(
    ("verdicts", "start", "lost_at", "between", "unknown"),
    [
        ("wwwwwwll", True, 5, None, False),
        ("wwwwwwww", True, None, None, False),
        ("llllllll", False, None, None, False),
        ("wlllllll", True, 0, None, False),
        ("wwwwwwwl", True, 6, None, False),
        ("www???ll", True, None, (2, 5), True),
        ("w??wwwll", True, 5, None, False),
        ("?????lll", None, None, (0, 4), True),
        ("ww??????", True, None, None, True),
        ("????????", None, None, (0, 6), True),
        ("???wwwll", True, 5, None, False),
        ("w", True, None, None, False),
        ("l", False, None, None, False),
        ("?", None, None, None, True),
    ],
)
def test_undecided_positions_are_bracketed(
    verdicts: str, start: bool | None, lost_at: int | None, between: tuple[int, int] | None, unknown: bool
) -> None:
    found, asked = line_of(verdicts)
    assert found.winnable_at_start is start
    assert found.lost_at == lost_at
    assert bool(found.unknown) is unknown
    if between is not None:
        assert found.between == between
    assert asked <= 2 + 2 * ceil(log2(len(verdicts) + 1))
    if lost_at is not None:
        assert found.better == "t1-f"


def test_every_move_lets_nothing_follow_that_it_can_ask() -> None:
    found, _asked = line_of("ww?w??ll", every_move=True)
    assert found.verdicts == ("won", "won", "won", "won", "unknown", "unknown", "unwinnable", "unwinnable")
    assert (found.between, found.unknown) == ((3, 5), 2)


def test_taken_back_moves_do_not_count(position: Callable[..., str]) -> None:
    game = build_game("klondike", {"undo": 5})
    start = deal(game, cards_of_deck(13))
    moves = ["d", "d", "d", "d", "d", "d", "d", "d", "r", "d", "u", "u", "r", "d", "d"]
    after: list[State] = []
    replayed = replay(game, start, [parse_move(text) for text in moves], on_state=after.append)
    assert replayed.error is None
    kept = replayed.standing_entries
    assert kept == [0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14]
    states = [start] + [after[entry + 1] for entry in kept]

    def solve(_game: Game, state: State) -> Answer:
        return Answer("won", ["t1-f"]) if states.index(state) <= 8 else Answer("unwinnable")

    found = analyse(replayed, moves, solve, every_move=True)
    assert (found.lost_at, found.lost_move) == (12, "r")
    assert len(found.verdicts) == len(moves) + 1
    assert found.verdicts[8:14] == ("won", None, None, None, "won", "unwinnable")
