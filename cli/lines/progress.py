"""How far a long command is, on stderr where that is a terminal; rich is imported only then."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

REFRESH_SECONDS = 0.1


class Count:
    """To be called with how many lines were done and their worst exit code; shows nothing."""

    def __call__(self, lines: int, code: int) -> None:
        pass

    def bounds(self, best: int | None, bound: int | None) -> None:
        """Tell of the line in hand what is the best found, and what nothing exceeds."""


class _Shown(Count):
    def __init__(self, show: Callable[[str], None]) -> None:
        self._show = show
        self._total = {0: 0, 1: 0, 2: 0, 3: 0}
        self._told = ""

    def __call__(self, lines: int, code: int) -> None:
        total = self._total
        total[code] = total.get(code, 0) + lines
        told = f"{sum(total.values()):,} done: {total[0]:,} yes, {total[1]:,} no"
        told += f", {total[3]:,} undecided" if total[3] else ""
        told += f", {total[2]:,} unreadable" if total[2] else ""
        self._told = told
        self._show(told)

    def bounds(self, best: int | None, bound: int | None) -> None:
        least = "nothing yet" if best is None else f"{best:,}"
        self._show(f"{self._told or '0 done'}; in hand: {least}" + ("" if bound is None else f", bound {bound:,}"))


@contextmanager
def counting(what: str, jobs: int, shown: bool = True) -> Iterator[Count]:
    """Within this context: what to call with how many lines were done and their worst exit code.

    The clock ticks between lines, too, where all is done in this process (`jobs` is 1).
    """
    if not shown or sys.stderr is None or not sys.stderr.isatty():  # None: started without one
        yield Count()
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    # what ticks is a thread, and processes are not to be forked beside one
    ticks, drawn = jobs == 1, 0.0
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=ticks) as progress:
        task = progress.add_task(f"{what}: 0 done")
        progress.refresh()

        def show(told: str) -> None:
            nonlocal drawn
            now = monotonic()
            due = not ticks and now - drawn >= REFRESH_SECONDS
            drawn = now if due else drawn
            progress.update(task, description=f"{what}: {told}", refresh=due)

        yield _Shown(show)
