"""`solit analyse`: where a recorded game was thrown away."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from solit.cli.parameters import MEMORY, TIMEOUT, Files, Goal, Jobs, Memory, Nodes, Quiet, SheetName, Timeout

if TYPE_CHECKING:
    from solit.cli.lines.filter import Filter, Item
    from solit.deals.records import Judged
    from solit.engine.analysis import Analysis
    from solit.engine.best.along import Totals
    from solit.engine.layout import Game
    from solit.engine.sheets import Sheet


def analyse(
    files: Files = None,
    every_move: Annotated[bool, typer.Option("--every-move", help="Tell the verdict on every position.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Print for people instead: the mistake and the win.")] = False,
    goal: Goal = "win",
    sheet: SheetName = None,
    timeout: Timeout = TIMEOUT,
    nodes: Nodes = 0,
    memory: Memory = MEMORY,
    jobs: Jobs = 1,
    quiet: Quiet = False,
    progress: Annotated[bool, typer.Option(help="Show on a terminal how far it is.")] = True,
) -> int:
    """Find the move that threw a recorded game away, every card known, and add `analysis`.

    `lost_at` is the entry that led from a position that can be won to one that can't, `better` a move that keeps the
    win. Moves that were taken back don't count. Limits hold for each position; positions that stay undecided are
    counted in `unknown`, and where they hide the loss it lies among the entries `lost_between`. Exit code 3 when some
    are undecided, else 0 whatever the verdict.

    With `--goal score` also `best_totals`, what the game could still come to after each number of entries, and
    `points_lost`, the entries with which that fell.

    \b
    solit analyse games.jsonl | jq -c .analysis
    solit analyse --show game.jsonl
    solit analyse --every-move --timeout 5 game.jsonl | jq -c .analysis.verdicts
    """
    from functools import partial

    from solit.cli.lines.enrich import enrich
    from solit.cli.lines.progress import counting
    from solit.cli.parameters import check_goal, read_sheet, sheet_file

    check_goal(goal, sheet, ("win", "score"))
    if show and (every_move or jobs > 1 or goal != "win"):
        raise typer.BadParameter(
            "--show tells of the mistake alone, in one process: it excludes --every-move, --jobs and --goal"
        )
    if show:
        return show_analyses(files or [], timeout, nodes, memory, quiet)
    chosen = None if sheet is None else read_sheet(sheet)
    points = goal == "score"
    make = partial(analysis_filter, every_move, timeout, nodes, memory, points, chosen)
    with counting("analyse", jobs, shown=progress and not quiet) as count:
        beside = [sheet_file(sheet)]
        return enrich(files or [], make, beside=beside, quiet=quiet, jobs=jobs, one_by_one=True, done=count)


def analyse_game(judged: "Judged", timeout: float, nodes: int, memory: int, every_move: bool = False) -> "Analysis":
    """The analysis of a whole game; limits as on the command line, 0 for none. Raises `IllegalMove`."""
    from solit.engine.analysis import analyse as find
    from solit.engine.layout import Game
    from solit.engine.search.solver import Answer, solve
    from solit.engine.state import State

    def ask(game: Game, state: State) -> Answer:
        return solve(game, state, timeout=timeout or None, nodes=nodes or None, memory=memory)

    if judged.error is not None:
        raise judged.error
    return find(judged.played, judged.moves, ask, every_move=every_move)


def analysis_filter(
    every_move: bool, timeout: float, nodes: int, memory: int, points: bool = False, sheet: "Sheet | None" = None
) -> "Filter":
    """The filter of `solit analyse` with its options; `points`: also tell the best totals on a sheet."""
    from solit.cli.lines.filter import UNDECIDED, YES, Filter
    from solit.deals.records import judge

    def answer(item: "Item") -> int:
        obj = item.obj
        judged = judge(obj)
        found = analyse_game(judged, timeout, nodes, memory, every_move)
        told = analysis_object(found)
        unknown = found.unknown
        if points:
            totals = totals_along(judged, sheet, timeout, nodes, memory)
            told["best_totals"] = totals.best
            told["points_lost"] = [
                {"index": lost.entry, "move": lost.move, "points": lost.points} for lost in totals.lost
            ]
            unknown += totals.unknown
        obj["analysis"] = told
        return UNDECIDED if unknown else YES

    return Filter(("analysis",), answer)


def totals_along(judged: "Judged", sheet: "Sheet | None", timeout: float, nodes: int, memory: int) -> "Totals":
    """The best totals along a whole legal game; limits as on the command line, for each position."""
    from solit.engine.best.along import best_totals
    from solit.engine.best.solver import Best, Booked, find_best
    from solit.engine.state import State

    def ask(state: State, booked: Booked) -> Best:
        return find_best(
            judged.game,
            state,
            sheet=sheet,
            played=booked,
            timeout=timeout or None,
            nodes=nodes or None,
            memory=memory,
        )

    return best_totals(judged.played, judged.moves, ask)


def analysis_object(found: "Analysis") -> dict[str, Any]:
    """An analysis as JSON."""
    told: dict[str, Any] = {
        "winnable_at_start": found.winnable_at_start,
        "lost_at": found.lost_at,
        "lost_move": found.lost_move,
        "better": found.better,
    }
    if found.between is not None:
        told["lost_between"] = list(found.between)
    told["unknown"] = found.unknown
    if found.verdicts:
        told["verdicts"] = list(found.verdicts)
    return told


def show_analyses(paths: list[str], timeout: float, nodes: int, memory: int, quiet: bool) -> int:
    """Print the analyses of all records for people; returns the exit code."""
    from solit.cli.lines.files import check_files
    from solit.cli.lines.filter import UNDECIDED, YES, Item, worse
    from solit.cli.lines.streams import Output
    from solit.cli.lines.visit import visit
    from solit.cli.pictures.gallery import Gallery, terminal
    from solit.cli.pictures.paint import Ink
    from solit.deals.records import judge
    from solit.engine.errors import IllegalMove

    check_files(paths)
    width, signs = terminal(False, False)
    output = Output()
    gallery = Gallery(output, Ink(signs, reveal=True, width=width), to_files=[None, None])
    undecided = False

    def take(item: Item) -> IllegalMove | None:
        nonlocal undecided
        judged = judge(item.obj)
        if judged.error is None:
            found = analyse_game(judged, timeout, nodes, memory)
            undecided = undecided or found.unknown > 0
            _hang(gallery, judged.game, item.obj.get("source", ""), found)
            output.flush()
        return judged.error

    try:
        worst = visit(paths, output, quiet, take)
    finally:
        output.flush()
    return worse(worst, UNDECIDED if undecided else YES)


def _hang(gallery: Any, game: "Game", source: str, found: "Analysis") -> None:
    """One analysis: the position before the mistake with what was played and what wins, or a sentence."""
    from solit.cli.pictures.paint import Span, picture

    title = [word for word in (source, f"before entry {found.lost_at}" if found.lost_at is not None else "") if word]
    lines: list[list[Span]] = []
    if found.before is not None:
        lines = picture(game, found.before, gallery.ink, title)
        lines.append([])
    else:
        lines.append([Span(gallery.ink.dot.join([game.title, *title]), "title")])
    for sentence in sentences(found):
        lines += [[Span(text, "")] for text in _folded(sentence, gallery.ink.width)]
    gallery.hang(lines)


def sentences(found: "Analysis") -> list[str]:
    """What an analysis says, in words."""
    told = []
    if found.lost_at is not None:
        told.append(f"Entry {found.lost_at}, {found.lost_move}, threw the win away: after it the game can't be won.")
        told.append(f"Better was {found.better}. It wins so: {' '.join(found.line)}")
    elif found.winnable_at_start is False:
        told.append("The game could not be won from its start.")
    elif found.between is not None:
        first, last = found.between
        told.append(f"The loss, if there is one, lies among the entries {first} to {last}.")
    elif found.winnable_at_start:
        told.append("No move threw the win away: at its end the game is won or can still be won.")
    if found.unknown:
        told.append(f"Undecided within the limits: {found.unknown} position{'' if found.unknown == 1 else 's'}.")
    return told


def _folded(text: str, width: int) -> list[str]:
    from textwrap import wrap

    return wrap(text, max(20, width), break_long_words=False, break_on_hyphens=False) or [""]
