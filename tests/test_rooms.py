"""The pages of the rooms name what is there: files, folders, and names in modules."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("engine", "engine/search", "engine/players", "deals", "deals/formats", "cli", "tests")


@cache
def tree() -> tuple[str, ...]:
    """Every file and folder, as `/engine/games` and `/engine/games/yukon.py`."""
    rooms = ("engine", "deals", "cli", "tests", ".ci")
    inside = [path.relative_to(ROOT) for room in rooms for path in (ROOT / room).rglob("*")]
    tops = [path.relative_to(ROOT) for path in ROOT.iterdir()]
    return tuple([f"/{path.as_posix()}" for path in (*tops, *inside)])


def is_there(told: str) -> bool:
    """Whether something in the tree has a path that ends so."""
    return any(path.endswith("/" + told.strip("/")) for path in tree())


def has_name(module: str, name: str) -> bool:
    """Whether one of the modules, or packages, of this name has this name in it; True where there is no such module."""
    path = module.replace(".", "/")
    files = [ROOT / one[1:] for one in tree() if one.endswith((f"/{path}.py", f"/{path}/__init__.py"))]
    words = [word for file in files for word in re.findall(r"\w+", file.read_text(encoding="utf-8"))]
    return not files or name in words or any((file.parent / f"{name}.py").exists() for file in files)


PAGES = ["CONTRIBUTING.md", *[path[1:] for path in tree() if path.endswith("/README.md") and path != "/README.md"]]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_what_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert (ROOT / page).parent.joinpath(link).exists(), link
    told = re.findall(r"`([^`\n]+)`", text)
    paths = [one for one in told if re.fullmatch(r"[\w./-]+(?:/|\.(?:py|txt|jsonl|toml|md))", one)]
    assert [path for path in paths if path != "dist/" and not is_there(path)] == []
    dotted = [one for one in told if one not in paths]
    names = [found for one in dotted if (found := re.match(r"([a-z_][\w.]*)\.(\w+)(?:\(|$)", one))]
    assert [found[0] for found in names if not has_name(found[1], found[2])] == []
    assert paths or names


def test_every_room_has_its_page() -> None:
    pages = {path.removesuffix("/README.md").strip("/") for path in tree() if path.endswith("/README.md")}
    assert pages >= {*ROOMS}
