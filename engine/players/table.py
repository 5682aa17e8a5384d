"""The table a player sits at: it keeps the true position to itself, shows views and plays what it is told."""

from dataclasses import dataclass
from typing import Protocol

from solit.engine.defects import check_state
from solit.engine.errors import SolitError
from solit.engine.layout import Game
from solit.engine.lowered import lower
from solit.engine.players.view import View, view_of
from solit.engine.state import State, face_up
from solit.engine.walker import Walker
from solit.engine.words import Status

MOST_MOVES = 5_000
"""A game that is not over by then is left open: no player of this folder comes near it."""

_STATUS: tuple[Status, ...] = ("open", "won", "lost")


class Player(Protocol):
    """One player at one game. It may remember what it saw; it never gets more than views."""

    def next_moves(self, view: View, /) -> list[str]:
        """Texts of legal moves to be played in turn; `[]` to leave the game as it is."""
        ...


class PlayerFault(SolitError):
    """A player that asked for an illegal move, so a fault of solit."""


@dataclass(slots=True)
class Outcome:
    """What a player made of a game: texts of the moves, `won`, `lost` or `open` (it gave up)."""

    moves: list[str]
    status: Status


def play(game: Game, state: State, player: Player) -> Outcome:
    """Let the player play from `state` until the game is over or it gives up.

    Moves given together are played together only up to the first that shows a new card. Raises `RecordError`
    (`position`) where `check_state` does.
    """
    check_state(game, state)
    walker = Walker(lower(game))
    walker.place(*state)
    position = walker.state()
    seen = face_up(position[0], position[1])
    moves: list[str] = []
    while walker.status == 0 and len(moves) < MOST_MOVES:
        wanted = player.next_moves(view_of(game, position, seen))
        if not wanted:
            break
        for text in wanted:
            if not walker.walk(text):
                raise PlayerFault("player-fault", f"a player asked for {text}, a fault of solit", moves=" ".join(moves))
            moves.append(text)
            position = walker.state()
            before, seen = seen, seen | face_up(position[0], position[1])
            if seen != before:
                break
    return Outcome(moves, _STATUS[walker.status])
