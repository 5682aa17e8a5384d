"""Standings for people: a table for a terminal, one in Markdown, a page to post."""

import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from solit.cli.lines.streams import shown

if TYPE_CHECKING:
    from solit.deals.standings import Standings

HEADS = ("rank", "player", "total", "won", "played", "missing", "unused s", "to look at")
_NUMBERS = (0, 2, 3, 4, 5, 6)


def player_text(player: Any) -> str:
    """A player's name on one line, without what a terminal would act on."""
    return "(no name)" if player is None else shown(str(player), 40)


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


_STYLE = """
:root { color-scheme: light dark; --ink: #1f2a26; --soft: #66736d; --line: #d5ddd8; --paper: #fbfcfa; --bad: #a3341f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e3ebe6; --soft: #93a39b; --line: #33433b; --paper: #121a16;
  --bad: #ff9b85; } }
body { margin: 2rem auto; max-width: 1000px; padding: 0 1rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { border-top: 1px solid var(--line); padding: .3rem .7rem .3rem 0; text-align: left; vertical-align: top; }
th { color: var(--soft); font-weight: normal; border: 0; } .number { text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; } .note { color: var(--soft); } .bad { color: var(--bad); }
"""


def _html_table(heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int]) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        parts = []
        for place, cell in enumerate(cells):
            mark = ' class="number"' if place in numbers else ""
            scope = ' scope="col"' if tag == "th" else ""
            parts.append(f"<{tag}{scope}{mark}>{escape(cell)}</{tag}>")
        return "<tr>" + "".join(parts) + "</tr>"

    body = "".join([line(row, "td") for row in rows])
    return f'<div class="scroll"><table><thead>{line(heads, "th")}</thead><tbody>{body}</tbody></table></div>'


def page(table: "Standings", rows: Sequence[dict[str, Any]]) -> str:
    """The whole page: the ranking, and below it each game that a host has to look at."""
    names = table.deals
    what = f"{len(names)} deal{'' if len(names) == 1 else 's'}, {len(rows)} player{'' if len(rows) == 1 else 's'}"
    parts = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Standings</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<style>{_STYLE}</style></head><body><h1>Standings</h1><p class="note">{what}</p>',
        _html_table(HEADS, [_cells(row) for row in rows], _NUMBERS),
    ]

    def deal_name(number: int | None) -> str:
        return "" if number is None else names[number]

    refused, repeats, same = [], [], []
    for row in rows:
        player = player_text(row["player"])
        for game in row["illegal"]:
            entry = f"entry {game['index']}, {game['move']}: " if "index" in game else ""
            refused.append([player, deal_name(game["deal"]), _line(game), game["code"], entry + game["message"]])
        for game in row["repeats"]:
            repeats.append([player, deal_name(game["deal"]), _line(game), str(game["total"])])
        for game in row["same_moves"]:
            same.append([player, deal_name(game["deal"]), ", ".join(map(player_text, game["players"]))])
    for title, heads, found, numbers in (
        ("Games that count nowhere", ("player", "deal", "line", "code", "why"), refused, (2,)),
        ("Further games on a deal already played", ("player", "deal", "line", "total"), repeats, (2, 3)),
        ("Games played move for move alike", ("player", "deal", "also by"), same, ()),
    ):
        if found:
            parts += [f"<h2>{title}</h2>", _html_table(heads, found, numbers)]
    parts.append("</body></html>\n")
    return "\n".join(parts)


def _line(game: dict[str, Any]) -> str:
    return f"{game['file']}: {game['line']}" if "file" in game else str(game["line"])
