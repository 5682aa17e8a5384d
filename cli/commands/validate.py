"""`solit validate`: replay records by the rules."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from solit.cli.parameters import By, EventFile, Files, Jobs, Quiet, Timed, check_by, check_event

if TYPE_CHECKING:
    from solit.cli.lines.filter import Filter, Item
    from solit.engine.moves import Event


def validate(
    files: Files = None,
    events: Annotated[bool, typer.Option("--events", help="Add what each entry did, as `validation.events`.")] = False,
    only_bad: Annotated[
        bool, typer.Option("--only-bad", help="Write only lines that can't be read, illegal games and false claims.")
    ] = False,
    summary: Annotated[bool, typer.Option("--summary", help="A table on stderr: variants, statuses, codes.")] = False,
    by: By = None,
    show: Annotated[bool, typer.Option("--show", help="Print a line a game for people, instead of JSON.")] = False,
    event: EventFile = None,
    timed: Timed = False,
    jobs: Jobs = 1,
    quiet: Quiet = False,
) -> int:
    """Replay recorded games by the rules, and add `validation`.

    A wrong move gets its index, the reason and the position before it; a deck all its defects at once. Exit code 1
    for an illegal game or a false claim, 2 for a line that can't be read.

    \b
    solit validate games.jsonl
    solit validate --event deals.jsonl games.jsonl
    solit validate --show --summary --by _player games.jsonl
    solit validate --only-bad --summary games.jsonl.gz > bad.jsonl
    solit deal --seeds 1..9 | solit validate | jq -r .validation.status
    """
    from functools import partial

    from solit.cli.lines.enrich import enrich

    check_event(event, timed)
    check_by(by, summary)
    if show and events:
        raise typer.BadParameter("--events adds to the JSON that --show leaves out")
    make = partial(
        validation_filter, events=events, only_bad=only_bad, summary=summary, event=event, timed=timed, by=by, show=show
    )
    return enrich(files or [], make, beside=[event], quiet=quiet, jobs=jobs)


def validation_filter(
    events: bool,
    only_bad: bool,
    summary: bool,
    event: str | None = None,
    timed: bool = False,
    by: str | None = None,
    show: bool = False,
) -> "Filter":
    """The filter of `solit validate` with its options; `event` names a file."""
    from solit.cli.lines.filter import NO, YES, Filter, add_claims, add_membership, error_object
    from solit.cli.parameters import read_event
    from solit.deals.records import judge

    deals = None if event is None else read_event(event, timed)

    def answer(item: "Item") -> int:
        obj = item.obj
        judged = judge(obj, logging=events)
        if judged.error is not None:
            validation: dict[str, Any] = {"valid": False, "status": None, "moves": judged.error.index}
            validation["error"] = error_object(judged.error, item.line, item.file)
            code = NO
        else:
            validation = {"valid": True, "status": judged.status}
            if judged.reason is not None:
                validation["reason"] = judged.reason
            validation["moves"] = judged.entries
            if judged.source is not None:
                validation["source"] = judged.source
            code = YES
            if judged.claim is not None:
                code = YES if add_claims(validation, judged.false_claims()) else NO
        if deals is not None and not add_membership(validation, deals.find(judged, obj)):
            code = NO
        if events:
            validation["events"] = [[event_object(event) for event in entry] for entry in judged.events]
        obj["validation"] = validation
        return code

    filter_ = Filter(("validation",), answer, only_bad)
    if summary:
        from solit.cli.lines.summary import ValidationSummary

        filter_.table = ValidationSummary(by)
    if show:
        from solit.cli.lines.verdicts import verdict_line

        filter_.tell = verdict_line
    return filter_


def event_object(event: "Event") -> dict[str, Any]:
    """An event with cards and places by name; what has no meaning for it is left out."""
    from solit.engine.cards import card_text
    from solit.engine.moves import PLACES

    told: dict[str, Any] = {"event": event.kind}
    if event.card is not None:
        told["card"] = card_text(event.card)
    if event.source is not None:
        told["from"] = PLACES[event.source]
    if event.target is not None:
        told["to"] = PLACES[event.target]
    return told
