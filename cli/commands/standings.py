"""`solit standings`: who is ahead in an event."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from solit.cli.parameters import EventFile, Files, Quiet, SheetName, TimeBonus, Timed, check_event

if TYPE_CHECKING:
    from solit.cli.lines.filter import Item
    from solit.cli.pictures.replays import ReplayFolder
    from solit.deals.standings import Order, Standings


def standings(
    files: Files = None,
    by: Annotated[str, typer.Option(metavar="KEY", help="The field that names the player.")] = "_player",
    event: EventFile = None,
    timed: Timed = False,
    sheet: SheetName = None,
    time_bonus: TimeBonus = None,
    attempts: Annotated[
        Literal["first", "best"], typer.Option(help="Which of a player's games on one deal counts.")
    ] = "first",
    order: Annotated[
        str, typer.Option(metavar="KEYS", help="What ranks: of total, won, unused_seconds, played; more is better.")
    ] = "total,won,unused_seconds",
    show: Annotated[bool, typer.Option("--show", help="A table for people instead of JSON.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="A table in Markdown instead of JSON.")] = False,
    html: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write a page to post, too.", show_default=False)
    ] = None,
    replays: Annotated[
        str | None,
        typer.Option(
            metavar="DIR", help="Write a replay of each game here, linked by the page of --html.", show_default=False
        ),
    ] = None,
    quiet: Quiet = False,
) -> int:
    """Rank the players of recorded games: a line a player.

    Games that are illegal, or not in order in the event, count nowhere and are named. Of several games of a player on
    one deal the first counts; the others are listed, and so are games that two players played move for move alike.

    \b
    solit standings --event deals.jsonl games.jsonl
    solit standings --show --attempts best --sheet club.toml games.jsonl
    solit standings --markdown --html table.html games.jsonl
    solit standings --html table.html --replays replays games.jsonl
    """
    from solit.cli.lines.files import check_files, check_writable, write_file
    from solit.cli.lines.filter import NO, YES, read_items, worse
    from solit.cli.lines.streams import Output, encode
    from solit.cli.parameters import read_event, read_sheet
    from solit.deals.standings import Standings

    check_event(event, timed)
    if show and markdown:
        raise typer.BadParameter("--show and --markdown are two forms of one table: choose one")
    if replays is not None and html is None:
        raise typer.BadParameter("--replays writes what the page links: it needs --html")
    keys = parse_order(order)
    check_files([*(files or ["-"]), *([event] if event else [])], {"--html": html})
    if html is not None:
        check_writable(html)
    table = Standings(
        None if event is None else read_event(event, timed),
        sheet=None if sheet is None else read_sheet(sheet),
        time_bonus=time_bonus,
        best=attempts == "best",
    )
    folder = None
    if replays is not None and html is not None:
        from solit.cli.pictures.replays import ReplayFolder

        folder = ReplayFolder(replays, files or [], html)
    worst = YES
    output = Output()

    def tell(sentence: str, code: int) -> None:
        nonlocal worst
        worst = worse(worst, code)
        _say(sentence, quiet)

    for item in read_items(files or [], output, lambda sentence: tell(sentence, 2)):
        counts = _take(table, item, by, tell, folder)  # which may tell, and raise `worst`
        worst = worse(worst, YES if counts else NO)
    rows = table.rows(keys)
    if html is not None:
        from solit.cli.pictures.standings import page

        write_file(html, page(table, rows, folder))
    if show or markdown:
        from solit.cli.pictures.standings import markdown_table, plain_table

        output.write((markdown_table(rows) if markdown else plain_table(rows)).encode())
    else:
        for row in rows:
            output.write(encode(row))
    output.flush()
    return worst


def _say(sentence: str, quiet: bool) -> None:
    from solit.cli.lines.streams import say

    say(sentence, quiet)


def parse_order(text: str) -> "list[Order]":
    """The keys that rank, of `total,won,…`."""
    from solit.deals.standings import ORDERS

    keys = [name for known in text.split(",") for name in ORDERS if name == known.strip()]
    if len(keys) != text.count(",") + 1 or len(set(keys)) < len(keys):
        raise typer.BadParameter(f"--order {text[:60]}: of {', '.join(ORDERS)}, each at most once")
    return keys


def _take(
    table: "Standings", item: "Item", by: str, tell: Callable[[str, int], None], folder: "ReplayFolder | None"
) -> bool:
    """Count one line; False where its game counts nowhere. What can't be read is told."""
    from solit.cli.lines.filter import UNREADABLE, error_text
    from solit.deals.records import judge
    from solit.deals.standings import Where
    from solit.engine.errors import SolitError

    where = f"line {item.line}" if item.file is None else f"{item.file}, line {item.line}"
    if item.settled:
        tell(f"{where}: {error_text(item.obj['error'])}", item.code)
        return True
    try:
        judged, place = judge(item.obj, logging=folder is not None), Where(item.line, item.file)
        counts = table.add(_player(item.obj.get(by)), judged, item.obj, place)
        if folder is not None and not judged.is_deal:
            folder.add(judged, item.obj, place, table.sheet, table.time_bonus)
        return counts
    except SolitError as fault:
        tell(f"{where}: {fault.message}", UNREADABLE)
        return True


def _player(value: Any) -> str | float | bool | None:
    """What names the player: a text, a number or nothing as it is; arrays and objects as JSON."""
    from solit.cli.lines.streams import encode

    if value is None or isinstance(value, str | int | float):
        return value
    return encode(value).decode().strip()
