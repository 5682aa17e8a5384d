"""What a study found, counted: shares with their intervals, time, nodes, scores; as JSON and as a table."""

from collections import Counter
from typing import Any

from solit.cli.studies.file import Result
from solit.engine.statistics import Interval, clopper_pearson, mean_interval, spread, wilson

DIGITS = 6


class Tally:
    """The results of a study as they come. A seed counts once."""

    def __init__(self, study: dict[str, Any]) -> None:
        self.study = study
        self.results: dict[int, Result] = {}
        self.outcomes: Counter[str] = Counter()
        self.overlap: list[int] = []  # seeds that stood in several parts

    def add(self, result: Result) -> bool:
        """Count a result; False where its seed was there before."""
        if result.seed in self.results:
            return False
        self.results[result.seed] = result
        self.outcomes[result.outcome] += 1
        return True

    def replace(self, result: Result) -> None:
        """Put a better result in the place of the one of its seed."""
        self.outcomes[self.results[result.seed].outcome] -= 1
        self.outcomes[result.outcome] += 1
        self.results[result.seed] = result

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

    def wilson(self) -> Interval:
        """The 95% interval of the share won, its ends for all undecided deals lost and won."""
        return widened(wilson, self.won, self.unknown, self.seeds)

    def summary(self) -> dict[str, Any]:
        """The summary as JSON."""
        told: dict[str, Any] = {"study": self.study, "seeds": self._seeds()}
        if self.overlap:
            told["overlap"] = len(self.overlap)
        names = ("won", "unwinnable", "unknown") if self.solver else ("won", "lost", "open")
        told |= {name: self.outcomes[name] for name in names}
        if self.seeds:
            told["rate"] = round(self.won / self.seeds, DIGITS)
            if self.solver:
                told["rate_if_undecided_won"] = round((self.won + self.unknown) / self.seeds, DIGITS)
            told["wilson"] = _rounded(self.wilson())
            told["clopper_pearson"] = _rounded(widened(clopper_pearson, self.won, self.unknown, self.seeds))
        results = self.results.values()
        told["ms"] = _spread([result.ms for result in results])
        if self.solver:
            told["nodes"] = _spread([result.nodes for result in results if result.nodes is not None])
        else:
            scores = [float(result.score) for result in results if result.score is not None]
            told["score"] = _spread(scores)
            interval = mean_interval(scores)
            if told["score"] is not None and interval is not None:
                told["score"]["mean_interval"] = _rounded(interval)
        return told

    def _seeds(self) -> dict[str, int]:
        told = {"count": self.seeds}
        if self.results:
            first, last = min(self.results), max(self.results)
            told |= {"first": first, "last": last, "missing": last - first + 1 - self.seeds}
        return told

    def rows(self) -> list[list[str]]:
        """The summary as rows of a table: what, value, and a remark."""
        summary = self.summary()
        rows = [["seeds", f"{self.seeds:,}", _span(summary["seeds"])]]
        for name in ("won", "unwinnable", "lost", "open", "unknown"):
            if name in summary:
                share = f"{100 * summary[name] / self.seeds:.2f}%" if self.seeds else ""
                rows.append([{"unknown": "undecided", "open": "given up"}.get(name, name), f"{summary[name]:,}", share])
        if self.seeds:
            sure = "undecided as lost … as won" if self.unknown else ""
            rows.append(["win rate, Wilson 95%", percent(summary["wilson"]), sure])
            rows.append(["win rate, Clopper-Pearson 95%", percent(summary["clopper_pearson"]), sure])
        for name, unit in (("ms", "time, ms"), ("nodes", "nodes"), ("score", "score")):
            if summary.get(name):
                middle = f"{summary[name]['median']:,.6g}"
                more = ", ".join([f"{part} {summary[name][part]:,.6g}" for part in ("mean", "p90", "p99", "max")])
                rows.append([f"{unit}, median", middle, more])
        return rows

    def print(self) -> None:
        """The table on stderr."""
        from solit.cli.lines.summary import print_table

        study = self.study
        options = "".join([f" {name}={value}" for name, value in study["options"].items()])
        print_table(f"solit study: {study['variant']}{options}, {study['player']}", ["", "", ""], self.rows(), 0)


def widened(interval: Any, won: int, unknown: int, seeds: int) -> Interval:
    """An interval whose low end takes the undecided deals as lost, whose high end takes them as won."""
    return Interval(interval(won, seeds).low, interval(won + unknown, seeds).high)


def percent(interval: Any) -> str:
    """An interval of shares in words."""
    return f"{100 * interval[0]:.2f}% to {100 * interval[1]:.2f}%"


def _span(seeds: dict[str, int]) -> str:
    if "first" not in seeds:
        return ""
    told = f"{seeds['first']}..{seeds['last']}"
    return f"{told}, {seeds['missing']:,} missing" if seeds["missing"] else told


def _rounded(interval: Interval) -> list[float]:
    return [round(interval.low, DIGITS), round(interval.high, DIGITS)]


def _spread(values: list[Any]) -> dict[str, Any] | None:
    found = spread(values)
    return None if found is None else {name: round(value, 3) for name, value in found._asdict().items()}
