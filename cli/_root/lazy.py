"""Packages whose names are imported when they are first used, so that a command pays only for what it needs.

It lies at the root since the root, `solit.deals` and `solit.engine` are all such packages.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def offer(
    package: str, homes: Mapping[str, Sequence[str]], modules: Sequence[str] = ()
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package.

    `package`: its name. `homes`: the names that it offers, by the module they are in, told from the package on.
    `modules`: modules of its own that it offers as such. `__getattr__` raises `AttributeError` for any other name.
    """
    home = {name: module for module, names in homes.items() for name in names}

    def find(name: str) -> Any:
        if name in modules:
            return import_module(f"{package}.{name}")
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{home[name]}"), name)
        setattr(sys.modules[package], name, value)  # the next time it is there
        return value

    def names() -> list[str]:
        """What there is to use, imported yet or not: `help` asks for it."""
        return sorted([*home, *modules])

    return find, names
