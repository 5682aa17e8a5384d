"""The fast way through a record: the compiled `walker` plays its moves.

There are two ways to judge a record. The slow one (`record` and `referee`) asks the clauses about every entry. The fast
one lets the walker play all the moves, whatever form the record gives its deck and moves in. Both say the same:

- A legal game: the walker alone says how it ended.
- An illegal game: the walker finds the first wrong entry, and the clauses are asked about that entry alone, since they
  have the words for it.
- A record that can't be read: the fast way answers None, and the slow way finds out what is wrong.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from solit.engine.defects import placing_defects, trust
from solit.engine.errors import IllegalMove, SolitError
from solit.engine.layout import Game
from solit.engine.lowered import lower
from solit.engine.record import KNOWN_KEYS, VERSION, parse_claim
from solit.engine.rules import build_game, deal
from solit.engine.state import State, position_text
from solit.engine.walker import Walker
from solit.engine.words import Reason, Status

BY_CLAUSES = bool(os.environ.get("SOLIT_CLAUSES"))
"""Whether the environment asks for the clauses everywhere: no game is walked, every entry is judged by them."""

STATUS: tuple[Status, ...] = ("open", "won", "lost")
"""By the number that a walker gives."""

DeckOfSource = Callable[[str, str], Sequence[int]]
"""Deals the deck of a source for a variant; raises `RecordError`."""


@lru_cache(maxsize=256)
def _first_walker(game: Game) -> Walker:
    return Walker(lower(game))


def walker_of(game: Game) -> Walker:
    """A walker of one's own for this game; without a position."""
    return _first_walker(game).twin()


class WalkedGame:
    """A game that was walked, legal or not, as `scoring.Played` wants it.

    `moves`: the text of all the record's moves. `entries`: how many of them were asked for. `played`: how many were
    played; fewer where one is illegal, and then `error` is its refusal (else None).
    `status`: `won`, `lost` or `open`, None of an illegal game. `reason`: of a lost game `no-moves` or `time`.
    `last_ms`: the time of the last entry played, None without times. `end_ms`: when an open game was left.
    `source`: the record's, not checked. `claim`: the record's, checked.
    """

    __slots__ = (
        "_start", "claim", "end_ms", "entries", "error", "game", "is_deal", "last_ms", "moves", "played", "reason",
        "source", "status", "walker",
    )  # fmt: skip

    def __init__(self, game: Game, walker: Walker, start: State | None, moves: str | None) -> None:
        self.game = game
        self.walker = walker
        self._start = start
        self.moves = moves or ""
        self.is_deal = moves is None
        self.entries = self.played = 0
        self.error: IllegalMove | None = None
        self.status: Status | None = None
        self.reason: Reason | None = None
        self.last_ms: int | None = None
        self.end_ms: int | None = None
        self.source: str | None = None
        self.claim: dict[str, Any] | None = None

    @property
    def start(self) -> State:
        """The position that the game began with."""
        return deal(self.game, self.walker.deck) if self._start is None else self._start

    @property
    def deck(self) -> tuple[int, ...] | None:
        """The cards in dealing order; None of a record that begins at a `start`."""
        return self.walker.deck if self._start is None else None

    @property
    def state(self) -> State:
        """The position reached."""
        return trust(self.game, State(*self.walker.state()))

    @property
    def booked(self) -> list[tuple[str, int | None]]:
        """See `scoring.Played`."""
        from solit.engine.scoring import BOOKED  # only scores need it

        return self.walker.booked(BOOKED)

    @property
    def home(self) -> int:
        """Cards on the foundations."""
        return self.walker.home

    @property
    def suits_in_columns(self) -> int:
        """Columns that hold a whole suit, in a game that they can be won by."""
        return self.walker.suits_in_columns

    @property
    def standing_entries(self) -> list[int]:
        """The entries whose moves were not taken back, in order."""
        return self.walker.standing()

    def positions(self) -> Iterator[State]:
        """The position at the start and after each entry played, one at a time."""
        walker = walker_of(self.game)
        walker.place(*self.start)
        yield State(*walker.state())
        for word in self.moves.split()[: self.played]:
            walker.go_on(word)
            yield State(*walker.state())


def _game(variant: str, options: Mapping[str, object]) -> Game | None:
    """`build_game`; None where there is no such game."""
    try:
        return build_game(variant, options)
    except (SolitError, TypeError):  # TypeError: an array or an object, which no option takes
        return None


def _joined(words: list[Any]) -> str | None:
    """An array of words as one text; None where some word is no text, empty, or several words."""
    try:
        text = " ".join(words)
    except TypeError:
        return None
    return text if text.count(" ") == max(len(words) - 1, 0) and "" not in words else None


def _lay(walker: Walker, deck: object) -> bool:
    """Deal a record's deck, a text or an array; False for anything that is none."""
    text = _joined(deck) if type(deck) is list else deck
    if type(text) is not str:
        return False
    return walker.deal(text) or walker.deal(" ".join([word for word in text.split(" ") if word]))


