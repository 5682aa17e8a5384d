"""Solvitaire: its JSON of a deal or a position in mid-game, and the boards that it prints as a solution."""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from solit.deals.notation.digits import read_digits
from solit.deals.notation.given import Given
from solit.deals.notation.layouts import SOLVITAIRE, Beginning, position_record, read_layout, write_layout
from solit.deals.notation.page import DEALT_WORD, Cards, Found, dealt_deck, games_of, quote, why_no_card, wrong
from solit.deals.notation.placed_json import Reader
from solit.deals.notation.retelling import Retelling, found_deal, with_moves
from solit.deals.notation.text import Text, TextLine, Word, as_text, fault
from solit.deals.notation.written import only
from solit.deals.orders import deck_of_columns
from solit.engine.cards import NUMBERS, TEXTS
from solit.engine.errors import IllegalMove
from solit.engine.moves import COLUMNS, FOUNDATIONS, WASTE
from solit.engine.record import Record

NAME = "solvitaire"
VARIANTS = ("klondike",)
_FORM = "Solvitaire"
_ORDER = "CHSD"  # of the foundations on a printed board
_HEADS = ("--- Foundations ---------", "--- Tableau Piles -------", "--- Stock | Waste -------")
_END = "=" * 35
_SEED = re.compile(r"\[info\] Attempting to solve with seed: (?P<seed>[0-9]{1,10})\.\.\.")
_BEGINNING = re.compile(r"\{|cards:|[0-9]{20}|\[info\] Attempting")
_FACT = re.compile(r"(?P<name>[A-Z][A-Za-z ()]*): (?P<value>[^ ].*)")
_HIDDEN = -1


# --- boards ----------------------------------------------------------------------------------------------------------


@dataclass
class PrintedBoard:
    """A printed board: `up[suit]` cards on each foundation C D H S; columns from the bottom, hidden cards -1; stock and
    waste as printed, bottom first. `words` are the cards at their places."""

    line: int
    up: list[int]
    columns: list[list[int]]
    stock: list[int]
    waste: list[int]
    words: dict[tuple[int, int], Word]

    @property
    def talon(self) -> list[int]:
        """Waste from the bottom, then the stock in drawing order."""
        return [*self.waste, *reversed(self.stock)]


def _card(word: Word) -> int:
    text = word.text.replace("10", "T") if word.text[:2] == "10" else word.text.replace("T", "?")
    if text not in NUMBERS:
        raise wrong(word, f"{quote(word.text)} is not a card: {why_no_card(word.text, '10')}", "card")
    return NUMBERS[text]


def _cells(line: TextLine) -> list[Word]:
    cells = []
    column = 1
    for text in line.text.split("\t"):
        cells.append(Word(text, line.number, column))
        column += len(text) + 1
    return cells


def _is_hidden(word: Word) -> bool:
    return word.text == "##"


def _read_rows(rows: Sequence[TextLine], count: int, words: dict[tuple[int, int], Word] | None) -> list[list[int]]:
    """Piles printed as rows of cells: row r has the r-th card from the bottom of each pile."""
    piles: list[list[int]] = [[] for _ in range(count)]
    for number, row in enumerate(rows):
        cells = _cells(row)
        if len(cells) > count:
            raise wrong(cells[count], f"more than {count} piles")
        for pile, cell in enumerate(cells):
            if not cell.text:
                if number == 0:
                    raise wrong(cell, "an empty pile is printed []")
                continue
            if cell.text == "[]":
                if number:
                    raise wrong(cell, "[] below the first row")
                continue
            if len(piles[pile]) != number:
                raise wrong(cell, f"a card of pile {pile + 1} below a gap")
            if words is not None:
                words[pile, number] = cell
            piles[pile].append(_HIDDEN if words is not None and _is_hidden(cell) else _card(cell))
        if number == 0 and len(cells) != count:
            raise fault("format", f"{len(cells)} piles instead of {count}", row.number)
    return piles


