"""The pairs search on klondike against a plain exhaustive one, on small decks and on hard deals."""

import json
import os
import random
from itertools import pairwise
from pathlib import Path

import pytest

from solit.engine import Game, State, apply, build_game, deal, legal_moves, parse_position
from solit.engine.lowered import lower
from solit.engine.moves import COLUMNS, FOUNDATIONS, STOCK, WASTE
from solit.engine.search import general
from solit.engine.search.pairs import line
from solit.engine.search.pairs.conditions import accepts
from solit.engine.search.pairs.search import ALL, PRUNINGS, Search

from ..conftest import finish, uncompiled

OPEN, WON, UNWINNABLE, NO_MEMORY = 0, 1, 2, 3

# Deals in which other programs went wrong. Two digits of rank and one of suit (clubs, diamonds, hearts, spades).
ONE_BY_ONE = (
    "132114074043113024111053121013041063042032103091044093011023012064061071101092102021084034081051122014062123022133"
    "112134082054072033104124073083052094031131"
)
STRAIGHT_BACK = (
    "011061012013133132131021051014053042134023043033032062031034022052024041054064063044121122123124111112113114101102"
    "103104091092093094081082083084071072073074"
)
NO_LIMIT = (
    "122021053133044042092074131071132062123061011022101013064091114073063082034041014024103121094113102031033134072111"
    "084032023052012081112124043104083093051054"
)

Table = tuple[tuple[int, tuple[int, ...]], ...]


def _deck(digits: str) -> list[int]:
    cards = [digits[i : i + 3] for i in range(0, len(digits), 3)]
    return [13 * (int(card[2]) - 1) + int(card[:2]) - 1 for card in cards]


def _search(game: Game, state: State, prunings: int = ALL, memory: int = 1 << 28) -> Search:
    return Search(lower(game), state.piles, state.down, state.passes, memory=memory, prunings=prunings)


def _verdict(game: Game, state: State, prunings: int = ALL) -> int:
    return finish(game, state, _search(game, state, prunings))


def _red(card: int) -> bool:
    return card // 13 in (1, 2)


