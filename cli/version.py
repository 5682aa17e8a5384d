"""What `solit --version` says: the version, and whether the modules that can be compiled are."""

from importlib import import_module, metadata
from pathlib import Path


def compilable_modules() -> list[str]:
    """The modules that are written to be compiled: those with a type stub beside them."""
    root = Path(__file__).parent.parent
    found = []
    for part in ("deals", "engine"):
        for stub in sorted((root / part).rglob("*.pyi")):
            found.append(".".join(("solit", *stub.relative_to(root).with_suffix("").parts)))
    return found


def is_compiled(name: str) -> bool:
    """Whether the module that would be imported under this name is machine code."""
    return not str(import_module(name).__file__).endswith(".py")


def form_text() -> str:
    """Which form the compilable modules run in; a mixture, left by an unfinished build, is told name by name."""
    names = compilable_modules()
    plain = [name for name in names if not is_compiled(name)]
    if not plain:
        return f"compiled: all {len(names)} modules"
    if len(plain) == len(names):
        return f"compiled: none of {len(names)} modules, they run as plain Python"
    return f"compiled: {len(names) - len(plain)} of {len(names)} modules; not {', '.join(plain)}: install solit again"


def version_text() -> str:
    """One line for the version, one for the form of the compilable modules."""
    return f"solit {metadata.version('solit')}\n{form_text()}"
