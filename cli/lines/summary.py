"""Tables of what went through a filter, printed on stderr at the end."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from solit.cli.lines.streams import shown

if TYPE_CHECKING:
    from solit.deals.records import Judged

MOST_IN_CELL = 80
"""Characters of a cell at most, whatever was read."""

MOST_CODES = 100
"""Different errors that a table tells apart, the first ones; further ones are counted together."""

_UNTIL_FOLDED = 20_000  # more than the lines that a process of a pool counts at once, so that both count alike
_MORE = "and more"


def print_table(title: str, heads: list[str], rows: list[list[str]], numbers: int) -> None:
    """A table on stderr; its last `numbers` columns are numbers."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE)
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place >= len(heads) - numbers else "left")
    for row in rows:
        table.add_row(*[shown(cell, MOST_IN_CELL) for cell in row])
    Console(stderr=True, highlight=False, markup=False, emoji=False).print(title, table)


def _variant(obj: dict[str, Any]) -> str:
    from solit.engine.rules import variants

    name = obj.get("variant")
    return name if isinstance(name, str) and name in variants() else "-"


class ValidationSummary:
    """Counts of lines by variant, status and code."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str, str]] = Counter()

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
        self.counts[(_variant(obj), status, name)] += 1
        if len(self.counts) > _UNTIL_FOLDED:
            self._fold()

    def _fold(self) -> None:
        """Count the errors beyond the first `MOST_CODES` together: other programs' lines may hold any number."""
        counts, self.counts = self.counts, Counter()
        left = MOST_CODES
        for key, count in counts.items():
            variant, status, name = key
            if status in ("illegal", "unreadable") and name != _MORE:
                left -= 1
                key = key if left >= 0 else (variant, status, _MORE)
            self.counts[key] += count

    def take(self) -> Counter[tuple[str, str, str]]:
        """The counts so far; counting begins anew."""
        counts, self.counts = self.counts, Counter()
        return counts

    def add(self, counts: Counter[tuple[str, str, str]]) -> None:
        """Add what another table counted."""
        self.counts.update(counts)
        if len(self.counts) > _UNTIL_FOLDED:
            self._fold()

    def print(self) -> None:
        """The table on stderr."""
        self._fold()
        rows = [
            [*key[:2], f"and {count:,} more" if key[2] == _MORE else key[2], f"{count:,}"]
            for key, count in sorted(self.counts.items(), key=lambda item: (item[0][:2], item[0][2] == _MORE, item[0]))
        ]
        rows.append(["all", "", "", f"{self.counts.total():,}"])
        print_table("solit validate", ["variant", "status", "code", "lines"], rows, 1)


class ScoreSummary:
    """Games, wins and mean scores by variant and sheet; deals are no games."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, ...]] = Counter()  # ("games", variant, sheet) and the like

    def count(self, judged: "Judged", score: dict[str, Any]) -> None:
        """Count one scored record."""
        if judged.is_deal:
            self.counts["deals",] += 1
            return
        key = (judged.game.variant, str(score["sheet"]))
        self.counts["games", *key] += 1
        self.counts["wins", *key] += judged.status == "won"
        self.counts["total", *key] += score["total"]

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

    def print(self) -> None:
        """The table on stderr."""
        rows = []
        for key in sorted(key[1:] for key in self.counts if key[0] == "games"):
            games, wins, total = (self.counts[name, *key] for name in ("games", "wins", "total"))
            rows.append([*key, f"{games:,}", f"{wins:,}", f"{100 * wins / games:.2f}%", f"{total / games:.2f}"])
        title = "solit score"
        deals, refused = self.counts["deals",], self.counts["refused",]
        if deals or refused:
            title += f" (not counted: {deals:,} deals, {refused:,} lines without a score)"
        print_table(title, ["variant", "sheet", "games", "wins", "won", "mean score"], rows, 4)
