"""`solit solve`: whether a position can be won, every card known, and how."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from solit.cli.parameters import MEMORY, TIMEOUT, At, Files, Jobs, Memory, Nodes, Quiet, Timeout

if TYPE_CHECKING:
    from solit.cli.lines.filter import Filter, Item

OF_THE_OLD_GAME = ("at_ms", "end_ms", "claim", "validation", "score", "analysis", "legal", "status", "position", "best")


def solve(
    files: Files = None,
    at: At = None,
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

    \b
    solit deal --variant chinaman --seed 1 | solit solve | jq .solution.verdict
    solit deal --seeds 1..20 | solit solve --jobs 2 --timeout 10 | solit validate --summary | solit score > won.jsonl
    solit solve --at 0 games.jsonl
    """
    from functools import partial

    from solit.cli.lines.enrich import enrich
    from solit.cli.lines.progress import counting

    make = partial(solution_filter, at=at, timeout=timeout, nodes=nodes, memory=memory)
    with counting("solve", jobs, shown=progress and not quiet) as count:
        return enrich(files or [], make, quiet=quiet, jobs=jobs, one_by_one=True, done=count)


def solution_filter(at: int | None, timeout: float, nodes: int, memory: int) -> "Filter":
    """The filter of `solit solve` with its options."""
    from solit.cli.lines.filter import NO, UNDECIDED, YES, Filter
    from solit.deals.records import judge
    from solit.engine.search.solver import Answer
    from solit.engine.search.solver import solve as search

    codes = {"won": YES, "unwinnable": NO, "unknown": UNDECIDED}

    def answer(item: "Item") -> int:
        obj = item.obj
        judged = judge(obj, at)
        if judged.error is not None:
            raise judged.error
        found = search(judged.game, judged.state, timeout=timeout or None, nodes=nodes or None, memory=memory)
        if found.verdict == "won":
            go_on(obj, found, judged.entries)
        obj["solution"] = found.as_dict()
        return codes[found.verdict]

    def go_on(obj: dict[str, Any], found: Answer, entries: int) -> None:
        """Let the record's moves go on to the win; what described the old game goes."""
        old = obj.get("moves", "")
        words = (old.split() if isinstance(old, str) else old)[:entries] + found.moves
        obj["moves"] = words if isinstance(old, list) else " ".join(words)
        for name in OF_THE_OLD_GAME:
            obj.pop(name, None)

    return Filter(("solution",), answer)
