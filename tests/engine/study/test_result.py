"""Lines of a study, read back: what is spoiled is refused, and the field at fault named."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from solit.cli.schema import record_schema
from solit.deals.study import read_line, study_seed
from solit.engine.study import Plan, Result, StudyFault, Tally, check_same, read_result

SCHEMA = record_schema()
SOLVER = Plan("klondike", {"draw": 1}, limits={"nodes": 2000, "timeout": 1.5})
PLAYER = Plan("chinaman", player="sampling", parameters={"samples": 1, "nodes": 50})
LINES: list[dict[str, Any]] = [
    *(study_seed(SOLVER, seed) for seed in (1, 2, 3)),
    study_seed(PLAYER, 1),
    PLAYER.failed(list(range(52)), "solit:5", "worker-killed", "the process was killed"),
]


def at(line: dict[str, Any], path: str) -> tuple[Any, str]:
    *parts, name = path.split(".")
    place: Any = line
    for part in parts:
        place = place[part]
    return place, name


def spoiled(line: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of the line with another value at a path such as `study.options`; without it for `...`."""
    other = copy.deepcopy(line)
    place, name = at(other, path)
    if value is ...:
        del place[name]
    else:
        place[name] = value
    return other


def test_what_a_study_writes_is_read() -> None:
    for line in LINES[:4]:
        result, study = read_line(line)
        assert study == line["study"]
        assert f"solit:{result.seed}" == line["source"]
    assert read_line(LINES[0])[0].outcome == LINES[0]["solution"]["verdict"]
    assert read_line(LINES[3])[0].score == LINES[3]["score"]["total"]
    assert read_result(LINES[4])[0] == Result(5, "failed", None, None, None)


@pytest.mark.parametrize(
    ("number", "path", "value"),
    [
        (0, "solution.verdict", "Won"),
        (0, "solution.verdict", []),
        (0, "solution.ms", "nan"),
        (0, "solution.ms", float("nan")),
        (0, "solution.ms", float("inf")),
        (0, "solution.ms", 10**400),
        (0, "solution.ms", -5),
        (0, "solution.ms", True),
        (0, "solution.ms", ...),
        (0, "solution.nodes", 1.5),
        (0, "solution.nodes", -1),
        (0, "solution.nodes", 2**64),
        (0, "solution.limit", "patience"),
        (0, "solution.more", 1),
        (0, "solution", 7),
        (0, "source", "solit:-5"),
        (0, "source", "solit:05"),
        (0, "source", "solit:1 "),
        (0, "source", "solit:²"),
        (0, "source", f"solit:{2**64}"),
        (0, "source", "solit:" + "9" * 5000),
        (0, "source", "ms:1"),
        (0, "source", 1),
        (0, "source", ...),
        (0, "variant", "chinese"),
        (0, "options", {"draw": 3}),
        (0, "options", {}),
        (0, "solit", 2),
        (0, "study.player", ...),
        (0, "study.player", "nobody"),
        (0, "study.options", 5),
        (0, "study.options", {"draw": 2}),
        (0, "study.options", {"draw": True}),
        (0, "study.options", {"draw": 3}),
        (0, "study.variant", "bridge"),
        (0, "study.version", ""),
        (0, "study.limits.memory", ...),
        (0, "study.limits.nodes", 0),
        (0, "study.limits.timeout", "1"),
        (0, "study.limits.more", 1),
        (0, "study.parameters", {}),
        (0, "study", None),
        (0, "deck", "AC"),
        (0, "deck", 5),
        (3, "study.parameters", ...),
        (3, "study.parameters.samples", 0),
        (3, "score.total", 1e308),
        (3, "score.total", 10**9),
        (3, "score.items", [1]),
        (3, "score.items", {"more": {"count": 1, "points": 1}}),
        (3, "score.sheet", "mine"),
        (3, "score", ...),
        (3, "validation.status", "winning"),
        (3, "validation.valid", False),
        (3, "validation.valid", 1),
        (3, "_ms", None),
        (3, "moves", ...),
        (4, "error", "it was killed"),
        (4, "error.code", 5),
        (4, "deck", LINES[0]["deck"]),
    ],
)
def test_what_is_spoiled_is_refused(number: int, path: str, value: Any) -> None:
    with pytest.raises(StudyFault) as caught:
        read_line(spoiled(LINES[number], path, value))
    assert caught.value.code == "study-line"
    assert path.split(".")[0] in caught.value.message or "has no field" in caught.value.message


@pytest.mark.parametrize("line", [None, 5, [], "text", {}, {"study": {}}])
def test_what_is_no_line(line: Any) -> None:
    with pytest.raises(StudyFault):
        read_line(line)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)
WORDS = st.sampled_from(["won", "lost", "open", "unknown", "solver", "simple", "solit:7", "nodes", "klondike", "1"])


def paths(value: Any, before: str = "") -> list[str]:
    if not isinstance(value, dict):
        return []
    found = []
    for name, part in value.items():
        found += [before + name, *paths(part, f"{before}{name}.")]
    return found


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_what_the_schema_refuses_is_refused(data: st.DataObject) -> None:
    """One field is changed at random: the line is refused, or it keeps the schema and its sums are numbers."""
    line = data.draw(st.sampled_from(LINES[:4]))
    path = data.draw(st.sampled_from([path for path in paths(line) if path not in ("moves", "solution.moves")]))
    other = spoiled(line, path, data.draw(st.just(...) | JSON | WORDS))
    try:
        result, study = read_line(other)
    except StudyFault:
        return
    assert [fault.message for fault in Draft202012Validator(SCHEMA).iter_errors(other)] == []
    tally = Tally(study)
    tally.add(result)
    assert json.loads(json.dumps(tally.summary(), allow_nan=False))


def test_differences_of_studies_are_named() -> None:
    other = Plan("klondike", {"draw": 1}, limits={"nodes": 3000})
    with pytest.raises(StudyFault, match="nodes=3000"):
        check_same(SOLVER.study, other.study)
    check_same(SOLVER.study, copy.deepcopy(SOLVER.study))


@pytest.mark.parametrize(
    "more",
    [{"player": "nobody"}, {"limits": {"nodes": 0}}, {"player": "sampling", "parameters": {"samples": 0}}],
)
def test_plans_that_can_not_be_carried_out(more: Any) -> None:
    with pytest.raises(StudyFault):
        Plan("klondike", **more)
