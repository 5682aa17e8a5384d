"""A solution of the klondike search as moves of the real game.

The search's states have no columns and no draws: here the columns are played along, cards in the way go over to the
other card of their pair, and draws, redeals and turnings-up are filled in.
"""

from collections.abc import Iterable, Sequence

from solit.engine.moves import PLACES, STOCK, WASTE

HOME, SHIFT, DECK_HOME, DECK_COLUMN, BACK = range(5)  # the kinds of moves of the search
FOUNDATION, COLUMN = 2, 6  # the first places of their kind


def bit_of(card: int) -> int:
    """The number of a card's bit in the search's words."""
    rank = card % 13
    base = (2, 0, 1, 3)[card // 13]
    return 4 * rank + (base ^ (2 * (rank & 1)))


def is_red(card: int) -> bool:
    """Whether a card is a diamond or a heart."""
    return card // 13 in (1, 2)


def fits(card: int, onto: int) -> bool:
    """Whether a column's card takes another one: of the next lower rank and the other colour."""
    return card % 13 + 1 == onto % 13 and is_red(card) != is_red(onto)


def write_line(
    codes: Iterable[tuple[int, int]],
    start: Sequence[Sequence[int]],
    start_down: Sequence[int],
    columns: int,
    group: int,
    manual: bool,
) -> list[str]:
    """The texts of all moves for the search's moves (kind, number of the card's bit) from a position.

    `start` and `start_down` are piles and face-down counts by place, `group` the number of cards drawn at a time.
    """
    piles = [list(pile) for pile in start]
    down = list(start_down)
    card_of = {bit_of(card): card for card in range(52)}
    places = range(COLUMN, COLUMN + columns)
    column_of = {card: place for place in places for card in piles[place]}
    texts: list[str] = []

    def shift(source: int, target: int, count: int) -> None:
        pile = piles[source]
        cards = pile[-count:]
        del pile[-count:]
        piles[target].extend(cards)
        for card in cards:
            column_of[card] = target
        name = "f" if target < COLUMN else PLACES[target]
        texts.append(f"{PLACES[source]}-{name}x{count}" if count > 1 else f"{PLACES[source]}-{name}")
        if source >= COLUMN and pile and down[source] == len(pile):
            down[source] -= 1
            if manual:
                texts.append(f"{PLACES[source]}^")

    def taker(card: int) -> int:
        """A column that takes the card: one of its pair, else an empty one."""
        empty = -1
        for place in places:
            pile = piles[place]
            if not pile:
                empty = place
            elif fits(card, pile[-1]):
                return place
        return empty

    def lift(card: int) -> tuple[int, int]:
        """The place of a column's card and the number of cards from it to the end."""
        place = column_of[card]
        return place, len(piles[place]) - piles[place].index(card)

    for kind, b in codes:
        card = card_of[b]
        home = FOUNDATION + card // 13
        if kind == HOME:
            place, count = lift(card)
            if count > 1:
                shift(place, taker(piles[place][1 - count]), count - 1)
            shift(place, home, 1)
        elif kind == SHIFT:
            place, count = lift(card)
            shift(place, taker(card), count)
        elif kind == BACK:
            shift(home, taker(card), 1)
        else:
            while not piles[WASTE] or piles[WASTE][-1] != card:
                if not piles[STOCK]:
                    piles[STOCK] = piles[WASTE][::-1]
                    piles[WASTE] = []
                    texts.append("r")
                for _ in range(min(group, len(piles[STOCK]))):
                    piles[WASTE].append(piles[STOCK].pop())
                texts.append("d")
            shift(WASTE, home if kind == DECK_HOME else taker(card), 1)
    return texts
