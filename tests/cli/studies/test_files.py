"""The files of a study: none is another one of the same command, each is whole, and what becomes of them is said."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from ..conftest import SOLIT, Run

SOLVE = ("study", "--nodes", "500", "--timeout", "0")
LONG = ("study", "--player", "simple", "--seeds", "1..1000000")


def begun(path: Path, *args: str) -> "subprocess.Popen[bytes]":
    """A long study that has begun to write to the path."""
    process = subprocess.Popen(
        [SOLIT, *LONG, *args, "--out", str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    wait = time.monotonic() + 60
    while not (path.exists() and path.stat().st_size):
        assert process.poll() is None
        assert time.monotonic() < wait
        time.sleep(0.01)
    return process


@pytest.mark.parametrize("name", ["a.jsonl", "./a.jsonl", "link"])
def test_a_page_is_not_the_file_of_the_lines(solit: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / "a.jsonl"
    solit(*SOLVE, "--seeds", "1..3", "--out", str(path))
    (tmp_path / "link").hardlink_to(path)
    held = path.read_bytes()
    other = f"{tmp_path}/{name}"
    for args in (
        (*SOLVE, "--seeds", "1..4", "--out", str(path), "--html", other),
        ("study", "--report", str(path), "--html", other),
        ("study", "--report", str(path), "--out", other),
    ):
        done = solit(*args)
        assert (done.code, done.out) == (2, b"")
        assert "same file" in done.err
        assert path.read_bytes() == held


def test_stdout_is_a_file_too(solit: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    solit(*SOLVE, "--seeds", "1..3", "--out", str(path))
    held = path.read_bytes()
    with path.open("ab") as file:
        done = subprocess.run([SOLIT, "study", "--report", str(path)], stdout=file, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert path.read_bytes() == held


def test_a_dash_is_stdout(solit: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = solit(*SOLVE, "--seeds", "1..3", "--out", "-")
    assert [line["source"] for line in done.lines] == ["solit:1", "solit:2", "solit:3"]
    Path("a.jsonl").write_bytes(done.out)
    merged = solit("study", "--report", "a.jsonl", "--out", "-")
    assert merged.out == done.out
    assert '"count":3' in merged.err
    refused = solit("study", "--report", "a.jsonl", "--html", "-")
    assert (refused.code, refused.out) == (2, b"")
    assert os.listdir() == ["a.jsonl"]


def test_half_a_file_is_none(solit: Run, tmp_path: Path) -> None:
    """Where nothing more can be written, a merged file or a page is not there, and an old one is as it was."""
    path, page = tmp_path / "a.jsonl", tmp_path / "page.html"
    solit(*SOLVE, "--seeds", "1..30", "--out", str(path))
    page.write_text("old")
    for more in (("--out", str(tmp_path / "merged")), ("--html", str(page))):
        limited = ["bash", "-c", 'ulimit -f 4; trap "" XFSZ; exec "$@"', "bash"]
        command = [*limited, str(SOLIT), "study", "--report", str(path), *more]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 2, done.stderr
        assert "cannot write" in done.stderr
        assert sorted(os.listdir(tmp_path)) == ["a.jsonl", "page.html"]
        assert page.read_text() == "old"


def test_a_reader_of_stderr_that_has_left(tmp_path: Path) -> None:
    for more in ((), ("--plots",)):
        path = tmp_path / f"t{len(more)}.jsonl"
        command = f"exec {SOLIT} study --seeds 1..3 --nodes 1 --out {path} {' '.join(more)} 2> >(exec true)"
        done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
        assert done.returncode == 3
        assert json.loads(done.stdout)["unknown"] == 3


@pytest.mark.parametrize("how", ["removed", "replaced"])
def test_a_file_that_goes_while_a_study_runs(tmp_path: Path, how: str) -> None:
    path = tmp_path / "a.jsonl"
    process = begun(path)
    path.unlink()
    if how == "replaced":
        path.write_text("another\n")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert f"a.jsonl was {how} while the study wrote to it" in err.decode()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_says_what_is_there(solit: Run, tmp_path: Path, jobs: str) -> None:
    path = tmp_path / "a.jsonl"
    process = begun(path, "--jobs", jobs)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    count = path.read_bytes().count(b"\n")
    (told,) = [line for line in err.decode().splitlines() if line.startswith("solit: interrupted")]
    verb = "is" if count == 1 else "are"
    assert told == (f"solit: interrupted: {count:,} of 1,000,000 seeds {verb} in {path}; the same command goes on")
    again = solit("study", "--player", "simple", "--seeds", f"1..{count + 1}", "--out", str(path))
    assert f"going on after {count:,} of {count + 1:,} seeds" in again.err
