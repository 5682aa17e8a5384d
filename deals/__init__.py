"""Where games come from, and what became of them: shuffles, records, other programs' files, events, studies of seeds.

    >>> from solit.deals import deal_record, judge
    >>> record, deck = deal_record("solit", 7, "klondike", {"draw": 1})
    >>> judge({**record, "moves": "d d"}).status
    'open'

Names are imported when they are first used. `solit.deals.formats` reads and writes what other programs do,
`solit.deals.study.study` solves or plays the deals of many seeds.
"""

from typing import TYPE_CHECKING

from solit.lazy import offer

if TYPE_CHECKING:
    from solit.deals import formats
    from solit.deals.deck import deck_of_source
    from solit.deals.notation.given import Given
    from solit.deals.notation.page import Found
    from solit.deals.records import Judged, deal_record, deck_record, judge, read_record
    from solit.deals.shuffles import SHUFFLES, Shuffle, check_source, decks, random_seed, shuffle
    from solit.deals.standings import Attempt, Standings, Where
    from solit.deals.study import read_line, study_seed
    from solit.deals.tournament import Membership, TournamentEvent

_HOME = {
    "deck": ("deck_of_source",),
    "notation.given": ("Given",),
    "notation.page": ("Found",),
    "records": ("Judged", "deal_record", "deck_record", "judge", "read_record"),
    "shuffles": ("SHUFFLES", "Shuffle", "check_source", "decks", "random_seed", "shuffle"),
    "standings": ("Attempt", "Standings", "Where"),
    "study": ("read_line", "study_seed"),
    "tournament": ("Membership", "TournamentEvent"),
}

__all__ = [
    "SHUFFLES",
    "Attempt",
    "Found",
    "Given",
    "Judged",
    "Membership",
    "Shuffle",
    "Standings",
    "TournamentEvent",
    "Where",
    "check_source",
    "deal_record",
    "deck_of_source",
    "deck_record",
    "decks",
    "formats",
    "judge",
    "random_seed",
    "read_line",
    "read_record",
    "shuffle",
    "study_seed",
]

__getattr__, __dir__ = offer(__name__, _HOME, modules=("formats",))
