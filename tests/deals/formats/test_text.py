"""Foreign text read line by line: bounded memory and time, and faults that spoil their own game alone."""

import itertools
import time
from collections.abc import Callable, Iterator

import pytest

from solit.deals.formats import FORMATS, read, recognise, write
from solit.deals.notation.given import Given
from solit.deals.notation.page import Found
from solit.deals.notation.text import MAX_GAME, MAX_LINE, MAX_LINES, Text
from solit.deals.shuffles import shuffle
from solit.engine.cards import cards_text
from solit.engine.errors import RecordError
from solit.engine.record import parse_record

Reading = Callable[..., list[Found]]
DECKS = [cards_text(shuffle("solit", seed, "klondike")) for seed in range(1, 4)]
TEXTS = {
    name: [write(name, parse_record({"solit": 1, "variant": "klondike", "deck": deck})) for deck in DECKS]
    for name in FORMATS[1:]
}


def test_lines_are_read_as_they_are_asked_for() -> None:
    asked = []

    def lines() -> Iterator[bytes]:
        for number in itertools.count(1):
            asked.append(number)
            yield b"%d" % number

    text = Text(lines())
    assert (text[0].text, text[2].text) == ("1", "3")
    assert asked == [1, 2, 3]
    text.let_go(2)
    assert (text[2].number, text.has(3), asked) == (3, True, [1, 2, 3, 4])


@pytest.mark.parametrize("line", [b"x", b"x" * 100_000, b""])
def test_a_game_without_end_is_given_up(line: bytes) -> None:
    text = Text(itertools.repeat(line))
    place = min(MAX_LINES, MAX_GAME // max(1, len(line)) + 1)
    assert text.has(place - 1)
    with pytest.raises(RecordError, match="a game of more than") as refused:
        text.has(place)
    assert refused.value.code == "game-too-long"
    text.let_go(place - 1)
    assert text.has(place)


@pytest.mark.parametrize("form", TEXTS)
def test_games_come_while_the_text_goes_on(form: str) -> None:
    piece = [*TEXTS[form][0].encode().splitlines(), b""]
    found = read(form, Text(itertools.cycle(piece)), Given())
    for _ in range(50):
        one = next(found)
        assert one.record is not None
        assert one.record["deck"] == DECKS[0]


BAD = {
    "text": b"\xff\n",
    "control": b"a\0b\n",
    "long": b"x" * (MAX_LINE + 1) + b"\n",
    "words": b"nothing known\n",
    "cards": b"x " * 201 + b"\n",
    "dealt": b"cards: " + b"x " * 201 + b"\n",
    "board": b"Talon: " + b"x " * 201 + b"\n",
}


@pytest.mark.parametrize("form", TEXTS)
@pytest.mark.parametrize("bad", BAD)
def test_what_goes_wrong_in_one_game_leaves_the_next_ones(form: str, bad: str) -> None:
    one, two, three = (text.encode() for text in TEXTS[form])
    found = list(read(form, one + b"\n" + BAD[bad] + b"\n" + two + b"\n" + three, Given()))
    decks = [one.record["deck"] for one in found if one.record is not None]
    assert decks == DECKS
    assert 1 <= len([one for one in found if one.record is None]) <= 2
    if bad not in ("text", "control", "long") and form != "cards":  # 52 cards in which order, they don't say
        name, _ = recognise(one + b"\n" + BAD[bad] + b"\n" + two + b"\n" + three, Given())
        assert name in (form, "klondike-solver")  # MinimalKlondike's digits are Klondike-Solver's


@pytest.mark.parametrize("form", [*TEXTS, "auto"])
def test_hundreds_of_unknown_cards_are_told(form: str) -> None:
    for text in (b"x " * 201, b"cards: " + b"x " * 300, b"0" * 900, b"Talon: " + b"9X " * 250, b"11 " * 400):
        data = text.strip() + b"\n"
        try:
            name = recognise(data, Given())[0] if form == "auto" else form
            (one,) = read(name, data, Given())
        except RecordError as error:
            assert error.code in ("format-unknown", "format-ambiguous")
            continue
        assert one.error is not None


@pytest.mark.slow
@pytest.mark.parametrize("form", TEXTS)
@pytest.mark.parametrize(
    "piece", [b" ", b"\n", b"x\n\n", b" 0: \n\n", b"Talon: AS\n\n", b"{\n\n", b"--- Foundations ---------\n\n", b"["]
)
def test_time_grows_with_the_text(form: str, piece: bytes) -> None:
    """Not with its square, as where each bad block is looked for to the end of the text."""

    def taken(times: int) -> float:
        begun = time.process_time()
        for _ in read(form, piece * times + b"x\n", Given()):
            pass
        return time.process_time() - begun

    assert taken(8000) < 30 * max(taken(1000), 0.001)  # squares would be 64 times as long


def test_utf_16_is_told() -> None:
    for coding in ("utf-16", "utf-16-le", "utf-16-be"):
        data = TEXTS["pysol"][0].encode(coding)
        with pytest.raises(RecordError, match=r"iconv -f UTF-16 -t UTF-8"):
            recognise(data, Given())
        with pytest.raises(RecordError, match=r"iconv -f UTF-16 -t UTF-8"):
            list(read("pysol", data, Given()))


def test_the_beginning_of_a_text_is_enough() -> None:
    text = "\n".join(TEXTS["pysol"] * 20).encode()
    assert recognise(text[:1000], Given(), whole=False) == ("pysol", "")
    digits = "".join(TEXTS["klondike-solver"]).encode()
    name, note = recognise(digits, Given(), whole=False)
    assert (name, "would read its beginning the same" in note) == ("klondike-solver", True)


def test_a_format_that_reads_most_is_chosen() -> None:
    """A good block after a bad one: no format reads all, and one reads more than the others."""
    digits, board = TEXTS["klondike-solver"], TEXTS["pysol"][0]
    text = f"# five deals\n{digits[0]}\n{digits[1]}\n{board}\n{digits[2]}\n"
    assert recognise(text.encode(), Given())[0] == "klondike-solver"
    found = list(read("klondike-solver", text.encode(), Given()))
    assert [one.record is None for one in found] == [False, False, True, False]
