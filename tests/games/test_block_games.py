"""Yukon, Russian Solitaire and Scorpion told once more, in few words: a model that shares nothing with the engine.

A column is a list of cards as texts, and how many of them lie face down. The counts of `perft.jsonl` and the won games
of `won.jsonl` were made by the engine; here the model says the same of them.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from solit.deals.shuffles import shuffle
from solit.engine import State, apply, build_game, card_text, deal, legal_moves, move_text, parse_move, status

HERE = Path(__file__).parent
VARIANTS = ("yukon", "russian", "scorpion")
RANKS = "A23456789TJQK"
RED = "DH"


@dataclass
class Table:
    """One position of one of the three games."""

    variant: str
    columns: list[list[str]] = field(default_factory=lambda: [[] for _ in range(7)])
    down: list[int] = field(default_factory=lambda: [0] * 7)
    up: dict[str, int] = field(default_factory=lambda: dict.fromkeys("CDHS", 0))
    stock: list[str] = field(default_factory=list)

    def copy(self) -> "Table":
        columns = [list(column) for column in self.columns]
        return Table(self.variant, columns, list(self.down), dict(self.up), list(self.stock))

    def takes(self, onto: str, card: str) -> bool:
        if RANKS.index(onto[0]) != RANKS.index(card[0]) + 1:
            return False
        return (onto[1] in RED) != (card[1] in RED) if self.variant == "yukon" else onto[1] == card[1]

    def moves(self) -> Iterator[str]:
        if self.won():
            return
        if self.stock:
            yield "d"
        for s, column in enumerate(self.columns):
            if not column:
                continue
            last = column[-1]
            if self.variant != "scorpion" and self.up[last[1]] == RANKS.index(last[0]):
                yield f"t{s + 1}-f"
            for t, other in enumerate(self.columns):
                for count in range(1, len(column) - self.down[s] + 1):
                    card = column[-count]
                    if s != t and (self.takes(other[-1], card) if other else card[0] == "K"):
                        yield f"t{s + 1}-t{t + 1}" + (f"x{count}" if count > 1 else "")

    def play(self, move: str) -> None:
        if move == "d":
            for t in range(3):
                self.columns[t].append(self.stock.pop(0))
            return
        s = int(move[1]) - 1
        if move.endswith("-f"):
            self.up[self.columns[s].pop()[1]] += 1
        else:
            target, _, count = move[4:].partition("x")
            at = len(self.columns[s]) - int(count or 1)
            self.columns[int(target) - 1] += self.columns[s][at:]
            del self.columns[s][at:]
        if self.columns[s] and self.down[s] == len(self.columns[s]):
            self.down[s] -= 1

    def won(self) -> bool:
        if self.variant != "scorpion":
            return sum(self.up.values()) == 52
        whole = [[rank + suit for rank in reversed(RANKS)] for suit in "CDHS"]
        full = [column for column, down in zip(self.columns, self.down, strict=True) if column and not down]
        return sorted(full) == sorted(whole)


def lay(variant: str, deck: list[str]) -> Table:
    """The deal: scorpion in rows of seven; the others a triangle in rows, then four cards more on columns 2 to 7."""
    table, cards = Table(variant), list(deck)
    if variant == "scorpion":
        for n in range(49):
            table.columns[n % 7].append(cards.pop(0))
        table.down, table.stock = [3, 3, 3, 3, 0, 0, 0], cards
        return table
    for first in range(7):
        for column in range(first, 7):
            table.columns[column].append(cards.pop(0))
    for _ in range(4):
        for column in range(1, 7):
            table.columns[column].append(cards.pop(0))
    table.down = list(range(7))
    return table


def count(table: Table, depth: int) -> list[int]:
    counts = [0] * depth
    for move in table.moves():
        counts[0] += 1
        if depth > 1:
            after = table.copy()
            after.play(move)
            counts[1:] = [a + b for a, b in zip(counts[1:], count(after, depth - 1), strict=True)]
    return counts


def rows(name: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in (HERE / name).read_text().splitlines()]
    return [row for row in lines if row["variant"] in VARIANTS]


@pytest.mark.parametrize("row", rows("perft.jsonl"), ids=lambda row: f"{row['variant']}-{row['source']}")
def test_counts(row: dict[str, Any]) -> None:
    table = lay(row["variant"], row["deck"].split())
    assert count(table, len(row["_perft"])) == row["_perft"]


@pytest.mark.parametrize("row", rows("won.jsonl"), ids=lambda row: f"{row['variant']}-{row['source']}")
def test_won_games(row: dict[str, Any]) -> None:
    table = lay(row["variant"], row["deck"].split())
    for move in row["moves"].split():
        assert not table.won()
        assert move in list(table.moves())
        table.play(move)
    assert table.won()


def same(table: Table, state: State) -> bool:
    piles = [[card_text(card) for card in state.piles[place]] for place in range(6, 13)]
    stock = [card_text(card) for card in reversed(state.piles[0])]
    return (table.columns, table.down, table.stock) == (piles, list(state.down[6:13]), stock)


@pytest.mark.parametrize("variant", VARIANTS)
def test_walks(variant: str) -> None:
    """Side by side through games at random: the same moves, the same piles, the same end."""
    game = build_game(variant)
    for seed in range(12):
        choice, deck = random.Random(seed), shuffle("solit", seed, variant)
        table, state = lay(variant, [card_text(card) for card in deck]), deal(game, deck)
        for _ in range(80):
            assert same(table, state)
            moves = list(table.moves())
            assert moves == [move_text(move) for move in legal_moves(game, state)]
            assert table.won() == (status(game, state) == "won")
            if not moves:
                break
            move = choice.choice([move for move in moves if move.endswith("-f")] or moves)
            table.play(move)
            state, _events = apply(game, state, parse_move(move))
