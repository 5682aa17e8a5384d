"""Numbers on the command line: each option has bounds, and one beyond them is wrong usage, never a fault."""

import json
from pathlib import Path

import pytest

from solit.cli.app import COMMANDS, build_command, run

NUMBERS = [
    (command, max(parameter.opts, key=len), getattr(parameter.type, "max", None))
    for command in COMMANDS
    for parameter in build_command(command).params
    if parameter.type.name.startswith(("int", "float"))
]
LONG = ("--jobs", "--count", "--memory", "--samples")
"""Options whose largest numbers are allowed, and take as long or as much."""


def arguments(command: str, option: str, number: object) -> list[str]:
    given = ["--seeds", "1..1", "--variant", "chinaman"] if command == "study" else []
    if option.startswith("--sample"):
        given += ["--player", "sampling"]
        given += ["--best"] * (command == "moves")
    if option == "--at-least":
        given += ["--goal", "score"]
    return [command, *given, f"{option}={number}"]


def test_all_numbers_have_bounds() -> None:
    assert {option for _, option, _ in NUMBERS} >= {
        "--nodes",
        "--sample-nodes",
        "--jobs",
        "--memory",
        "--timeout",
        "--at",
    }
    assert [one for one in NUMBERS if one[2] is None] == []


@pytest.mark.parametrize(("command", "option", "most"), NUMBERS)
def test_numbers_beyond_all_bounds(command: str, option: str, most: float, capfd: pytest.CaptureFixture[str]) -> None:
    for number in (2**64, -(2**64), "9" * 5000, "1e400", "nan"):
        assert run(arguments(command, option, number)) == 2
        out, err = capfd.readouterr()
        assert out == ""
        assert option in err or "is no number" in err


@pytest.mark.parametrize(("command", "option", "most"), [one for one in NUMBERS if one[1] not in LONG])
def test_the_largest_numbers_work(command: str, option: str, most: float, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(json.dumps({"solit": 1, "variant": "chinaman", "source": "solit:1", "moves": "d"}) + "\n")
    files = [str(path)] * (command not in ("study", "deal"))
    assert run([*arguments(command, option, most), *files]) in ((2,) if option in ("--at", "--line") else (0, 1, 3))
