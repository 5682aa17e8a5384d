"""`solit study --report`: parts of a study, from several machines, put together."""

from typing import Any

import typer

from solit.cli.studies.file import Result, StudyFault, check_same, read_parts
from solit.cli.studies.summary import Tally


def merge_parts(paths: list[str], out: str | None, html: str | None, plots: bool, quiet: bool) -> int:
    """Merge finished parts and summarise them; returns the exit code.

    A seed that stands in several parts counts once, a decided verdict before an undecided one, and the summary says
    how many there were (`overlap`). Raises `StudyFault` where parts are not of one study or contradict each other.
    """
    from solit.cli.lines.files import check_writable
    from solit.cli.lines.streams import Output, say
    from solit.cli.studies.telling import ranges, tell

    if not paths:
        raise typer.BadParameter("--report needs the files of finished parts")
    if html is not None:
        check_writable(html)
    tally: Tally | None = None
    lines: dict[int, dict[str, Any]] = {}
    overlap: set[int] = set()
    for result, study, obj, where in read_parts(paths):
        if tally is None:
            tally = Tally(study)
        check_same(tally.study, study, where)
        if tally.add(result):
            if out is not None:
                lines[result.seed] = obj
            continue
        overlap.add(result.seed)
        known = tally.results[result.seed]
        _check_agreement(known, result, where)
        if known.outcome == "unknown" != result.outcome:
            tally.replace(result)
            lines[result.seed] = obj
    if tally is None:
        raise StudyFault("not-a-study", "the files hold no line of a study")
    tally.overlap = sorted(overlap)
    if overlap:
        told = ", ".join([str(a) if a == b else f"{a}..{b}" for a, b in ranges(tally.overlap)][:5])
        say(f"{len(overlap):,} seeds stand in the parts more than once and count once: {told}", quiet)
    if out is not None:
        _write(out, [lines[seed] for seed in sorted(lines)])
    return tell(tally, Output(), True, html, plots, quiet)


def _check_agreement(known: Result, other: Result, where: str) -> None:
    outcomes = {known.outcome, other.outcome} - {"unknown"}
    if len(outcomes) > 1 or known.score != other.score:
        raise StudyFault(
            "parts-disagree",
            f"{where} says of seed {other.seed} {other.outcome}, an earlier part {known.outcome}",
        )


def _write(path: str, objects: list[dict[str, Any]]) -> None:
    """Write the merged lines, sorted by seed, to a new file."""
    from solit.cli.lines.files import whole_file
    from solit.cli.lines.streams import encode

    with whole_file(path, fresh=True) as file:  # the parts themselves, or another study, are not overwritten
        for obj in objects:
            file.write(encode(obj))
