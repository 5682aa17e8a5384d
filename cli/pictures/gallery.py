"""Pictures of positions one after another, on stdout or in files, and the titles that a record's positions get."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from solit.cli.lines.streams import shown

if TYPE_CHECKING:
    from solit.cli.lines.streams import Output
    from solit.cli.pictures.paint import Ink, Span
    from solit.deals.records import Judged
    from solit.engine.errors import IllegalMove
    from solit.engine.state import State

Picture = list[list["Span"]]

At = int | tuple[int, int | None] | None
"""Which positions of a record: that after N entries, those after A to B (None: all) entries, the last one."""


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


def painter(width: int) -> "Callable[[Picture], str]":
    """What makes text for stdout of a picture: with colours where it takes them."""
    from solit.cli.pictures.paint import plain_text

    if not coloured():
        return plain_text
    from rich.console import Console

    from solit.cli.pictures.paint import rich_text

    console = Console(force_terminal=True, width=width, highlight=False)

    def paint(lines: Picture) -> str:
        with console.capture() as captured:
            console.print(rich_text(lines), soft_wrap=True)
        return captured.get()

    return paint


class Gallery:
    """Pictures one after another: to stdout as they come, or kept for files that hold them all."""

    def __init__(self, output: "Output", ink: "Ink", to_files: list[str | None]) -> None:
        self.output = output
        self.ink = ink
        self.svg, self.html = to_files
        self.to_file = self.svg is not None or self.html is not None
        self.first = True
        self.names: list[str] = []  # of the records that were shown, with their verdicts
        self.console: Any = None
        if self.to_file:
            from io import StringIO

            from rich.console import Console

            self.console = Console(
                record=True, file=StringIO(), width=ink.width, force_terminal=True, color_system="truecolor"
            )
        else:
            self.paint = painter(ink.width)

    @property
    def title(self) -> str:
        """What files are called: the record and its verdict, or how many records there are."""
        return self.names[0] if len(self.names) == 1 else f"solit show: {len(self.names)} records"

    def hang(self, lines: "Picture") -> None:
        """Show one picture."""
        from solit.cli.lines.streams import terminal_encoding

        spaced = lines if self.first else [[], *lines]
        self.first = False
        if self.to_file:
            from solit.cli.pictures.paint import rich_text

            self.console.print(rich_text(spaced), soft_wrap=True)
        else:
            self.output.write(self.paint(spaced).encode(terminal_encoding(), "replace"))

    def hang_record(self, obj: Mapping[str, Any], at: "At") -> "IllegalMove | None":
        """Show one record's position, or several; returns why its game is illegal. Raises `RecordError`.

        In files the last picture says what became of the game; at a terminal its title and stderr do.
        """
        from solit.cli.pictures.paint import picture
        from solit.deals.records import judge
        from solit.deals.replay import verdict_text

        judged = judge(obj, at[1] if isinstance(at, tuple) else at)
        first = at[0] if isinstance(at, tuple) else None
        verdict = verdict_text(judged)
        for state, title, last in positions(judged, obj.get("source"), first):
            note = f"{verdict[0].upper()}{verdict[1:]}." if last and self.to_file else ""
            self.hang(picture(judged.game, state, self.ink, title, note))
        words = [judged.game.title, obj["source"]] if "source" in obj else [judged.game.title]
        self.names.append(shown(" · ".join([*words, verdict]), 200))
        return judged.error

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
        form = form.replace("@TITLE@", escape(self.title).replace("{", "{{").replace("}", "}}"))
        text: str = self.console.export_svg(title=self.title, theme=_theme(), code_format=form, clear=False)
        return text

    def _html(self) -> str:
        from solit.cli.pages import frame
        from solit.cli.pages.frame import Markup

        form = "{stylesheet}\0{code}"
        text: str = self.console.export_html(theme=_theme(), clear=False, inline_styles=False, code_format=form)
        styles, _, code = text.partition("\0")
        body = Markup(f'<main class="scroll"><pre>{code}</pre></main>')
        return frame.page(self.title, body, [frame.asset("picture.css"), Markup(styles)])


def _theme() -> Any:
    """A table to lay cards on, for pictures in files."""
    from rich.terminal_theme import DIMMED_MONOKAI, TerminalTheme

    colours = [DIMMED_MONOKAI.ansi_colors[n].rgb for n in range(16)]
    numbers = [tuple(int(part) for part in colour[4:-1].split(",")) for colour in colours]
    return TerminalTheme((28, 74, 54), (226, 232, 224), numbers[:8], numbers[8:])  # type: ignore[arg-type]


def positions(
    judged: "Judged", source: str | None, first: int | None = None
) -> Iterator[tuple["State", list[str], bool]]:
    """The positions to show of a record, with their titles and whether it is the last one.

    From that after `first` entries on (below 0: counted from the record's end), or only the last one. Raises
    `RecordError` (`at-out-of-range`).
    """
    from itertools import islice

    from solit.engine.errors import RecordError
    from solit.engine.layout import option_text

    game, moves = judged.game, judged.moves
    given = [
        f"{option.name}={option_text(game.settings[option.name])}"
        for option in game.options
        if game.settings[option.name] != option.default
    ]
    head = [*given, source] if source else given
    last = judged.entries if judged.error is None else judged.error.index
    if first is None:
        states = iter([(last, judged.state)])
    else:
        begin = first if first >= 0 else len(moves) + first
        if not 0 <= begin <= judged.entries:
            told = f"entries {first}..{judged.entries} of a record with {len(moves)} entries"
            raise RecordError("at-out-of-range", told)
        begin = min(begin, last)  # of an illegal game the position before its wrong entry is always shown
        states = islice(enumerate(judged.positions()), begin, None)
    for index, state in states:
        title = list(head)
        if moves:
            title.append(f"after {moves[index - 1]}, {index} of {len(moves)}" if index else f"0 of {len(moves)}")
        if index == last and judged.status in ("won", "lost"):
            title.append("lost on time" if judged.reason == "time" else judged.status)
        yield state, title, index == last
