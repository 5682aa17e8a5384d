"""Going through games with keys, at a terminal."""

import os
import select
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from solit.cli.lines.filter import Item
    from solit.cli.pictures.paint import Ink, Span
    from solit.deals.records import Judged
    from solit.deals.replay import Stage

KEYS = "← → entry · PgUp PgDn ten · Home End · n p game · r hidden cards · q leave"
PLAIN_KEYS = "arrows: entry - PgUp PgDn: ten - Home End - n p: game - r: hidden cards - q: leave"
RESIZED_SECONDS = 0.4  # how soon a new size of the terminal is seen

_ESCAPES = {
    b"[C": "on", b"OC": "on", b"[B": "on", b"OB": "on", b"[D": "back", b"OD": "back", b"[A": "back", b"OA": "back",
    b"[5~": "far back", b"[6~": "far on", b"[H": "first", b"OH": "first", b"[1~": "first", b"[F": "last",
    b"OF": "last", b"[4~": "last", b"": "leave",
}  # fmt: skip
_SINGLE = {
    b" ": "on", b"\r": "on", b"\n": "on", b"l": "on", b"j": "on", b"\x7f": "back", b"\b": "back", b"h": "back",
    b"k": "back", b"b": "back", b"g": "first", b"G": "last", b"n": "next game", b"p": "previous game",
    b"r": "reveal", b"q": "leave", b"Q": "leave", b"\x04": "leave",
}  # fmt: skip


def acts(data: bytes) -> list[str]:
    """What the bytes of pressed keys ask for; keys without meaning ask for nothing."""
    found = []
    while data:
        if data[:1] == b"\x1b":
            end = 1
            if data[1:2] in (b"[", b"O"):
                end = 2
                while end < len(data) and not 0x40 <= data[end] <= 0x7E:
                    end += 1
                end = min(end + 1, len(data))
            act = _ESCAPES.get(data[1:end])
        else:
            end, act = 1, _SINGLE.get(data[:1])
        found += [act] if act else []
        data = data[end:]
    return found


class _Reel:
    """One record to go through: its stages, or a sentence where it can't be read."""

    def __init__(self, item: "Item", at: int | None) -> None:
        from solit.cli.lines.filter import NO, UNREADABLE, YES, error_text, line_fault
        from solit.cli.lines.visit import place_of
        from solit.deals.records import judge
        from solit.deals.replay import stages

        self.where = place_of(item) if item.line else ""
        self.judged: Judged | None = None
        self.stages: list[Stage] = []
        self.fault = ""
        self.code = item.code
        self.source = item.obj.get("source")
        if item.settled:
            self.fault = error_text(item.obj["error"])
            return
        try:
            self.judged = judge(item.obj, at, logging=True)
            self.stages = stages(self.judged, item.obj)
        except Exception as fault:
            self.judged = None
            self.fault = line_fault(fault).message
            self.code = UNREADABLE
            return
        self.code = YES if self.judged.error is None else NO

    @property
    def last(self) -> int:
        """The number of the last page: a refused entry has one of its own."""
        return max(len(self.stages) - 1, 0) + (self.judged is not None and self.judged.error is not None)

    def lines(self, at: int, ink: "Ink") -> "list[list[Span]]":
        """One page."""
        from solit.cli.lines.streams import shown
        from solit.cli.pictures.paint import Span, picture

        if self.judged is None:
            return [[Span(shown(f"{self.where}: {self.fault}", 1000), "")]]
        stage = self.stages[min(at, len(self.stages) - 1)]
        title = [word for word in (self.where, self.source) if word]
        title.append(f"{at} of {self.last}")
        return picture(self.judged.game, stage.state, ink, title, self._note(at, stage))

    def _note(self, at: int, stage: "Stage") -> str:
        from solit.deals.replay import verdict_text

        assert self.judged is not None
        error = self.judged.error
        if error is not None and at == self.last:
            return f"Entry {error.index}, {error.move}, is refused: {error.message}."
        told = [f"Entry {at - 1}, {stage.move}: {stage.told}." if at else "Start."]
        told += ["(It is taken back later.)"] if stage.taken_back else []
        told.append(f"Score {stage.score.total}.")
        if stage.at_ms is not None:
            told.append(f"{stage.at_ms / 1000:.1f} s.")
        if at == self.last:
            verdict = verdict_text(self.judged)
            told.append(f"{verdict[:1].upper()}{verdict[1:]}.")
        return " ".join(told)


