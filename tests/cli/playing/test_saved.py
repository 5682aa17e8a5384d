"""The line of a game in its file: whole at every moment, and nobody else's line touched."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from solit.cli.lines.streams import OutputFault
from solit.cli.playing.saved import SavedGame


def lines_of(path: Path) -> list[Any]:
    data = path.read_bytes()
    assert data.endswith(b"\n")
    return [json.loads(line) for line in data.splitlines()]


def test_one_line_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    saved = SavedGame(str(path))
    assert not path.exists()
    for number in range(3):
        saved.save({"n": number})
        assert lines_of(path) == [{"n": number}]
    saved.close()
    other = SavedGame(str(path))
    other.save({"n": "other"})
    assert lines_of(path) == [{"n": 2}, {"n": "other"}]
    saved.save({"n": 3})
    other.save({"n": "more"})
    assert lines_of(path) == [{"n": 3}, {"n": "more"}]
    assert os.listdir(tmp_path) == ["games.jsonl"]


def test_a_line_that_others_moved_is_found_and_one_that_is_gone_appended(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    saved = SavedGame(str(path))
    saved.save({"n": 1})
    path.write_bytes(b'{"first":1}\n{"n":1}\n{"last":1}')
    saved.save({"n": 2})
    assert lines_of(path)[:2] == [{"first": 1}, {"n": 2}]
    path.write_bytes(b'{"last":1}')
    saved.save({"n": 3})
    assert lines_of(path) == [{"last": 1}, {"n": 3}]


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_a_line_that_is_there_is_gone_on_with(tmp_path: Path, end: bytes) -> None:
    path = tmp_path / "games.jsonl"
    line = b'{ "solit": 1 }' + end.rstrip(b"\n")
    path.write_bytes(b"\xef\xbb\xbf" + line + end[-1:])
    saved = SavedGame(str(path), line)
    saved.save({"n": 1})
    saved.save({"n": 2})
    assert lines_of(path) == [{"n": 2}]


def test_links_and_permissions_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "games.jsonl", tmp_path / "link"
    path.write_bytes(b"{}\n")
    path.chmod(0o640)
    link.symlink_to(path)
    SavedGame(str(link)).save({"n": 1})
    assert link.is_symlink() and path.stat().st_mode & 0o777 == 0o640
    assert lines_of(path) == [{}, {"n": 1}]


def test_what_can_not_be_written_is_refused_before_the_game(tmp_path: Path) -> None:
    packed = tmp_path / "games.jsonl.gz"
    packed.write_bytes(b"\x1f\x8b1234")
    with pytest.raises(OutputFault, match="it is gzipped"):
        SavedGame(str(packed))
    with pytest.raises(OutputFault, match="cannot write"):
        SavedGame(str(tmp_path / "no" / "folder.jsonl"))
    assert packed.read_bytes() == b"\x1f\x8b1234"


def test_a_failed_write_leaves_the_file_and_the_next_one_makes_up_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    saved = SavedGame(str(path))
    saved.save({"n": 1})
    with monkeypatch.context() as patch:

        def full(*_args: Any) -> None:
            raise OSError(28, "No space left on device")

        patch.setattr(os, "fsync", full)
        with pytest.raises(OutputFault, match="No space left"):
            saved.save({"n": 2})
    assert lines_of(path) == [{"n": 1}]
    saved.save({"n": 3})
    assert lines_of(path) == [{"n": 3}]
    assert os.listdir(tmp_path) == ["games.jsonl"]
