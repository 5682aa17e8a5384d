"""What writers share: the deck that a record begins with, and its game step by step as other notations tell it."""

from collections.abc import Iterator
from typing import NamedTuple

from solit.engine.errors import RecordError
from solit.engine.moves import STOCK, Move
from solit.engine.record import Record
from solit.engine.referee import replay
from solit.engine.rules import deck_of, perform
from solit.engine.state import State


def unwritable(message: str) -> RecordError:
    """A record that a format can't express (`not-in-format`)."""
    return RecordError("not-in-format", message)


def only(form: str, record: Record, *variants: str) -> None:
    """Refuse a variant that the format can't tell."""
    if record.game.variant not in variants:
        raise unwritable(f"{form} has no {record.game.variant}: it has {', '.join(variants)}")


def dealt(form: str, record: Record) -> tuple[int, ...]:
    """The deck a record begins with, also where it begins at a `start` that is a fresh deal."""
    if record.deck is not None:
        return record.deck
    state = record.first_state()
    if state.passes == 1:
        try:
            return deck_of(record.game, state)
        except RecordError:
            pass
    raise unwritable(f"{form} tells deals; this record begins in mid-game")


class ToldMove(NamedTuple):
    """One move of a game: the position before it, and the column whose card was turned up with it (-1: none)."""

    move: Move
    before: State
    turned: int


def steps(form: str, record: Record) -> Iterator[ToldMove]:
    """The moves of a legal game, each flip joined to the move that bared the card.

    Raises `IllegalMove` for a wrong game; `RecordError` (`not-in-format`) for take-backs and flips apart from their
    moves, which no other program's notation can tell.
    """
    moves = record.moves or []
    result = replay(record.game, record.first_state(), moves)
    if result.error is not None:
        raise result.error
    state = record.first_state()
    held: ToldMove | None = None
    for move in moves:
        if move.act == "undo":
            raise unwritable(f"{form} has no take-backs")
        if move.act == "turn":
            if held is None or held.move.source != move.source or held.turned >= 0:
                raise unwritable(f"{form} turns a card up right after the move that bared it, not later")
            held = held._replace(turned=move.source)
            state, _ = perform(record.game, state, move)
            continue
        if held is not None:
            yield _complete(form, held, state)
        before = state
        state, events = perform(record.game, before, move)
        turned = [event.target for event in events if event.kind == "reveal" and event.target is not None]
        held = ToldMove(move, before, turned[0] if turned and move.act == "move" else -1)
    if held is not None:
        yield _complete(form, held, state)


def _complete(form: str, step: ToldMove, after: State) -> ToldMove:
    source = step.move.source
    if step.turned < 0 and source > STOCK and 0 < after.down[source] == len(after.piles[source]):
        raise unwritable(f"{form} turns a card up right after the move that bared it")
    return step
