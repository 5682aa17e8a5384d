"""What `import solit` offers."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

import solit

GAME = {"solit": 1, "variant": "klondike", "source": "solit:2", "moves": "d d", "_note": 1, "validation": {}}


def test_records_are_read_from_lines(tmp_path: Path) -> None:
    lines = [json.dumps(GAME), "", "[1]", "{", json.dumps({**GAME, "deck": "AC"}), '{"error":{}}', json.dumps(GAME)]
    path = tmp_path / "games.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    faults: list[solit.RecordError] = []
    records = list(solit.read(path, faults.append))
    assert [(fault.where["line"], fault.code) for fault in faults] == [
        (3, "not-an-object"), (4, "json"), (5, "deck"), (6, "has-error"),
    ]  # fmt: skip
    assert [record.source for record in records] == ["solit:2", "solit:2"]
    assert records[0].first_state() == solit.engine.deal(records[0].game, records[0].deck or ())
    with pytest.raises(solit.RecordError) as caught:
        list(solit.read(path))
    assert caught.value.where["line"] == 3
    with pytest.raises(OSError, match="cannot read"):
        next(solit.read(tmp_path / "none"))


def test_standard_input_is_read(tmp_path: Path) -> None:
    code = "import solit; print(*[solit.judge(record).status for record in solit.read()])"
    given = f"{json.dumps(GAME)}\n" * 2
    done = subprocess.run([sys.executable, "-c", code], input=given, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("open open\n", "")


def test_a_judged_record() -> None:
    judged = solit.judge(GAME)
    assert (judged.status, judged.error, judged.source, judged.entries) == ("open", None, "checked", 2)
    assert judged.score().total == 0
    later = solit.judge({**GAME, "moves": "d d t1-t1"})
    assert later.error is not None and later.error.code == "same-place"
    assert judged.legal == later.legal  # what was told of the first game stays true
    assert [state.passes for state in judged.positions()] == [1, 1, 1]


def test_names_are_imported_when_they_are_used() -> None:
    code = "import sys, solit; print('solit.engine' in sys.modules); print(solit.engine.build_game('chinese').title)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split()[0] == "False"
    for name in dir(solit):
        assert getattr(solit, name) is not None
    with pytest.raises(AttributeError):
        solit.nothing  # noqa: B018
