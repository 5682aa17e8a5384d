"""`solit score`: score recorded games."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from solit.cli.parameters import By, EventFile, Files, Jobs, Quiet, SheetName, TimeBonus, Timed, check_by, check_event

if TYPE_CHECKING:
    from solit.cli.lines.filter import Filter, Item
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
    jobs: Jobs = 1,
    quiet: Quiet = False,
) -> int:
    """Score recorded games, item by item, and add `score`.

    An illegal game has no score: its line gets an `error`. What was taken back counts for nothing.

    \b
    solit score games.jsonl | jq .score.total
    solit score --sheet cards --summary games.jsonl > /dev/null
    solit score --sheet club.toml games.jsonl
    solit score --event deals.jsonl games.jsonl
    """
    from functools import partial

    from solit.cli.lines.enrich import enrich
    from solit.cli.parameters import read_sheet

    chosen = None if sheet is None else read_sheet(sheet)
    check_event(event, timed)
    check_by(by, summary)
    make = partial(score_filter, sheet=chosen, time_bonus=time_bonus, summary=summary, event=event, timed=timed, by=by)
    toml = sheet.rfind(".toml") if sheet is not None else -1  # FILE.toml or FILE.toml:NAME
    read = [event, sheet[: toml + 5] if sheet is not None and toml >= 0 else None]
    return enrich(files or [], make, beside=read, quiet=quiet, jobs=jobs)


def score_filter(
    sheet: "Sheet | None",
    time_bonus: int | None,
    summary: bool,
    event: str | None = None,
    timed: bool = False,
    by: str | None = None,
) -> "Filter":
    """The filter of `solit score` with its options; `event` names a file."""
    from solit.cli.lines.filter import NO, YES, Filter, add_claims, add_membership
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
        if table is not None:
            table.count(obj, judged, told)
        code = YES
        if judged.claim is not None:
            code = YES if add_claims(told, judged.false_claims(sheet, time_bonus)) else NO
        if deals is not None and not add_membership(told, deals.find(judged, obj)):
            code = NO
        return code

    return Filter(("score",), answer, table=table)
