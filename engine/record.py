"""A recorded game, from a plain dict as JSON spells it: strict about version, fields and types; nothing is repaired."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from solit.engine.cards import cards_text, parse_deck
from solit.engine.errors import RecordError
from solit.engine.layout import Game
from solit.engine.moves import Move, move_text, parse_move
from solit.engine.position import parse_position
from solit.engine.rules import build_game, deal
from solit.engine.state import State, position_text
from solit.engine.words import Status

VERSION = 1
INPUT_KEYS = frozenset(("solit", "variant", "options", "deck", "source", "start", "moves", "at_ms", "end_ms", "claim"))
OUTPUT_KEYS = (
    "layout", "validation", "score", "legal", "status", "position", "best", "solution", "analysis", "study", "error",
)  # fmt: skip
KNOWN_KEYS = INPUT_KEYS | frozenset(OUTPUT_KEYS)
_TIME_MAX = 2**64 - 1  # the largest whole number that a record may hold


@dataclass(slots=True)
class Record:
    """A readable record.

    `game`: its variant under its options. It begins with `deck`, 52 card numbers in dealing order, or at the position
    `start`; `source` says `NAME:SEED` of the shuffle. `deck` is None with a `start`, and where there is a `source` only
    (`read_record` deals that). `moves`: its entries, None for a deal. `at_ms`: the time of each entry in milliseconds
    since the deal, `end_ms`: when an open game was left; None without times. `claim`: what its maker says, some of
    `status`, `total`, `sheet`.
    """

    game: Game
    deck: tuple[int, ...] | None
    source: str | None
    start: State | None
    moves: list[Move] | None
    at_ms: list[int] | None
    end_ms: int | None
    claim: dict[str, Any] | None

    @property
    def is_deal(self) -> bool:
        """Whether the record is a deal: it has no `moves`."""
        return self.moves is None

    def first_state(self) -> State:
        """The position the record begins with; raises `RecordError` (`deck-missing`) until `deck` is filled in."""
        if self.start is not None:
            return self.start
        if self.deck is None:
            raise RecordError("deck-missing", "the deck is to be dealt from source first", field="source")
        return deal(self.game, self.deck)

    def cut(self, at: int | None) -> "Record":
        """The record as if it ended after its first `at` entries (below 0: counted from its end; None: all).

        The end of a shortened game is unknown, so `end_ms` goes with the entries that went. Raises `RecordError`
        (`at-out-of-range`).
        """
        if at is None:
            return self
        moves = self.moves or []
        size = len(moves)
        wanted = size + at if at < 0 else at
        if not 0 <= wanted <= size:
            raise RecordError("at-out-of-range", f"entry {at} of a record with {size} entries")
        if wanted == size:
            return self
        times = None if self.at_ms is None else self.at_ms[:wanted]
        return Record(self.game, self.deck, self.source, self.start, moves[:wanted], times, None, self.claim)


def spell_record(record: Record) -> dict[str, Any]:
    """The JSON object of a record: the inverse of `parse_record`. Options at their defaults are left out."""
    game = record.game
    options = {o.name: game.settings[o.name] for o in game.options if game.settings[o.name] != o.default}
    obj: dict[str, Any] = {"solit": VERSION, "variant": game.variant, "options": options}
    if record.deck is not None:
        obj["deck"] = cards_text(record.deck)
    if record.source is not None:
        obj["source"] = record.source
    if record.start is not None:
        obj["start"] = position_text(game, record.start)
    if record.moves is not None:
        obj["moves"] = " ".join([move_text(move) for move in record.moves])
    if record.at_ms is not None:
        obj["at_ms"] = list(record.at_ms)
    if record.end_ms is not None:
        obj["end_ms"] = record.end_ms
    if record.claim is not None:
        obj["claim"] = dict(record.claim)
    return obj


def _typed(obj: Mapping[str, Any], name: str, kind: type, word: str) -> Any:
    value = obj.get(name)
    if name in obj and type(value) is not kind:
        raise RecordError("field-type", f"{name} is not {word}", field=name)
    return value


def _words(obj: Mapping[str, Any], name: str) -> list[str] | None:
    """The words of a text or an array of strings; None where the field is absent."""
    if name not in obj:
        return None
    value = obj[name]
    if isinstance(value, str):
        return [word for word in value.split(" ") if word]
    if isinstance(value, list) and all(type(word) is str for word in value):
        return value
    raise RecordError("field-type", f"{name} is neither a text nor an array of texts", field=name)


def _check_keys(obj: Mapping[str, Any]) -> None:
    for name in obj:
        if name not in KNOWN_KEYS and name[:1] != "_":
            message = f"no field {name[:40]!r}: own fields begin with _, as in _{name[:40]}"
            raise RecordError("field-unknown", message, field=name)
    for name in ("solit", "variant"):
        if name not in obj:
            raise RecordError("field-missing", f"the record has no {name}", field=name)
    version = obj["solit"]
    if type(version) is not int or version != VERSION:
        raise RecordError("version", f"solit is the schema's version, {VERSION}", field="solit")
    if type(obj["variant"]) is not str:
        raise RecordError("field-type", "variant is not a text", field="variant")


def _check_beginning(obj: Mapping[str, Any]) -> None:
    if "start" in obj:
        for name in ("deck", "source"):
            if name in obj:
                raise RecordError("field-conflict", f"a record has either start or {name}, not both", field="start")
    elif "deck" not in obj and "source" not in obj:
        raise RecordError("field-missing", "the record has no deck, source or start", field="deck")


def _moves(words: Sequence[str] | None) -> list[Move] | None:
    if words is None:
        return None
    moves = []
    for index, word in enumerate(words):
        try:
            moves.append(parse_move(word))
        except RecordError as error:
            message = f"entry {index}: {error.message}"
            raise RecordError(error.code, message, field="moves", index=index) from None
    return moves


def _times(obj: Mapping[str, Any], entries: int | None) -> tuple[list[int] | None, int | None]:
    times = _typed(obj, "at_ms", list, "an array")
    end = _typed(obj, "end_ms", int, "a whole number of milliseconds")
    if times is None:
        if end is not None:
            raise RecordError("times", "end_ms needs at_ms", field="end_ms")
        return None, None
    if entries is None:
        raise RecordError("times", "at_ms needs moves", field="at_ms")
    before = 0
    for index, time in enumerate(times):
        if type(time) is not int or not 0 <= time <= _TIME_MAX:
            raise RecordError("times", f"at_ms[{index}] is not a whole number of milliseconds from 0", field="at_ms")
        if time < before:
            raise RecordError(
                "times", f"at_ms[{index}] is {time}, before {before}: times never run back", field="at_ms"
            )
        before = time
    if len(times) != entries:
        raise RecordError("times", f"at_ms has {len(times)} times for {entries} entries", field="at_ms")
    if end is not None and not before <= end <= _TIME_MAX:
        raise RecordError("times", f"end_ms is {end}, before the last entry at {before}", field="end_ms")
    return times, end


def parse_claim(obj: Mapping[str, Any], game: Game) -> dict[str, Any] | None:
    """The checked `claim` of a record, None without one; raises `RecordError`."""
    claim = _typed(obj, "claim", dict, "an object")
    if claim is None:
        return None
    from solit.engine.scoring import check_sheet  # claims are rare, and commands start without
    from solit.engine.sheets import SHEETS

    for name, value in claim.items():
        good = {
            "status": value in get_args(Status) if isinstance(value, str) else False,
            "total": type(value) is int,
            "sheet": isinstance(value, str) and value in SHEETS,
        }.get(name)
        if good is None:
            raise RecordError("field-unknown", f"claim has no field {name[:40]!r}: status, total, sheet", field="claim")
        if not good:
            words = {"status": "won, lost or open", "total": "a whole number", "sheet": f"one of {', '.join(SHEETS)}"}
            raise RecordError("claim", f"claim.{name} is not {words[name]}", field="claim")
    if "sheet" in claim:
        try:
            check_sheet(game, claim["sheet"])
        except RecordError as error:
            raise RecordError(error.code, f"claim.sheet: {error.message}", field="claim") from None
    return dict(claim)


def parse_record(obj: Mapping[str, Any]) -> Record:
    """The record that a JSON object spells; the keys that commands add are not read.

    Raises `RecordError` with the field at fault in `where["field"]`: `field-missing`, `field-unknown`, `field-type`,
    `field-conflict`, `version`, `variant-unknown`, `option-unknown`, `option-value`, `deck` (all defects), `position`,
    `move-text`, `times`, `claim`. The form of `source` is judged by `deals`.
    """
    _check_keys(obj)
    options = _typed(obj, "options", dict, "an object")
    game = build_game(obj["variant"], options)
    _check_beginning(obj)
    source = _typed(obj, "source", str, "a text")
    words = _words(obj, "deck")
    deck = None if words is None else parse_deck(words)
    text = _typed(obj, "start", str, "a text")
    start = None if text is None else parse_position(game, text)
    moves = _moves(_words(obj, "moves"))
    at_ms, end_ms = _times(obj, None if moves is None else len(moves))
    return Record(game, deck, source, start, moves, at_ms, end_ms, parse_claim(obj, game))
