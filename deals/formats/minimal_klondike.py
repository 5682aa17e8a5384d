"""MinimalKlondike: 156 digits or letters, Greenfelt numbers, its board, and its move strings.

A game is a deck line and, on the next line, its moves; or what the program prints.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from solit.deals.notation.digits import read_digits, write_digits
from solit.deals.notation.given import Given
from solit.deals.notation.letters import MINIMAL_KLONDIKE, letter_of, letters_of, play
from solit.deals.notation.page import DEALT_WORD, Cards, Found, dealt_deck, games_of, quote, wrong
from solit.deals.notation.retelling import Retelling, found_deal, with_moves
from solit.deals.notation.text import Text, TextLine, Word, as_text, fault
from solit.deals.notation.written import dealt, only, steps, unwritable
from solit.deals.orders import deck_of_columns, from_column_order
from solit.engine.cards import NUMBERS
from solit.engine.errors import IllegalMove
from solit.engine.moves import OWN_FOUNDATION
from solit.engine.record import Record

NAME = "minimal-klondike"
VARIANTS = ("klondike",)
_FORM = "MinimalKlondike"
_HEADER = "  A        B  C  D  E"
_NAMES = "  F  G  H  I  J  K  L"
_LETTERS = re.compile(r"(?:[^ @]+ +){20,}[^ @]+")
_BEGINNING = re.compile(r"[0-9]{1,10} *$|[0-9]{20}|cards:|Deal: |(?:(?:10|[2-9TAJQK])[CDHS] +){20}", re.I)
_NUMBER = re.compile(r"[0-9]{1,10}")
_RESULT = re.compile(
    r"\(Deal (?:Result|State): (?P<word>[A-Za-z]+) Foundation: (?P<up>[0-9]+) Moves: (?P<moves>[0-9]{1,18})"
    r" Rounds: (?P<rounds>[0-9]{1,18})(?: Took: ?[^)]*)?\)"
)


# --- decks -----------------------------------------------------------------------------------------------------------


def _read_letters(line: TextLine) -> tuple[int, ...]:
    """The deck of 52 cards in column order, then the stock from its last card to its first; case means nothing."""
    cards = Cards()
    for word in line.words():
        cards.take(word, word.text.upper() if word.text.upper() in NUMBERS else "")
    cards.check(line.number)
    numbers = [NUMBERS[text] for _, text in cards.met]
    return from_column_order(numbers[:28], numbers[:27:-1])


def _read_board(lines: Text, place: int) -> tuple[tuple[int, ...], int]:
    """The deck of a printed board of a fresh deal, and the place after the board."""
    start = lines[place]
    for number, wanted in ((1, ""), (2, _NAMES)):
        row = lines[place + number] if lines.has(place + number) else TextLine("", start.number + number)
        if row.text.rstrip(" ") != wanted:
            told = "a board of a game under way: only that of a deal is read" if number == 1 else f"expected {_NAMES}"
            raise fault("format", told, row.number)
    place += 3
    cards = Cards()
    columns: list[list[str]] = [[] for _ in range(7)]
    while lines.has(place) and not lines[place].is_blank:
        row = lines[place]
        for column in range(7):
            cell = Word(row.text[3 * column + 1 : 3 * column + 3], row.number, 3 * column + 2)
            mark = row.text[3 * column : 3 * column + 1]
            if not cell.text.strip(" "):
                continue
            if (mark == "+") != (len(columns[column]) == column):
                raise wrong(cell, "in a deal the last card of each pile is face up, marked +, and no other")
            columns[column].append(cards.take(cell))
        place += 1
    place += 1
    stock: list[str] = []
    while lines.has(place) and re.fullmatch(r"(?: [^ ]{2}){1,7} *", lines[place].text):
        stock += cards.take_all(lines[place].words())
        place += 1
    cards.check(start.number)
    for number, column_texts in enumerate(columns, 1):
        if len(column_texts) != number:
            raise fault("format", f"pile {number} has {len(column_texts)} cards instead of {number}", start.number)
    dealt_cards = [[NUMBERS[text] for text in column] for column in columns]
    return deck_of_columns(dealt_cards, [NUMBERS[text] for text in stock]), place


def _read_deck_line(line: TextLine) -> tuple[tuple[int, ...], str | None]:
    """The deck of a line and, for a Greenfelt number, its source."""
    word = line.word()
    if word.text.startswith(DEALT_WORD):
        return dealt_deck(line), None
    if _NUMBER.fullmatch(word.text):
        from solit.deals.shuffles import shuffle

        number = int(word.text)
        if number >= 1 << 32:
            raise wrong(word, f"{_FORM} takes Greenfelt numbers below 2^32")
        return shuffle("greenfelt", number, "klondike"), f"greenfelt:{number}"
    if _LETTERS.fullmatch(line.text.strip(" ")):
        return _read_letters(line), None
    if re.match(r"[0-9]{3}", word.text):
        return read_digits(word), None
    raise wrong(
        word, f"expected a deck (156 digits, 52 cards, a Greenfelt number, or {DEALT_WORD}), not {quote(word.text)}"
    )


# --- reading ---------------------------------------------------------------------------------------------------------


def read(data: Text | bytes, given: Given) -> Iterator[Found]:
    """The deals and games of a text; a bad one is an error, and the text after the next blank line is read on.

    Raises `RecordError` for a text that can't be read at all.
    """
    given.only(_FORM, *VARIANTS)
    lines = as_text(data)
    yield from games_of(
        lines,
        lambda place: _read_one(lines, place, given),
        _begins,
        skip=lambda line: line.is_blank or line.is_comment or re.match(r"Done [0-9:.]+ *$", line.text) is not None,
    )


def _begins(line: TextLine) -> bool:
    """Whether a line begins a deal."""
    return _BEGINNING.match(line.text) is not None or line.text.rstrip(" ") == _HEADER


def _read_one(lines: Text, place: int, given: Given) -> tuple[dict[str, Any], IllegalMove | None, int]:
    """One deal or game from a line on, and the place after it."""
    first = lines[place]
    source: str | None = None
    printed = True
    if first.text.startswith("Deal: "):
        deck = read_digits(Word(first.text[6:].rstrip(" "), first.number, 7))
        place += 1
    elif first.text.rstrip(" ") == _HEADER:
        deck, place = _read_board(lines, place)
    else:
        deck, source = _read_deck_line(first)
        place, printed = place + 1, False
    moves: TextLine | None = None
    result: re.Match[str] | None = None
    result_line = first.number
    while lines.has(place):
        line = lines[place]
        found = _RESULT.fullmatch(line.text.strip(" "))
        if found is not None and result is None:
            result, result_line = found, line.number
            place += 1
            break  # the last line of a game
        if line.is_blank:
            rest = lines.past_blanks(place) if printed else None
            if rest is None or (moves is not None and not _RESULT.fullmatch(lines[rest].text.strip(" "))):
                break
            place = rest
        elif line.is_comment:
            place += 1
        elif line.text.rstrip(" ") == _HEADER and moves is None:
            told, place = _read_board(lines, place)
            if told != deck:
                raise fault("format", "the board is not that of the deal above it", line.number)
        elif moves is None and _BEGINNING.match(line.text):
            break
        elif moves is None:
            moves = line
            place += 1
        else:
            raise fault("format", "a line after the moves: games are apart by a blank line", line.number)
    return (*_record(given, deck, source, moves, result, result_line), place)


def _record(
    given: Given,
    deck: tuple[int, ...],
    source: str | None,
    moves: TextLine | None,
    result: re.Match[str] | None,
    result_line: int,
) -> tuple[dict[str, Any], IllegalMove | None]:
    notes: list[str] = []
    words = None if moves is None else letters_of(moves, 6 if moves.text.startswith("Moves:") else 0)
    if words is None:
        return found_deal(given, given.deal_options(notes), deck, notes, source), None
    options = given.game_options(_FORM, "auto", notes)
    record = found_deal(given, options, deck, notes, source)
    retold = Retelling.of_deck(given, options, deck)
    unread, error = play(retold, words, MINIMAL_KLONDIKE)
    if result is not None and error is None:
        total, rounds = len(words), retold.implied_redeals + 1
        if (int(result["moves"]), int(result["rounds"])) != (total, rounds):
            told = f"the result line counts {result['moves']} moves in {result['rounds']} rounds"
            raise fault("move-count", f"{told}, the moves come to {total} in {rounds}", result_line)
    return with_moves(record, retold, unread, "piece"), error


# --- writing ---------------------------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """The digits of a deal on one line, and the moves of a game on the next.

    Raises `RecordError` (`not-in-format`), `IllegalMove` for a wrong game.
    """
    only(_FORM, record, *VARIANTS)
    deck = write_digits(dealt(_FORM, record))
    return f"{deck}\n" if record.moves is None else f"{deck}\n{_write_moves(record)}\n"


def _write_moves(record: Record) -> str:
    text = ""
    redeal = False
    for step in steps(_FORM, record):
        move = step.move
        if move.act == "redeal":
            redeal = True  # told by the next draw
        elif move.act == "draw":
            text += "@"
            redeal = False
        else:
            target = _target(record, step.before.piles, move)
            text += letter_of(move.source, MINIMAL_KLONDIKE) + letter_of(target, MINIMAL_KLONDIKE) + " "
    if redeal:
        raise unwritable(f"{_FORM} tells a redeal by the draw after it, and no draw follows the last one")
    return text.rstrip(" ")


def _target(record: Record, piles: Sequence[Sequence[int]], move: Any) -> int:
    """Where a move goes, with the foundation by its suit."""
    if move.target == OWN_FOUNDATION:
        return int(2 + piles[move.source][-1] // 13)
    return int(move.target)


def looks_like(text: str) -> bool:
    """Whether a text may be of this format."""
    if re.search(r"^Deal: [0-9]{20}|^\(Deal |^  A        B  C  D  E", text, re.M):
        return True
    deck = re.search(
        r"^(?:[0-9]{100,}|[0-9]{1,10}(?= *\r?\n[@A-L ]+\r?$)|cards: .*(?= *\r?\n[@A-L ]+\r?$)"
        r"|(?:[0-9A-Za-z]{2} +){20,}[0-9A-Za-z]{2}) *\r?$",
        text,
        re.M,
    )
    return bool(deck and not re.search(r"▸|^D[SP] |^DR[0-9]|[0-9]{2}-[0-9]| F[1-7]\b", text, re.M))
