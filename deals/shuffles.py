"""Named, frozen shuffles: a name and a seed are one deck for ever.

`solit` is our own. The others are other programs' numberings: a deck of theirs is the one that makes the
variant's layout equal to the layout that the program deals for that number (its automatic first draw is not
part of the deal).
"""

import os
import re
from collections.abc import Callable, Sequence
from math import factorial
from typing import NamedTuple, Protocol

from solit.deals import foreign, rng
from solit.deals.orders import from_column_order
from solit.engine.errors import RecordError
from solit.engine.words import SourceState

KLONDIKE = ("klondike",)
PYSOLFC_GAMES = ("klondike", "chinaman", "chinese")
_DECKS = factorial(52)
_DIGITS = 70  # more than any shuffle's seeds have


class Dealer(Protocol):
    """Deals decks of 52 bytes by their seeds, one deck or several one after another."""

    def deck(self, seed: int, /) -> bytes: ...
    def decks(self, first: int, count: int, /) -> bytes: ...


class Shuffle(NamedTuple):
    """One shuffle by its `name`; `meaning`: whose it is, in a few words.

    Its seeds are `low`..`high` but for those `banned`, `why_banned` says why. `variants`: those that it deals (empty:
    all). `dealer`: called with the seed and the variant, gives what deals the deck.
    """

    name: str
    low: int
    high: int
    variants: tuple[str, ...]
    meaning: str
    dealer: Callable[[int, str], Dealer]
    banned: tuple[int, ...] = ()
    why_banned: str = ""


def _deck(suits: str) -> list[int]:
    """Suit by suit in this order, each from the ace to the king."""
    return [13 * "CDHS".index(suit) + rank for suit in suits for rank in range(13)]


def _deck_by_ranks(suits: str) -> list[int]:
    """The four aces in this order of suits, the four twos, … the kings."""
    return [13 * "CDHS".index(suit) + rank for rank in range(13) for suit in suits]


def _right_to_left(dealt: Sequence[int]) -> tuple[int, ...]:
    """PySol's klondike: face-down rows from column 7 leftwards, then a face-up row likewise."""
    columns: list[list[int]] = [[] for _ in range(7)]
    cards = iter(dealt)
    for row in range(1, 7):
        for column in range(6, row - 1, -1):
            columns[column].append(next(cards))
    for column in range(6, -1, -1):
        columns[column].append(next(cards))
    return from_column_order([card for column in columns for card in column], tuple(cards))


class _Own:
    """Our own shuffle."""

    def deck(self, seed: int, /) -> bytes:
        return rng.shuffle(seed)

    def decks(self, first: int, count: int, /) -> bytes:
        return b"".join([rng.shuffle(seed) for seed in range(first, first + count)])


_PLACES = tuple(range(52))


def _shuffler(kind: int, start: list[int], dealt: Sequence[int], zero: int = 0) -> foreign.Shuffler:
    """`dealt`: the deck that the numbers 0..51 make when they are what the program has shuffled."""
    return foreign.Shuffler(kind, bytes(start), bytes(dealt), zero)


def _solvitaire_layout() -> tuple[int, ...]:
    """Dealt from the end: the stock from its bottom up, then rows from column 7 to the left."""
    columns: list[list[int]] = [[] for _ in range(7)]
    rest = iter(_PLACES[27::-1])
    for row in range(7):
        for column in range(6, row - 1, -1):
            columns[column].append(next(rest))
    return from_column_order([card for column in columns for card in column], _PLACES[28:])


_BACKWARDS = _PLACES[::-1]
_RIGHT_TO_LEFT = _right_to_left(_BACKWARDS)

_SOLVITAIRE = _shuffler(foreign.SOLVITAIRE, _deck_by_ranks("CHSD"), _solvitaire_layout())
_KLONDIKE_SOLVER = _shuffler(foreign.KLONDIKE_SOLVER, _deck("CDSH"), _PLACES)
_GREENFELT = _shuffler(foreign.LEHMER, _deck("CDHS"), _BACKWARDS)
_PYKSOLVE_2 = _shuffler(foreign.LEHMER, _deck("CDHS"), _BACKWARDS, 0x12345987)
_MINIMAL_KLONDIKE = _shuffler(foreign.DOTNET, _deck("CDSH"), from_column_order(_PLACES[:28], _PLACES[:27:-1]))
_MICROSOFT = _shuffler(foreign.DIGITS_DOWN, _deck("SHCD"), _BACKWARDS)
_EXACT = _shuffler(foreign.DIGITS_UP, _deck_by_ranks("HDCS"), from_column_order(_PLACES[:28], _PLACES[28:]))
_FROM_LEFT = _shuffler(foreign.FREECELL, _deck_by_ranks("CDHS"), _BACKWARDS)


