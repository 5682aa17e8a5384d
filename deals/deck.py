"""A deck of 52 distinct cards in dealing order, from text, a list or a named shuffle."""

from collections.abc import Sequence

from solit.deals.shuffles import parse_source, shuffle
from solit.engine import cards
from solit.engine.errors import RecordError


def parse_deck(deck: str | Sequence[str]) -> tuple[int, ...]:
    """The 52 cards of a text ("TC KD …") or of a sequence of texts, in order.

    Raises `RecordError` (`deck`) with all defects (unknown, doubled, missing, count) in `where["defects"]`.
    """
    return cards.parse_deck(deck.split() if isinstance(deck, str) else deck)


def deck_of_source(source: str, variant: str) -> tuple[int, ...]:
    """The deck that `NAME:SEED` deals in a variant.

    Raises `RecordError`: `source-form`, `shuffle-unknown`, `shuffle-not-for-variant`, `seed-out-of-range`.
    """
    name, seed = parse_source(source)
    try:
        return shuffle(name, seed, variant)
    except RecordError as error:
        if error.code == "shuffle-unknown":
            error.message += "; a record without a deck needs a shuffle that solit knows"
        raise


__all__ = ["deck_of_source", "parse_deck"]
