"""Reading and judging records: their sources are dealt, their games walked by the compiled walker.

A record that can't be read is read again the slow way, which says why; so is one whose walk the clauses do not bear
out. `SOLIT_CLAUSES=1` in the environment has all games judged by the clauses alone.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from solit.deals.deck import deck_of_source
from solit.deals.shuffles import check_source, shuffle
from solit.engine import fast
from solit.engine.cards import cards_text, parse_deck
from solit.engine.errors import IllegalMove, RecordError
from solit.engine.layout import Game
from solit.engine.moves import Event, move_text
from solit.engine.record import VERSION, Record, parse_record, spell_record
from solit.engine.state import State, position_text

if TYPE_CHECKING:
    from solit.engine.referee import Replay
    from solit.engine.scoring import Score
    from solit.engine.sheets import Sheet
    from solit.engine.words import Reason, SourceState, Status


class Judged:
    """A readable record and what became of its game.

    `played`: the game as it was walked or replayed; `error`: the refusal of one of its entries, else None; `entries`:
    how many entries were asked for; `is_deal`: whether the record has no moves; `claim`: what the record's maker says;
    `source`: `checked` where it yields the deck, `unchecked` where its shuffle is unknown, None without one.
    """

    __slots__ = ("_whole", "claim", "entries", "error", "game", "is_deal", "played", "source")

    def __init__(
        self,
        played: "fast.WalkedGame | Replay",
        entries: int,
        is_deal: bool,
        claim: dict[str, Any] | None,
        source: "SourceState | None",
        whole: Record | None = None,
    ) -> None:
        self.game: Game = played.game
        self.played = played
        self.error: IllegalMove | None = played.error
        self.entries = entries
        self.is_deal = is_deal
        self.claim = claim
        self.source = source
        self._whole = whole  # of a game that was replayed by the clauses

    @property
    def status(self) -> "Status | None":
        """`won`, `lost` or `open`; None for an illegal game."""
        return self.played.status

    @property
    def reason(self) -> "Reason | None":
        """Why a lost game is lost: `no-moves` or `time`."""
        return self.played.reason

    @property
    def moves(self) -> list[str]:
        """The texts of all the record's entries, whether asked for or not."""
        if isinstance(self.played, fast.WalkedGame):
            return self.played.moves.split()
        return [move_text(move) for move in (self._whole.moves if self._whole else None) or []]

    @property
    def deck(self) -> tuple[int, ...] | None:
        """The cards in dealing order; None of a record that begins at a `start`."""
        if isinstance(self.played, fast.WalkedGame):
            return self.played.deck
        return self._whole.deck if self._whole else None

    @property
    def start(self) -> State:
        """The position that the game began with."""
        return self.played.start

    @property
    def state(self) -> State:
        """The position reached; in an illegal game the one before the wrong entry."""
        return self.played.state

    @property
    def position(self) -> str:
        """The text of the position reached."""
        return position_text(self.game, self.state)

    def positions(self) -> Iterator[State]:
        """The position at the start and after each legal entry, one at a time."""
        if isinstance(self.played, fast.WalkedGame):
            yield from self.played.positions()
        elif self._whole is not None:
            from solit.engine.referee import replay

            states: list[State] = []
            moves = (self._whole.moves or [])[: len(self.played.events)]
            replay(self.game, self.start, moves, on_state=states.append)
            yield from states

    @property
    def legal(self) -> list[str]:
        """The texts of the legal moves of the position reached, in order; `[]` in a game that is over."""
        if self.reason == "time":
            return []
        if isinstance(self.played, fast.WalkedGame):
            return self.played.walker.legal()
        from solit.engine.rules import legal_moves

        return [move_text(move) for move in legal_moves(self.game, self.played.state)]

    @property
    def events(self) -> list[tuple[Event, ...]]:
        """What each legal entry did; of a game judged with `logging`."""
        if isinstance(self.played, fast.WalkedGame):
            from solit.engine.referee import TAKE_BACK

            told = self.played.walker.events()
            return [(TAKE_BACK,) if one is None else tuple([Event(*event) for event in one]) for one in told]
        return self.played.events

    def advice(self, player: str = "sampling", samples: int = 8, nodes: int = 2000) -> list[str]:
        """The texts of the moves that a player wants to make next who knows the cards that have lain face up.

        `[]` where it would give up and in a game that is over. `player`: `sampling`, with so many `samples` a decision
        and `nodes` a sample, or `simple`. Equal games get equal advice. Raises `RecordError` (`player-unknown`), and
        `ValueError` for an illegal game.
        """
        from solit.engine.players.advice import advise, check_player

        check_player(player)
        if self.error is not None:
            raise ValueError("an illegal game gets no advice")
        if self.status != "open":
            return []
        standing = self.played.standing_entries
        return advise(
            self.game, self.positions(), self.moves, standing, player, samples=samples, nodes=nodes, seed=self.entries
        )

    def score(self, sheet: "str | Sheet | None" = None, time_bonus: int | None = None) -> "Score":
        """The score of a legal game on a sheet (None: the variant's own); a deal scores 0.

        `time_bonus`: points for an unused second, where the sheet counts these (None: what the sheet says).

        Raises `RecordError` (`sheet-unknown`, `sheet-not-for-variant`), and `ValueError` for an illegal game.
        """
        from solit.engine.scoring import score

        return score(self.played, sheet, time_bonus, is_deal=self.is_deal)

    def false_claims(
        self, sheet: "str | Sheet | None" = None, time_bonus: int | None = None
    ) -> dict[str, dict[str, Any]]:
        """What the record's maker says of a legal game and is not so: `status` or `total`, each `claimed` and `real`.

        A claimed total is judged under the claim's own sheet, else under `sheet` (None: the variant's).
        """
        claim, real = self.claim or {}, dict[str, Any]()
        if "total" in claim:
            real["total"] = self.score(claim.get("sheet", sheet), time_bonus).total
        if "status" in claim:
            real["status"] = self.status
        return {name: {"claimed": claim[name], "real": value} for name, value in real.items() if claim[name] != value}

    def claim_holds(self, sheet: "str | Sheet | None" = None, time_bonus: int | None = None) -> bool:
        """Whether everything that the record's maker says of a legal game is so, see `false_claims`."""
        return not self.false_claims(sheet, time_bonus)


