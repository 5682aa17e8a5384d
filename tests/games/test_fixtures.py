"""Each game has its fixtures: a readable transcript and, for every clause that concerns it, a record that breaks it.

`transcript.txt`: the first line is a record without `moves`, the last ones say how the game stands. Between two full
positions each line is one entry: its number, the move, what it did, and after `|` the piles that it changed. For a new
game write the first line and the numbered moves; the failing test shows the rest, to be checked by hand.

`clauses.jsonl`: `record` is refused at its last entry with `code` and `message`; `also` names the clauses that this
move breaks as well (none, where that can be).
"""

import json
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from solit.engine import CLAUSES, ENTRY_CLAUSES, Event, Game, State, build_game, card_text, options_of, variants
from solit.engine.clauses import CLAUSES_OF_ACT, Clause
from solit.engine.moves import PLACES, move_text
from solit.engine.record import parse_record
from solit.engine.referee import EntryClause, Replay, replay
from solit.engine.scoring import score
from solit.engine.state import position_text

HERE = Path(__file__).parent
ALL: tuple[Clause | EntryClause, ...] = (*CLAUSES, *ENTRY_CLAUSES)
GAMES = variants()


@cache
def rows(variant: str) -> list[dict[str, Any]]:
    """The rows of a game; none where it has no fixtures, which is a failure of its own below."""
    path = HERE / variant / "clauses.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def games_of(variant: str) -> list[Game]:
    """The game under every mixture of its options' values (numbers: 0 and 1)."""
    options = options_of(variant)
    values = [option.choices or (0, 1) for option in options]
    names = [option.name for option in options]
    return [build_game(variant, dict(zip(names, mixture, strict=True))) for mixture in product(*values)]


def play(record: dict[str, Any]) -> Replay:
    read = parse_record(record)
    return replay(read.game, read.first_state(), read.moves or [], read.at_ms, read.end_ms)


def event_text(event: Event) -> str:
    card = "" if event.card is None else card_text(event.card)
    places = [PLACES[place] for place in (event.source, event.target) if place is not None]
    number = "" if event.number is None else str(event.number)
    return " ".join([word for word in (event.kind, card, ">".join(places), number) if word])


def changes(game: Game, before: State, after: State) -> str:
    old, new = position_text(game, before).split(" "), position_text(game, after).split(" ")
    return " ".join([b for a, b in zip(old, new, strict=True) if a != b])


def transcript(record: dict[str, Any], moves: str) -> str:
    """What the transcript of this record has to say."""
    states: list[State] = []
    read = parse_record({**record, "moves": moves})
    game = read.game
    result = replay(game, read.first_state(), read.moves or [], read.at_ms, read.end_ms, states.append)
    lines = [json.dumps(record), position_text(game, states[0])]
    for index, events in enumerate(result.events):
        told = ", ".join(map(event_text, events))
        changed = changes(game, states[index], states[index + 1])
        lines.append(f"{index:3}  {move_text((read.moves or [])[index]):8} {told} | {changed}")
    lines.append(position_text(game, result.state))
    if result.error is not None:
        lines.append(f"refused: {result.error.move} {result.error.code}")
        return "\n".join(lines) + "\n"
    lines.append(f"status: {result.status}")
    for sheet in game.sheets:
        total = score(result, sheet)
        items = ", ".join(f"{code} {item.count} = {item.points}" for code, item in total.items.items())
        lines.append(f"{sheet}: {total.total} ({items})")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("variant", GAMES)
def test_there_are_fixtures(variant: str) -> None:
    assert [name for name in ("transcript.txt", "clauses.jsonl") if not (HERE / variant / name).exists()] == []


@pytest.mark.parametrize("variant", GAMES)
def test_transcript_reads_as_written(variant: str) -> None:
    text = (HERE / variant / "transcript.txt").read_text()
    lines = text.splitlines()
    moves = " ".join([line.split()[1] for line in lines if line[:4].strip().isdecimal()])
    assert text == transcript(json.loads(lines[0]), moves)


@pytest.mark.parametrize("variant", GAMES)
def test_transcript_ends_in_a_won_game(variant: str) -> None:
    assert "\nstatus: won\n" in (HERE / variant / "transcript.txt").read_text()


@pytest.mark.parametrize("variant", GAMES)
def test_every_clause_that_concerns_the_game_has_a_record(variant: str) -> None:
    wanted = {clause.code for game in games_of(variant) for clause in ALL if clause.concerns(game)}
    assert {row["code"] for row in rows(variant)} == wanted


def test_every_clause_is_triggered() -> None:
    triggered = {row["code"] for variant in GAMES for row in rows(variant)}
    assert triggered == {clause.code for clause in ALL}


CASES = [
    pytest.param(row, id=f"{variant}-{n}-{row['code']}") for variant in GAMES for n, row in enumerate(rows(variant))
]


@pytest.mark.parametrize("row", CASES)
def test_clause_is_what_refuses_the_last_entry(row: dict[str, Any]) -> None:
    result = play(row["record"])
    assert result.error is not None
    last = len(row["record"]["moves"].split()) - 1
    assert (result.error.code, result.error.message, result.error.index) == (row["code"], row["message"], last)
    assert result.error.move == row["record"]["moves"].split()[-1]
    assert result.error.position == position_text(result.game, result.state)


@pytest.mark.parametrize("row", CASES)
def test_clause_is_the_only_one_that_refuses(row: dict[str, Any]) -> None:
    """All other clauses hold, but for those that the fixture names; clauses that ask for a card which is not there have
    no answer."""
    result = play(row["record"])
    move = (parse_record(row["record"]).moves or [])[-1]
    broken = []
    for clause in CLAUSES_OF_ACT.get(move.act, ()):
        try:
            holds = clause.holds(result.game, result.state, move)
        except IndexError:
            continue
        if not holds and clause.code != row["code"]:
            broken.append(clause.code)
    assert broken == row.get("also", [])


@pytest.mark.parametrize("row", CASES)
def test_clause_concerns_the_game(row: dict[str, Any]) -> None:
    game = parse_record(row["record"]).game
    assert any(clause.code == row["code"] and clause.concerns(game) for clause in ALL)
