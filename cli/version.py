"""What `solit --version` says: the version, and which modules run in compiled form."""

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


def version_text() -> str:
    """One line for the version, one a compilable module."""
    lines = [f"solit {metadata.version('solit')}"]
    lines += [f"{name}: {'compiled' if is_compiled(name) else 'plain Python'}" for name in compilable_modules()]
    return "\n".join(lines)
