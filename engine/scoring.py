"""Score sheets: a fold of events and times into an itemised score."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

from solit.engine.errors import RecordError
from solit.engine.layout import Game
from solit.engine.sheets import EVENT_CODES, SHEETS, Sheet, find_sheet

if TYPE_CHECKING:  # a protocol is for the type checker; making its class costs start-up
    from typing import Protocol

    from solit.engine.objects import ScoreItemObject, ScoreObject
    from solit.engine.words import Reason, ScoreCode, Status

    class Reached(Protocol):
        """How far a legal game has come. `home`: cards on the foundations; `suits_in_columns`: columns that hold a
        whole suit, where they build in suit. Times are as in a record, `last_ms` None without them.
        """

        @property
        def game(self) -> Game: ...
        @property
        def status(self) -> "Status | None": ...
        @property
        def reason(self) -> "Reason | None": ...
        @property
        def last_ms(self) -> int | None: ...
        @property
        def end_ms(self) -> int | None: ...
        @property
        def home(self) -> int: ...
        @property
        def suits_in_columns(self) -> int: ...

    class Played(Reached, Protocol):
        """A legal game as the sheets see it: a `referee.Replay` or a `fast.WalkedGame`.

        `booked`: (event kind, number of the pass that a redeal opens) for the events of the moves that stand, in order,
        where the kind is one of `BOOKED`.
        """

        @property
        def booked(self) -> Sequence[tuple[str, int | None]]: ...


@dataclass(slots=True)
class ScoreItem:
    """How often points were given under one code, and how many in all."""

    count: int = 0
    points: int = 0


@dataclass(slots=True)
class Score:
    """An itemised score on the sheet named `sheet`: the points of `items`, by code, always sum to `total`.

    `unused_seconds` and `time_bonus` (the rate) are None where the sheet or the game earns no time bonus.
    """

    sheet: str
    total: int = 0
    items: dict[str, ScoreItem] = field(default_factory=dict)
    unused_seconds: int | None = None
    time_bonus: int | None = None

    def give(self, code: str, points: int, count: int = 1) -> None:
        """Book `points` (below 0: a penalty), given `count` times in all."""
        if count:
            item = self.items.setdefault(code, ScoreItem())
            item.count += count
            item.points += points
            self.total += points

    def as_dict(self) -> "ScoreObject":
        """The score as plain data, as JSON spells it; items whose count is 0 are not in it."""
        items = {code: {"count": item.count, "points": item.points} for code, item in self.items.items()}
        told: ScoreObject = {
            "sheet": self.sheet,
            "total": self.total,
            "items": cast("dict[ScoreCode, ScoreItemObject]", items),
        }
        if self.unused_seconds is not None and self.time_bonus is not None:
            told["unused_seconds"] = self.unused_seconds
            told["time_bonus"] = self.time_bonus
        return told


BOOKED = frozenset(("redeal", *EVENT_CODES))
"""The kinds of events that sheets may score: a replayed game tells them of these and of no others."""


def _keep_floor(score: Score, floor: int | None) -> None:
    if floor is not None and score.total < floor:
        score.give("floor", floor - score.total)


def _begin(score: Score, sheet: Sheet) -> None:
    score.give("ante", sheet.ante, int(sheet.ante != 0))
    _keep_floor(score, sheet.floor)


def event_points(sheet: Sheet, draw: int, kind: str, number: int | None) -> tuple[str, int]:
    """The code and the points of a booked event in a game that draws `draw` cards at once, the floor apart."""
    if number is None:
        return kind, sheet.points.get(kind, 0)
    return "pass", sheet.pass_points(draw, number)


def _book_events(score: Score, sheet: Sheet, game: Game, booked: Iterable[tuple[str, int | None]]) -> None:
    draw = len(game.draw_to)
    for kind, number in booked:
        code, points = event_points(sheet, draw, kind, number)
        if points:
            score.give(code, points)
            _keep_floor(score, sheet.floor)


def _book_cards(score: Score, sheet: Sheet, played: "Reached") -> None:
    if sheet.card_home:
        score.give("foundation", sheet.card_home * played.home, played.home)
        whole = played.suits_in_columns
        score.give("suit-in-column", sheet.card_home * played.game.ranks * whole, whole)
        _keep_floor(score, sheet.floor)


def unused_seconds(played: "Reached") -> int | None:
    """Whole seconds of the time limit that a won or stuck game left; None without times, a limit, or such an end."""
    ended = played.status == "won" or played.reason == "no-moves"
    limit, last = played.game.time_limit, played.last_ms
    return max(0, (1000 * limit - last) // 1000) if ended and limit and last is not None else None


def _book_time(score: Score, sheet: Sheet, played: "Reached", time_bonus: int | None) -> None:
    rule, last = sheet.time, played.last_ms
    if last is None:
        return
    unused = unused_seconds(played)
    if rule.unused_second is not None and unused is not None:
        score.unused_seconds = unused
        score.time_bonus = rule.unused_second if time_bonus is None else time_bonus
        score.give("time-bonus", score.unused_seconds * score.time_bonus, score.unused_seconds)
        _keep_floor(score, sheet.floor)
    ended = played.status == "won" or played.reason == "no-moves"
    elapsed = last if ended or played.end_ms is None else played.end_ms
    if rule.span_seconds:
        spans = elapsed // (1000 * rule.span_seconds)
        score.give("time-loss", rule.span * spans, spans)
        _keep_floor(score, sheet.floor)
    seconds = elapsed // 1000
    if rule.bonus and played.status == "won" and seconds and elapsed >= 1000 * rule.bonus_from:
        score.give("time-bonus", rule.bonus // seconds)
        _keep_floor(score, sheet.floor)


def score(
    result: "Played", sheet: str | Sheet | None = None, time_bonus: int | None = None, *, is_deal: bool = False
) -> Score:
    """The score of a legal game on a sheet: a built-in one by name, one as data, or (None) the variant's own.

    `time_bonus`: points for an unused second, where the sheet counts these (None: what the sheet says). A deal
    (`is_deal`: a record without moves) scores 0 without items. Raises `RecordError` (`sheet-unknown`,
    `sheet-not-for-variant`); an illegal game has no score (`ValueError`).
    """
    if result.status is None:
        raise ValueError("an illegal game has no score")
    chosen = check_sheet(result.game, sheet)
    total = Score(chosen.name)
    if not is_deal:
        _begin(total, chosen)
        _book_events(total, chosen, result.game, result.booked)
        _book_cards(total, chosen, result)
        _book_time(total, chosen, result, time_bonus)
    return total


class Running:
    """The score of a game as it goes on: what `score` says of each of its beginnings, without starting anew.

    `book` each move, `take_back` the latest that stands, and ask for the `score` wherever it is wanted. `sheet` and
    `time_bonus` as in `score`, which raises the same.
    """

    def __init__(self, game: Game, sheet: str | Sheet | None = None, time_bonus: int | None = None) -> None:
        self.game = game
        self.sheet = check_sheet(game, sheet)
        self.time_bonus = time_bonus
        self._scores = [Score(self.sheet.name)]  # of the events, after each move that stands
        _begin(self._scores[0], self.sheet)

    def book(self, events: Iterable[tuple[str, int | None]]) -> None:
        """Take what a move did: the kind of each event, and the number of the pass that a redeal opens."""
        score = _copy(self._scores[-1])
        _book_events(score, self.sheet, self.game, [event for event in events if event[0] in BOOKED])
        self._scores.append(score)

    def take_back(self) -> None:
        """Forget the latest move that stands."""
        del self._scores[-1]

    def score(self, reached: "Reached") -> Score:
        """The score of the game as far as it has come."""
        score = _copy(self._scores[-1])
        _book_cards(score, self.sheet, reached)
        _book_time(score, self.sheet, reached, self.time_bonus)
        return score


def _copy(score: Score) -> Score:
    return replace(score, items={code: replace(item) for code, item in score.items.items()})


def check_sheet(game: Game, sheet: str | Sheet | None) -> Sheet:
    """The sheet that the game is scored on, by default its own; raises as `score` does."""
    if sheet is None:
        return SHEETS[game.sheets[0]]
    chosen = find_sheet(sheet) if isinstance(sheet, str) else sheet
    if chosen.built_in:
        allowed: tuple[str, ...] = game.sheets
        if chosen.name in allowed:
            return chosen
        told = f"{game.variant} is not scored on {chosen.name}: only on {', '.join(allowed)}"
    elif not chosen.variants or game.variant in chosen.variants:
        return chosen
    else:
        told = f"{chosen.name} is for {', '.join(chosen.variants)}, not for {game.variant}"
    raise RecordError("sheet-not-for-variant", told)
