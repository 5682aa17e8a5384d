"""The blocks kernel on Chinese Solitaire against a plain exhaustive one, on small decks and on whole deals."""

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from solit.engine import Game, State, apply, build_game, deal, legal_moves, parse_move
from solit.engine.cards import parse_cards
from solit.engine.lowered import Tables, lower
from solit.engine.moves import COLUMNS, FOUNDATIONS, STOCK
from solit.engine.search.blocks import conditions
from solit.engine.search.blocks import search as blocks

from ..conftest import check_replay, uncompiled

WON, UNWINNABLE, NO_MEMORY = 1, 2, 3
VERDICTS = {"won": WON, "unwinnable": UNWINNABLE}

OPTIONS: list[dict[str, Any]] = [
    {},
    {"easy": True},
    {"foundation_return": True},
    {"easy": True, "foundation_return": True},
    {"groups": "sequence"},
    {"groups": "sequence", "easy": True},
    {"groups": "sequence", "foundation_return": True},
]
NAMES = [", ".join(options) or "plain" for options in OPTIONS]

# A deal that is lost after a million classes, and one that is won at once.
LOST = (
    "QH 8C 2C KS JS AH 7S AC 5C 7C 9C 3D JD 4S KD 4C TD KC QS 3S JC 7D 6D 8S 9S 7H 2S TS 5H JH 3C TC 6H QD AS 9D 6S 5D "
    "QC 9H 8D 3H TH 6C KH 8H 2H AD 5S 4H 2D 4D"
)
# Lost, for reasons that take four squads of cards together; tens of millions of classes don't tell.
TANGLED = (
    "4D 6C QD 8C 3S 5S 3H KC 4C 8D 9C JS 6D QC 5C 5D AS JD 6H KH 4H 9S 4S 3C AD 2C JH TS KS KD 2H JC 3D 6S 9D QS 7C QH "
    "8S TH 2S 5H 2D AC AH 7H 7S 7D 9H 8H TC TD"
)
EASY_WIN = (
    "KD 6H KC 9H 4D 4C AD 4S TH 6C QH 8D 9D 8C 5H TS 5D QC KS 2S 7S 2H 3H 2D AH 3C JC 6S 2C KH 4H 9S 5S AC QS 8H 5C 3D "
    "JS TC JH 9C TD 3S JD 6D 7D 8S AS 7C 7H QD"
)

Table = tuple[tuple[int, ...], tuple[tuple[int, tuple[int, ...]], ...], tuple[int, ...]]


def _verdict(
    game: Game,
    state: State,
    prunings: int = blocks.ALL,
    seed: int = 0,
    nodes: int = 1 << 40,
    kernel: Any = blocks,
    **settings: Any,
) -> int:
    """What the search says within `nodes`; a solution is replayed by the rules first."""
    search = kernel.Search(
        lower(game), state.piles, state.down, state.passes, memory=1 << 28, prunings=prunings, seed=seed, **settings
    )
    verdict: int = search.run(min(nodes, 2000))
    while verdict == 0 and search.nodes < nodes:
        verdict = search.run(2000)
    if verdict == WON:
        check_replay(game, state, search)
    return verdict


