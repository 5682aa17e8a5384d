"""`solit study`: lines, summaries, files that go on, parts that are merged, pages."""

import json
import os
import re
import signal
import subprocess
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from solit.engine import parse_move, parse_record, replay
from solit.engine.rules import variants
from solit.engine.statistics import clopper_pearson, wilson

from ..conftest import SOLIT, Run, all_that_is_shown

SOLVE = ("study", "--nodes", "2000", "--timeout", "0")


def read(path: Path) -> list[Any]:
    text = path.read_text()
    assert text == "" or text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def plain(line: dict[str, Any]) -> dict[str, Any]:
    """A line without its times."""
    line = {**line}
    line.pop("_ms", None)
    if "solution" in line:
        line["solution"] = {name: value for name, value in line["solution"].items() if not name.endswith("ms")}
    return line


def by_seed(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted([plain(line) for line in lines], key=lambda line: int(line["source"][6:]))


def test_solver_lines_and_summary(solit: Run) -> None:
    done = solit(*SOLVE, "--seeds", "1..30", "--variant", "klondike")
    assert [line["source"] for line in done.lines] == [f"solit:{seed}" for seed in range(1, 31)]
    deals = solit("deal", "--seeds", "1..30").lines
    for line, deal in zip(done.lines, deals, strict=True):
        solution, study = line.pop("solution"), line.pop("study")
        assert line == deal
        assert study["player"] == "solver"
        assert study["limits"] == {"nodes": 2000, "memory": 2000}
        assert (solution["verdict"] == "unknown") is ("limit" in solution)
        if solution["verdict"] == "won":
            record = parse_record(line)
            moves = [parse_move(word) for word in solution["moves"].split()]
            assert replay(record.game, record.first_state(), moves).status == "won"
    summary = json.loads(done.err.splitlines()[-1])
    counts = {name: summary[name] for name in ("won", "unwinnable", "unknown")}
    assert sum(counts.values()) == 30 == summary["seeds"]["count"]
    assert counts["unknown"] > 0
    assert done.code == 3
    low, high = counts["won"], counts["won"] + counts["unknown"]
    assert summary["wilson"] == pytest.approx([wilson(low, 30).low, wilson(high, 30).high], abs=1e-6)
    expected = [clopper_pearson(low, 30).low, clopper_pearson(high, 30).high]
    assert summary["clopper_pearson"] == pytest.approx(expected, abs=1e-6)
    assert summary["ms"]["p99"] <= summary["ms"]["max"]
    assert "undecided as lost" in done.err


@pytest.mark.parametrize("variant", variants())
@pytest.mark.parametrize("player", [("simple",), ("sampling", "--samples", "2")])
def test_players(solit: Run, variant: str, player: tuple[str, ...]) -> None:
    done = solit("study", "--variant", variant, "--seeds", "5..8", "-q", "--player", *player)
    assert done.code == 0
    assert done.err == ""
    for line in done.lines:
        given = {name: line[name] for name in ("solit", "variant", "options", "deck", "source", "moves")}
        judged = solit("validate", given=[given]).line
        scored = solit("score", given=[given]).line
        assert line["validation"] == judged["validation"]
        assert line["score"] == scored["score"]
        assert line["study"]["player"] == player[0]
    assert done.lines[0]["study"] == done.lines[-1]["study"]


def test_lines_keep_the_schema(solit: Run, games: list[dict[str, Any]]) -> None:
    schema = Draft202012Validator(json.loads(solit("rules", "--schema").out))
    lines = solit(*SOLVE, "--seeds", "1..12", "-q").lines
    lines += solit("study", "--player", "sampling", "--samples", "1", "--seeds", "1..2", "-q").lines
    lines += solit(*SOLVE, "--shuffle", "ms", "--seeds", "1..2", "-q").lines
    lines += solit("analyse", "--every-move", "--nodes", "500", given=[*lines, *games]).lines
    assert {name for line in lines for name in line} >= {"analysis", "study", "solution", "score"}
    for line in lines:
        assert [fault.message for fault in schema.iter_errors(line)] == []
    # lines of a study are records that every command reads
    assert solit("validate", given=lines).code == 0


def test_jobs_change_nothing(solit: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    first = solit(*SOLVE, "--seeds", "1..60", "--out", str(one))
    second = solit(*SOLVE, "--seeds", "1..60", "--out", str(two), "--jobs", "2")
    assert first.code == second.code == 3
    assert by_seed(read(one)) == by_seed(read(two))
    same = ("won", "unwinnable", "unknown", "wilson", "nodes", "seeds", "study")
    assert {name: first.line[name] for name in same} == {name: second.line[name] for name in same}


def test_goes_on_where_it_stopped(solit: Run, tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    args = ("study", "--variant", "suspense", "--player", "simple", "--out", str(path))
    solit(*args, "--seeds", "1..10")
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:6]) + lines[6][:100])  # torn
    done = solit(*args, "--seeds", "1..10")
    assert [line["source"] for line in read(path)] == [f"solit:{seed}" for seed in range(1, 11)]
    assert path.read_bytes().splitlines(keepends=True)[:6] == lines[:6]
    assert done.line["seeds"] == {"count": 10, "first": "1", "last": "10", "missing": 0}
    again = solit(*args, "--seeds", "3..7")
    assert {**again.line, "made": None} == {**done.line, "made": None}
    more = solit(*args, "--seeds", "9..12")
    assert more.line["seeds"]["count"] == 12


