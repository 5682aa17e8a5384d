"""The two letter languages: MinimalKlondike's and lonelybot's, alike to look at, different in foundations and redeals.

`A` is the waste, `F`..`L` are columns 1..7, `B`..`E` foundations; a move is two letters, source and target, and moves
as many cards as fit. `@` draws. In MinimalKlondike `@` on an empty stock turns the waste over and draws; in lonelybot
it turns the waste over, no more.
"""

from collections.abc import Sequence
from typing import NamedTuple

from solit.deals.notation.page import quote, wrong
from solit.deals.notation.retelling import Retelling
from solit.deals.notation.text import TextLine, Word, fault
from solit.engine.errors import IllegalMove
from solit.engine.moves import FOUNDATIONS, WASTE


class Language(NamedTuple):
    """`suits`: those of the foundations B C D E. `redeal_draws`: whether the `@` that turns the waste over draws."""

    name: str
    suits: str
    redeal_draws: bool


MINIMAL_KLONDIKE = Language("MinimalKlondike", "CDSH", True)
LONELYBOT = Language("lonelybot", "HDCS", False)
LETTERS = "ABCDEFGHIJKL"


def letters_of(line: TextLine, start: int = 0) -> list[Word]:
    """The `@`s and letter pairs of a line from character `start` on; blanks carry no meaning.

    Raises `RecordError` (`move-text`) for anything else and for a last letter alone.
    """
    found: list[Word] = []
    source: Word | None = None
    for place in range(start, len(line.text)):
        sign = Word(line.text[place], line.number, place + 1)
        if sign.text == " ":
            continue
        if sign.text == "@" and source is None:
            found.append(sign)
        elif sign.text not in LETTERS:
            told = "a draw in the middle of a move" if sign.text == "@" else f"{quote(sign.text)} is neither @ nor A..L"
            raise wrong(sign, told, "move-text")
        elif source is None:
            source = sign
        elif sign.text == "A":
            raise wrong(sign, "no move goes to A, the waste", "move-text")
        else:
            found.append(Word(source.text + sign.text, source.line, source.column))
            source = None
    if source is not None:
        raise wrong(source, f"the moves break off after {source.text}, in the middle of a move", "move-text")
    return found


def place_of_letter(letter: str, language: Language) -> int:
    """The place of a letter."""
    number = LETTERS.index(letter)
    if number == 0:
        return WASTE
    return FOUNDATIONS["CDHS".index(language.suits[number - 1])] if number < 5 else number + 1


def letter_of(place: int, language: Language) -> str:
    """The letter of a place."""
    if place == WASTE:
        return "A"
    return LETTERS[1 + language.suits.index("CDHS"[place - 2])] if place in FOUNDATIONS else LETTERS[place - 1]


def play(told: Retelling, words: Sequence[Word], language: Language) -> tuple[int, IllegalMove | None]:
    """Play the pieces; returns how many were not read and the refusal of the one before them."""
    for place, word in enumerate(words):
        told.piece = word.text
        try:
            if word.text == "@":
                _click(told, language)
                continue
            source, target = place_of_letter(word.text[0], language), place_of_letter(word.text[1], language)
            if target in FOUNDATIONS:
                told.to_foundation(source, target)
            elif source == WASTE or source in FOUNDATIONS:
                told.to_column(source, target)
            else:
                told.to_column(source, target, told.fitting(source, target))
        except IllegalMove as error:
            return len(words) - place - 1, error
    return 0, None


def _click(told: Retelling, language: Language) -> None:
    if told.stock:
        told.draw()
    elif language.redeal_draws:
        told.implied_redeal()
        told.draw()
    else:
        told.redeal()


def one_line(lines: Sequence[TextLine]) -> TextLine:
    """The only line of a move string; raises `RecordError` (`format`) where there are more."""
    if len(lines) > 1:
        raise fault("format", "a line after the moves: games are apart by a blank line", lines[1].number)
    return lines[0]
