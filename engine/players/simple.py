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
        if not move:
            return []
        self.watch(view, move)
        return [move]

    def watch(self, view: View, text: str) -> None:
        """Remember a move made in this position, whoever made it."""
        if text == "r":
            self.plays = 0
        elif text != "d":
            self.plays += 1
