"""A line's record, judged: by the compiled walker where it is plain and legal, by the clauses everywhere else."""

from typing import TYPE_CHECKING, Any, NamedTuple

from solit.cli.lines.filter import read_record
from solit.engine.errors import IllegalMove
from solit.engine.fast import Walk, walk_record
from solit.engine.layout import Game
from solit.engine.moves import Event, move_text
from solit.engine.state import State, position_text

if TYPE_CHECKING:
    from solit.engine.referee import Replay


class Judged(NamedTuple):
    """A readable record and what became of its game.

    `played`: the game as the score sheets read it; `error`: the refusal of one of its entries; `entries`: how many
    entries the record has; `source`: `checked`, `unchecked` or None without one.
    """

    game: Game
    played: "Walk | Replay"
    error: IllegalMove | None
    entries: int
    is_deal: bool
    claim: dict[str, Any] | None
    source: str | None

    @property
    def state(self) -> State:
        """The position reached."""
        return State(*self.played.walker.state()) if isinstance(self.played, Walk) else self.played.state

    @property
    def position(self) -> str:
        """The text of the position reached."""
        return position_text(self.game, self.state)

    @property
    def legal(self) -> list[str]:
        """The legal moves of the position reached, `[]` in a game lost on time."""
        if self.played.reason == "time":
            return []
        if isinstance(self.played, Walk):
            return self.played.walker.legal()
        from solit.engine.rules import legal_moves

        return [move_text(move) for move in legal_moves(self.game, self.played.state)]

    @property
    def events(self) -> list[tuple[Event, ...]]:
        """What each entry did; of a game judged with `logging`."""
        if isinstance(self.played, Walk):
            from solit.engine.referee import TAKE_BACK

            told = self.played.walker.events()
            return [(TAKE_BACK,) if one is None else tuple([Event(*event) for event in one]) for one in told]
        return self.played.events


def judge(obj: dict[str, Any], at: int | None = None, *, logging: bool = False) -> Judged:
    """Judge the record of a JSON object as if it ended after `at` entries (None: all).

    What the result tells is true until the next call. Raises `RecordError`; a refused entry is in `error`.
    """
    walk = walk_record(obj, logging) if at is None else None
    if walk is None:
        from solit.engine.referee import replay

        whole, source = read_record(obj)
        record = whole.cut(at)
        result = replay(record.game, record.first_state(), record.moves or [], record.at_ms, record.end_ms)
        entries = len(record.moves or [])
        return Judged(record.game, result, result.error, entries, record.is_deal, record.claim, source)
    checked = None
    if walk.source is not None:
        from solit.deals.shuffles import check_source
        from solit.engine.cards import parse_deck

        checked = check_source(walk.source, parse_deck(obj["deck"].split(" ")), walk.game.variant)
    return Judged(walk.game, walk, None, walk.entries, walk.is_deal, walk.claim, checked)