def _pysol_pair(kind: int, start: list[int]) -> dict[str, foreign.Shuffler]:
    """By variant: PySol deals the rows of klondike from the right, those of chinese from the left, as ours."""
    from_right = _shuffler(kind, start, _RIGHT_TO_LEFT)
    return {"klondike": from_right, "chinaman": from_right, "chinese": _shuffler(kind, start, _BACKWARDS)}


_FREECELL = _pysol_pair(foreign.FREECELL, _deck_by_ranks("CDHS"))
_PYTHON = _pysol_pair(foreign.PYTHON, _deck("CSHD"))
_OLD_PYSOL = _pysol_pair(foreign.OLD_PYSOL, _deck("CSHD"))


def _by(dealer: Dealer) -> Callable[[int, str], Dealer]:
    """One dealer for all seeds and variants."""
    return lambda _seed, _variant: dealer


def _ms(_seed: int, variant: str) -> Dealer:
    return _FREECELL[variant]


def _pysolfc(seed: int, variant: str) -> Dealer:
    return (_FREECELL if seed < 32000 else _PYTHON)[variant]


def _pysol(seed: int, variant: str) -> Dealer:
    return (_FREECELL if seed <= 32000 else _OLD_PYSOL)[variant]


_ALL = (
    Shuffle("solit", 0, (1 << 64) - 1, (), "our own: the same deck in every variant", _by(_Own())),
    Shuffle(
        "solvitaire",
        -(1 << 31),
        (1 << 32) - 1,
        KLONDIKE,
        "Solvitaire, --random",
        _by(_SOLVITAIRE),
        (-1,),
        "there it means that no seed is given",
    ),
    Shuffle(
        "klondike-solver",
        -(1 << 63),
        (1 << 63) - 1,
        KLONDIKE,
        "Klondike-Solver, /G, and pyksolve's shuffle1: the low 32 bits count",
        _by(_KLONDIKE_SOLVER),
    ),
    Shuffle("pyksolve-2", -(1 << 31), (1 << 32) - 1, KLONDIKE, "pyksolve's shuffle2", _by(_PYKSOLVE_2)),
    Shuffle(
        "greenfelt",
        0,
        (1 << 32) - 1,
        KLONDIKE,
        "Greenfelt, as MinimalKlondike and lonelybot deal it",
        _by(_GREENFELT),
    ),
    Shuffle(
        "minimal-klondike",
        -(1 << 31),
        (1 << 31) - 1,
        KLONDIKE,
        "MinimalKlondike's Board.Shuffle (.NET)",
        _by(_MINIMAL_KLONDIKE),
    ),
    Shuffle(
        "ms",
        1,
        (1 << 33) - 1,
        PYSOLFC_GAMES,
        "FreeCell's numbers, as PySolFC and pysol_cards deal them (msN)",
        _ms,
    ),
    Shuffle(
        "kpat",
        1,
        (1 << 31) - 1,
        KLONDIKE,
        "KPatience: FreeCell's numbers, dealt from the left",
        _by(_FROM_LEFT),
    ),
    Shuffle(
        "pysolfc",
        1,
        10**20,
        PYSOLFC_GAMES,
        "PySolFC: below 32000 the ms deals, from 32000 on the Mersenne Twister",
        _pysolfc,
    ),
    Shuffle(
        "pysol",
        1,
        (1 << 64) - 1,
        KLONDIKE,
        "the old PySol, as pysol_cards deals it: to 32000 the ms deals, then a 64-bit generator",
        _pysol,
    ),
    Shuffle(
        "microsoft-collection",
        0,
        _DECKS - 1,
        KLONDIKE,
        "Microsoft Solitaire Collection's log numbers",
        _by(_MICROSOFT),
    ),
    Shuffle("lonelybot-exact", 0, _DECKS - 1, KLONDIKE, "lonelybot's exact numbers", _by(_EXACT)),
)
SHUFFLES = {known.name: known for known in _ALL}

_SOURCE = re.compile(r"([a-z0-9-]+):(0|-?[1-9][0-9]*)")
_SEED = re.compile(r"0|-?[1-9][0-9]*")


def names() -> tuple[str, ...]:
    """The shuffles that `deal` knows, ours first."""
    return tuple(SHUFFLES)


def parse_source(text: str) -> tuple[str, str]:
    """Name and seed (still text, of any length) of `NAME:SEED`; raises `RecordError` (`source-form`)."""
    found = _SOURCE.fullmatch(text)
    if found is None:
        raise RecordError(
            "source-form",
            f"source {text[:60]!r} is not NAME:SEED (a-z, 0-9 and -; a whole number without leading zeros)",
            field="source",
        )
    return found[1], found[2]


