"""The referee: the one loop over the entries of a record (moves, take-backs, the clock) up to the first wrong one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from solit.engine.clauses import CLAUSES, Refusal, whole_columns
from solit.engine.defects import check_state, trust
from solit.engine.errors import IllegalMove
from solit.engine.layout import Game
from solit.engine.moves import FOUNDATIONS, Event, Move, move_text
from solit.engine.rules import perform, possible_moves, status, why_not
from solit.engine.state import State, face_up, position_text
from solit.engine.words import Reason, Status

TAKE_BACK = Event("take-back")


class Kept(NamedTuple):
    """A move that stands: the entry that made it, the position before it, what it did, whether it showed a new card.

    `before` is kept while the move can be taken back, else it is None.
    """

    entry: int
    before: State | None
    events: tuple[Event, ...]
    shows: bool


class Entry(NamedTuple):
    """What the clauses of a record ask about its next entry."""

    game: Game
    state: State
    move: Move
    at_ms: int | None
    kept: Sequence[Kept]
    in_a_row: int  # take-backs just before this entry


class EntryClause(NamedTuple):
    """A rule about an entry of a record, in the way of `clauses.Clause`."""

    code: str
    holds: Callable[[Entry], bool]
    fault: Callable[[Entry], str]
    rule: Callable[[Game], str]
    concerns: Callable[[Game], bool] = lambda game: True


def _undoes(entry: Entry) -> bool:
    return entry.move.act == "undo"


def _allowance(game: Game) -> str:
    return f"at most {game.undo} move{'' if game.undo == 1 else 's'} in a row can be taken back"


def _of_game(code: str) -> EntryClause:
    """A clause of the game as one about every entry, take-backs too."""
    clause = next(clause for clause in CLAUSES if clause.code == code)
    return EntryClause(
        code,
        lambda entry: clause.holds(entry.game, entry.state, entry.move),
        lambda entry: clause.fault(entry.game, entry.state, entry.move),
        clause.rule,
        clause.concerns,
    )


ENTRY_CLAUSES: tuple[EntryClause, ...] = (
    _of_game("game-over"),
    EntryClause(
        "out-of-time",
        lambda entry: entry.at_ms is None or not entry.game.time_limit or entry.at_ms <= 1000 * entry.game.time_limit,
        lambda entry: f"{entry.at_ms} ms after the deal",
        lambda game: f"the time limit is {game.time_limit} s",
        lambda game: game.time_limit > 0,
    ),
    EntryClause(
        "undo-off",
        lambda entry: not _undoes(entry) or bool(entry.game.undo),
        lambda entry: "a take-back",
        lambda game: f"{game.variant} has no take-back" if game.undo is None else "take-backs are off (undo=0)",
        lambda game: not game.undo,
    ),
    EntryClause(
        "undo-nothing",
        lambda entry: not _undoes(entry) or bool(entry.kept),
        lambda entry: "there is no move to take back",
        lambda game: "a take-back takes back the latest move not yet taken back",
        lambda game: bool(game.undo),
    ),
    EntryClause(
        "undo-used-up",
        lambda entry: not _undoes(entry) or entry.in_a_row < (entry.game.undo or 0),
        lambda entry: f"{entry.in_a_row} taken back just before",
        _allowance,
        lambda game: bool(game.undo),
    ),
    EntryClause(
        "undo-revealed",
        lambda entry: not _undoes(entry) or not entry.kept[-1].shows,
        lambda entry: f"entry {entry.kept[-1].entry} turned up a card never seen before",
        lambda game: "a move that opens a hidden card can't be taken back",
        lambda game: bool(game.undo),
    ),
)


@dataclass(slots=True)
class Replay:
    """What became of the entries of a record of `game`, played from `start`.

    `state`: the position reached. `events`: a tuple for each entry played (a take-back's: `TAKE_BACK`). `kept`: moves
    that stand, in order. `error`: the refusal of entry `error.index`, where one was refused; then `status` is None.
    `status`: `won`, `lost` (`reason`: `no-moves` or `time`) or `open`. `last_ms`: time of the last entry (0 where
    there is none), None without times. `end_ms`: when an open game was left, as it was given.
    """

    game: Game
    start: State
    state: State
    events: list[tuple[Event, ...]] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    error: IllegalMove | None = None
    status: Status | None = None
    reason: Reason | None = None
    last_ms: int | None = None
    end_ms: int | None = None

    @property
    def standing_entries(self) -> list[int]:
        """The entries whose moves were not taken back, in order."""
        return [kept.entry for kept in self.kept]

    @property
    def standing(self) -> list[Event]:
        """The events of the moves that stand, in order."""
        return [event for kept in self.kept for event in kept.events]

    @property
    def booked(self) -> list[tuple[str, int | None]]:
        """See `scoring.Played`."""
        from solit.engine.scoring import BOOKED  # only scores need it

        return [(event.kind, event.number) for event in self.standing if event.kind in BOOKED]

    @property
    def home(self) -> int:
        """Cards on the foundations."""
        return sum([len(self.state.piles[place]) for place in FOUNDATIONS])

    @property
    def suits_in_columns(self) -> int:
        """Columns that hold a whole suit, in a game that they can be won by."""
        return whole_columns(self.game, self.state)


def refusal_of(entry: Entry) -> Refusal | None:
    """Why an entry is refused, the record's clauses before the game's; None where it is legal."""
    for clause in ENTRY_CLAUSES:
        if not clause.holds(entry):
            return Refusal(clause.code, f"{clause.fault(entry)}: {clause.rule(entry.game)}")
    return None if _undoes(entry) else why_not(entry.game, entry.state, entry.move)


def _shown(events: Sequence[Event]) -> int:
    shown = 0
    for event in events:
        if event.kind in ("draw", "reveal") and event.card is not None:
            shown |= 1 << event.card
    return shown


def replay(
    game: Game,
    start: State,
    moves: Sequence[Move],
    at_ms: Sequence[int] | None = None,
    end_ms: int | None = None,
    on_state: Callable[[State], None] | None = None,
) -> Replay:
    """Play `moves` from `start` and stop before the first that is refused.

    `at_ms`: milliseconds since the deal, one per entry, never decreasing (trusted: `record` checks it); `end_ms`: when
    an open game was left. `on_state` is called with `start` and with the position after every entry. Raises
    `RecordError` (`position`) for a `start` that `check_state` refuses.
    """
    check_state(game, start)
    result = Replay(game, start, start, end_ms=end_ms)
    state, kept, in_a_row = start, result.kept, 0
    settled = 0  # moves that can't be taken back any more: their positions are let go
    seen = face_up(start.piles, start.down)
    if on_state is not None:
        on_state(state)
    if at_ms is not None:
        result.last_ms = 0
    for index, move in enumerate(moves):
        time = None if at_ms is None else at_ms[index]
        refusal = refusal_of(Entry(game, state, move, time, kept, in_a_row))
        if refusal is not None:
            result.error = IllegalMove(
                refusal.code, refusal.message, move=move_text(move), position=position_text(game, state), index=index
            )
            return result
        if move.act == "undo":
            before = kept.pop().before
            assert before is not None  # a clause refuses take-backs of settled moves
            state = before
            in_a_row += 1
            result.events.append((TAKE_BACK,))
        else:
            before = state
            state, events = perform(game, before, move)
            shown = _shown(events)
            kept.append(Kept(index, before, events, bool(shown & ~seen)))
            if shown & ~seen or not game.undo:
                kept[settled:] = [one._replace(before=None) for one in kept[settled:]]
                settled = len(kept)
            seen |= shown
            in_a_row = 0
            result.events.append(events)
        result.state = state
        if time is not None:
            result.last_ms = time
        if on_state is not None:
            on_state(state)
    result.status = status(game, trust(game, state))
    if result.status == "lost":
        result.reason = "no-moves"
    elif result.status == "open" and end_ms is not None and game.time_limit and end_ms > 1000 * game.time_limit:
        result.status, result.reason = "lost", "time"
    return result


def perft(game: Game, state: State, depth: int) -> list[int]:
    """The number of legal move sequences of length 1, 2, … `depth` from `state`.

    Raises `RecordError` (`position`) where `check_state` does.
    """
    check_state(game, state)
    counts = [0] * depth
    if depth > 0:
        _count(game, state, depth, 0, counts)
    return counts


def _count(game: Game, state: State, depth: int, level: int, counts: list[int]) -> None:
    for move in possible_moves(game, state):
        counts[level] += 1
        if level + 1 < depth:
            _count(game, perform(game, state, move)[0], depth, level + 1, counts)
