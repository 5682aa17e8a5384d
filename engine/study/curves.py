"""The numbers behind a study's plots: how its interval narrowed, how its times are distributed."""

from math import floor, log10
from typing import NamedTuple

from solit.engine.statistics import Interval, wilson
from solit.engine.study.result import FAILED
from solit.engine.study.tally import Tally, widened

POINTS = 240
"""Points of the running interval at most."""


class Point(NamedTuple):
    """The interval after the first `seeds` seeds, in the order of the seeds."""

    seeds: int
    rate: float
    interval: Interval


def running(tally: Tally, points: int = POINTS) -> list[Point]:
    """How the 95% interval of Wilson narrowed, as if the seeds had been done in ascending order."""
    total = tally.seeds
    marks = {max(1, round(total * n / points)) for n in range(1, points + 1)}
    found, won, unknown = [], 0, 0
    for count, seed in enumerate(sorted(tally.results), 1):
        outcome = tally.results[seed].outcome
        won += outcome == "won"
        unknown += outcome in ("unknown", FAILED)
        if count in marks:
            found.append(Point(count, won / count, widened(wilson, won, unknown, count)))
    return found


class Bin(NamedTuple):
    """Seeds whose time lay in [low, high) milliseconds."""

    low: float
    high: float
    seeds: int


def times(tally: Tally) -> list[Bin]:
    """The distribution of the times, three bins a power of ten."""
    values = [max(result.ms, 0.001) for result in tally.results.values() if result.ms is not None]
    if not values:
        return []
    places = [floor(3 * log10(value)) for value in values]
    return [
        Bin(10 ** (place / 3), 10 ** ((place + 1) / 3), places.count(place))
        for place in range(min(places), max(places) + 1)
    ]
