"""Families read every table that they rely on: with a rule changed, a kernel declines, or agrees with the general
search."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_type_hints

import pytest

from solit.engine.layout import Game, Lift, Opening, Role, Suits
from solit.engine.lowered import Tables, lower
from solit.engine.rules import build_game, deal, options_of, variants
from solit.engine.search import general
from solit.engine.search.families import FAMILIES, family_of
from solit.engine.search.solver import RUNNING, UNWINNABLE, WON
from solit.engine.state import State
from solit.engine.walker import OPEN, Walker

EVERY = (1 << 52) - 1
NODES = 1_000
MANY = 40_000


def _small_games(variant: str) -> Iterator[Game]:
    """Games of a variant with small decks, each choice of each option that bears on a search once."""
    ranks, piles = (4, 2) if Role.LAYOUT in build_game(variant).roles else (3, 3)
    seen = set()
    given = [
        {option.name: value}
        for option in options_of(variant)
        for value in option.choices or (option.low, option.low + 1, option.low + 2)
    ]
    for options in given or [{}]:
        game = build_game(variant, options, ranks=ranks, piles=piles)
        tables = repr(lower(game)._replace(undo=0, time_limit=0))
        if tables not in seen:
            seen.add(tables)
            yield game


def _deals(game: Game, count: int, seed: str) -> Iterator[State]:
    chance = random.Random(seed)
    cards = [13 * suit + rank for suit in range(4) for rank in range(game.ranks)]
    for _ in range(count):
        yield deal(game, chance.sample(cards, len(cards)))


def _changes(tables: Tables, field: str, chance: random.Random) -> Iterator[Any]:
    """Other values of one table: all that there are, or one of each kind."""
    value, kind = getattr(tables, field), get_type_hints(Tables)[field]
    deck = [13 * suit + rank for suit in range(4) for rank in range(tables.ranks)]
    card, other = chance.sample(deck, 2)
    places, roles = range(30), [None, *Role]
    if field == "roles":
        for place in (0, 1, 3, tables.columns[-1], 13, 14, 15):
            yield from [tuple([role if p == place else value[p] for p in places]) for role in roles]
    elif field in ("places", "columns", "draw_to"):
        yield from (value[:-1], value[1:], (*value, 13), (*value, 1), value[::-1])
        yield from ((1,) * 2, (1,) * 3, (6, 7), (6, 6), ())
    elif field == "routes":
        every = [(source, target) for source in Role for target in Role]
        yield from [value ^ {route} for route in every]
    elif field == "covers":
        yield {}
        yield {**value, 6: (7,)}
        yield {**value, 2: (7,)}
        yield {**value, 14: (15,), 15: (16,)}
        yield from [{place: over for place, over in value.items() if place != left} for left in value]
    elif field == "plan":
        yield value[::-1]
    elif field in ("takes", "waste_takes"):
        yield (0,) * 52
        yield (EVERY,) * 52
        yield tuple([mask ^ (1 << other if onto == card else 0) for onto, mask in enumerate(value)])
        yield tuple([0 if onto == card else mask for onto, mask in enumerate(value)])
        yield tuple([sum([1 << c for c in deck if c % 13 == (onto % 13 - 1) % tables.ranks]) for onto in range(52)])
    elif field == "next_up":
        yield (-1,) * 52
        yield tuple([other if c == card else up for c, up in enumerate(value)])
        yield tuple([-1 if c == card else up for c, up in enumerate(value)])
        yield tuple([c + 1 if c % 13 < tables.ranks - 1 else c + 1 - tables.ranks for c in range(52)])
        yield tuple([c + 1 for c in range(52)])
    elif field == "lift":
        yield from [lift.value for lift in Lift]
    elif field == "ranks":
        yield from (value - 1, value + 1, 13)
    elif kind is bool:
        yield not value
    elif field in ("passes", "undo", "time_limit"):
        yield from (value + 1, value + 2, 0)
    elif kind is int:  # a set of cards
        yield from (0, EVERY, value ^ 1 << card, value ^ 1 << other, sum([1 << c for c in deck if c % 13 == 0]))
    else:
        pytest.fail(f"say how {field} of Tables may be changed")


def _outcome(search: Any, nodes: int) -> int:
    outcome: int = search.run(nodes)
    return outcome


def _check(tables: Tables, state: State) -> bool:
    """Whether a family takes this; then its kernel must not contradict the general search, and win by the tables."""
    family = family_of(tables, state)
    if family is None:
        return False
    module = __import__(f"solit.engine.search.{family.kernel}", fromlist=["Search"])
    kernel = module.Search(tables, *state, memory=1 << 24)
    told = _outcome(kernel, MANY)
    walker = Walker(tables)
    walker.place(*state)
    if walker.status != OPEN:  # over before the first move
        return True
    if told == WON:
        assert walker.walk(" ".join(kernel.moves()))
        status: int = walker.status
        assert status == WON
    truth = _outcome(general.Search(tables, *state, memory=1 << 26), NODES)
    if truth in (WON, UNWINNABLE) and told != RUNNING:
        assert told == truth, (family.name, tables, state)
    return True


def _mutate(variant: str, field: str, decks: int) -> tuple[int, int]:
    """Change one table of every game of a variant, on about so many decks; how often a family declined, how often it
    took the position."""
    counts = [0, 0]
    for number, game in enumerate(_small_games(variant)):
        tables = lower(game)
        changes = list(_changes(tables, field, random.Random(f"{variant} {field} {number}")))
        for change in changes:
            changed = tables._replace(**{field: change})
            for state in _deals(game, -(-decks // len(changes)), f"{variant} {field} {number} {change!r}"):
                taken = _check(changed, state)
                counts[taken] += 1
                if not taken:
                    break  # it is the rules that are declined
    return counts[0], counts[1]


@pytest.mark.parametrize("field", Tables._fields)
@pytest.mark.parametrize("variant", variants())
def test_a_changed_table_is_declined_or_searched_rightly(variant: str, field: str) -> None:
    declined, taken = _mutate(variant, field, 16)
    assert declined + taken > 0


@pytest.mark.slow
@pytest.mark.parametrize("field", Tables._fields)
@pytest.mark.parametrize("variant", variants())
def test_changed_tables_on_hundreds_of_decks(variant: str, field: str) -> None:
    _mutate(variant, field, 400)


@pytest.mark.parametrize("variant", variants())
def test_the_games_themselves_are_taken(variant: str) -> None:
    for game in _small_games(variant):
        for state in _deals(game, 3, variant):
            assert _check(lower(game), state)


@pytest.mark.parametrize("suits", Suits)
@pytest.mark.parametrize("variant", variants())
def test_games_that_do_not_exist(variant: str, suits: Suits) -> None:
    """Other rules of building, lifting and opening put together: games as their clauses have them, lowered."""
    taken = 0
    for game in _small_games(variant):
        for lift in Lift:
            for opening in Opening:
                other = replace(game, suits=suits, lift=lift, opens=dict.fromkeys(game.opens, opening))
                for state in _deals(other, 1, f"{variant} {suits} {lift} {opening}"):
                    taken += _check(lower(other), state)
    # the kernels that look for whole suits in columns are those for columns that build in suit
    if build_game(variant).suits_in_columns:
        assert (taken > 0) == (suits is Suits.SAME)
    elif suits is not Suits.SAME:
        assert taken > 0


def test_families_are_asked_in_order() -> None:
    names = [family.name for family in FAMILIES]
    assert len(set(names)) == len(names)
    game = build_game("chinese")
    state = deal(game, range(52))
    family = family_of(lower(game), state)
    assert family is not None and family.name == "blocks"
    assert family_of(lower(game)._replace(manual=True), state) is None