def _plain(tables: Tables, state: State, limit: int) -> int:
    """Whether some sequence of moves wins, by trying them all: no pruning, its own rules; 0 beyond the limit."""
    start: Table = (
        state.piles[STOCK],
        tuple([(state.down[place], state.piles[place]) for place in tables.columns]),
        tuple([len(state.piles[place]) for place in FOUNDATIONS]),
    )
    seen = {start}
    pending = [start]
    cards = sum(len(pile) for pile in state.piles)

    def push(stock: tuple[int, ...], columns: list[tuple[int, tuple[int, ...]]], home: tuple[int, ...]) -> None:
        turned = tuple([(n - 1 if pile and n == len(pile) else n, pile) for n, pile in columns])
        if (stock, turned, home) not in seen:
            seen.add((stock, turned, home))
            pending.append((stock, turned, home))

    while pending:
        if len(seen) > limit:
            return 0
        stock, columns, home = pending.pop()
        if sum(home) == cards:
            return WON
        if stock:
            after = list(columns)
            for i, card in enumerate(reversed(stock)):
                at = tables.columns.index(tables.draw_to[i])
                after[at] = (after[at][0], (*after[at][1], card))
            push((), after, home)
        for a, (hidden, pile) in enumerate(columns):
            if pile and home[pile[-1] // 13] == pile[-1] % 13:
                after = list(columns)
                after[a] = (hidden, pile[:-1])
                push(stock, after, tuple([n + (f == pile[-1] // 13) for f, n in enumerate(home)]))
            for size in range(1, len(pile) - hidden + 1):
                group = pile[-size:]
                if tables.lift == "sequence" and size > 1 and not tables.takes[group[0]] >> group[1] & 1:
                    break
                for b, (under, onto) in enumerate(columns):
                    fits = tables.takes[onto[-1]] if onto else tables.opens_column
                    if a != b and fits >> group[0] & 1:
                        after = list(columns)
                        after[a] = (hidden, pile[:-size])
                        after[b] = (under, onto + group)
                        push(stock, after, home)
        for f in range(4 if tables.returns else 0):
            card = 13 * f + home[f] - 1
            for b, (under, onto) in enumerate(columns):
                fits = tables.takes[onto[-1]] if onto else tables.opens_foundation
                if home[f] and fits >> card & 1:
                    after = list(columns)
                    after[b] = (under, (*onto, card))
                    push(stock, after, tuple([n - (g == f) for g, n in enumerate(home)]))
    return UNWINNABLE


def _small(rng: random.Random, options: dict[str, Any], ranks: tuple[int, ...]) -> tuple[Game, State]:
    """A small deal, some of its columns thrown together anew, some moves at random into it."""
    game = build_game("chinese", options, ranks=rng.choice(ranks), piles=rng.choice((3, 3, 4, 5)))
    deck = [13 * suit + rank for suit in range(4) for rank in range(game.ranks)]
    rng.shuffle(deck)
    state = deal(game, deck)
    if rng.random() < 0.4:
        piles, down = list(state.piles), list(state.down)
        cards = [card for place in game.columns for card in piles[place]]
        for place in game.columns:
            piles[place], down[place] = (), 0
        for card in cards:
            place = rng.choice(game.columns)
            piles[place] = (*piles[place], card)
        for place in game.columns:
            if piles[place] and rng.random() < 0.5:
                down[place] = rng.randrange(len(piles[place]))
        state = State(tuple(piles), tuple(down), state.passes)
    for _ in range(rng.choice((0, 0, 3, 8, 15))):
        moves = list(legal_moves(game, state))
        if not moves:
            break
        state = apply(game, state, rng.choice(moves))[0]
    return game, state


def _masks() -> list[int]:
    """Each pruning alone, all but each, all."""
    bits = list(blocks.PRUNINGS.values())
    return [*bits, *[blocks.ALL & ~bit for bit in bits], blocks.ALL]


@pytest.mark.parametrize("options", OPTIONS, ids=NAMES)
def test_every_pruning_agrees_with_an_exhaustive_search(options: dict[str, Any]) -> None:
    rng = random.Random(11)
    told = {WON: 0, UNWINNABLE: 0, 0: 0}
    while told[WON] + told[UNWINNABLE] < 12:
        game, state = _small(rng, options, (3, 4))
        truth = _plain(lower(game), state, 800)
        told[truth] += 1
        if truth:
            assert [_verdict(game, state, mask) for mask in (0, *_masks())] == [truth] * (2 + 2 * len(blocks.PRUNINGS))


@pytest.mark.parametrize("options", OPTIONS, ids=NAMES)
def test_every_pruning_agrees_with_the_search_without_any(options: dict[str, Any]) -> None:
    rng = random.Random(12)
    for _ in range(25):
        game, state = _small(rng, options, (3, 4, 5, 6))
        truth = _verdict(game, state, 0, nodes=2_000)
        for mask in _masks():
            told = _verdict(game, state, mask, nodes=2_000)
            truth = truth or told
            assert told in (0, truth)


@pytest.mark.parametrize("options", OPTIONS, ids=NAMES)
def test_all_sets_of_rivals_agree_with_the_search_without_any(options: dict[str, Any]) -> None:
    rng = random.Random(15)
    rivals = blocks.PRUNINGS["rivals"]
    for _ in range(60):
        game, state = _small(rng, options, (3, 4, 5, 6))
        truth = _plain(lower(game), state, 500) or _verdict(game, state, blocks.ALL & ~rivals, nodes=5_000)
        for mask in (rivals, blocks.ALL):
            told = _verdict(game, state, mask, nodes=2_000, patience=-1_000_000)
            truth = truth or told
            assert told in (0, truth)


def test_no_set_of_rivals_denies_a_win() -> None:
    for options in ({}, {"foundation_return": True}, {"easy": True}):
        game = build_game("chinese", options)
        state = deal(game, parse_cards(EASY_WIN))
        search = blocks.Search(lower(game), state.piles, state.down, 1, memory=1 << 26)
        assert search.run(1 << 30) == WON
        for n, text in enumerate(search.moves()):
            if n % 20 == 0:
                again = blocks.Search(lower(game), state.piles, state.down, 1, memory=1 << 26, patience=-5_000)
                assert again.run(1) != UNWINNABLE
            state = apply(game, state, parse_move(text))[0]


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=NAMES)
def test_hundreds_of_small_decks(options: dict[str, Any]) -> None:
    rng = random.Random(13)
    for _ in range(400):
        game, state = _small(rng, options, (3, 4, 5))
        truth = _plain(lower(game), state, 2000) or _verdict(game, state, 0, nodes=100_000)
        for mask in _masks():
            told = _verdict(game, state, mask, nodes=100_000)
            truth = truth or told
            assert told in (0, truth)
        assert _verdict(game, state, nodes=100_000, patience=-1_000_000) in (0, truth)


@pytest.mark.skipif("SOLIT_REQUIRE_COMPILED" not in os.environ, reason="either form will do")
def test_the_compiled_form_is_loaded() -> None:
    assert blocks.COMPILED


def test_the_uncompiled_form_searches_alike() -> None:
    kernel = uncompiled("solit.engine.search.blocks.search")
    assert not kernel.COMPILED
    rng = random.Random(14)
    for options in OPTIONS:
        game, state = _small(rng, options, (3, 4))
        pair = [
            form.Search(lower(game), state.piles, state.down, state.passes, memory=1 << 24, patience=-500)
            for form in (blocks, kernel)
        ]
        assert pair[0].run(300) == pair[1].run(300)
        assert pair[0].nodes == pair[1].nodes
        assert pair[0].moves() == pair[1].moves()


def test_whole_deals() -> None:
    game = build_game("chinese", {})
    assert _verdict(game, deal(game, parse_cards(EASY_WIN))) == WON
    assert _verdict(build_game("chinese", {"groups": "sequence"}), deal(game, parse_cards(EASY_WIN))) == UNWINNABLE
    for options in ({"easy": True}, {"foundation_return": True}):
        easier = build_game("chinese", options)
        assert _verdict(easier, deal(easier, parse_cards(EASY_WIN))) == WON


@pytest.mark.skipif(not blocks.COMPILED, reason="takes minutes uncompiled")
def test_a_deal_that_four_squads_decide() -> None:
    game = build_game("chinese", {})
    state = deal(game, parse_cards(TANGLED))
    assert _verdict(game, state) == UNWINNABLE
    assert _verdict(game, state, nodes=10, patience=-1_000_000) == UNWINNABLE
    assert _verdict(game, state, blocks.ALL & ~blocks.PRUNINGS["rivals"], nodes=150_000) == 0


def test_slices_make_no_difference() -> None:
    game = build_game("chinese", {})
    state = deal(game, parse_cards(EASY_WIN))
    found = []
    for size in (1, 50, 1 << 30):
        search = blocks.Search(lower(game), state.piles, state.down, 1, memory=1 << 26)
        while search.run(size) == 0:
            pass
        found.append((search.nodes, search.moves()))
    assert found[0] == found[1] == found[2]


def test_the_memory_limit_is_kept() -> None:
    game = build_game("chinese", {})
    state = deal(game, parse_cards(LOST))
    prunings = blocks.ALL & ~blocks.PRUNINGS["rivals"]
    search = blocks.Search(lower(game), state.piles, state.down, 1, memory=1 << 20, prunings=prunings)
    assert search.run(1 << 30) == NO_MEMORY
    assert search.moves() == []


def test_accepts() -> None:
    game = build_game("chinese", {})
    state = deal(game, parse_cards(EASY_WIN))
    assert conditions.accepts(lower(game), state.piles, state.down, 1)
    piles, down = list(state.piles), list(state.down)
    down[COLUMNS[0]] = len(piles[COLUMNS[0]])
    assert not conditions.accepts(lower(game), piles, down, 1)
    piles[STOCK] = (*piles[STOCK], piles[COLUMNS[1]][-1])
    assert not conditions.accepts(lower(game), piles, state.down, 1)


@pytest.mark.slow
@pytest.mark.skipif("SOLIT_ORACLES" not in os.environ, reason="needs the oracle files")
def test_no_contradiction_with_the_oracle() -> None:
    path = Path(os.environ["SOLIT_ORACLES"]) / "chinese.jsonl"
    for record in map(json.loads, path.read_text().splitlines()):
        game = build_game("chinese", record["options"])
        told = _verdict(game, deal(game, parse_cards(record["deck"])), nodes=100_000)
        assert told in (0, VERDICTS.get(record["_verdict"], told))
