"""What a study found, counted: shares with their intervals, time, nodes, scores; as plain data and as rows."""

from collections import Counter
from typing import Any

from solit.engine.statistics import Interval, clopper_pearson, mean_interval, spread, wilson
from solit.engine.study.fields import StudyFault
from solit.engine.study.result import FAILED, Result

DIGITS = 6


class Tally:
    """The results of a study as they come. A seed counts once.

    `study`: as `Plan.study` says. `results`: by seed. `outcomes`: how many of each. `overlap`: seeds that stood in
    several parts, for whoever puts parts together to fill in.
    """

    def __init__(self, study: dict[str, Any]) -> None:
        self.study = study
        self.results: dict[int, Result] = {}
        self.outcomes: Counter[str] = Counter()
        self.overlap: list[int] = []

    def add(self, result: Result) -> bool:
        """Count a result; False where its seed was there before with one as good.

        A decided result takes the place of an undecided one, any the place of a failed one. Raises `StudyFault`
        (`parts-disagree`) where two decided results of a seed differ.
        """
        known = self.results.get(result.seed)
        if known is not None:
            _check_agreement(known, result)
            if _worth(result) <= _worth(known):
                return False
            self.outcomes[known.outcome] -= 1
        self.results[result.seed] = result
        self.outcomes[result.outcome] += 1
        return True

    @property
    def solver(self) -> bool:
        """Whether verdicts are counted, not a player's games."""
        return bool(self.study["player"] == "solver")

    @property
    def seeds(self) -> int:
        """How many were counted."""
        return len(self.results)

    @property
    def won(self) -> int:
        """Deals won."""
        return self.outcomes["won"]

    @property
    def unknown(self) -> int:
        """Deals undecided."""
        return self.outcomes["unknown"]

    @property
    def failed(self) -> int:
        """Deals that something went wrong with."""
        return self.outcomes[FAILED]

    @property
    def unsettled(self) -> int:
        """Deals of which is not known whether they would be won: undecided or failed."""
        return self.unknown + self.failed

    def wilson(self) -> Interval:
        """The 95% interval of the share won, its ends for all undecided and failed deals lost and won."""
        return widened(wilson, self.won, self.unsettled, self.seeds)

    def summary(self) -> dict[str, Any]:
        """The summary as plain data, as JSON spells it."""
        told: dict[str, Any] = {"study": self.study, "seeds": self._seeds()}
        if self.overlap:
            told["overlap"] = len(self.overlap)
        names = ("won", "unwinnable", "unknown") if self.solver else ("won", "lost", "open")
        told |= {name: self.outcomes[name] for name in names}
        if self.failed:
            told[FAILED] = self.failed
        if self.seeds:
            told["rate"] = round(self.won / self.seeds, DIGITS)
            if self.solver:
                told["rate_if_undecided_won"] = round((self.won + self.unsettled) / self.seeds, DIGITS)
            told["wilson"] = _rounded(self.wilson())
            told["clopper_pearson"] = _rounded(widened(clopper_pearson, self.won, self.unsettled, self.seeds))
        results = self.results.values()
        told["ms"] = _spread([result.ms for result in results if result.ms is not None])
        if self.solver:
            told["nodes"] = _spread([result.nodes for result in results if result.nodes is not None])
        else:
            scores = [float(result.score) for result in results if result.score is not None]
            told["score"] = _spread(scores)
            interval = mean_interval(scores)
            if told["score"] is not None and interval is not None:
                told["score"]["mean_interval"] = _rounded(interval)
        return told

    def _seeds(self) -> dict[str, int | str]:
        """Seeds are text, as in `source`: many readers of JSON round large numbers."""
        told: dict[str, int | str] = {"count": self.seeds}
        if self.results:
            first, last = min(self.results), max(self.results)
            told |= {"first": str(first), "last": str(last), "missing": last - first + 1 - self.seeds}
        return told

    def rows(self) -> list[list[str]]:
        """The summary as rows of a table: what, value, and a remark."""
        summary = self.summary()
        rows = [["seeds", f"{self.seeds:,}", _span(summary["seeds"])]]
        for name in ("won", "unwinnable", "lost", "open", "unknown", FAILED):
            if name in summary:
                share = f"{100 * summary[name] / self.seeds:.2f}%" if self.seeds else ""
                rows.append([{"unknown": "undecided", "open": "given up"}.get(name, name), f"{summary[name]:,}", share])
        if self.seeds:
            sure = "undecided as lost … as won" if self.unsettled else ""
            rows.append(["win rate, Wilson 95%", percent(summary["wilson"]), sure])
            rows.append(["win rate, Clopper-Pearson 95%", percent(summary["clopper_pearson"]), sure])
        for name, unit in (("ms", "time, ms"), ("nodes", "nodes"), ("score", "score")):
            if summary.get(name):
                middle = f"{summary[name]['median']:,.6g}"
                more = ", ".join([f"{part} {summary[name][part]:,.6g}" for part in ("mean", "p90", "p99", "max")])
                rows.append([f"{unit}, median", middle, more])
        return rows


def _worth(result: Result) -> int:
    return {FAILED: 0, "unknown": 1}.get(result.outcome, 2)


def _check_agreement(known: Result, other: Result) -> None:
    if min(_worth(known), _worth(other)) < 2 or (known.outcome, known.score) == (other.outcome, other.score):
        return
    told = [
        result.outcome if result.score is None else f"{result.outcome} with a score of {result.score}"
        for result in (other, known)
    ]
    raise StudyFault("parts-disagree", f"says of seed {other.seed} {told[0]}, an earlier line {told[1]}")


def widened(interval: Any, won: int, unknown: int, seeds: int) -> Interval:
    """An interval whose low end takes the undecided deals as lost, whose high end takes them as won."""
    return Interval(interval(won, seeds).low, interval(won + unknown, seeds).high)


def percent(interval: Any) -> str:
    """An interval of shares in words."""
    return f"{100 * interval[0]:.2f}% to {100 * interval[1]:.2f}%"


def _span(seeds: dict[str, Any]) -> str:
    if "first" not in seeds:
        return ""
    told = f"{seeds['first']}..{seeds['last']}"
    return f"{told}, {seeds['missing']:,} missing" if seeds["missing"] else told


def _rounded(interval: Interval) -> list[float]:
    return [round(interval.low, DIGITS), round(interval.high, DIGITS)]


def _spread(values: list[Any]) -> dict[str, Any] | None:
    found = spread(values)
    return None if found is None else {name: round(value, 3) for name, value in found._asdict().items()}
