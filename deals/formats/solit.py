"""Our own records, as JSON Lines; the commands read them, here is only what conversion adds."""

import re
from typing import Any

NAME = "solit"


def written(record: dict[str, Any]) -> dict[str, Any]:
    """A record as conversion writes it: with `options`, even where none is given."""
    if "options" in record:
        return record
    whole: dict[str, Any] = {}
    for name, value in record.items():
        whole[name] = value
        if name == "variant":
            whole["options"] = {}
    return whole


def looks_like(text: str) -> bool:
    """Whether a text may be of this format."""
    return re.match(r'\s*\{[^\n]*"solit"', text) is not None
