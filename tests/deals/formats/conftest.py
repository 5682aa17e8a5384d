"""What other programs printed: a small part stands here, the whole is read where SOLIT_ORACLES says."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solit.deals.formats import read
from solit.deals.notation.given import Given
from solit.deals.notation.page import Found

HERE = Path(__file__).parent.parent / "fixtures"
Reading = Callable[..., list[Found]]


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture(scope="session")
def deals() -> list[dict[str, Any]]:
    """Deals as they were printed, each with its deck in our dealing order."""
    return lines_of(HERE / "deals.jsonl")


@pytest.fixture(scope="session")
def solutions() -> list[dict[str, Any]]:
    """Won games as they were printed, with counts and scores of an independent replay."""
    return lines_of(HERE / "solutions.jsonl")


@pytest.fixture(scope="session")
def all_printed() -> Path:
    """The folder of everything that was printed."""
    oracles = os.environ.get("SOLIT_ORACLES")
    folder = Path(oracles).parent / "interop" / "fixtures" if oracles else Path("-")
    if not folder.is_dir():
        pytest.skip("SOLIT_ORACLES names no folder with ../interop/fixtures beside it")
    return folder


@pytest.fixture(scope="session")
def reading() -> Reading:
    """Read a text in a format, with options."""

    def reading_of(form: str, text: str | bytes, variant: str = "klondike", **options: Any) -> list[Found]:
        data = text.encode() if isinstance(text, str) else text
        return list(read(form, data, Given(variant, options)))

    return reading_of
