"""The live line of a study on stderr: how far, how fast, how long still, the interval so far."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from solit.cli.lines.progress import REFRESH_SECONDS
from solit.engine.study import Tally, percent


@contextmanager
def progress_line(tally: Tally, before: int, total: int, shown: bool) -> Iterator[Callable[[], None]]:
    """Within this context: a function to call when the tally has grown.

    `total`: seeds that were asked for; `before`: those of them that were done at the beginning.

    Nothing is shown, and rich not imported, where stderr is no terminal.
    """
    if not shown or sys.stderr is None or not sys.stderr.isatty():  # None: started without one
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[told]}"),
    )
    begun, counted, drawn = monotonic(), tally.seeds, 0.0
    # refreshed from here, not from a thread: processes are forked while it is shown
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as progress:
        task = progress.add_task("study", completed=before, total=total, rate="", told="")
        progress.refresh()

        def grown() -> None:
            nonlocal drawn
            now = monotonic()
            if now - drawn < REFRESH_SECONDS:
                return
            drawn = now
            done = tally.seeds - counted
            told = f"won {percent(tally.wilson())}" + (f", {tally.unknown:,} undecided" if tally.unknown else "")
            told += f", {tally.failed:,} failed" if tally.failed else ""
            rate = f"{done / max(now - begun, 1e-9):.1f}/s"
            progress.update(task, completed=before + done, rate=rate, told=told, refresh=True)

        yield grown
