"""The compiled modules and the fast way through a record, with spoiled decks, moves, times and positions.

They say the same as the clauses, or refuse; `.ci/sanitize` runs this on a build that sees every step out of bounds.
"""

import json
import random
from typing import Any

from solit.deals import rng as shuffling
from solit.deals.deck import deck_of_source
from solit.deals.shuffles import check_source, shuffle
from solit.engine import (
    RecordError,
    SolitError,
    apply,
    build_game,
    deal,
    legal_moves,
    move_text,
    parse_deck,
    parse_move,
    parse_position,
    parse_record,
    position_text,
    replay,
    score,
    solve,
    status,
    variants,
)
from solit.engine.cards import TEXTS, cards_text
from solit.engine.layout import Game
from solit.engine.lowered import lower
from solit.engine.players.rollout import Rollout
from solit.engine.players.sampling import Sampling
from solit.engine.players.simple import Simple
from solit.engine.players.table import play
from solit.engine.state import State
from solit.engine.walker import Walker

from .games import any_options, played, well_formed
from .process import run
from .sizes import dice, sized
from .spoil import spoil_text, spoil_words, spoiled

MOVE_SIGNS = (*"durtwpfsxCDHSacb0123456789^- ", "t3-t5", " u ", "x12", "–", "\t", "p1t-w ", "é", "d d ")


def a_game(rng: random.Random) -> tuple[Game, State, tuple[int, ...]]:
    """A game under drawn options, its dealt position and deck."""
    variant = rng.choice(variants())
    game = build_game(variant, any_options(rng, variant))
    deck = tuple(shuffle("solit", rng.randrange(2**64), variant))
    return game, deal(game, deck), deck


@sized(100, 20_000)
def test_spoiled_moves_and_decks_are_walked_as_they_are_replayed(size: int) -> None:
    rng, legal = dice("walker"), 0
    for number in range(size):
        game, start, deck = a_game(rng)
        walk = Walker(lower(game))
        text = cards_text(deck)
        if rng.random() < 0.2:
            text = spoil_text(rng, text, (*TEXTS, " ", ",", "1C", "tc", "é"))
            try:
                good = text == cards_text(parse_deck(text.split(" ")))
            except RecordError:
                good = False
            assert walk.deal(text) == good, (number, text)
            if not good:
                continue
            start = deal(game, parse_deck(text.split(" ")))
        assert walk.deal(text)
        words, _ = played(rng, game, start, rng.choice((0, 5, 40)))
        moves = " ".join(words)
        if rng.random() < 0.7:
            moves = spoil_text(rng, moves, MOVE_SIGNS)
        try:
            entries = [parse_move(word) for word in moves.split(" ") if word]
        except RecordError:
            assert not walk.walk(moves), (number, moves)
            continue
        result = replay(game, start, entries)
        assert walk.walk(moves) == (result.error is None), (number, game.settings, text, moves)
        if result.error is None:
            legal += 1
            assert walk.state() == tuple(result.state), (number, moves)
            assert walk.legal() == [move_text(move) for move in legal_moves(game, result.state)]
            assert ("open", "won", "lost")[walk.status] == result.status
    assert legal > size // 10


def expected(obj: dict[str, Any]) -> dict[str, Any]:
    """What the clauses alone say of a record: its validation and its score's total, or the code of its error."""
    try:
        record = parse_record(obj)
        told: dict[str, Any] = {}
        if record.source is not None:
            if record.deck is None:
                record.deck, told["source"] = deck_of_source(record.source, record.game.variant), "checked"
            else:
                told["source"] = check_source(record.source, record.deck, record.game.variant)
        result = replay(record.game, record.first_state(), record.moves or [], record.at_ms, record.end_ms)
    except SolitError as fault:
        return {"code": fault.code}
    if result.error is not None:
        error = result.error
        return {
            "valid": False,
            "index": error.index,
            "code": error.code,
            "position": error.position,
            "move": error.move,
        }
    told |= {"valid": True, "status": result.status, "moves": len(record.moves or [])}
    if result.reason is not None:
        told["reason"] = result.reason
    claim = record.claim
    if claim is not None:
        told["claim_ok"] = claim.get("status", result.status) == result.status
        if "total" in claim:
            told["claim_ok"] &= score(result, claim.get("sheet"), is_deal=record.is_deal).total == claim["total"]
    return {**told, "total": score(result, is_deal=record.is_deal).total}


def told_by(validated: dict[str, Any], scored: dict[str, Any]) -> dict[str, Any]:
    """The same, of a line as `validate` and `score` wrote it."""
    if "error" in validated:
        assert validated["error"] == scored["error"]
        return {"code": validated["error"]["code"]}
    validation = dict(validated["validation"])
    if not validation["valid"]:
        error = validation["error"]
        assert scored["error"] == error
        assert validation["moves"] == error["index"]
        return {"valid": False, **{name: error[name] for name in ("index", "code", "position", "move")}}
    assert validation.get("claim_ok") == scored["score"].get("claim_ok")
    kept = ("valid", "status", "moves", "reason", "source", "claim_ok")
    return {**{name: validation[name] for name in kept if name in validation}, "total": scored["score"]["total"]}


