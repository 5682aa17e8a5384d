"""`solit moves`: what may be played."""

from typing import TYPE_CHECKING

from solit.cli.parameters import At, Files, Quiet

if TYPE_CHECKING:
    from solit.cli.lines.filter import Filter, Item


def moves(files: Files = None, at: At = None, quiet: Quiet = False) -> int:
    """List the legal moves of each record's position, and add `legal`, `status` and `position`.

    The position is the one at the record's end, or after N entries; `--at` with the index of an `error` shows what
    could have been played instead.

    \b
    solit deal --seed 1 | solit moves | jq -c .legal
    solit moves --at 0 games.jsonl | jq '.legal | length'
    """
    from functools import partial

    from solit.cli.lines.enrich import enrich

    return enrich(files or [], partial(moves_filter, at=at), quiet=quiet)


def moves_filter(at: int | None) -> "Filter":
    """The filter of `solit moves` with its options."""
    from solit.cli.lines.filter import YES, Filter
    from solit.deals.records import judge

    def answer(item: "Item") -> int:
        obj = item.obj
        judged = judge(obj, at)
        if judged.error is not None:
            raise judged.error
        obj["legal"] = judged.legal
        obj["status"] = judged.status
        obj["position"] = judged.position
        return YES

    return Filter(("legal", "status", "position"), answer)
