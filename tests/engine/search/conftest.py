"""What the tests of all kernels do with a search."""

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from solit.cli.version import compilable_modules
from solit.engine import Game, State, parse_move, replay
from solit.engine.search.solver import RUNNING, WON, Search


def check_replay(game: Game, state: State, search: Search) -> None:
    """Its solution is a win by the rules."""
    judged = replay(game, state, [parse_move(text) for text in search.moves()])
    assert judged.error is None
    assert judged.status == "won"


def finish(game: Game, state: State, search: Search, slice_: int = 20_000) -> int:
    """What the search says; a solution is replayed by the rules first."""
    verdict = RUNNING
    while verdict == RUNNING:
        verdict = search.run(slice_)
    if verdict == WON:
        check_replay(game, state, search)
    return verdict


class _Sources:
    """Finds the source of a compilable module before its compiled form."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if name not in compilable_modules():
            return None
        found = PathFinder.find_spec(name, path)
        assert found is not None and found.origin is not None
        source = Path(found.origin).parent / f"{name.rpartition('.')[2]}.py"
        return spec_from_file_location(name, source, loader=SourceFileLoader(name, str(source)))


def uncompiled(name: str) -> ModuleType:
    """A module as plain Python, with all compilable modules that it imports as plain Python too; others stay as they
    are, and so does what everybody else sees."""
    kept = {other: sys.modules.pop(other) for other in compilable_modules() if other in sys.modules}
    finder: Any = _Sources()
    sys.meta_path.insert(0, finder)
    try:
        return import_module(name)
    finally:
        sys.meta_path.remove(finder)
        for other in compilable_modules():
            package, _, last = other.rpartition(".")
            sys.modules.pop(other, None)
            if other in kept:
                sys.modules[other] = kept[other]
                setattr(sys.modules[package], last, kept[other])
            elif package in sys.modules:
                vars(sys.modules[package]).pop(last, None)
