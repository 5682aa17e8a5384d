"""Fast equals slow: the compiled walker and its uncompiled twin against the clauses.

Seeded games of every variant under drawn options, with take-backs, times and wrong entries.

`pytest -m slow tests/engine/test_walker.py` runs the full size: 200,000 positions.
"""

import os
import random
import re
from dataclasses import replace
from typing import Any

import pytest

from solit.engine import walker
from solit.engine.cards import cards_text
from solit.engine.clauses import whole_columns
from solit.engine.defects import check_state
from solit.engine.errors import RecordError
from solit.engine.layout import Game, Suits
from solit.engine.lowered import lower
from solit.engine.moves import GRAMMAR, MOVE_PATTERN, PLACES, Event, move_text, parse_move
from solit.engine.position import parse_position
from solit.engine.referee import Replay, replay
from solit.engine.rules import build_game, deal, legal_moves, options_of, status, variants
from solit.engine.scoring import BOOKED
from solit.engine.state import State, position_text

from .search.conftest import uncompiled

KINDS = ("draw", "redeal", "move", "wing", "reveal", "base", "foundation", "waste-to-column", "foundation-return")
PLAIN = uncompiled("solit.engine.walker")
FORMS = pytest.mark.parametrize("module", [walker, PLAIN], ids=["compiled", "uncompiled"])


def any_options(rng: random.Random, variant: str) -> dict[str, object]:
    """Options drawn at random, some left at their defaults."""
    drawn: dict[str, object] = {}
    for option in options_of(variant):
        if rng.random() < 0.5:
            drawn[option.name] = rng.choice(option.choices) if option.choices else rng.choice((0, 1, 2, 3, 5))
    if drawn.get("time_limit"):
        drawn["time_limit"] = 60
    return drawn


def any_entry(rng: random.Random) -> str:
    """Some text that can be read as an entry, legal or not."""
    draw = rng.random()
    if draw < 0.2:
        return rng.choice(("d", "r", "u", f"t{rng.randint(1, 8)}^"))
    while True:
        source, target = rng.choice(PLACES[1:]), rng.choice(("f", "w", *PLACES[6:14]))
        text = f"{source}-{target}" + rng.choice(("", "", f"x{rng.randint(2, 9)}"))
        try:
            parse_move(text)
        except RecordError:
            continue
        return text


def next_entry(rng: random.Random, game: Game, state: State) -> str | None:
    """Mostly a legal move, rather one that leads on; sometimes a take-back or nonsense."""
    draw = rng.random()
    if draw < 0.12:
        return "u"
    if draw < 0.15:
        return any_entry(rng)
    legal = list(legal_moves(game, state))
    if not legal:
        return None
    leading = [move for move in legal if move.target == 30 or move.act == "turn"]
    return move_text(rng.choice(leading if leading and rng.random() < 0.6 else legal))


def compare(walk: Any, fast: bool, slow: Replay) -> None:
    """All that the walker tells of a whole walk equals what the referee tells."""
    assert fast == (slow.error is None)
    assert walk.entries == len(slow.events)
    assert walk.state() == tuple(slow.state)
    for told, events in zip(walk.events(), slow.events, strict=True):
        assert events == (Event("take-back"),) if told is None else tuple(Event(*event) for event in told) == events
    assert walk.booked(BOOKED) == slow.booked
    assert walk.booked(KINDS) == [(event.kind, event.number) for event in slow.standing]
    assert walk.home == slow.home
    assert walk.suits_in_columns == slow.suits_in_columns


def compare_position(walk: Any, game: Game, state: State) -> None:
    """The walker stands where the clauses stand, and sees the same legal moves in the same order."""
    assert walk.state() == tuple(state)
    assert ("open", "won", "lost")[walk.status] == status(game, state)
    assert walk.legal() == [move_text(move) for move in legal_moves(game, state)]


