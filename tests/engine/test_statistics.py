"""Intervals against published values, and the exact one against sums of binomials."""

from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solit.engine.statistics import (
    Interval,
    clopper_pearson,
    incomplete_beta,
    mean_interval,
    quantile,
    spread,
    wilson,
)


def tail(low: int, trials: int, share: float) -> float:
    """The chance of at least `low` hits."""
    return sum([comb(trials, k) * share**k * (1 - share) ** (trials - k) for k in range(low, trials + 1)])


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        (0, 10, 0.0, 0.30849710781876083),
        (5, 10, 0.18708602844739855, 0.8129139715526015),
        (10, 10, 0.6915028921812392, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_clopper_pearson_as_published(hits: int, trials: int, low: float, high: float) -> None:
    assert clopper_pearson(hits, trials) == pytest.approx((low, high), abs=1e-12)


@given(st.integers(1, 150), st.data())
@settings(max_examples=60, deadline=None)
def test_clopper_pearson_is_exact(trials: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, trials))
    low, high = clopper_pearson(hits, trials)
    if hits > 0:
        assert tail(hits, trials, low) == pytest.approx(0.025, rel=1e-8)
    if hits < trials:
        assert 1 - tail(hits + 1, trials, high) == pytest.approx(0.025, rel=1e-8)
    inner = wilson(hits, trials)
    assert 0 <= inner.low <= hits / trials <= inner.high <= 1


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [(5, 10, 0.236593090512564, 0.763406909487436), (0, 10, 0.0, 0.2775327998628892), (0, 0, 0.0, 1.0)],
)
def test_wilson_as_published(hits: int, trials: int, low: float, high: float) -> None:
    assert wilson(hits, trials) == pytest.approx((low, high), abs=1e-12)


def test_large_samples_are_near_the_normal_interval() -> None:
    # Solvitaire's published study of klondike: 81.945% ± 0.084 of a million deals or so
    low, high = clopper_pearson(819_450, 1_000_000)
    assert (low, high) == pytest.approx((0.818695, 0.820203), abs=2e-6)
    assert wilson(819_450, 1_000_000) == pytest.approx((low, high), abs=2e-6)


def test_incomplete_beta() -> None:
    assert incomplete_beta(0.0, 2, 3) == 0.0
    assert incomplete_beta(1.0, 2, 3) == 1.0
    assert incomplete_beta(0.3, 1, 1) == pytest.approx(0.3)
    assert incomplete_beta(0.5, 7, 7) == pytest.approx(0.5)


def test_spread_and_means() -> None:
    assert spread([]) is None
    found = spread(range(101))
    assert found is not None
    assert (found.median, found.mean, found.p90, found.p99, found.max, found.total) == (50, 50, 90, 99, 100, 5050)
    assert quantile([1.0, 2.0], 0.5) == 1.5
    assert mean_interval([1.0]) is None
    assert mean_interval([1.0, 3.0]) == pytest.approx(Interval(2 - 1.959963984540054, 2 + 1.959963984540054))
