"""A line of a study, read back: every field that is summed is checked first, so that nothing spoiled is counted."""

from typing import Any, NamedTuple, get_args

from solit.engine.study.fields import MOST, Fields, field_fault
from solit.engine.study.identity import OUR_SHUFFLE, read_study
from solit.engine.words import Limit, Reason, ScoreCode, SourceState, Status, Verdict

LAST_SEED = 2**64 - 1
VERDICTS: tuple[str, ...] = get_args(Verdict)
STATUSES: tuple[str, ...] = get_args(Status)
LIMITS: tuple[str, ...] = get_args(Limit)
SCORE_CODES: tuple[str, ...] = get_args(ScoreCode)
FAILED = "failed"
"""The outcome of a seed that something went wrong with: its line has `error`."""


class Result(NamedTuple):
    """One line of a study.

    `outcome`: the solver's verdict, how a player's game stood at its end, or `FAILED`. `ms`: time spent. `nodes`,
    `score` and, of a failed seed, `ms` are None where the line has none.
    """

    seed: int
    outcome: str
    ms: float | None
    nodes: int | None
    score: int | None


def read_result(obj: object) -> tuple[Result, dict[str, Any]]:
    """The result on a line of a study, and its `study`.

    What is summed or compared is checked: types, ranges, known values, the form of `source`, that `options` are those
    of the study, and that the items of a score make its total. Deck and moves are not looked at. Raises `StudyFault`
    (`study-line`) with the field at fault.
    """
    line = Fields(obj, "")
    study = read_study(line.part("study").values)
    line.whole("solit", 1, 1)
    line.take("variant", lambda name: name == study["variant"], "the study's variant")
    line.take("options", lambda options: options == study["options"], "what the study's are")
    seed = _seed(line.text("source"), study.get("shuffle", OUR_SHUFFLE))
    if line.has("error"):
        error = line.part("error")
        error.text("code")
        error.text("message")
        return Result(seed, FAILED, None, None, None), study
    if study["player"] == "solver":
        return _solved(line.part("solution"), seed), study
    return _played(line, seed), study


def _seed(source: str, shuffle: str) -> int:
    name, colon, digits = source.partition(":")
    number = digits.removeprefix("-")
    plain = number.isascii() and number.isdecimal() and len(number) <= 80
    if name != shuffle or not colon or not plain or str(int(number)) != number or digits == "-0":
        raise field_fault("source", f"is not {shuffle}:SEED")
    seed = int(digits)
    if shuffle == OUR_SHUFFLE and not 0 <= seed <= LAST_SEED:
        raise field_fault("source", f"has a seed outside 0..{LAST_SEED}")
    return seed


def _solved(solution: Fields, seed: int) -> Result:
    verdict = solution.one_of("verdict", VERDICTS)
    nodes, ms = solution.whole("nodes", 0, LAST_SEED), solution.number("ms")
    if solution.has("cpu_ms"):
        solution.number("cpu_ms")
    if verdict == "won":
        solution.text("moves")
    if verdict == "unknown":
        solution.one_of("limit", LIMITS)
    solution.end()
    return Result(seed, verdict, ms, nodes, None)


def _played(line: Fields, seed: int) -> Result:
    line.text("moves")
    ms = line.number("_ms")
    validation = line.part("validation")
    validation.take("valid", lambda value: value is True, "true")
    status = validation.one_of("status", STATUSES)
    validation.whole("moves", 0, MOST)
    if validation.has("reason"):
        validation.one_of("reason", get_args(Reason))
    if validation.has("source"):
        validation.one_of("source", get_args(SourceState))
    validation.end()
    return Result(seed, status, ms, None, _total(line.part("score")))


def _total(score: Fields) -> int:
    from solit.engine.sheets import SHEETS

    score.one_of("sheet", tuple(SHEETS))
    total = score.whole("total", -MOST, MOST)
    items = score.part("items")
    points = 0
    for code in items.values:
        if code not in SCORE_CODES:
            raise field_fault("score.items", f"has no item {code[:40]!r}")
        item = items.part(code)
        item.whole("count", 1, MOST)
        points += item.whole("points", -MOST, MOST)
        item.end()
    for name in ("unused_seconds", "time_bonus"):
        if score.has(name):
            score.whole(name, 0, MOST)
    score.end()
    if points != total:
        raise field_fault("score.total", "is not what its items make")
    return total
