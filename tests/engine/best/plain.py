"""Best play by trying everything, with the clauses and the sheets alone: what the searches are compared with."""

from collections import deque
from typing import Literal

from solit.engine.clauses import is_won, whole_columns
from solit.engine.layout import Game
from solit.engine.moves import FOUNDATIONS, Event, move_text
from solit.engine.rules import perform, possible_moves
from solit.engine.scoring import score
from solit.engine.sheets import Sheet
from solit.engine.state import State


class _Line:
    """A game so far, as `scoring.Played`."""

    reason: None = None
    last_ms = end_ms = None
    status: Literal["open"] = "open"

    def __init__(self, game: Game, state: State, booked: list[tuple[str, int | None]]) -> None:
        self.game, self.booked = game, booked
        self.home = sum(len(state.piles[place]) for place in FOUNDATIONS)
        self.suits_in_columns = whole_columns(game, state)


def _step(sheet: Sheet, game: Game, total: int, events: tuple[Event, ...]) -> int:
    for event in events:
        if event.kind == "redeal":
            assert event.number is not None
            total += sheet.pass_points(len(game.draw_to), event.number)
        else:
            total += sheet.points.get(event.kind, 0)
        if sheet.floor is not None:
            total = max(total, sheet.floor)
    return total


def _total(sheet: Sheet, game: Game, state: State, running: int) -> int:
    """The total of a game whose events came to `running`: the sheets' own ending, after that many points."""
    line = _Line(game, state, [])
    return score(line, sheet._replace(ante=running, points={}, passes=())).total


def most_points(game: Game, start: State, sheet: Sheet, running: int) -> int:
    """The best final total; `running`: the total of the events so far."""
    dear = 1 + max((rule.free for rule in sheet.passes), default=0)

    def key(state: State) -> tuple[object, ...]:
        passes = state.passes if game.passes else min(state.passes, dear)
        return state.piles, state.down, passes

    best = {key(start): running}
    held = {key(start): start}
    pending = deque([key(start)])
    while pending:
        at = pending.popleft()
        state = held[at]
        for move in possible_moves(game, state):
            after, events = perform(game, state, move)
            total = _step(sheet, game, best[at], events)
            there = key(after)
            if there not in best or best[there] < total:
                best[there] = total
                held.setdefault(there, after)
                pending.append(there)
    return max(_total(sheet, game, held[at], best[at]) for at in best)


def fewest_moves(game: Game, start: State) -> int | None:
    """The fewest draws and card moves to a win; None where there is none."""

    def key(state: State) -> tuple[object, ...]:
        return state.piles, state.down, state.passes if game.passes else 1

    best = {key(start): 0}
    pending = deque([(start, 0)])
    found: int | None = None
    while pending:
        state, count = pending.popleft()
        if count > best[key(state)]:
            continue
        if is_won(game, state):
            found = count if found is None else min(found, count)
            continue
        for move in possible_moves(game, state):
            after, _ = perform(game, state, move)
            cost = count + (move_text(move) != "r" and move.act != "turn")
            if best.get(key(after), cost + 1) > cost:
                best[key(after)] = cost
                (pending.append if cost > count else pending.appendleft)((after, cost))
    return found
