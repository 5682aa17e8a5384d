"""Score sheets as data: the four that are built in, and those that a file in TOML describes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from solit.engine.errors import RecordError
from solit.engine.words import EventCode

EVENT_CODES: tuple[EventCode, ...] = get_args(EventCode)
"""The events that may earn or cost points, each time that one stands; a started pass is the other."""

POINTS_MAX = 1_000_000
SECONDS_MAX = 86_400


class PassRule(NamedTuple):
    """What passes through the stock cost: each from pass number `free` + 1 on gives `points`.

    `draw`: only in games that draw so many cards at once; 0: in all.
    """

    draw: int
    free: int
    points: int


class TimeRule(NamedTuple):
    """What time gives. `unused_second`: points for each whole second of the time limit left at the end of a won or
    stuck game (None: none are counted). `span`: points for each full `span_seconds` played. `bonus`: in a won game of
    at least `bonus_from` seconds, this many points divided by its seconds."""

    unused_second: int | None = None
    span_seconds: int = 0
    span: int = 0
    bonus: int = 0
    bonus_from: int = 0


class Sheet(NamedTuple):
    """One way to score a game. `name`: what `--sheet` calls it; `built_in`: whether solit brings it.

    `text` says how, in a sentence. `points`: by event code, given when the event happens. `passes`: the first rule for
    the game's draw counts. `floor`: after every event the total is at least this (None: no floor). `ante`: given at
    the start. `card_home`: points at the end for a card on a foundation or in a whole suit that counts in a column.
    `time`: what time gives. `variants`: the games it is for; empty: those that name it or, for a sheet of a file, all.
    """

    name: str
    text: str
    points: Mapping[str, int] = {}
    passes: tuple[PassRule, ...] = ()
    floor: int | None = None
    ante: int = 0
    card_home: int = 0
    time: TimeRule = TimeRule()
    variants: tuple[str, ...] = ()
    built_in: bool = False

    def pass_points(self, draw: int, number: int) -> int:
        """What starting pass `number` (from 1) gives in a game that draws `draw` cards at once; 0 for a free one."""
        for rule in self.passes:
            if rule.draw in (0, draw):
                return rule.points if number > rule.free else 0
        return 0


_TABLE_POINTS = {"foundation": 10, "waste-to-column": 5, "reveal": 5, "foundation-return": -15}
_TABLE_PASSES = (PassRule(1, 1, -100), PassRule(3, 3, -20))

SHEETS = {
    sheet.name: sheet
    for sheet in (
        Sheet(
            "game-colony",
            "+10 a card to a foundation, +5 waste to column, +5 a card turned up, -15 foundation to column; a pass -20"
            " from the 4th on at draw 3, -100 from the 2nd on at draw 1; at the end of a won or stuck game each unused"
            " second of the time limit earns the time bonus (default 1); no floor",
            _TABLE_POINTS,
            _TABLE_PASSES,
            time=TimeRule(unused_second=1),
            built_in=True,
        ),
        Sheet(
            "standard",
            "as game-colony without its bonus, never below 0 after any event; with times -2 for each full 10 s, then"
            " for a game won at 30 s or later + 700000 / seconds",
            _TABLE_POINTS,
            _TABLE_PASSES,
            floor=0,
            time=TimeRule(span_seconds=10, span=-2, bonus=700_000, bonus_from=30),
            built_in=True,
        ),
        Sheet(
            "vegas",
            "-52 at the start, +5 a card to a foundation, -5 a card taken back from one",
            {"foundation": 5, "foundation-return": -5},
            ante=-52,
            built_in=True,
        ),
        Sheet(
            "cards",
            "cards on the foundations at the end; where columns build in suit, 13 for each suit complete in one",
            card_home=1,
            built_in=True,
        ),
    )
}


def find_sheet(name: str) -> Sheet:
    """The built-in sheet with this name, whatever games it is for; raises `RecordError` (`sheet-unknown`)."""
    sheet = SHEETS.get(name)
    if sheet is None:
        raise RecordError("sheet-unknown", f"no sheet {name[:40]!r}: there are {', '.join(SHEETS)}")
    return sheet


# --- TOML ------------------------------------------------------------------------------------------------------------

FORM = """\
# Score sheets, a table each; `solit score --sheet FILE.toml` takes a file with one, `FILE.toml:NAME` one of several.
# Everything may be left out. Points are whole numbers, below 0 for a penalty.
#   text           the sheet in a sentence
#   variants       the games it is for; left out: all
#   ante           points at the start
#   floor          after every event the total is at least this
#   card_home      at the end, for each card on a foundation or in a whole suit that counts in a column
#   points         for each time that an event stands: foundation, waste-to-column, reveal, foundation-return
#   passes         from pass free + 1 on each costs points; draw: only where so many cards are drawn at once
#   time           unused_second: a second of the time limit left at the end of a won or stuck game;
#                  span: for each full span_seconds played; bonus: divided by the seconds of a won game of at
#                  least bonus_from
"""


def _quoted(text: str) -> str:
    """A string of TOML: what may not stand in one as it is, is written by its number."""
    return '"' + "".join([f"\\u{ord(c):04x}" if c in '"\\\x7f' or c < " " else c for c in text]) + '"'


def sheet_text(sheet: Sheet) -> str:
    """The sheet as a table of TOML, which `parse_sheets` reads back."""
    lines = [f"[{sheet.name}]", f"text = {_quoted(sheet.text)}"]
    if sheet.variants:
        lines.append(f"variants = [{', '.join(map(_quoted, sheet.variants))}]")
    for name, value, nothing in (
        ("ante", sheet.ante, 0),
        ("floor", sheet.floor, None),
        ("card_home", sheet.card_home, 0),
    ):
        if value != nothing:
            lines.append(f"{name} = {value}")
    if sheet.points:
        lines.append(f"points = {{ {', '.join(f'{code} = {points}' for code, points in sheet.points.items())} }}")
    if sheet.passes:
        rules = [f"{{ {', '.join(f'{k} = {v}' for k, v in rule._asdict().items() if k != 'draw' or v)} }}"
                 for rule in sheet.passes]  # fmt: skip
        lines.append(f"passes = [{', '.join(rules)}]")
    times = [f"{k} = {v}" for k, v in sheet.time._asdict().items() if v != TimeRule._field_defaults[k]]
    if times:
        lines.append(f"time = {{ {', '.join(times)} }}")
    return "\n".join(lines) + "\n"


class _Reader:
    """Reads one table; whatever is wrong with it is added to `defects`."""

    def __init__(self, name: str, defects: list[str]) -> None:
        self.name = name
        self.defects = defects

    def complain(self, key: str, told: str) -> None:
        self.defects.append(f"{self.name}.{key} {told}")

    def only(self, table: Mapping[str, Any], where: str, known: Sequence[str]) -> None:
        for key in table:
            if key not in known:
                self.complain(f"{where}{key[:40]}", f"is unknown: there are {', '.join(known)}")

    def number(self, table: Mapping[str, Any], key: str, default: Any, low: int, high: int, where: str = "") -> Any:
        value = table.get(key, default)
        if key in table and (type(value) is not int or not low <= value <= high):
            self.complain(where + key, f"is not a whole number {low}..{high}")
            return default
        return value

    def points(self, table: Mapping[str, Any], key: str, default: Any, where: str = "") -> Any:
        return self.number(table, key, default, -POINTS_MAX, POINTS_MAX, where)

    def table(self, table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        value = table.get(key, {})
        if not isinstance(value, dict):
            self.complain(key, "is not a table")
            return {}
        return value

    def passes(self, table: Mapping[str, Any]) -> tuple[PassRule, ...]:
        value = table.get("passes", [])
        if not isinstance(value, list) or not all(isinstance(rule, dict) for rule in value):
            self.complain("passes", "is not an array of tables")
            return ()
        rules: list[PassRule] = []
        for number, rule in enumerate(value):
            where = f"passes[{number}]."
            self.only(rule, where, PassRule._fields)
            for key in ("free", "points"):
                if key not in rule:
                    self.complain(where + key, "is missing")
            draw = self.number(rule, "draw", 0, 1, 52, where)
            free = self.number(rule, "free", 0, 0, 1000, where)
            if any(earlier.draw in (0, draw) for earlier in rules):
                self.complain(f"passes[{number}]", "comes after a rule for the same draw")
            rules.append(PassRule(draw, free, self.points(rule, "points", 0, where)))
        return tuple(rules)

    def time(self, table: Mapping[str, Any]) -> TimeRule:
        rule = self.table(table, "time")
        self.only(rule, "time.", TimeRule._fields)
        for one, other in (("span", "span_seconds"), ("span_seconds", "span"), ("bonus_from", "bonus")):
            if one in rule and other not in rule:
                self.complain(f"time.{other}", f"is missing: {one} needs it")
        return TimeRule(
            self.points(rule, "unused_second", None, "time."),
            self.number(rule, "span_seconds", 0, 1, SECONDS_MAX, "time."),
            self.points(rule, "span", 0, "time."),
            self.points(rule, "bonus", 0, "time."),
            self.number(rule, "bonus_from", 0, 0, SECONDS_MAX, "time."),
        )

    def sheet(self, table: Mapping[str, Any], variants: Sequence[str]) -> Sheet:
        self.only(table, "", ("text", "variants", "ante", "floor", "card_home", "points", "passes", "time"))
        text, games = table.get("text", ""), table.get("variants", [])
        if not isinstance(text, str):
            self.complain("text", "is not a text")
        if not isinstance(games, list) or not all(game in variants for game in games):
            self.complain("variants", f"is not an array of variants: there are {', '.join(variants)}")
            games = []
        points = self.table(table, "points")
        self.only(points, "points.", EVENT_CODES)
        return Sheet(
            self.name,
            text if isinstance(text, str) else "",
            {code: self.points(points, code, 0, "points.") for code in EVENT_CODES if code in points},
            self.passes(table),
            self.points(table, "floor", None),
            self.points(table, "ante", 0),
            self.points(table, "card_home", 0),
            self.time(table),
            tuple(games),
        )


def parse_sheets(text: str, variants: Sequence[str]) -> dict[str, Sheet]:
    """The sheets that a TOML text describes, by name; `variants`: the games that there are.

    Raises `RecordError` (`sheet-file`) with all defects in `where["defects"]`.
    """
    import tomllib  # only files need it

    defects: list[str] = []
    sheets: dict[str, Sheet] = {}
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        found, defects = {}, [f"not TOML: {fault or 'nested too deep'}"]
    for name, table in found.items():
        if not isinstance(table, dict):
            defects.append(f"{name[:40]} stands outside the table of a sheet, such as [club]")
        elif name in SHEETS and _Reader(name, []).sheet(table, variants)[1:-1] != SHEETS[name][1:-1]:
            defects.append(f"{name} is the name of a built-in sheet that says something else: choose another")
        else:
            sheets[name] = _Reader(name, defects).sheet(table, variants)
    if not found and not defects:
        defects.append("no sheet: a table such as [club] describes one")
    if defects:
        raise RecordError("sheet-file", f"not a score sheet: {'; '.join(defects)}", defects=defects)
    return sheets


def choose_sheet(sheets: Mapping[str, Sheet], name: str) -> Sheet:
    """The sheet of this name, or the only one for an empty name; raises `RecordError` (`sheet-unknown`)."""
    if name in sheets:
        return sheets[name]
    if not name and len(sheets) == 1:
        return next(iter(sheets.values()))
    told = f"no sheet {name[:40]!r}." if name else "which sheet?"
    raise RecordError("sheet-unknown", f"{told} The file has {', '.join(sheets)}: say FILE.toml:NAME")


ReadText = Callable[[str], str]


def open_sheet(given: str, read: ReadText, variants: Sequence[str]) -> Sheet:
    """The sheet that a user names: a built-in one, `FILE.toml` or `FILE.toml:NAME`; `read` gives a file's text.

    Raises `RecordError` (`sheet-unknown`, `sheet-file`), and whatever `read` raises.
    """
    path, mark, name = given.rpartition(":")
    if not mark or not path.endswith(".toml"):
        path, name = given, ""
    if not path.endswith(".toml"):
        return find_sheet(given)
    return choose_sheet(parse_sheets(read(path), variants), name)
