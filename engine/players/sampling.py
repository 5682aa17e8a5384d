"""The sampling player: it deals the hidden cards at random, plays each sample out, and takes the move that did best.

A play-out is the simple player's game on a sample, every card of it known. Once no card is hidden the solver takes
over, which is no cheating: the player could reason so, too.
"""

from random import Random
from typing import NamedTuple

from solit.engine.layout import Game
from solit.engine.lowered import lower
from solit.engine.moves import FOUNDATIONS, PYRAMIDS, STOCK, WASTE
from solit.engine.players.rollout import Rollout, move_text
from solit.engine.players.view import Piles, Position, View
from solit.engine.search.solver import solve
from solit.engine.state import State

WIN = 100
"""What a play-out that wins counts beside its cards on the foundations."""

OBVIOUS = 900
"""From this priority on a move needs no samples: safe to a foundation, or a join of columns in suspense."""


IDLE = 12
"""After so many moves in a row that only shift cards between columns, none without a priority is thought of."""

Gains = tuple[int, ...]


class Candidate(NamedTuple):
    """A legal move as `Rollout.tries` lists it, with its text."""

    worth: int
    step: tuple[int, int, int, int]
    text: str


class Sampling:
    """One game's player. `seed` and the number of a sample, counted through the game, make all its chances.

    `samples` a decision; `nodes`: what the solver may visit when nothing is hidden.
    """

    def __init__(self, game: Game, seed: int, samples: int, nodes: int) -> None:
        self.game = game
        self.seed = seed
        self.samples = samples
        self.nodes = nodes
        self.rollout = Rollout(lower(game))
        self.plays = 1  # moves that gain something, since the stock was last turned over
        self.drawn = 0  # samples so far
        self.visited: set[Piles] = set()
        self.asked = False
        self.gains: Gains = ()
        self.idle = 0

    def next_moves(self, view: View) -> list[str]:
        """The best move by the samples; all moves to the win once the solver finds one; none to give up."""
        if view.hidden == 0 and not self.asked:
            self.asked = True
            answer = solve(self.game, State(view.piles, view.down, view.passes), timeout=None, nodes=self.nodes)
            if answer.verdict == "won":
                return answer.moves
        position = view.filled()
        self.visited.add(_without_draws(position))
        gains = _gains(position)
        self.idle, self.gains = (0 if gains != self.gains else self.idle + 1), gains
        candidates = self._candidates(position)
        if not candidates:
            return []
        best = candidates[0]
        if len(candidates) > 1 and best.worth < OBVIOUS:
            best = self._best(view, candidates)
        if best.text in ("d", "r"):
            self.idle -= 1  # draws count neither way
        if best.text == "r":
            self.plays = 0
        elif best.worth > 0 and best.text != "d":
            self.plays += 1
        return [best.text]

    def _candidates(self, position: Position) -> list[Candidate]:
        """The moves worth a thought, the simple player's choice first: those that lead to no position seen before.

        Bringing cards back from foundations is not among them: it let games go on for long and won hardly one.
        """
        self.rollout.place(*position, self.plays)
        found = []
        for worth, *step in self.rollout.tries():
            act, source, target, count = step
            text = move_text(act, source, target, count)
            if source in FOUNDATIONS or (text == "r" and not self.plays):
                continue
            self.rollout.place(*position, self.plays)
            self.rollout.step(act, source, target, count)
            after = self.rollout.state()
            lively = worth > 0 or self.idle < IDLE or _gains(after) != self.gains
            if text in ("d", "r") or (lively and _without_draws(after) not in self.visited):
                found.append(Candidate(worth, (act, source, target, count), text))
        found.sort(key=lambda candidate: -candidate.worth)
        return found

    def _best(self, view: View, candidates: list[Candidate]) -> Candidate:
        unknown = view.unknown()
        values = [0] * len(candidates)
        for _ in range(self.samples if unknown else 1):
            chance = Random((self.seed << 32) + self.drawn)
            self.drawn += 1
            cards = unknown.copy()
            chance.shuffle(cards)
            piles, down, passes = view.filled(cards)
            for number, candidate in enumerate(candidates):
                self.rollout.place(piles, down, passes, self.plays)
                self.rollout.step(*candidate.step)
                values[number] += WIN * self.rollout.run() + self.rollout.home
        return candidates[max(range(len(candidates)), key=lambda number: values[number])]


def _gains(position: Position) -> Gains:
    """What a move changes that does more than shift cards between columns."""
    piles, down, _passes = position
    talon, layout = len(piles[STOCK]) + len(piles[WASTE]), [len(pile) for pile in piles[PYRAMIDS[0] :]]
    return (talon, sum(down[1:]), *[len(piles[place]) for place in FOUNDATIONS], *layout)


def _without_draws(position: Position) -> Piles:
    """What draws and redeals do not change of a position: the piles, and the order in which stock and waste come."""
    piles = position[0]
    return (piles[WASTE] + piles[STOCK][::-1], *piles[2:])
