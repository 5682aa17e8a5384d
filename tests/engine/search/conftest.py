"""What the tests of all kernels do with a search."""

from solit.engine import Game, State, parse_move, replay
from solit.engine.search.solver import RUNNING, WON, Search


def check_replay(game: Game, state: State, search: Search) -> None:
    """Its solution is a win by the rules."""
    judged = replay(game, state, [parse_move(text) for text in search.moves()])
    assert judged.error is None
    assert judged.status == "won"


def finish(game: Game, state: State, search: Search, slice_: int = 20_000) -> int:
    """What the search says; a solution is replayed by the rules first."""
    verdict = RUNNING
    while verdict == RUNNING:
        verdict = search.run(slice_)
    if verdict == WON:
        check_replay(game, state, search)
    return verdict
