"""What is counted of a study, and which of several results of a seed counts."""

import pytest

from solit.engine.statistics import wilson
from solit.engine.study import FAILED, Plan, Result, StudyFault, Tally, reach, running, scores, times

STUDY = Plan("klondike").study


def solved(seed: int, verdict: str) -> Result:
    return Result(seed, verdict, 2.0, 5, None)


def failed(seed: int) -> Result:
    return Result(seed, FAILED, None, None, None)


def test_the_better_result_counts() -> None:
    tally = Tally(STUDY)
    for better in (failed(1), solved(1, "unknown"), solved(1, "won")):
        assert tally.add(better)
        assert not tally.add(better)
        assert not tally.add(failed(1))
        assert tally.seeds == sum(tally.outcomes.values()) == 1
        assert tally.outcomes[better.outcome] == 1
    with pytest.raises(StudyFault, match="says of seed 1 unwinnable, an earlier line won"):
        tally.add(solved(1, "unwinnable"))


def test_scores_must_agree() -> None:
    tally = Tally(Plan("klondike", player="simple").study)
    tally.add(Result(1, "lost", 1.0, None, 5))
    with pytest.raises(StudyFault, match="score of 6"):
        tally.add(Result(1, "lost", 1.0, None, 6))


def test_failed_seeds_widen_the_interval_as_undecided_ones_do() -> None:
    tally = Tally(STUDY)
    for result in (solved(1, "won"), solved(2, "unwinnable"), solved(3, "unknown"), failed(4)):
        tally.add(result)
    assert tally.wilson() == (wilson(1, 4).low, wilson(3, 4).high)
    summary = tally.summary()
    assert summary["failed"] == 1
    assert summary["ms"]["total"] == 6
    assert running(tally)[-1].interval == tally.wilson()
    assert sum(bin_.seeds for bin_ in times(tally)) == 3
    assert ["failed", "1", "25.00%"] in tally.rows()


def test_without_results() -> None:
    for tally in (Tally(STUDY), Tally(STUDY)):
        assert times(tally) == []
        assert tally.summary()["ms"] is None
        tally.add(failed(1))
        assert times(tally) == []


def test_no_rate_lies_beyond_its_axis() -> None:
    tally = Tally(STUDY)
    for seed in range(1, 101):
        tally.add(solved(seed, "won" if seed < 3 else "unwinnable"))
    low, high = reach(running(tally))
    assert all([low <= point.rate <= high for point in running(tally)])
    assert high == 1.0  # the first two were won


@pytest.mark.parametrize("values", [[5], [0, 19], [-7, 0, 664, 665], list(range(-100, 900, 3)), [2**53 - 1, 0]])
def test_every_score_lies_in_one_bin(values: list[int]) -> None:
    tally = Tally(Plan("klondike", player="simple").study)
    for seed, value in enumerate(values):
        tally.add(Result(seed, "lost", 1.0, None, value))
    bins = scores(tally)
    assert len(bins) <= 20
    assert [bin_.seeds for bin_ in bins] == [sum(bin_.low <= value < bin_.high for value in values) for bin_ in bins]
    assert sum(bin_.seeds for bin_ in bins) == len(values)