def _begun(
    obj: Mapping[str, Any], game: Game, walker: Walker, deck_of_source: DeckOfSource | None
) -> tuple[bool, State | None]:
    """Put the walker where the record begins: whether that can be read, and the position where it is a `start`."""
    if "start" in obj:
        start = obj["start"]
        if type(start) is not str or "deck" in obj or "source" in obj:
            return False, None
        if not walker.read(start):
            return False, None
        state = State(*walker.state())
        if placing_defects(game, state):  # all else was seen to in reading
            return False, None
        trust(game, state)
        return True, state
    if "deck" in obj:
        return _lay(walker, obj["deck"]), None
    if deck_of_source is None or type(obj.get("source")) is not str:
        return False, None
    walker.deal_cards(deck_of_source(obj["source"], game.variant))
    return True, None


def walk_record(
    obj: Mapping[str, Any], at: int | None = None, *, logging: bool = False, deck_of_source: DeckOfSource | None = None
) -> WalkedGame | None:
    """Play the record `obj` (an object as JSON spells it) and say what became of its game.

    `at`: play the first `at` entries only, as if the record ended there; below 0 counts from the end; None: all.
    `logging`: keep what every entry did, for `Walker.events`. `deck_of_source`: deals the deck of a record that has a
    source only. The `source` of a record with a deck is not looked at.

    None where the slow way must be asked: the record can't be read, it has fewer entries than `at`, or it has a source
    only and there is no `deck_of_source`. Raises nothing.
    """
    for name in obj:
        if name not in KNOWN_KEYS and name[:1] != "_":
            return None
    version, variant, options = obj.get("solit"), obj.get("variant"), obj.get("options", {})
    if type(version) is not int or version != VERSION or type(variant) is not str or type(options) is not dict:
        return None
    moves, times = obj.get("moves"), obj.get("at_ms")
    if type(moves) is list:
        moves = _joined(moves)
    if type(moves) is not str and (moves is not None or "moves" in obj):
        return None
    if (type(times) is not list and "at_ms" in obj) or (times is not None and moves is None):
        return None
    game = _game(variant, options)
    if game is None:
        return None
    walker = walker_of(game)
    try:
        begun, start = _begun(obj, game, walker, deck_of_source)
        if not begun:
            return None
        walk = WalkedGame(game, walker, start, moves)
        if "source" in obj:
            walk.source = obj["source"]
            if type(walk.source) is not str:
                return None
        if not _play(walk, at, times, logging) or not _close(walk, obj, times):
            return None
        if "claim" in obj:
            walk.claim = parse_claim(obj, game)
    except SolitError:
        return None
    return walk


def _play(walk: WalkedGame, at: int | None, times: list[int] | None, logging: bool) -> bool:
    """Play the entries asked for; False where some can't be read or there are not so many."""
    walker, most = walk.walker, -1
    if at is not None:
        most = at
        if at < 0:  # it must be known first how many there are
            walker.walk(walk.moves, times, False, 0)
            most = walker.words + at
            if most < 0:
                return False
    walker.walk(walk.moves, times, logging, most)
    walk.entries = walker.words if at is None else most
    walk.played = walker.entries
    return walker.readable and walk.entries <= walker.words


def _close(walk: WalkedGame, obj: Mapping[str, Any], times: list[int] | None) -> bool:
    """Tell how the game ended; False where its times are none, or the clauses do not refuse what the walker refuses."""
    walker, end = walk.walker, obj.get("end_ms")
    if times is not None:
        walk.last_ms = times[walk.played - 1] if walk.played else 0
    if "end_ms" in obj:
        latest = times[-1] if times else 0
        if type(end) is not int or times is None or not latest <= end < 2**64:
            return False
        if walk.entries == walker.words:  # the end of a shortened game is unknown
            walk.end_ms = end
    if walker.refused is not None:
        walk.error = _refusal(walk, walker.refused, None if times is None else times[walk.played])
        return walk.error is not None
    walk.status = STATUS[walker.status]
    walk.reason = "no-moves" if walk.status == "lost" else None
    limit = walk.game.time_limit
    if walk.status == "open" and walk.end_ms is not None and limit and walk.end_ms > 1000 * limit:
        walk.status, walk.reason = "lost", "time"
    return True


def _refusal(walk: WalkedGame, text: str, at_ms: int | None) -> IllegalMove | None:
    """What the clauses say of the entry that the walker refuses; None where they do not refuse it."""
    from solit.engine.moves import parse_move
    from solit.engine.referee import Entry, Kept, refusal_of

    walker, state = walk.walker, walk.state
    latest = walker.latest
    kept = [] if latest is None else [Kept(latest[0], None, (), latest[1])]
    refusal = refusal_of(Entry(walk.game, state, parse_move(text), at_ms, kept, walker.in_a_row))
    if refusal is None:
        return None
    position = position_text(walk.game, state)
    return IllegalMove(refusal.code, refusal.message, move=text, position=position, index=walk.played)
