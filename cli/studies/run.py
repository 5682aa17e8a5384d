"""One call of `solit study` over seeds: what is there, what is left, where the lines go, what was counted."""

from typing import NamedTuple

from solit.cli.lines.seeds import Seeds
from solit.cli.lines.streams import Output, decode, encode, say
from solit.cli.studies.file import Refusals, StudyFile
from solit.cli.studies.progress import progress_line
from solit.cli.studies.telling import Ending, tell
from solit.engine.errors import SolitError
from solit.engine.study import FAILED, Plan, Tally, read_result


class Place(NamedTuple):
    """Where seeds are worked on: in so many processes, or on the Dask cluster of a scheduler."""

    jobs: int
    scheduler: str | None


class Run:
    """A study of some seeds. `out`: the file that their lines are appended to; None: they go to stdout."""

    def __init__(self, plan: Plan, seeds: Seeds, out: str | None, quiet: bool, progress: bool) -> None:
        self.plan = plan
        self.seeds = seeds
        self.quiet = quiet
        self.progress = progress
        self.tally = Tally(plan.study)
        self.output = Output()
        self.refusals = Refusals(quiet)
        self.file: StudyFile | None = None
        self.out = out

    def go(self, place: Place, html: str | None, plots: bool) -> int:
        """Do the seeds that are not done yet; returns the exit code."""
        from solit.cli.lines.files import check_writable

        if html is not None:
            check_writable(html)
        if self.out is not None:
            head = encode({"solit": 1, "variant": self.plan.variant, "options": self.plan.options})[:-2]
            self.file = StudyFile(self.out, self.tally, head, self.refusals)
            if self.done:
                say(f"going on after {self._told_done()}", self.quiet)
        try:
            self._work(place)
        except KeyboardInterrupt:
            self._tell_break("interrupted")
            raise
        except SolitError:  # told where the command ends
            self._tell_break("broken off")
            raise
        finally:
            if self.file is not None:
                self.file.close()
            self.output.flush()
        jobs = None if place.scheduler is not None else place.jobs
        ending = Ending(self.file is not None, html, plots, self.quiet, self.refusals.count, jobs)
        return tell(self.tally, self.output, ending)

    @property
    def done(self) -> int:
        """How many of the seeds that were asked for have a result."""
        return sum([seed in self.seeds and result.outcome != FAILED for seed, result in self.tally.results.items()])

    def _tell_break(self, how: str) -> None:
        where = "done" if self.file is None else f"in {self.file.label}; the same command goes on"
        verb = "is" if self.done == 1 else "are"
        say(f"{how}: {self._told_done()} {verb} {where}", self.quiet)

    def _told_done(self) -> str:
        return f"{self.done:,} of {self.seeds.count:,} seeds"

    def _work(self, place: Place) -> None:
        done = {seed for seed, result in self.tally.results.items() if result.outcome != FAILED}
        total, before = self.seeds.count, self.done
        left = total - before
        seeds = (seed for seed in self.seeds if seed not in done)
        with progress_line(self.tally, before, total, shown=self.progress and not self.quiet) as grown:

            def sink(data: bytes) -> None:
                self._take(data)
                grown()

            if place.scheduler is not None:
                from solit.cli.studies.cluster import work_on_cluster

                work_on_cluster(self.plan, seeds, sink, place.scheduler, self.quiet)
            elif place.jobs > 1 and left > 1:
                from solit.cli.studies.work import work_in_processes

                work_in_processes(self.plan, seeds, sink, min(place.jobs, left))
            else:
                from solit.cli.studies.work import work_here

                work_here(self.plan, seeds, sink)

    def _take(self, data: bytes) -> None:
        """Count whole lines and write those that are news: a seed is written once, whatever a worker may send."""
        lines = data.splitlines(keepends=True)
        fresh = b"".join([line for line in lines if self.tally.add(read_result(decode(line))[0])])
        if self.file is not None:
            self.file.write(fresh)
        else:
            self.output.write(fresh)
            self.output.flush()
