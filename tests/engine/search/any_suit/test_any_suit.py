"""The any-suit searches against a plain exhaustive one, on small decks, and against known verdicts on whole decks."""

import json
import os
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from solit.engine import Game, State, apply, build_game, deal, legal_moves, parse_cards, parse_position, status
from solit.engine.lowered import lower
from solit.engine.moves import COLUMNS, FOUNDATIONS, STOCK, WASTE
from solit.engine.search.any_suit.conditions import accepts
from solit.engine.search.any_suit.loose import Loose
from solit.engine.search.any_suit.rigid import Rigid
from solit.engine.search.any_suit.search import ALL, PRUNINGS, Search
from solit.engine.search.any_suit.walk import Walk

from ..conftest import finish, uncompiled

OPEN, WON, UNWINNABLE, NO_MEMORY = 0, 1, 2, 3
MANY = int(os.environ.get("SOLIT_SMALL_DECKS", "8"))
MOST = int(os.environ.get("SOLIT_PLAIN_POSITIONS", "4000"))

Pile = tuple[int, tuple[int, ...]]
Node = tuple[tuple[Pile, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...], int]


def _search(game: Game, state: State, prunings: int = ALL, memory: int = 1 << 28, seed: int = 0) -> Search:
    return Search(lower(game), state.piles, state.down, state.passes, memory=memory, prunings=prunings, seed=seed)


def _verdict(game: Game, state: State, prunings: int = ALL, seed: int = 0) -> int:
    return finish(game, state, _search(game, state, prunings, seed=seed))


