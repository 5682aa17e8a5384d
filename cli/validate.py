"""`solit validate`: replay records by the rules."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from solit.cli.parameters import Files, Quiet

if TYPE_CHECKING:
    from solit.engine.moves import Event
    from solit.engine.record import Record
    from solit.engine.referee import Replay


def validate(
    files: Files = None,
    events: Annotated[bool, typer.Option("--events", help="Add what each entry did, as `validation.events`.")] = False,
    only_bad: Annotated[
        bool, typer.Option("--only-bad", help="Write only lines that can't be read, illegal games and false claims.")
    ] = False,
    summary: Annotated[bool, typer.Option("--summary", help="A table on stderr: variants, statuses, codes.")] = False,
    quiet: Quiet = False,
) -> int:
    """Replay recorded games by the rules, and add `validation`.

    A wrong move gets its index, the reason and the position before it; a deck all its defects at once. Exit code 1
    for an illegal game or a false claim, 2 for a line that can't be read.

    \b
    solit validate games.jsonl
    solit validate --only-bad --summary games.jsonl.gz > bad.jsonl
    solit deal --seeds 1..9 | solit validate | jq -r .validation.status
    """
    from solit.cli.filter import NO, YES, enrich, error_object, read_record
    from solit.engine.referee import replay

    def answer(obj: dict[str, Any]) -> int:
        record, source = read_record(obj)
        result = replay(record.game, record.first_state(), record.moves or [], record.at_ms, record.end_ms)
        if result.error is not None:
            validation: dict[str, Any] = {"valid": False, "status": None, "moves": result.error.index}
            validation["error"] = error_object(result.error)
            code = NO
        else:
            validation = {"valid": True, "status": result.status}
            if result.reason is not None:
                validation["reason"] = result.reason
            validation["moves"] = len(record.moves or [])
            if source is not None:
                validation["source"] = source
            code = YES
            if record.claim is not None:
                validation["claim_ok"] = claim_holds(record, result)
                code = YES if validation["claim_ok"] else NO
        if events:
            validation["events"] = [[event_object(event) for event in entry] for entry in result.events]
        obj["validation"] = validation
        return code

    if not summary:
        return enrich(files or [], ("validation",), answer, quiet=quiet, only_bad=only_bad)
    from solit.cli.summary import ValidationSummary

    table = ValidationSummary()
    try:
        return enrich(files or [], ("validation",), answer, quiet=quiet, only_bad=only_bad, seen=table.see)
    finally:
        table.print()


def claim_holds(record: "Record", result: "Replay", sheet: str | None = None, time_bonus: int = 1) -> bool:
    """Whether everything that the record's maker says of a legal game is so.

    A claimed total is judged under the claim's own sheet, else under `sheet` (None: the variant's).
    """
    claim = record.claim or {}
    if "status" in claim and claim["status"] != result.status:
        return False
    if "total" not in claim:
        return True
    from solit.engine.scoring import score

    total = score(result, claim.get("sheet", sheet), time_bonus, is_deal=record.is_deal).total
    return bool(claim["total"] == total)


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
