# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A solution of the pairs search as moves of the real game.

The search's states have no columns and no draws: here the columns are played along, cards in the way go over to the
other card of their pair, and draws, redeals and turnings-up are filled in. An ordinary Python file in Cython's pure
mode: uncompiled it takes several times as long as most searches.
"""

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

from solit.engine.moves import Move, move_text, transfer_text

HOME = cython.declare(cython.const[cython.int], 0)  # the kinds of moves of the search, as `position` has them
SHIFT = cython.declare(cython.const[cython.int], 1)
DECK_HOME = cython.declare(cython.const[cython.int], 2)
DECK_COLUMN = cython.declare(cython.const[cython.int], 3)
BACK = cython.declare(cython.const[cython.int], 4)
STOCK = cython.declare(cython.const[cython.int], 0)
WASTE = cython.declare(cython.const[cython.int], 1)
FOUNDATION = cython.declare(cython.const[cython.int], 2)  # the first place of its kind
COLUMN = cython.declare(cython.const[cython.int], 6)
NOWHERE = cython.declare(cython.const[cython.int], -1)
COMPILED = bool(cython.compiled)


def bit_of(card: cython.int) -> int:
    """The number of a card's bit in the search's words."""
    rank: cython.int = card % 13
    suit: cython.int = card // 13
    base: cython.int = 2 if suit == 0 else 0 if suit == 1 else 1 if suit == 2 else 3
    return 4 * rank + (base ^ (2 * (rank & 1)))


def is_red(card: cython.int) -> bool:
    """Whether a card is a diamond or a heart."""
    return card // 13 == 1 or card // 13 == 2


def fits(card: cython.int, onto: cython.int) -> bool:
    """Whether a column's card takes another one: of the next lower rank and the other colour."""
    return _fits(card, onto)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _fits(card: cython.int, onto: cython.int) -> cython.bint:
    red: cython.bint = 13 <= card < 39
    return card % 13 + 1 == onto % 13 and red != (13 <= onto < 39)


_WORDS: dict = {}  # by source, target and count: a few thousand at most


@cython.cfunc
def _word(source: cython.int, target: cython.int, count: cython.int):
    """The text of a move."""
    key = (source * 14 + target) * 64 + count
    text = _WORDS.get(key)
    if text is None:
        text = transfer_text(source, target, count)
        _WORDS[key] = text
    return text


@cython.final
@cython.cclass
class _Piles:
    """The real game, played along."""

    pile: cython.uchar[896]  # 14 places of 64 cards
    size: cython.int[14]
    down: cython.int[14]
    place_of: cython.int[52]  # of cards in columns
    columns: cython.int
    group: cython.int
    manual: cython.bint
    texts: list

    def __init__(self, start, start_down, columns: cython.int, group: cython.int, manual: cython.bint) -> None:
        place: cython.int
        n: cython.int
        if not cython.compiled:  # compiled they are part of the object
            self.pile = bytearray(896)
            self.size, self.down, self.place_of = [0] * 14, [0] * 14, [0] * 52
        self.columns, self.group, self.manual = columns, group, manual
        self.texts = []
        for place in range(14):
            cards = start[place]
            self.size[place] = len(cards)
            self.down[place] = start_down[place]
            for n in range(self.size[place]):
                self.pile[64 * place + n] = cards[n]
                if place >= COLUMN:
                    self.place_of[self.pile[64 * place + n]] = place

    @cython.cfunc
    def shift(self, source: cython.int, target: cython.int, count: cython.int) -> cython.void:
        """Move cards from place to place, and turn up what they bare."""
        n: cython.int
        card: cython.int
        self.size[source] -= count
        for n in range(count):
            card = self.pile[64 * source + self.size[source] + n]
            self.pile[64 * target + self.size[target]] = card
            self.size[target] += 1
            self.place_of[card] = target
        self.texts.append(_word(source, target, count))
        if source >= COLUMN and self.size[source] and self.down[source] == self.size[source]:
            self.down[source] -= 1
            if self.manual:
                self.texts.append(move_text(Move("turn", source)))

    @cython.cfunc
    @cython.exceptval(check=False)
    def taker(self, card: cython.int) -> cython.int:
        """A column that takes the card: one of its pair, else an empty one."""
        empty: cython.int = NOWHERE
        place: cython.int
        for place in range(COLUMN, COLUMN + self.columns):
            if self.size[place] == 0:
                empty = place
            elif _fits(card, self.pile[64 * place + self.size[place] - 1]):
                return place
        return empty

    @cython.cfunc
    @cython.exceptval(check=False)
    def held(self, card: cython.int) -> cython.int:
        """The number of cards from a column's card to the end of its column."""
        place: cython.int = self.place_of[card]
        n: cython.int = 0
        while self.pile[64 * place + n] != card:
            n += 1
        return self.size[place] - n

    @cython.cfunc
    def reach(self, card: cython.int) -> cython.void:
        """Draw, redealing where due, until a card is on top of the waste."""
        n: cython.int
        while self.size[WASTE] == 0 or self.pile[64 * WASTE + self.size[WASTE] - 1] != card:
            if self.size[STOCK] == 0:
                while self.size[WASTE]:
                    self.size[WASTE] -= 1
                    self.pile[64 * STOCK + self.size[STOCK]] = self.pile[64 * WASTE + self.size[WASTE]]
                    self.size[STOCK] += 1
                self.texts.append("r")
            n = self.group
            while n and self.size[STOCK]:
                self.size[STOCK] -= 1
                self.pile[64 * WASTE + self.size[WASTE]] = self.pile[64 * STOCK + self.size[STOCK]]
                self.size[WASTE] += 1
                n -= 1
            self.texts.append("d")

    @cython.cfunc
    def play(self, kind: cython.int, card: cython.int) -> cython.void:
        """One move of the search, with all that it implies."""
        count: cython.int
        place: cython.int
        home: cython.int = FOUNDATION + card // 13
        if kind == HOME:
            place, count = self.place_of[card], self.held(card)
            if count > 1:
                self.shift(place, self.taker(self.pile[64 * place + self.size[place] - count + 1]), count - 1)
            self.shift(place, home, 1)
        elif kind == SHIFT:
            self.shift(self.place_of[card], self.taker(card), self.held(card))
        elif kind == BACK:
            self.shift(home, self.taker(card), 1)
        else:
            self.reach(card)
            self.shift(WASTE, home if kind == DECK_HOME else self.taker(card), 1)


def write_line(codes, start, start_down, columns: int, group: int, manual: bool) -> list:
    """The texts of all moves for the search's moves (kind, number of the card's bit) from a position.

    `start` and `start_down` are piles and face-down counts by place, `group` the number of cards drawn at a time.
    """
    card_of: cython.int[64]
    card: cython.int
    kind: cython.int
    bit: cython.int
    if not cython.compiled:
        card_of = [0] * 64
    for card in range(52):
        card_of[bit_of(card)] = card
    piles: _Piles = _Piles(start, start_down, columns, group, manual)
    for kind, bit in codes:
        piles.play(kind, card_of[bit])
    return piles.texts
