"""`solit score`: score recorded games."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from solit.cli.parameters import (
    MEMORY,
    TIMEOUT,
    By,
    EventFile,
    Files,
    Jobs,
    Memory,
    Nodes,
    Quiet,
    SheetName,
    TimeBonus,
    Timed,
    Timeout,
    check_by,
    check_event,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from solit.cli.lines.filter import Filter, Item
    from solit.deals.records import Judged
    from solit.engine.objects import BestPlayObject
    from solit.engine.sheets import Sheet


def score(
    files: Files = None,
    sheet: SheetName = None,
    time_bonus: TimeBonus = None,
    event: EventFile = None,
    timed: Timed = False,
    summary: Annotated[
        bool, typer.Option("--summary", help="A table on stderr: games, wins and the mean score of each variant.")
    ] = False,
    by: By = None,
    par: Annotated[
        bool, typer.Option("--par", help="Add what the deal was worth: the best total, with its bound.")
    ] = False,
    timeout: Timeout = TIMEOUT,
    nodes: Nodes = 0,
    memory: Memory = MEMORY,
    jobs: Jobs = 1,
    quiet: Quiet = False,
) -> int:
    """Score recorded games, item by item, and add `score`.

    An illegal game has no score: its line gets an `error`. What was taken back counts for nothing. `--par` adds what
    the deal was worth without the clock, as `solit solve --goal score --at 0` finds it under the same limits; exit code
    3 where that is not proved.

    \b
    solit score games.jsonl | jq .score.total
    solit score --sheet cards --summary games.jsonl > /dev/null
    solit score --sheet club.toml games.jsonl
    solit score --event deals.jsonl games.jsonl
    """
    from functools import partial

    from solit.cli.lines.enrich import enrich
    from solit.cli.parameters import read_sheet, sheet_file

    chosen = None if sheet is None else read_sheet(sheet)
    check_event(event, timed)
    check_by(by, summary)
    make = partial(score_filter, sheet=chosen, time_bonus=time_bonus, summary=summary, event=event, timed=timed, by=by)
    if par:
        make = partial(make, par=partial(par_of, sheet=chosen, timeout=timeout, nodes=nodes, memory=memory))
    return enrich(files or [], make, beside=[event, sheet_file(sheet)], quiet=quiet, jobs=jobs, one_by_one=par)


def par_of(judged: "Judged", sheet: "Sheet | None", timeout: float, nodes: int, memory: int) -> "BestPlayObject":
    """What the game was worth at its start; limits as on the command line."""
    from solit.engine.best.solver import find_best

    game, start = judged.game, judged.start
    return find_best(game, start, sheet=sheet, timeout=timeout or None, nodes=nodes or None, memory=memory).told()


def score_filter(
    sheet: "Sheet | None",
    time_bonus: int | None,
    summary: bool,
    event: str | None = None,
    timed: bool = False,
    by: str | None = None,
    par: "Callable[[Judged], BestPlayObject] | None" = None,
) -> "Filter":
    """The filter of `solit score` with its options; `event` names a file, `par` says what a game was worth."""
    from solit.cli.lines.filter import NO, UNDECIDED, YES, Filter, add_claims, add_membership, worse
    from solit.cli.lines.summary import ScoreSummary
    from solit.cli.parameters import read_event
    from solit.deals.records import judge

    table = ScoreSummary(by) if summary else None
    deals = None if event is None else read_event(event, timed)

    def answer(item: "Item") -> int:
        obj = item.obj
        judged = judge(obj)
        if judged.error is not None:
            raise judged.error
        told: dict[str, Any] = {**judged.score(sheet, time_bonus).as_dict()}
        obj["score"] = told
        if par is not None:
            told["par"] = par(judged)
        if table is not None:
            table.count(obj, judged, told)
        code = YES
        if judged.claim is not None:
            code = YES if add_claims(told, judged.false_claims(sheet, time_bonus)) else NO
        if deals is not None and not add_membership(told, deals.find(judged, obj)):
            code = NO
        return code if par is None or told["par"]["proved"] else worse(code, UNDECIDED)

    return Filter(("score",), answer, table=table)
