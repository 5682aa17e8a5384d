"""Where a recorded game was thrown away: the entry that led from a position that can be won to one that can't.

Along the moves that stand a lost game stays lost, so the verdicts are one run of `won` and then one of `unwinnable`:
the place between is found by halving. Positions on which the search gives up leave a bracket.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from solit.engine.fast import walker_of
from solit.engine.layout import Game
from solit.engine.search.solver import Answer
from solit.engine.state import State
from solit.engine.words import Status, Verdict

Solve = Callable[[Game, State], Answer]


class Legal(Protocol):
    """A legal game, as a `referee.Replay` or a `fast.WalkedGame` tells it.

    `standing_entries`: the entries whose moves were not taken back.
    """

    @property
    def game(self) -> Game: ...
    @property
    def start(self) -> State: ...
    @property
    def status(self) -> Status | None: ...
    @property
    def standing_entries(self) -> list[int]: ...


@dataclass(slots=True)
class Analysis:
    """What is known of a game, every card in view. Indices are those of the record's entries, from 0.

    `winnable_at_start`: None where that is undecided. `lost_at`: the entry that lost the game, None where none did or
    it is not known which; `lost_move`: its text; `better`: the text of a move that keeps the win in its place.
    `before` and `line`: the last position that could be won, and the texts of the moves that win it.
    `between`: first and last of the entries among which the loss lies, if there is one, where undecided positions hide
    it. `unknown`: how many positions stayed undecided. `verdicts` (of a whole analysis): for each number of entries,
    from 0, the verdict on the position after them, None where that was taken back.
    """

    winnable_at_start: bool | None
    lost_at: int | None = None
    lost_move: str | None = None
    better: str | None = None
    between: tuple[int, int] | None = None
    unknown: int = 0
    before: State | None = None
    line: tuple[str, ...] = ()
    verdicts: tuple[Verdict | None, ...] = ()


class StandingLine:
    """The positions along the moves that stand, and what is known of each; asks `solve` where it must.

    Position n is that after n standing moves, `last` the one at the end. They are played anew when they are asked for:
    most never are.
    """

    def __init__(self, played: Legal, moves: Sequence[str], solve: Solve) -> None:
        self.game = played.game
        self.solve = solve
        self.entries = played.standing_entries
        self.texts = [moves[entry] for entry in self.entries]
        self.last = len(self.texts)
        self.answers: dict[int, Answer] = {}
        self.won = -1  # the last position known to be winnable
        self.lost = self.last + 1  # the first known to be unwinnable
        if played.status == "won":
            self.won = self.last
        self._start = played.start
        self._walker = walker_of(self.game)
        self._walker.place(*self._start)
        self._at = 0  # the position that the walker stands at

    def state(self, at: int) -> State:
        """Position `at`."""
        if at < self._at:
            self._walker.place(*self._start)
            self._at = 0
        if not self._walker.go_on(" ".join(self.texts[self._at : at])):
            raise ValueError("the moves given are not those of the game that was replayed")
        self._at = at
        return State(*self._walker.state())

    def verdict(self, at: int) -> Verdict:
        """`won`, `unwinnable` or `unknown`, searched for only where it does not follow."""
        if at <= self.won:
            return "won"
        if at >= self.lost:
            return "unwinnable"
        if at not in self.answers:
            self.answers[at] = answer = self.solve(self.game, self.state(at))
            if answer.verdict == "won":
                self.won = max(self.won, at)
            elif answer.verdict == "unwinnable":
                self.lost = min(self.lost, at)
        return self.answers[at].verdict

    def halve(self, low: int, high: int, below: Callable[[Verdict], bool]) -> None:
        """Narrow down where verdicts stop to be `below`; positions `low` (is) and `high` (is not) are known."""
        while high - low > 1:
            middle = (low + high) // 2
            if below(self.verdict(middle)):
                low = middle
            else:
                high = middle

    @property
    def undecided(self) -> list[int]:
        """Positions searched in vain whose verdict does not follow from others."""
        return [at for at in sorted(self.answers) if self.won < at < self.lost]


def analyse(played: Legal, moves: Sequence[str], solve: Solve, *, every_move: bool = False) -> Analysis:
    """Find where a legal game was lost; `solve` answers for single positions under its limits.

    `moves`: the texts of the entries that were played, all of them legal. `every_move`: let no position's verdict stay
    open that `solve` can decide, and tell all of them.
    """
    line = StandingLine(played, moves, solve)
    last = line.last
    if line.verdict(last) != "won" and line.verdict(0) != "unwinnable":
        # the ends of the undecided stretch, the later first; without one both are where the game was lost
        # late positions are the easier ones
        line.halve(max(line.won, 0), min(line.lost, last), lambda verdict: verdict != "unwinnable")
        line.halve(max(line.won, 0), min(line.lost, last), lambda verdict: verdict == "won")
    if every_move:
        for at in range(last + 1):
            line.verdict(at)
    return _told(line, moves, every_move)


def _told(line: StandingLine, moves: Sequence[str], every_move: bool) -> Analysis:
    last, entries = line.last, line.entries
    start = True if line.won >= 0 else False if line.lost == 0 else None
    told = Analysis(start, unknown=len(line.undecided))
    if every_move:
        told.verdicts = _along_record(line, entries, moves)
    if line.won == last or line.lost == 0:
        return told
    if line.lost == line.won + 1:
        _blame(told, line)
    else:
        first, final = max(line.won, 0), min(line.lost, last) - 1
        if first <= final:
            told.between = entries[first], entries[final]
    return told


def _blame(told: Analysis, line: StandingLine) -> None:
    """Name the standing move made in the last position that could be won, and what would have been better."""
    answer = line.answers[line.won]  # it lies next to a lost one, so nothing but a search says that it can be won
    told.lost_at = line.entries[line.won]
    told.lost_move = line.texts[line.won]
    told.before = line.state(line.won)
    told.line = tuple(answer.moves)
    told.better = told.line[0]


def _along_record(line: StandingLine, standing: Sequence[int], moves: Sequence[str]) -> tuple[Verdict | None, ...]:
    """The verdicts by number of entries; None where later take-backs undid the position."""
    played = 0  # moves that stand after an entry
    agreed = 0  # how many of these, from the first, still stand at the end
    verdicts: list[Verdict | None] = [line.verdict(0)]
    for entry, text in enumerate(moves):
        if text == "u":
            played -= 1
            agreed = min(agreed, played)
        else:
            if agreed == played and agreed < len(standing) and standing[agreed] == entry:
                agreed += 1
            played += 1
        verdicts.append(line.verdict(played) if agreed == played else None)
    return tuple(verdicts)
