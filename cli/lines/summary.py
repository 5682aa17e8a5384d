"""Tables of what went through a filter, printed on stderr at the end."""

import os
import stat
import sys
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from solit.cli.lines.streams import say, shown, value_text

if TYPE_CHECKING:
    from solit.cli.lines.filter import Filter
    from solit.deals.records import Judged

MOST_IN_CELL = 80
"""Characters of a cell at most, whatever was read."""

MOST_CODES = 100
"""Different errors that a table tells apart, the first ones; further ones are counted together."""

MOST_GROUPS = 1_000
"""Values of `--by` that a table tells apart, the first ones; further ones are counted together."""

_UNTIL_FOLDED = 20_000  # more than the lines that a process of a pool counts at once, so that both count alike
_MORE = "and more"


def print_table(title: str, heads: list[str], rows: list[list[str]], numbers: int) -> None:
    """A table on stderr; its last `numbers` columns are numbers; heads that are all empty are left out."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE, show_header=any(heads))
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place >= len(heads) - numbers else "left")
    for row in rows:
        table.add_row(*[shown(cell, MOST_IN_CELL) for cell in row])
    Console(stderr=True, highlight=False, markup=False, emoji=False).print(title, table)


def _variant(obj: dict[str, Any]) -> str:
    from solit.engine.rules import variants

    name = obj.get("variant")
    return name if isinstance(name, str) and name in variants() else "-"


def _group(obj: dict[str, Any], by: str | None) -> str:
    """The value that a line is counted under; empty without `--by`."""
    if by is None:
        return ""
    value = obj.get(by)
    return "-" if value is None else value_text(value, MOST_IN_CELL)


class _Groups:
    """Folds the values of `--by` beyond the first `MOST_GROUPS`: a file may hold any number."""

    def __init__(self) -> None:
        self.left = MOST_GROUPS
        self.kept: set[str] = set()

    def name(self, group: str) -> str:
        """The value itself, or what the further ones are counted under."""
        if group not in self.kept and group != _MORE:
            if not self.left:
                return _MORE
            self.left -= 1
            self.kept.add(group)
        return group


class LineCounts:
    """How many lines were fine and how many not, for a person at a terminal."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def see(self, obj: dict[str, Any], code: int) -> None:
        """Count one line."""
        self.counts[code] += 1

    def take(self) -> Counter[int]:
        """The counts so far; counting begins anew."""
        counts, self.counts = self.counts, Counter()
        return counts

    def add(self, counts: Counter[int]) -> None:
        """Add what another process counted."""
        self.counts.update(counts)

    def print(self) -> None:
        """A sentence on stderr."""
        total, fine = self.counts.total(), self.counts[0]
        kinds = [(self.counts[1], "no"), (self.counts[3], "undecided"), (self.counts[2], "unreadable")]
        told = ", ".join([f"{count:,} {kind}" for count, kind in kinds if count])
        lines = "1 line" if total == 1 else f"{total:,} lines"
        say(f"{lines}: {fine:,} fine, {total - fine:,} not" + (f" ({told})" if told else ""))


