"""Positions read from their text on one line: the reverse of `state.position_text`."""

import re
from typing import Any

from solit.engine.cards import NUMBERS
from solit.engine.defects import Defect, refusal, state_defects, trust
from solit.engine.errors import RecordError
from solit.engine.layout import Game
from solit.engine.moves import PLACES, STOCK
from solit.engine.state import MOST_PASSES, State

_PILE = re.compile(r"(?:(?P<down>(?:[A-Z0-9]{2})+)/)?(?P<up>(?:[A-Z0-9]{2})*)")
_PASS = re.compile(r"pass=([1-9][0-9]{0,8})")


def _fail(message: str) -> RecordError:
    return RecordError("position", message, field="start")


def _read_pile(place: int, text: str) -> tuple[tuple[Any, ...], int] | None:
    """The cards, words that are none as they stand, and how many lie face down; None where it is no pile."""
    found = _PILE.fullmatch(text)
    if found is None or (place == STOCK and found["down"]):
        return None
    hidden, up = found["down"] or "", found["up"]
    words = [part[n : n + 2] for part in (hidden, up) for n in range(0, len(part), 2)]
    cards = tuple([NUMBERS.get(word, word) for word in words])
    return (cards[::-1], len(cards)) if place == STOCK else (cards, len(hidden) // 2)


def parse_position(game: Game, text: str) -> State:
    """The position that `text` spells for this game.

    Raises `RecordError` (`position`): a pass that the game has not, places missing or out of order, piles that can't be
    read; and with all defects in `where["defects"]` what `state_defects` finds.
    """
    words = text.split(" ")
    passes = 1
    if game.counts_passes:
        found = _PASS.fullmatch(words[0])
        if found is None:
            raise _fail(f"a position of this variant begins with pass=N, N from 1 to {MOST_PASSES}")
        passes = int(found[1])
        words = words[1:]
    names = [PLACES[place] for place in game.places]
    given = [word.partition(":")[0] if ":" in word else word for word in words]
    if given != names or any(":" not in word for word in words):
        wrong = next((a for a, b in zip(given, names, strict=False) if a != b), "the end")
        raise _fail(
            f"the places of {game.variant} are {': '.join(names)}: in this order, each once; see {wrong[:20]!r}"
        )
    piles: list[tuple[Any, ...]] = [()] * len(PLACES)
    down = [0] * len(PLACES)
    unread: list[Defect] = []
    for place, word in zip(game.places, words, strict=True):
        spelled = word.partition(":")[2]
        read = _read_pile(place, spelled)
        if read is not None:
            piles[place], down[place] = read
            continue
        rule = "all face down, without a /" if place == STOCK else "face-down ones before a /"
        message = f"{PLACES[place]}:{spelled[:60]} is not a pile: cards without blanks, {rule}"
        unread.append({"code": "pile-text", "place": PLACES[place], "message": message})
    state = State(tuple(piles), tuple(down), passes)
    defects = unread or state_defects(game, state)
    if defects:
        raise refusal(game, defects, field="start")
    return trust(game, state)
