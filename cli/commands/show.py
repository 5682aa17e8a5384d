"""`solit show`: positions as pictures."""

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from solit.cli.parameters import Deck, Files, Quiet, Seed, Settings, Shuffle, Variant, parse_seed, parse_settings

if TYPE_CHECKING:
    from solit.cli.lines.streams import Output
    from solit.cli.pictures.paint import Ink, Span
    from solit.deals.records import Judged
    from solit.engine.state import State

Picture = list[list["Span"]]


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
    from solit.cli.commands.deal import foreign_deals, record_of_deck, seed_ranges

    chosen = "klondike" if variant is None else variant
    options = parse_settings(chosen, settings)
    if deck is not None:
        if seed is not None:
            raise typer.BadParameter("--deck says which cards: it excludes --seed")
        return record_of_deck(chosen, options, deck)
    if seed is not None:
        parse_seed(seed)
    return next(foreign_deals(shuffle, chosen, options, seed_ranges(shuffle, chosen, seed, None, None)))


def terminal(ascii_only: bool, to_file: bool) -> tuple[int, bool]:
    """The width to paint for and whether suit signs can be written."""
    from shutil import get_terminal_size

    from solit.cli.lines.streams import terminal_encoding

    if to_file:
        return 80, not ascii_only
    try:
        "♣♦♥♠▒·".encode(terminal_encoding())
    except (UnicodeEncodeError, LookupError):
        ascii_only = True
    return get_terminal_size((80, 24)).columns, not ascii_only


def _coloured() -> bool:
    """Whether stdout takes colours: a terminal that is not dumb, unless NO_COLOR; anything under FORCE_COLOR."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return bool(sys.stdout and sys.stdout.isatty()) and os.environ.get("TERM") != "dumb"


class Gallery:
    """Pictures one after another: to stdout as they come, or kept for files that hold them all."""

    def __init__(self, output: "Output", ink: "Ink", to_files: list[str | None]) -> None:
        self.output = output
        self.ink = ink
        self.svg, self.html = to_files
        self.first = True
        self.console: Any = None
        if self.svg is not None or self.html is not None:
            from io import StringIO

            from rich.console import Console

            self.console = Console(
                record=True, file=StringIO(), width=ink.width, force_terminal=True, color_system="truecolor"
            )
        elif _coloured():
            from rich.console import Console

            self.console = Console(force_terminal=True, width=ink.width, highlight=False)

    def hang(self, lines: "Picture") -> None:
        """Show one picture."""
        from solit.cli.lines.streams import terminal_encoding
        from solit.cli.pictures.paint import plain_text, rich_text

        between = "" if self.first else "\n"
        self.first = False
        if self.console is None:
            text = between + plain_text(lines)
        elif self.svg is not None or self.html is not None:
            self.console.print(rich_text([[], *lines] if between else lines), soft_wrap=True)
            return
        else:
            with self.console.capture() as captured:
                self.console.print(rich_text([[], *lines] if between else lines), soft_wrap=True)
            text = captured.get()
        self.output.write(text.encode(terminal_encoding(), "replace"))

    def hang_files(self, paths: list[str], at: int | str | None, quiet: bool) -> int:
        """Show every record of the files; returns the exit code."""
        from solit.cli.lines.filter import UNREADABLE, YES, error_text, read_items, worse
        from solit.cli.lines.streams import say

        worst = YES

        def unreadable(sentence: str) -> None:
            nonlocal worst
            worst = worse(worst, UNREADABLE)
            say(sentence, quiet)

        for item in read_items(paths, self.output, unreadable):
            where = f"line {item.line}" if item.file is None else f"{item.file}, line {item.line}"
            if item.settled:
                self.output.flush()
                say(f"{where}: {error_text(item.obj['error'])}", quiet)
                worst = worse(worst, item.code)
            else:
                worst = worse(worst, self.hang_record(item.obj, at, quiet, where))
        return worst

    def hang_record(self, obj: dict[str, Any], at: int | str | None, quiet: bool, where: str) -> int:
        """Show one record's position, or each of them; returns the exit code. Says what is wrong with it on stderr."""
        from solit.cli.lines.filter import NO, UNREADABLE, YES, line_fault
        from solit.cli.lines.streams import say
        from solit.cli.pictures.paint import picture
        from solit.deals.records import judge

        try:
            judged = judge(obj, at if isinstance(at, int) else None)
            for state, title in positions(judged, obj.get("source"), every=at == "all"):
                self.hang(picture(judged.game, state, self.ink, title))
        except Exception as fault:
            wrong = line_fault(fault)
            self.output.flush()
            say(f"{where}: {wrong.message}", quiet)
            return UNREADABLE
        error = judged.error
        if error is None:
            return YES
        self.output.flush()
        say(f"{where}: entry {error.index}, {error.move}: {error.message}", quiet)
        return NO

    def close(self) -> None:
        """Write the files, where there is a picture: a file that was there is not lost to a wrong name."""
        from solit.cli.lines.files import write_file

        for path, text in ((self.svg, self._svg), (self.html, self._html)):
            if path is not None and not self.first:
                write_file(path, text())

    def _svg(self) -> str:
        import re

        from rich._export_format import CONSOLE_SVG_FORMAT

        # without the web fonts of rich's own form, so that the picture needs no network
        form = re.sub(r"@font-face \{\{.*?\}\}\s*|<!--.*?-->\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
        text: str = self.console.export_svg(title="solit show", theme=_theme(), code_format=form, clear=False)
        return text

    def _html(self) -> str:
        text: str = self.console.export_html(theme=_theme(), clear=False, inline_styles=True)
        return text


def _theme() -> Any:
    """A table to lay cards on, for pictures in files."""
    from rich.terminal_theme import DIMMED_MONOKAI, TerminalTheme

    colours = [DIMMED_MONOKAI.ansi_colors[n].rgb for n in range(16)]
    numbers = [tuple(int(part) for part in colour[4:-1].split(",")) for colour in colours]
    return TerminalTheme((28, 74, 54), (226, 232, 224), numbers[:8], numbers[8:])  # type: ignore[arg-type]


def positions(judged: "Judged", source: str | None, every: bool) -> Iterator[tuple["State", list[str]]]:
    """The positions to show of a record, the last one or each, with their titles."""
    from solit.engine.layout import option_text

    game, moves = judged.game, judged.moves
    given = [
        f"{option.name}={option_text(game.settings[option.name])}"
        for option in game.options
        if game.settings[option.name] != option.default
    ]
    head = [*given, source] if source else given
    last = judged.entries if judged.error is None else judged.error.index
    states = enumerate(judged.positions()) if every else iter([(last, judged.state)])
    for index, state in states:
        title = list(head)
        if moves:
            title.append(f"after {moves[index - 1]}, {index} of {len(moves)}" if index else f"0 of {len(moves)}")
        if index == last and judged.status in ("won", "lost"):
            title.append("lost on time" if judged.reason == "time" else judged.status)
        yield state, title
