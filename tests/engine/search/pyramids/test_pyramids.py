"""The pyramids kernel on Suspense, against a plain exhaustive search on small decks, known verdicts on whole ones."""

import errno
import json
import mmap
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from solit.engine import Game, State, apply, build_game, deal, parse_cards, parse_move
from solit.engine.lowered import lower
from solit.engine.search.pyramids import search as pyramids
from solit.engine.search.pyramids.conditions import accepts
from solit.engine.search.pyramids.search import ALL, PRUNINGS, Search

from ..conftest import finish, uncompiled

OPEN, WON, UNWINNABLE, NO_MEMORY = 0, 1, 2, 3
MANY = int(os.environ.get("SOLIT_SMALL_DECKS", "12"))
ORACLES = os.environ.get("SOLIT_ORACLES", "")
KNOWN = [json.loads(line) for line in (Path(__file__).parent / "known.jsonl").read_text("utf-8").splitlines()]

Cards = tuple[int, ...]
# stock, waste, foundations, columns, layout, pass
Node = tuple[Cards, Cards, tuple[Cards, ...], tuple[Cards, ...], Cards, int]


def _search(game: Game, state: State, prunings: int = ALL, module: Any = pyramids) -> Search:
    search: Search = module.Search(
        lower(game), state.piles, state.down, state.passes, memory=1 << 27, prunings=prunings
    )
    return search


