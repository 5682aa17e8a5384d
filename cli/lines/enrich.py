"""A filter run over files: line by line in this process, or in several."""

from collections.abc import Callable, Sequence
from functools import partial

from solit.cli.lines.files import check_files
from solit.cli.lines.filter import UNREADABLE, YES, Filter, worse
from solit.cli.lines.streams import Output, read_lines, say
from solit.cli.lines.summary import person_waits, with_line_counts


def enrich(
    paths: Sequence[str],
    make: Callable[[], Filter],
    *,
    beside: Sequence[str | None] = (),
    quiet: bool = False,
    jobs: int = 1,
    one_by_one: bool = False,
    done: Callable[[int, int], None] | None = None,
) -> int:
    """Run a filter over files and return the exit code.

    `make` builds the filter, in each of `jobs` processes where there are several (so it must be picklable: a function
    of a module, or a partial of one); `one_by_one`: they take up single lines, as each is much work. Lines keep their
    order. `done` is told how many lines were done and their worst exit code. `beside`: further files that the command
    reads.
    """
    check_files([*(paths or ["-"]), *[path for path in beside if path is not None]])
    output = Output()
    worst = YES

    def unreadable(sentence: str) -> None:
        nonlocal worst
        worst = worse(worst, UNREADABLE)
        say(sentence, quiet)

    if person_waits(quiet):
        make = partial(with_line_counts, make)
    filter_ = make()
    several = len(paths) > 1
    try:
        if jobs > 1:
            from solit.cli.lines.workers import Pool, filter_in_processes

            pool = Pool(make, filter_.table, output, jobs, several, done, one_by_one)
            worst = worse(filter_in_processes(pool, paths, unreadable), worst)
        else:
            for line in read_lines(paths, lambda _descriptor: output.flush(), unreadable):
                data, code = filter_.line(line, several)
                worst = worse(worst, code)
                if data:
                    output.write(data)
                if done is not None:
                    done(1, code)
    finally:
        output.flush()  # whatever stopped the loop: the lines that are done are whole
        if filter_.table is not None:
            filter_.table.print()
    return worst
