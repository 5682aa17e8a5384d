"""Klondike-Solver (and pyksolve): 156 digits, its diagrams and seeds, and the move strings of /MVS.

A game is a deck line and, on the next line, its moves; or what the program prints: a diagram, a result line, the moves.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from solit.deals.notation.digits import read_digits, write_digits
from solit.deals.notation.given import Given
from solit.deals.notation.page import DEALT_WORD, Cards, Found, Lost, dealt_deck, games_of, quote, wrong
from solit.deals.notation.retelling import Retelling, found_deal, foundation_of, with_moves
from solit.deals.notation.text import Text, TextLine, Word, as_text, fault
from solit.deals.notation.written import dealt, only, steps
from solit.deals.orders import deck_of_columns
from solit.engine.cards import NUMBERS
from solit.engine.errors import IllegalMove
from solit.engine.moves import OWN_FOUNDATION, PLACE, WASTE, Move
from solit.engine.record import Record

NAME = "klondike-solver"
VARIANTS = ("klondike",)
_FORM = "Klondike-Solver"
_SUITS = "CDHS"
_BEGINNING = re.compile(r"[0-9]{20,}|cards:|Talon: (?!==>)|[Gg]")  # of a deal that is not printed
_TOKEN = re.compile(
    r"DR(?P<draws>[1-9][0-9]{0,3})|(?P<new>NEW)|F(?P<flip>[1-7])"
    r"|(?P<source>[W1-7CDHS])(?P<target>[1-7CDHS])|(?P<run>[1-7])(?P<onto>[1-7])-(?P<count>[2-9]|1[0-3])"
)
_RESULT = re.compile(
    r"(?:(?P<won>Solved|Minimal solution) in (?P<moves>[0-9]{1,18}) moves"
    r"|(?:Impossible|Unknown)\. Max cards in foundation [0-9]+ at [0-9]+ moves)\.(?: Took [0-9]+ ms\.)?"
)
_SEED = re.compile(r"[Gg][^ ]* (?P<seed>-?[0-9]{1,18})")
_SHORT_BLOCK = 211


# --- decks -----------------------------------------------------------------------------------------------------------


def _pile_words(words: list[Word], up: bool) -> list[Word]:
    """The cards of a pile written from the bottom: face-down ones in < >, then exactly one face-up card."""
    cards = []
    for place, word in enumerate(words):
        hidden = word.text[:1] == "<" and word.text[-1:] == ">"
        if hidden == (place == len(words) - 1) and up:
            raise wrong(word, f"{quote(word.text)}: in a deal all cards of a pile but the last lie face down, in < >")
        cards.append(Word(word.text[1:-1], word.line, word.column + 1) if hidden else word)
    return cards


def read_board(stock: list[Word], piles: list[list[Word]], line: int) -> tuple[int, ...]:
    """The deck of a freshly dealt board: the stock in drawing order, seven piles from the bottom."""
    cards = Cards()
    columns = [cards.take_all(_pile_words(pile, True)) for pile in piles]
    texts = cards.take_all(stock)
    cards.check(line)
    for number, (pile, column) in enumerate(zip(piles, columns, strict=True), 1):
        if len(column) != number:
            at = pile[-1] if pile else Word("", line, 1)
            raise wrong(at, f"pile {number} has {len(column)} cards instead of {number}")
    dealt_cards = [[NUMBERS[text] for text in column] for column in columns]
    return deck_of_columns(dealt_cards, [NUMBERS[text] for text in texts])


def _read_diagram(lines: list[TextLine]) -> tuple[int, ...]:
    """The deck of a /O 0 diagram: 13 numbered lines, cards from the playable end."""
    piles: list[list[Word]] = []
    stock: list[Word] = []
    for number, line in enumerate(lines):
        if not line.text.startswith(f"{number:2d}: "):
            raise fault("format", f"line {number} of a diagram begins with {number:2d}:", line.number)
        words = [
            Word(found[0], line.number, found.start() + 1)
            for found in re.compile(r"-[^- ]+|[^- ]+|-").finditer(line.text, 4)
        ]
        if number == 8:
            stock = words
        elif 1 <= number <= 7:
            # Top first, face-down cards with a leading -: to the order and form of the other boards.
            piles.append(
                [Word(f"<{word.text[1:]}>", word.line, word.column) if word.text[0] == "-" else word for word in words][
                    ::-1
                ]
            )
        elif words:
            raise wrong(words[0], "a diagram of a game under way: only that of a deal is read")
    return read_board(stock, piles, lines[0].number)


def _read_pysol_diagram(lines: list[TextLine]) -> tuple[int, ...]:
    """The deck of a /O 1 diagram: foundations, talon, seven piles after a colon."""
    if lines[0].text != "Foundations: H-0 C-0 D-0 S-0":
        raise fault("format", "a diagram of a game under way: only that of a deal is read", lines[0].number)
    talon = re.fullmatch(r"Talon: ==>(?P<stock>.*) <==", lines[1].text)
    if talon is None:
        raise fault("format", "expected Talon: ==> cards <==", lines[1].number)
    stock = [word for word in lines[1].words(10) if word.column <= talon.end("stock")]
    piles = []
    for line in lines[2:]:
        if not line.text.startswith(": "):
            raise fault("format", "expected a pile: a colon, then its cards", line.number)
        piles.append(line.words(1))
    return read_board(stock, piles, lines[0].number)


def _read_pysol_block(lines: list[TextLine]) -> tuple[int, ...]:
    """The deck of eight lines of Pysol text inside a file for this program."""
    size = sum([len(line.text) + 1 for line in lines])
    piles = [line.words(1 if line.text.startswith(":") else 0) for line in lines[1:]]
    if not lines[0].text.startswith("Talon: "):
        raise fault("format", "expected Talon: and the stock", lines[0].number)
    deck = read_board(lines[0].words(6), piles, lines[0].number)
    if size < _SHORT_BLOCK and not all(line.text.startswith(": ") for line in lines[1:]):
        raise fault(
            "format",
            f"{_FORM} passes over this block in silence ({size} characters with LF line ends, it wants {_SHORT_BLOCK})"
            " and plays another deal: give it digits, or read this text as pysol",
            lines[0].number,
        )
    return deck


# --- moves -----------------------------------------------------------------------------------------------------------


def _place(letter: str) -> int:
    if letter == "W":
        return WASTE
    return PLACE["t" + letter] if letter.isdigit() else foundation_of(letter)


def _tokens(words: Sequence[Word]) -> list[re.Match[str]]:
    """The moves that the words spell; raises `RecordError` (`move-text`) for one that is none, wherever it stands."""
    tokens = []
    for word in words:
        token = _TOKEN.fullmatch(word.text)
        if token is None:
            raise wrong(word, f"{quote(word.text)} is not a move of {_FORM} (DR3, NEW, F4, W5, 52-2, 7S)", "move-text")
        tokens.append(token)
    return tokens


def play(told: Retelling, words: Sequence[Word]) -> tuple[int, IllegalMove | None]:
    """Play the tokens; returns how many were not read and the refusal of the one before them. Raises as `_tokens`."""
    for place, token in enumerate(_tokens(words)):
        told.piece = token[0]
        try:
            if token["draws"]:
                told.draw(int(token["draws"]))
            elif token["new"]:
                told.redeal()
            elif token["flip"]:
                told.play(Move("turn", PLACE["t" + token["flip"]]))
            elif token["run"]:
                told.to_column(PLACE["t" + token["run"]], PLACE["t" + token["onto"]], int(token["count"]))
            elif token["target"] in _SUITS:
                told.to_foundation(_place(token["source"]), _place(token["target"]))
            else:
                told.to_column(_place(token["source"]), _place(token["target"]))
        except IllegalMove as error:
            return len(words) - place - 1, error
    return 0, None


def _count(words: Sequence[Word]) -> int:
    """The total that the program prints: draws, card moves and flips; redeals don't count. Raises as `_tokens`."""
    return sum([int(token["draws"]) if token["draws"] else not token["new"] for token in _tokens(words)])


