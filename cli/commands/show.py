"""`solit show`: positions as pictures."""

from typing import Annotated, Any

import typer

from solit.cli.parameters import Deck, Files, Quiet, Seed, Settings, Shuffle, Variant, parse_seed, parse_settings


def _parse_at(text: str | None) -> int | str | None:
    if text is None or text == "all":
        return text
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"--at {text[:40]}: a whole number or all") from None


def show(
    files: Files = None,
    at: Annotated[
        str | None,
        typer.Option(
            metavar="N|all",
            help="The position after N entries; -1: before the last; all: every one.",
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
    variant: Variant = None,
    seed: Seed = None,
    deck: Deck = None,
    settings: Settings = None,
    shuffle: Shuffle = "solit",
    quiet: Quiet = False,
) -> int:
    """Show the position of each record: a deal at its start, a game at its end.

    An illegal game is shown before its wrong move, with the reason on stderr. With --variant, --seed or --deck no
    records are read.

    \b
    solit deal --variant suspense --seed 1 | solit show
    solit show --variant klondike --seed 7 --reveal
    solit show --at all --ascii games.jsonl | less
    solit show --svg deal.svg --variant chinese --seed 3
    """
    from solit.cli.lines.files import check_files, check_writable
    from solit.cli.lines.streams import Output
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
    to_files = {"--svg": svg, "--html": html}
    check_files(None if given else files or [], to_files, stdout=svg is None and html is None)
    for path in to_files.values():
        if path is not None:
            check_writable(path)
    width, signs = terminal(ascii_only, svg is not None or html is not None)
    output = Output()
    gallery = Gallery(output, Ink(signs, reveal, width), to_files=[svg, html])
    try:
        if given:
            worst = gallery.hang_record(_own_record(variant, seed, deck, settings, shuffle), wanted, quiet, "the deal")
        else:
            worst = gallery.hang_files(files or [], wanted, quiet)
    finally:
        output.flush()
    gallery.close()
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
