"""The frozen shuffle: known answers, and both forms of the module alike."""

import importlib.util
import os
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solit.deals import rng, shuffles
from solit.engine.cards import cards_text

KNOWN = {
    0: "JH 8C 7S AD 4S",
    1: "TC KD 9H TS 8D",
    2: "3H 9C 8D 5H 8S",
    2**64 - 1: "5H TS QS 4D QH",
}
SEEDS = st.integers(min_value=0, max_value=2**64 - 1)


@pytest.fixture(scope="module")
def plain() -> ModuleType:
    """The module from its source, uncompiled, whatever is installed."""
    source = Path(shuffles.__file__).with_name("rng.py")
    hidden = sys.modules.pop("cython", None)
    sys.modules["cython"] = None  # type: ignore[assignment]  # as where Cython is not installed
    try:
        loader = SourceFileLoader("plain_rng", str(source))
        spec = importlib.util.spec_from_loader("plain_rng", loader)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
    finally:
        del sys.modules["cython"]
        if hidden is not None:
            sys.modules["cython"] = hidden
    assert not module.COMPILED
    return module


@pytest.mark.parametrize("seed", KNOWN)
def test_known_answers(seed: int, plain: ModuleType) -> None:
    for module in (rng, plain):
        assert cards_text(module.shuffle(seed))[:14] == KNOWN[seed]


def reference(seed: int) -> list[int]:
    """The shuffle once more, written plainly from its definition."""
    mask = 2**64 - 1

    def splitmix() -> int:
        nonlocal seed
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        z = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return z ^ (z >> 31)

    def rotated(x: int, k: int) -> int:
        return ((x << k) | (x >> (64 - k))) & mask

    state = [splitmix() for _ in range(4)]

    def below(n: int) -> int:
        while True:
            x = rotated(state[1] * 5 & mask, 7) * 9 & mask
            t = (state[1] << 17) & mask
            state[2] ^= state[0]
            state[3] ^= state[1]
            state[1] ^= state[2]
            state[0] ^= state[3]
            state[2] ^= t
            state[3] = rotated(state[3], 45)
            high, low = divmod(x * n, 2**64)
            if low >= 2**64 % n:
                return high

    cards = list(range(52))
    for i in range(51, 0, -1):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@given(SEEDS)
@settings(max_examples=200, deadline=None)
def test_a_shuffle_is_its_definition_in_both_forms(plain: ModuleType, seed: int) -> None:
    deck = list(rng.shuffle(seed))
    assert deck == reference(seed) == list(plain.shuffle(seed))
    assert sorted(deck) == list(range(52))


@given(st.integers(0, 2**64 - 4), st.integers(0, 3))
@settings(max_examples=50, deadline=None)
def test_lines_are_decks_and_seeds(plain: ModuleType, first: int, count: int) -> None:
    lines = "".join(f"<{cards_text(rng.shuffle(seed))}|{seed}>\n" for seed in range(first, first + count))
    for module in (rng, plain):
        assert module.deal_lines(b"<", b"|", b">\n", first, count) == lines.encode()


def test_lines_of_given_decks(plain: ModuleType) -> None:
    decks = [bytes(range(52)), bytes(reversed(range(52)))]
    wanted = "".join(f"<{cards_text(deck)}|{seed}>" for deck, seed in zip(decks, (-1, 10**30), strict=True)).encode()
    for module in (rng, plain):
        assert module.deck_lines(b"<", b"|", b">", b"".join(decks), [b"-1", b"%d" % 10**30]) == wanted
        assert module.deck_lines(b"<", b"|", b">", b"", []) == b""
        for bad in (decks[0], decks[0] * 2 + b"\0", bytes(103) + b"\x34"):
            with pytest.raises(ValueError, match="card"):
                module.deck_lines(b"", b"", b"", bad, [b"1", b"2"])


def test_lines_up_to_the_last_seed() -> None:
    assert rng.deal_lines(b"", b" ", b"\n", 2**64 - 2, 2).endswith(b" 18446744073709551615\n")
    assert rng.deal_lines(b"", b" ", b"\n", 9, 2).splitlines()[1].endswith(b" 10")


@pytest.mark.parametrize(("first", "count"), [(-1, 1), (2**64, 1), (2**64 - 1, 2), (0, -1), (0, 2**20 + 1)])
def test_seeds_out_of_range(plain: ModuleType, first: int, count: int) -> None:
    for module in (rng, plain):
        with pytest.raises(OverflowError):
            module.deal_lines(b"", b"", b"", first, count)


def test_the_compiled_form_is_loaded_where_it_is_demanded() -> None:
    if os.environ.get("SOLIT_COMPILED") == "1":
        assert rng.COMPILED