def test_another_study_is_refused(solit: Run, tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    args = ("study", "--seeds", "1..3", "--out", str(path))
    assert solit(*args, "--nodes", "500").code in (0, 3)
    held = path.read_bytes()
    for other in (("--nodes", "501"), ("--nodes", "500", "-o", "draw=1"), ("--player", "simple")):
        done = solit(*args, *other)
        assert done.code == 2
        assert done.err.count("\n") == 1
        assert "belongs to another study" in done.err
        assert path.read_bytes() == held
    # what is a default is no other study
    assert solit(*args, "--nodes", "500", "-o", "draw=3").code in (0, 3)


@pytest.mark.parametrize("text", [b"hello", b"hello\n", b'{"solit":1}\n', b'{"solit":1,"variant":"chinese","opt'])
def test_other_files_are_left_alone(solit: Run, tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "notes"
    path.write_bytes(text)
    done = solit(*SOLVE, "--seeds", "1..3", "--out", str(path))
    assert done.code == 2
    assert path.read_bytes() == text


def test_unwritable_files(solit: Run, tmp_path: Path) -> None:
    done = solit(*SOLVE, "--seeds", "1..3", "--out", str(tmp_path / "no" / "file"))
    assert (done.code, done.err.count("\n")) == (2, 1)
    done = solit(*SOLVE, "--seeds", "1..3", "--out", "/dev/full")
    assert (done.code, done.err.count("\n")) == (2, 1)
    done = solit(*SOLVE, "--seeds", "1..3", "--html", str(tmp_path / "no" / "page"))
    assert (done.code, done.out, done.err.count("\n")) == (2, b"", 1)  # before the work
    done = solit(*SOLVE, "--seeds", "1..3", "--html", "/dev/full")
    assert done.code == 2
    assert len(done.lines) == 3
    assert '"count":3' in done.err  # the summary is not lost


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_one_study_at_a_time(solit: Run, tmp_path: Path, jobs: str) -> None:
    path = tmp_path / "study.jsonl"
    args = ("study", "--player", "simple", "--out", str(path))
    first = subprocess.Popen([SOLIT, *args, "--seeds", "1..1000000", "--jobs", jobs, "-q"])
    try:
        while not (path.exists() and path.stat().st_size):
            assert first.poll() is None
            time.sleep(0.01)
        done = solit(*args, "--seeds", "1..3")
        assert (done.code, done.out) == (2, b"")
        assert "another study is writing to it" in done.err
        first.send_signal(signal.SIGINT)
        assert first.wait(60) == 130
    finally:
        first.kill()
        first.wait()
    lines = read(path)
    assert solit(*args, "--seeds", "1..3").line["seeds"]["count"] == len(lines)


def test_parts_are_merged(solit: Run, tmp_path: Path) -> None:
    names = [str(tmp_path / name) for name in ("a", "b", "c", "whole", "merged")]
    for name, seeds in zip(names, ("1..6", "5..12", "20..22", "1..12"), strict=False):
        solit(*SOLVE, "--seeds", seeds, "--out", name)
    done = solit("study", "--report", names[0], names[1], "--out", names[4])
    assert done.line["overlap"] == 2
    assert "2 seeds stand in the parts more than once and count once: 5..6" in done.err
    assert by_seed(read(Path(names[4]))) == by_seed(read(Path(names[3])))
    apart = solit("study", "--report", names[0], names[2])
    assert apart.line["seeds"] == {"count": 9, "first": "1", "last": "22", "missing": 13}
    assert "overlap" not in apart.line
    assert solit("study", "--report", names[0], "--out", names[1]).code == 2  # never over a file that is there


def test_spoiled_lines_are_refused_by_number(solit: Run, tmp_path: Path) -> None:
    path, page = tmp_path / "a.jsonl", tmp_path / "page.html"
    args = (*SOLVE, "--seeds", "1..6", "--out", str(path))
    solit(*args)
    lines = read(path)
    lines[1]["solution"]["verdict"] = "Won"
    lines[3]["study"]["options"] = 5
    text = "".join([json.dumps(line) + "\n" for line in lines]) + "\nno JSON\n"
    path.write_text(text)
    done = solit("study", "--report", str(path), "--html", str(page), "--out", str(tmp_path / "good.jsonl"))
    assert done.code == 2
    assert done.line["seeds"]["count"] == 4
    told = [line for line in done.err.splitlines() if line.startswith("solit: ")]
    assert [re.search(r"line ([0-9]+),", line)[1] for line in told] == ["2", "4", "8"]  # type: ignore[index]
    assert "solution.verdict is not one of won, unwinnable, unknown; the line does not count" in told[0]
    assert [line["source"] for line in read(tmp_path / "good.jsonl")] == ["solit:1", "solit:3", "solit:5", "solit:6"]
    # the same where the study goes on: the seeds of refused lines are done again
    again = solit(*args)
    assert (again.code, again.line["seeds"]["count"]) == (2, 6)
    assert "going on after 4 of 6 seeds" in again.err
    assert [line for line in again.err.splitlines() if "does not count" in line] == told
    assert path.read_text().startswith(text)
    assert [json.loads(line)["source"] for line in path.read_text().splitlines()[-2:]] == ["solit:2", "solit:4"]


def test_many_refused_lines_are_counted(solit: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    solit(*SOLVE, "--seeds", "1..1", "--out", str(path))
    for text in ("{}\n" * 500 + path.read_text(), path.read_text() + "{}\n" * 500):
        path.write_text(text)
        for args in (
            ("--report", str(path)),
            ("--nodes", "2000", "--timeout", "0", "--seeds", "1..1", "--out", str(path)),
        ):
            done = solit("study", *args)
            assert (done.code, done.line["seeds"]["count"]) == (2, 1)
            assert len(re.findall("does not count", done.err)) == 20
            assert re.search(r"and (480|980) more lines do not count", done.err)
    path.write_text("{}\n" * 3)
    assert solit("study", "--report", str(path)).code == 2


def test_a_failed_seed_is_told_and_done_again(solit: Run, tmp_path: Path) -> None:
    path, page = tmp_path / "a.jsonl", tmp_path / "page.html"
    args = (*SOLVE, "--seeds", "1..4", "--out", str(path))
    solit(*args)
    whole = read(path)
    broken = {name: value for name, value in whole[1].items() if name != "solution"}
    broken["error"] = {"code": "worker-killed", "message": "it was killed"}
    path.write_text("".join([json.dumps(line) + "\n" for line in (whole[0], broken, *whole[2:])]))
    done = solit("study", "--report", str(path), "--html", str(page), "--plots")
    assert (done.code, done.line["failed"], done.line["seeds"]["count"]) == (2, 1, 4)
    again = solit(*args)
    assert again.code in (0, 3)
    assert "failed" not in again.line
    assert by_seed(read(path)[4:]) == by_seed([whole[1]])
    assert solit("study", "--report", str(path)).line["seeds"]["count"] == 4


def test_a_decided_verdict_goes_before_an_undecided_one(solit: Run, tmp_path: Path) -> None:
    path, other = tmp_path / "a", tmp_path / "b"
    solit(*SOLVE, "--seeds", "1..12", "--out", str(path))
    lines = read(path)
    unknown = next(line for line in lines if line["solution"]["verdict"] == "unknown")
    unknown["solution"] = {"verdict": "unwinnable", "nodes": 9, "ms": 1.0}
    other.write_text(json.dumps(unknown) + "\n")
    before = solit("study", "--report", str(path)).line
    after = solit("study", "--report", str(path), str(other)).line
    assert after["unknown"] == before["unknown"] - 1
    assert after["unwinnable"] == before["unwinnable"] + 1
    won = next(line for line in lines if line["solution"]["verdict"] == "won")
    won["solution"] = {"verdict": "unwinnable", "nodes": 9, "ms": 1.0}
    other.write_text(json.dumps(won) + "\n")
    done = solit("study", "--report", str(path), str(other))
    assert done.code == 2
    assert "an earlier line won" in done.err


def test_the_page_needs_no_network(solit: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = solit(*SOLVE, "--seeds", "1..40", "--html", str(page), "--plots")
    text = page.read_text()
    assert not re.search(r"https?:|//|@import|<script|<link|src=", text)
    drawings = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(drawings) == 2
    for drawing in drawings:
        ElementTree.fromstring(drawing)
    assert "win rate as the seeds go by" in done.err
    assert "time a seed" in done.err
    assert "scores" not in done.err
    played = solit("study", "--player", "simple", "--seeds", "1..40", "--html", str(page), "--plots")
    assert page.read_text().count("<svg") == 3
    assert "Scores" in page.read_text()
    assert "\nscores\n" in played.err
    assert max([len(line) for line in done.err.splitlines() if not line.startswith("{")]) <= 80


def test_summaries_say_how_they_were_made(solit: Run, tmp_path: Path) -> None:
    path, page = tmp_path / "a.jsonl", tmp_path / "page.html"
    args = ("study", "--player", "simple", "--seeds", f"{2**64 - 2}..{2**64 - 1}", "--out", str(path))
    told = solit(*args, "--html", str(page)).line
    assert told["seeds"] == {"count": 2, "first": str(2**64 - 2), "last": str(2**64 - 1), "missing": 0}
    made = told["made"]
    assert list(made) == ["version", "commit", "compiled", "python", "processor", "jobs", "command", "date"]
    assert made["jobs"] == 1
    assert made["command"] == " ".join(["solit", *args, "--html", str(page)])
    assert re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z", made["date"])
    assert made["python"] in page.read_text()
    assert solit("study", "--report", str(path)).line["made"]["jobs"] is None


def test_seeds_of_other_programs(solit: Run, tmp_path: Path) -> None:
    path, page = tmp_path / "a.jsonl", tmp_path / "page.html"
    args = (*SOLVE, "--shuffle", "klondike-solver", "--seeds", "-3..5", "--out", str(path))
    done = solit(*args, "--html", str(page))
    assert done.line["study"]["shuffle"] == "klondike-solver"
    assert done.line["seeds"] == {"count": 9, "first": "-3", "last": "5", "missing": 0}
    assert "klondike-solver" in page.read_text()
    deals = solit("deal", "--shuffle", "klondike-solver", "--seeds", "-3..5").lines
    assert [(line["source"], line["deck"]) for line in read(path)] == [(deal["source"], deal["deck"]) for deal in deals]
    assert solit(*args).line["seeds"]["count"] == 9
    assert solit("validate", str(path)).code == 0
    ours = solit(*SOLVE, "--seeds", "1..2", "--out", str(path))
    assert ours.code == 2
    assert "shuffle klondike-solver, not none" in ours.err
    played = solit("study", "--shuffle", "ms", "--seeds", "5..6", "--player", "simple", "-q")
    assert [line["source"] for line in played.lines] == ["ms:5", "ms:6"]


def test_lists_of_seeds(solit: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    done = solit(*SOLVE, "--seeds", "7,1..3,2..4,12,9..9", "--out", str(path))
    assert [int(line["source"][6:]) for line in read(path)] == [1, 2, 3, 4, 7, 9, 12]
    assert done.line["seeds"] == {"count": 7, "first": "1", "last": "12", "missing": 5}
    again = solit(*SOLVE, "--seeds", "5,7..9", "--out", str(path))
    assert "going on after 2 of 4 seeds" in again.err
    assert [int(line["source"][6:]) for line in read(path)][7:] == [5, 8]


def test_progress_on_a_terminal(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [str(SOLIT), *SOLVE, "--seeds", "1..120", "--jobs", "2", "--out", str(tmp_path / "study.jsonl")]
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs, env=env)
    os.close(theirs)
    told = all_that_is_shown(ours)
    assert process.wait() == 3
    plain_text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", told.decode())
    assert re.search(r"[0-9]+/120 [0-9.]+/s .*won [0-9.]+% to [0-9.]+%", plain_text)
    assert "Traceback" not in plain_text


@pytest.mark.parametrize(
    "args",
    [
        ("--seeds", "5..1"),
        ("--seeds", "-1..5"),
        ("--seeds", "1..5,"),
        ("--seeds", "1..5,x"),
        ("--seeds", "1..5,7..6"),
        ("--seeds", f"1,{2**64}"),
        ("--seeds", "1..2", "--shuffle", "nobodys"),
        ("--seeds", "0..1", "--shuffle", "ms"),
        ("--seeds", "1..2", "--shuffle", "ms", "--variant", "suspense"),
        ("--report", "x.jsonl", "--shuffle", "ms"),
        (),
        ("--seeds", "1..2", "--player", "nobody"),
        ("--seeds", "1..2", "x.jsonl"),
        ("--report",),
        ("--report", "no-such-file"),
        ("--seeds", "1..2", "--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"),
        ("--seeds", "1..2", "-o", "draw=2"),
        ("--seeds", "1..2", "--player", "simple", "--timeout", "3"),
        ("--seeds", "1..2", "--player", "sampling", "--nodes", "3"),
        ("--seeds", "1..2", "--player", "simple", "--samples", "3"),
        ("--seeds", "1..2", "--sample-nodes", "3"),
        ("--report", "--player", "simple", "x.jsonl"),
        ("--report", "--seeds", "1..2", "x.jsonl"),
        ("--seeds", "1..2", "--variant", "bridge"),
    ],
)
def test_wrong_usage(solit: Run, args: tuple[str, ...]) -> None:
    done = solit("study", *args)
    assert (done.code, done.out) == (2, b"")
    assert done.err
