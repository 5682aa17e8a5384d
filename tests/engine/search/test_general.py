"""The general search, asked without the families: it finds short ends, and keeps to its limits."""

import random
import tracemalloc

import pytest

from solit.engine import build_game, parse_position
from solit.engine.cards import card_text
from solit.engine.lowered import lower
from solit.engine.search import general
from solit.engine.search.solver import WON

END = (
    "pass=1 s:QSKC w: fC:AC2C3C4C5C6C7C8C9CTCJCQC fD:AD2D3D4D5D6D7D8D9DTDJDQD fH:AH2H3H4H5H6H7H8H9HTHJH "
    "fS:AS2S3S4S5S6S7S8S9STS t1: t2: t3:KS t4: t5:JS/QH t6:KHKD t7:"
)


def tangle(seed: int) -> str:
    """A position with two long columns in no sequence, the ten lowest cards of three suits home."""
    home = {suit: [f"{rank}{suit}" for rank in "A23456789T"] for suit in "CDH"}
    rest = [card for card in map(card_text, range(52)) if not any(card in pile for pile in home.values())]
    random.Random(seed).shuffle(rest)
    piles = " ".join(f"f{suit}:{''.join(home.get(suit, []))}" for suit in "CDHS")
    columns = f"t1:{''.join(rest[:6])} t2:{''.join(rest[6:12])} t3: t4: t5: t6: t7:"
    return f"pass=1 s:{''.join(rest[12:])} w: {piles} {columns}"


def test_an_end_with_a_column_in_no_sequence_is_found_at_once() -> None:
    # foundation cards that come back and draws without end lead a plain first-move search astray
    game = build_game("klondike", {"flip": "manual"})
    state = parse_position(game, END)
    search = general.Search(lower(game), *state, memory=1 << 24)
    assert search.run(200) == WON


@pytest.mark.parametrize(("passes", "outcome"), [(2, 1), (1, 2)])
def test_the_number_of_the_pass_is_kept_where_it_counts(passes: int, outcome: int) -> None:
    game = build_game("chinaman", {"draw": 1, "passes": passes})
    text = (  # the jack is drawn onto the ten before the nine goes home, and the king lies beneath both
        "pass=1 s:JS9SQS w:KSTS fC:AC2C3C4C5C6C7C8C9CTCJCQCKC fD:AD2D3D4D5D6D7D8D9DTDJDQDKD "
        "fH:AH2H3H4H5H6H7H8H9HTHJHQHKH fS:AS2S3S4S5S6S7S8S t1: t2: t3: t4: t5: t6: t7:"
    )
    state = parse_position(game, text)
    search = general.Search(lower(game), state.piles, state.down, state.passes, memory=1 << 24)
    assert search.run(10_000) == outcome


def test_memory_is_what_the_limit_says() -> None:
    # the path is as long as the table here, so what a position on the path holds counts
    game = build_game("klondike", {"draw": 1})
    state = parse_position(game, tangle(1))
    search = general.Search(lower(game), state.piles, state.down, state.passes, memory=1 << 20)
    tracemalloc.start()
    outcome = search.run(1 << 40)
    taken = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, general.__file__)])
    tracemalloc.stop()
    held = sum(trace.size for trace in taken.traces)  # not what other threads of the test run hold
    assert outcome == 3
    # paths of whole positions would take nine times as much
    assert 1 << 18 < held <= 1 << 20


def test_the_clock_is_looked_at_often() -> None:
    game = build_game("klondike", {"draw": 1})
    state = parse_position(game, tangle(1))
    search = general.Search(lower(game), *state, memory=1 << 24)
    assert search.run(general.Search.slice) in (0, 1)
    assert search.nodes <= general.Search.slice + 1
