"""`solit rules`: the rules, from the clauses and the data of each game."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from solit.cli.parameters import Settings, complete_variants, parse_settings

if TYPE_CHECKING:
    from solit.engine.layout import Game

TOPICS = {
    "deal": "The deal",
    "draw": "Drawing",
    "redeal": "Passes",
    "win": "Winning",
    "lose": "Losing",
    "score": "Scoring",
}
"""Heads for the notes that belong to no clause; other topics make their own."""


def _complete_codes(incomplete: str) -> list[str]:
    return sorted({code for code in _every_code() if code.startswith(incomplete)})


def rules(
    variant: Annotated[
        str | None,
        typer.Argument(
            metavar="[VARIANT]", help="One game; without it, all.", show_default=False, autocompletion=complete_variants
        ),
    ] = None,
    settings: Settings = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON, one game a line.")] = False,
    explain: Annotated[
        str | None,
        typer.Option(
            metavar="CODE",
            help="Only the rule that gives this code to an illegal move.",
            show_default=False,
            autocompletion=_complete_codes,
        ),
    ] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="The JSON Schema of the record, as one JSON document.")
    ] = False,
    sheets: Annotated[
        bool, typer.Option("--sheets", help="The built-in score sheets, as TOML to start your own from.")
    ] = False,
) -> int:
    """Tell the rules: what the source of each game states, and what is our reading of it.

    The sentences are those that refuse a wrong move, under the options given with -o.

    \b
    solit rules suspense
    solit rules chinaman -o build=other-suit
    solit rules --explain column-build
    solit rules --json | jq -r '.variant + ": " + .title'
    solit rules --schema > record.schema.json
    solit rules --sheets > sheets.toml
    """
    from solit.cli.lines.streams import Output, encode

    if (schema or sheets) and (variant is not None or settings or json or explain is not None or (schema and sheets)):
        raise typer.BadParameter(f"{'--schema' if schema else '--sheets'} stands alone: it is the same for every game")
    output = Output()
    if schema:
        from json import dumps

        from solit.cli.schema import record_schema

        output.write(dumps(record_schema(), indent=2, ensure_ascii=False).encode() + b"\n")
        output.flush()
        return 0
    if sheets:
        from solit.engine.sheets import FORM, SHEETS, sheet_text

        output.write("\n".join([FORM, *map(sheet_text, SHEETS.values())]).encode())
        output.flush()
        return 0
    if settings and variant is None:
        raise typer.BadParameter("-o needs a VARIANT: each has options of its own")
    if explain is not None:
        _check_code(explain)
    games = list(_games(variant, settings))
    if explain is not None:
        games = _concerned(games, explain)
    pages = [describe(game, explain) for game in games]
    for number, page in enumerate(pages):
        if json:
            output.write(encode(page))
        else:
            text = "\n" * bool(number) + (_page_text(page) if explain is None else _clause_page(page))
            output.write(text.encode())
    output.flush()
    return 0


def _games(variant: str | None, settings: list[str] | None) -> Iterator["Game"]:
    from solit.engine.rules import build_game, variants

    for name in variants() if variant is None else (variant,):
        yield build_game(name, parse_settings(name, settings))


def _concerned(games: list["Game"], code: str) -> list["Game"]:
    """The games that have a rule with this code; where none has, those that have it under another option.

    Raises `RecordError` (`code-unknown`) where there is none at all.
    """
    from solit.engine.errors import RecordError
    from solit.engine.rules import build_game

    found = [game for game in games if describe(game, code)["clauses"]]
    if found:
        return found
    for game in games:
        for option in game.options:
            for value in option.choices or (option.low,):
                other = build_game(game.variant, {**game.settings, option.name: value})
                if describe(other, code)["clauses"]:
                    found.append(other)
                    break
            else:
                continue
            break
    if not found:
        names = " and ".join(game.variant for game in games)
        raise RecordError("code-unknown", f"{names}: no rule has the code {code}")
    return found


def _every_code() -> list[str]:
    from solit.engine.clauses import CLAUSES
    from solit.engine.referee import ENTRY_CLAUSES

    return list(dict.fromkeys([*(clause.code for clause in ENTRY_CLAUSES), *(clause.code for clause in CLAUSES)]))


def _check_code(code: str) -> None:
    known = _every_code()
    if code not in known:
        from solit.engine.errors import RecordError

        raise RecordError("code-unknown", f"no rule has the code {code[:40]!r}: there are {', '.join(known)}")


def describe(game: "Game", only: str | None = None) -> dict[str, Any]:
    """The rules of a game as plain data; `only`: no other clause than this one."""
    from solit.engine.clauses import CLAUSES, Clause
    from solit.engine.referee import ENTRY_CLAUSES, EntryClause
    from solit.engine.rules import source_of
    from solit.engine.sheets import SHEETS

    notes: dict[str, list[dict[str, str]]] = {}
    for note in game.notes:
        said = {"from": "source" if note.source else "reading", "text": note.text}
        notes.setdefault(note.topic, []).append(said)
    clauses: dict[str, dict[str, Any]] = {}
    every: list[Clause | EntryClause] = [*ENTRY_CLAUSES, *CLAUSES]
    for clause in every:
        if clause.concerns(game) and clause.code not in clauses and only in (None, clause.code):
            clauses[clause.code] = {
                "code": clause.code,
                "rule": clause.rule(game),
                "notes": notes.get(clause.code, []),
            }
    elsewhere = [
        {"code": topic, "notes": said}
        for topic, said in notes.items()
        if topic in _every_code() and topic not in clauses
    ]
    options = []
    for option in game.options:
        told: dict[str, Any] = {"name": option.name, "default": option.default, "meaning": option.meaning}
        told["value"] = game.settings[option.name]
        told["allowed"] = option.allowed()
        options.append(told)
    return {
        "variant": game.variant,
        "title": game.title,
        "source": source_of(game.variant),
        "notes": {topic: said for topic, said in notes.items() if topic not in _every_code()},
        "clauses": list(clauses.values()),
        "under_other_options": [] if only else elsewhere,
        "options": options,
        "sheets": [{"name": name, "text": SHEETS[name].text} for name in game.sheets],
    }


# --- as text ---------------------------------------------------------------------------------------------------------


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    from shutil import get_terminal_size
    from textwrap import wrap

    width = max(30, min(100, get_terminal_size((80, 24)).columns))
    return wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def _note_lines(notes: list[dict[str, str]], indent: str) -> list[str]:
    lines = []
    for note in notes:
        lines += _wrapped(note["text"], f"{indent}{note['from'] + ':':<9}", indent + " " * 9)
    return lines


def _clause_lines(clause: dict[str, Any]) -> list[str]:
    rule = clause["rule"]
    return [
        *_wrapped(f"{clause['code']}: {rule}", "  ", "    "),
        *_note_lines(clause["notes"], "      "),
    ]


def _head(page: dict[str, Any]) -> str:
    from solit.engine.layout import option_text

    given = [
        f" -o {option['name']}={option_text(option['value'])}"
        for option in page["options"]
        if option["value"] != option["default"]
    ]
    return f"{page['title']} ({page['variant']}{''.join(given)})"


def _page_text(page: dict[str, Any]) -> str:
    lines = [_head(page)]
    lines += _wrapped(f"Source: {page['source']}.", "", "  ")
    legend = "`source:` marks what it states, `reading:` what is ours, where it is silent or unclear."
    lines += _wrapped(legend, "", "  ")
    ends = ("win", "lose", "score")
    for topic in [name for name in page["notes"] if name not in ends]:
        lines += ["", TOPICS.get(topic, topic.replace("-", " ").capitalize()), *_note_lines(page["notes"][topic], "  ")]
    lines += ["", "Rules, each with the code that an illegal move gets"]
    for clause in page["clauses"]:
        lines += _clause_lines(clause)
    if page["under_other_options"]:
        lines += ["", "Rules that other options bring"]
    for clause in page["under_other_options"]:
        lines += [f"  {clause['code']}", *_note_lines(clause["notes"], "      ")]
    for topic in [name for name in ends if name in page["notes"]]:
        lines += ["", TOPICS[topic], *_note_lines(page["notes"][topic], "  ")]
    lines += ["", "Score sheets, the first by default (score --sheet NAME)"]
    for sheet in page["sheets"]:
        lines += _wrapped(f"{sheet['name']}: {sheet['text']}", "  ", "    ")
    lines += ["", "Options (-o NAME=VALUE)"]
    from solit.engine.layout import option_text

    for option in page["options"]:
        text = f"{option['name']}={option_text(option['value'])}: {option['meaning']}; {option['allowed']}"
        if option["value"] != option["default"]:
            text += f"; by default {option_text(option['default'])}"
        lines += _wrapped(text, "  ", "    ")
    return "\n".join(lines) + "\n"


def _clause_page(page: dict[str, Any]) -> str:
    lines = [_head(page)]
    for clause in page["clauses"]:
        lines += _clause_lines(clause)
    return "\n".join(lines) + "\n"
