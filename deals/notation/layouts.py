"""The JSON layouts of Solvitaire and lonelybot: piles, stock, waste, foundations, with case for face up or down."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from solit.deals.notation.given import Given
from solit.deals.notation.page import Cards, wrong
from solit.deals.notation.placed_json import Object, arrays, strings
from solit.deals.notation.retelling import found_deal
from solit.deals.notation.text import Word, fault
from solit.engine.cards import NUMBERS, TEXTS
from solit.engine.errors import RecordError
from solit.engine.layout import Game
from solit.engine.moves import FOUNDATIONS, STOCK, WASTE
from solit.engine.position import parse_position
from solit.engine.rules import deck_of
from solit.engine.state import State, position_text

_CARD = re.compile(r"(?P<rank>10|[2-9]|[AJQKajqk]|1|11|12|13)(?P<suit>[CDHScdhs])")
_RANK_OF = {"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K"}


class Layout(NamedTuple):
    """`keys`: the names of the foundations' key and the suits of its arrays ("" for one flat array)."""

    form: str
    foundations: str
    suits: str


SOLVITAIRE = Layout("Solvitaire", "foundations", "")
LONELYBOT = Layout("lonelybot", "foundation", "HDCS")
_PILES, _STOCK_KEY, _WASTE_KEY = "tableau piles", "stock", "waste"


class Beginning(NamedTuple):
    """Where a game begins: a position, its deck where it is a fresh deal, and the line of the text that says so."""

    state: State
    deck: tuple[int, ...] | None
    line: int


def _spelled(word: Word) -> tuple[str, bool]:
    """The card ("" for none) and whether it lies face up."""
    found = _CARD.fullmatch(word.text)
    if found is None:
        return "", True
    rank = found["rank"].upper()
    return _RANK_OF.get(rank, rank) + found["suit"].upper(), found["suit"].isupper()


def read_layout(found: Object, layout: Layout, given: Given, options: dict[str, Any]) -> Beginning:
    """The position of a JSON object.

    Raises `RecordError`: `format` (keys, piles), `deck` (every defect of the cards), `position` (what no game reaches).
    """
    known = (_PILES, _STOCK_KEY, _WASTE_KEY, layout.foundations)
    for key, word in found.keys.items():
        if key not in known:
            other = " (lonelybot's key: --from lonelybot)" if key == LONELYBOT.foundations else ""
            raise wrong(word, f"{layout.form} has no key {key[:40]!r}{other}: it has {', '.join(known)}")
    for key in (_PILES, _STOCK_KEY):
        if key not in found.values:
            raise fault("format", f"the key {key!r} is missing", found.line, found.column)
    cards = Cards("10")
    piles: list[list[int]] = [[] for _ in range(30)]
    down = [0] * 30
    faces: list[tuple[Word, int]] = []  # face-down cards above face-up ones, and what is face down on top
    columns = arrays(found.values[_PILES], _PILES, 7)
    texts: list[list[str]] = []
    for number, column in enumerate(columns):
        texts.append([])
        up = False
        words = strings(column, f"pile {number + 1}")
        for word in words:
            if word.text == "##":
                told = f"a card of pile {number + 1} is hidden: what {layout.form} prints of a deal can't be read back"
                raise wrong(word, told, "deck-hidden")
            text, face = _spelled(word)
            texts[-1].append(cards.take(word, text))
            if up and not face:
                faces.append((word, number))
            up = up or face
            down[6 + number] += not face
        if words and not up and not given.game(options).flip:
            faces.append((words[-1], number))
    stock = [cards.take(word, _spelled(word)[0]) for word in strings(found.values[_STOCK_KEY], "the stock")]
    waste = [cards.take(word, _spelled(word)[0]) for word in _strings(found, _WASTE_KEY)]
    suits = _foundations(found, layout, cards)
    cards.check(found.line)
    for word, number in faces:
        last = word is strings(columns[number], "")[-1] and down[6 + number] == len(texts[number])
        told = "is face down on top of its pile" if last else "is face down on a face-up card"
        raise wrong(word, f"{word.text} of pile {number + 1} {told} (a small suit letter means face down)", "position")
    for number, column_texts in enumerate(texts):
        piles[6 + number] = [NUMBERS[text] for text in column_texts]
    piles[STOCK] = [NUMBERS[text] for text in stock]
    piles[WASTE] = [NUMBERS[text] for text in waste]
    down[STOCK] = len(stock)
    for place, pile in zip(FOUNDATIONS, suits, strict=True):
        piles[place] = pile
    state = State(tuple([tuple(pile) for pile in piles]), tuple(down), 1)
    return _position(given.game(options), state, found.line)