def _read_board(lines: Text, place: int) -> tuple[PrintedBoard, int]:
    """The board that begins at a line, and the place after its end."""
    start = lines[place]
    parts: list[list[TextLine]] = []
    for head in _HEADS:
        if not lines.has(place) or lines[place].text != head:
            raise fault("format", f"expected {head}", lines.last(place).number)
        place += 1
        begin = place
        while lines.has(place) and lines[place].text and lines[place].text[:3] not in ("---", "==="):
            place += 1
        parts.append([lines[at] for at in range(begin, place)])
        if not parts[-1]:
            raise fault("format", f"nothing under {head}", lines[begin - 1].number)
    if lines.has(place) and lines[place].text:
        if lines[place].text != _END:
            raise fault("format", f"a board ends with {len(_END)} =", lines[place].number)
        place += 1
    if len(parts[0]) != 1 or len(tops := _cells(parts[0][0])) != 4:
        raise fault("format", "expected the tops of four foundations", parts[0][0].number)
    up = [0] * 4
    for suit, word in zip(_ORDER, tops, strict=True):
        if word.text != "[]":
            card = _card(word)
            if TEXTS[card][1] != suit:
                raise wrong(word, f"{word.text} on the foundation of {suit}: they are {', '.join(_ORDER)}")
            up["CDHS".index(suit)] = card % 13 + 1
    words: dict[tuple[int, int], Word] = {}
    columns = _read_rows(parts[1], 7, words)
    for number, pile in enumerate(columns):
        hidden = [card == _HIDDEN for card in pile]
        if hidden != sorted(hidden, reverse=True):
            raise wrong(words[number, hidden.index(False)], "a face-down card on a face-up one")
    stock, waste = _read_rows(parts[2], 2, None)
    return PrintedBoard(start.number, up, columns, stock, waste, words), place


def _hidden(pile: Sequence[int]) -> int:
    return sum([card == _HIDDEN for card in pile])


def _uncovered(boards: Sequence[PrintedBoard]) -> tuple[int, ...]:
    """The deck of a game, from its boards alone: each hidden card is known once it is turned up.

    Raises `RecordError` (`deck-hidden`) where some never is.
    """
    first = boards[0]
    columns = [list(pile) for pile in first.columns]
    for before, board in itertools.pairwise(boards):
        for number, pile in enumerate(board.columns):
            turned = _hidden(before.columns[number]) - _hidden(pile)
            if turned == 0:
                continue
            place = _hidden(pile)
            if turned != 1 or len(pile) != place + 1:
                raise fault(
                    "face-down",
                    f"a face-down card of pile {number + 1} moved, or more than one was turned up",
                    board.line,
                )
            columns[number][place] = pile[place]
    cards = Cards("10")
    for number, pile in enumerate(columns):
        for place, card in enumerate(pile):
            word = first.words[number, place]
            if card == _HIDDEN:
                told = f"card {place + 1} of pile {number + 1} is never turned up: give the deck on a line before"
                raise wrong(word, told, "deck-hidden")
            cards.take(word, TEXTS[card])
        if len(pile) != number + 1 or _hidden(first.columns[number]) != number:
            raise fault("format", f"pile {number + 1} of the first board is not that of a deal", first.line)
    for card in first.talon:
        cards.take(Word(TEXTS[card], first.line, 1), TEXTS[card])
    cards.check(first.line)
    return deck_of_columns(columns, first.talon)


def _differs(board: PrintedBoard, told: Retelling) -> str:
    """What of a board is not as in the retold game ("" where all is)."""
    state = told.state
    for suit, place in enumerate(FOUNDATIONS):
        if len(state.piles[place]) != board.up[suit]:
            return f"the foundation of {'CDHS'[suit]} holds {board.up[suit]} cards, not {len(state.piles[place])}"
    for number, place in enumerate(COLUMNS[:7]):
        hidden = state.down[place]
        shown_cards = [_HIDDEN] * hidden + list(state.piles[place][hidden:])
        if shown_cards != board.columns[number]:
            return f"pile {number + 1} is another"
    if [*told.waste, *told.stock] != board.talon:
        return "the stock and waste hold other cards, or in another order"
    return ""


