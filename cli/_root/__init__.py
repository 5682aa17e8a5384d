"""solit: deal, show, validate, score, solve and analyse patience games.

    >>> import solit
    >>> for record in solit.read("games.jsonl.gz"):
    ...     print(solit.judge(record).status)

`solit.engine` knows the rules, `solit.deals` the shuffles and other programs' forms. Names are imported when they are
first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solit import deals, engine
    from solit.deals.records import Judged, judge, read_record
    from solit.engine.errors import IllegalMove, RecordError, SolitError
    from solit.engine.record import Record, spell_record
    from solit.lines import read

    __version__: str

_HOME = {
    "Judged": "deals.records",
    "judge": "deals.records",
    "read_record": "deals.records",
    "IllegalMove": "engine.errors",
    "RecordError": "engine.errors",
    "SolitError": "engine.errors",
    "Record": "engine.record",
    "spell_record": "engine.record",
    "read": "lines",
}

__all__ = [
    "IllegalMove",
    "Judged",
    "Record",
    "RecordError",
    "SolitError",
    "deals",
    "engine",
    "judge",
    "read",
    "read_record",
    "spell_record",
]


def __getattr__(name: str) -> Any:
    if name in ("engine", "deals"):
        return import_module(f"solit.{name}")
    if name in _HOME:
        value = globals()[name] = getattr(import_module(f"solit.{_HOME[name]}"), name)
        return value
    # importlib.metadata costs 30 ms at start-up, so the version is read only when asked for.
    if name == "__version__":
        from importlib.metadata import version

        return version("solit")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """What there is to use, imported yet or not: `help` asks for it."""
    return [*__all__, "__version__"]
