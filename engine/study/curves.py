"""The numbers behind a study's plots: how its interval narrowed, how its times and scores are distributed."""

from collections import Counter
from collections.abc import Sequence
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


def reach(points: Sequence[Point]) -> Interval:
    """What an axis of shares must hold: every rate, and the intervals but for the first few, which are wide as all."""
    late = points[len(points) // 8 :]
    low = min([point.interval.low for point in late] + [point.rate for point in points])
    high = max([point.interval.high for point in late] + [point.rate for point in points])
    return Interval(max(0.0, low), min(1.0, high))


class Bin(NamedTuple):
    """Seeds whose time in milliseconds, or whose score, lay in [low, high)."""

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


SCORE_BINS = 20
"""Bins of the scores at most."""


def scores(tally: Tally) -> list[Bin]:
    """The distribution of a player's scores, in bins of one width: 1, 2 or 5 times a power of ten."""
    values = [result.score for result in tally.results.values() if result.score is not None]
    if not values:
        return []
    width = int(max(1, nice_step(max(values) - min(values) + 1, SCORE_BINS - 1)))  # the ends seldom fall on a bin's
    counts = Counter([value // width for value in values])
    return [Bin(place * width, (place + 1) * width, counts[place]) for place in range(min(counts), max(counts) + 1)]


def nice_step(span: float, most: int) -> float:
    """A step of 1, 2 or 5 times a power of ten that divides `span` into at most `most` parts."""
    raw = max(span, 1e-9) / most
    power = 10.0 ** int(log10(raw) // 1)
    return next((power * factor for factor in (1, 2, 5) if power * factor >= raw), 10 * power)
