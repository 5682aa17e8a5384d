"""The JSON Schema of the record, held against what the commands write."""

import json
from pathlib import Path
from typing import Any, NotRequired, get_args, get_origin, get_type_hints

import pytest
from jsonschema import Draft202012Validator

from solit.cli.schema import Types
from solit.engine.fast import STATUS
from solit.engine.moves import ACTS
from solit.engine.objects import RecordObject
from solit.engine.record import KNOWN_KEYS
from solit.engine.rules import variants
from solit.engine.sheets import EVENT_CODES
from solit.engine.words import Act, EventCode, EventKind, ScoreCode, Status

from ..conftest import Run

Check = Any  # a validator; jsonschema has no types


@pytest.fixture(scope="module")
def schema(solit: Run) -> Check:
    text = solit("rules", "--schema").out
    loaded: dict[str, Any] = json.loads(text)
    Draft202012Validator.check_schema(loaded)
    return Draft202012Validator(loaded)


def faults(schema: Check, obj: Any) -> list[str]:
    return [fault.message for fault in schema.iter_errors(obj)]


def test_what_commands_write(solit: Run, schema: Check, games: list[dict[str, Any]]) -> None:
    deals = [
        line
        for variant in variants()
        for line in solit("deal", "--variant", variant, "--seeds", "1..3", "--layout").lines
    ]
    illegal = [{**game, "moves": game["moves"] + " u t1-t2"} for game in games]
    listed = [{**game, "deck": game["deck"].split(), "moves": game["moves"].split()} for game in games]
    timed = {
        "solit": 1,
        "variant": "klondike",
        "source": "solit:1",
        "moves": "d d d",
        "at_ms": [0, 5, 5],
        "end_ms": 400_000,
        "claim": {"status": "lost", "sheet": "standard"},
        "_note": [1.5],
    }
    starts = [
        {"solit": 1, "variant": line["variant"], "options": line["options"], "start": line["position"]}
        for line in solit("moves", "--at", "7", given=games).lines
    ]
    records = [*deals, *games, *illegal, *listed, timed, *starts]
    for obj in records:
        assert faults(schema, obj) == []
    through = records
    for command in (["validate", "--events"], ["score"], ["moves"], ["moves", "--at", "0"]):
        for given in (records, through):
            written = solit(*command, given=given).lines
            assert len(written) == len(given)
            for obj in written:
                assert faults(schema, obj) == []
        through = solit(*command, given=through).lines
    assert any("error" in obj for obj in through)
    assert any("score" in obj and "validation" in obj and "legal" in obj for obj in through)


def test_what_it_says_is_the_contract(solit: Run) -> None:
    """A change of the types, the registry or the grammar changes what other programs rely on: it shows here.

    Where it is meant: `solit rules --schema > tests/cli/fixtures/record.schema.json`.
    """
    kept = Path(__file__).parents[1] / "fixtures" / "record.schema.json"
    assert solit("rules", "--schema").out == kept.read_bytes()


def test_its_keys_are_those_that_are_read() -> None:
    assert set(get_type_hints(RecordObject)) == KNOWN_KEYS
    required = [
        name
        for name, kind in get_type_hints(RecordObject, include_extras=True).items()
        if get_origin(kind) is not NotRequired
    ]
    assert required == ["solit", "variant"]


def test_a_type_without_a_form_is_refused() -> None:
    with pytest.raises(TypeError, match="no JSON Schema for"):
        Types({}).schema(set[int])


def test_words_that_are_told_apart_twice_are_the_same() -> None:
    assert {*get_args(EventCode)} <= {*get_args(EventKind)} & {*get_args(ScoreCode)}
    assert {*EVENT_CODES} == {*get_args(EventCode)}
    assert {*STATUS} == {*get_args(Status)}
    assert {*ACTS} == {*get_args(Act)}


def test_it_knows_every_variant(solit: Run) -> None:
    loaded = json.loads(solit("rules", "--schema").out)
    assert set(loaded["$defs"]["record"]["properties"]["variant"]["enum"]) == set(variants())
    told = " ".join(solit("deal", "-h").out.decode().split())
    assert all(variant in told for variant in variants())


def test_unreadable_lines(solit: Run, schema: Check) -> None:
    texts = ['{"solit":1}', "[]", "{", '{"solit":1,"variant":"klondike","deck":"AS AS","foo":1}', '{"solit":3}']
    for line in solit("validate", given="\n".join(texts)).lines:
        assert faults(schema, line) == []


@pytest.mark.parametrize(
    "change",
    [
        {"solit": 2},
        {"variant": "golf"},
        {"deck": "AS KD"},
        {"moves": "t1-t2x1"},
        {"moves": "t1-t2 t9-f"},
        {"moves": "10"},
        {"at_ms": [1]},
        {"moves": "d", "end_ms": 1},
        {"moves": "d", "at_ms": [-1]},
        {"start": "pass=1 s:"},
        {"claim": {"points": 1}},
        {"source": "solit:01"},
        {"extra": 1},
        {"validation": {"valid": True}},
        {"score": {"sheet": "cards", "total": 0, "items": {"luck": {"count": 1, "points": 1}}}},
    ],
)
def test_what_it_refuses(solit: Run, schema: Check, change: dict[str, Any]) -> None:
    assert faults(schema, {"solit": 1, "variant": "klondike", "source": "solit:1", **change})
