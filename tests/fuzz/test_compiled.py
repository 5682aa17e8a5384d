"""The compiled modules and the fast way through a record, with spoiled decks, moves, times and positions.

They say the same as the clauses, or refuse; `.ci/sanitize` runs this on a build that sees every step out of bounds.
"""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

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
    state_defects,
    status,
    variants,
)
from solit.engine.cards import TEXTS, cards_text
from solit.engine.layout import Game
from solit.engine.lowered import lower
from solit.engine.moves import PLACES, Move
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


ODD_PARTS = (
    -1, 0, 1, 30, 52, 63, 64, 255, 256, 2**31, 2**63, 2**64, -(2**70), True, 1.0, 0.5, "AS", b"A", None, (), [3],
)  # fmt: skip
"""What stands in a position that a program got wrong, in the place of a card, a count or a pile."""


def spoiled_state(rng: random.Random, state: State) -> Any:
    """A `State` with something wrong in it, as a program would hand it over; sometimes it happens to be sound."""
    piles: list[Any] = list(state.piles)
    down: list[Any] = list(state.down)
    passes: Any = state.passes
    for _ in range(rng.choice((1, 1, 2, 5))):
        place, other = rng.randrange(len(piles)), rng.randrange(len(piles))
        act = rng.randrange(11)
        pile = list(piles[place]) if isinstance(piles[place], tuple) else []
        if act == 0:  # a card becomes something else
            if pile:
                pile[rng.randrange(len(pile))] = rng.choice((*ODD_PARTS, *range(52)))
            piles[place] = tuple(pile)
        elif act == 1:  # cards are lost, doubled or too many by far
            piles[place] = tuple(rng.choice((pile[1:], pile * 2, pile * 2000, [*pile, *range(52)])))
        elif act == 2:
            piles[place] = tuple(rng.sample(pile, len(pile)))
        elif act == 3:
            piles[place], piles[other] = piles[other], piles[place]
        elif act == 4:
            down[place], down[other] = down[other], down[place]
        elif act == 5 and pile and isinstance(piles[other], tuple):  # the top card lies elsewhere
            piles[place], piles[other] = tuple(pile[:-1]), (*piles[other], *pile[-1:])
        elif act == 6:
            down[place] = rng.choice((*ODD_PARTS, len(pile), len(pile) + 1))
        elif act == 7:
            passes = rng.choice((*ODD_PARTS, 2, 3, 4))
        elif act == 8:
            piles[place] = rng.choice((pile, None, 7, "ASKD", {3}, *ODD_PARTS))
        elif act == 9:
            part = rng.choice((piles, down))
            if rng.random() < 0.5 and len(part) > 20:
                del part[rng.randrange(20, len(part))]
            else:
                part.append(rng.choice(((), 0)))
            if part is piles and len(down) < len(piles) and rng.random() < 0.5:
                down.append(0)
            break  # places have no number of their own any more
        else:
            return rng.choice((None, (), (tuple(piles), tuple(down)), (*state, 1), State(piles, tuple(down), passes)))  # type: ignore[arg-type]
    return State(tuple(piles), tuple(down), passes)


def at_the_table(game: Game, state: State) -> Any:
    """A game played by one who does not look under cards."""
    return play(game, state, Simple(game))


DOORS: dict[str, Callable[[Game, State, Move], Any]] = {
    "legal_moves": lambda game, state, move: legal_moves(game, state),
    "apply": lambda game, state, move: apply(game, state, move),
    "status": lambda game, state, move: status(game, state),
    "replay": lambda game, state, move: replay(game, state, [move]),
    "solve": lambda game, state, move: solve(game, state, nodes=20, timeout=10, memory=16),
    "a player": lambda game, state, move: at_the_table(game, state),
}
"""The ways of the library by which a position comes to compiled code."""


@sized(150, 20_000)
def test_spoiled_states_end_at_the_door(size: int) -> None:
    """What a program hands over as a position is refused with its defects or is one; nothing else gets to C."""
    rng, refused, taken = dice("states"), 0, 0
    for number in range(size):
        game, start, _ = a_game(rng)
        _, state = played(rng, game, start, rng.randrange(80))
        wrong = spoiled_state(rng, state)
        try:
            if not state_defects(game, wrong):
                taken += 1
                check_position(rng, game, wrong)
                continue
            refused += 1
            move = parse_move(rng.choice(("d", "r", "t1-t2", "t1-f", "w-t3", "t4^", "p1t-w")))
            for name, door in DOORS.items():
                with pytest.raises(RecordError) as caught:
                    door(game, wrong, move)
                assert caught.value.code == "position", name
                assert caught.value.where["defects"], name
            check_boards(rng, game, wrong)
        except BaseException as fault:
            fault.add_note(f"state {number}, {game.variant} {dict(game.settings)}: {wrong}")
            raise
    assert refused > size // 2
    assert taken > size // 100


def check_boards(rng: random.Random, game: Game, wrong: Any) -> None:
    """The compiled boards know no door: they take what they can hold, and what they hold they can go on with."""
    for board in (Walker(lower(game)), Rollout(lower(game))):
        try:
            board.place(*wrong)
        except (ValueError, TypeError, OverflowError):
            continue
        piles, down, _ = board.state()
        assert len(piles) == len(down) == len(PLACES)
        if isinstance(board, Walker):
            for _ in range(3):
                moves = board.legal()
                assert board.status in (0, 1, 2)
                if not moves or not board.walk(rng.choice(moves)):
                    break
        else:
            board.run()


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