def _plainly_won(game: Game, state: State) -> bool:
    """Whether some sequence of moves wins, by trying them all: no pruning, every draw a move, its own rules."""
    group = 3 if game.settings["draw"] == 3 else 1
    limit = int(game.settings["passes"])
    king = game.ranks - 1
    table: Table = tuple(sorted((state.down[p], state.piles[p]) for p in game.columns))
    heights = tuple(len(state.piles[p]) for p in FOUNDATIONS)
    start = (table, heights, tuple(reversed(state.piles[STOCK])), state.piles[WASTE], state.passes if limit else 1)
    seen = {start}
    pending = [start]

    def turned(down: int, cards: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        return (down - 1 if cards and down == len(cards) else down, cards)

    def put(table: Table, cards: tuple[int, ...], skip: int = -1) -> list[Table]:
        found = []
        for i, (down, pile) in enumerate(table):
            if i == skip:
                continue
            fits = cards[0] % 13 == king if not pile else (
                pile[-1] % 13 == cards[0] % 13 + 1 and _red(pile[-1]) != _red(cards[0])
            )
            if fits:
                found.append((*table[:i], (down, pile + cards), *table[i + 1 :]))
        return found

    def add(table: Table, heights: tuple[int, ...], stock: tuple[int, ...], waste: tuple[int, ...], n: int) -> None:
        new = (tuple(sorted(table)), heights, stock, waste, n)
        if new not in seen:
            seen.add(new)
            pending.append(new)

    def up(heights: tuple[int, ...], card: int, by: int) -> tuple[int, ...]:
        suit = card // 13
        return (*heights[:suit], heights[suit] + by, *heights[suit + 1 :])

    while pending:
        table, heights, stock, waste, n = pending.pop()
        if sum(heights) == 4 * game.ranks:
            return True
        if stock:
            add(table, heights, stock[group:], waste + stock[:group], n)
        elif waste and (not limit or n < limit):
            add(table, heights, waste, (), n + 1 if limit else 1)
        if waste:
            card = waste[-1]
            if heights[card // 13] == card % 13:
                add(table, up(heights, card, 1), stock, waste[:-1], n)
            for new in put(table, (card,)):
                add(new, heights, stock, waste[:-1], n)
        for i, (down, pile) in enumerate(table):
            if not pile:
                continue
            rest = (*table[:i], turned(down, pile[:-1]), *table[i + 1 :])
            if heights[pile[-1] // 13] == pile[-1] % 13:
                add(rest, up(heights, pile[-1], 1), stock, waste, n)
            for at in range(down, len(pile)):
                if any(lo % 13 != hi % 13 + 1 or _red(lo) == _red(hi) for lo, hi in pairwise(pile[at:])):
                    continue
                rest = (*table[:i], turned(down, pile[:at]), *table[i + 1 :])
                for new in put(rest, pile[at:], i):
                    add(new, heights, stock, waste, n)
        for suit in range(4):
            if heights[suit]:
                card = 13 * suit + heights[suit] - 1
                for new in put(table, (card,)):
                    add(new, up(heights, card, -1), stock, waste, n)
    return False


def _wander(game: Game, state: State, rng: random.Random, steps: int) -> State:
    for _ in range(steps):
        moves = list(legal_moves(game, state))
        if not moves:
            break
        state = apply(game, state, rng.choice(moves))[0]
    return state


def _small(rng: random.Random, options: dict[str, object], ranks: int, columns: int) -> tuple[Game, State]:
    game = build_game("klondike", options, ranks=ranks, piles=columns)
    deck = [13 * suit + rank for suit in range(4) for rank in range(ranks)]
    rng.shuffle(deck)
    return game, deal(game, deck)


SHAPES = [(3, 3), (4, 3), (3, 4), (4, 4)]
MANY = int(os.environ.get("SOLIT_SMALL_DECKS", "12"))


@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("passes", [0, 1, 2, 3])
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape[0]}x{shape[1]}")
def test_small_decks_agree_with_a_plain_search(draw: int, passes: int, shape: tuple[int, int]) -> None:
    rng = random.Random(f"{draw} {passes} {shape} {os.environ.get('SOLIT_SMALL_SEED', '')}")
    for _ in range(MANY):
        game, state = _small(rng, {"draw": draw, "passes": passes}, *shape)
        expected = WON if _plainly_won(game, state) else UNWINNABLE
        assert _verdict(game, state) == expected, state
        for bit in [0, *(ALL & ~bit for bit in PRUNINGS.values())]:
            assert _verdict(game, state, bit) == expected, (bit, state)


@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("passes", [0, 1, 2, 4])
@pytest.mark.parametrize("shape", [(5, 4), (5, 5), (6, 4)], ids=lambda shape: f"{shape[0]}x{shape[1]}")
def test_prunings_change_no_verdict(draw: int, passes: int, shape: tuple[int, int]) -> None:
    rng = random.Random(f"prunings {draw} {passes} {shape} {os.environ.get('SOLIT_SMALL_SEED', '')}")
    for _ in range(2 * MANY):
        game, state = _small(rng, {"draw": draw, "passes": passes}, *shape)
        search = _search(game, state, 0, memory=1 << 26)
        verdict = search.run(300_000)
        if verdict in (WON, UNWINNABLE):
            assert _verdict(game, state) == verdict, state
            bit = rng.choice(list(PRUNINGS.values()))
            assert _verdict(game, state, ALL & ~bit) == verdict, (bit, state)


def test_a_position_known_as_winnable_ends_a_trial() -> None:
    game = build_game("klondike", {"draw": 1, "passes": 3}, ranks=4, piles=4)
    stock = [2, 26, 28, 0, 27, 13]
    rows = [16, 40, 1, 14, 42, 3, 39, 15, 29, 41]
    state = deal(game, rows + stock)
    assert state.piles[COLUMNS[3]] == (14, 39, 29, 41)
    assert _verdict(game, state) == WON


@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("passes", [0, 2])
def test_positions_in_the_middle_of_a_game(draw: int, passes: int) -> None:
    rng = random.Random(f"middle {draw} {passes} {os.environ.get('SOLIT_SMALL_SEED', '')}")
    for _ in range(MANY):
        game, state = _small(rng, {"draw": draw, "passes": passes}, 4, 3)
        state = _wander(game, state, rng, rng.randrange(1, 30))
        expected = WON if _plainly_won(game, state) else UNWINNABLE
        for bit in [ALL, 0, *(ALL & ~bit for bit in PRUNINGS.values())]:
            assert _verdict(game, state, bit) == expected, (bit, state)


@pytest.mark.parametrize("draw", [1, 3])
def test_manual_turning_up_changes_no_verdict(draw: int) -> None:
    rng = random.Random(f"manual {draw}")
    turned = 0
    for _ in range(MANY):
        game, state = _small(rng, {"draw": draw}, 4, 4)
        manual = build_game("klondike", {"draw": draw, "flip": "manual"}, ranks=4, piles=4)
        expected = _verdict(game, state)
        assert _verdict(manual, state) == expected
        bared = _wander(manual, state, rng, 12)
        assert _verdict(manual, bared) in (WON, UNWINNABLE)
        turned += any(bared.piles[p] and bared.down[p] == len(bared.piles[p]) for p in COLUMNS)
    assert turned


@pytest.mark.parametrize(
    ("digits", "options", "expected"),
    [
        (ONE_BY_ONE, {"draw": 1}, WON),
        (ONE_BY_ONE, {"draw": 3}, UNWINNABLE),
        (STRAIGHT_BACK, {"draw": 1}, WON),
        (STRAIGHT_BACK, {"draw": 3}, WON),
        (STRAIGHT_BACK, {"draw": 3, "flip": "manual"}, WON),
        (NO_LIMIT, {"draw": 3}, WON),
        (NO_LIMIT, {"draw": 3, "passes": 4}, WON),
        (NO_LIMIT, {"draw": 3, "passes": 3}, UNWINNABLE),  # also without any pruning: 384,185 positions
    ],
)
def test_hard_deals(digits: str, options: dict[str, object], expected: int) -> None:
    game = build_game("klondike", options)
    assert _verdict(game, deal(game, _deck(digits))) == expected


def test_a_won_position_has_no_moves_left() -> None:
    game = build_game("klondike", {}, ranks=3, piles=3)
    home = tuple(tuple(range(13 * suit, 13 * suit + 3)) for suit in range(4))
    state = State(((), (), *home, *[()] * 24), (0,) * 30, 1)
    search = _search(game, state)
    assert search.run(1) == WON
    assert search.moves() == []


def _shown(rng: random.Random, game: Game, state: State) -> State:
    """The same position with more cards turned up, mostly all: they lie in no order."""
    down = list(state.down)
    for place in game.columns:
        down[place] = 0 if rng.random() < 0.7 else rng.randrange(down[place] + 1)
    return State(state.piles, tuple(down), state.passes)


@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("passes", [0, 2])
@pytest.mark.parametrize("shape", [*SHAPES, (5, 3), (3, 2)], ids=lambda shape: f"{shape[0]}x{shape[1]}")
def test_columns_in_no_order(draw: int, passes: int, shape: tuple[int, int]) -> None:
    """Against the plain search of this file and the general one, with and without each pruning."""
    rng = random.Random(f"shown {draw} {passes} {shape} {os.environ.get('SOLIT_SMALL_SEED', '')}")
    for number in range(MANY):
        game, state = _small(rng, {"draw": draw, "passes": passes}, *shape)
        state = _shown(rng, game, state)
        if number % 3 == 2:
            state = _wander(game, state, rng, rng.randrange(12))
        assert accepts(lower(game), state.piles, state.down, state.passes)
        expected = _verdict(game, state)
        for bit in [0, *(ALL & ~bit for bit in PRUNINGS.values())]:
            assert _verdict(game, state, bit) == expected, (bit, state)
        if shape != (5, 3):
            assert expected == (WON if _plainly_won(game, state) else UNWINNABLE), state
        else:
            plain = general.Search(lower(game), state.piles, state.down, state.passes, memory=1 << 25)
            assert plain.run(1_000) in (OPEN, NO_MEMORY, expected), state


# Solvitaire's klondike deals 1 and 31 with all cards face up: with groups in no order they could be won.
ALL_UP_1 = (
    "pass=1 s:TS6C3HTH7D5S9C4S7CKC4D2D5CAD3SQSQC4H2SACQHTCKS6H w: fC: fD: fH: fS: t1:9D t2:4CAS t3:QDTDJC "
    "t4:9SJS8S6D t5:6S8H5H8DJH t6:3D3C8C7H9HAH t7:2H5DKD7S2CKHJD"
)
ALL_UP_31 = (
    "pass=1 s:5C3D7HTSAD5SQCTH9SAS9DKHJD2HKD3H8HQH8CTC4DQDAH4S w: fC: fD: fH: fS: t1:2C t2:QS6H t3:KS7CAC "
    "t4:9C6D6SJS t5:TD8DJH8SJC t6:2S3C4H4C5H3S t7:9H6C2D7DKC7S5D"
)


@pytest.mark.parametrize("start", [ALL_UP_1, ALL_UP_31], ids=["1", "31"])
def test_whole_decks_with_all_cards_face_up(start: str) -> None:
    game = build_game("klondike", {"draw": 1})
    assert _verdict(game, parse_position(game, start)) == UNWINNABLE


def test_what_the_search_takes() -> None:
    game = build_game("klondike", {})
    state = deal(game, list(range(52)))
    assert accepts(lower(game), state.piles, state.down, 1)
    assert accepts(lower(game), state.piles, (state.down[0], *[0] * 29), 1)
    other = build_game("chinaman", {})
    state = deal(other, list(range(52)))
    assert not accepts(lower(other), state.piles, state.down, 1)
    with pytest.raises(ValueError, match="not a position for this kernel"):
        _search(other, state)


def test_memory_is_a_limit() -> None:
    game = build_game("klondike", {"draw": 3})
    search = _search(game, deal(game, _deck(ONE_BY_ONE)), memory=1 << 16)
    verdict = OPEN
    while verdict == OPEN:
        verdict = search.run(20_000)
    assert verdict == NO_MEMORY
    assert search.run(1) == NO_MEMORY
    assert search.nodes > 0


def test_a_solution_is_asked_for_after_it_is_found() -> None:
    game = build_game("klondike", {"draw": 3})
    with pytest.raises(ValueError, match="no solution"):
        _search(game, deal(game, _deck(ONE_BY_ONE))).moves()


def test_the_same_search_twice() -> None:
    game = build_game("klondike", {"draw": 1})
    state = deal(game, _deck(ONE_BY_ONE))
    first, second = _search(game, state), _search(game, state)
    while first.run(1000) == OPEN:
        pass
    while second.run(77) == OPEN:
        pass
    assert first.moves() == second.moves()
    assert first.nodes == second.nodes


@pytest.mark.slow
@pytest.mark.skipif("SOLIT_ORACLES" not in os.environ, reason="SOLIT_ORACLES names no folder")
def test_oracles() -> None:
    path = Path(os.environ["SOLIT_ORACLES"]) / "klondike.jsonl"
    for text in path.read_text().splitlines():
        record = json.loads(text)
        if record["_peer_visits"] > 1_000_000:
            continue
        game = build_game("klondike", record["options"])
        cards = ["CDHS".index(text[1]) * 13 + "A23456789TJQK".index(text[0]) for text in record["deck"].split()]
        expected = {"won": WON, "unwinnable": UNWINNABLE}[record["_verdict"]]
        assert _verdict(game, deal(game, cards)) == expected, record["_source"]


@pytest.mark.parametrize("manual", [False, True])
def test_a_line_is_written_alike_uncompiled(manual: bool) -> None:
    module, rng, won = uncompiled("solit.engine.search.pairs.line"), random.Random(8), 0
    for onto in range(52):
        assert module.bit_of(onto) == line.bit_of(onto)
        for card in range(52):
            assert module.fits(card, onto) == line.fits(card, onto) == (
                card % 13 + 1 == onto % 13 and module.is_red(card) != module.is_red(onto)
            )  # fmt: skip
    for _ in range(12):
        game = build_game("klondike", {"draw": rng.choice((1, 3)), "flip": "manual" if manual else "auto"})
        state = deal(game, rng.sample(range(52), 52))
        search = _search(game, state)
        if search.run(5000) == 1:
            codes, tables = search._codes(), lower(game)
            given = (codes, state.piles, state.down, len(tables.columns), len(tables.draw_to), manual)
            assert module.write_line(*given) == line.write_line(*given) == search.moves()
            won += 1
    assert won


def test_uncompiled_search_is_equal() -> None:
    module, rng = uncompiled("solit.engine.search.pairs.search"), random.Random(3)
    for options in ({}, {"draw": 1}, {"passes": 3}, {"flip": "manual"}, {"draw": 1, "passes": 2}):
        game = build_game("klondike", options)
        for _ in range(2):
            state = deal(game, rng.sample(range(52), 52))
            told = []
            for kernel in (Search, module.Search):
                search = kernel(lower(game), state.piles, state.down, state.passes, memory=1 << 24)
                outcome = search.run(150)
                told.append((outcome, search.nodes, search.moves() if outcome == 1 else None))
            assert told[0] == told[1]
