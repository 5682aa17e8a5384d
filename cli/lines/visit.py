"""Records one after another, for commands that show them to people and write none."""

from collections.abc import Callable, Sequence

from solit.cli.lines.filter import NO, UNREADABLE, YES, Item, error_text, line_fault, read_items, worse
from solit.cli.lines.streams import Output, say
from solit.engine.errors import IllegalMove


def place_of(item: Item) -> str:
    """Where a record stands: its line and, of several files, its file."""
    return f"line {item.line}" if item.file is None else f"{item.file}, line {item.line}"


def visit(paths: Sequence[str], output: Output, quiet: bool, take: Callable[[Item], IllegalMove | None]) -> int:
    """Hand every record of the files to `take`, which returns why its game is illegal; returns the exit code.

    What can't be read, whatever `take` raises over a record, and illegal games are told on stderr, once what was
    written to `output` before is out.
    """
    worst = YES

    def tell(sentence: str, code: int) -> None:
        nonlocal worst
        worst = worse(worst, code)
        output.flush()
        say(sentence, quiet)

    for item in read_items(paths, output, lambda sentence: tell(sentence, UNREADABLE)):
        if item.settled:
            tell(f"{place_of(item)}: {error_text(item.obj['error'])}", item.code)
            continue
        try:
            error = take(item)
        except Exception as fault:
            tell(f"{place_of(item)}: {line_fault(fault).message}", UNREADABLE)
            continue
        if error is not None:
            tell(f"{place_of(item)}: entry {error.index}, {error.move}: {error.message}", NO)
    return worst
