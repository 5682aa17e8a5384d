"""A card is an int 0..51: 13·suit + rank, suits C D H S, ranks from the ace (0) to the king (12)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from solit.engine.errors import RecordError

SUITS = "CDHS"
RANKS = "A23456789TJQK"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
DECK_SIZE = 52
UNKNOWN_TOLD = 200  # words that are no cards, each told on its own; of a line full of them the rest are counted
TEXTS = tuple(rank + suit for suit in SUITS for rank in RANKS)
NUMBERS = {text: number for number, text in enumerate(TEXTS)}


def is_red(card: int) -> bool:
    """True for diamonds and hearts."""
    return card // 13 in (1, 2)


def card_text(card: int) -> str:
    """The two letters of a card 0..51: rank, then suit (`TD`)."""
    return TEXTS[card]


def card_name(card: int) -> str:
    """A card for a sentence: colour, rank and text, as in *red 7 (7H)*."""
    return f"{'red' if is_red(card) else 'black'} {RANK_NAMES[card % 13]} ({TEXTS[card]})"


def parse_card(text: str) -> int:
    """The card with this text; raises `RecordError` (`card`) for anything but rank and suit in capitals."""
    card = NUMBERS.get(text)
    if card is None:
        raise RecordError("card", f"{text[:40]!r} is not a card: a rank of {RANKS}, then a suit of {SUITS}, as in TD")
    return card


def cards_text(cards: Iterable[int]) -> str:
    """Cards separated by single blanks."""
    return " ".join([TEXTS[card] for card in cards])


def parse_cards(text: str) -> tuple[int, ...]:
    """Cards separated by blanks; raises `RecordError` (`card`)."""
    return tuple([parse_card(word) for word in text.split(" ") if word])


@lru_cache
def deck_set(ranks: int) -> frozenset[int]:
    """The cards of a deck with this many ranks a suit."""
    return frozenset([13 * suit + rank for suit in range(4) for rank in range(ranks)])


def deck_defects(words: Sequence[str], ranks: int = 13) -> list[dict[str, Any]]:
    """Everything that keeps `words` from being a whole deck: unknown, doubled and missing cards, and the count.

    Each defect has `code` (`unknown-card`, `doubled-card`, `missing-card`, `card-count`) and `message`; the first
    three have `card`, an unknown card its place `index` too. Of very many unknown words the last entry gives the
    `count` of the rest. An empty list means a whole deck of 4·`ranks` cards.
    """
    wanted = [TEXTS[13 * s + r] for s in range(4) for r in range(ranks)]
    known = set(wanted)
    defects: list[dict[str, Any]] = []
    unknown = 0
    for place, word in enumerate(words):
        if word not in known:
            unknown += 1
            if unknown <= UNKNOWN_TOLD:
                message = f"{word[:40]!r} at place {place} is not a card"
                defects.append({"code": "unknown-card", "card": word[:40], "index": place, "message": message})
    if unknown > UNKNOWN_TOLD:
        message = f"{unknown - UNKNOWN_TOLD} more words are not cards"
        defects.append({"code": "unknown-card", "count": unknown - UNKNOWN_TOLD, "message": message})
    counts = Counter(words)
    for word in wanted:
        if counts[word] > 1:
            message = f"{word} is there {counts[word]} times"
            defects.append({"code": "doubled-card", "card": word, "count": counts[word], "message": message})
    for word in wanted:
        if not counts[word]:
            defects.append({"code": "missing-card", "card": word, "message": f"{word} is missing"})
    if len(words) != len(wanted):
        message = f"{len(words)} {'card' if len(words) == 1 else 'cards'} instead of {len(wanted)}"
        defects.append({"code": "card-count", "count": len(words), "message": message})
    return defects


def parse_deck(words: Sequence[str]) -> tuple[int, ...]:
    """A whole deck in dealing order from 52 card texts.

    Raises `RecordError` (`deck`) with all its defects at once (see `deck_defects`) in `where["defects"]`.
    """
    if len(words) == DECK_SIZE and len(set(words)) == DECK_SIZE:
        try:
            return tuple([NUMBERS[word] for word in words])
        except KeyError:
            pass  # the defects below name the word
    raise deck_refusal(deck_defects(words))


def deck_refusal(defects: list[dict[str, Any]]) -> RecordError:
    """The error that tells these defects of a deck."""
    told = [defect["message"] for defect in defects]
    more = f" and {len(told) - 6} more" if len(told) > 6 else ""
    return RecordError("deck", f"not a deck: {'; '.join(told[:6])}{more}", field="deck", defects=defects)
