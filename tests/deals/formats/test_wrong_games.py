"""Games that are wrong in ways that other programs have published: each fails with its reason, at its move."""

from collections.abc import Callable
from typing import Any

import pytest

from solit.deals.formats import write
from solit.deals.formats.page import Found
from solit.engine.cards import TEXTS, cards_text
from solit.engine.errors import IllegalMove
from solit.engine.record import parse_record

Reading = Callable[..., list[Found]]


def deck_with(**columns: str) -> str:
    """A deck whose columns t1..t7 end in these cards (bottom to top) and whose stock begins with `stock`."""
    wanted = {name: cards.split() for name, cards in columns.items()}
    rest = [text for text in TEXTS if not any(text in cards for cards in wanted.values())]
    piles = []
    for number in range(1, 8):
        named = wanted.get(f"t{number}", [])
        piles.append([rest.pop() for _ in range(number - len(named))] + named)
    stock = wanted.get("stock", [])
    deck = [piles[column][row] for row in range(7) for column in range(row, 7)]
    return " ".join(deck + stock + rest)


def error_of(found: list[Found]) -> IllegalMove:
    """The error of the only game; the record's last entry is the wrong move."""
    ((_, obj, error),) = found
    assert isinstance(error, IllegalMove), error
    assert obj is not None
    assert obj["moves"].split()[error.index] == error.move
    assert len(obj["moves"].split()) == error.index + 1
    return error


def digits(deck: str) -> str:
    record = parse_record({"solit": 1, "variant": "klondike", "deck": deck})
    return write("klondike-solver", record)


HIDDEN = deck_with(t1="9C", t2="8H 7C", t3="QS 5H")


@pytest.mark.parametrize(
    ("form", "moves"),
    [
        ("klondike-solver", "21-2"),
        ("minimal-klondike", "GF"),
        ("lonelybot", "8♥:2▸1"),
        ("lonelybot", "R 8♥, "),
    ],
)
def test_a_face_down_card_is_moved(form: str, moves: str, reading: Reading) -> None:
    # 8H lies face down under 7C; 9C waits for it.
    error = error_of(reading(form, f"{digits(HIDDEN)}{moves}\n", draw=1))
    if moves == "GF":  # as many cards as fit by rank: two
        assert error.move == "t2-t1x2"
    assert error.code == "face-down"
    assert error.index == 0


SAME_COLOUR = deck_with(t1="8S", t2="KH 7C", t3="QS 5H")


@pytest.mark.parametrize(
    ("form", "moves"),
    [
        ("klondike-solver", "21"),
        ("minimal-klondike", "GF"),
        ("lonelybot", "GF"),
        ("lonelybot", "7♣:2▸1"),
    ],
)
def test_a_7_on_an_8_of_the_same_colour(form: str, moves: str, reading: Reading) -> None:
    error = error_of(reading(form, f"{digits(SAME_COLOUR)}{moves}\n", draw=1))
    assert (error.code, error.move) == ("column-build", "t2-t1")
    assert "black 7 (7C) does not go on 8S" in error.message
    assert "alternating colours" in error.message


def backwards(deck: str) -> str:
    """The deck with its stock turned round."""
    cards = deck.split()
    return " ".join(cards[:28] + cards[:27:-1])


def test_a_stock_read_back_to_front(solutions: list[dict[str, Any]], reading: Reading) -> None:
    from solit.deals.formats import read
    from solit.deals.formats.given import Given

    for entry in solutions:
        given = Given("klondike", {"draw": entry["draw"]})
        deal = entry["deal"]
        deck = " ".join([column[row] for row in range(7) for column in deal["tableau"][row:]] + deal["stock"])
        line = f"cards: {backwards(deck)}\n"
        if entry["peer"] == "solvitaire":
            ((_, obj, error),) = read("solvitaire", (line + entry["text"]).encode(), given)
            assert obj is None
            assert error is not None
            assert error.code == "board"
            assert "the board at the start: the stock and waste hold other cards, or in another order" in error.message
            continue
        for name in ("moves", "standard", "macro", "letters"):
            if name in entry and name != "macro":  # macro moves name the card and draw as often as that takes
                error = error_of(list(read(entry["peer"], f"{line}{entry[name]}\n".encode(), given)))
                assert error.code in (
                    "foundation-build",
                    "foundation-base",
                    "column-build",
                    "empty-column",
                    "not-there",
                )
                assert error.move in ("w-f", *[f"w-t{n}" for n in range(1, 8)])


