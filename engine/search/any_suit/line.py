"""A line of play that a search of the any-suit family found, written out in full."""

from collections.abc import Sequence

from solit.engine.lowered import Tables
from solit.engine.moves import OWN_FOUNDATION, STOCK, WASTE, transfer_text


class Line:
    """Plays a search's moves on the piles and keeps the texts of all that is played, room made and draws included."""

    def __init__(self, tables: Tables, piles: Sequence[Sequence[int]], down: Sequence[int]) -> None:
        self.tables = tables
        self.piles = [list(pile) for pile in piles]
        self.down = list(down)
        self.words: list[str] = []

    def place_of(self, card: int) -> tuple[int, int]:
        """The place that holds a face-up card, and the card's index there."""
        for place in (WASTE, 2 + card // 13, *self.tables.columns):
            if card in self.piles[place]:
                return place, self.piles[place].index(card)
        raise AssertionError("a card is not where a move says")

    def reach(self, card: int) -> None:
        """Draw, redealing where due, until a card is on top of the waste."""
        stock, waste = self.piles[STOCK], self.piles[WASTE]
        while not waste or waste[-1] != card:
            if stock:
                self.words.append("d")
                for _ in self.tables.draw_to:
                    if stock:
                        waste.append(stock.pop())
            else:
                self.words.append("r")
                stock.extend(reversed(waste))
                waste.clear()

    def move(self, card: int, target: int) -> None:
        """Move a card, with all that is on it, to a column."""
        source, index = self.place_of(card)
        group = self.piles[source][index:]
        self.words.append(transfer_text(source, target, len(group)))
        self.piles[target] += group
        self._leave(source, index)

    def go_home(self, card: int) -> None:
        """Move a card to its foundation."""
        source, index = self.place_of(card)
        self.words.append(transfer_text(source, OWN_FOUNDATION))
        self.piles[2 + card // 13].append(card)
        self._leave(source, index)

    def _leave(self, place: int, index: int) -> None:
        del self.piles[place][index:]
        if self.piles[place] and self.down[place] == len(self.piles[place]):
            self.down[place] -= 1

    def build(self, card: int) -> None:
        """Build a card where some card takes it, others making room; a king goes to an empty column."""
        if card % 13 == self.tables.ranks - 1:
            self.move(card, next(place for place in self.tables.columns if not self.piles[place]))
        else:
            self._make_room(card, -1)

    def bare(self, card: int) -> None:
        """Move what is built on a card elsewhere."""
        place, index = self.place_of(card)
        if index + 1 < len(self.piles[place]):
            self._make_room(self.piles[place][index + 1], card)

    def _make_room(self, card: int, barred: int) -> None:
        """Move a card to another than `barred`, along a shortest alternating path that ends at a bare card."""
        came: dict[int, int] = {}  # for each card that could be built on: the one that would move there
        queue = [card]
        for mover in queue:
            for place in self.tables.columns:
                pile = self.piles[place]
                for index in range(self._reached(place), len(pile)):
                    onto = pile[index]
                    if onto == barred or onto in came or not self.tables.takes[onto] >> mover & 1:
                        continue
                    if index + 1 == len(pile):
                        came[onto] = mover
                        self._move_along(came, onto, card)
                        return
                    if pile[index + 1] != mover:
                        came[onto] = mover
                        queue.append(pile[index + 1])
        raise AssertionError("no room where the search found some")

    def _reached(self, place: int) -> int:
        """The index of the first card in reach of a column: where its last run begins."""
        pile = self.piles[place]
        first = max(len(pile) - 1, 0)
        while first > self.down[place] and self.tables.takes[pile[first - 1]] >> pile[first] & 1:
            first -= 1
        return first

    def _move_along(self, came: dict[int, int], onto: int, last: int) -> None:
        """Move each card of a path to the place that the one before it left, from the bare card back to `last`."""
        while True:
            mover = came[onto]
            source, index = self.place_of(mover)
            under = self.piles[source][index - 1] if index else -1
            self.move(mover, self.place_of(onto)[0])
            if mover == last:
                return
            onto = under
