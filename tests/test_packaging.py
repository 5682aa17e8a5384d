"""What is installed: every module and its data, in compiled form where CI demands it."""

import json
import os
import re
import subprocess
import sys
import sysconfig
from importlib import metadata, resources
from pathlib import Path

import pytest

import solit
from solit.cli import version
from solit.cli.version import compilable_modules, is_compiled

ROOT = Path(__file__).parent.parent


def installed() -> metadata.Distribution:
    """The installed distribution, not what a build may have left in the source tree."""
    (found,) = metadata.distributions(name="solit", path=[sysconfig.get_path("purelib")])
    return found


def is_editable() -> bool:
    text = installed().read_text("direct_url.json")
    return bool(text and json.loads(text).get("dir_info", {}).get("editable"))


@pytest.mark.skipif(is_editable(), reason="an editable install lists no files")
def test_the_install_holds_every_module_and_nothing_else() -> None:
    wanted = {"solit/" + path.name for path in (ROOT / "cli" / "_root").iterdir() if path.suffix in (".py", ".typed")}
    suffixes = (".py", ".pyi", ".pxd", ".html", ".css", ".js")
    for part in ("engine", "deals", "cli"):
        for path in (ROOT / part).rglob("*"):
            inside = path.relative_to(ROOT)
            if (path.suffix in suffixes or path.match("pictures/*.svg")) and "_root" not in inside.parts:
                wanted.add("solit/" + inside.as_posix())
    files = installed().files or []
    found = {str(file) for file in files if str(file).startswith("solit/")}
    found = {name for name in found if not name.endswith((".pyc", ".so", ".pyd"))}
    assert found == wanted
    tops = {file.parts[0] for file in files if file.parts[0] != ".."}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"solit"}


@pytest.mark.parametrize("name", compilable_modules())
def test_compiled_modules(name: str) -> None:
    if not is_compiled(name) and not os.environ.get("SOLIT_REQUIRE_COMPILED"):
        pytest.skip(f"{name} runs uncompiled; SOLIT_REQUIRE_COMPILED=1 makes that a failure")
    assert is_compiled(name)


def test_a_mixture_of_forms_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "is_compiled", lambda name: not name.endswith("rng"))
    count = len(compilable_modules())
    assert version.form_text() == (
        f"compiled: {count - 1} of {count} modules; not solit.deals.rng: install solit again"
    )


def test_what_compiled_modules_share_goes_into_the_sdist() -> None:
    """The patterns of package data, which an sdist takes too, name every declaration file."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["solit.engine"]
    found = {path for pattern in patterns for path in (ROOT / "engine").glob(pattern)}
    assert found == set(ROOT.glob("[edc]*/**/*.pxd")) != set()


def test_every_extension_has_a_stub_and_is_demanded() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extensions = {module["name"] for module in project["tool"]["setuptools"]["ext-modules"]}
    assert extensions == set(compilable_modules())


def test_every_package_is_listed() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = {"solit"}
    for part in ("engine", "deals", "cli"):
        for path in (ROOT / part).rglob("__init__.py"):
            words = path.parent.relative_to(ROOT).parts
            if "_root" not in words:
                packages.add(".".join(("solit", *words)))
    assert set(project["tool"]["setuptools"]["packages"]) == packages


def test_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", solit.__version__)
    done = subprocess.run([sys.executable, "-m", "solit", "--version"], capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    assert first == f"solit {solit.__version__}"
    count = len(compilable_modules())
    assert second in (
        f"compiled: all {count} modules",
        f"compiled: none of {count} modules, they run as plain Python",
    )
    assert f"## {solit.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_data_files() -> None:
    assert resources.files("solit").joinpath("py.typed").is_file()
    assert "{matrix}" in resources.files("solit.cli.pictures").joinpath("terminal.svg").read_text(encoding="utf-8")


def test_the_top_level_holds_what_the_design_says() -> None:
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip("not a git work tree")
    tops = {line.partition("/")[0] for line in done.stdout.splitlines()}
    assert {"engine", "deals", "cli", "tests"} == {top for top in tops if "." not in top} - {"LICENSE"}
