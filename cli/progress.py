"""How far a long command is, on stderr where that is a terminal; rich is imported only then."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def counting(what: str, shown: bool = True) -> Iterator[Callable[[int, int], None]]:
    """Within this context: a function to call with how many lines were done and their worst exit code."""
    if not shown or sys.stderr is None or not sys.stderr.isatty():  # None: started without one
        yield lambda lines, code: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{what}: 0 done")
        total = {0: 0, 1: 0, 2: 0, 3: 0}

        def count(lines: int, code: int) -> None:
            total[code] = total.get(code, 0) + lines
            told = f"{sum(total.values()):,} done: {total[0]:,} yes, {total[1]:,} no"
            told += f", {total[3]:,} undecided" if total[3] else ""
            progress.update(task, description=f"{what}: {told}{f', {total[2]:,} unreadable' if total[2] else ''}")

        yield count
