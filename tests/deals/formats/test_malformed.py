"""Texts that are not what they should be: an error that says what and where, for every format."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solit.deals.formats import FORMATS, read, recognise, write
from solit.deals.notation.given import Given
from solit.deals.notation.page import Found
from solit.deals.shuffles import shuffle
from solit.engine import build_game, deal
from solit.engine.cards import cards_text
from solit.engine.errors import IllegalMove, RecordError
from solit.engine.record import parse_record

Reading = Callable[..., list[Found]]
DECK = shuffle("solit", 1, "klondike")
RECORD = parse_record({"solit": 1, "variant": "klondike", "deck": cards_text(DECK)})
TEXT = {name: write(name, RECORD) for name in FORMATS[1:]}
_PILES = deal(build_game("klondike"), DECK).piles
TEXT["letters"] = cards_text([card for pile in (*_PILES[6:13], _PILES[0]) for card in pile]) + "\n"
PYSOL = TEXT["pysol"]
DIGITS = TEXT["klondike-solver"]


def error_of(form: str, text: str | bytes, **options: object) -> RecordError | IllegalMove:
    """The first error of a text."""
    data = text.encode() if isinstance(text, str) else text
    try:
        found = list(read(form, data, Given("klondike", options)))  # type: ignore[arg-type]
    except RecordError as error:
        return error
    errors = [one.error for one in found if one.error is not None]
    assert errors, found
    return errors[0]


def test_the_texts_are_well_formed(reading: Reading) -> None:
    for name, text in TEXT.items():
        ((_, obj, error),) = reading("minimal-klondike" if name == "letters" else name, text)
        assert error is None
        assert obj is not None
        assert obj["deck"] == cards_text(DECK)


# form, what is put in place of what, the code, line and column, a part of the sentence
FAULTS = [
    # truncated
    ("solvitaire", ']], "stock"', ']]', "format", 1, 203, "expected a comma or the end"),
    # 51 or 53 cards, doubled cards
    ("solvitaire", '"AH", ', "", "deck", 1, 1, "AH is missing; 51 cards instead of 52"),
    ("solvitaire", '"AH"', '"AH", "AH"', "deck", 1, 227, "AH is there 2 times; 53 cards instead of 52"),
    ("solvitaire", '"AH"', '"KD"', "deck", 1, 221, "KD is there 2 times; AH is missing"),
    ("lonelybot", '"AH", ', "", "deck", 1, 1, "AH is missing; 51 cards instead of 52"),
    ("lonelybot", '"AH"', '"AH", "AH"', "deck", 1, 227, "53 cards"),
    ("klondike-solver", "031", "", "deck", 1, 1, "51 cards instead of 52; a deck has 156 digits, here are 153"),
    ("klondike-solver", "\n", "031\n", "deck", 1, 157, "3C is there 2 times; 53 cards"),
    ("klondike-solver", "101132", "101101", "deck", 1, 4, "TC is there 2 times; KD is missing"),
    ("minimal-klondike", "101132", "101101", "deck", 1, 4, "TC is there 2 times; KD is missing"),
    ("letters", "AH ", "", "deck", 1, 1, "AH is missing; 51 cards"),
    ("letters", "AH ", "AH AH ", "deck", 1, 91, "53 cards"),
    ("pysol", " AH JH", " JH", "deck", 1, 1, "AH is missing; 51 cards"),
    ("pysol", " AH JH", " AH AH JH", "deck", 1, 77, "53 cards"),
    ("pysol", "<KD> KS", "<KD> KD", "deck", 3, 6, "KD is there 2 times; KS is missing"),
    ("cards", " AH", "", "deck", 1, 1, "51 cards"),
    ("cards", " AH", " AH AH", "deck", 1, 154, "53 cards"),
    # case, where it means something
    ("solvitaire", '"KS"', '"ks"', "position", 1, 36, "face down on top of its pile"),
    ("solvitaire", '"9h", "Ad"', '"9H", "Ad"', "position", 1, 50, "face down on a face-up card"),
    ("lonelybot", '"KS"', '"ks"', "position", 1, 36, "face down on top of its pile"),
    ("pysol", " KS", " ks", "deck", 3, 6, "'ks' is not a card: cards are written in capitals here"),
    ("pysol", "Talon", "talon", "format", 1, 1, "expected Talon:"),
    ("cards", " KS", " ks", "deck", 1, 22, "cards are written in capitals here"),
    # 10 for T and T for 10
    ("solvitaire", "10C", "TC", "deck", 1, 21, "'TC' is not a card: ten is written 10 here"),
    ("lonelybot", "10C", "TC", "deck", 1, 21, "'TC' is not a card: ten is written 10 here"),
    ("letters", "TC", "10C", "deck", 1, 1, "'10C' is not a card: ten is written T here"),
    ("cards", "TC", "10C", "deck", 1, 1, "'10C' is not a card: ten is written T here"),
    ("pysol", " TH", " 10H", "deck", 1, 36, "'TD' is not a card: ten is written 10 here"),  # one way throughout
    # digits
    ("klondike-solver", "101132", "101142", "deck", 1, 4, "'142' is not a card: a card is two digits 01..13"),
    ("klondike-solver", "101132", "101135", "deck", 1, 4, "'135' is not a card"),
    ("klondike-solver", "101132", "10113S", "format", 1, 6, "'S' among the digits"),
    ("minimal-klondike", "101132", "101 132", "format", 1, 4, "' ' among the digits"),
    # piles
    ("solvitaire", '"], ["', '", "', "format", 1, 19, "6 arrays instead of 7"),
    ("solvitaire", '"tableau piles": [', '"tableau piles": [[], ', "format", 1, 19, "8 arrays instead of 7"),
    ("lonelybot", '"], ["', '", "', "format", 1, 19, "6 arrays instead of 7"),
    ("pysol", "\nTC\n", "\n", "format", 7, 1, "6 piles instead of 7"),
    ("pysol", "\nTC\n", "\nTC\nKD\n", "format", 9, 1, "8 piles instead of 7"),
    ("pysol", "<KD> KS", "KD KS", "format", 3, 1, "KD of pile 2 lies face down, in < >"),
    ("pysol", "<KD> KS", "<KD> <KS>", "format", 3, 6, "lies face up"),
    ("pysol", "TC\n<KD> KS", "<TC> KD\nKS", "format", 2, 1, "pile 1 has 2 cards instead of 1"),
    # keys and JSON
    ("solvitaire", '"stock"', '"stok"', "format", 1, 205, "no key 'stok'"),
    ("solvitaire", '"stock"', '"stock": [], "stock"', "format", 1, 218, "is there twice"),
    ("solvitaire", '"stock"', '"foundation": [], "stock"', "format", 1, 205, "lonelybot's key"),
    ("lonelybot", '"foundation"', '"foundations"', "format", 1, 375, "no key 'foundations'"),
    ("solvitaire", '["10C"]', '"10C"', "format", 1, 20, "an array of arrays, not of cards"),
    ("solvitaire", '"10C"', "10", "format", 1, 21, "only strings"),
    ("solvitaire", '"10C"', '"##"', "deck-hidden", 1, 21, "can't be read back"),
    ("solvitaire", '["10C"]', "[" * 20, "format", 1, 27, "expected a string or an array"),
    ("solvitaire", "\n", "x\n", "format", 1, 361, "after the object"),
    # blanks
    ("pysol", "Talon: ", "Talon:  ", "format", 1, 7, "one blank apart"),
    ("pysol", " KS\n", " KS \n", "format", 3, 8, "one blank apart"),
    ("cards", " KS", "\tKS", "deck", 1, 19, "is not a card"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "old", "new", "code", "line", "column", "part"), FAULTS)
def test_faults(form: str, old: str, new: str, code: str, line: int, column: int, part: str) -> None:
    text = TEXT[form]
    assert old in text
    error = error_of("minimal-klondike" if form == "letters" else form, text.replace(old, new, 1))
    assert part in error.message
    assert (error.code, error.where["line"], error.where["column"]) == (code, line, column)


@pytest.mark.parametrize("form", TEXT)
def test_every_truncation_is_an_error(form: str) -> None:
    name, text = ("minimal-klondike", TEXT[form]) if form == "letters" else (form, TEXT[form])
    end = len(text.rstrip("\n"))
    for size in range(1, end):
        if name == "minimal-klondike" and size <= 10 and text[:size].isdigit():
            continue  # a Greenfelt number
        if name == "klondike-solver" and size == 1:
            continue
        error = error_of(name, text[:size])
        assert error.where["line"] >= 1
        assert error.code in ("format", "deck")


@pytest.mark.parametrize("form", TEXT)
def test_line_ends_and_encodings(form: str, reading: Reading) -> None:
    name, text = ("minimal-klondike", TEXT[form]) if form == "letters" else (form, TEXT[form])
    for good in (text.replace("\n", "\r\n"), "\ufeff" + text, text.rstrip("\n"), f"\n# said\n\n{text}"):
        ((_, obj, error),) = reading(name, good)
        assert error is None
        assert obj is not None
    error = error_of(name, text.replace("\n", "\r") + text)
    assert (error.code, "a carriage return alone ends no line" in error.message) == ("text", True)
    middle = len(text.encode()) // 2
    data = text.encode()
    for bad, part in ((b"\x92", "byte 0x92 is not UTF-8"), (b"\0", "control character"), (b"\xc3", "byte 0xC3 is not")):
        error = error_of(name, data[:middle] + bad + data[middle:])
        assert (error.code, part in error.message) == ("text", True)
        line = data[:middle].count(b"\n") + 1
        assert error.where["line"] == line
        assert error.where["column"] == middle - data[:middle].rfind(b"\n")
    assert error_of(name, "\ufeff".encode("utf-16-le") + text.encode("utf-16-le")).code == "text"


MOVES = [
    ("klondike-solver", "DR0", 1, "DR0"),
    ("klondike-solver", "DR1 WH x", 8, "x"),
    ("klondike-solver", "DR1 new", 5, "new"),
    ("klondike-solver", "F8", 1, "F8"),
    ("klondike-solver", "72-1", 1, "72-1"),
    ("klondike-solver", "72-14", 1, "72-14"),
    ("klondike-solver", "8W", 1, "8W"),
    ("klondike-solver", "1W", 1, "1W"),
    ("klondike-solver", "DR1\tWH", 1, "DR1"),
    ("minimal-klondike", "AH A", 4, "break off after A"),
    ("minimal-klondike", "AHJ", 3, "break off after J"),
    ("minimal-klondike", "AH b", 4, "'b' is neither"),
    ("minimal-klondike", "A@H", 2, "a draw in the middle of a move"),
    ("minimal-klondike", "FA", 2, "no move goes to A"),
    ("minimal-klondike", "@@@ XX", 5, "'X' is neither"),
    ("lonelybot", "@@A", 3, "break off after A"),
    ("lonelybot", "=  A♥:D▸8", 4, "A♥:D▸8"),
    ("lonelybot", "AH:D▸H", 1, "AH:D▸H"),
    ("lonelybot", "DS 10♥, DS, ", 9, "DS"),
    ("lonelybot", "DS 10♥ DS 9♥, ", 1, "is not a macro move"),
]


@pytest.mark.parametrize(("form", "moves", "column", "part"), MOVES)
def test_moves_that_are_none(form: str, moves: str, column: int, part: str) -> None:
    error = error_of(form, f"{TEXT[form]}{moves}\n")
    assert (error.code, error.where["line"], error.where["column"]) == ("move-text", 2, column)
    assert part in error.message


def test_tens_of_lonelybots_moves() -> None:
    error = error_of("lonelybot", f"{TEXT['lonelybot']}=  T♥:D▸♥\n")
    assert (error.code, error.where["line"], error.where["column"]) == ("card", 2, 4)
    assert "ten is written 10 here" in error.message
    error = error_of("lonelybot", f"{TEXT['lonelybot']}DS TH, \n")
    assert (error.code, "♣ ♦ ♥ ♠" in error.message) == ("card", True)


def test_more_than_one_line_of_moves() -> None:
    for form, moves in (("klondike-solver", "DR1"), ("minimal-klondike", "@"), ("lonelybot", "=")):
        error = error_of(form, f"{TEXT[form]}{moves}\n{moves}\n")
        assert (error.code, error.where["line"]) == ("format", 3)
        assert "games are apart by a blank line" in error.message


def test_the_next_game_is_read_on(reading: Reading) -> None:
    for form, moves in (("klondike-solver", "DR1"), ("minimal-klondike", "@"), ("lonelybot", "=")):
        good = f"{TEXT[form]}{moves}\n"
        found = reading(form, f"{good}\n{TEXT[form]}?\n\n# third\n{good}\n{TEXT[form]}")
        assert [one.error is None for one in found] == [True, False, True, True]
        assert [one.line for one in found] == [1, 4, 8, 11]
    found = reading("pysol", PYSOL + "\n" + PYSOL.replace("TC", "XX") + PYSOL)
    assert [one.error is None for one in found] == [True, False, True]
    found = reading("cards", TEXT["cards"] + TEXT["cards"].replace("TC", "XX") + TEXT["cards"])
    assert [one.error is None for one in found] == [True, False, True]


def test_counts_that_are_printed_are_checked(solutions: list[dict[str, object]]) -> None:
    seen = set()
    for entry in solutions:
        form = str(entry["peer"])
        if form == "klondike-solver":
            text = f"{entry['deck_digits']}\n{entry['printed']}\n{str(entry['moves']).rsplit(' ', 1)[0]}\n"
        elif form == "minimal-klondike":
            text = f"{entry['deck_digits']}\n{str(entry['moves']).rsplit(' ', 1)[0]}\n{entry['printed']}\n"
        elif form == "solvitaire":
            text = str(entry["text"]).replace("Final Search Depth: ", "Final Search Depth: 1")
        else:
            continue
        assert error_of(form, text, draw=entry["draw"]).code == "move-count"
        seen.add(form)
    assert len(seen) == 3


def test_moves_that_are_none_are_not_counted() -> None:
    for moves, column in (("DR2>TC", 1), ("DR1 DR", 5), ("NEW DR⁵", 5)):
        error = error_of("klondike-solver", f"{DIGITS}Minimal solution in 104 moves.\n{moves}\n")
        assert (error.code, error.where["line"], error.where["column"]) == ("move-text", 3, column)


def test_counts_that_python_cannot_read_are_none() -> None:
    many = "9" * 5000
    error = error_of("klondike-solver", f"{DIGITS}Minimal solution in {many} moves.\nDR1\n")
    assert (error.code, error.where["line"]) == ("format", 3)
    told = f"(Deal Result: Solved Foundation: 52 Moves: {many} Rounds: {many})"
    error = error_of("minimal-klondike", f"{DIGITS}@\n{told}\n")
    assert (error.code, error.where["line"]) == ("format", 3)


def test_klondike_solvers_silent_block(reading: Reading) -> None:
    """With LF line ends it plays another deal; with a colon before each pile it reads this one."""
    error = error_of("klondike-solver", PYSOL)
    assert "plays another deal" in error.message
    colons = "\n".join([line if n == 0 else f": {line}" for n, line in enumerate(PYSOL.splitlines())]) + "\n"
    ((_, obj, error_there),) = reading("klondike-solver", colons)
    assert error_there is None
    assert obj is not None
    assert obj["deck"] == cards_text(DECK)


def test_boards_of_solvitaire(solutions: list[dict[str, object]]) -> None:
    entry = next(entry for entry in solutions if entry["peer"] == "solvitaire")
    text, draw = str(entry["text"]), entry["draw"]
    head, tail = text.split("--- Tableau Piles -------\n", 1)
    first = tail.split("\n", 1)[0]
    faults = [
        (text.replace("=" * 35, "=" * 34, 1), "format", "a board ends with 35 ="),
        (text.replace("[]\t[]\t[]\t[]", "[]\t[]\t[]", 1), "format", "the tops of four foundations"),
        (text.replace("[]\t[]\t[]\t[]", "[]\t[]\t[]\tAS", 1), "format", "AS on the foundation of D"),
        (f"{head}--- Tableau Piles -------\n{first[:-3]}\n" + tail.split("\n", 1)[1], "format", "6 piles instead of 7"),
        (text.replace("10", "T", 1), "card", "ten is written 10 here"),
        (text.replace("##", "", 1), "format", "an empty pile is printed []"),
        (text.split("=" * 35)[0] + "=" * 35 + "\n", "deck-hidden", "is never turned up"),
    ]
    for bad, code, part in faults:
        assert bad != text
        error = error_of("solvitaire", bad, draw=draw)
        assert (error.code, part in error.message) == (code, True), (error.message, part)
        assert error.where["line"] >= 2


def test_options_that_a_notation_fixes() -> None:
    error = error_of("klondike-solver", f"{DIGITS}DR1\n", flip="auto")
    assert error.code == "option-value"
    assert "records every flip as a move, so flip=manual" in error.message
    assert error_of("minimal-klondike", f"{DIGITS}@\n", flip="manual").code == "option-value"


@given(st.sampled_from(sorted(TEXT)), st.data())
@settings(max_examples=300, deadline=None)
def test_nothing_but_errors_of_ours(form: str, data: st.DataObject) -> None:
    name, text = ("minimal-klondike", TEXT[form]) if form == "letters" else (form, TEXT[form])
    text += data.draw(
        st.sampled_from(["", "DR1 WH 12-3 F2 NEW\n", "@@AB GE @\n", "=  A♥:D▸♥\n", "DS A♥, PS 2♥, R K♠, SP 3♣, \n"])
    )
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 6)))
    changed = (
        text[:start] + data.draw(st.text(st.sampled_from('AKT10#\n\r\t {}[]",:<>♥▸=@-日'), max_size=4)) + text[end:]
    )
    encoded = changed.encode()
    for reader in (name, "auto"):
        with suppress(RecordError):
            chosen = recognise(encoded, Given())[0] if reader == "auto" else reader
            for one in read(chosen, encoded, Given()) if chosen != "solit" else ():
                assert one.record is not None or isinstance(one.error, RecordError)