def check_game(module: Any, rng: random.Random) -> tuple[int, int]:
    """One seeded game; returns how many positions were compared and how many entries refused."""
    variant = rng.choice(variants())
    game = build_game(variant, any_options(rng, variant))
    walk = module.Walker(lower(game))
    deck = rng.sample(range(52), 52)
    start = deal(game, deck)
    moves: list[str] = []
    times: list[int] = []
    state, now, refused = start, 0, 0

    def fast(entries: list[str], clock: list[int]) -> bool:
        assert walk.deal(cards_text(deck))
        return bool(walk.walk(" ".join(entries), clock, True))

    for _ in range(rng.choice((5, 40, 150))):
        entry = next_entry(rng, game, state)
        if entry is None:
            break
        now += rng.randint(0, 600)
        legal = fast([*moves, entry], [*times, now])
        if legal:
            moves.append(entry)
            times.append(now)
            piles, down, passes = walk.state()
            state = State(piles, down, passes)
            compare_position(walk, game, state)
        else:
            refused += 1
            compare(walk, legal, replay(game, start, [parse_move(text) for text in (*moves, entry)], [*times, now]))
    legal = fast(moves, times)
    compare(walk, legal, replay(game, start, [parse_move(text) for text in moves], times))
    return len(moves) + refused, refused


def check_positions(module: Any, seed: int, positions: int) -> tuple[int, int]:
    """Compare the two on `positions` positions; returns how many were compared and how many refused."""
    rng = random.Random(seed)
    seen = refused = 0
    while seen < positions:
        more, wrong = check_game(module, rng)
        seen, refused = seen + more, refused + wrong
    return seen, refused


def test_the_compiled_form_is_loaded_where_it_is_demanded() -> None:
    if os.environ.get("SOLIT_REQUIRE_COMPILED"):
        assert walker.COMPILED


def test_walker_equals_referee() -> None:
    seen, refused = check_positions(walker, 1, 3000)
    assert refused > seen // 20  # refusals are compared too


def test_uncompiled_walker_equals_referee() -> None:
    check_positions(PLAIN, 2, 500)


def in_columns(*columns: tuple[int, ...]) -> State:
    """A position of these columns and nothing else."""
    piles = [()] * 6 + list(columns) + [()] * (24 - len(columns))
    return State(tuple(piles), (0,) * len(PLACES), 1)


