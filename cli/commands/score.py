"""`solit score`: score recorded games."""

from typing import TYPE_CHECKING, Annotated

import typer

from solit.cli.parameters import Files, Jobs, Quiet

if TYPE_CHECKING:
    from solit.cli.lines.filter import Filter, Item
    from solit.engine.sheets import Sheet


def _complete_sheets(incomplete: str) -> list[str]:
    from solit.engine.sheets import SHEETS

    return [name for name in SHEETS if name.startswith(incomplete)]


def score(
    files: Files = None,
    sheet: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE.toml",
            help="game-colony, standard, vegas, cards or one of a file; by default the variant's own.",
            show_default=False,
            autocompletion=_complete_sheets,
        ),
    ] = None,
    time_bonus: Annotated[
        int | None,
        typer.Option(
            metavar="POINTS",
            min=0,
            help="Points for an unused second; by default what the sheet gives, 1 on game-colony.",
            show_default=False,
        ),
    ] = None,
    summary: Annotated[
        bool, typer.Option("--summary", help="A table on stderr: games, wins and the mean score of each variant.")
    ] = False,
    jobs: Jobs = 1,
    quiet: Quiet = False,
) -> int:
    """Score recorded games, item by item, and add `score`.

    An illegal game has no score: its line gets an `error`. What was taken back counts for nothing.

    \b
    solit score games.jsonl | jq .score.total
    solit score --sheet cards --summary games.jsonl > /dev/null
    solit rules --sheets > club.toml; solit score --sheet club.toml:vegas games.jsonl
    """
    from functools import partial

    from solit.cli.lines.enrich import enrich
    from solit.cli.parameters import read_sheet

    chosen = None if sheet is None else read_sheet(sheet)
    make = partial(score_filter, sheet=chosen, time_bonus=time_bonus, summary=summary)
    return enrich(files or [], make, quiet=quiet, jobs=jobs)


def score_filter(sheet: "Sheet | None", time_bonus: int | None, summary: bool) -> "Filter":
    """The filter of `solit score` with its options."""
    from solit.cli.lines.filter import NO, YES, Filter
    from solit.cli.lines.summary import ScoreSummary
    from solit.deals.records import judge

    table = ScoreSummary() if summary else None

    def answer(item: "Item") -> int:
        obj = item.obj
        judged = judge(obj)
        if judged.error is not None:
            raise judged.error
        told = judged.score(sheet, time_bonus).as_dict()
        obj["score"] = told
        if table is not None:
            table.count(judged, told)
        if judged.claim is None:
            return YES
        told["claim_ok"] = judged.claim_holds(sheet, time_bonus)
        return YES if told["claim_ok"] else NO

    return Filter(("score",), answer, table=table)
