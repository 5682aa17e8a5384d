"""Imports run one way, nothing heavy is imported on the JSON path, and no module is out of reach of the install."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from solit.deals.formats import FORMATS

ROOT = Path(__file__).parent.parent
LEVELS = {"engine": 0, "deals": 1, "cli": 2}


def sources() -> list[Path]:
    return sorted(path for part in LEVELS for path in (ROOT / part).rglob("*.py"))


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            assert node.module is not None
            names.add(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_imports_run_one_way() -> None:
    for path in sources():
        part = path.relative_to(ROOT).parts[0]
        for name in imported(path):
            words = name.split(".")
            if words[0] == "solit" and len(words) > 1 and words[1] in LEVELS:
                assert LEVELS[words[1]] <= LEVELS[part], f"{path} imports {name}"


def test_the_engine_knows_no_json_and_no_terminal() -> None:
    for path in sorted((ROOT / "engine").rglob("*.py")):
        tops = {name.partition(".")[0] for name in imported(path)}
        assert not tops & {"json", "orjson", "rich", "typer"}, path


def test_no_command_imports_another() -> None:
    """What two commands share is in a room of its own."""
    for path in sorted((ROOT / "cli" / "commands").glob("*.py")):
        assert not [name for name in imported(path) if name.startswith("solit.cli.commands.")], path


def test_formats_are_formats() -> None:
    """Each file of the room is a format by its name, and knows no other; what they share is in `deals/notation`."""
    names = {name.replace("-", "_") for name in FORMATS}
    room = ROOT / "deals" / "formats"
    assert {path.stem for path in room.glob("*.py")} == {*names, "__init__"}
    for path in [*room.glob("[a-z]*.py"), *(ROOT / "deals" / "notation").glob("*.py")]:
        assert not [name for name in imported(path) if name.startswith("solit.deals.formats")], path


def test_nothing_private_is_imported() -> None:
    """Neither from libraries nor from one another's files."""
    for path in sources():
        for name in imported(path):
            words = name.split(".")
            private = [word for word in words if word[0] == "_" and word not in ("__future__", "_cython_shim")]
            assert not private, f"{path} imports {name}"


OF_A_FAMILY = {"Search", "Position", "Prospect"}
"""Nouns that each family of `engine/search` has its own form of."""


def test_no_two_classes_share_a_name() -> None:
    """One name, one meaning, wherever in the package it is read."""
    homes: dict[str, list[str]] = {}
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                home = path.relative_to(ROOT).as_posix()
                if not (node.name in OF_A_FAMILY and home.startswith("engine/search/")):
                    homes.setdefault(node.name, []).append(home)
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}
    assert OF_A_FAMILY.isdisjoint(homes)


SHARED = {
    "accepts": "a family's conditions", "build": "a game's file", "looks_like": "a format", "read": "a format",
    "write": "a format", "write_line": "a family's line", "page": "a page of HTML", "play": "retold, or at a table",
    "main": "a program's beginning", "has_rules": "a family's conditions", "names": "a registry", "find": "a registry",
    "shuffle": "our own, and any by its name", "is_red": "its compiled form",
}  # fmt: skip
"""Names that public functions of several modules share on purpose, with what they are in all of them."""


def test_few_functions_share_a_name() -> None:
    """A command is called as what it does in the library; other names that are shared are known."""
    homes: dict[str, list[str]] = {}
    for path in sources():
        if path.parent.name != "commands":
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef) and node.name[0] != "_":
                    homes.setdefault(node.name, []).append(path.relative_to(ROOT).as_posix())
    assert {name: files for name, files in homes.items() if len(files) > 1 and name not in SHARED} == {}


def test_no_module_is_called_utils() -> None:
    assert not [path for path in sources() if "util" in path.name or "helper" in path.name]


def imports_of(*arguments: str, given: str = "") -> set[str]:
    """The modules that a run of the command line imports."""
    code = (
        "import sys; from solit.cli.app import run; code = run(sys.argv[1:]);"
        "print(*sorted(sys.modules), file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], input=given, capture_output=True, text=True, check=True
    )
    return set(done.stderr.splitlines()[-1].split())


RECORD = '{"solit":1,"variant":"klondike","source":"solit:1","moves":"d d"}\n'


@pytest.mark.parametrize(
    "arguments",
    [["deal", "--seed", "1"], ["validate"], ["validate", "--events"], ["score"], ["moves"], ["rules", "--json"]],
)
def test_the_json_path_imports_nothing_heavy(arguments: list[str]) -> None:
    modules = imports_of(*arguments, given=RECORD)
    tops = {name.partition(".")[0] for name in modules}
    assert "orjson" in tops
    heavy = {"rich", "pygments", "pydantic", "markdown_it", "asyncio", "multiprocessing"}
    assert not tops & heavy
    assert not modules & {"importlib.metadata", "typer.rich_utils", "solit.cli.pictures.paint"}


def test_a_command_imports_no_other() -> None:
    modules = imports_of("deal", "--seed", "1")
    assert not modules & {f"solit.cli.commands.{name}" for name in ("show", "validate", "score", "moves", "rules")}
    assert "solit.engine.scoring" not in modules


def test_plain_pictures_need_no_rich() -> None:
    modules = imports_of("show", "--seed", "1")
    assert "rich" not in modules
