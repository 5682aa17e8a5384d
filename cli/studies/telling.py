"""What `solit study` tells at its end: the summary as JSON and as a table, plots, a page."""

import os
from typing import NamedTuple

from solit.cli.lines.files import write_file
from solit.cli.lines.filter import UNDECIDED, UNREADABLE, YES
from solit.cli.lines.streams import Output, encode
from solit.cli.studies.made import made
from solit.engine.study import Tally


class Ending(NamedTuple):
    """How the end is told: the summary on stdout (else on stderr), a page, plots, no sentences.

    `refused`: lines that were read back and do not count. `jobs`: processes that worked on seeds; None without.
    """

    to_stdout: bool
    html: str | None
    plots: bool
    quiet: bool
    refused: int = 0
    jobs: int | None = None


def tell(tally: Tally, output: Output, ending: Ending) -> int:
    """Give the summary: as JSON on stdout (or stderr), as a table, as plots, as a page; returns the exit code."""
    if not ending.quiet:
        _print_table(tally)
        if ending.plots:
            from solit.cli.studies.plots import print_plots

            print_plots(tally)
    origin = made(ending.jobs)
    summary = encode({**tally.summary(), "made": origin})
    if ending.to_stdout:
        output.write(summary)
        output.flush()
    elif not ending.quiet:
        _on_stderr(summary)
    if ending.html is not None:
        from solit.cli.studies.html import page

        write_file(ending.html, page(tally, origin))  # last: if it fails, all else is told
    if ending.refused or tally.failed:
        return UNREADABLE
    return UNDECIDED if tally.unknown else YES


def _print_table(tally: Tally) -> None:
    from solit.cli.lines.summary import print_table

    study = tally.study
    options = "".join([f" {name}={value}" for name, value in study["options"].items()])
    options += f", seeds of {study['shuffle']}" if "shuffle" in study else ""
    print_table(f"solit study: {study['variant']}{options}, {study['player']}", ["", "", ""], tally.rows(), 0)


def _on_stderr(data: bytes) -> None:
    try:
        os.write(2, data)
    except OSError:
        return  # nobody is listening
