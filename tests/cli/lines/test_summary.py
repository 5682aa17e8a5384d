"""Tables and counts at the end."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from solit.cli.lines import summary
from solit.cli.lines.summary import ValidationSummary

from ..conftest import SOLIT, Run, all_that_is_shown


def test_foreign_codes_are_capped_alike_in_any_number_of_processes(solit: Run) -> None:
    lines = "".join([f'{{"error":{{"code":"c{n}"}}}}\n' for n in range(25_000)])
    one, two = (solit("validate", "--summary", "-j", jobs, given=lines) for jobs in "12")
    assert one.code == two.code == 2
    assert one.err == two.err
    assert "and 24,900 more" in one.err
    assert len(one.err.splitlines()) == summary.MOST_CODES + 7


def test_own_statuses_are_not_capped() -> None:
    table = ValidationSummary()
    for n in range(3 * summary.MOST_CODES):
        table.see({"error": {"code": f"c{n}"}}, 2)
    table.see({"variant": "klondike", "validation": {"valid": True, "status": "won"}}, 0)
    table.see({"error": {"code": ["no", "text"]}}, 2)
    counts = table.take()
    table.add(counts)
    table._fold()
    assert table.counts["", "klondike", "won", ""] == 1
    assert table.counts["", "-", "unreadable", "and more"] == 2 * summary.MOST_CODES + 1
    assert table.counts.total() == 3 * summary.MOST_CODES + 2


def rows(told: str) -> list[list[str]]:
    return [line.split() for line in told.splitlines()[4:] if line.strip()]


def test_tables_by_a_key(solit: Run, games: list[dict[str, Any]]) -> None:
    chinese = next(game for game in games if game["variant"] == "chinese")
    given = [{**chinese, "_player": name} for name in ("bob", "al\x1bce", "bob")]
    given += [chinese, {**chinese, "_player": ["x"]}, {**chinese, "_player": "bob", "solit": 2}]
    for jobs in "12":
        told = solit("validate", "--summary", "--by", "_player", "-j", jobs, given=given).err
        assert rows(told) == [
            ["-", "chinese", "won", "1"],
            ['["x"]', "chinese", "won", "1"],
            ["al\\x1bce", "chinese", "won", "1"],
            ["bob", "chinese", "unreadable", "version", "1"],
            ["bob", "chinese", "won", "2"],
            ["all", "6"],
        ]
        told = solit("score", "--summary", "--by", "_player", "-j", jobs, given=given).err
        assert [row[:4] for row in rows(told)] == [
            ["-", "chinese", "cards", "1"],
            ['["x"]', "chinese", "cards", "1"],
            ["al\\x1bce", "chinese", "cards", "1"],
            ["bob", "chinese", "cards", "2"],
        ]
    assert solit("validate", "--by", "_player", given=given).code == 2
    assert solit("score", "--by", "_player", given=given).code == 2


def test_values_of_a_key_are_capped() -> None:
    table = ValidationSummary("_player")
    for n in range(summary.MOST_GROUPS + 5):
        table.see({"_player": f"p{n}", "variant": "klondike", "validation": {"valid": True, "status": "open"}}, 0)
    table._fold()
    table._fold()  # changes nothing any more
    assert table.counts["and more", "klondike", "open", ""] == 5
    assert len(table.counts) == summary.MOST_GROUPS + 1


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("validate", "4 lines: 1 fine, 3 not (1 no, 2 unreadable)"),
        ("validate -j 2", "4 lines: 1 fine, 3 not (1 no, 2 unreadable)"),
        ("convert", "4 lines: 1 fine, 3 not (1 no, 2 unreadable)"),
        ("moves -q", ""),
        ("show", ""),
    ],
)
def test_a_person_is_told_how_many_were_fine(
    tmp_path: Path, games: list[dict[str, Any]], command: str, told: str
) -> None:
    pty = pytest.importorskip("pty")
    path = tmp_path / "games"
    records = [games[0], {**games[0], "moves": "t1-t2"}, {**games[0], "solit": 2}, {"error": 1}]
    path.write_text("\n".join(map(json.dumps, records)))
    for stdout in (subprocess.DEVNULL, subprocess.PIPE):
        ours, theirs = pty.openpty()
        subprocess.run([SOLIT, *command.split(), path], stdout=stdout, stderr=theirs, check=False, timeout=60)
        os.close(theirs)
        shown = all_that_is_shown(ours).decode()
        lines = [line for line in shown.splitlines() if "fine" in line]
        assert lines == ([f"solit: {told}"] if told and stdout == subprocess.DEVNULL else [])