def _strings(found: Object, key: str) -> list[Word]:
    return strings(found.values[key], key) if key in found.values else []


def _foundations(found: Object, layout: Layout, cards: Cards) -> list[list[int]]:
    """The cards on the foundations C D H S, from the ace up."""
    suits: list[list[int]] = [[] for _ in range(4)]
    if layout.foundations not in found.values:
        return suits
    value = found.values[layout.foundations]
    if layout.suits:
        given = arrays(value, layout.foundations, 4)
        words = [
            (word, suit)
            for array, suit in zip(given, layout.suits, strict=True)
            for word in strings(array, "a foundation")
        ]
    else:
        words = [(word, "") for word in strings(value, layout.foundations)]
    for word, suit in words:
        text, _ = _spelled(word)
        cards.take(word, text)
        if not text:
            continue
        if suit and text[1] != suit:
            raise wrong(word, f"{word.text} in the array of another suit: the arrays are {', '.join(layout.suits)}")
        pile = suits["CDHS".index(text[1])]
        card = NUMBERS[text]
        if card % 13 != len(pile):
            raise wrong(
                word, f"{word.text} on a foundation that holds {len(pile)} cards: it goes up from the ace", "position"
            )
        pile.append(card)
    return suits


def _position(game: Game, state: State, line: int) -> Beginning:
    try:
        deck = deck_of(game, state)
    except RecordError:
        deck = None
    if deck is None:
        try:
            parse_position(game, position_text(game, state))
        except RecordError as error:
            raise fault(error.code, error.message, line) from None
    return Beginning(state, deck, line)


def position_record(given: Given, options: dict[str, Any], position: Beginning, notes: list[str]) -> dict[str, Any]:
    """A record that begins with the position: a `deck` where it is a fresh deal, else a `start`."""
    if position.deck is not None:
        return found_deal(given, options, position.deck, notes)
    text = position_text(given.game(options), position.state)
    record: dict[str, Any] = {"solit": 1, "variant": given.variant, "options": options, "start": text}
    record["_notes"] = [*notes, "a position in mid-game, whose pass the text does not tell: pass=1 assumed"]
    return record


def write_layout(state: State, layout: Layout) -> str:
    """A position as one line of JSON."""

    def card(number: int, up: bool = True) -> str:
        text = TEXTS[number].replace("T", "10")
        return f'"{text if up else text[:-1] + text[-1].lower()}"'

    def array(cards: Sequence[int], down: int = 0) -> str:
        return "[" + ", ".join([card(number, place >= down) for place, number in enumerate(cards)]) + "]"

    columns = ", ".join([array(state.piles[place], state.down[place]) for place in range(6, 13)])
    parts = [f'"{_PILES}": [{columns}]', f'"{_STOCK_KEY}": {array(state.piles[STOCK])}']
    if layout.suits:
        parts.append(f'"{_WASTE_KEY}": {array(state.piles[WASTE])}')
        suits = ", ".join([array(state.piles[FOUNDATIONS["CDHS".index(suit)]]) for suit in layout.suits])
        parts.append(f'"{layout.foundations}": [{suits}]')
    else:
        if state.piles[WASTE]:
            parts.append(f'"{_WASTE_KEY}": {array(state.piles[WASTE])}')
        laid = [number for place in FOUNDATIONS for number in state.piles[place]]
        if laid:
            parts.append(f'"{layout.foundations}": {array(laid)}')
    return "{" + ", ".join(parts) + "}"