# --- reading ---------------------------------------------------------------------------------------------------------


def read(data: Text | bytes, given: Given) -> Iterator[Found]:
    """The deals and games of a text; a bad one is an error, and the text after the next blank line is read on.

    Raises `RecordError` for a text that can't be read at all.
    """
    given.only(_FORM, *VARIANTS)
    lines = as_text(data)
    yield from games_of(lines, lambda place: _read_one(lines, place, given), _begins)


def _read_one(lines: Text, place: int, given: Given) -> tuple[dict[str, Any], IllegalMove | None, int]:
    """One deal or game from a line on, and the place after it."""
    deck, source, place, printed = _read_beginning(lines, place)
    result: re.Match[str] | None = None
    words: list[Word] | None = None
    result_line = 0
    while lines.has(place):
        line = lines[place]
        if line.is_blank and printed and words is None and result is None:
            # The program leaves blank lines between its diagram and its result.
            if (rest := lines.past_blanks(place)) is None:
                break
            place = rest
        elif line.is_blank or (words is None and _begins(line)):
            break
        elif line.is_comment:
            place += 1
        elif (found := _RESULT.fullmatch(line.text.strip(" "))) is not None and result is None and words is None:
            result, result_line = found, line.number
            place += 1
        elif words is None:
            if line.text.startswith("-----"):
                place = _after_replay(lines, place)
            words = lines[place].words()
            place += 1
        else:
            raise fault("format", "a line after the moves: games are apart by a blank line", line.number)
    notes: list[str] = []
    if words is None:
        if result is not None:
            notes.append(f"{_FORM} printed no moves: {result[0]}")
        return found_deal(given, given.deal_options(notes), deck, notes, source), None, place
    if result is not None and result["won"] and int(result["moves"]) != _count(words):
        told = f"the result line counts {result['moves']} moves, the moves come to {_count(words)}"
        raise fault("move-count", told, result_line)
    options = given.game_options(_FORM, "manual", notes)
    record = found_deal(given, options, deck, notes, source)
    retold = Retelling.of_deck(given, options, deck)
    unread, error = play(retold, words)
    return with_moves(record, retold, unread, "token"), error, place


