"""Studies: what the solver says of many deals, or what a player makes of them, counted.

    >>> from solit.engine.study import Plan, Tally, read_result
    >>> plan = Plan("klondike", {"draw": 1}, limits={"nodes": 10_000})
    >>> tally = Tally(plan.study)

`Plan.record` makes the line of one deal, `read_result` checks a line and reads it, `Tally` counts. Where decks come
from is not said here: `solit.deals.study` deals them by seed.
"""

from solit.engine.study.curves import Bin, Point, nice_step, reach, running, scores, times
from solit.engine.study.fields import StudyFault
from solit.engine.study.identity import PLAYERS, check_same, given_options, read_study
from solit.engine.study.plan import Plan
from solit.engine.study.result import FAILED, Result, read_result
from solit.engine.study.tally import Tally, percent, widened

__all__ = [
    "FAILED",
    "PLAYERS",
    "Bin",
    "Plan",
    "Point",
    "Result",
    "StudyFault",
    "Tally",
    "check_same",
    "given_options",
    "nice_step",
    "percent",
    "reach",
    "read_result",
    "read_study",
    "running",
    "scores",
    "times",
    "widened",
]
