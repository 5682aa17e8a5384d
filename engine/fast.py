"""The fast way through a record: plain records are walked by the compiled `walker`, all others are left to the clauses.

A record is plain when it has a deck and is written as solit itself writes it. What is said of a plain legal game equals
what `record` and `referee` say of it; of anything else nothing is said, and the slow way finds out why.
"""

from collections.abc import Mapping
from typing import Any

from solit.engine.errors import SolitError
from solit.engine.layout import Game
from solit.engine.lowered import lower
from solit.engine.record import KNOWN_KEYS, VERSION, parse_claim
from solit.engine.rules import build_game
from solit.engine.walker import Walker

_STATUS = ("open", "won", "lost")
_KEPT_WALKERS = 256
_walkers: dict[tuple[str, str], tuple[Game, Walker]] = {}


class Walk:
    """A legal game, as `scoring.Played` wants it. What it tells of moves is true until the next record is walked.

    `entries`: entries played; `source`: the record's, not checked; `claim`: the checked claim.
    """

    __slots__ = ("claim", "end_ms", "entries", "game", "is_deal", "last_ms", "reason", "source", "status", "walker")

    def __init__(self, game: Game, walker: Walker) -> None:
        self.game = game
        self.walker = walker
        self.entries = walker.entries
        self.status: str | None = _STATUS[walker.status]
        self.reason = "no-moves" if self.status == "lost" else None
        self.last_ms: int | None = None
        self.end_ms: int | None = None
        self.source: str | None = None
        self.claim: dict[str, Any] | None = None
        self.is_deal = False

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


def _walker(variant: str, options: Mapping[str, object] | None) -> tuple[Game, Walker] | None:
    key = (variant, repr(options))  # True and 1 are equal, their texts are not
    known = _walkers.get(key)
    if known is None:
        try:
            game = build_game(variant, options)
        except SolitError:
            return None
        if len(_walkers) >= _KEPT_WALKERS:
            _walkers.clear()
        known = _walkers[key] = game, Walker(lower(game))
    return known


def walk_record(obj: Mapping[str, Any], logging: bool = False) -> Walk | None:
    """The legal game of a plain record; None where the record is not plain, not readable or not legal.

    `logging`: keep what `Walker.events` tells. The record's `source` is not looked at.
    """
    for name in obj:
        if name not in KNOWN_KEYS and name[:1] != "_":
            return None
    version, variant, options = obj.get("solit"), obj.get("variant"), obj.get("options", {})
    if type(version) is not int or version != VERSION or type(variant) is not str or type(options) is not dict:
        return None
    deck, moves, times, end = obj.get("deck"), obj.get("moves"), obj.get("at_ms"), obj.get("end_ms")
    if type(deck) is not str or "start" in obj:
        return None
    if type(moves) is not str and (moves is not None or "moves" in obj):
        return None
    if (type(times) is not list and "at_ms" in obj) or (times is not None and moves is None):
        return None
    known = _walker(variant, options)
    if known is None or not known[1].deal(deck) or not known[1].walk(moves or "", times, logging):
        return None
    walk = Walk(*known)
    walk.is_deal = moves is None
    if times is not None:
        walk.last_ms = times[-1] if times else 0
    if "end_ms" in obj:
        if type(end) is not int or walk.last_ms is None or not walk.last_ms <= end < 2**63:
            return None
        walk.end_ms = end
        limit = walk.game.time_limit
        if walk.status == "open" and limit and end > 1000 * limit:
            walk.status, walk.reason = "lost", "time"
    if "source" in obj:
        walk.source = obj["source"]
        if type(walk.source) is not str:
            return None
    if "claim" in obj:
        try:
            walk.claim = parse_claim(obj, walk.game)
        except SolitError:
            return None
    return walk
