"""Score sheets: a fold of events and times into an itemised score."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from solit.engine.errors import RecordError
from solit.engine.layout import Game

if TYPE_CHECKING:  # a protocol is for the type checker; making its class costs start-up
    from typing import Protocol

    class Played(Protocol):
        """A legal game as the sheets see it: a `referee.Replay` or a `fast.Walk`.

        `booked`: (event kind, number of the pass that a redeal opens) for the events of the moves that stand, in order,
        where the kind is one of `BOOKED`. `home`: cards on the foundations; `suits_in_columns`: columns that hold a
        whole suit, where they build in suit. Times are as in a record, `last_ms` None without them.
        """

        @property
        def game(self) -> Game: ...
        @property
        def status(self) -> str | None: ...
        @property
        def reason(self) -> str | None: ...
        @property
        def last_ms(self) -> int | None: ...
        @property
        def end_ms(self) -> int | None: ...
        @property
        def booked(self) -> Sequence[tuple[str, int | None]]: ...
        @property
        def home(self) -> int: ...
        @property
        def suits_in_columns(self) -> int: ...


@dataclass(slots=True)
class Item:
    """How often points were given under one code, and how many in all."""

    count: int = 0
    points: int = 0


@dataclass(slots=True)
class Score:
    """An itemised score: the points of `items` always sum to `total`.

    `unused_seconds` and `time_bonus` (the rate) are None where the sheet or the game earns no time bonus.
    """

    sheet: str
    total: int = 0
    items: dict[str, Item] = field(default_factory=dict)
    unused_seconds: int | None = None
    time_bonus: int | None = None

    def give(self, code: str, points: int, count: int = 1) -> None:
        """Book `points` (below 0: a penalty), given `count` times in all."""
        if count:
            item = self.items.setdefault(code, Item())
            item.count += count
            item.points += points
            self.total += points


class Sheet(NamedTuple):
    """One way to score: `text` says how, in a sentence; `fold` books a legal game."""

    name: str
    text: str
    fold: "Callable[[Score, Played, int], None]"


_TABLE_POINTS = {"foundation": 10, "waste-to-column": 5, "reveal": 5, "foundation-return": -15}
_VEGAS_POINTS = {"foundation": 5, "foundation-return": -5}
BOOKED = frozenset(("redeal", *_TABLE_POINTS, *_VEGAS_POINTS))
"""The kinds of events that sheets may score: a replayed game tells them of these and of no others."""


def pass_penalty(game: Game, number: int) -> int:
    """What starting pass `number` costs on the table sheets: at draw 3 -20 from the 4th pass on, at draw 1 -100 from
    the 2nd on; 0 for a free one."""
    if len(game.draw_to) == 1:
        return -100 if number > 1 else 0
    return -20 if number > 3 else 0


def _book_table(score: Score, result: "Played", floored: bool) -> None:
    for code, number in result.booked:
        points = _TABLE_POINTS.get(code, 0)
        if number is not None:
            code, points = "pass", pass_penalty(result.game, number)
        if points:
            score.give(code, points)
            if floored:
                _floor(score)


def _floor(score: Score) -> None:
    if score.total < 0:
        score.give("floor", -score.total)


def _game_colony(score: Score, result: "Played", time_bonus: int) -> None:
    _book_table(score, result, floored=False)
    limit, last = result.game.time_limit, result.last_ms
    ended = result.status == "won" or result.reason == "no-moves"
    if ended and limit and last is not None:
        score.unused_seconds = max(0, (1000 * limit - last) // 1000)
        score.time_bonus = time_bonus
        score.give("time-bonus", score.unused_seconds * time_bonus, score.unused_seconds)


def _standard(score: Score, result: "Played", time_bonus: int) -> None:
    _book_table(score, result, floored=True)
    if result.last_ms is None:
        return
    elapsed = result.last_ms
    if result.status != "won" and result.reason != "no-moves" and result.end_ms is not None:
        elapsed = result.end_ms
    spans = elapsed // 10_000
    score.give("time-loss", -2 * spans, spans)
    _floor(score)
    if result.status == "won" and elapsed >= 30_000:
        score.give("time-bonus", 700_000 // (elapsed // 1000))


def _vegas(score: Score, result: "Played", time_bonus: int) -> None:
    score.give("ante", -52)
    for code, _number in result.booked:
        points = _VEGAS_POINTS.get(code, 0)
        if points:
            score.give(code, points)


def _cards(score: Score, result: "Played", time_bonus: int) -> None:
    score.give("foundation", result.home, result.home)
    whole = result.suits_in_columns
    score.give("suit-in-column", result.game.ranks * whole, whole)


SHEETS = {
    sheet.name: sheet
    for sheet in (
        Sheet(
            "game-colony",
            "+10 a card to a foundation, +5 waste to column, +5 a card turned up, -15 foundation to column; a pass -20"
            " from the 4th on at draw 3, -100 from the 2nd on at draw 1; at the end of a won or stuck game each unused"
            " second of the time limit earns the time bonus (default 1); no floor",
            _game_colony,
        ),
        Sheet(
            "standard",
            "as game-colony without its bonus, never below 0 after any event; with times -2 for each full 10 s, then"
            " for a game won at 30 s or later + 700000 / seconds",
            _standard,
        ),
        Sheet("vegas", "-52 at the start, +5 a card to a foundation, -5 a card taken back from one", _vegas),
        Sheet(
            "cards",
            "cards on the foundations at the end; where columns build in suit, 13 for each suit complete in one",
            _cards,
        ),
    )
}


def find_sheet(name: str) -> Sheet:
    """The sheet with this name, whatever games it is for; raises `RecordError` (`sheet-unknown`)."""
    sheet = SHEETS.get(name)
    if sheet is None:
        raise RecordError("sheet-unknown", f"no sheet {name[:40]!r}: there are {', '.join(SHEETS)}")
    return sheet


def score(result: "Played", sheet: str | None = None, time_bonus: int = 1, *, is_deal: bool = False) -> Score:
    """The score of a legal game on a sheet (default: the variant's own).

    `time_bonus`: points for an unused second, `game-colony` only. A deal (`is_deal`: a record without moves) scores
    0 without items. Raises `RecordError` (`sheet-unknown`, `sheet-not-for-variant`); an illegal game has no score
    (`ValueError`).
    """
    if result.status is None:
        raise ValueError("an illegal game has no score")
    name = check_sheet(result.game, sheet)
    total = Score(name)
    if not is_deal:
        SHEETS[name].fold(total, result, time_bonus)
    return total


def check_sheet(game: Game, sheet: str | None) -> str:
    """The name of a sheet that the game can be scored on, by default its own; raises as `score` does."""
    if sheet is None:
        return game.sheets[0]
    find_sheet(sheet)
    if sheet not in game.sheets:
        allowed = ", ".join(game.sheets)
        raise RecordError("sheet-not-for-variant", f"{game.variant} is not scored on {sheet}: only on {allowed}")
    return sheet
