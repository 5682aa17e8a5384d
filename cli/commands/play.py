"""`solit play`: a game at the terminal, on the whole screen or line by line, or in a pipe."""

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from solit.cli.parameters import (
    Adviser,
    Deck,
    Seed,
    Settings,
    SheetName,
    Shuffle,
    Variant,
    check_adviser,
    parse_seed,
    parse_settings,
    read_sheet,
)

if TYPE_CHECKING:
    from solit.cli.playing.saved import SavedGame
    from solit.deals.session import Session
    from solit.engine.sheets import Sheet


def play(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[RECORD]",
            help="A file of records: its first game that is not over is gone on with; -: the first line of stdin.",
            show_default=False,
        ),
    ] = None,
    line: Annotated[
        int | None,
        typer.Option(
            "--line", metavar="N", min=1, max=10**18, help="The record on line N of the file.", show_default=False
        ),
    ] = None,
    variant: Variant = None,
    seed: Seed = None,
    settings: Settings = None,
    deck: Deck = None,
    shuffle: Shuffle = "solit",
    out: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Append the game to FILE, whole after every move; -: stdout, at the end.",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="Who plays: the record's _player.", show_default=False)
    ] = None,
    player: Adviser = "sampling",
    sheet: SheetName = None,
    lines: Annotated[bool, typer.Option("--lines", help="Line by line, also at a terminal.")] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Letters instead of suit signs.")] = False,
) -> int:
    """Play a game: a new deal, a deal of a file, or on from an unfinished record.

    At a terminal it fills the screen, for mouse and keys (? tells them), where solit[play] is installed; else, and in a
    pipe, each line is a move, hint, u or q, and help tells the rest. The rules are those of validate: what they refuse
    is refused with their sentence, and the clock runs. --out keeps the game, after every move, as a record that
    validates; where it is the same file as RECORD the game is gone on with in its line.

    \b
    solit play
    solit play --variant suspense --seed 1 --out games.jsonl
    solit play --line 1 --out mine.jsonl deals.jsonl
    printf '%s\\n' d d hint q | solit play --seed 2 --out - 2> /dev/null | solit score
    """
    from solit.cli.lines.files import check_files
    from solit.cli.lines.streams import OutputFault, say
    from solit.cli.playing.begin import begin, same_file
    from solit.cli.playing.saved import SavedGame
    from solit.engine.errors import IllegalMove

    check_adviser(player)
    if file is not None and (settings or [variant, seed, deck] != [None, None, None] or shuffle != "solit"):
        raise typer.BadParameter("a record says which game: it excludes --variant, --seed, --deck, --shuffle and -o")
    if file is None and line is not None:
        raise typer.BadParameter("--line says which record of a file")
    chosen = None if sheet is None else read_sheet(sheet)
    in_place = file is not None and out is not None and same_file(file, out)
    check_files([file] if file is not None and not in_place else None, {"--out": out}, stdout=False)
    base = _new(variant, seed, settings, deck, shuffle) if file is None else None
    try:
        session, raw = begin(base, file, line, name)
        session.score(chosen)  # refuses a sheet of another game
    except IllegalMove as fault:
        say(f"entry {fault.index}, {fault.move}: {fault.message}")
        return 1
    saved = None if out is None else SavedGame(out, raw if in_place else None)
    screen = not lines and _has_terminal(out)
    if screen and not _has_textual():
        say("pip install 'solit[play]' brings a game that fills the screen; this is the one line by line")
        screen = False

    def another() -> "tuple[Session, SavedGame | None]":
        """The next game, for who has finished one: a new deal, or what is next in the file."""
        next_base = _new(variant, None, settings, None, shuffle) if file is None else None
        session, raw = begin(next_base, file, None, name)
        return session, None if out is None else SavedGame(out, raw if in_place else None)

    try:
        if screen:
            goes_on = (file is None or in_place) and out != "-"
            trouble = _on_screen(session, saved, player, chosen, ascii_only, another if goes_on else None)
        else:
            trouble = _by_lines(session, saved, player, chosen, ascii_only, out == "-")
        if saved is not None:
            saved.close()
    finally:
        if saved is None and session.touched and _has_terminal(out):
            say("the game is not kept: --out FILE keeps one")
    if trouble:
        raise OutputFault(f"the game is not saved: {trouble}")
    return 0


def _new(
    variant: str | None, seed: str | None, settings: list[str] | None, deck: str | None, shuffle: str
) -> dict[str, Any]:
    """The record of the deal that the command line asks for."""
    from solit.deals.records import deck_record
    from solit.deals.session import new_record
    from solit.deals.shuffles import check_seeds

    chosen = "klondike" if variant is None else variant
    options = parse_settings(chosen, settings)
    if deck is not None:
        if seed is not None or shuffle != "solit":
            raise typer.BadParameter("--deck says which cards: it excludes --seed and --shuffle")
        return deck_record(chosen, options, deck)
    check_seeds(shuffle, chosen)
    number = None if seed is None else parse_seed(seed)
    return new_record(chosen, options, number, shuffle)


def _has_terminal(out: str | None) -> bool:
    """Whether someone sits there: stdin is a terminal, and what is shown goes to one that isn't dumb."""
    shown_on = sys.stderr if out == "-" else sys.stdout
    return bool(
        sys.stdin and sys.stdin.isatty() and shown_on and shown_on.isatty() and os.environ.get("TERM") != "dumb"
    )


def _has_textual() -> bool:
    from importlib.util import find_spec

    return find_spec("textual") is not None


def _on_screen(
    session: "Session",
    saved: "SavedGame | None",
    player: str,
    sheet: "Sheet | None",
    ascii_only: bool,
    another: "Callable[[], tuple[Session, SavedGame | None]] | None",
) -> str:
    """Play on the whole screen; what was wrong with the file at the end."""
    from solit.cli.playing.hangup import ends_with_its_terminal
    from solit.cli.playing.screen import Table

    table = Table(session, saved=saved, player=player, sheet=sheet, signs=not ascii_only, another=another)
    try:
        with ends_with_its_terminal():
            table.run()
    finally:
        table.keep()
    return table.unsaved


def _by_lines(
    session: "Session", saved: "SavedGame | None", player: str, sheet: "Sheet | None", ascii_only: bool, aside: bool
) -> str:
    """Play line by line, on stdout or (`aside`) stderr; what was wrong with the file at the end."""
    from solit.cli.pictures.gallery import coloured, painter, terminal
    from solit.cli.pictures.paint import Ink
    from solit.cli.playing.lines import Lines, offer_completion, reader

    width, signs = terminal(ascii_only, False)
    stream = sys.stderr if aside else sys.stdout
    interactive = bool(sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty() and not aside)

    def write(text: str) -> None:
        if stream:
            stream.write(text)
            stream.flush()

    ink = Ink(signs, False, width)
    paint = painter(ink.width) if coloured() and not aside else None
    if interactive:
        offer_completion(session)
    game = Lines(session, ink, reader(write, interactive), write, saved=saved, paint=paint, player=player, sheet=sheet)
    game.play()
    return game.unsaved
