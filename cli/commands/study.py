"""`solit study`: verdicts, or a player's games, over many seeds."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from solit.cli.parameters import (
    MEMORY,
    TIMEOUT,
    Jobs,
    Memory,
    Nodes,
    Quiet,
    Settings,
    Timeout,
    Variant,
    parse_seeds,
    parse_settings,
)

if TYPE_CHECKING:
    from solit.cli.studies.file import StudyFile
    from solit.cli.studies.plan import Plan
    from solit.cli.studies.work import Sink


def _complete_players(incomplete: str) -> list[str]:
    from solit.cli.studies.plan import PLAYERS

    return [name for name in PLAYERS if name.startswith(incomplete)]


def study(
    ctx: typer.Context,
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE]...", help="Finished parts, with --report.", show_default=False)
    ] = None,
    variant: Variant = None,
    settings: Settings = None,
    seeds: Annotated[
        str | None, typer.Option(metavar="A..B", help="A range of seeds, both ends included.", show_default=False)
    ] = None,
    player: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="solver (every card known), or simple or sampling, which see what lies face up.",
            autocompletion=_complete_players,
        ),
    ] = "solver",
    samples: Annotated[int, typer.Option(metavar="K", min=1, help="Samples a decision (sampling).")] = 8,
    sample_nodes: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="Positions for the solver to visit in each sample (sampling)."),
    ] = 2000,
    timeout: Timeout = TIMEOUT,
    nodes: Nodes = 0,
    memory: Memory = MEMORY,
    out: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Append the lines to FILE and go on where it ends.", show_default=False),
    ] = None,
    jobs: Jobs = 1,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Work on a Dask cluster (needs solit[cluster]).", show_default=False),
    ] = None,
    report: Annotated[bool, typer.Option("--report", help="Summarise and merge finished parts; no new seeds.")] = False,
    html: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write a page with plots, too.", show_default=False)
    ] = None,
    plots: Annotated[bool, typer.Option("--plots", help="Draw the plots in the terminal, too.")] = False,
    quiet: Quiet = False,
) -> int:
    """Solve the deals of many seeds, or let a player play them, and summarise.

    Each seed becomes a line: its deal with `solution` (or the game with `validation` and `score`) and `study`. With
    --out the lines go to a file and the summary, as JSON, to stdout; a study that was broken off goes on where it
    stopped. Without it lines go to stdout and the summary to stderr. With --jobs or --scheduler lines come in the order
    in which seeds are done. Undecided deals widen the 95% intervals: their low
    ends take them as lost, their high ends as won. Exit code 3 when a seed stayed undecided.

    \b
    solit study --variant chinese --seeds 1..1000 --nodes 100000 --out chinese.jsonl --jobs 2
    solit study --variant suspense --seeds 1..500 --player simple --plots > games.jsonl
    solit study --report part1.jsonl part2.jsonl --out whole.jsonl --html whole.html
    """
    from solit.cli.studies.plan import PLAYERS, Plan

    if report:
        from solit.cli.studies.report import merge_parts

        _refuse_idle(ctx, set(ctx.params) - {"files", "out", "report", "html", "plots", "quiet"}, "with --report")
        return merge_parts(files or [], out, html, plots, quiet)
    if files:
        raise typer.BadParameter("files are read with --report only")
    if seeds is None:
        raise typer.BadParameter("--seeds A..B says which deals")
    if player not in PLAYERS:
        raise typer.BadParameter(f"--player {player[:40]}: there are {', '.join(PLAYERS)}")
    if scheduler is not None and jobs > 1:
        raise typer.BadParameter("--scheduler says where to work: it excludes --jobs")
    if player != "solver":
        _refuse_idle(ctx, {"timeout", "nodes", "memory"}, f"with --player {player}")
    if player != "sampling":
        _refuse_idle(ctx, {"samples", "sample_nodes"}, "without --player sampling")
    first, last = parse_seeds(seeds)
    if first < 0 or last >= 2**64:
        raise typer.BadParameter(f"--seeds {seeds[:90]}: seeds are 0..{2**64 - 1}")
    import solit

    chosen = "klondike" if variant is None else variant
    plan = Plan(
        chosen,
        _given(chosen, parse_settings(chosen, settings)),
        player,
        solit.__version__,
        parameters={"samples": samples, "nodes": sample_nodes} if player == "sampling" else {},
        limits=_limits(timeout, nodes, memory) if player == "solver" else {},
    )
    return Run(plan, out, quiet).go(first, last, jobs, scheduler, html, plots)


def _refuse_idle(ctx: typer.Context, names: set[str], where: str) -> None:
    """Refuse options that were given though nothing heeds them there."""
    for parameter in ctx.command.params:
        source = ctx.get_parameter_source(parameter.name or "")
        if parameter.name in names and source is not None and source.name != "DEFAULT":
            raise typer.BadParameter(f"{max(parameter.opts, key=len)} means nothing {where}")


def _given(variant: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options that differ from the defaults, in the variant's order: equal studies are written alike."""
    from solit.engine.rules import options_of

    return {
        option.name: options[option.name]
        for option in options_of(variant)
        if options.get(option.name, option.default) != option.default
    }