def _after_replay(lines: Text, place: int) -> int:
    """The place of the moves after a game in words and boards, which /R prints before them."""
    later = place
    while (line := lines.peek(later)) is not None and not _BEGINNING.match(line.text):
        words = line.words()
        if words and all(_TOKEN.fullmatch(word.text) for word in words):
            return later
        later += 1
    told = "a game in words (/R) is not read: add the moves that /MVS prints"
    raise Lost(fault("format", told, lines[place].number), later)


def _begins(line: TextLine) -> bool:
    """Whether a line begins a deal."""
    return _BEGINNING.match(line.text) is not None or line.text.startswith(("Talon:", "Foundations:", " 0:"))


def _read_beginning(lines: Text, place: int) -> tuple[tuple[int, ...], str | None, int, bool]:
    """Deck, source, the place after them, and whether the program printed them."""
    line = lines[place]
    text = line.text
    if text.startswith(" 0:"):
        return _read_diagram(_several(lines, place, 13)), None, _after_hint(lines, place + 13), True
    if text.startswith("Foundations:"):
        return _read_pysol_diagram(_several(lines, place, 9)), None, place + 9, True
    if text.startswith("Talon:"):
        return _read_pysol_block(_several(lines, place, 8)), None, place + 8, False
    if text.startswith(DEALT_WORD):
        return dealt_deck(line), None, place + 1, False
    seed = _SEED.fullmatch(text.strip(" "))
    if seed is not None:
        from solit.deals.shuffles import shuffle

        number = int(seed["seed"])
        return shuffle(NAME, number, "klondike"), f"{NAME}:{number}", place + 1, False
    word = line.word()
    if re.match(r"[0-9]", word.text) is None:
        raise wrong(
            word, f"expected a deck (156 digits, or {DEALT_WORD} and 52 cards) or a diagram, not {quote(word.text)}"
        )
    return read_digits(word), None, place + 1, False


def _after_hint(lines: Text, place: int) -> int:
    """The place after the line that some versions print under a diagram."""
    hint = lines.has(place) and re.fullmatch(r"Minimum Moves Needed: [0-9]+", lines[place].text)
    return place + 1 if hint else place


def _several(lines: Text, place: int, count: int) -> list[TextLine]:
    """The next lines of a block that has `count` of them."""
    block: list[TextLine] = []
    for at in range(place, place + count):
        if not lines.has(at) or lines[at].is_blank:
            raise fault("format", f"a block of {count} lines breaks off after {at - place}", block[-1].number)
        block.append(lines[at])
    return block


# --- writing ---------------------------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """The digits of a deal on one line, and the moves of a game on the next.

    Raises `RecordError` (`not-in-format`), `IllegalMove` for a wrong game.
    """
    only(_FORM, record, *VARIANTS)
    deck = write_digits(dealt(_FORM, record))
    return f"{deck}\n" if record.moves is None else f"{deck}\n{_write_moves(record)}\n"


def _write_moves(record: Record) -> str:
    tokens: list[str] = []
    draws = 0
    for step in steps(_FORM, record):
        move = step.move
        if move.act == "draw":
            draws += 1
            continue
        if draws:
            tokens.append(f"DR{draws}")
            draws = 0
        if move.act == "redeal":
            tokens.append("NEW")
            continue
        foundation = move.target == OWN_FOUNDATION
        target = _SUITS[step.before.piles[move.source][-1] // 13] if foundation else _letter(move.target)
        tokens.append(f"{_letter(move.source)}{target}" + (f"-{move.count}" if move.count > 1 else ""))
        if step.turned >= 0:
            tokens.append(f"F{_letter(step.turned)}")
    if draws:
        tokens.append(f"DR{draws}")
    return " ".join(tokens)


def _letter(place: int) -> str:
    if place == WASTE:
        return "W"
    return _SUITS[place - 2] if place < 6 else str(place - 5)


def looks_like(text: str) -> bool:
    """Whether a text may be of this format."""
    return bool(
        re.search(
            r"^(?:[0-9]{100,} *\r?$|Foundations: H-| 0: *\r?$|Talon: ==>|[Gg]ame: "
            r"|cards: .*\n *(?:DR|[W1-7CDSH][1-7CDSH]))",
            text,
            re.M,
        )
        and not re.search(r"[@▸]|^Deal: |^DS |^D[SP] ", text, re.M)
    )