@sized(200, 20_000)
def test_commands_say_of_spoiled_records_what_the_clauses_say(size: int) -> None:
    rng = dice("judged")
    objects: list[dict[str, Any]] = []
    while len(objects) < size:
        obj = well_formed(rng)
        obj = spoiled(rng, obj) if rng.random() < 0.8 else obj
        obj.pop("error", None)
        if all(abs(number) < 2**63 for number in whole_numbers(obj)):  # what JSON carries has tests of its own
            objects.append(obj)
    blob = b"".join([json.dumps(obj).encode() + b"\n" for obj in objects])
    validated, scored = run(["validate"], blob).out.splitlines(), run(["score"], blob).out.splitlines()
    for obj, one, two in zip(objects, validated, scored, strict=True):
        assert told_by(json.loads(one), json.loads(two)) == expected(obj), obj


def whole_numbers(value: Any) -> list[int]:
    """The whole numbers in a JSON value."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for member in value for number in whole_numbers(member)]
    return [value] if type(value) is int else []


def any_position(rng: random.Random, game: Game, state: State) -> str:
    """The text of a position that play reaches, with cards exchanged, moved or turned over."""
    _, state = played(rng, game, state, rng.randrange(80))
    text = position_text(game, state)
    for _ in range(rng.choice((0, 1, 3, 12))):
        words = text.split(" ")
        first, other = rng.randrange(len(words)), rng.randrange(len(words))
        act = rng.randrange(4)
        if act == 0:  # two cards of anywhere
            one, two = rng.sample(TEXTS, 2)
            text = text.replace(one, "??").replace(two, one).replace("??", two)
            continue
        if act == 1 and len(words[first].partition(":")[2]) > 1:  # a pile's top goes elsewhere
            words[first], card = words[first][:-2], words[first][-2:]
            words[other] += card
        elif act == 2:
            words[first] = words[first].replace("/", "")
        else:
            spoil_words(rng, words, lambda rng: rng.choice(("pass=2", "t1:/", "s:", "w:AS")))
        text = " ".join(words)
    return text


@sized(30, 4000)
def test_positions_that_no_play_reaches(size: int) -> None:
    """What the reader of positions takes is searched, walked and played by the rules; nothing else gets so far."""
    rng, taken = dice("positions"), 0
    for number in range(size):
        game, start, _ = a_game(rng)
        text = any_position(rng, game, start)
        try:
            state = parse_position(game, text)
        except RecordError:
            continue
        taken += 1
        try:
            check_position(rng, game, state)
        except Exception as fault:
            fault.add_note(f"position {number}, {game.variant} {game.settings}: {text}")
            raise
    assert taken > size // 10


def check_position(rng: random.Random, game: Game, state: State) -> None:
    """The walker, a play-out, the search and the players, all from one position."""
    walk = Walker(lower(game))
    walk.place(*state)
    moves = list(legal_moves(game, state))
    assert walk.state() == tuple(state)
    assert ("open", "won", "lost")[walk.status] == status(game, state)
    assert walk.legal() == [move_text(move) for move in moves]
    if moves:
        move = rng.choice(moves)
        assert walk.walk(move_text(move))
        assert walk.state() == tuple(apply(game, state, move)[0])
    rollout = Rollout(lower(game))
    rollout.place(*state)
    rollout.run()
    answer = solve(game, state, nodes=rng.choice((1, 20, 300)), timeout=10, memory=16)
    assert answer.verdict in ("won", "unwinnable", "unknown")
    player = Simple(game) if rng.random() < 0.7 else Sampling(game, 1, samples=2, nodes=20)
    outcome = play(game, state, player)
    assert replay(game, state, [parse_move(text) for text in outcome.moves]).status == outcome.status


@sized(200, 20_000)
def test_deal_lines_are_decks_and_seeds(size: int) -> None:
    rng = dice("lines")
    for _ in range(size):
        head, middle, tail = (rng.randbytes(rng.choice((0, 1, 200))) for _ in range(3))
        first = rng.choice((0, 9, 99, 2**32 - 1, 2**63, 2**64 - 3, rng.randrange(2**64 - 3)))
        count = rng.randrange(4)
        wanted = b""
        for seed in range(first, first + count):
            if seed < 2**64:
                wanted += head + cards_text(shuffling.shuffle(seed)).encode() + middle + b"%d" % seed + tail
        try:
            assert shuffling.deal_lines(head, middle, tail, first, count) == wanted
        except OverflowError:
            assert first + count > 2**64