@FORMS
@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("suits", Suits)
@pytest.mark.parametrize("variant", variants())
def test_whole_suits_in_columns_count_where_the_game_says_so(
    module: Any, counts: bool, suits: Suits, variant: str
) -> None:
    game = replace(build_game(variant), suits=suits, suits_in_columns=counts)
    whole = [tuple(range(13 * suit + 12, 13 * suit - 1, -1)) for suit in range(4)]
    mixed = [(*whole[0][:-1], whole[1][-1]), (*whole[1][:-1], whole[0][-1]), *whole[2:]]
    walk = module.Walker(lower(game))
    swapped = [(*whole[0][:5], whole[0][6], whole[0][5], *whole[0][7:]), *whole[1:]]
    for columns, count in ((whole, 4), (mixed, 2), (swapped, 3)):
        state = in_columns(*columns)
        walk.place(*state)
        compare_position(walk, game, state)
        counted = count if counts else 0
        assert walk.suits_in_columns == whole_columns(game, state) == counted
        assert (walk.status == 1) == (counted == 4)
    hidden = in_columns(*whole)._replace(down=(0,) * 6 + (1,) + (0,) * 23)
    walk.place(*hidden)
    assert walk.suits_in_columns == whole_columns(game, hidden) == (3 if counts else 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_walker_equals_referee_at_full_size(seed: int) -> None:
    check_positions(walker, 100 + seed, 25_000)


@FORMS
def test_walker_refuses_what_is_not_plain(module: Any) -> None:
    walk = module.Walker(lower(build_game("klondike")))
    deck = cards_text(range(52))
    assert walk.deal(deck)
    for wrong in (deck + " ", deck.replace(" ", ",", 1), deck.replace("AC", "2C"), deck.replace("AC", "1C"), ""):
        assert not walk.deal(wrong)
    wrong_moves = (
        "x",
        "d d q",
        "t3-t5x1",
        "t3-t5x02",
        "t3-t5x53",
        "w-t9",
        "t0-f",
        "fX-t1",
        "p5c-w",
        "w-fC",
        "w-w",
        "é",
    )
    for moves in (*wrong_moves, "w-t3x2", "t3-", "t", "p1", "f", "w-", "-", "d\td", "t3^^", "t3-t5x", "dd"):
        assert walk.deal(deck)
        assert not walk.walk(moves)
        with pytest.raises(RecordError):
            [parse_move(word) for word in moves.split(" ")]
    for times in ([], [1, 2], [2.0], [True], [-1], [2**64], [None]):
        assert walk.deal(deck)
        assert not walk.walk("d", times)
    assert walk.deal(deck)
    assert not walk.walk("d d", [2, 1])
    assert walk.deal(deck)
    assert walk.walk("  d   d ", [1, 1])


SPOILT_TEXTS = (" ", "/", ":", "AC", "KS", "2H", "x", "0", "pass=2 ", "t1:", "é", "T", "//")


def check_reading(module: Any, seed: int, count: int) -> int:
    """Texts of positions, whole and spoiled: read as `parse_position` reads them; how many are sound."""
    rng, sound = random.Random(seed), 0
    for _ in range(count):
        variant = rng.choice(variants())
        game = build_game(variant, any_options(rng, variant))
        walk = module.Walker(lower(game))
        walk.deal_cards(rng.sample(range(52), 52))
        for _ in range(rng.randrange(60)):
            legal = walk.legal()
            if legal:
                walk.go_on(rng.choice(legal))
        text = position_text(game, State(*walk.state()))
        if rng.random() < 0.6:
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice(SPOILT_TEXTS) + text[at + rng.choice((0, 0, 1, 2)) :]
        try:
            expected = parse_position(game, text)
        except RecordError:
            if walk.read(text):  # the deck in its places, but not as it can lie
                with pytest.raises(RecordError):
                    check_state(game, State(*walk.state()))
            continue
        assert walk.read(text)
        assert walk.state() == tuple(expected)
        compare_position(walk, game, expected)
        sound += 1
    return sound


def test_positions_are_read_alike() -> None:
    assert 100 < check_reading(walker, 1, 400) < 300


def test_positions_are_read_alike_uncompiled() -> None:
    assert check_reading(PLAIN, 2, 60) > 10


def test_a_twin_is_a_walker_of_its_own() -> None:
    for module in (walker, PLAIN):
        game = build_game("klondike")
        first = module.Walker(lower(game))
        second = first.twin()
        deck = cards_text(range(52))
        assert first.deal(deck) and second.deal(deck)
        assert first.walk("d d") and second.walk("d d d t1-t1 u") is False
        assert (first.entries, second.entries, second.words, second.refused) == (2, 3, 5, "t1-t1")
        assert first.state() != second.state()
        assert first.go_on("d") and first.state() == second.state()
        assert (first.standing(), first.latest, second.readable) == ([0, 1, 2], (2, True), True)


def test_only_the_entries_asked_for_are_played() -> None:
    for module in (walker, PLAIN):
        walk = module.Walker(lower(build_game("klondike")))
        walk.deal_cards(range(52))
        assert walk.deck == tuple(range(52))
        assert walk.walk("d t1-t1 d", [1, 2, 3], False, 1)
        assert (walk.entries, walk.words, walk.refused) == (1, 3, None)
        assert not walk.walk("d x", None, False, 1)
        assert not walk.readable
        assert not walk.walk("d d", [1], False, 1)
        assert walk.walk("d " * 2_000, None, False, 0)


ALPHABET = "drutwfpsCDHSx-^0123456789cab"


@FORMS
def test_the_compiled_reader_reads_what_the_grammar_says(module: Any) -> None:
    """Every example of every form, with each of its characters changed, left out or doubled; and short texts."""
    walk = module.Walker(lower(build_game("suspense")))
    texts = {*(form.example for form in GRAMMAR), "t1-t8x52", "t3-t5x53", "p4c-t3", "p1b-f", "fS-t8", "w-t8"}
    for text in list(texts):
        for n in range(len(text)):
            texts |= {text[:n] + text[n + 1 :], text[: n + 1] + text[n:]}
            texts |= {text[:n] + letter + text[n + 1 :] for letter in ALPHABET}
        texts |= {text + letter for letter in ALPHABET}
    texts |= {one + two for one in ALPHABET for two in ALPHABET} | set(ALPHABET)
    for text in texts:
        if text and " " not in text:
            walk.walk(text, None, False, 0)
            assert walk.readable == (re.fullmatch(MOVE_PATTERN, text) is not None), text
    assert len(texts) > 2500
