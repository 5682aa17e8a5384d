"""Columns that build in suit and are won as whole suits (scorpion): blocks move, kings open, one deal of the stock.

A card that is no king goes on one card only, the next of its suit: its *host*. Once there it never leaves it, and in a
won position every card lies there. So each such *join* must be made, once. A position is lost where joins wait for one
another in a circle: the card on a host must leave before the join, the card on a face-down card before this one's own.
What is yet to be dealt, and what other moves carry along, can only add to what waits.

Once the stock is dealt, a join to a column that is nothing but a run from its king is made at once: no card of that
column ever moves again, so whatever could be played before the join can be played after it. Then, too, all empty
columns are alike, and a king that lies at the bottom of a column stays there.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from solit.engine.layout import Role
from solit.engine.lowered import Tables, cards_of_deck
from solit.engine.moves import COLUMNS, STOCK, transfer_text

PRUNINGS: dict[str, int] = {}
SLICE = 500  # nodes between two looks at the clock
_SEEN_BYTES = 400  # a key, its place in the set, and the position while it waits

Piles = Sequence[Sequence[int]]
Columns = tuple[tuple[int, ...], ...]
Hidden = tuple[int, ...]
Place = tuple[Columns, Hidden]


def accepts(tables: Tables, piles: Piles, down: Sequence[int], passes: int) -> bool:
    """Whether these are such rules, and the stock is dealt at once, a card a column."""
    deck, top = cards_of_deck(tables.ranks), tables.ranks - 1
    kings = sum([1 << card for card in deck if card % 13 == top])
    return (
        tables.suits_in_columns
        and {role for role in tables.roles if role} <= {Role.STOCK, Role.COLUMN}
        and tables.roles[STOCK] in (Role.STOCK, None)
        and tuple([place for place, role in enumerate(tables.roles) if role]) == tables.places
        and tuple([place for place, role in enumerate(tables.roles) if role is Role.COLUMN]) == tables.columns
        and set(tables.columns) <= set(COLUMNS)
        and tables.routes == {(Role.COLUMN, Role.COLUMN)}
        and tables.lift == "any"
        and tables.opens_column == kings
        and all([tables.takes[card] == (1 << card - 1 if card % 13 else 0) for card in deck])
        and all([tables.next_up[card] == (card + 1 if card % 13 < top else -1) for card in deck])
        and not (tables.covers or tables.manual or tables.redeal or tables.returns)
        and len(set(tables.draw_to)) == len(tables.draw_to) >= len(piles[STOCK])
        and set(tables.draw_to) <= set(tables.columns)
        and all([not piles[place] or 0 <= down[place] < len(piles[place]) for place in tables.columns])
    )


class Search:
    """Depth first before the deal; `run` returns 0 not finished, 1 won, 2 exhausted, 3 out of memory."""

    def __init__(
        self,
        tables: Tables,
        piles: Piles,
        down: Sequence[int],
        passes: int,
        *,
        memory: int,
        prunings: int = 0,
        seed: int = 0,
    ) -> None:
        if not accepts(tables, piles, down, passes):
            raise ValueError("not a position for this kernel")
        self.nodes = 0
        self._top = tables.ranks - 1
        self._names = tables.columns
        self._memory = memory
        self._stock = tuple(reversed(piles[STOCK]))
        self._targets = [tables.columns.index(place) for place in tables.draw_to]
        start = tuple([tuple(piles[place]) for place in tables.columns]), tuple([down[p] for p in tables.columns])
        self._seen = {(start, not self._stock)}
        # positions, whether the stock is dealt, and the way there, last move first
        self._open: list[tuple[Place, bool, tuple[object, ...]]] = [(start, not self._stock, ())]
        self._won: list[str] | None = None

    def run(self, nodes: int) -> int:
        """Visit at most `nodes` more positions."""
        most = self.nodes + nodes
        while self._won is None and self._open and self.nodes < most:
            if _SEEN_BYTES * len(self._seen) >= self._memory:
                return 3
            position, dealt, way = self._open.pop()
            self.nodes += 1
            if self._is_won(position) and dealt:
                self._won = _texts(way)
            elif not self._is_lost(position):
                for text, after, dealt_then in self._next(position, dealt):
                    if (after, dealt_then) not in self._seen:
                        self._seen.add((after, dealt_then))
                        self._open.append((after, dealt_then, (text, way)))
        return 1 if self._won is not None else 0 if self._open else 2

    def moves(self) -> list[str]:
        """The moves to the win."""
        return list(self._won or [])

    def _dealt(self, position: Place) -> Place:
        columns = list(position[0])
        for target, card in zip(self._targets, self._stock, strict=False):
            columns[target] = (*columns[target], card)
        return tuple(columns), position[1]

    def _next(self, position: Place, dealt: bool) -> Iterator[tuple[str, Place, bool]]:
        """The moves worth trying, what is to be tried first last."""
        if dealt:
            for target, column in enumerate(position[0]):
                if self._is_settled(column, position[1][target]):
                    for text, after in self._joins_to(position, target):
                        yield text, after, True
                        return
        else:
            yield "d", self._dealt(position), True
        for source, index in self._kings(position):
            for target, column in enumerate(position[0]):
                if not column and (index or not dealt):
                    yield (*self._move(position, source, index, target), dealt)
                    if dealt:
                        break
        for target in range(len(position[0])):
            for text, after in self._joins_to(position, target):
                yield text, after, dealt

    def _is_settled(self, column: tuple[int, ...], hidden: int) -> bool:
        """Whether a column is a run from its king."""
        return bool(column) and not hidden and column[0] % 13 == self._top and _runs(column)

    def _is_won(self, position: Place) -> bool:
        whole = [column for column in position[0] if len(column) == self._top + 1]
        return len(whole) == 4 and not any(position[1]) and all(map(_runs, whole))

    def _kings(self, position: Place) -> Iterator[tuple[int, int]]:
        for source, column in enumerate(position[0]):
            for index in range(position[1][source], len(column)):
                if column[index] % 13 == self._top:
                    yield source, index

    def _joins_to(self, position: Place, target: int) -> Iterator[tuple[str, Place]]:
        columns, hidden = position
        onto = columns[target]
        if onto and onto[-1] % 13:
            for source, column in enumerate(columns):
                if source != target and onto[-1] - 1 in column:
                    index = column.index(onto[-1] - 1)
                    if index >= hidden[source]:
                        yield self._move(position, source, index, target)

    def _move(self, position: Place, source: int, index: int, target: int) -> tuple[str, Place]:
        columns, hidden = list(position[0]), position[1]
        group, columns[source] = columns[source][index:], columns[source][:index]
        columns[target] += group
        if index and hidden[source] == index:
            hidden = (*hidden[:source], index - 1, *hidden[source + 1 :])
        text = transfer_text(self._names[source], self._names[target], len(group))
        return text, (tuple(columns), hidden)

    def _is_lost(self, position: Place) -> bool:
        """Whether joins wait for one another in a circle, or a card lies for good on its face-down host."""
        waits: dict[int, list[int]] = {}  # for each card: the cards that must leave before it can
        for column, hidden in zip(*position, strict=True):
            for index in range(len(column) - 1):
                under, over = column[index], column[index + 1]
                if under % 13 and over != under - 1:
                    waits.setdefault(under - 1, []).append(over)
                if index < hidden:
                    if under % 13 and over == under - 1:
                        return True
                    waits.setdefault(under, []).append(over)
        done: set[int] = set()
        path: set[int] = set()

        def circular(card: int) -> bool:
            if card in done:
                return False
            if card in path:
                return True
            path.add(card)
            for other in waits.get(card, ()):
                if circular(other):
                    return True
            path.discard(card)
            done.add(card)
            return False

        return any([circular(card) for card in list(waits)])


def _runs(column: tuple[int, ...]) -> bool:
    """Whether each card lies on the next one of its suit."""
    return all([lower % 13 and upper == lower - 1 for lower, upper in pairwise(column)])


def _texts(way: tuple[object, ...]) -> list[str]:
    texts: list[str] = []
    while way:
        text, way = way  # type: ignore[assignment]
        texts.append(str(text))
    return texts[::-1]
