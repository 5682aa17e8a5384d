"""A way that the pyramids kernel found, as moves in the notation of records."""

from collections.abc import Iterable, Sequence

from solit.engine.lowered import Tables
from solit.engine.moves import PLACES, STOCK, WASTE
from solit.engine.walker import Walker

Choice = tuple[int, int, int]  # kind, card, layout spot; kinds: 1 waste card out, 2 layout card out, 3 spot to waste


def write_line(
    tables: Tables, piles: Sequence[Sequence[int]], down: Sequence[int], passes: int, log: Iterable[Choice]
) -> list[str]:
    """The texts of all moves for the search's choices, played from a position."""
    return LineWriter(tables, piles, down, passes).play(log)


class LineWriter:
    """Plays a found way on a walker: draws, joins, cards going home and the places are filled in."""

    def __init__(self, tables: Tables, piles: Sequence[Sequence[int]], down: Sequence[int], passes: int) -> None:
        self.walker = Walker(tables)
        self.walker.place(piles, down, passes)
        self.out: list[str] = []

    def move(self, text: str) -> None:
        """Make a move that is legal."""
        if not self.walker.go_on(text):
            raise AssertionError(f"{text} is no move where the search has one")
        self.out.append(text)

    def chosen(self, source: str, to_empty: bool) -> str | None:
        """The first legal move from the places whose names begin so: home, or onto a column, `to_empty` if need be."""
        piles = self.walker.state()[0]
        opening = None
        for text in self.walker.legal():
            if text.startswith(source) and not text.endswith("-w"):
                target = text.partition("-")[2].partition("x")[0]
                if target == "f" or piles[PLACES.index(target)]:
                    return text
                opening = opening or text
        return opening if to_empty else None

    def reach(self, card: int) -> None:
        """Draw, redealing where due, until a card is on top of the waste."""
        piles = self.walker.state()[0]
        while not piles[WASTE] or piles[WASTE][-1] != card:
            self.move("d" if piles[STOCK] else "r")
            piles = self.walker.state()[0]

    def play(self, log: Iterable[Choice]) -> list[str]:
        """The moves for (kind, card, spot): 1 the card goes out, 2 from the layout, 3 the spot's card goes on it."""
        for kind, card, spot in [(0, 0, 0), *log]:
            if kind in (1, 3):
                self.reach(card)
            if kind == 3:
                self.move(f"{PLACES[14 + spot]}-w")
            elif kind:
                text = self.chosen("w-" if kind == 1 else f"{PLACES[14 + spot]}-", True)
                if text is None:
                    raise AssertionError("no place where the search has one")
                self.move(text)
            while tidying := self.chosen("t", False):
                self.move(tidying)
        return self.out
