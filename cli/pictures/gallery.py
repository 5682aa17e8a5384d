"""Pictures of positions one after another, on stdout or in files, and the titles that a record's positions get."""

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solit.cli.lines.streams import Output
    from solit.cli.pictures.paint import Ink, Span
    from solit.deals.records import Judged
    from solit.engine.state import State

Picture = list[list["Span"]]


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


def coloured() -> bool:
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
        elif coloured():
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
        from importlib.resources import files

        # rich's own form without its web fonts, so that the picture needs no network
        form = files(__package__).joinpath("terminal.svg").read_text(encoding="utf-8")
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
