"""The parameters that several commands share, and what their texts mean."""

import re
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any

import typer

from solit.engine import games  # the names alone: no game is imported

if TYPE_CHECKING:
    from solit.deals.tournament import TournamentEvent
    from solit.engine.sheets import Sheet


def complete_variants(incomplete: str) -> list[str]:
    """The variants that a text may go on to."""
    from solit.engine.rules import variants

    return [name for name in variants() if name.startswith(incomplete)]


def _complete_sheets(incomplete: str) -> list[str]:
    from solit.engine.sheets import SHEETS

    return [name for name in SHEETS if name.startswith(incomplete)]


def _complete_settings(ctx: typer.Context, incomplete: str) -> list[str]:
    from solit.engine.layout import option_text
    from solit.engine.rules import options_of, variants

    variant = ctx.params.get("variant") or "klondike"
    if variant not in variants():
        return []
    texts = []
    for option in options_of(variant):
        values = option.choices or (option.default,)
        texts += [f"{option.name}={option_text(value)}" for value in values]
    return [text for text in texts if text.startswith(incomplete)]


def _complete_shuffles(incomplete: str) -> list[str]:
    from solit.deals.shuffles import names

    return [name for name in names() if name.startswith(incomplete)]


def _complete_advisers(incomplete: str) -> list[str]:
    from solit.engine.players.advice import ADVISERS

    return [name for name in ADVISERS if name.startswith(incomplete)]


def _finite(seconds: float) -> float:
    if not isfinite(seconds):
        raise typer.BadParameter(f"{seconds} is no number of seconds; 0 is no limit")
    return seconds


MOST_SECONDS = 1e9
MOST_NODES = 10**18
"""Positions that a search can be told to visit; the counters of the kernels hold more."""

MOST_ENTRIES = 10**9
"""More entries than any line has room for."""

TIMEOUT, MEMORY = 60.0, 2000  # the solver's own, told here so that a parser need not import it

Files = Annotated[
    list[str] | None,
    typer.Argument(metavar="[FILE]...", help="JSON Lines, also gzipped; none or - is stdin.", show_default=False),
]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="No sentences on stderr.")]
Jobs = Annotated[int, typer.Option("-j", "--jobs", metavar="N", min=1, max=1024, help="Processes that share the work.")]
Timeout = Annotated[
    float,
    typer.Option(
        metavar="S", min=0, max=MOST_SECONDS, callback=_finite, help="Seconds for each search, 0 for no limit."
    ),
]
Nodes = Annotated[
    int,
    typer.Option(
        metavar="N", min=0, max=MOST_NODES, help="About how many positions each search may visit, 0 for no limit."
    ),
]
Memory = Annotated[
    int, typer.Option(metavar="MB", min=1, max=1_000_000_000, help="Mebibytes of table for each process.")
]
By = Annotated[
    str | None,
    typer.Option(metavar="KEY", help="Split the table of --summary by a key, such as _player.", show_default=False),
]
At = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=-MOST_ENTRIES,
        max=MOST_ENTRIES,
        help="Answer as if the record ended after N entries; -1: before its last.",
        show_default=False,
    ),
]
Variant = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help=f"klondike (the default), {', '.join([name for name in games.names() if name != 'klondike'])}.",
        show_default=False,
        autocompletion=complete_variants,
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "-o",
        "--option",
        metavar="NAME=VALUE",
        help="An option of the variant (solit rules VARIANT lists them); may be given again.",
        show_default=False,
        autocompletion=_complete_settings,
    ),
]
Adviser = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Who is asked, and does not see hidden cards: sampling, or simple, which is quick.",
        autocompletion=_complete_advisers,
    ),
]
EventFile = Annotated[
    str | None,
    typer.Option(
        "--event",
        metavar="DEALS.jsonl",
        help="The deals that were handed out: a game must be of one of them, under its options.",
        show_default=False,
    ),
]
Timed = Annotated[bool, typer.Option("--timed", help="The event asks for times: at_ms, and end_ms of an open game.")]
SheetName = Annotated[
    str | None,
    typer.Option(
        "--sheet",
        metavar="NAME|FILE.toml",
        help="game-colony, standard, vegas, cards or one of a file; by default the variant's own.",
        show_default=False,
        autocompletion=_complete_sheets,
    ),
]
TimeBonus = Annotated[
    int | None,
    typer.Option(
        metavar="POINTS",
        min=0,
        max=1_000_000_000,  # so that totals stay whole numbers that every reader of JSON takes
        help="Points for an unused second; by default what the sheet gives, 1 on game-colony.",
        show_default=False,
    ),
]
Seed = Annotated[str | None, typer.Option(metavar="N", help="The seed to shuffle with.", show_default=False)]
Deck = Annotated[
    str | None,
    typer.Option(metavar="CARDS", help="52 cards in dealing order, as in 'TC KD 9H …'.", show_default=False),
]
Shuffle = Annotated[
    str,
    typer.Option(metavar="NAME", help="Whose shuffle: ours, or another program's.", autocompletion=_complete_shuffles),
]


