"""What `solit study` tells at its end: the summary as JSON and as a table, plots, a page."""

import os
from collections.abc import Iterator

from solit.cli.lines.files import write_file
from solit.cli.lines.filter import UNDECIDED, YES
from solit.cli.lines.streams import Output, encode
from solit.cli.studies.summary import Tally


def tell(tally: Tally, output: Output, to_stdout: bool, html: str | None, plots: bool, quiet: bool) -> int:
    """Give the summary: as JSON on stdout (or stderr), as a table, as plots, as a page; returns the exit code."""
    if not quiet:
        tally.print()
        if plots:
            from solit.cli.studies.plots import print_plots

            print_plots(tally)
    summary = encode(tally.summary())
    if to_stdout:
        output.write(summary)
        output.flush()
    elif not quiet:
        _on_stderr(summary)
    if html is not None:
        from solit.cli.studies.html import page

        write_file(html, page(tally))  # last: if it fails, all else is told
    return UNDECIDED if tally.unknown else YES


def _on_stderr(data: bytes) -> None:
    try:
        os.write(2, data)
    except OSError:
        return  # nobody is listening


def ranges(seeds: list[int]) -> Iterator[tuple[int, int]]:
    """Ascending seeds as ranges, both ends included."""
    begin = end = None
    for seed in seeds:
        if begin is None or end is None or seed != end + 1:
            if begin is not None and end is not None:
                yield begin, end
            begin = seed
        end = seed
    if begin is not None and end is not None:
        yield begin, end
