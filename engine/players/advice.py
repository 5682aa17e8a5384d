"""What a player of this folder would do next in a game that someone else has played so far."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from solit.engine.errors import RecordError
from solit.engine.layout import Game
from solit.engine.players.table import Player
from solit.engine.players.view import View, view_of
from solit.engine.state import State, face_up

ADVISERS = ("sampling", "simple")
"""The players that can be asked, the better one first."""


class Adviser(Player, Protocol):
    """A player that can be told what was played before it is asked."""

    def watch(self, view: View, text: str, /) -> None:
        """Remember a position and the legal move that was made in it."""
        ...


def advise(
    game: Game,
    positions: Iterable[State],
    moves: Sequence[str],
    standing: Iterable[int],
    player: str = ADVISERS[0],
    *,
    samples: int = 8,
    nodes: int = 2000,
    seed: int = 0,
) -> list[str]:
    """The texts of the moves that a player wants to make next, in turn; `[]` where it would give up.

    `positions`: that at the start and those after each entry, the last one of an open game; `moves`: the texts of the
    entries; `standing`: which of them were not taken back. The player knows the cards that ever lay face up and no
    others: after the first of its moves that shows a new card it may think again. `samples`,
    `nodes` and `seed` are the sampling player's. Raises `RecordError` (`player-unknown`).
    """
    adviser = _seat(game, player, samples, nodes, seed)
    states = list(positions)
    seen = 0
    for state in states:
        seen |= face_up(state.piles, state.down)
    for entry in standing:
        adviser.watch(view_of(game, states[entry], seen), moves[entry])
    return adviser.next_moves(view_of(game, states[-1], seen))


def check_player(player: str) -> None:
    """Raise `RecordError` (`player-unknown`) where there is no such player to ask."""
    if player not in ADVISERS:
        raise RecordError("player-unknown", f"no player {player[:40]!r} to ask: there are {', '.join(ADVISERS)}")


def _seat(game: Game, player: str, samples: int, nodes: int, seed: int) -> Adviser:
    check_player(player)
    if player == "simple":
        from solit.engine.players.simple import Simple

        return Simple(game)
    from solit.engine.players.sampling import Sampling

    return Sampling(game, seed, samples, nodes)
