"""How much is tried, and from which seed: a sample in the default suite, the whole among the slow tests.

`SOLIT_FUZZ_SEED=N` (default 1) tries other inputs, `SOLIT_FUZZ_SIZE=F` (default 1) so many times as many of them in
the whole. A failure names the seed and the input: the same two settings bring it back.
"""

import os
import random
from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest

SEED = int(os.environ.get("SOLIT_FUZZ_SEED", "1"))
SIZE = float(os.environ.get("SOLIT_FUZZ_SIZE", "1"))

Test = TypeVar("Test", bound=Callable[..., None])


def sized(sample: int, whole: int, forms: Sequence[str] = (), few: Sequence[str] = ()) -> Callable[[Test], Test]:
    """Run a test with `size` inputs: `sample` in the default suite, `whole` (times SOLIT_FUZZ_SIZE) when slow.

    With `forms`, for each of them as `form`; the default suite has those of `few` alone.
    """
    many = max(1, round(whole * SIZE))
    slow = pytest.mark.slow
    if not forms:
        return pytest.mark.parametrize(
            "size", [pytest.param(sample, id="sample"), pytest.param(many, id="whole", marks=slow)]
        )
    assert {*few} <= {*forms}
    samples = [pytest.param(form, sample, id=f"{form}-sample") for form in few]
    wholes = [pytest.param(form, many, id=f"{form}-whole", marks=slow) for form in forms]
    return pytest.mark.parametrize(("form", "size"), [*samples, *wholes])


def dice(*words: object) -> random.Random:
    """The source of a test's inputs: of the seed and of `words`, which say whose it is."""
    return random.Random(" ".join(map(str, (SEED, *words))))
