"""Shares and their 95% intervals, means and tails: what a study says of a sample.

Clopper–Pearson needs quantiles of the beta distribution; they are computed here, by the incomplete beta function's
continued fraction, rather than bring in a numerical library for one function.
"""

from collections.abc import Iterable, Sequence
from math import exp, floor, lgamma, log, log1p, sqrt
from typing import NamedTuple

Z = 1.959963984540054
"""The normal quantile of a two-sided 95% interval."""

_TINY = 1e-300


class Interval(NamedTuple):
    """A closed interval of shares or of values."""

    low: float
    high: float


def wilson(hits: int, trials: int) -> Interval:
    """The 95% score interval of Wilson for `hits` of `trials`; (0, 1) for no trials."""
    if trials == 0:
        return Interval(0.0, 1.0)
    share, square = hits / trials, Z * Z
    centre = share + square / (2 * trials)
    spread = Z * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    scale = 1 + square / trials
    low, high = (centre - spread) / scale, (centre + spread) / scale
    return Interval(0.0 if hits == 0 else low, 1.0 if hits == trials else high)


def clopper_pearson(hits: int, trials: int, alpha: float = 0.05) -> Interval:
    """The exact interval of Clopper and Pearson, at least 1 − `alpha` sure; (0, 1) for no trials."""
    low = 0.0 if hits == 0 else beta_quantile(alpha / 2, hits, trials - hits + 1)
    high = 1.0 if hits == trials else beta_quantile(1 - alpha / 2, hits + 1, trials - hits)
    return Interval(low, high)


def beta_quantile(share: float, a: float, b: float) -> float:
    """The x at which the beta distribution with a, b > 0 reaches `share`."""
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if incomplete_beta(middle, a, b) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def incomplete_beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b): the share of a beta distribution below x."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1) / (a + b + 2):  # where the fraction converges fast
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    c, d = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 20_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d, c = 1 / _away_from_zero(1 + even * d), _away_from_zero(1 + even / c)
        value *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d, c = 1 / _away_from_zero(1 + odd * d), _away_from_zero(1 + odd / c)
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return value


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


class Spread(NamedTuple):
    """A sample of numbers: its middle, its mean and its upper tail."""

    median: float
    mean: float
    p90: float
    p99: float
    max: float
    total: float


def spread(values: Iterable[float]) -> Spread | None:
    """The spread of a sample; None for an empty one."""
    ordered = sorted(values)
    if not ordered:
        return None
    total = sum(ordered)
    return Spread(
        quantile(ordered, 0.5),
        total / len(ordered),
        quantile(ordered, 0.9),
        quantile(ordered, 0.99),
        ordered[-1],
        total,
    )


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which `share` of an ordered, not empty sample lies, between neighbours in proportion."""
    at = share * (len(ordered) - 1)
    below = floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (at - below)


def mean_interval(values: Sequence[float]) -> Interval | None:
    """The 95% interval of a mean by the normal approximation; None below two values."""
    if len(values) < 2:
        return None
    mean = sum(values) / len(values)
    variance = sum([(value - mean) ** 2 for value in values]) / (len(values) - 1)
    half = Z * sqrt(variance / len(values))
    return Interval(mean - half, mean + half)
