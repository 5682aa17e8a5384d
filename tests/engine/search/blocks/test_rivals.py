"""The proofs by simpler games, by themselves; test_blocks.py holds them against whole searches."""

import os
import random
from typing import Any

import pytest

from solit.engine import State, apply, build_game, deal, parse_move
from solit.engine.cards import parse_cards
from solit.engine.lowered import lower
from solit.engine.search.blocks import rivals
from solit.engine.search.blocks import search as blocks

from ..conftest import uncompiled

OPTIONS: list[dict[str, Any]] = [{}, {"easy": True}, {"foundation_return": True}, {"groups": "sequence"}]
NAMES = [", ".join(options) or "plain" for options in OPTIONS]
SET = 512  # the most scenes that one set of squads takes

# Lost: no squad alone tells, four together do.
TANGLED = (
    "4D 6C QD 8C 3S 5S 3H KC 4C 8D 9C JS 6D QC 5C 5D AS JD 6H KH 4H 9S 4S 3C AD 2C JH TS KS KD 2H JC 3D 6S 9D QS 7C QH "
    "8S TH 2S 5H 2D AC AH 7H 7S 7D 9H 8H TC TD"
)
WON = (
    "KD 6H KC 9H 4D 4C AD 4S TH 6C QH 8D 9D 8C 5H TS 5D QC KS 2S 7S 2H 3H 2D AH 3C JC 6S 2C KH 4H 9S 5S AC QS 8H 5C 3D "
    "JS TC JH 9C TD 3S JD 6D 7D 8S AS 7C 7H QD"
)


def _rivals(options: dict[str, Any], state: State, module: Any = rivals, **small: int) -> Any:
    return module.Rivals(lower(build_game("chinese", options, **small)), state.piles, state.down)


def _deal(deck: str, options: dict[str, Any] | None = None) -> State:
    return deal(build_game("chinese", options or {}), parse_cards(deck))


@pytest.mark.skipif("SOLIT_REQUIRE_COMPILED" not in os.environ, reason="either form will do")
def test_the_compiled_form_is_loaded() -> None:
    assert rivals.COMPILED


@pytest.mark.skipif(not rivals.COMPILED, reason="takes minutes uncompiled")
def test_four_squads_decide_what_no_squad_alone_does() -> None:
    tried = _rivals({}, _deal(TANGLED))
    assert not tried.alone()
    assert tried.left
    assert tried.go_on(1_000_000)


def test_work_is_what_was_asked_for_and_slices_make_no_difference() -> None:
    whole, parts = _rivals({}, _deal(WON)), _rivals({}, _deal(WON))
    assert not whole.alone()
    assert not parts.alone()
    alone = whole.scenes
    assert 0 < alone == parts.scenes
    assert not whole.go_on(alone)
    assert whole.scenes == alone
    assert not whole.go_on(alone + 5_000)
    assert alone + 5_000 <= whole.scenes < alone + 5_000 + SET
    for work in range(alone + 1, alone + 5_001):
        assert not parts.go_on(work)
        assert work <= parts.scenes < work + SET
    assert parts.scenes == whole.scenes


@pytest.mark.parametrize("options", OPTIONS[:3], ids=NAMES[:3])
def test_the_positions_of_a_win_are_not_lost(options: dict[str, Any]) -> None:
    game = build_game("chinese", options)
    state = _deal(WON, options)
    search = blocks.Search(lower(game), state.piles, state.down, state.passes, memory=1 << 26)
    assert search.run(1 << 30) == 1
    for n, text in enumerate(search.moves()):
        if n % 10 == 0:
            tried = _rivals(options, state)
            assert not tried.alone()
            assert not tried.go_on(2_000)
        state = apply(game, state, parse_move(text))[0]


def test_sets_come_to_an_end() -> None:
    game = build_game("chinese", {}, ranks=3, piles=3)
    for seed in range(20):
        deck = [13 * suit + rank for suit in range(4) for rank in range(3)]
        random.Random(seed).shuffle(deck)
        tried = _rivals({}, deal(game, deck), ranks=3, piles=3)
        lost = tried.alone() or tried.go_on(1 << 40)
        assert lost or not tried.left
        if not lost:
            scenes = tried.scenes
            assert not tried.go_on(1 << 41)
            assert tried.scenes == scenes


@pytest.mark.parametrize("options", OPTIONS, ids=NAMES)
def test_the_uncompiled_form_finds_alike(options: dict[str, Any]) -> None:
    module = uncompiled("solit.engine.search.blocks.rivals")
    assert not module.COMPILED
    for deck in (TANGLED, WON):
        state = _deal(deck, options)
        told = []
        for form in (rivals, module):
            tried = _rivals(options, state, form)
            told.append((tried.alone(), tried.go_on(tried.scenes + 500), tried.scenes, tried.left))
        assert told[0] == told[1]
