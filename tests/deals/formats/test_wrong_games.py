"""Games that are wrong in ways that other programs have published: each fails with its reason, at its move."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from solit.deals.formats import read, write
from solit.deals.notation.given import Given
from solit.deals.notation.page import Found
from solit.deals.records import judge
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


OURS_HAS_NONE = {"wrong-foundation", "not-there", "not-in-talon", "not-in-reach", "no-column"}
"""Codes of moves that other notations can tell and ours can't."""


def check_record(obj: dict[str, Any] | None, error: IllegalMove) -> None:
    """The record ends with the wrong move, refused there for the same reason, or before one that is none of ours."""
    assert obj is not None
    judged = judge(obj)
    assert judged.position == error.position
    if error.code in OURS_HAS_NONE:
        assert judged.error is None
        assert judged.entries == len(obj["moves"].split()) == error.index
        return
    assert judged.error is not None
    assert (judged.error.code, judged.error.index, judged.error.move) == (error.code, error.index, error.move)
    assert obj["moves"].split()[error.index :] == [error.move]


def error_of(found: list[Found]) -> IllegalMove:
    """The error of the only game."""
    ((_, obj, error),) = found
    assert isinstance(error, IllegalMove), error
    check_record(obj, error)
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
                    "wrong-foundation",
                    "foundation-build",
                    "foundation-base",
                    "column-build",
                    "empty-column",
                    "not-there",
                )
                assert error.code in OURS_HAS_NONE or error.move in ("w-f", *[f"w-t{n}" for n in range(1, 8)])


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
        assert (error.code, error.move) == ("wrong-foundation", moves)
        assert "AS does not go on the foundation of hearts" in error.message


def test_talon_cards_out_of_reach(reading: Reading) -> None:
    deck = deck_with(stock="AC AD AH AS 2C 2D")
    found = reading("lonelybot", f"{digits(deck)}DS A♣, \n", draw=3)
    assert error_of(found).code == "not-in-reach"
    found = reading("lonelybot", f"{digits(deck)}DS A♥, DS A♦, DS A♣, DS K♥, \n", draw=3)
    error = error_of(found)
    assert error.code == "not-in-talon"
    assert found[0].record is not None
    assert found[0].record["moves"] == "d w-f w-f w-f"
    assert error.move == "DS K♥"


def spoiled(line: str, rng: random.Random) -> str:
    """A line of moves with one piece left out, doubled, put elsewhere, or one sign changed for another of them."""
    if rng.random() < 0.4:
        place = rng.randrange(len(line))
        return line[:place] + rng.choice(line) + line[place + 1 :]
    pieces = line.split(" ")
    place, other = rng.randrange(len(pieces)), rng.randrange(len(pieces))
    kind = rng.randrange(3)
    if kind == 0:
        del pieces[place]
    elif kind == 1:
        pieces.insert(other, pieces[place])
    else:
        pieces[place], pieces[other] = pieces[other], pieces[place]
    return " ".join(pieces)


def spoiled_texts(entry: dict[str, Any], times: int, rng: random.Random) -> Iterator[str]:
    """A fixture's game, spoiled so many times in each of its notations."""
    deal = entry["deal"]
    cards = " ".join([column[row] for row in range(7) for column in deal["tableau"][row:]] + deal["stock"])
    deck = f"cards: {cards}\n"
    for _ in range(times):
        for name in ("moves", "standard", "macro", "letters"):
            if name in entry:
                yield f"{deck}{spoiled(entry[name], rng)}\n"
        if "text" in entry:
            head = "--- Foundations"
            boards = entry["text"].split(head)
            place = rng.randrange(2, len(boards))
            yield deck + head.join(boards[:place] + boards[place + 1 :])


def check_spoiled(entries: list[dict[str, Any]], times: int, seed: int) -> set[str]:
    """Of spoiled games what was kept, `index` and `position` are as our rules have them; returns the codes seen."""
    rng = random.Random(seed)
    codes: set[str] = set()
    for entry in entries:
        for text in spoiled_texts(entry, times, rng):
            for _, obj, error in read(entry["peer"], text.encode(), Given("klondike", {"draw": entry["draw"]})):
                if isinstance(error, IllegalMove):
                    check_record(obj, error)
                    codes.add(error.code)
                elif error is None:
                    assert obj is not None
                    assert judge(obj).error is None
    return codes


def test_spoiled_games_end_where_our_rules_say(solutions: list[dict[str, Any]]) -> None:
    assert {"wrong-foundation", "not-there", "column-build"} <= check_spoiled(solutions, 3, 1)


@pytest.mark.slow
def test_all_games_spoiled(all_printed: Path) -> None:
    entries = [
        json.loads(line)
        for path in sorted(all_printed.glob("solutions_*.jsonl"))
        for line in path.read_text().splitlines()
    ]
    assert check_spoiled(entries, 4, 2) >= OURS_HAS_NONE


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
