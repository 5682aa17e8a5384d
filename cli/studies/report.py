"""`solit study --report`: parts of a study, from several machines, put together."""

from collections.abc import Iterable, Iterator
from typing import Any

import typer

from solit.cli.studies.file import Refusals, at, read_parts
from solit.engine.study import FAILED, StudyFault, Tally, check_same


def merge_parts(paths: list[str], out: str | None, html: str | None, plots: bool, quiet: bool) -> int:
    """Merge finished parts and summarise them; returns the exit code.

    A seed that stands in several parts counts once, a decided verdict before an undecided one, and the summary says
    how many there were (`overlap`). A line that is none of a study is refused and does not count. Raises `StudyFault`
    where parts are not of one study or contradict each other.
    """
    from solit.cli.lines.files import check_writable
    from solit.cli.lines.streams import Output, say
    from solit.cli.studies.telling import Ending, tell

    if not paths:
        raise typer.BadParameter("--report needs the files of finished parts")
    if html is not None:
        check_writable(html)
    tally: Tally | None = None
    lines: dict[int, dict[str, Any]] = {}
    overlap: set[int] = set()
    refusals = Refusals(quiet)
    for result, study, obj, where in read_parts(paths, refusals):
        if tally is None:
            tally = Tally(study)
        with at(where):
            check_same(tally.study, study)
            known = tally.results.get(result.seed)
            if known is not None and known.outcome != FAILED:
                overlap.add(result.seed)
            if tally.add(result) and out is not None:
                lines[result.seed] = obj
    if tally is None:
        raise StudyFault("not-a-study", "the files hold no line of a study")
    tally.overlap = sorted(overlap)
    if overlap:
        told = ", ".join([str(a) if a == b else f"{a}..{b}" for a, b in ranges(tally.overlap)][:5])
        say(f"{len(overlap):,} seeds stand in the parts more than once and count once: {told}", quiet)
    if out is not None:
        _write(out, [lines[seed] for seed in sorted(lines)])
    return tell(tally, Output(), Ending(out != "-", html, plots, quiet, refusals.count))


def _write(path: str, objects: list[dict[str, Any]]) -> None:
    """Write the merged lines, sorted by seed, to a new file."""
    from solit.cli.lines.files import whole_file
    from solit.cli.lines.streams import encode

    with whole_file(path, fresh=True) as file:  # the parts themselves, or another study, are not overwritten
        for obj in objects:
            file.write(encode(obj))


def ranges(seeds: Iterable[int]) -> Iterator[tuple[int, int]]:
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
