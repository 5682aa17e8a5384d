"""`solit convert`: other programs' deals and recorded games, to and fro."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

import typer

from solit.cli.parameters import Quiet, Settings, Variant, parse_settings

if TYPE_CHECKING:
    from solit.cli.lines.streams import Block, InputLine
    from solit.deals.notation.given import Given
    from solit.deals.notation.page import Found
    from solit.engine.errors import SolitError


LOOK_AHEAD = 256 * 1024  # bytes by which a format is recognised
BLANK_BLOCKS = 64  # pieces of a file without a line in them that are read before it is called blank
TOLD_TWICE = "records say their variant and options themselves: --variant and -o are for other formats"

Texts = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[FILE]...", help="Texts or JSON Lines, also gzipped; none or - is stdin.", show_default=False
    ),
]


def _complete_formats(incomplete: str) -> list[str]:
    from solit.deals.formats import AUTO, FORMATS

    return [name for name in (AUTO, *FORMATS) if name.startswith(incomplete)]


def convert(
    files: Texts = None,
    source: Annotated[
        str,
        typer.Option(
            "--from", metavar="FORMAT", help="What the text is; auto: find out.", autocompletion=_complete_formats
        ),
    ] = "auto",
    target: Annotated[
        str, typer.Option("--to", metavar="FORMAT", help="What to write.", autocompletion=_complete_formats)
    ] = "solit",
    variant: Variant = None,
    settings: Settings = None,
    quiet: Quiet = False,
) -> int:
    """Convert deals and recorded games between solit and other programs.

    Formats: solit solvitaire klondike-solver minimal-klondike lonelybot pysol cards. Reading is strict and names line
    and column. A game's text is the deck on one line and the moves on the next, or all that the program printed; games
    are apart by a blank line, # begins a comment. The deck is in the format's own form, or `cards:` and 52 cards in
    dealing order. -o gives what a text does not say. What was ours to choose is said in `_notes`.

    \b
    solit deal --seed 1 | solit convert --to pysol
    solit convert --from klondike-solver -o draw=1 games.txt | solit validate | jq .validation.status
    solit deal --shuffle greenfelt --seed 123 | solit convert --to minimal-klondike
    """
    from solit.deals.formats import AUTO, check_format
    from solit.deals.notation.given import Given

    for name in (source, target):
        if name != AUTO or name is target:
            check_format(name)
    told = variant is not None or bool(settings)  # what records say themselves
    if source == "solit" and told:
        raise typer.BadParameter(TOLD_TWICE)
    chosen = variant or "klondike"
    given = Given(chosen, parse_settings(chosen, settings))
    return _Conversion(source, target, given, told, quiet).run(files or [])


class _Conversion:
    """One run of the command."""

    def __init__(self, source: str, target: str, given: "Given", told: bool, quiet: bool) -> None:
        from solit.cli.lines.filter import YES
        from solit.cli.lines.streams import Output
        from solit.cli.lines.summary import LineCounts

        self.source, self.target, self.given, self.told, self.quiet = source, target, given, told, quiet
        self.output = Output()
        self.worst = YES
        self.counts = LineCounts()
        self.several = False  # files, so that errors name theirs
        self.apart = False  # whether the last text written has several lines
        self.written = False

    def run(self, paths: Sequence[str]) -> int:
        """Convert all the files in turn; returns the exit code."""
        from solit.cli.lines.files import check_files
        from solit.cli.lines.streams import read_blocks
        from solit.cli.lines.summary import person_waits

        check_files(paths)
        self.several = len(paths) > 1
        try:
            for path in paths or ["-"]:
                self.read(read_blocks([path], lambda _descriptor: self.output.flush(), self.unreadable))
        finally:
            self.output.flush()  # whatever stopped it: what is done is whole
            if self.target == "solit" and person_waits(self.quiet):
                self.counts.print()
        return self.worst

    def unreadable(self, sentence: str) -> None:
        """A file that can't be read: said, and remembered."""
        from solit.cli.lines.filter import UNREADABLE
        from solit.cli.lines.streams import say

        self.remember(UNREADABLE)
        say(sentence, self.quiet)

    def remember(self, code: int) -> None:
        """Keep the worst exit code."""
        from solit.cli.lines.filter import worse

        self.worst = worse(self.worst, code)

    # --- one file ---

    def read(self, blocks: "Iterator[Block]") -> None:
        """Convert one file, as it is read."""
        first = next(blocks, None)
        if first is None:
            return
        begun = [first]
        while (line := _first_line(begun[-1])) is None and len(begun) < BLANK_BLOCKS:
            if (more := next(blocks, None)) is None:
                break
            begun.append(more)
        whole = chain(begun, blocks)
        if self.source == "solit" or (self.source == "auto" and line is not None and _is_record(line)):
            if self.told:
                raise typer.BadParameter(TOLD_TWICE)
            for block in whole:
                for line in block.lines():
                    self.record_line(line)
        elif line is not None or self.source != "auto":
            self.text(_raw_lines(whole), first.file)

    def text(self, lines: "Iterator[bytes | None]", file: str) -> None:
        """Convert a text of another format, game by game."""
        from solit.deals.formats import AUTO, read, recognise
        from solit.deals.notation.text import Text
        from solit.engine.errors import RecordError

        name, note = self.source, ""
        try:
            if name == AUTO:
                head, whole = _head(lines)
                name, note = recognise(b"\n".join([line or b"" for line in head]) + b"\n", self.given, whole)
                lines = chain(head, lines)
            for one in read(name, Text(lines), self.given):
                self.found(one, note, file)
        except RecordError as fault:
            self.refuse(None, fault, fault.where.get("line", 1), file)

    def found(self, one: "Found", note: str, file: str) -> None:
        """Write what a reader found."""
        from solit.engine.errors import SolitError

        if one.record is None:
            assert one.error is not None
            self.refuse(None, one.error, one.error.where.get("line", one.line), file)
            return
        obj = dict(one.record)
        if note:
            obj["_notes"] = [note, *obj.get("_notes", ())]
        if one.error is not None:
            self.refuse(obj, one.error, one.line, file)
            return
        try:
            self.write(obj, one.line, file)
        except SolitError as fault:
            self.refuse(obj, fault, one.line, file)

    def record_line(self, line: "InputLine") -> None:
        """Convert a line that is a record of our own."""
        from solit.cli.lines.filter import error_text, line_fault, read_item
        from solit.cli.lines.streams import encode

        item = read_item(line, self.several)
        if item.settled:
            self.remember(item.code)
            self.counts.see(item.obj, item.code)
            if self.target == "solit":
                self.output.write(item.raw.strip(b" \t\r") + b"\n" if item.raw else encode(item.obj))
            else:
                self.say(line.number, line.file, error_text(item.obj["error"]))
            return
        try:
            self.write(item.obj, line.number, line.file)
        except Exception as fault:
            self.refuse(item.obj, line_fault(fault), line.number, line.file)

    # --- writing ---

    def write(self, obj: dict[str, Any], line: int, file: str) -> None:
        """Write a record in the target's form.

        Raises `SolitError` for one that can't be read, is wrong, or can't be told there.
        """
        from solit.cli.lines.filter import YES
        from solit.cli.lines.streams import encode
        from solit.deals.formats import solit, tells_moves, write
        from solit.deals.records import judge, read_record

        judged = judge(obj)
        if judged.error is not None:
            raise judged.error
        if self.target == "solit":
            self.output.write(encode(solit.written(obj)))
            self.counts.see(obj, YES)
            return
        record = read_record(obj)[0]
        text = write(self.target, record)
        if record.moves is not None and not tells_moves(self.target):
            self.say(line, file, f"{self.target} tells deals: the moves are not written")
        apart = text.count("\n") > 1
        if self.written and (apart or self.apart):
            self.output.write(b"\n")
        self.output.write(text.encode())
        self.written, self.apart = True, apart

    def refuse(self, obj: dict[str, Any] | None, fault: "SolitError", line: int, file: str) -> None:
        """Write the error of a record that can't be read, is wrong or can't be told (`obj` may be None)."""
        from solit.cli.lines.filter import NO, UNREADABLE, error_object, error_text, refused
        from solit.cli.lines.streams import encode
        from solit.engine.errors import IllegalMove

        illegal = isinstance(fault, IllegalMove)
        self.remember(NO if illegal else UNREADABLE)
        self.counts.see({}, NO if illegal else UNREADABLE)
        if self.target != "solit":
            self.say(line, file, error_text(error_object(fault)))
            return
        error = error_object(fault, line, file if self.several else None)
        if "column" in fault.where:
            error = {
                "code": fault.code,
                "message": fault.message,
                "line": line,
                "column": fault.where["column"],
                **error,
            }
        self.output.write(encode({**(obj or {}), "error": error} if illegal else refused(obj or {}, error)))

    def say(self, line: int, file: str, message: str) -> None:
        """One sentence on stderr about a line."""
        from solit.cli.lines.streams import say

        place = "" if message.startswith("line ") else f"line {line}: "
        self.output.flush()
        say(f"{file}: {place}{message}" if self.several else f"{place}{message}", self.quiet)


def _first_line(block: "Block") -> "InputLine | None":
    """The first line of a block that was read and is not blank."""
    return next((line for line in block.lines() if line.data is not None), None)


def _is_record(line: "InputLine") -> bool:
    """Whether a text that begins with this line is of records of our own."""
    data = (line.data or b"").lstrip()
    return data.startswith(b"{") and (b'"solit"' in data or b'"error"' in data)


def _raw_lines(blocks: "Iterator[Block]") -> "Iterator[bytes | None]":
    """The lines of a file, blank ones too; None for one that was too long."""
    for block in blocks:
        if block.data is None:
            yield None
        else:
            yield from block.data.split(b"\n")


def _head(lines: "Iterator[bytes | None]") -> "tuple[list[bytes | None], bool]":
    """The lines that a format is recognised by, and whether they are all there are."""
    head: list[bytes | None] = []
    size = 0
    for line in lines:
        head.append(line)
        size += 1 + len(line or b"")
        if size > LOOK_AHEAD:
            return head, False
    return head, True