def _steps(game: Game, node: Node) -> Iterator[Node]:
    """Every position one move away, by rules of this file's own: no pruning, every draw a move."""
    table, heights, stock, waste, n = node
    draw, limit = int(game.settings["draw"]), int(game.settings["passes"])
    other_suit, whole = game.settings["build"] == "other-suit", game.settings["groups"] == "whole"

    def turned(down: int, cards: tuple[int, ...]) -> Pile:
        return (down - 1 if cards and down == len(cards) else down, cards)

    def put(table: tuple[Pile, ...], cards: tuple[int, ...], skip: int = -1) -> Iterator[tuple[Pile, ...]]:
        for i, (down, pile) in enumerate(table):
            if pile:
                same = pile[-1] // 13 == cards[0] // 13
                fits = pile[-1] % 13 == cards[0] % 13 + 1 and not (other_suit and same)
            else:
                fits = cards[0] % 13 == game.ranks - 1
            if fits and i != skip:
                yield (*table[:i], (down, pile + cards), *table[i + 1 :])

    def in_order(cards: tuple[int, ...]) -> bool:
        return all(
            low % 13 == high % 13 + 1 and not (other_suit and low // 13 == high // 13) for low, high in pairwise(cards)
        )

    def up(card: int, by: int) -> tuple[int, ...]:
        return tuple(height + by * (suit == card // 13) for suit, height in enumerate(heights))

    if stock:
        yield table, heights, stock[draw:], waste + stock[:draw], n
    elif waste and (not limit or n < limit):
        yield table, heights, waste, (), n + 1 if limit else 1
    if waste:
        if heights[waste[-1] // 13] == waste[-1] % 13:
            yield table, up(waste[-1], 1), stock, waste[:-1], n
        for new in put(table, waste[-1:]):
            yield new, heights, stock, waste[:-1], n
    for i, (down, pile) in enumerate(table):
        if pile and heights[pile[-1] // 13] == pile[-1] % 13:
            yield (*table[:i], turned(down, pile[:-1]), *table[i + 1 :]), up(pile[-1], 1), stock, waste, n
        for at in range(down, down + 1 if whole and pile else len(pile)):
            if not in_order(pile[at:]):
                continue
            for new in put((*table[:i], turned(down, pile[:at]), *table[i + 1 :]), pile[at:], i):
                yield new, heights, stock, waste, n
    if game.settings["foundation_return"]:
        for suit in range(4):
            if heights[suit]:
                card = 13 * suit + heights[suit] - 1
                for new in put(table, (card,)):
                    yield new, up(card, -1), stock, waste, n


def _plainly(game: Game, state: State, most: int = MOST) -> int:
    """Won, unwinnable, or open where there are more than `most` positions to look at."""
    table: tuple[Pile, ...] = tuple(sorted((state.down[p], state.piles[p]) for p in game.columns))
    heights = tuple(len(state.piles[p]) for p in FOUNDATIONS)
    stock = tuple(reversed(state.piles[STOCK]))
    start: Node = (table, heights, stock, state.piles[WASTE], state.passes if game.settings["passes"] else 1)
    seen, pending = {start}, [start]
    while pending:
        node = pending.pop()
        if sum(node[1]) == 4 * game.ranks:
            return WON
        for table, *rest in _steps(game, node):
            new: Node = (tuple(sorted(table)), *rest)  # type: ignore[assignment]
            if new not in seen:
                seen.add(new)
                pending.append(new)
        if len(seen) > most:
            return OPEN
    return UNWINNABLE


def _small(rng: random.Random, options: dict[str, Any], ranks: int, columns: int) -> tuple[Game, State]:
    game = build_game("chinaman", options, ranks=ranks, piles=columns)
    deck = [13 * suit + rank for suit in range(4) for rank in range(ranks)]
    rng.shuffle(deck)
    return game, deal(game, deck)


def _wander(game: Game, state: State, rng: random.Random, steps: int) -> State:
    for _ in range(steps):
        moves = list(legal_moves(game, state))
        if not moves:
            break
        state = apply(game, state, rng.choice(moves))[0]
    return state


def _as_they_stand(rng: random.Random, game: Game, state: State) -> State:
    """The same position with more cards turned up, often all, so that face-up cards form no sequence."""
    down = list(state.down)
    for place in game.columns:
        down[place] = 0 if rng.random() < 0.5 else rng.randrange(down[place] + 1)
    return State(state.piles, tuple(down), state.passes)


SETS: list[dict[str, Any]] = [
    {"groups": groups, "build": build, "foundation_return": returns}
    for groups in ("any", "whole")
    for build in ("any", "other-suit")
    for returns in (False, True)
]
SHAPES = [(3, 3), (5, 2), (4, 3), (6, 2), (4, 4), (5, 3), (4, 2), (6, 3)]
TALONS = [(3, 2), (3, 1), (3, 0), (1, 2), (1, 1), (1, 0)]


@pytest.mark.parametrize("options", SETS, ids=lambda options: "-".join(map(str, options.values())))
@pytest.mark.parametrize("talon", TALONS, ids=lambda talon: f"draw{talon[0]}-passes{talon[1]}")
def test_small_decks_by_plain_search(options: dict[str, Any], talon: tuple[int, int]) -> None:
    rng = random.Random(repr((options, talon)))
    options = {**options, "draw": talon[0], "passes": talon[1]}
    for index in range(MANY):
        game, state = _small(rng, options, *SHAPES[index % len(SHAPES)])
        if index % 3 == 2:
            state = _as_they_stand(rng, game, state)
        if index % 3 >= 1:
            state = _wander(game, state, rng, rng.randrange(40))
        if status(game, state) != "won":
            _compare(game, state)


def _seams(game: Game, state: State) -> int:
    takes = lower(game).takes
    return sum(
        not takes[low] >> high & 1
        for place in game.columns
        for low, high in pairwise(state.piles[place][state.down[place] :])
    )


def _check_columns_in_no_order(options: dict[str, Any], talon: tuple[int, int], count: int) -> None:
    rng = random.Random(repr(("shown", options, talon)))
    options = {**options, "draw": talon[0], "passes": talon[1]}
    compared = seams = 0
    while compared < count:
        game, state = _small(rng, options, *SHAPES[compared % len(SHAPES)])
        state = _as_they_stand(rng, game, state)
        if compared % 3 == 2:
            state = _wander(game, state, rng, rng.randrange(12))
        if status(game, state) != "won":
            assert accepts(lower(game), state.piles, state.down, state.passes)
            _compare(game, state)
            compared += 1
            seams += _seams(game, state)
    assert seams >= count // 2


@pytest.mark.parametrize("options", SETS, ids=lambda options: "-".join(map(str, options.values())))
@pytest.mark.parametrize("talon", [(3, 2), (1, 0)], ids=lambda talon: f"draw{talon[0]}-passes{talon[1]}")
def test_columns_in_no_order(options: dict[str, Any], talon: tuple[int, int]) -> None:
    _check_columns_in_no_order(options, talon, 12)


@pytest.mark.slow
@pytest.mark.parametrize("options", SETS, ids=lambda options: "-".join(map(str, options.values())))
@pytest.mark.parametrize("talon", TALONS, ids=lambda talon: f"draw{talon[0]}-passes{talon[1]}")
def test_hundreds_of_columns_in_no_order(options: dict[str, Any], talon: tuple[int, int]) -> None:
    _check_columns_in_no_order(options, talon, 150)


def test_a_run_comes_in_reach_when_the_run_on_it_has_left() -> None:
    """Three and two of diamonds and spades lie on a run of clubs, on a seam."""
    text = "pass=1 s:4D4C3S3H2DAS w: fC: fD: fH: fS: t1:4H t2:ACAH t3:4SAD2H t4:3C2C3D2S"
    game = build_game("chinaman", {"passes": 1}, ranks=4, piles=4)
    state = parse_position(game, text)
    for prunings in (ALL, 0, ALL - PRUNINGS["interchange"]):
        assert _verdict(game, state, prunings) == WON
    # as a whole the column's face-up cards, in no order, can't be moved
    strict = build_game("chinaman", {"passes": 1, "groups": "whole"}, ranks=4, piles=4)
    assert _verdict(strict, state) == _plainly(strict, state)


def _compare(game: Game, state: State) -> None:
    """Every set of prunings must say the same; wins are replayed, and the plain search must find none where they don't.

    Without prunings some searches outgrow the little memory that they get here: those say nothing.
    """
    sets = {ALL, 0, *PRUNINGS.values(), *[ALL - bit for bit in PRUNINGS.values()]}
    verdicts = {prunings: finish(game, state, _search(game, state, prunings, 1 << 23)) for prunings in sorted(sets)}
    said = {verdict for verdict in verdicts.values() if verdict != NO_MEMORY}
    assert len(said) == 1, (verdicts, state)
    if said == {UNWINNABLE}:
        assert _plainly(game, state) != WON, (verdicts, state)


def test_the_prunings_are_all_there_are() -> None:
    assert sum(PRUNINGS.values()) == ALL


def test_equal_seeds_search_alike() -> None:
    game, state = _small(random.Random(5), {}, 13, 7)
    first, second, third = (_search(game, state, seed=seed) for seed in (1, 1, 2))
    assert [finish(game, state, search) for search in (first, second, third)] == [WON] * 3
    assert first.moves() == second.moves()
    assert first.nodes == second.nodes


def test_a_search_in_slices_is_the_same_search() -> None:
    game, state = _small(random.Random(7), {"groups": "whole"}, 13, 7)
    whole, sliced = _search(game, state), _search(game, state)
    assert whole.run(10**9) == WON
    while sliced.run(10) == OPEN:
        pass
    assert sliced.moves() == whole.moves()
    assert sliced.nodes == whole.nodes


def test_the_memory_is_a_limit() -> None:
    game = build_game("chinaman", {"groups": "whole", "passes": 0, "foundation_return": True})
    state = deal(game, parse_cards(HARD))
    search = _search(game, state, prunings=0, memory=1 << 16)
    verdict = OPEN
    while verdict == OPEN:
        verdict = search.run(20_000)
    assert verdict in (WON, NO_MEMORY)


HARD = (
    "QD 9D 7C 2S 3H 7S 3C 4D KC QC 6C AD 8S 4C 4S 8C 6H 9S 6S 2D 5D AC JS 9H TD 5S QH AS 2C 8H 3D 7D JD 5H KS JH 5C TS "
    "4H KD 2H KH 9C 3S QS TC 6D 8D AH JC 7H TH"
)


def test_what_the_kernel_takes() -> None:
    game = build_game("chinaman")
    state = deal(game, range(52))
    assert accepts(lower(game), state.piles, state.down, state.passes)
    assert not accepts(lower(build_game("chinese")), state.piles, state.down, 1)
    down = list(state.down)
    down[COLUMNS[0]] = 1
    assert not accepts(lower(game), state.piles, tuple(down), 1)
    with pytest.raises(ValueError, match="not a position for this kernel"):
        _search(game, State(state.piles, tuple(down), 1))


@pytest.mark.parametrize(
    ("kind", "options"),
    [(kind, options) for kind in (Loose, Rigid) for options in SETS if kind is Rigid or options["groups"] == "any"],
    ids=lambda it: "-".join(map(str, it.values())) if isinstance(it, dict) else it.__name__,
)
def test_both_forms_search_alike(kind: type[Walk], options: dict[str, Any]) -> None:
    plain = vars(uncompiled(kind.__module__))[kind.__name__]
    assert not uncompiled(kind.__module__).COMPILED
    rng = random.Random(repr(options))
    for shape in [(4, 4), (5, 4), (5, 3), (13, 7)]:
        game, state = _small(rng, options, *shape)
        if shape == (5, 3):
            state = _as_they_stand(rng, game, state)
        told = []
        for walk in (kind, plain):
            search = walk(lower(game), *state, 1 << 28, ALL, 0)
            outcome = search.run(200)
            told.append((outcome, search.nodes(), search.played() if outcome == WON else None))
        assert told[0] == told[1]


def _records() -> Iterator[dict[str, Any]]:
    folder = os.environ.get("SOLIT_ORACLES")
    if folder:
        with open(Path(folder) / "chinaman.jsonl", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


@pytest.mark.slow
@pytest.mark.skipif("SOLIT_ORACLES" not in os.environ, reason="SOLIT_ORACLES names no folder of known verdicts")
def test_known_verdicts() -> None:
    for record in _records():
        game = build_game("chinaman", record["options"])
        state = deal(game, parse_cards(record["deck"]))
        verdict = {WON: "won", UNWINNABLE: "unwinnable"}[_verdict(game, state)]
        assert record["_verdict"] in ("unknown", verdict), (record["options"], record["_seed"])
