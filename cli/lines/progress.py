"""How far a long command is, on stderr where that is a terminal; rich is imported only then."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

REFRESH_SECONDS = 0.1


@contextmanager
def counting(what: str, jobs: int, shown: bool = True) -> Iterator[Callable[[int, int], None]]:
    """Within this context: a function to call with how many lines were done and their worst exit code.

    The clock ticks between lines, too, where all is done in this process (`jobs` is 1).
    """
    if not shown or sys.stderr is None or not sys.stderr.isatty():  # None: started without one
        yield lambda lines, code: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    # what ticks is a thread, and processes are not to be forked beside one
    ticks, drawn = jobs == 1, 0.0
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=ticks) as progress:
        task = progress.add_task(f"{what}: 0 done")
        progress.refresh()
        total = {0: 0, 1: 0, 2: 0, 3: 0}

        def count(lines: int, code: int) -> None:
            nonlocal drawn
            total[code] = total.get(code, 0) + lines
            told = f"{sum(total.values()):,} done: {total[0]:,} yes, {total[1]:,} no"
            told += f", {total[3]:,} undecided" if total[3] else ""
            told += f", {total[2]:,} unreadable" if total[2] else ""
            now = monotonic()
            due = not ticks and now - drawn >= REFRESH_SECONDS
            drawn = now if due else drawn
            progress.update(task, description=f"{what}: {told}", refresh=due)

        yield count