def person_waits(quiet: bool) -> bool:
    """Whether someone at a terminal would read how it went: not in the middle of a pipe."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        return False
    try:
        return not stat.S_ISFIFO(os.fstat(1).st_mode)
    except OSError:
        return False


def with_line_counts(make: Callable[[], "Filter"]) -> "Filter":
    """A filter that counts its lines, unless it has a table that does."""
    filter_ = make()
    if filter_.table is None:
        filter_.table = LineCounts()
    return filter_


class ValidationSummary:
    """Counts of lines by variant, status and code, and before these by the value of a key (`by`)."""

    def __init__(self, by: str | None = None) -> None:
        self.by = by
        self.counts: Counter[tuple[str, str, str, str]] = Counter()

    def see(self, obj: dict[str, Any], code: int) -> None:
        """Count one line as `validate` wrote it."""
        if "error" in obj:
            error = obj["error"]
            status = "illegal" if code == 1 else "unreadable"
            name = error.get("code") if isinstance(error, dict) else None
            name = shown(name, MOST_IN_CELL) if isinstance(name, str) else "-"
        else:
            validation = obj["validation"]
            if validation["valid"]:
                status, name = validation["status"], validation.get("reason", "")
                if validation.get("claim_ok") is False:
                    name = "false claim"
            else:
                status, name = "illegal", validation["error"]["code"]
        self.counts[(_group(obj, self.by), _variant(obj), status, name)] += 1
        if len(self.counts) > _UNTIL_FOLDED:
            self._fold()

    def _fold(self) -> None:
        """Count the errors beyond the first `MOST_CODES` together: other programs' lines may hold any number."""
        counts, self.counts = self.counts, Counter()
        codes: set[str] = {_MORE}
        groups = _Groups()
        for (group, variant, status, name), count in counts.items():
            if status in ("illegal", "unreadable") and len(codes) <= MOST_CODES:
                codes.add(name)
            told = name if name in codes or status not in ("illegal", "unreadable") else _MORE
            self.counts[groups.name(group), variant, status, told] += count

    def take(self) -> Counter[tuple[str, str, str, str]]:
        """The counts so far; counting begins anew."""
        counts, self.counts = self.counts, Counter()
        return counts

    def add(self, counts: Counter[tuple[str, str, str, str]]) -> None:
        """Add what another table counted."""
        self.counts.update(counts)
        if len(self.counts) > _UNTIL_FOLDED:
            self._fold()

    def print(self) -> None:
        """The table on stderr."""
        self._fold()
        order = sorted(self.counts, key=lambda key: (key[0] == _MORE, key[:3], key[3] == _MORE, key[3]))
        rows = []
        for key in order:
            count = f"{self.counts[key]:,}"
            rows.append([*key[:3], f"and {count} more" if key[3] == _MORE else key[3], count])
        rows.append(["all", "", "", "", f"{self.counts.total():,}"])
        heads = [self.by or "", "variant", "status", "code", "lines"]
        if self.by is None:
            heads, rows = heads[1:], [[row[0] or row[1], *row[2:]] for row in rows]
        print_table("solit validate", heads, rows, 1)


class ScoreSummary:
    """Games, wins and mean scores by variant and sheet, and before these by the value of a key; deals are no games."""

    def __init__(self, by: str | None = None) -> None:
        self.by = by
        self.counts: Counter[tuple[str, ...]] = Counter()  # ("games", group, variant, sheet) and the like

    def count(self, obj: dict[str, Any], judged: "Judged", score: dict[str, Any]) -> None:
        """Count one scored record."""
        if judged.is_deal:
            self.counts["deals",] += 1
            return
        key = (_group(obj, self.by), judged.game.variant, str(score["sheet"]))
        self.counts["games", *key] += 1
        self.counts["wins", *key] += judged.status == "won"
        self.counts["total", *key] += score["total"]
        if len(self.counts) > _UNTIL_FOLDED:
            self._fold()

    def _fold(self) -> None:
        counts, self.counts = self.counts, Counter()
        groups = _Groups()
        for key, count in counts.items():
            name, *rest = key
            self.counts[(name, groups.name(rest[0]), *rest[1:]) if rest else key] += count

    def see(self, obj: dict[str, Any], code: int) -> None:
        """Count a line that has no score."""
        if "error" in obj:
            self.counts["refused",] += 1

    def take(self) -> dict[tuple[str, ...], int]:
        """The counts so far; counting begins anew."""
        counts, self.counts = self.counts, Counter()
        return dict(counts)

    def add(self, counts: dict[tuple[str, ...], int]) -> None:
        """Add what another table counted."""
        self.counts.update(counts)  # totals may be below 0, which += would drop
        if len(self.counts) > _UNTIL_FOLDED:
            self._fold()

    def print(self) -> None:
        """The table on stderr."""
        self._fold()
        rows = []
        keys = [key[1:] for key in self.counts if key[0] == "games"]
        for key in sorted(keys, key=lambda key: (key[0] == _MORE, key)):
            games, wins, total = (self.counts[name, *key] for name in ("games", "wins", "total"))
            rows.append([*key, f"{games:,}", f"{wins:,}", f"{100 * wins / games:.2f}%", f"{total / games:.2f}"])
        title = "solit score"
        deals, refused = self.counts["deals",], self.counts["refused",]
        if deals or refused:
            title += f" (not counted: {deals:,} deals, {refused:,} lines without a score)"
        heads = [self.by or "", "variant", "sheet", "games", "wins", "won", "mean score"]
        if self.by is None:
            heads, rows = heads[1:], [row[1:] for row in rows]
        print_table(title, heads, rows, 4)