def step_through(paths: Sequence[str], own: dict[str, Any] | None, at: int | None, ink: "Ink", quiet: bool) -> int:
    """Show records page by page as keys ask for it; `own`: the only one, else those of the files.

    Returns the worst exit code of the records that were shown.
    """
    from solit.cli.lines.filter import UNREADABLE, YES, Item, read_items, worse
    from solit.cli.lines.streams import Output, say

    told: list[str] = []  # what can't be said while pages are shown
    with _terminal() as keys:
        output = Output()
        if own is not None:
            items: Iterator[Item] = iter([Item(own, False, YES, b"", 0, None)])
        else:
            items = read_items(paths, output, told.append)
        projector = _Projector(items, at, ink)
        if projector.ahead():
            with _page_by_page(keys, output):
                projector.run(keys, output)
    for sentence in told:
        say(sentence, quiet)
    return worse(projector.worst, UNREADABLE if told else YES)


class _Projector:
    """The record that is shown, and those before it."""

    def __init__(self, items: "Iterator[Item]", at: int | None, ink: "Ink") -> None:
        self.items = items
        self.cut = at
        self.ink = ink
        self.kept: list[Item] = []
        self.number = -1
        self.at = 0
        self.worst = 0
        self.reel: _Reel | None = None

    def ahead(self) -> bool:
        """Go to the next record; False where there is none."""
        if self.number + 1 == len(self.kept):
            item = next(self.items, None)
            if item is None:
                return False
            self.kept.append(item)
        self._take(self.number + 1)
        return True

    def _take(self, number: int) -> None:
        from solit.cli.lines.filter import worse

        self.number, self.at = number, 0
        self.reel = _Reel(self.kept[number], self.cut)
        self.worst = worse(self.worst, self.reel.code)

    def run(self, keys: int, output: Any) -> None:
        """Show pages until the keys ask to leave or the terminal is gone."""
        size = _size()
        self._draw(output, size)
        while True:
            if size != _size():
                size = _size()
                self._draw(output, size)
            if not select.select([keys], [], [], RESIZED_SECONDS)[0]:
                continue
            data = os.read(keys, 1024)
            if not data:
                return
            for act in acts(data):
                if act == "leave":
                    return
                self._do(act)
            self._draw(output, size)

    def _do(self, act: str) -> None:
        from dataclasses import replace

        assert self.reel is not None
        last = self.reel.last
        if act == "next game":
            self.ahead()
        elif act == "previous game":
            if self.number:
                self._take(self.number - 1)
        elif act == "reveal":
            self.ink = replace(self.ink, reveal=not self.ink.reveal)
        else:
            by = {"on": 1, "back": -1, "far on": 10, "far back": -10, "first": -last, "last": last}[act]
            self.at = min(max(self.at + by, 0), last)

    def _draw(self, output: Any, size: os.terminal_size) -> None:
        from dataclasses import replace

        from solit.cli.lines.streams import terminal_encoding
        from solit.cli.pictures.gallery import painter
        from solit.cli.pictures.paint import Span

        assert self.reel is not None
        ink = replace(self.ink, width=size.columns)
        lines = self.reel.lines(self.at, ink)
        keys = (KEYS if ink.signs else PLAIN_KEYS)[: size.columns - 1]
        room = max(size.lines - 2, 1)
        if len(lines) > room:  # what lies lowest is cut off
            lines = lines[:room]
        lines += [[]] * (room - len(lines))
        text = painter(size.columns)([*lines, [Span(keys, "note")]]).rstrip("\n")
        output.write(f"\x1b[H\x1b[2J{text}".encode(terminal_encoding(), "replace"))
        output.flush()


def _size() -> os.terminal_size:
    """Columns and lines; a terminal that does not say has the usual ones."""
    columns, lines = os.get_terminal_size(1)
    return os.terminal_size((columns or 80, lines or 24))


@contextmanager
def _terminal() -> Iterator[int]:
    """The descriptor that keys come from: stdin where it is a terminal, else the terminal itself."""
    refusal = typer.BadParameter("--step goes through games at a terminal: stdout is none, or there are no keys")
    if sys.stdout is None or not os.isatty(1):
        raise refusal
    if os.isatty(0):
        yield 0
        return
    try:
        keys = os.open("/dev/tty", os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    except OSError:
        raise refusal from None
    try:
        yield keys
    finally:
        os.close(keys)


@contextmanager
def _page_by_page(keys: int, output: Any) -> Iterator[None]:
    """A screen of its own without a cursor, and keys as they are pressed; all as it was in the end."""
    try:
        import termios
        import tty
    except ImportError:
        raise typer.BadParameter("--step needs a Unix terminal") from None
    before = termios.tcgetattr(keys)
    try:
        tty.setcbreak(keys)
        output.write(b"\x1b[?1049h\x1b[?25l")
        yield
    finally:
        termios.tcsetattr(keys, termios.TCSADRAIN, before)
        output.write(b"\x1b[?25h\x1b[?1049l")
        output.flush()