def find(name: str) -> Shuffle:
    """The shuffle with this name; raises `RecordError` (`shuffle-unknown`) that lists them all."""
    known = SHUFFLES.get(name)
    if known is None:
        raise RecordError(
            "shuffle-unknown",
            f"no shuffle {name[:60]!r}: there are {', '.join(SHUFFLES)}",
            field="source",
            allowed=list(SHUFFLES),
        )
    return known


def check_seeds(name: str, variant: str, seeds: range | None = None) -> Shuffle:
    """The shuffle with this name, where it deals the variant and takes each of `seeds` (a range of step 1, or none).

    Raises `RecordError`: `shuffle-unknown`, `shuffle-not-for-variant`, `seed-out-of-range`.
    """
    known = find(name)
    if known.variants and variant not in known.variants:
        raise RecordError(
            "shuffle-not-for-variant",
            f"{name} has no {variant}: it deals {', '.join(known.variants)}",
            field="source",
            allowed=list(known.variants),
        )
    if seeds:
        for end in (seeds[0], seeds[-1]):
            if not known.low <= end <= known.high:
                raise _out_of_range(known, f"{known.low}..{known.high}, not {_shown(end)}")
        for banned in known.banned:
            if banned in seeds:
                raise _out_of_range(known, f"{known.low}..{known.high}, but not {banned}: {known.why_banned}")
    return known


def shuffle(name: str, seed: int | str, variant: str) -> tuple[int, ...]:
    """The deck of 52 cards, in the variant's dealing order, that a named shuffle makes of a seed.

    Raises `RecordError`: `seed-form` and those of `check_seeds`.
    """
    return tuple(_deck_of(name, seed, variant))


def _deck_of(name: str, seed: int | str, variant: str) -> bytes:
    """The deck as 52 bytes; raises as `shuffle` does."""
    known = SHUFFLES.get(name)
    if known is None or (known.variants and variant not in known.variants):
        known = check_seeds(name, variant)  # refuses it
    number = _number(seed) if isinstance(seed, str) else seed
    if not known.low <= number <= known.high or number in known.banned:
        check_seeds(name, variant, range(number, number + 1))  # refuses it
    return known.dealer(number, variant).deck(number)


def decks(name: str, variant: str, first: int, count: int) -> bytes:
    """The decks of `count` seeds from `first` on, each 52 bytes, one after another; raises as `shuffle` does."""
    known = check_seeds(name, variant, range(first, first + count))
    if count > 0 and (dealer := known.dealer(first, variant)) is known.dealer(first + count - 1, variant):
        return dealer.decks(first, count)
    return b"".join([known.dealer(seed, variant).deck(seed) for seed in range(first, first + count)])


def _number(seed: str) -> int:
    if _SEED.fullmatch(seed) is None:
        message = f"seed {seed[:60]!r} is not a whole number without leading zeros"
        raise RecordError("seed-form", message, field="source")
    # Reading digits without end takes time without end; what is cut off leaves a number that no shuffle takes.
    return int(seed[: _DIGITS + 2])


def _out_of_range(known: Shuffle, seeds: str) -> RecordError:
    message = f"{known.name} takes seeds {seeds}"
    return RecordError("seed-out-of-range", message, field="source", low=str(known.low), high=str(known.high))


def _shown(seed: int) -> str:
    """A refused seed for a sentence."""
    return str(seed) if abs(seed) < 10**_DIGITS else f"a number of more than {_DIGITS} digits"


def random_seed(name: str = "solit") -> int:
    """A seed ≥ 0 of a named shuffle, drawn from the operating system (`solit`: 64 random bits)."""
    known = find(name)
    low = max(known.low, 0)
    # 64 bits more than the range needs keep every seed equally likely, to one part in 2^64
    width = (known.high - low + 1).bit_length() // 8 + 9
    return low + int.from_bytes(os.urandom(width), "little") % (known.high - low + 1)


def check_source(source: str, deck: Sequence[int], variant: str) -> SourceState:
    """Returns "checked" where the source yields this deck, "unchecked" where its shuffle is unknown.

    Raises `RecordError`: `source-form`, `source-mismatch`, and those of `shuffle` except `shuffle-unknown`.
    """
    name, seed = parse_source(source)
    if name not in SHUFFLES:
        return "unchecked"
    made = _deck_of(name, seed, variant)
    if made != bytes(deck):
        from solit.engine.cards import card_text

        places = [place for place, card in enumerate(deck) if made[place] != card]
        told = f"card {places[0]} is {card_text(deck[places[0]])}, there {card_text(made[places[0]])}"
        message = f"{source[:100]} does not deal this deck: {told}"
        raise RecordError("source-mismatch", message, field="source")
    return "checked"
