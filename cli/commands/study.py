"""`solit study`: verdicts, or a player's games, over many seeds."""

from typing import Annotated

import typer

from solit.cli.parameters import (
    MEMORY,
    MOST_NODES,
    TIMEOUT,
    Jobs,
    Memory,
    Nodes,
    Quiet,
    Settings,
    Shuffle,
    Timeout,
    Variant,
    parse_settings,
    refuse_idle,
)


def _complete_players(incomplete: str) -> list[str]:
    from solit.engine.study import PLAYERS

    return [name for name in PLAYERS if name.startswith(incomplete)]


def study(
    ctx: typer.Context,
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE]...", help="Finished parts, with --report.", show_default=False)
    ] = None,
    variant: Variant = None,
    settings: Settings = None,
    seeds: Annotated[
        str | None,
        typer.Option(
            metavar="A..B,C,…", help="Ranges of seeds, both ends included, and single ones.", show_default=False
        ),
    ] = None,
    shuffle: Shuffle = "solit",
    player: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="solver (every card known), or simple or sampling, which see what lies face up.",
            autocompletion=_complete_players,
        ),
    ] = "solver",
    samples: Annotated[int, typer.Option(metavar="K", min=1, max=1_000_000, help="Samples a decision (sampling).")] = 8,
    sample_nodes: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, max=MOST_NODES, help="Positions for the solver to visit in each sample (sampling)."
        ),
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
    progress: Annotated[bool, typer.Option(help="Show on a terminal how far it is.")] = True,
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
    solit study --shuffle ms --seeds 1..32000 --nodes 10000 --out ms.jsonl
    solit study --report part1.jsonl part2.jsonl --out whole.jsonl --html whole.html
    """
    from solit.engine.study import PLAYERS, Plan

    if report:
        from solit.cli.lines.files import check_files
        from solit.cli.studies.report import merge_parts

        heeded = {"files", "out", "report", "html", "plots", "quiet", "progress"}
        refuse_idle(ctx, set(ctx.params) - heeded, "with --report")
        # with --out - the lines go to stdout, and the summary to stderr
        check_files(files or None, {"--out": out, "--html": html}, stdout=out != "-")
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
        refuse_idle(ctx, {"timeout", "nodes", "memory"}, f"with --player {player}")
    if player != "sampling":
        refuse_idle(ctx, {"samples", "sample_nodes"}, "without --player sampling")
    from solit.cli.lines.files import check_files
    from solit.cli.lines.seeds import parse_seed_list
    from solit.cli.studies.run import Place, Run
    from solit.deals.shuffles import check_seeds

    out = None if out == "-" else out  # stdout is where lines go without it
    check_files(None, {"--out": out, "--html": html})

    chosen = "klondike" if variant is None else variant
    asked = parse_seed_list(seeds)
    for first, last in asked.ranges:
        check_seeds(shuffle, chosen, range(first, last + 1))
    plan = Plan(
        chosen,
        parse_settings(chosen, settings),
        player,
        parameters={"samples": samples, "nodes": sample_nodes} if player == "sampling" else {},
        limits=_limits(timeout, nodes, memory) if player == "solver" else {},
        shuffle=shuffle,
    )
    run = Run(plan, asked, out, quiet, progress)
    return run.go(Place(jobs, scheduler), html, plots)


def _limits(timeout: float, nodes: int, memory: int) -> dict[str, float]:
    limits: dict[str, float] = {}
    if timeout:
        limits["timeout"] = timeout
    if nodes:
        limits["nodes"] = nodes
    limits["memory"] = memory
    return limits
