"""`solit show`: positions as pictures."""

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from solit.cli.parameters import Deck, Files, Quiet, Seed, Settings, Shuffle, Variant, parse_seed, parse_settings

if TYPE_CHECKING:
    from solit.cli.pictures.gallery import At
    from solit.engine.errors import IllegalMove


_SPAN = re.compile(r"(-?[0-9]{1,10})(?:\.\.(-?[0-9]{1,10}))?")


def _parse_at(text: str | None) -> "At":
    if text is None:
        return None
    if text == "all":
        return (0, None)
    found = _SPAN.fullmatch(text)
    if found is None:
        raise typer.BadParameter(f"--at {text[:40]}: a whole number, A..B or all")
    first = int(found[1])
    if found[2] is None:
        return first
    last = int(found[2])
    if first > last and (first < 0) == (last < 0):
        raise typer.BadParameter(f"--at {text}: the first number is above the last")
    return first, last


def show(
    files: Files = None,
    at: Annotated[
        str | None,
        typer.Option(
            metavar="N|A..B|all",
            help="The position after N entries; -1: before the last; A..B: several; all: every one.",
            show_default=False,
        ),
    ] = None,
    reveal: Annotated[bool, typer.Option("--reveal", help="Show face-down cards and the stock, too.")] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Letters instead of suit signs.")] = False,
    svg: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the pictures to an SVG file instead; -: stdout.", show_default=False),
    ] = None,
    html: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the pictures to an HTML file instead; -: stdout.", show_default=False),
    ] = None,
    replay: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write a page that plays the games, as an HTML file, instead; -: stdout.",
            show_default=False,
        ),
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Go through the games with keys, at a terminal.")] = False,
    variant: Variant = None,
    seed: Seed = None,
    deck: Deck = None,
    settings: Settings = None,
    shuffle: Shuffle = "solit",
    quiet: Quiet = False,
) -> int:
    """Show the position of each record: a deal at its start, a game at its end.

    An illegal game is shown before its wrong move, with the reason on stderr. With --variant, --seed or --deck no
    records are read. --replay writes one page that needs no network: it plays the games, with their scores, times and
    take-backs, and with what `analyse` found where they have been through it.

    \b
    solit deal --variant suspense --seed 1 | solit show
    solit show --variant klondike --seed 7 --reveal
    solit show --at all --ascii games.jsonl | less
    solit show --at 10..14 games.jsonl
    solit show --step games.jsonl
    solit show --svg deal.svg --variant chinese --seed 3
    solit analyse games.jsonl | solit show --replay games.html
    """
    from solit.cli.lines.files import check_files, check_writable
    from solit.cli.lines.filter import YES, Item
    from solit.cli.lines.streams import Output
    from solit.cli.lines.visit import place_of, visit
    from solit.cli.pictures.gallery import Gallery, terminal
    from solit.cli.pictures.paint import Ink

    wanted = _parse_at(at)
    given = variant is not None or seed is not None or deck is not None
    if given and files:
        raise typer.BadParameter("--variant, --seed and --deck show a deal of their own: they exclude files")
    if settings and not given:
        raise typer.BadParameter("-o goes with --variant, --seed or --deck: records have their own options")
    if shuffle != "solit" and (not given or deck is not None):
        raise typer.BadParameter("--shuffle goes with --variant or --seed: records and decks need none")
    if (replay is not None or step) and isinstance(wanted, tuple):
        raise typer.BadParameter("--replay and --step go through whole games: --at can only say where they end")
    cut = wanted if isinstance(wanted, int) else None
    to_files = {"--svg": svg, "--html": html, "--replay": replay}
    filed = any(path is not None for path in to_files.values())
    if step and filed:
        raise typer.BadParameter("--step shows games at a terminal: it writes no files")
    check_files(None if given else files or [], to_files, stdout=not filed)
    for path in to_files.values():
        if path is not None:
            check_writable(path)
    own = _own_record(variant, seed, deck, settings, shuffle) if given else None
    width, signs = terminal(ascii_only, filed)
    ink = Ink(signs, reveal, width)
    if step:
        from solit.cli.pictures.step import step_through

        return step_through(files or [], own, cut, ink, quiet)
    output = Output()
    gallery = Gallery(output, ink, to_files=[svg, html])
    games = None
    if replay is not None:
        from solit.cli.pictures.replay import Album

        games = Album(reveal)
    worst = YES

    def take(item: Item) -> "IllegalMove | None":
        error = None
        if games is not None:
            error = games.add(item.obj, place_of(item) if item.line else "", cut)
        if games is None or gallery.to_file:
            error = gallery.hang_record(item.obj, wanted)
        return error

    try:
        if own is None:
            worst = visit(files or [], output, quiet, take)
        else:
            take(Item(own, False, YES, b"", 0, None))
    finally:
        output.flush()
    gallery.close()
    if games is not None and replay is not None:
        games.write(replay)
    return worst


def _own_record(
    variant: str | None, seed: str | None, deck: str | None, settings: list[str] | None, shuffle: str
) -> dict[str, Any]:
    """The deal record that the command line asks for."""
    from solit.deals.records import deal_record, deck_record
    from solit.deals.shuffles import check_seeds, random_seed

    chosen = "klondike" if variant is None else variant
    options = parse_settings(chosen, settings)
    if deck is not None:
        if seed is not None:
            raise typer.BadParameter("--deck says which cards: it excludes --seed")
        return deck_record(chosen, options, deck)
    check_seeds(shuffle, chosen)
    number = random_seed(shuffle) if seed is None else parse_seed(seed)
    check_seeds(shuffle, chosen, range(number, number + 1))
    return deal_record(shuffle, number, chosen, options)[0]
