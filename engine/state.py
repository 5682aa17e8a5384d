"""A position as a value, and its text on one line."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from solit.engine.cards import NUMBERS, TEXTS, deck_defects
from solit.engine.errors import RecordError
from solit.engine.layout import Game, Role
from solit.engine.moves import PLACES, STOCK


class State(NamedTuple):
    """Where every card lies. No score, clock, undo or history.

    `piles`: 30 tuples of cards by place, bottom to top (the stock's last card is the next to be drawn). `down`: for
    each pile how many cards from its bottom lie face down (the stock: all). `passes`: the pass under way, from 1.
    """

    piles: tuple[tuple[int, ...], ...]
    down: tuple[int, ...]
    passes: int


def exposed(game: Game, state: State, place: int) -> bool:
    """Whether nothing covers the place: the piles that cover it are empty."""
    for cover in game.covers[place]:
        if state.piles[cover]:
            return False
    return True


def face_up(piles: Sequence[Sequence[int]], down: Sequence[int]) -> int:
    """The set of cards that lie face up, as a mask (bit = card); `piles` and `down` as in `State`."""
    seen = 0
    for place, pile in enumerate(piles):
        if place != STOCK:
            for card in pile[down[place] :]:
                seen |= 1 << card
    return seen


def _pile_text(state: State, place: int) -> str:
    pile = state.piles[place]
    if place == STOCK:
        return "".join([TEXTS[card] for card in reversed(pile)])
    hidden = state.down[place]
    text = "".join([TEXTS[card] for card in pile])
    return f"{text[: 2 * hidden]}/{text[2 * hidden :]}" if hidden else text


def position_text(game: Game, state: State) -> str:
    """The position on one line: the pass where there are any, then each place with its cards, bottom to top.

    The stock is written in drawing order; in other piles the face-down cards stand before a `/`.
    """
    parts = [f"pass={state.passes}"] if game.counts_passes else []
    parts += [f"{PLACES[place]}:{_pile_text(state, place)}" for place in game.places]
    return " ".join(parts)


_PILE = re.compile(r"(?:(?P<down>(?:[A-Z0-9]{2})+)/)?(?P<up>(?:[A-Z0-9]{2})*)")
_PASS = re.compile(r"pass=([1-9][0-9]{0,8})")


def _fail(message: str, **where: object) -> RecordError:
    return RecordError("position", message, field="start", **where)


def _read_pile(place: int, text: str) -> tuple[list[str], int]:
    found = _PILE.fullmatch(text)
    if found is None:
        raise _fail(f"{PLACES[place]}:{text[:60]} is not a pile: cards without blanks, face-down ones before a /")
    hidden, up = found["down"] or "", found["up"]
    words = [word for part in (hidden, up) for word in (part[n : n + 2] for n in range(0, len(part), 2))]
    return words, len(hidden) // 2


def parse_position(game: Game, text: str) -> State:
    """The position that `text` spells for this game.

    Raises `RecordError` (`position`): places missing or out of order, not the whole deck (all defects in
    `where["defects"]`), foundations out of order, face-down cards where none can lie, a pass that the game has not.
    """
    words = text.split(" ")
    passes = 1
    if game.counts_passes:
        found = _PASS.fullmatch(words[0])
        if found is None:
            raise _fail("a position of this variant begins with pass=N, N from 1")
        passes = int(found[1])
        if game.passes and passes > game.passes:
            raise _fail(f"pass {passes} of a game that has {game.passes}")
        words = words[1:]
    names = [PLACES[place] for place in game.places]
    given = [word.partition(":")[0] if ":" in word else word for word in words]
    if given != names or any(":" not in word for word in words):
        wrong = next((a for a, b in zip(given, names, strict=False) if a != b), "the end")
        raise _fail(
            f"the places of {game.variant} are {': '.join(names)}: in this order, each once; see {wrong[:20]!r}"
        )
    piles: list[tuple[int, ...]] = [()] * len(PLACES)
    down = [0] * len(PLACES)
    every: list[str] = []
    read: list[tuple[int, list[str]]] = []
    for place, word in zip(game.places, words, strict=True):
        cards, down[place] = _read_pile(place, word.partition(":")[2])
        every += cards
        read.append((place, cards))
    defects = deck_defects(every, game.ranks)
    if defects:
        told = "; ".join(defect["message"] for defect in defects[:6])
        raise _fail(f"not the whole deck: {told}", defects=defects)
    for place, cards in read:
        numbers = [NUMBERS[card] for card in cards]
        piles[place] = tuple(reversed(numbers)) if place == STOCK else tuple(numbers)
    if down[STOCK]:
        raise _fail("the stock is written without a /: all of it lies face down")
    down[STOCK] = len(piles[STOCK])
    state = State(tuple(piles), tuple(down), passes)
    check_placing(game, state)
    return state


def check_placing(game: Game, state: State) -> None:
    """Refuse the whole deck in piles where it can't lie so: raises `RecordError` (`position`)."""
    _check_foundations(game, state)
    _check_face_down(game, state)


def _check_foundations(game: Game, state: State) -> None:
    for place in game.places:
        if game.roles[place] is not Role.FOUNDATION:
            continue
        pile = state.piles[place]
        first = pile[0] % 13 if pile and game.circular else 0
        for step, card in enumerate(pile):
            if card // 13 != place - 2 or card % 13 != (first + step) % game.ranks:
                raise _fail(f"{PLACES[place]} does not build up in suit: {TEXTS[card]} is out of order")


def _check_face_down(game: Game, state: State) -> None:
    for place in game.places:
        pile, hidden, role = state.piles[place], state.down[place], game.roles[place]
        if role is Role.STOCK:
            continue
        if hidden and role in (Role.WASTE, Role.FOUNDATION):
            raise _fail(f"{PLACES[place]} holds face-down cards")
        if role is Role.LAYOUT and len(pile) > 1:
            raise _fail(f"{PLACES[place]} holds {len(pile)} cards: a layout place holds one")
        if hidden and hidden == len(pile) and not game.flip:
            centre = role is Role.LAYOUT and PLACES[place].endswith("c")
            if not (centre and not exposed(game, state, place)):
                raise _fail(f"the top card of {PLACES[place]} lies face down: it would have been turned up")
        if (
            role is Role.LAYOUT
            and PLACES[place].endswith("c")
            and pile
            and not hidden
            and not state.piles[2 + pile[0] // 13]
        ):
            raise _fail(f"{TEXTS[pile[0]]} at {PLACES[place]} is face up, so it would be the base of its foundation")
