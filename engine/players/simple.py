"""The simple player: it takes the legal move of the highest priority, and looks no further."""

from solit.engine.layout import Game
from solit.engine.lowered import lower
from solit.engine.players.rollout import Rollout
from solit.engine.players.view import View


class Simple:
    """One game's player. It remembers whether this pass through the stock has brought anything."""

    def __init__(self, game: Game) -> None:
        self.rollout = Rollout(lower(game))
        self.plays = 1

    def next_moves(self, view: View) -> list[str]:
        """The best move, or none where no move gains anything."""
        piles, down, passes = view.filled()
        self.rollout.place(piles, down, passes, self.plays)
        move = self.rollout.choose()
        if move == "r":
            self.plays = 0
        elif move != "d":
            self.plays += 1
        return [move] if move else []
