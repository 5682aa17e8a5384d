"""A position as a player sees it who does not look under cards.

A card is known once it has lain face up: from then on its place follows from play, also when the waste is turned over.
A view holds known cards only; players get nothing else.
"""

from collections.abc import Iterable
from typing import NamedTuple

from solit.engine.layout import Game
from solit.engine.lowered import cards_of_deck

HIDDEN = -1
"""Stands in a view for a card that has never lain face up."""

Piles = tuple[tuple[int, ...], ...]
Position = tuple[Piles, tuple[int, ...], int]
"""`piles`, `down` and `passes`, as `State` holds them and the walker tells them."""


class View(NamedTuple):
    """`piles`, `down` and `passes` as in `State`, with `HIDDEN` in the place of each card that is not known."""

    game: Game
    piles: Piles
    down: tuple[int, ...]
    passes: int

    @property
    def hidden(self) -> int:
        """How many cards are not known."""
        return sum([pile.count(HIDDEN) for pile in self.piles])

    def unknown(self) -> list[int]:
        """The cards that lie somewhere in the places of `HIDDEN`, in ascending order."""
        known = {card for pile in self.piles for card in pile}
        return [card for card in cards_of_deck(self.game.ranks) if card not in known]

    def filled(self, cards: Iterable[int] | None = None) -> Position:
        """A position that looks like this: the hidden places hold `cards` in turn (default: ascending order).

        What can be done next is the same in all of them, since no rule asks about a face-down card.
        """
        following = iter(self.unknown() if cards is None else cards)
        piles = tuple(
            [
                tuple([next(following) if card < 0 else card for card in pile]) if HIDDEN in pile else pile
                for pile in self.piles
            ]
        )
        return piles, self.down, self.passes


def view_of(game: Game, position: Position, seen: int) -> View:
    """What is seen of a position by someone who knows the cards of the mask `seen`."""
    piles, down, passes = position
    shown = tuple(
        [
            tuple([card if seen >> card & 1 else HIDDEN for card in pile]) if down[place] else pile
            for place, pile in enumerate(piles)
        ]
    )
    return View(game, shown, down, passes)
