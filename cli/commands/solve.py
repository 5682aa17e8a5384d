"""`solit solve`: whether a position can be won, every card known, and how."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from solit.cli.parameters import MEMORY, TIMEOUT, At, Files, Goal, Jobs, Memory, Nodes, Quiet, SheetName, Timeout

if TYPE_CHECKING:
    from solit.cli.lines.filter import Filter, Item
    from solit.engine.sheets import Sheet

MOST_POINTS = 10**12
OF_THE_OLD_GAME = ("at_ms", "end_ms", "claim", "validation", "score", "analysis", "legal", "status", "position", "best")


def solve(
    files: Files = None,
    at: At = None,
    goal: Goal = "win",
    sheet: SheetName = None,
    at_least: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=-MOST_POINTS,
            max=MOST_POINTS,
            help="With --goal score: is so much to be had?",
            show_default=False,
        ),
    ] = None,
    timeout: Timeout = TIMEOUT,
    nodes: Nodes = 0,
    memory: Memory = MEMORY,
    jobs: Jobs = 1,
    quiet: Quiet = False,
    progress: Annotated[bool, typer.Option(help="Show on a terminal how far it is.")] = True,
) -> int:
    """Say whether each position can be won, every card known, and add `solution`.

    A verdict is `won` (the record's moves then go on to the win, replayed by the rules), `unwinnable` (proved) or
    `unknown` (a limit was reached). Limits hold for each record. Exit code 1 when a deal is proved unwinnable, 3 when
    one is undecided.

    With `--goal score` the best total that the record's game can still come to and with `--goal moves` the shortest win
    stand in `best`, with `bound`, which nothing exceeds, and whether it is `proved`; the record goes on with the best
    line found, also where that is no win. Exit code 3 where the bounds have not met; with `--at-least` 0 where that
    total is reached, 1 where it is proved out of reach.

    \b
    solit deal --variant chinaman --seed 1 | solit solve | jq .solution.verdict
    solit deal --seeds 1..20 | solit solve --jobs 2 --timeout 10 | solit validate --summary | solit score > won.jsonl
    solit solve --at 0 games.jsonl
    solit solve --goal score --sheet vegas games.jsonl | jq -c .solution.best
    """
    from functools import partial

    from solit.cli.lines.enrich import enrich
    from solit.cli.lines.progress import counting
    from solit.cli.parameters import check_goal, read_sheet, sheet_file

    check_goal(goal, sheet)
    if at_least is not None and goal != "score":
        raise typer.BadParameter("--at-least asks for points: it needs --goal score")
    make: Callable[..., Filter]
    if goal == "win":
        make = partial(solution_filter, at=at, timeout=timeout, nodes=nodes, memory=memory)
    else:
        chosen = None if sheet is None else read_sheet(sheet)
        make = partial(best_filter, at, goal, chosen, at_least, timeout, nodes, memory)
    with counting("solve", jobs, shown=progress and not quiet) as count:
        if goal != "win" and jobs == 1:
            make = partial(make, on_bounds=count.bounds)
        beside = [sheet_file(sheet)]
        return enrich(files or [], make, beside=beside, quiet=quiet, jobs=jobs, one_by_one=True, done=count)


def solution_filter(at: int | None, timeout: float, nodes: int, memory: int) -> "Filter":
    """The filter of `solit solve` with its options."""
    from solit.cli.lines.filter import NO, UNDECIDED, YES, Filter
    from solit.deals.records import judge
    from solit.engine.search.solver import solve as search

    codes = {"won": YES, "unwinnable": NO, "unknown": UNDECIDED}

    def answer(item: "Item") -> int:
        obj = item.obj
        judged = judge(obj, at)
        if judged.error is not None:
            raise judged.error
        found = search(judged.game, judged.state, timeout=timeout or None, nodes=nodes or None, memory=memory)
        if found.verdict == "won":
            go_on(obj, found.moves, judged.entries)
        obj["solution"] = found.as_dict()
        return codes[found.verdict]

    return Filter(("solution",), answer)


def best_filter(
    at: int | None,
    goal: str,
    sheet: "Sheet | None",
    at_least: int | None,
    timeout: float,
    nodes: int,
    memory: int,
    on_bounds: Callable[[int | None, int | None], None] | None = None,
) -> "Filter":
    """The filter of `solit solve --goal score` and `moves`; `on_bounds` is told of both bounds, again and again."""
    from solit.cli.lines.filter import NO, UNDECIDED, YES, Filter
    from solit.deals.records import judge
    from solit.engine.best.solver import find_best

    def answer(item: "Item") -> int:
        obj = item.obj
        judged = judge(obj, at)
        if judged.error is not None:
            raise judged.error
        found = find_best(
            judged.game,
            judged.state,
            goal,
            sheet,
            played=judged.played.booked,
            at_least=at_least,
            timeout=timeout or None,
            nodes=nodes or None,
            memory=memory,
            on_bounds=on_bounds,
        )
        if found.value is not None:
            go_on(obj, found.moves, judged.entries)
        obj["solution"] = found.as_dict()
        if not found.settled:
            return UNDECIDED
        if at_least is not None:
            return YES if found.reached else NO
        return NO if found.verdict == "unwinnable" else YES

    return Filter(("solution",), answer)


def go_on(obj: dict[str, Any], line: list[str], entries: int) -> None:
    """Let the record's moves up to there go on with a line; what described the old game goes."""
    old = obj.get("moves", "")
    words = (old.split() if isinstance(old, str) else old)[:entries] + line
    obj["moves"] = words if isinstance(old, list) else " ".join(words)
    for name in OF_THE_OLD_GAME:
        obj.pop(name, None)
