"""Standings for people: a table for a terminal, one in Markdown, a page to post."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from solit.cli.lines.streams import value_text
from solit.cli.pages import frame
from solit.cli.pages.frame import Markup
from solit.deals.standings import Where

if TYPE_CHECKING:
    from solit.cli.pictures.replays import ReplayFolder
    from solit.deals.standings import Standings

HEADS = ("rank", "player", "total", "won", "played", "missing", "unused s", "to look at")
_NUMBERS = (0, 2, 3, 4, 5, 6)


def player_text(player: Any) -> str:
    """A player's name on one line, without what a terminal would act on."""
    return "(no name)" if player is None else value_text(player, 40)


def remarks(row: dict[str, Any]) -> str:
    """What a host has to look at, in a few words."""
    told = []
    for name, one, many in (
        ("illegal", "1 game that counts nowhere", "{} games that count nowhere"),
        ("repeats", "1 further game", "{} further games"),
        ("same_moves", "1 game played alike", "{} games played alike"),
    ):
        if row[name]:
            told.append(one if len(row[name]) == 1 else many.format(len(row[name])))
    return ", ".join(told)


def _cells(row: dict[str, Any]) -> list[str]:
    numbers = [row[name] for name in ("total", "won", "played", "missing", "unused_seconds")]
    return [str(row["rank"]), player_text(row["player"]), *map(str, numbers), remarks(row)]


def plain_table(rows: Sequence[dict[str, Any]]) -> str:
    """The table in columns, numbers to the right."""
    from rich.cells import cell_len

    lines = [list(HEADS), *map(_cells, rows)]
    widths = [max(cell_len(line[place]) for line in lines) for place in range(len(HEADS))]

    def padded(text: str, place: int) -> str:
        space = " " * (widths[place] - cell_len(text))
        return space + text if place in _NUMBERS else text + space

    return "".join(["  ".join([padded(text, n) for n, text in enumerate(line)]).rstrip() + "\n" for line in lines])


def markdown_table(rows: Sequence[dict[str, Any]]) -> str:
    """The table in Markdown; what a name has of Markdown is shown as it stands."""
    marks = ["---:" if place in _NUMBERS else "---" for place in range(len(HEADS))]
    lines = [list(HEADS), marks, *[[_literal(cell) for cell in _cells(row)] for row in rows]]
    return "".join(["| " + " | ".join(line) + " |\n" for line in lines])


def _literal(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>()#+!|~&$-])", r"\\\1", text) if not re.fullmatch(r"-?\d+", text) else text


def page(table: "Standings", rows: Sequence[dict[str, Any]], replays: "ReplayFolder | None" = None) -> str:
    """The whole page: the ranking, and below it each game that a host has to look at.

    With `replays` all games, and each with a link to its replay.
    """
    names = table.deals
    what = f"{len(names)} deal{'' if len(names) == 1 else 's'}, {len(rows)} player{'' if len(rows) == 1 else 's'}"
    parts = [
        Markup(f'<h1>Standings</h1><p class="note">{what}</p>'),
        frame.table(HEADS, [_cells(row) for row in rows], _NUMBERS),
    ]

    def deal_name(number: int | None) -> str:
        return "" if number is None else names[number]

    def line(game: dict[str, Any]) -> str:
        told = _line(game)
        if replays is None:
            return told
        entry = game["index"] + 1 if "index" in game else None  # it opens at the wrong entry
        return frame.link(replays.link(Where(game["line"], game.get("file")), entry), told)

    counted, refused, repeats, same = [], [], [], []
    for row in rows:
        player = player_text(row["player"])
        for number, attempt in table.games_of(row["player"]) if replays is not None else ():
            place = {name: value for name, value in attempt.where._asdict().items() if value is not None}
            won = "won" if attempt.won else ""
            counted.append([player, deal_name(number), line(place), str(attempt.total), won])
        for game in row["illegal"]:
            entry = f"entry {game['index']}, {game['move']}: " if "index" in game else ""
            refused.append([player, deal_name(game["deal"]), line(game), game["code"], entry + game["message"]])
        for game in row["repeats"]:
            repeats.append([player, deal_name(game["deal"]), line(game), str(game["total"])])
        for game in row["same_moves"]:
            same.append([player, deal_name(game["deal"]), ", ".join(map(player_text, game["players"]))])
    for title, heads, found, numbers in (
        ("Games", ("player", "deal", "line", "total", ""), counted, (2, 3)),
        ("Games that count nowhere", ("player", "deal", "line", "code", "why"), refused, (2,)),
        ("Further games on a deal already played", ("player", "deal", "line", "total"), repeats, (2, 3)),
        ("Games played move for move alike", ("player", "deal", "also by"), same, ()),
    ):
        if found:
            parts += [Markup(f"<h2>{title}</h2>"), frame.table(heads, found, numbers)]
    return frame.page("Standings", frame.join(parts, "\n"))


def _line(game: dict[str, Any]) -> str:
    return f"{game['file']}: {game['line']}" if "file" in game else str(game["line"])
