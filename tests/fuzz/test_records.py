"""Lines of records, good and spoiled, through every form of every command that reads them.

Whatever stands on a line, one line comes out for it, in its place, the next ones are done, and the exit code is that of
the worst line.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .process import Ran, run
from .sizes import dice, sized
from .spoil import any_line

FILTERS: dict[str, tuple[str, ...]] = {
    "validate": ("validation",),
    "validate --events": ("validation",),
    "validate --summary -j 2": ("validation",),
    "score": ("score",),
    "score --sheet cards": ("score",),
    "score --sheet vegas --time-bonus 3": ("score",),
    "score --summary -j 2": ("score",),
    "moves": ("legal", "status", "position"),
    "moves --at 0": ("legal", "status", "position"),
    "moves --at -1": ("legal", "status", "position"),
    "moves --at 7": ("legal", "status", "position"),
    "solve --nodes 40 --timeout 5 --memory 20": ("solution",),
    "solve --at 0 --nodes 20 --timeout 5 --memory 20 -j 2": ("solution",),
    "analyse --nodes 5 --timeout 5 --memory 20": ("analysis",),
    "analyse --every-move --nodes 2 --timeout 5 --memory 20 -j 2": ("analysis",),
    "convert": (),
    "convert --from solit": (),
}
"""Commands that write a line for each one that they read, and the keys that they write themselves."""

TELLERS = (
    "show",
    "show --at all --ascii --reveal",
    "show --at -1",
    "show --at 3 --svg {folder}/a.svg",
    "show --html {folder}/a.html",
    "show --replay {folder}/a.html",
    "show --at 1..-1",
    "analyse --show --nodes 2 --timeout 5 --memory 20",
    "convert --from solit --to solvitaire",
    "convert --from solit --to klondike-solver",
    "convert --from solit --to minimal-klondike",
    "convert --from solit --to lonelybot",
    "convert --from solit --to pysol",
    "convert --from solit --to cards",
)
"""Commands that write for people or other programs, and tell on stderr which lines are wrong."""

RANK = {0: 0, 1: 1, 3: 2, 2: 3}
SLOW = ("solve", "analyse")


class Read(NamedTuple):
    """A line of input that is not blank: its number from 1, its bytes."""

    number: int
    data: bytes


def lines_of(blob: bytes) -> list[Read]:
    """The lines that a command sees."""
    blob = blob.removeprefix(b"\xef\xbb\xbf")
    return [Read(number, line) for number, line in enumerate(blob.split(b"\n"), 1) if line.strip(b" \t\r")]


def number_of(data: bytes) -> Any:
    """The `_n` of a line of input, where it is an object."""
    try:
        obj = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return obj.get("_n") if isinstance(obj, dict) else None


def code_of(obj: dict[str, Any], own: tuple[str, ...]) -> int:
    """The exit code that a line of output stands for."""
    if "error" in obj:
        return 1 if isinstance(obj["error"], dict) and "index" in obj["error"] else 2
    told: dict[str, Any] = obj[own[0]] if own and isinstance(obj[own[0]], dict) else {}
    if told.get("valid") is False or told.get("claim_ok") is False or told.get("verdict") == "unwinnable":
        return 1
    return 3 if told.get("verdict") == "unknown" or told.get("unknown") else 0


def worst_of(codes: Iterator[int]) -> int:
    """The one of several exit codes that counts."""
    return max(codes, key=RANK.__getitem__, default=0)


def blob_of(form: str, size: int) -> bytes:
    """The input for one form of a command."""
    rng = dice("records", form)
    return b"\n".join([any_line(rng, number) for number in range(size // 8 if form.startswith(SLOW) else size)])


def check_lines(form: str, own: tuple[str, ...], blob: bytes, ran: Ran) -> list[dict[str, Any]]:
    """One line out for each line in, in order; the exit code is the worst of them."""
    reads, lines = lines_of(blob), ran.out.splitlines()
    assert ran.out == b"" or ran.out.endswith(b"\n")
    made = [json.loads(line) for line in lines]
    for read, obj in zip(reads, made, strict=False):
        assert type(obj) is dict
        number = number_of(read.data)
        if number is not None and "_n" in obj:
            assert obj["_n"] == number, (form, read)
        error = obj.get("error")
        if isinstance(error, dict) and "line" in error and b'"error"' not in read.data:
            assert error["line"] == read.number, (form, read, error)
        if "error" not in obj:
            assert all(key in obj for key in own), (form, read)
    assert len(made) == len(reads), form
    assert ran.code == worst_of(code_of(obj, own) for obj in made), form
    return made


@sized(
    60, 3000, [*FILTERS], ["validate --events", "moves --at -1", "solve --at 0 --nodes 20 --timeout 5 --memory 20 -j 2"]
)
def test_a_line_out_for_each_line_in(form: str, size: int) -> None:
    blob = blob_of(form, size)
    ran = run(form.split(), blob)
    check_lines(form, FILTERS[form], blob, ran)
    if "--summary" not in form:
        assert ran.err == "", form


@sized(40, 3000)
def test_only_bad_lines(size: int) -> None:
    blob = blob_of("validate", size)
    whole, bad = run(["validate"], blob), run(["validate", "--only-bad"], blob)
    kept = [line for line in whole.out.splitlines() if code_of(json.loads(line), ("validation",))]
    assert bad.out.splitlines() == kept
    assert bad.code == whole.code


@sized(60, 3000, ["validate --events", "score", "moves", "solve --nodes 30 --memory 20"], ["score"])
def test_an_answer_does_not_depend_on_other_lines_or_processes(form: str, size: int) -> None:
    rng = dice("order", form)
    reads = lines_of(blob_of(form, size))
    order = rng.sample(reads, len(reads))
    found = {}
    for read, line in zip(
        reads, run(form.split(), b"\n".join([one.data for one in reads])).out.splitlines(), strict=True
    ):
        found[read.number] = without_numbers(line)
    jobs = [] if form == "moves" else ["-j", "2"]
    again = run([*form.split(), *jobs], b"\n".join([one.data for one in order])).out.splitlines()
    for read, line in zip(order, again, strict=True):
        assert without_numbers(line) == found[read.number], (form, read)


def without_numbers(line: bytes) -> bytes:
    """A line of output without the line's number and the time that it took."""
    return re.sub(rb'"(line|ms|cpu_ms)":[0-9.e-]+', b"", line)


@sized(60, 3000, ["validate", "score", "moves"], ["validate"])
def test_a_second_time_changes_nothing(form: str, size: int) -> None:
    once = run(form.split(), blob_of(form, size))
    assert run(form.split(), once.out) == once


@sized(60, 2000, TELLERS, ["show --at all --ascii --reveal", "convert --from solit --to lonelybot"])
def test_lines_told_to_people_and_programs(form: str, size: int, tmp_path: Path) -> None:
    args, blob = form.format(folder=tmp_path).split(), blob_of(form, size)
    ran = run(args, blob)
    numbers = {str(read.number) for read in lines_of(blob)}
    told = ran.err.splitlines()
    assert all(line.startswith("solit: line ") for line in told), (form, told)
    assert {line.split()[2].rstrip(":") for line in told} <= numbers, form
    assert (ran.code == 0) == (not told) or ran.code == 3 or "--to" in form, form
    assert run([*args, "-q"], blob)._replace(err=ran.err) == ran