def _steps(game: Game, node: Node) -> Iterator[Node]:
    """Every position one move away, by rules of this file's own: no pruning, every draw a move, every place its own."""
    stock, waste, homes, columns, layout, turn = node
    n, spaces, passes = game.ranks, game.settings["spaces"], int(game.settings["passes"])
    covers = {0: (1, 2), 1: (3,), 2: (3,), 3: ()}

    def below(card: int) -> int:
        return 13 * (card // 13) + (card % 13 - 1) % n

    def changed(piles: tuple[Cards, ...], at: int, pile: Cards) -> tuple[Cards, ...]:
        return (*piles[:at], pile, *piles[at + 1 :])

    def in_play(place: int, rest: Cards) -> bool:
        return rest[4 * (place // 2) + 1 + place % 2] < 0

    def turned(rest: Cards, ups: tuple[Cards, ...]) -> tuple[Cards, tuple[Cards, ...]]:
        for at in range(0, len(rest), 4):
            if rest[at] >= 0 and rest[at + 1] < 0 and rest[at + 2] < 0 and not ups[rest[at] // 13]:
                ups = changed(ups, rest[at] // 13, (rest[at],))
                rest = (*rest[:at], -1, *rest[at + 1 :])
        return rest, ups

    def put(card: int, source: str) -> Iterator[tuple[tuple[Cards, ...], tuple[Cards, ...]]]:
        home = homes[card // 13]
        if home and len(home) < n and below(card) == home[-1]:
            yield changed(homes, card // 13, (*home, card)), columns
        for place, column in enumerate(columns):
            if in_play(place, layout):
                if column:
                    fits = below(column[-1]) == card
                else:
                    fits = spaces == "any" or (spaces == "waste" and source == "waste")
                if fits:
                    yield homes, changed(columns, place, (*column, card))

    if stock:
        yield stock[1:], (*waste, stock[0]), homes, columns, layout, turn
    elif waste and (not passes or turn < passes):
        yield waste, (), homes, columns, layout, turn + 1 if passes else 1
    if waste:
        for ups, new in put(waste[-1], "waste"):
            yield stock, waste[:-1], ups, new, layout, turn
    for spot, card in enumerate(layout):
        if card < 0 or any(layout[spot // 4 * 4 + over] >= 0 for over in covers[spot % 4]):
            continue
        less = (*layout[:spot], -1, *layout[spot + 1 :])
        if waste and (card % 13 - waste[-1] % 13) % n in (1 % n, n - 1):
            rest, ups = turned(less, homes)
            yield stock, (*waste, card), ups, columns, rest, turn
        for raised, new in put(card, "layout"):
            rest, ups = turned(less, raised)
            yield stock, waste, ups, new, rest, turn
    for place, column in enumerate(columns):
        if not column or not in_play(place, layout):
            continue
        home = homes[column[-1] // 13]
        if home and len(home) < n and below(column[-1]) == home[-1]:
            ups = changed(homes, column[-1] // 13, (*home, column[-1]))
            yield stock, waste, ups, changed(columns, place, column[:-1]), layout, turn
        for onto, other in enumerate(columns):
            if onto != place and other and in_play(onto, layout) and below(other[-1]) == column[0]:
                joined = changed(changed(columns, onto, other + column), place, ())
                yield stock, waste, homes, joined, layout, turn


def _plainly(game: Game, state: State, most: int) -> int:
    """Won, unwinnable, or open where there are more than `most` positions to look at."""
    spots = range(14, 14 + 2 * len(game.columns))
    start: Node = (
        tuple(reversed(state.piles[0])),
        state.piles[1],
        state.piles[2:6],
        tuple(state.piles[place] for place in game.columns),
        tuple(state.piles[spot][0] if state.piles[spot] else -1 for spot in spots),
        state.passes if game.settings["passes"] else 1,
    )
    seen, pending = {start}, [start]
    while pending:
        node = pending.pop()
        whole = {pile[0] // 13 for pile in (*node[2], *node[3]) if len(pile) == game.ranks}
        if len(whole) == 4:
            return WON
        for new in _steps(game, node):
            if new not in seen:
                seen.add(new)
                pending.append(new)
        if len(seen) > most:
            return OPEN
    return UNWINNABLE


def _small(rng: random.Random, options: dict[str, Any]) -> tuple[Game, State]:
    """A small deal; every other one with a stock that is nearly in order, so that more can be won."""
    ranks, pyramids = rng.choice([(2, 1), (3, 1), (4, 1), (5, 1), (4, 2), (5, 2), (5, 3)])
    game = build_game("suspense", options, ranks=ranks, piles=pyramids)
    deck = [13 * suit + rank for suit in range(4) for rank in range(ranks)]
    rng.shuffle(deck)
    if rng.random() < 0.5:
        rest = sorted(deck[6 * pyramids :], key=lambda card: (card // 13, -card))
        for _ in range(rng.randrange(6) if rest else 0):
            i, j = rng.randrange(len(rest)), rng.randrange(len(rest))
            rest[i], rest[j] = rest[j], rest[i]
        deck[6 * pyramids :] = rest
    return game, deal(game, deck)


OPTIONS = [{"spaces": spaces, "passes": passes} for spaces in ("any", "waste", "none") for passes in (1, 2, 3, 0)]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "{spaces}-{passes}".format(**options))
def test_small_decks_by_plain_search(options: dict[str, Any]) -> None:
    rng = random.Random(repr(options))
    done = 0
    while done < MANY:
        game, state = _small(rng, options)
        plain = _plainly(game, state, 20_000)
        if plain == OPEN:
            continue
        done += 1
        for prunings in (ALL, 0, *(ALL & ~bit for bit in PRUNINGS.values()), *PRUNINGS.values()):
            assert finish(game, state, _search(game, state, prunings)) == plain, (state, prunings)


@pytest.mark.parametrize("record", KNOWN, ids=lambda record: f"{record['_verdict']}-{record['_seed']}")
def test_whole_decks(record: dict[str, Any]) -> None:
    game = build_game("suspense", record["options"])
    state = deal(game, parse_cards(record["deck"]))
    search = _search(game, state)
    assert finish(game, state, search) == (WON if record["_verdict"] == "won" else UNWINNABLE)
    assert search.waiting < 100_000


@pytest.mark.parametrize("record", [record for record in KNOWN if "moves" in record][:3], ids=lambda r: str(r["_seed"]))
def test_no_position_on_the_way_to_a_win_is_called_lost(record: dict[str, Any]) -> None:
    game = build_game("suspense", record["options"])
    state = deal(game, parse_cards(record["deck"]))
    for text in record["moves"].split():
        assert accepts(lower(game), state.piles, state.down, state.passes)
        assert _search(game, state).run(1) != UNWINNABLE
        state = apply(game, state, parse_move(text))[0]
    search = _search(game, state)
    assert search.run(1) == WON
    assert search.moves() == []


@pytest.mark.skipif(not ORACLES, reason="SOLIT_ORACLES names no folder of oracle records")
def test_oracle_verdicts() -> None:
    lines = (Path(ORACLES) / "suspense.jsonl").read_text("utf-8").splitlines()
    for record in [json.loads(line) for line in lines]:
        game = build_game("suspense", record["options"])
        state = deal(game, parse_cards(record["deck"]))
        verdict = ("", "won", "unwinnable")[finish(game, state, _search(game, state))]
        assert record["_verdict"] in (verdict, "unknown"), record["deck"]


def test_both_forms_search_alike() -> None:
    module = uncompiled("solit.engine.search.pyramids.search")
    assert not module.COMPILED
    rng = random.Random(7)
    for options in OPTIONS:
        for _ in range(3):
            game, state = _small(rng, options)
            fast, slow = _search(game, state), _search(game, state, module=module)
            assert finish(game, state, fast) == finish(game, state, slow)
            assert fast.nodes == slow.nodes
            assert fast.moves() == slow.moves()
    game = build_game("suspense", {})
    state = deal(game, parse_cards(KNOWN[0]["deck"]))
    fast, slow = _search(game, state), _search(game, state, module=module)
    assert finish(game, state, fast) == finish(game, state, slow)
    assert (fast.nodes, fast.moves()) == (slow.nodes, slow.moves())


def test_slices_do_not_matter() -> None:
    game = build_game("suspense", {})
    state = deal(game, parse_cards(KNOWN[0]["deck"]))
    once, often = _search(game, state), _search(game, state)
    finish(game, state, once, 1 << 30)
    finish(game, state, often, 50)
    assert (once.nodes, once.moves()) == (often.nodes, often.moves())


def test_memory_is_kept_to() -> None:
    game = build_game("suspense", {"spaces": "none", "passes": 2})
    state = deal(game, tuple(random.Random(3).sample(range(52), 52)))
    search = Search(lower(game), state.piles, state.down, state.passes, memory=1 << 18, prunings=0)
    verdict = OPEN
    while verdict == OPEN:
        verdict = search.run(20_000)
    assert verdict in (NO_MEMORY, WON)
    assert search.waiting * 112 <= 1 << 18


def test_only_columns_in_sequence_are_accepted() -> None:
    game = build_game("suspense", {})
    state = deal(game, tuple(random.Random(1).sample(range(52), 52)))
    tables = lower(game)
    assert accepts(tables, state.piles, state.down, state.passes)
    piles = [list(pile) for pile in state.piles]
    down = list(state.down)
    piles[14], piles[15], piles[16], piles[17] = [], [], [], []
    down[14] = 0
    piles[6] = [5, 4, 3]
    assert accepts(tables, piles, down, state.passes)
    piles[6] = [5, 3]
    assert not accepts(tables, piles, down, state.passes)


def test_a_system_that_promises_less_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    promise = mmap.mmap

    def sparing(file: int, size: int) -> mmap.mmap:
        if size > 1 << 20:
            raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))
        return promise(file, size)

    game = build_game("suspense")
    state = deal(game, parse_cards(KNOWN[0]["deck"]))
    monkeypatch.setattr(mmap, "mmap", sparing)
    search = _search(game, state)
    search.run(100)
    assert search.nodes >= 1
    monkeypatch.setattr(mmap, "mmap", lambda file, size: sparing(file, size << 20))
    with pytest.raises(OSError, match=os.strerror(errno.ENOMEM)):
        _search(game, state)
