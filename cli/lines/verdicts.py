"""What `validate` wrote of a record, as one line for people."""

from typing import Any

from solit.cli.lines.filter import error_text
from solit.cli.lines.streams import shown
from solit.deals.replay import outcome_text

MOST_IN_LINE = 1_000


def verdict_line(number: int, file: str | None, obj: dict[str, Any], code: int) -> str:
    """Where the record stands, whose it is, which deal, and what became of it: `line 23 · bob · solit:3 · won, …`."""
    parts = [f"line {number}" if file is None else f"{file}, line {number}"]
    parts += [obj[name] for name in ("_player", "source") if isinstance(obj.get(name), str) and obj[name]]
    parts += _verdict(obj, code)
    return shown(" · ".join([shown(part, 500) for part in parts]), MOST_IN_LINE)


def _verdict(obj: dict[str, Any], code: int) -> list[str]:
    if "error" in obj:
        return [f"{'illegal' if code == 1 else 'unreadable'}: {error_text(obj['error'])}"]
    validation = obj["validation"]
    if not validation["valid"]:
        error = validation["error"]
        told = [f"illegal at entry {error['index']}, {error['move']}: {error['message']}"]
    else:
        entries = validation["moves"] if "moves" in obj else None
        told = [outcome_text(validation["status"], validation.get("reason"), entries)]
        told += [claim_text(validation["claim_wrong"])] if "claim_wrong" in validation else []
    if "event_error" in validation:
        told.append(validation["event_error"]["message"])
    return told


def claim_text(wrong: dict[str, dict[str, Any]]) -> str:
    """A false claim in words."""
    told = [f"claims {one['claimed']}, is {one['real']}" for one in wrong.values()]
    return "false claim: " + "; ".join(told)
