"""The deck of a record that has only a source."""

from solit.deals.shuffles import parse_source, shuffle
from solit.engine.errors import RecordError


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
