"""What best play is for, as numbers that a search makes as large as it can: points on a sheet, or few moves.

A line has a *running value*, which each move changes, and may end in some positions, where it is worth a *final value*.
`cap` says more than what no line by way of a position ends with; the tests compare it with plain exhaustive search.
"""

from collections.abc import Sequence
from typing import Protocol

from solit.engine.errors import RecordError
from solit.engine.layout import Game, Role
from solit.engine.moves import FOUNDATIONS, STOCK, WASTE
from solit.engine.scoring import event_points
from solit.engine.sheets import Sheet

Piles = Sequence[Sequence[int]]
Booked = Sequence[tuple[str, int | None]]


class Goal(Protocol):
    """What a search wants; values are whole numbers, larger is better."""

    name: str

    def step(self, value: int, move: str, booked: Booked) -> int:
        """The running value after a move that did this; larger before is never smaller after."""
        ...

    def end(self, value: int, won: bool, home: int, suits_in_columns: int) -> int | None:
        """The final value of a line that ends here; None where it may not."""
        ...

    def cap(self, value: int, piles: Piles, down: Sequence[int]) -> int:
        """No line that comes by here with this running value ends with more."""
        ...

    def pass_key(self, passes: int) -> int:
        """The pass, as far as it bears on values to come."""
        ...

    def told(self, value: int) -> int:
        """A value as people know it."""
        ...


class Points:
    """The most points on a sheet, without its clock.

    Raises `RecordError` (`sheet-without-best`) where points can be earned without end: by taking a card back from a
    foundation and bringing it home again, or by passes that are paid and not counted.
    """

    name = "score"

    def __init__(self, game: Game, sheet: Sheet) -> None:
        self.game = game
        self.sheet = sheet
        draw = len(game.draw_to)
        points = sheet.points
        self._home = points.get("foundation", 0)
        self._back = points.get("foundation-return", 0) if game.may_return else 0
        self._column = max(0, points.get("waste-to-column", 0))
        self._reveal = max(0, points.get("reveal", 0))
        self._draw = draw
        free = max([rule.free for rule in sheet.passes if rule.draw in (0, draw)][:1], default=0)
        self._dear = free + 1  # from this pass on all cost the same
        self._pass = sheet.pass_points(draw, self._dear) if game.redeals else 0
        if (game.may_return and self._home + self._back > 0) or (self._pass > 0 and not game.passes):
            told = "takes a card back and home again" if self._pass <= 0 else "goes through the stock again and again"
            raise RecordError(
                "sheet-without-best", f"{sheet.name} has no best total in {game.variant}: who {told} earns without end"
            )

    def step(self, value: int, move: str, booked: Booked) -> int:
        floor = self.sheet.floor
        for kind, number in booked:
            value += event_points(self.sheet, self._draw, kind, number)[1]
            if floor is not None and value < floor:
                value = floor
        return value

    def end(self, value: int, won: bool, home: int, suits_in_columns: int) -> int | None:
        sheet = self.sheet
        value += sheet.card_home * (home + self.game.ranks * suits_in_columns)
        return value if sheet.floor is None else max(value, sheet.floor)

    def cap(self, value: int, piles: Piles, down: Sequence[int]) -> int:
        """Each face-down card is turned up once, each card comes from the waste to a column once, and between two
        journeys home a card must come back, which together earns nothing.

        With a floor, what is withheld counts for nothing: after the last event at which that happened the total is the
        floor, and what can still be earned from there is no more than from a position with no card home. The points for
        cards at home come last, and the floor holds after them, too.
        """
        home = sum([len(piles[place]) for place in FOUNDATIONS])
        best = value + self._still(piles, down, home)
        floor = self.sheet.floor
        if floor is not None:
            best = max(best, floor, floor + self._still(piles, down, 0 if self.game.may_return else home))
        return best

    def _still(self, piles: Piles, down: Sequence[int], home: int) -> int:
        game, deck = self.game, 4 * self.game.ranks
        hidden = sum([down[place] for place in game.places if place != STOCK])
        loose = len(piles[STOCK]) + len(piles[WASTE])
        loose += sum([len(piles[place]) for place in game.places if game.roles[place] is Role.LAYOUT])
        found = self._reveal * hidden + self._column * loose
        found += max(0, self._home) * (deck - home)
        if game.may_return:
            found += max(0, self._back) * deck
        if self._pass > 0:
            found += self._pass * game.passes
        each = self.sheet.card_home
        kept = 0 if game.may_return else home
        return found + (each * deck if each > 0 else each * kept)

    def pass_key(self, passes: int) -> int:
        return min(passes, self._dear) if self._pass else 0

    def told(self, value: int) -> int:
        return value


class Moves:
    """The fewest draws and moves of cards to a win; redeals and turnings-up are not counted. Values are below 0."""

    name = "moves"

    def __init__(self, game: Game) -> None:
        self.game = game
        self._layout = tuple([place for place in game.places if game.roles[place] is Role.LAYOUT])

    def step(self, value: int, move: str, booked: Booked) -> int:
        return value - counts(move)

    def end(self, value: int, won: bool, home: int, suits_in_columns: int) -> int | None:
        return value if won else None

    def cap(self, value: int, piles: Piles, down: Sequence[int]) -> int:
        """Each draw brings so many cards; a card goes to its foundation alone. Where suits may lie in columns, cards of
        the stock, the waste and the layout still leave these alone, but a centre that lies face down may be a base."""
        game = self.game
        stock = len(piles[STOCK])
        need = -(-stock // len(game.draw_to)) if stock else 0
        if game.suits_in_columns:
            if game.roles[WASTE] is not None:
                need += stock + len(piles[WASTE])
            need += sum([len(piles[place]) - down[place] for place in self._layout])
        else:
            need += 4 * game.ranks - sum([len(piles[place]) for place in FOUNDATIONS])
        return value - need

    def pass_key(self, passes: int) -> int:
        return 0

    def told(self, value: int) -> int:
        return -value


def counts(move: str) -> int:
    """Whether a move counts as one: draws and card moves do, redeals and turnings-up do not."""
    return 0 if move == "r" or move.endswith("^") else 1