def _step(told: Retelling, before: PrintedBoard, board: PrintedBoard) -> None:
    """Play what happened between two boards."""
    heights = [len(new) - len(old) for old, new in zip(before.columns, board.columns, strict=True)]
    ups = [new - old for old, new in zip(before.up, board.up, strict=True)]
    talon = len(board.talon) - len(before.talon)
    changes = [
        (place, change) for place, change in zip((*COLUMNS[:7], *FOUNDATIONS), (*heights, *ups), strict=True) if change
    ]
    grown = [(place, change) for place, change in changes if change > 0]
    shrunk = [(place, change) for place, change in changes if change < 0]
    if talon == -1 and len(changes) == 1 and changes[0][1] == 1:
        target = changes[0][0]
        card = 13 * (target - 2) + board.up[target - 2] - 1 if target in FOUNDATIONS else board.columns[target - 6][-1]
        if card < 0:
            raise fault("format", f"a card of the stock or waste lies face down on pile {target - 5}", board.line)
        told.bring(card)
        source, count = WASTE, 1
    elif talon == 0 and len(grown) == 1 and len(shrunk) == 1 and grown[0][1] == -shrunk[0][1]:
        (target, count), source = grown[0], shrunk[0][0]
    else:
        raise fault("format", "between this board and the one before it is not one move", board.line)
    if target not in FOUNDATIONS:
        told.to_column(source, target, count)
    elif count > 1:
        raise fault("format", f"{count} cards go to a foundation at once", board.line)
    else:
        told.to_foundation(source, target)


def _retell(told: Retelling, boards: Sequence[PrintedBoard]) -> tuple[int, IllegalMove | None]:
    """Play from board to board; returns how many were not read and the refusal of the move before them.

    Raises `RecordError` (`format`, `board`) where a board is not what the moves lead to.
    """
    for place, board in enumerate(boards):
        if place:
            told.piece = f"board {place}"
            try:
                _step(told, boards[place - 1], board)
            except IllegalMove as error:
                return len(boards) - place - 1, error
        wrong_part = _differs(board, told)
        if wrong_part:
            where = f"after move {place}" if place else "at the start"
            raise fault("board", f"the board {where}: {wrong_part}", board.line)
    return 0, None


# --- reading ---------------------------------------------------------------------------------------------------------


def read(data: Text | bytes, given: Given) -> Iterator[Found]:
    """The deals, positions and printed games of a text; after a bad one the text after the next blank line is read on.

    Raises `RecordError` for a text that can't be read at all.
    """
    given.only(_FORM, *VARIANTS)
    lines = as_text(data)
    yield from games_of(
        lines,
        lambda place: _read_one(lines, place, given),
        lambda line: _BEGINNING.match(line.text) is not None,
        goes_on=lambda place: _goes_on(lines, place),
    )


def _goes_on(lines: Text, place: int) -> bool:
    """Whether what follows a blank line is the end of the same output: its statistics."""
    rest = lines.past_blanks(place)
    return rest is not None and lines[rest].text.startswith("Solution Type:")


