"""lonelybot: its JSON of a deal, and its three notations of a solution (macro moves, standard moves, letters).

A game is a deck line (or the JSON over several lines) and, on the next line, one of the notations; or what
`lonecli solve` prints, after a deck line: all three, and then they have to tell the same game.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from solit.deals.notation import letters
from solit.deals.notation.digits import read_digits
from solit.deals.notation.given import Given
from solit.deals.notation.layouts import LONELYBOT, Beginning, position_record, read_layout, write_layout
from solit.deals.notation.page import DEALT_WORD, Found, dealt_deck, games_of, quote, why_no_card, wrong
from solit.deals.notation.placed_json import Reader
from solit.deals.notation.retelling import Retelling, with_moves
from solit.deals.notation.text import Text, TextLine, Word, as_text, fault
from solit.deals.notation.written import only, steps
from solit.engine.cards import NUMBERS, TEXTS
from solit.engine.errors import IllegalMove
from solit.engine.moves import COLUMNS, FOUNDATIONS, OWN_FOUNDATION, PLACES, WASTE, Move
from solit.engine.record import Record
from solit.engine.rules import deal

NAME = "lonelybot"
VARIANTS = ("klondike",)
_SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_SIGN_OF = {letter: sign for sign, letter in _SIGNS.items()}
_RESULT = re.compile(r"(?:Solvable in (?P<items>[0-9]+) moves|Impossible|Terminated|Crashed)")
_CLICK = "="
_STATISTICS = 200  # lines before a result line, at most
_MACRO = re.compile(r"(?P<act>DS|DP|PS|SP|R) (?P<card>[^ ,]+)")
_STANDARD = re.compile(r"(?P<card>[^:]+):(?P<source>[D1-7♣♦♥♠])▸(?P<target>[1-7♣♦♥♠])")

Playing = tuple[int, IllegalMove | None]


class Notation(NamedTuple):
    """One way of telling a game: how a line is cut into pieces, and how these are played."""

    name: str
    pieces: Callable[[TextLine], list[Word]]
    play: Callable[[Retelling, Sequence[Word]], Playing]


def _card(word: Word, text: str) -> int:
    rank, sign = text[:-1], text[-1:]
    spelled = ("T" if rank == "10" else rank if rank != "T" else "?") + _SIGNS.get(sign, "?")
    if spelled not in NUMBERS:
        why = why_no_card(text[:-1] + _SIGNS[sign], "10") if sign in _SIGNS else "its suit is one of ♣ ♦ ♥ ♠"
        raise wrong(word, f"{quote(text)} is not a card: {why}", "card")
    return NUMBERS[spelled]


# --- macro moves -----------------------------------------------------------------------------------------------------


def _macro_pieces(line: TextLine) -> list[Word]:
    pieces = []
    for found in re.finditer(r"[^,]+", line.text):
        text = found[0].strip(" ")
        if not text:
            continue
        word = Word(text, line.number, found.start() + found[0].index(text) + 1)
        macro = _MACRO.fullmatch(text)
        if macro is None:
            raise wrong(word, f"{quote(text)} is not a macro move (DS DP PS SP R and a card)", "move-text")
        _card(word, macro["card"])
        pieces.append(word)
    return pieces


def _play_macros(told: Retelling, words: Sequence[Word]) -> Playing:
    for place, word in enumerate(words):
        act, text = word.text.split(" ")
        told.piece = word.text
        try:
            _play_macro(told, act, _card(word, text))
        except IllegalMove as error:
            return len(words) - place - 1, error
    return 0, None


def _play_macro(told: Retelling, act: str, card: int) -> None:
    if act == "DS":
        told.bring(card)
        told.play(Move("move", WASTE, OWN_FOUNDATION))
    elif act == "DP":
        told.bring(card)
        told.to_column(WASTE, told.leftmost(WASTE))
    elif act == "SP":
        place = FOUNDATIONS[card // 13]
        if told.state.piles[place][-1:] != (card,):
            raise told.refuse("not-there", f"{TEXTS[card]} is not on top of its foundation")
        told.to_column(place, told.leftmost(place))
    else:
        source, above = _find(told, card)
        if act == "R":
            told.to_column(source, told.leftmost(source, above + 1), above + 1)
            return
        if above:  # the cards on it go to another column first, together
            told.to_column(source, told.leftmost(source, above), above)
        told.play(Move("move", source, OWN_FOUNDATION))


def _find(told: Retelling, card: int) -> tuple[int, int]:
    """The column of a card, and how many cards lie on it."""
    for place in COLUMNS[:7]:
        pile = told.state.piles[place]
        if card in pile:
            return place, len(pile) - pile.index(card) - 1
    raise told.refuse("not-there", f"{TEXTS[card]} lies in no column")


# --- standard moves --------------------------------------------------------------------------------------------------


def _standard_pieces(line: TextLine) -> list[Word]:
    words = line.words()
    for word in words:
        found = _STANDARD.fullmatch(word.text)
        if word.text == _CLICK:
            continue
        if found is None:
            raise wrong(word, f"{quote(word.text)} is not a move (= or card:from▸to)", "move-text")
        _card(word, found["card"])
    return words


def _place(sign: str) -> int:
    if sign == "D":
        return WASTE
    return FOUNDATIONS["CDHS".index(_SIGNS[sign])] if sign in _SIGNS else COLUMNS[int(sign) - 1]


def _play_standard(told: Retelling, words: Sequence[Word]) -> Playing:
    for place, word in enumerate(words):
        told.piece = word.text
        try:
            if word.text == _CLICK:
                if told.stock or not told.waste:
                    told.draw()
                else:
                    told.redeal()
                continue
            found = _STANDARD.fullmatch(word.text)
            assert found is not None
            _play_named(told, _card(word, found["card"]), _place(found["source"]), _place(found["target"]))
        except IllegalMove as error:
            return len(words) - place - 1, error
    return 0, None


def _play_named(told: Retelling, card: int, source: int, target: int) -> None:
    pile = told.state.piles[source]
    if card not in pile or (source not in COLUMNS and pile[-1] != card):
        top = f"{TEXTS[pile[-1]]} is" if pile else "nothing is"
        told_place = "the waste" if source == WASTE else PLACES[source]
        message = f"{TEXTS[card]} is not to be had from {told_place}: {top} on top of it"
        raise told.refuse("not-there", message)
    count = len(pile) - pile.index(card) if source in COLUMNS else 1
    if target not in FOUNDATIONS:
        told.to_column(source, target, count)
    elif count > 1:
        raise told.refuse("not-there", f"{count - 1} cards lie on {TEXTS[card]}")
    else:
        told.to_foundation(source, target)


# --- letters ---------------------------------------------------------------------------------------------------------


def _play_letters(told: Retelling, words: Sequence[Word]) -> Playing:
    return letters.play(told, words, letters.LONELYBOT)


MACRO = Notation("macro moves", _macro_pieces, _play_macros)
STANDARD = Notation("standard moves", _standard_pieces, _play_standard)
LETTERS = Notation("letters", letters.letters_of, _play_letters)


def notation_of(line: TextLine) -> Notation:
    """The notation of a line of moves."""
    text = line.text.strip(" ")
    if "▸" in text or text.startswith(_CLICK):
        return STANDARD
    if re.match(r"(?:DS|DP|PS|SP|R) ", text):
        return MACRO
    return LETTERS


# --- reading ---------------------------------------------------------------------------------------------------------


def read(data: Text | bytes, given: Given) -> Iterator[Found]:
    """The deals and games of a text; a bad one is an error, and the text after the next blank line is read on.

    Raises `RecordError` for a text that can't be read at all.
    """
    given.only(NAME, *VARIANTS)
    lines = as_text(data)
    yield from games_of(lines, lambda place: _read_one(lines, place, given), _begins)


def _begins(line: TextLine) -> bool:
    return re.match(r"\{|[0-9]{3}|cards:", line.text) is not None


def _read_one(lines: Text, place: int, given: Given) -> tuple[dict[str, Any], IllegalMove | None, int]:
    """One deal or game from a line on, and the place after it."""
    notes: list[str] = []
    options = dict(given.options)
    position, place = _read_beginning(lines, place, given, options)
    told, place, result = _read_tellings(lines, place)
    if not told:
        given.deal_options(notes)
        if result is not None:
            notes.append(f"{NAME} printed no moves: {result[0]}")
        return position_record(given, options, position, notes), None, place
    options = given.game_options(NAME, "auto", notes)
    record = position_record(given, options, position, notes)
    if len(told) > 1:
        # Clicks that turn the waste over are written only in two of the notations; macro moves are read last.
        told.sort(key=lambda line: notation_of(line) is MACRO)
    retellings = [_retell(given, options, position, line) for line in told]
    (retold, unread, error), first = retellings[0], told[0]
    for (other, _, wrong_there), line in zip(retellings[1:], told[1:], strict=True):
        if error is None and (other.entries != retold.entries or wrong_there is not None):
            differs = next(
                (n for n, (a, b) in enumerate(zip(retold.entries, other.entries, strict=False)) if a != b),
                min(len(retold.entries), len(other.entries)),
            )
            names = f"{notation_of(line).name} and {notation_of(first).name}"
            raise fault("format", f"the {names} tell different games: entry {differs} differs", line.number)
    if len(told) > 1:
        notes = [*record.pop("_notes"), f"{len(told)} notations read, which tell the same game"]
        record["_notes"] = notes
    items = next((len(_macro_pieces(line)) for line in told if notation_of(line) is MACRO), None)
    if result is not None and items is not None and result["items"] != str(items):
        raise fault("move-count", f"{quote(result[0])}, the macro moves are {items}", told[-1].number)
    return with_moves(record, retold, unread, "piece"), error, place


def _retell(
    given: Given, options: dict[str, Any], position: Beginning, line: TextLine
) -> tuple[Retelling, int, IllegalMove | None]:
    notation = notation_of(line)
    retold = Retelling(given.game(options), position.state, given)
    unread, error = notation.play(retold, notation.pieces(line))
    return retold, unread, error


def _read_beginning(lines: Text, place: int, given: Given, options: dict[str, Any]) -> tuple[Beginning, int]:
    """What the game begins with, and the place after it."""
    line = lines[place]
    if line.text.startswith("{"):
        reader = Reader(lines, place)
        return read_layout(reader.read_object(), LONELYBOT, given, options), reader.place
    if line.text.startswith(DEALT_WORD):
        deck = dealt_deck(line)
    elif re.match(r"[0-9]{3}", line.text):
        deck = read_digits(line.word())
    else:
        raise fault("format", f"expected JSON or a deck, not {quote(line.text)}", line.number)
    return Beginning(deal(given.game(options), deck), deck, line.number), place + 1


def _read_tellings(lines: Text, place: int) -> tuple[list[TextLine], int, re.Match[str] | None]:
    """The lines of moves of one game, the place after them, and the result line where the program printed one."""
    for line in lines.from_here(place, _STATISTICS):
        if _begins(line):
            break
        # All that the program prints before its result is statistics.
        if (found := _RESULT.fullmatch(line.text.strip(" "))) is not None:
            return (*_read_notations(lines, line.number, found), found)
    while lines.has(place) and lines[place].is_comment:
        place += 1
    if not lines.has(place) or lines[place].is_blank or _begins(lines[place]):
        return [], place, None
    if lines.has(place + 1) and not lines[place + 1].is_blank and not lines[place + 1].is_comment:
        raise fault("format", "a line after the moves: games are apart by a blank line", lines[place + 1].number)
    return [lines[place]], place + 1, None


def _read_notations(lines: Text, place: int, result: re.Match[str]) -> tuple[list[TextLine], int]:
    """The lines of moves after a result line, and the place after them."""
    told: list[TextLine] = []
    end = place
    while (ahead := lines.past_blanks(end)) is not None and not _begins(lines[ahead]):
        if not lines[ahead].is_comment:
            told.append(lines[ahead])
        end = ahead + 1
        if len(told) > 3:
            raise fault("format", "a line after the three notations", told[3].number)
    if result["items"] is not None and not told:
        raise fault("format", "the moves are missing", end)
    return told, end


# --- writing ---------------------------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """The deal or position as one line of JSON, and the standard moves of a game on the next.

    Raises `RecordError` (`not-in-format`), `IllegalMove` for a wrong game.
    """
    only(NAME, record, *VARIANTS)
    text = write_layout(record.first_state(), LONELYBOT) + "\n"
    return text if record.moves is None else f"{text}{_write_moves(record)}\n"


def _sign(card: int) -> str:
    text = TEXTS[card].replace("T", "10")
    return text[:-1] + _SIGN_OF[text[-1]]


def _name(place: int) -> str:
    if place == WASTE:
        return "D"
    return _SIGN_OF["CDHS"[place - 2]] if place in FOUNDATIONS else PLACES[place][1:]


def _write_moves(record: Record) -> str:
    told = []
    for step in steps(NAME, record):
        move = step.move
        if move.act in ("draw", "redeal"):
            told.append(_CLICK)
            continue
        pile = step.before.piles[move.source]
        target = 2 + pile[-1] // 13 if move.target == OWN_FOUNDATION else move.target
        told.append(f"{_sign(pile[-move.count])}:{_name(move.source)}▸{_name(target)}")
    return "  ".join(told)


def looks_like(text: str) -> bool:
    """Whether a text may be of this format."""
    if re.search(r"▸|^D[SP] [^ ,]+,|^(?:DS|DP|PS|SP|R) [^ ,]+[♣♦♥♠]|^Solvable in [0-9]", text, re.M):
        return True
    if re.match(r"\s*\{", text):
        return '"tableau piles"' in text and '"foundations"' not in text and "--- Tableau" not in text
    deck = re.search(r"^(?:[0-9]{100,}|cards: .*) *\r?\n[@A-L ]+\r?$", text, re.M)
    return bool(deck and not re.search(r"^Deal: |^\(Deal ", text, re.M))