def test_a_card_counted_twice(reading: Reading) -> None:
    # The ace goes up, and then up again: in words of the notation, and by a program that played 7C and kept it.
    deck = deck_with(t1="AS", t2="KH 7C", t3="QS 8H")
    error = error_of(reading("klondike-solver", f"{digits(deck)}1S 1S\n", draw=1))
    assert (error.code, error.index) == ("empty-source", 1)
    error = error_of(reading("lonelybot", f"{digits(deck)}A♠:1▸♠  A♠:1▸♠\n", draw=1))
    assert (error.code, error.index) == ("not-there", 1)
    error = error_of(reading("lonelybot", f"{digits(deck)}7♣:2▸3  7♣:2▸3\n", draw=1))
    assert (error.code, error.index) == ("not-there", 1)
    error = error_of(reading("lonelybot", f"{digits(deck)}PS A♠, PS A♠, \n", draw=1))
    assert (error.code, error.index) == ("not-there", 1)


def test_a_card_twice_in_the_deck(reading: Reading) -> None:
    cards = HIDDEN.split()
    cards[40] = cards[3]
    text = f"cards: {' '.join(cards)}\n21\n"
    for form in ("klondike-solver", "minimal-klondike", "lonelybot", "cards"):
        found = reading(form, text if form != "cards" else text.splitlines()[0])
        error = found[0].error
        assert error is not None
        assert found[0].record is None
        assert error.code == "deck"
        codes = [defect["code"] for defect in error.where["defects"]]
        assert codes == ["doubled-card", "missing-card"]
        assert error.where["line"] == 1
        assert error.where["column"] == 8 + 3 * 40


def test_a_card_on_the_wrong_foundation(reading: Reading) -> None:
    deck = deck_with(t1="AS")
    for form, moves in (
        ("klondike-solver", "1H"),
        ("minimal-klondike", "FE"),
        ("lonelybot", "FB"),
        ("lonelybot", "A♠:1▸♥"),
    ):
        error = error_of(reading(form, f"{digits(deck)}{moves}\n"))
        assert error.code == "foundation-build"
        assert "AS does not go on the foundation of hearts" in error.message


def test_talon_cards_out_of_reach(reading: Reading) -> None:
    deck = deck_with(stock="AC AD AH AS 2C 2D")
    found = reading("lonelybot", f"{digits(deck)}DS A♣, \n", draw=3)
    assert error_of(found).code == "not-in-reach"
    found = reading("lonelybot", f"{digits(deck)}DS A♥, DS A♦, DS A♣, DS K♥, \n", draw=3)
    error = error_of(found)
    assert error.code == "not-in-talon"
    assert found[0].record is not None
    assert found[0].record["moves"] == "d w-f w-f w-f w-f"


def test_what_comes_after_the_wrong_move_is_counted(reading: Reading) -> None:
    ((_, obj, _),) = reading("klondike-solver", f"{digits(SAME_COLOUR)}21 DR1 WH\n")
    assert obj is not None
    assert "2 tokens after the wrong one not read" in obj["_notes"]
    assert "draw=3 assumed" in " ".join(obj["_notes"])


def test_a_draw_without_cards(reading: Reading) -> None:
    full = f"{digits(HIDDEN)}"
    assert error_of(reading("klondike-solver", f"{full}DR9999\n", draw=1)).code == "stock-empty"
    assert error_of(reading("klondike-solver", f"{full}NEW\n")).code == "stock-not-empty"
    # MinimalKlondike turns the waste over by itself; lonelybot tells it by a click.
    ((_, obj, error),) = reading("minimal-klondike", f"{full}{'@' * 9}\n")
    assert error is None
    assert obj is not None
    assert obj["moves"] == "d d d d d d d d r d"
    ((_, obj, error),) = reading("lonelybot", f"{full}{'@' * 9}\n")
    assert error is None
    assert obj is not None
    assert obj["moves"] == "d d d d d d d d r"
    assert cards_text(range(2)) == "AC 2C"
