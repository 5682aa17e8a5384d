"""The shuffles of other programs: both forms of the module alike, and their generators beside well-known ones."""

import importlib.util
import os
import random
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solit.deals import foreign, shuffles

IDENTITY = bytes(range(52))
KINDS = range(9)


@pytest.fixture(scope="module")
def plain() -> ModuleType:
    """The module from its source, uncompiled, whatever is installed."""
    source = Path(shuffles.__file__).with_name("foreign.py")
    hidden = sys.modules.pop("cython", None)
    sys.modules["cython"] = None  # type: ignore[assignment]  # as where Cython is not installed
    try:
        loader = SourceFileLoader("plain_foreign", str(source))
        spec = importlib.util.spec_from_loader("plain_foreign", loader)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
    finally:
        del sys.modules["cython"]
        if hidden is not None:
            sys.modules["cython"] = hidden
    assert not module.COMPILED
    return module


BORDERS = [0, 1, -1, -2, 2**31 - 1, 2**31, -(2**31), 2**32 - 2, 2**32 - 1, 2**32, 2**33 - 1, 2**64 - 1, 2**64, 10**20]


@pytest.mark.parametrize("kind", KINDS)
def test_both_forms_shuffle_alike(kind: int, plain: ModuleType) -> None:
    order = bytes(random.Random(kind).sample(range(52), 52))
    compiled = foreign.Shuffler(kind, order, IDENTITY[::-1], 7)
    other = plain.Shuffler(kind, order, IDENTITY[::-1], 7)
    rng = random.Random(kind)
    seeds = [*BORDERS, 2**225, *[rng.getrandbits(rng.choice((8, 31, 32, 64, 225))) for _ in range(60)]]
    for seed in seeds:
        deck = compiled.deck(seed)
        assert sorted(deck) == list(range(52))
        assert deck == other.deck(seed), seed


@pytest.mark.parametrize("kind", KINDS)
def test_many_decks_are_the_decks_one_by_one(kind: int, plain: ModuleType) -> None:
    compiled = foreign.Shuffler(kind, IDENTITY, IDENTITY[::-1], 7)
    other = plain.Shuffler(kind, IDENTITY, IDENTITY[::-1], 7)
    for first, count in ((0, 0), (5, 1), (-3, 7), (2**32 - 12, 29), (2**31 - 4, 8), (-(2**31) - 4, 9)):
        one_by_one = b"".join(compiled.deck(seed) for seed in range(first, first + count))
        assert compiled.decks(first, count) == one_by_one
        assert other.decks(first, count) == one_by_one


@given(st.integers(32000, 10**20))
@settings(max_examples=100, deadline=None)
def test_pythons_own_generator(seed: int) -> None:
    real = random.Random(seed).random
    cards = list(range(52))
    for i in range(51, 0, -1):
        j = int(real() * (i + 1))
        cards[i], cards[j] = cards[j], cards[i]
    assert list(foreign.Shuffler(foreign.PYTHON, IDENTITY, IDENTITY).deck(seed)) == cards


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=100, deadline=None)
def test_the_twister_seeded_with_one_word(seed: int) -> None:
    words = [seed]
    for i in range(1, 624):
        words.append((1812433253 * (words[-1] ^ (words[-1] >> 30)) + i) % 2**32)
    twister = random.Random()
    twister.setstate((3, (*words, 624), None))
    cards = list(range(52))
    for i in range(51, 0, -1):
        while (j := twister.getrandbits(32) // (2**32 // (i + 1))) > i:
            pass
        cards[i], cards[j] = cards[j], cards[i]
    assert list(foreign.Shuffler(foreign.SOLVITAIRE, IDENTITY, IDENTITY).deck(seed)) == cards


@given(st.integers(0, 2**225))
@settings(max_examples=100, deadline=None)
def test_numbers_of_many_digits(seed: int) -> None:
    for kind, places in ((foreign.DIGITS_DOWN, range(51, 0, -1)), (foreign.DIGITS_UP, range(1, 52))):
        cards, rest = list(range(52)), seed
        for i in places:
            rest, j = divmod(rest, i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        assert list(foreign.Shuffler(kind, IDENTITY, IDENTITY).deck(seed)) == cards


NONE = [(9, IDENTITY, IDENTITY), (-1, IDENTITY, IDENTITY), (0, b"", IDENTITY), (0, IDENTITY, b"x" * 52)]


@pytest.mark.parametrize(("kind", "start", "order"), NONE)
def test_what_is_no_shuffle(kind: int, start: bytes, order: bytes, plain: ModuleType) -> None:
    for module in (foreign, plain):
        with pytest.raises(ValueError, match="two orders"):
            module.Shuffler(kind, start, order)


def test_kpatience_deals_freecells_numbers_from_the_left() -> None:
    kpat, ms = (shuffles.shuffle(name, 24, "klondike") for name in ("kpat", "ms"))
    assert (kpat[0], ms[0]) == (3, 4)  # 4C and 5C
    assert kpat == shuffles.shuffle("ms", 24, "chinese")  # which PySolFC deals from the left, too


def test_the_compiled_form_is_loaded_where_it_is_demanded() -> None:
    if os.environ.get("SOLIT_COMPILED") == "1":
        assert foreign.COMPILED
