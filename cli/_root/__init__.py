"""solit: deal, show, validate, score, solve and analyse patience games.

    >>> import solit
    >>> for record in solit.read("games.jsonl.gz"):
    ...     print(solit.judge(record).status)

`solit.engine` knows the rules, `solit.deals` the shuffles and other programs' forms. Names are imported when they are
first used.
"""

from typing import TYPE_CHECKING, Any

from solit.lazy import offer

if TYPE_CHECKING:
    from solit import deals, engine
    from solit.deals.records import Judged, judge, read_record
    from solit.engine.errors import IllegalMove, RecordError, SolitError
    from solit.engine.record import Record, spell_record
    from solit.lines import read

    __version__: str

_HOME = {
    "deals.records": ("Judged", "judge", "read_record"),
    "engine.errors": ("IllegalMove", "RecordError", "SolitError"),
    "engine.record": ("Record", "spell_record"),
    "lines": ("read",),
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


_find, _names = offer(__name__, _HOME, modules=("deals", "engine"))


def __getattr__(name: str) -> Any:
    # importlib.metadata costs 30 ms at start-up, so the version is read only when asked for.
    if name == "__version__":
        from importlib.metadata import version

        return version("solit")
    return _find(name)


def __dir__() -> list[str]:
    return [*_names(), "__version__"]
