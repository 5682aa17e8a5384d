"""`solit moves`: what may be played."""

from typing import TYPE_CHECKING, Annotated

import typer

from solit.cli.parameters import MOST_NODES, Adviser, At, Files, Jobs, Quiet, check_adviser, refuse_idle

if TYPE_CHECKING:
    from solit.cli.lines.filter import Filter, Item


def moves(
    ctx: typer.Context,
    files: Files = None,
    at: At = None,
    best: Annotated[bool, typer.Option("--best", help="Add the moves that a player would make next, too.")] = False,
    player: Adviser = "sampling",
    samples: Annotated[int, typer.Option(metavar="K", min=1, max=1_000_000, help="Samples a decision (sampling).")] = 8,
    sample_nodes: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, max=MOST_NODES, help="Positions for the solver to visit in each sample (sampling)."
        ),
    ] = 2000,
    jobs: Jobs = 1,
    quiet: Quiet = False,
) -> int:
    """List the legal moves of each record's position, and add `legal`, `status` and `position`.

    The position is the one at the record's end, or after N entries; `--at` with the index of an `error` shows what
    could have been played instead. With --best a player who knows only the cards that have lain face up is asked what
    to do next: `best.moves`, none where it would give up. (solve tells what wins, every card known.)

    \b
    solit deal --seed 1 | solit moves | jq -c .legal
    solit moves --at 0 games.jsonl | jq '.legal | length'
    solit moves --best --at -1 games.jsonl | jq -r .best.moves
    """
    from functools import partial

    from solit.cli.lines.enrich import enrich

    check_adviser(player)
    if not best:
        refuse_idle(ctx, {"player", "samples", "sample_nodes"}, "without --best")
    if player != "sampling":
        refuse_idle(ctx, {"samples", "sample_nodes"}, f"with --player {player}")
    asked = (player, samples, sample_nodes) if best else None
    return enrich(files or [], partial(moves_filter, at, asked), quiet=quiet, jobs=jobs, one_by_one=best)


def moves_filter(at: int | None, asked: tuple[str, int, int] | None = None) -> "Filter":
    """The filter of `solit moves` with its options; `asked`: a player, its samples and their nodes."""
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
        if asked is not None:
            player, samples, nodes = asked
            obj["best"] = {"player": player, "moves": " ".join(judged.advice(player, samples, nodes))}
        return YES

    return Filter(("legal", "status", "position", "best"), answer)
