"""What the best total of a recorded game still was after each of its entries, and where points were lost."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solit.engine.analysis import Legal
from solit.engine.best.solver import Best, Booked
from solit.engine.moves import parse_move
from solit.engine.referee import replay
from solit.engine.scoring import BOOKED
from solit.engine.state import State

AskBest = Callable[[State, Booked], Best]
"""The best play from a position that a game with these booked events has come to."""


class PointsLost(NamedTuple):
    """An entry, its text, and by how much the best total fell with it."""

    entry: int
    move: str
    points: int


@dataclass(slots=True)
class Totals:
    """`best`: by number of entries the best total of the game from there, None where it is not known or the position
    was taken back; `lost`: where it fell; `unknown`: positions that stayed undecided."""

    best: list[int | None]
    lost: list[PointsLost]
    unknown: int


def best_totals(played: Legal, moves: Sequence[str], ask: AskBest) -> Totals:
    """The best totals along a legal game; `moves`: the texts of its entries; `ask` answers for single positions.

    A best total never rises along a game, for what can still be had later could be had before. So between two positions
    with the same total nothing is asked, and a bound that a later position's total meets is the total.
    """
    entries = played.standing_entries
    texts = [moves[entry] for entry in entries]
    states: list[State] = []
    events = replay(played.game, played.start, [parse_move(text) for text in texts], on_state=states.append).events
    booked: list[Booked] = [()]
    for one in events:
        booked.append([*booked[-1], *[(event.kind, event.number) for event in one if event.kind in BOOKED]])
    last = len(texts)
    totals: list[int | None] = [None] * (last + 1)
    bounds: list[int | None] = [None] * (last + 1)

    def look(at: int) -> None:
        found = ask(states[at], booked[at])
        totals[at] = found.value if found.proved else None
        bounds[at] = found.bound

    def fill(low: int, high: int) -> None:
        if totals[low] is not None and totals[low] == totals[high]:
            totals[low : high + 1] = [totals[low]] * (high + 1 - low)
        elif high - low > 1:
            middle = (low + high) // 2
            look(middle)
            fill(middle, high)
            fill(low, middle)

    look(last)
    if last:
        look(0)
        fill(0, last)
    for at in range(last - 1, -1, -1):
        if totals[at] is None and bounds[at] is not None and bounds[at] == totals[at + 1]:
            totals[at] = bounds[at]
    lost = []
    for at in range(last):
        before, after = totals[at], totals[at + 1]
        if before is not None and after is not None and before > after:
            lost.append(PointsLost(entries[at], texts[at], before - after))
    return Totals(_by_entry(totals, entries, moves), lost, totals.count(None))


def _by_entry(totals: Sequence[int | None], standing: Sequence[int], moves: Sequence[str]) -> list[int | None]:
    """The totals by number of entries: None after entries that were taken back or that took back to such a position."""
    found = [totals[0]]
    count = agreed = 0  # moves that stand after an entry, and how many of them stand at the end
    for entry, text in enumerate(moves):
        if text == "u":
            count -= 1
            agreed = min(agreed, count)
        else:
            if count == agreed and agreed < len(standing) and standing[agreed] == entry:
                agreed += 1
            count += 1
        found.append(totals[count] if count == agreed else None)
    return found
