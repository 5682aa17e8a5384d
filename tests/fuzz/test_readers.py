"""Every command into a reader that leaves, into closed streams and onto a full disk."""

import json
import re
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from solit.cli.app import COMMANDS

from .games import well_formed
from .process import SOLIT, Ran, check_ran, surroundings
from .sizes import dice, sized
from .spoil import any_line

FORMS = (
    "deal --seeds 1..3000",
    "deal --seed 1 --layout",
    "deal --shuffle greenfelt --seeds 1..20",
    "show",
    "show --seed 1 --at all",
    "show --at all",
    "validate",
    "validate --summary",
    "validate --summary -j 2",
    "score",
    "score --summary",
    "moves",
    "standings",
    "play --seed 2 --lines",
    "solve --nodes 20 --memory 20",
    "solve --nodes 20 --memory 20 -j 2",
    "analyse --nodes 3 --memory 20",
    "analyse --show --nodes 3 --memory 20",
    "study --variant suspense --player simple --seeds 1..20",
    "study --variant suspense --player simple --seeds 1..20 -j 2",
    "study --variant suspense --player simple --seeds 1..20 --plots",
    "study --variant suspense --player simple --seeds 1..20 --out {folder}/out.jsonl",
    "study --variant chinese --nodes 50 --memory 20 --seeds 1..5",
    "rules",
    "rules suspense --json",
    "rules --schema",
    "convert",
    "convert --from solit --to klondike-solver",
    "--help",
    "--version",
    "validate --help",
)
STDERR = ("2>&-", "2> /dev/full", "2> >(exec true)", "2> >(head -n 1 > /dev/null)")
FEW = ("deal --seeds 1..3000", "validate --summary -j 2", "show")
EACH = [pytest.param(form, marks=() if form in FEW else pytest.mark.slow) for form in FORMS]


def test_every_command_is_here() -> None:
    assert {form.split()[0] for form in FORMS} >= set(COMMANDS)


@cache
def given() -> bytes:
    """Good games and spoiled lines; more than a pipe holds."""
    rng = dice("readers")
    good = [json.dumps(well_formed(rng)).encode() for _ in range(30)]
    return b"\n".join([*good, *[any_line(rng, number) for number in range(20)], *good]) + b"\n"


def shell(form: str, folder: Path, streams: str) -> Ran:
    """Run a command in a shell with its streams as the shell's words say; stdout and stderr are what came of it.

    The exit code is that of `solit` itself, whatever stands behind it.
    """
    folder.mkdir(exist_ok=True)
    path, code = folder / "in", folder / "code"
    path.write_bytes(given())
    text = f'{{ "$0" "$@" < {path}; echo $? > {code}; }} {streams}'
    words = [SOLIT, *form.format(folder=folder).split()]
    done = subprocess.run(["bash", "-c", text, *words], capture_output=True, env=surroundings(), timeout=120)
    ran = Ran(int(code.read_text()), done.stdout, done.stderr.decode("utf-8", "backslashreplace"))
    check_ran(words, ran.code, ran.err)
    return ran


def untimed(form: str, data: bytes) -> object:
    """What a command wrote, but for times and the order in which seeds come."""
    return sorted(re.sub(rb'("_?(cpu_)?ms":|"date":)("[^"]*"|[0-9.e-]+|\{[^}]*\})', b"", data).splitlines())


@pytest.fixture
def whole(tmp_path: Path) -> Callable[[str], Ran]:
    """What a command says when all its streams are read."""
    return lambda form: shell(form, tmp_path / "whole", "")


@pytest.mark.parametrize("form", EACH)
def test_a_reader_that_leaves_is_no_fault(form: str, whole: Callable[[str], Ran], tmp_path: Path) -> None:
    wanted = whole(form)
    left = shell(form, tmp_path / "left", "| head -n 1")
    assert left.code in (0, wanted.code)
    assert len(left.err.splitlines()) <= len(wanted.err.splitlines())
    assert len(left.out.splitlines()) == min(1, len(wanted.out.splitlines()))
    gone = shell(form, tmp_path / "gone", "| exec true")
    assert gone.code in (0, wanted.code)


@pytest.mark.parametrize("form", EACH)
def test_a_reader_of_stderr_that_leaves_changes_nothing(form: str, whole: Callable[[str], Ran], tmp_path: Path) -> None:
    wanted = whole(form)
    for number, stream in enumerate(STDERR):
        ran = shell(form, tmp_path / str(number), stream)
        assert ran.code == wanted.code, stream
        assert untimed(form, ran.out) == untimed(form, wanted.out), stream


@pytest.mark.parametrize("form", EACH)
def test_no_stdout_is_told_once(form: str, whole: Callable[[str], Ran], tmp_path: Path) -> None:
    wanted = whole(form)
    for number, stream in enumerate((">&-", "> /dev/full")):
        ran = shell(form, tmp_path / str(number), stream)
        told = [line for line in ran.err.splitlines() if "cannot write" in line]
        if wanted.out:
            assert (ran.code, len(told)) == (2, 1), (stream, ran)


@pytest.mark.parametrize("form", EACH)
def test_no_stdin_is_no_fault(form: str, tmp_path: Path) -> None:
    for stream in ("<&-", "< /dev/null", f"< {tmp_path}"):
        words = [SOLIT, *form.format(folder=tmp_path).split()]
        done = subprocess.run(
            ["bash", "-c", f'"$0" "$@" {stream}', *words], capture_output=True, env=surroundings(), timeout=120
        )
        check_ran(words, done.returncode, done.stderr.decode())


SPOILED_ARGUMENTS = (
    "", "-", "--", "x", "-1", "0", "1..3", "3..1", "9999999999999999999999", "1e3", "nan", "--at", "--seed",
    "--seeds", "-o", "draw=1", "draw=2", "passes=-1", "undo", "=", "--variant", "klondike", "chinese", "--nodes",
    "--timeout", "--memory", "--jobs", "-j", "2", "--from", "--to", "cards", "--sheet", "vegas", "--time-bonus",
    "--deck", "--shuffle", "ms", "--out", "/nowhere/x", "--svg", "--html", "--report", "--player", "simple",
    "--samples", "--events", "--summary", "--only-bad", "-q", "--help", "--version", "--json", "--explain",
    "column-build", "--layout", "--count", "\x1b[2J", "é", "--reveal",
)  # fmt: skip


@sized(5, 400)
def test_wrong_arguments(size: int, tmp_path: Path) -> None:
    """Refused with a sentence, or done; what would take for ever is stopped, and its reader leaves."""
    rng = dice("arguments")
    (tmp_path / "in").write_bytes(given()[:20_000])
    for _ in range(size):
        args = [rng.choice(COMMANDS), *rng.choices(SPOILED_ARGUMENTS, k=rng.randrange(5))]
        if args[0] == "study" and "--seeds" not in args:
            args += ["--seeds", "1..2"]
        if args[0] in ("solve", "analyse"):
            args += ["--nodes", "5"]
        text = '{ timeout -k 5 20 "$0" "$@" < in; echo $? > code; } | head -c 100000'
        done = subprocess.run(
            ["bash", "-c", text, SOLIT, *args], capture_output=True, env=surroundings(), timeout=60, cwd=tmp_path
        )
        code, err = int((tmp_path / "code").read_text()), done.stderr.decode("utf-8", "backslashreplace")
        check_ran(args, 0 if code in (124, 143) else code, err)
        if code == 2 and not done.stdout and not {"-q", "--quiet"} & {*args}:
            assert err, args