def _read_one(lines: Text, place: int, given: Given) -> tuple[dict[str, Any], IllegalMove | None, int]:
    """One deal or game from a line on, and the place after it."""
    notes: list[str] = []
    first = lines[place]
    deck: tuple[int, ...] | None = None
    if first.text.startswith("{"):
        reader = Reader(lines, place)
        options = dict(given.options)
        position: Beginning = read_layout(reader.read_object(), SOLVITAIRE, given, options)
        place = reader.place
        deck = position.deck
        if not lines.has(place) or not _is_output(lines[place]):
            given.deal_options(notes)
            return position_record(given, options, position, notes), None, place
        if deck is None:
            raise fault("format", "the boards of a game that begins in mid-game are not read", lines[place].number)
    elif re.match(r"[0-9]{3}", first.text):
        deck = read_digits(first.word())
        place += 1
    elif first.text.startswith(DEALT_WORD):
        deck = dealt_deck(first)
        place += 1
    elif not _is_output(first):
        raise fault("format", f"expected JSON, a deck or a printed solution, not {quote(first.text)}", first.number)
    if deck is not None and (not lines.has(place) or not _is_output(lines[place])):
        return found_deal(given, given.deal_options(notes), deck, notes), None, place
    return _read_output(lines, place, given, deck, notes)


def _is_output(line: TextLine) -> bool:
    return line.text in ("Solution:", "Deal:", _HEADS[0]) or _SEED.fullmatch(line.text) is not None


def _read_output(
    lines: Text, place: int, given: Given, deck: tuple[int, ...] | None, notes: list[str]
) -> tuple[dict[str, Any], IllegalMove | None, int]:
    """What the program prints: boards and statistics."""
    source = None
    seed = _SEED.fullmatch(lines[place].text)
    if seed is not None:
        from solit.deals.shuffles import shuffle

        seeded = shuffle(NAME, seed["seed"], "klondike")
        if deck is not None and deck != seeded:
            raise fault("format", f"seed {seed['seed']} deals another deck than the one given", lines[place].number)
        deck, source = seeded, f"{NAME}:{int(seed['seed'])}"
        place += 1
    if lines.has(place) and lines[place].text in ("Solution:", "Deal:"):
        place += 1
    boards: list[PrintedBoard] = []
    while lines.has(place) and lines[place].text == _HEADS[0]:
        board, place = _read_board(lines, place)
        boards.append(board)
    if not boards:
        raise fault("format", "no board follows", lines.last(place).number)
    facts, place = _read_facts(lines, place)
    if deck is None:
        deck = _uncovered(boards)
        notes.append("the deck is put together from the boards: each hidden card as it is turned up")
    if len(boards) == 1:
        if "Solution Type" in facts:
            notes.append(f"{_FORM} printed no moves: {facts['Solution Type'].text}")
        return found_deal(given, given.deal_options(notes), deck, notes, source), None, place
    depth = facts.get("Final Search Depth")
    if depth is not None and depth.text != str(len(boards) - 1):
        told = f"the statistics count {depth.text} moves, there are boards of {len(boards) - 1}"
        raise wrong(depth, told, "move-count")
    options = given.game_options(_FORM, "auto", notes)
    record = found_deal(given, options, deck, notes, source)
    retold = Retelling.of_deck(given, options, deck)
    unread, error = _retell(retold, boards)
    return with_moves(record, retold, unread, "board"), error, place


def _read_facts(lines: Text, place: int) -> tuple[dict[str, Word], int]:
    """The statistics after the boards, and the place after them."""
    ahead = lines.past_blanks(place)
    if ahead is None or not lines[ahead].text.startswith("Solution Type: "):
        return {}, place
    place = ahead
    facts: dict[str, Word] = {}
    while lines.has(place) and (found := _FACT.fullmatch(lines[place].text)) is not None:
        facts[found["name"]] = Word(found["value"], lines[place].number, found.start("value") + 1)
        place += 1
    return facts, place


# --- writing ---------------------------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """The deal or position that a record begins with, as one line of JSON; moves have no form that can be read back.

    Raises `RecordError` (`not-in-format`).
    """
    only(_FORM, record, *VARIANTS)
    return write_layout(record.first_state(), SOLVITAIRE) + "\n"


def looks_like(text: str) -> bool:
    """Whether a text may be of this format."""
    if re.search(r"^--- Foundations ---|^\[info\] Attempting", text, re.M):
        return True
    return bool(
        re.match(r"\s*\{", text) and '"tableau piles"' in text and '"foundation"' not in text and "▸" not in text
    )
