"""The sampling player: it imagines where the hidden cards could lie, several times, and plays what wins most often.

A *sample* is one such deal of the hidden cards, drawn at random. A decision takes these steps:

1. Make `samples` of them, and let the solver look for a win of each, all cards known.
2. Take from each win the moves up to the first that shows a hidden card. This is a *plan*: it can be played as it is,
   wherever the hidden cards really lie.
3. Make as many new samples, and count in how many the position after each plan can be won. They are new because a
   sample that a plan was made for would favour it.
4. Play the plan with the highest count. Where several have it, play-outs by the simple player's moves decide.

Where no sample is won, and in games `WITHOUT_PLANS`, there are no plans: each legal move is tried on every sample with
a play-out after it, and the one that did best is played. Once no card is hidden, the solver says the rest of the moves.

The player sees no hidden card. It judges a plan as if all cards were known after it, so it expects a little more of
the rest of the game than it will get.
"""

from random import Random
from typing import NamedTuple

from solit.engine.layout import Game
from solit.engine.lowered import lower
from solit.engine.moves import FOUNDATIONS, PYRAMIDS, STOCK, WASTE, step_text
from solit.engine.players.rollout import Rollout
from solit.engine.players.view import HIDDEN, Piles, Position, View
from solit.engine.search.solver import WON, Search, open_search, solve
from solit.engine.state import State, face_up
from solit.engine.walker import Walker

WIN = 100
"""What a play-out that wins counts beside its cards on the foundations."""

OBVIOUS = 900
"""From this priority on a move needs no samples: safe to a foundation, or a join of columns in suspense."""


IDLE = 12
"""After so many moves in a row that only shift cards between columns, none without a priority is thought of."""

MEMORY = 64
"""MiB of the solver's table for one sample, more than any number of nodes that is worth it for one needs."""

WITHOUT_PLANS = frozenset({"chinaman"})
"""Games that are won more often by play-outs alone: nearly every sample of them can be won whatever is done first."""

Gains = tuple[int, ...]


class Candidate(NamedTuple):
    """A legal move as `Rollout.tries` lists it, with its text."""

    worth: int
    step: tuple[int, int, int, int]
    text: str