def deal_record(name: str, seed: int, variant: str, options: dict[str, Any]) -> tuple[dict[str, Any], tuple[int, ...]]:
    """The record of a deal by a named shuffle, as a JSON object, and its deck. Raises as `shuffles.shuffle` does."""
    deck, source = shuffle(name, seed, variant), f"{name}:{seed}"
    obj = {"solit": VERSION, "variant": variant, "options": options, "deck": cards_text(deck), "source": source}
    return obj, deck


def deck_record(variant: str, options: dict[str, Any], deck: str) -> dict[str, Any]:
    """The record of the deal of 52 cards given as text, as a JSON object; raises `RecordError` with all defects."""
    cards = parse_deck(deck.replace(",", " ").split())
    return {"solit": VERSION, "variant": variant, "options": options, "deck": cards_text(cards)}


def read_record(obj: Mapping[str, Any]) -> "tuple[Record, SourceState | None]":
    """The record of a JSON object with its deck, and `checked`, `unchecked` or None for its source.

    Raises `RecordError`, see `parse_record` and `shuffles.check_source`.
    """
    record = parse_record(obj)
    if record.source is None:
        return record, None
    variant = record.game.variant
    if record.deck is None:
        record.deck = deck_of_source(record.source, variant)
        return record, "checked"
    return record, check_source(record.source, record.deck, variant)


def judge(record: Mapping[str, Any] | Record, at: int | None = None, *, logging: bool = False) -> Judged:
    """Judge a record, or the JSON object of one, as if it ended after `at` entries (below 0: counted from its end).

    `logging`: keep what `events` tells. Raises `RecordError` for what can't be read, a source that does not yield the
    deck, and `at-out-of-range`; a refused entry is in `error`.
    """
    obj = spell_record(record) if isinstance(record, Record) else record
    judged = None if fast.BY_CLAUSES else _walked(obj, at, logging)
    return _replayed(obj, at) if judged is None else judged


def _walked(obj: Mapping[str, Any], at: int | None, logging: bool) -> Judged | None:
    """The game as the walker plays it; None where the slow way is to say what is wrong."""
    walk = fast.walk_record(obj, at, logging=logging, deck_of_source=deck_of_source)
    if walk is None:
        return None
    checked: SourceState | None = None
    if walk.source is not None:
        try:
            checked = check_source(walk.source, walk.walker.deck, walk.game.variant) if "deck" in obj else "checked"
        except RecordError:
            return None
    return Judged(walk, walk.entries, walk.is_deal, walk.claim, checked)


def _replayed(obj: Mapping[str, Any], at: int | None) -> Judged:
    """The game as the clauses judge it."""
    from solit.engine.referee import replay

    whole, source = read_record(obj)
    record = whole.cut(at)
    result = replay(record.game, record.first_state(), record.moves or [], record.at_ms, record.end_ms)
    return Judged(result, len(record.moves or []), record.is_deal, record.claim, source, whole)