def check_adviser(player: str) -> None:
    """Refuse the name of a player that there is not."""
    from solit.engine.players.advice import ADVISERS

    if player not in ADVISERS:
        raise typer.BadParameter(f"--player {player[:40]}: there are {', '.join(ADVISERS)}")


Goal = Annotated[
    str,
    typer.Option(
        metavar="GOAL",
        help="win, score (the most points on a sheet, without its clock) or moves (the fewest draws and card moves).",
        autocompletion=lambda: ["win", "score", "moves"],
    ),
]


def check_goal(goal: str, sheet: str | None, goals: tuple[str, ...] = ("win", "score", "moves")) -> None:
    """Refuse a goal that there is not, and a sheet where no points are asked for."""
    if goal not in goals:
        raise typer.BadParameter(f"--goal {goal[:40]}: there are {', '.join(goals)}")
    if sheet is not None and goal != "score":
        raise typer.BadParameter("--sheet says what counts: it needs --goal score")


def sheet_file(sheet: str | None) -> str | None:
    """The file that `--sheet` reads: of `FILE.toml` or `FILE.toml:NAME`; None of a built-in one."""
    end = sheet.rfind(".toml") if sheet is not None else -1
    return sheet[: end + 5] if sheet is not None and end >= 0 else None


def check_by(by: str | None, summary: bool) -> None:
    """Refuse `--by` where there is no table to split."""
    if by is not None and not summary:
        raise typer.BadParameter("--by splits the table of --summary")


def parse_settings(variant: str, texts: list[str] | None) -> dict[str, Any]:
    """The options that `NAME=VALUE` texts give, checked; of a doubled name the last counts. Raises `OptionError`."""
    from solit.engine.rules import check_options, options_of

    known = {option.name: option for option in options_of(variant)}
    values: dict[str, Any] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise typer.BadParameter(f"-o {text}: an option is written NAME=VALUE")
        values[name] = known[name].parse(value) if name in known else value
    check_options(variant, values)  # refuses unknown names and says which there are
    return values


def refuse_idle(ctx: typer.Context, names: set[str], where: str) -> None:
    """Refuse options that were given though nothing heeds them there."""
    for parameter in ctx.command.params:
        source = ctx.get_parameter_source(parameter.name or "")
        if parameter.name in names and source is not None and source.name != "DEFAULT":
            raise typer.BadParameter(f"{max(parameter.opts, key=len)} means nothing {where}")


def check_event(event: str | None, timed: bool) -> None:
    """Refuse `--timed` where there is no event to ask for times, and output into the event's own file."""
    if event == "-":
        raise typer.BadParameter("--event is a file: stdin is for the games")
    if timed and event is None:
        raise typer.BadParameter("--timed says what an event asks for: it needs --event")
    if event is not None:
        from solit.cli.lines.files import check_files

        check_files([event])


def read_event(path: str, timed: bool) -> "TournamentEvent":
    """The event whose deals a file holds; raises `RecordError` for what is no such file."""
    from solit.deals.tournament import TournamentEvent
    from solit.engine.errors import RecordError
    from solit.lines import read

    try:
        return TournamentEvent(read(path), timed=timed)
    except OSError as fault:
        raise RecordError("event-file", f"--event: {fault}") from fault
    except RecordError as fault:
        line = f", line {fault.where['line']}" if "line" in fault.where else ""
        raise RecordError(fault.code, f"--event {path}{line}: {fault.message}") from fault


def read_sheet(given: str) -> "Sheet":
    """The score sheet that `--sheet` names; raises `RecordError`, also for a file that can't be read."""
    from solit.engine.errors import RecordError
    from solit.engine.rules import variants
    from solit.engine.sheets import open_sheet

    def read(path: str) -> str:
        try:
            with open(path, encoding="utf-8") as file:
                return file.read(1 << 20)  # a sheet is a page
        except (OSError, UnicodeDecodeError) as fault:
            from solit.cli.lines.streams import reason

            told = reason(fault) if isinstance(fault, OSError) else "it is not UTF-8 text"
            raise RecordError("sheet-file", f"cannot read {path}: {told}") from fault

    return open_sheet(given, read, variants())


_SEED = re.compile(r"0|-?[1-9][0-9]{0,79}")
_SEEDS = re.compile(r"(0|-?[1-9][0-9]{0,79})\.\.(0|-?[1-9][0-9]{0,79})")


def parse_seed(text: str) -> int:
    """A seed: a whole number without leading zeros."""
    if _SEED.fullmatch(text) is None:
        raise typer.BadParameter(f"--seed {text[:90]}: a seed is a whole number without leading zeros")
    return int(text)


def parse_seeds(text: str) -> tuple[int, int]:
    """First and last seed of `A..B`, both included."""
    found = _SEEDS.fullmatch(text)
    if found is None:
        raise typer.BadParameter(f"--seeds {text[:90]}: seeds are written A..B, as in 1..100")
    first, last = int(found[1]), int(found[2])
    if first > last:
        raise typer.BadParameter(f"--seeds {text[:90]}: the first seed is above the last")
    return first, last