class Sampling:
    """A player for one game.

    `samples`: how many are made to find plans, and again to judge them, at each decision. `nodes`: positions that the
    solver may visit in one sample, and in the true game once nothing is hidden. `seed`: sample n of the game (counted
    from 0) is drawn from `seed` and n alone, so equal seeds play equal games.
    """

    def __init__(self, game: Game, seed: int, samples: int, nodes: int) -> None:
        self.game = game
        self.seed = seed
        self.samples = samples
        self.nodes = nodes
        self.rollout = Rollout(lower(game))
        self.walker = Walker(lower(game))
        self.plays = 1  # moves that gain something, since the stock was last turned over
        self.drawn = 0  # samples so far
        self.visited: set[Piles] = set()
        self.asked = False
        self.gains: Gains = ()
        self.idle = 0

    def next_moves(self, view: View) -> list[str]:
        """The best plan by the samples; all moves to the win once nothing is hidden; none to give up."""
        if view.hidden == 0 and not self.asked:
            self.asked = True
            answer = solve(self.game, State(view.piles, view.down, view.passes), timeout=None, nodes=self.nodes)
            if answer.verdict == "won":
                return answer.moves
        if view.hidden:
            if self.game.redeals and not self.game.passes and HIDDEN in view.piles[STOCK]:
                return ["d"]  # the stock comes round again as it was: to look through it costs nothing
            plan = [] if self.game.variant in WITHOUT_PLANS else self._plan(view)
            if plan:
                return plan
        return self._next_move(view)

    def _sample(self, view: View) -> Position:
        chance = Random((self.seed << 32) + self.drawn)
        self.drawn += 1
        cards = view.unknown()
        chance.shuffle(cards)
        return view.filled(cards)

    # --- plans ---

    def _plan(self, view: View) -> list[str]:
        """The plan after which the most samples can be won; `[]` where none is won now."""
        plans: dict[Piles, list[str]] = {}  # by the piles that they lead to
        for _ in range(self.samples):
            sample = self._sample(view)
            search = self._won(sample)
            if search is not None:
                plan, end = self._beginning(view, sample, search.moves())
                plans.setdefault(end, plan)
        if len(plans) <= 1:
            return next(iter(plans.values()), [])
        samples = [self._sample(view) for _ in range(self.samples)]
        wins = dict.fromkeys(plans, 0)
        for number, sample in enumerate(samples):
            if len(wins) <= 1:
                break
            for end in wins:
                wins[end] += self._won_after(sample, plans[end])
            left, best = self.samples - number - 1, max(wins.values())
            wins = {end: count for end, count in wins.items() if count + left >= best}
        if len(wins) > 1:
            wins = {end: self._played_out(samples, plans[end]) for end in wins}
        return plans[max(wins, key=lambda end: wins[end])]

    def _played_out(self, samples: list[Position], plan: list[str]) -> int:
        """What play-outs make of all the samples after a plan: it tells plans apart after which as many can be won."""
        value = 0
        for sample in samples:
            self.rollout.place(*self._after(sample, plan), self.plays)
            value += WIN * self.rollout.run() + self.rollout.home
        return value

    def _won(self, position: Position) -> Search | None:
        """A search that has found a win, None where it finds none."""
        search = open_search(self.game, State(*position), memory=MEMORY)
        return search if search.run(self.nodes) == WON else None

    def _after(self, sample: Position, plan: list[str]) -> Position:
        self.walker.place(*sample)
        for text in plan:
            self.walker.walk(text)
        return self.walker.state()

    def _won_after(self, sample: Position, plan: list[str]) -> bool:
        position = self._after(sample, plan)
        return self.walker.status == 1 or self._won(position) is not None

    def _beginning(self, view: View, sample: Position, win: list[str]) -> tuple[list[str], Piles]:
        """A win up to the first card that the player has not seen, and the piles then as they are seen before it."""
        hidden = sum([1 << card for card in view.unknown()])
        self.walker.place(*sample)
        made = []
        for text in win:
            self.walker.walk(text)
            made.append(text)
            piles, down, _passes = self.walker.state()
            if face_up(piles, down) & hidden:
                break
        told = [tuple([HIDDEN if hidden >> card & 1 else card for card in pile]) for pile in _without_draws(piles)]
        return made, tuple(told)

    # --- single moves, by play-outs ---

    def _next_move(self, view: View) -> list[str]:
        position = view.filled()
        self._see(position)
        candidates = self._candidates(position)
        if not candidates:
            return []
        best = candidates[0]
        if len(candidates) > 1 and best.worth < OBVIOUS:
            best = self._best(view, candidates)
        self._count(best.text, best.worth)
        return [best.text]

    def watch(self, view: View, text: str) -> None:
        """Remember a position and the legal move made in it, whoever made it."""
        position = view.filled()
        self._see(position)
        self.rollout.place(*position, self.plays)
        worths = {step_text(*step): worth for worth, *step in self.rollout.tries()}
        self._count(text, worths.get(text, 0))

    def _see(self, position: Position) -> None:
        self.visited.add(_without_draws(position[0]))
        gains = _gains(position)
        self.idle, self.gains = (0 if gains != self.gains else self.idle + 1), gains

    def _count(self, text: str, worth: int) -> None:
        if text in ("d", "r"):
            self.idle -= 1  # draws count neither way
        if text == "r":
            self.plays = 0
        elif worth > 0 and text != "d":
            self.plays += 1

    def _candidates(self, position: Position) -> list[Candidate]:
        """The moves worth a thought, the simple player's choice first: those that lead to no position seen before.

        Bringing cards back from foundations is not among them: it let games go on for long and won hardly one.
        """
        self.rollout.place(*position, self.plays)
        found = []
        for worth, *step in self.rollout.tries():
            act, source, target, count = step
            text = step_text(act, source, target, count)
            if source in FOUNDATIONS or (text == "r" and not self.plays):
                continue
            self.rollout.place(*position, self.plays)
            self.rollout.step(act, source, target, count)
            after = self.rollout.state()
            lively = worth > 0 or self.idle < IDLE or _gains(after) != self.gains
            if text in ("d", "r") or (lively and _without_draws(after[0]) not in self.visited):
                found.append(Candidate(worth, (act, source, target, count), text))
        found.sort(key=lambda candidate: -candidate.worth)
        return found

    def _best(self, view: View, candidates: list[Candidate]) -> Candidate:
        values = [0] * len(candidates)
        for _ in range(self.samples if view.hidden else 1):
            piles, down, passes = self._sample(view)
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


def _without_draws(piles: Piles) -> Piles:
    """What draws and redeals do not change: the piles, and the order in which stock and waste come."""
    return (piles[WASTE] + piles[STOCK][::-1], *piles[2:])
