"""Records that are well formed: every variant, option, beginning and form, games legal and not, at random."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

from solit.deals.shuffles import shuffle
from solit.engine import (
    RecordError,
    build_game,
    deal,
    options_of,
    parse_move,
    position_text,
    variants,
)
from solit.engine.cards import cards_text
from solit.engine.layout import Game
from solit.engine.lowered import lower
from solit.engine.moves import PLACES
from solit.engine.sheets import SHEETS
from solit.engine.state import State
from solit.engine.walker import Walker

TESTS = Path(__file__).parents[1]
SOURCES = ("solit", "solit", "solit", "pysolfc", "ms", "greenfelt", "klondike-solver", "nobodys")
"""Shuffles whose names stand in `source`; of most only some variants can be dealt."""


@cache
def kept_games() -> tuple[str, ...]:
    """The records, as JSON, that other tests keep: games that were won, and one for each clause that refuses."""
    lines = []
    for path in ("cli/fixtures/won.jsonl", "cli/fixtures/klondike.jsonl", "games/won.jsonl"):
        lines += (TESTS / path).read_text(encoding="utf-8").splitlines()
    for clauses in sorted((TESTS / "games").glob("*/clauses.jsonl")):
        lines += [json.dumps(json.loads(line)["record"]) for line in clauses.read_text(encoding="utf-8").splitlines()]
    return tuple(lines)


def any_options(rng: random.Random, variant: str) -> dict[str, Any]:
    """Options drawn at random, some left at their defaults."""
    drawn: dict[str, Any] = {}
    for option in options_of(variant):
        if rng.random() < 0.4:
            drawn[option.name] = rng.choice(option.choices) if option.choices else rng.choice((0, 1, 2, 3, 5, 60))
    return drawn


def any_entry(rng: random.Random) -> str:
    """A text that can be read as an entry, whatever the variant; seldom a legal one."""
    if rng.random() < 0.3:
        return rng.choice(("d", "r", "u", f"t{rng.randint(1, 8)}^"))
    while True:
        source, target = rng.choice(PLACES[1:]), rng.choice(("f", "w", *PLACES[6:14]))
        text = f"{source}-{target}" + rng.choice(("", "", f"x{rng.randint(2, 52)}"))
        try:
            parse_move(text)
        except RecordError:
            continue
        return text


def played(rng: random.Random, game: Game, state: State, length: int) -> tuple[list[str], State]:
    """Up to `length` legal moves from a position, rather those that lead on; and where they end."""
    walk = Walker(lower(game))  # a hundred times as fast as the clauses, and proved equal to them elsewhere
    walk.place(*state)
    moves: list[str] = []
    for _ in range(length):
        legal = walk.legal()
        if not legal:
            break
        leading = [text for text in legal if text.endswith(("-f", "^"))]
        moves.append(rng.choice(leading if leading and rng.random() < 0.6 else legal))
        assert walk.walk(moves[-1])
    return moves, State(*walk.state())


def _times(rng: random.Random, entries: int) -> list[int]:
    now, times = 0, []
    for _ in range(entries):
        now += rng.choice((0, 1, 900, rng.randint(0, 20_000)))
        times.append(now)
    return times


def _claim(rng: random.Random) -> dict[str, Any]:
    whole = {
        "status": rng.choice(("won", "lost", "open")),
        "total": rng.randint(-60, 800),
        "sheet": rng.choice([*SHEETS]),
    }
    return {name: value for name, value in whole.items() if rng.random() < 0.6}


def _beginning(rng: random.Random, game: Game) -> tuple[dict[str, Any], State]:
    """The deck, source or start of a record, in one of their forms; and the position that it deals."""
    seed = rng.choice((rng.randrange(100), rng.randrange(2**64)))
    deck = shuffle("solit", seed, game.variant)
    text = cards_text(deck)
    form = rng.randrange(6)
    if form == 0:
        return {"source": f"solit:{seed}"}, deal(game, deck)
    if form == 1:
        return {"deck": text, "source": f"solit:{seed}"}, deal(game, deck)
    if form == 2:
        return {"deck": text, "source": f"{rng.choice(SOURCES)}:{rng.randrange(1000)}"}, deal(game, deck)
    if form == 3:
        return {"deck": text.split()}, deal(game, deck)
    if form == 4:
        _, state = played(rng, game, deal(game, deck), rng.randrange(60))
        return {"start": position_text(game, state)}, state
    return {"deck": text}, deal(game, deck)


def well_formed(rng: random.Random) -> dict[str, Any]:
    """A record that can be read (but for a `source` that may not fit); its game may be illegal."""
    if rng.random() < 0.2:
        record: dict[str, Any] = json.loads(rng.choice(kept_games()))
        return record
    variant = rng.choice(variants())
    options = any_options(rng, variant)
    game = build_game(variant, options)
    beginning, state = _beginning(rng, game)
    record = {"solit": 1, "variant": variant, **beginning}
    if options or rng.random() < 0.5:
        record["options"] = options
    if rng.random() < 0.15:
        return record
    moves, _ = played(rng, game, state, rng.choice((0, 3, 30, 120)))
    for _ in range(rng.choice((0, 0, 1, 4))):
        moves.insert(rng.randint(0, len(moves)), rng.choice(("u", "u", any_entry(rng))))
    record["moves"] = moves if rng.random() < 0.2 else " ".join(moves)
    if rng.random() < 0.3:
        times = record["at_ms"] = _times(rng, len(moves))
        if rng.random() < 0.5:
            record["end_ms"] = (times[-1] if times else 0) + rng.choice((0, 1, 700_000))
    if rng.random() < 0.2:
        record["claim"] = _claim(rng)
    if rng.random() < 0.2:
        record["_own"] = rng.choice(([1, {"a": None}], "日♥", 2**64 - 1, 1.5))
    return record