def _limits(timeout: float, nodes: int, memory: int) -> dict[str, float]:
    limits: dict[str, float] = {}
    if timeout:
        limits["timeout"] = timeout
    if nodes:
        limits["nodes"] = nodes
    limits["memory"] = memory
    return limits


class Run:
    """One call of `solit study`: where the lines go, what was counted."""

    def __init__(self, plan: "Plan", out: str | None, quiet: bool) -> None:
        from solit.cli.lines.streams import Output
        from solit.cli.studies.summary import Tally

        self.plan = plan
        self.out = out
        self.quiet = quiet
        self.study = plan.study
        self.tally: Tally = Tally(self.study)
        self.output = Output()

    def go(self, first: int, last: int, jobs: int, scheduler: str | None, html: str | None, plots: bool) -> int:
        """Do the seeds first..last that are not done yet; returns the exit code."""
        from solit.cli.lines.files import check_writable
        from solit.cli.lines.streams import encode
        from solit.cli.studies.file import StudyFile
        from solit.cli.studies.telling import tell

        if html is not None:
            check_writable(html)
        file: StudyFile | None = None
        if self.out is not None:
            head = encode({"solit": 1, "variant": self.plan.variant, "options": self.plan.options})[:-2]
            file = StudyFile(self.out, self.study, head)
            for result in file.found:
                self.tally.add(result)
        try:
            self._work(file, first, last, jobs, scheduler)
        finally:
            if file is not None:
                file.close()
            self.output.flush()
        return tell(self.tally, self.output, self.out is not None, html, plots, self.quiet)

    def _work(self, file: "StudyFile | None", first: int, last: int, jobs: int, scheduler: str | None) -> None:
        from solit.cli.studies.progress import progress_line

        done = set(self.tally.results)
        left = last - first + 1 - sum([1 for seed in done if first <= seed <= last])
        seeds = (seed for seed in range(first, last + 1) if seed not in done)
        with progress_line(self.tally, left, shown=not self.quiet) as grown:
            sink = self._sink(file, grown)
            if scheduler is not None:
                from solit.cli.studies.cluster import work_on_cluster

                work_on_cluster(self.plan, seeds, sink, scheduler)
            elif jobs > 1 and left > 1:
                from solit.cli.studies.work import work_in_processes

                work_in_processes(self.plan, seeds, sink, min(jobs, left))
            else:
                from solit.cli.studies.work import work_here

                work_here(self.plan, seeds, sink)

    def _sink(self, file: "StudyFile | None", grown: Any) -> "Sink":
        import orjson

        from solit.cli.studies.file import read_result

        def sink(data: bytes) -> None:
            fresh = []
            for line in data.splitlines(keepends=True):
                if self.tally.add(read_result(orjson.loads(line), "a result")[0]):
                    fresh.append(line)  # a seed is written once, whatever a lost worker may still send
            if file is not None:
                file.write(b"".join(fresh))
            else:
                self.output.write(b"".join(fresh))
                self.output.flush()
            grown()

        return sink
