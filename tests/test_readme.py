"""Every block of the README, run in a folder of its own; the set-up blocks are run by `.ci/run`."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from solit.engine import variants
from solit.engine.moves import GRAMMAR

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?:<!-- (.*?) -->\n)?```(\w+)\n(.*?)```", README, flags=re.DOTALL)
SET_UP = ("install", "test")
BIN = Path(sys.executable).parent


def surroundings() -> dict[str, str]:
    env = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80", "PYTHONUTF8": "1"}
    env.pop("FORCE_COLOR", None)
    return env


def test_every_block_has_a_known_language() -> None:
    assert {language for _, language, _ in BLOCKS} == {"bash", "python", "text"}
    assert README.count("```") == 2 * len(BLOCKS)


def test_it_names_every_game_and_every_kind_of_move() -> None:
    assert [name for name in variants() if f"**{name}**" not in README.lower()] == []
    assert [form.example for form in GRAMMAR if f"`{form.example}`" not in README] == []


def test_bash_blocks(tmp_path: Path) -> None:
    """In the order of the README, all in one folder."""
    count = 0
    for mark, language, text in BLOCKS:
        if language == "bash" and mark not in SET_UP:
            done = subprocess.run(
                ["bash", "-eu", "-c", text],  # as in a shell, the end of a pipe decides
                cwd=tmp_path,
                env=surroundings(),
                capture_output=True,
                text=True,
                timeout=300,
            )
            assert done.returncode == 0, f"{text}\n{done.stderr}"
            for fault in ("Traceback", "solit: ", "Usage: ", "jq: ", "not found"):
                assert fault not in done.stderr, f"{text}\n{done.stderr}"
            assert done.stdout, text
            count += 1
    assert count >= 7


@pytest.mark.parametrize("text", [text for _, language, text in BLOCKS if language == "python"])
def test_python_blocks(text: str, tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_pictures_are_what_the_command_shows() -> None:
    pictures = [(mark, text) for mark, language, text in BLOCKS if mark.startswith("picture: ")]
    assert pictures
    for mark, text in pictures:
        command = mark.removeprefix("picture: ")
        done = subprocess.run(["bash", "-c", command], env=surroundings(), capture_output=True, text=True, check=True)
        assert done.stdout == text


def test_the_set_up_blocks_are_marked_and_use_a_virtual_environment() -> None:
    marked = {mark: text for mark, language, text in BLOCKS if mark in SET_UP}
    assert set(marked) == set(SET_UP)
    for text in marked.values():
        assert len(text.strip().splitlines()) == 1
        assert ".venv/bin/" in text
    assert marked["install"].startswith("python3 -m venv .venv && ")


def test_linked_files_exist() -> None:
    for path in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / path).is_file(), path
