# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A position of the pyramids family, which has no columns.

**Positions without columns.** A card is in the stock, on the waste, in the layout (its wings apart), or *out*: in a
column or on a foundation. Which column a card is in need not be kept. Say a column end h and the head of another
column, h−1. Nothing but h−1 ever fits on h, unless h goes home first, and then h−1 was home already. Nothing but being
joined on h, or going home from its end, ever happens to the other column, and both stay possible afterwards. So to join
at once loses nothing and frees a place. A column end that fits on its foundation holds nothing up either: the card that
it could carry lies beneath it there. It goes home at once, and its column, if any is left, still can be joined. Hence
the out cards of a suit, as a set of ranks, say it all: with a foundation of base b, the run from b upwards lies on it;
every other run (ranks are circular, but nothing is built on the column card that b would have to carry: the link from
b to b−1 is cut) is one column; 13 of them without a base are one column as well. `runs` counts those columns, and a
place is free where more places are in play than there are runs. A card that is put out needs a free place unless it
fits on a column or on its foundation; then what touches is one run.

Cards are 13 * suit + rank. Layout spots are 4 * pyramid + 0 centre, 1 and 2 overlapping cards, 3 top. The fields of the
class are declared in `_pxd/solit/engine/search/pyramids/position.pxd`.
"""

try:
    import cython  # gone when compiled; Cython is no run-time dependency
except ImportError:
    from solit.engine._cython_shim import cython

if cython.compiled:
    from cython.cimports.solit.engine.search.pyramids.ranks import steps_up, turned
else:
    from solit.engine.search.pyramids.ranks import steps_up, turned

    NO_BASE = 15

COMPILED = bool(cython.compiled)
ONE = cython.declare(cython.const[cython.ulonglong], 1)
# attributes that are C arrays: the uncompiled form needs lists
ARRAYS = {
    "link": 52, "card_at": 16, "over": 16, "under_layout": 16, "under_wing": 16, "wing_card": 8, "wing_over": 8,
    "lay_low": 256, "lay_high": 256, "pack": 64, "base": 4, "hopes": 4,
}  # fmt: skip


@cython.cclass
class Position:
    """A position, changed by what is played on it."""

    def read(self, tables, piles, passes: cython.int):
        """Take over the rules and the position to begin with; neither changes later."""
        n = tables.ranks
        self.ranks = n
        self.full = (1 << n) - 1
        self.everything = sum(((1 << n) - 1) << (13 * suit) for suit in range(4))
        self.places = len(tables.columns)
        self.passes = tables.passes
        self.link = list(tables.waste_takes)
        self.open_waste = tables.opens_waste
        self.open_layout = tables.opens_layout
        self.closed = not tables.opens_waste | tables.opens_layout
        self.ones = bytes(bin(mask).count("1") for mask in range(8192))
        self.order = sorted(range(16), key=lambda mask: bin(mask).count("1"))
        self.piles = [list(pile) for pile in piles]
        layout = wings = 0
        for spot in range(2 * self.places):
            if piles[14 + spot]:
                layout |= 1 << spot
                self.card_at[spot] = piles[14 + spot][0]
            for cover in tables.covers.get(14 + spot, ()):
                self.over[spot] |= 1 << (cover - 14)
                self.under_layout[cover - 14] |= 1 << spot
        out = 0
        for number, place in enumerate(tables.columns):
            for cover in tables.covers.get(place, ()):
                self.wing_over[number] |= 1 << (cover - 14)
                self.under_wing[cover - 14] |= 1 << number
            if self.wing_over[number] & layout:
                wings |= 1 << number
                self.wing_card[number] = piles[place][0]
            else:
                out |= sum(1 << card for card in piles[place])
        out |= sum(1 << card for place in range(2, 6) for card in piles[place])
        for mask in range(256):
            low = [self.card_at[spot] for spot in range(8) if mask >> spot & 1 and layout >> spot & 1]
            high = [self.card_at[8 + spot] for spot in range(8) if mask >> spot & 1 and layout >> (8 + spot) & 1]
            self.lay_low[mask] = sum(1 << card for card in low)
            self.lay_high[mask] = sum(1 << card for card in high)
        self.first_layout = layout
        self.first_wings = wings
        self.first_out = out
        self.first_base = [pile[0] % 13 if pile else 15 for pile in piles[2:6]]
        self.first_turn = passes if tables.passes else 1

    def runs(self) -> cython.int:
        """Places that the columns take."""
        suit: cython.int
        total: cython.int
        mask: cython.ulonglong
        total = 0
        for suit in range(4):
            mask = (self.out >> (13 * suit)) & self.full
            if self.base[suit] != NO_BASE:
                mask = turned(mask, self.base[suit], self.ranks, self.full)
                mask = mask & (mask + 1)  # without the foundation
                total += self.ones[mask & ~(mask >> 1)]
            elif mask == self.full:
                total += 1
            else:
                total += self.ones[mask & ~turned(mask, 1, self.ranks, self.full)]
        return total

    def fits(self, card: cython.int) -> cython.int:
        """2: it goes on a column or on its foundation; 1: once out, a column could be joined to it; 0: neither."""
        suit: cython.int
        rank: cython.int
        mask: cython.ulonglong
        above: cython.int
        below: cython.int
        b: cython.int
        suit = card // 13
        rank = card - 13 * suit
        mask = (self.out >> (13 * suit)) & self.full
        b = self.base[suit]
        above = rank + 1 if rank + 1 < self.ranks else 0
        below = rank - 1 if rank else self.ranks - 1
        if above != b and (mask >> above) & 1:
            return 2
        if not (mask >> below) & 1:
            return 0
        if b == NO_BASE:
            return 1
        below = steps_up(rank, b, self.ranks)
        return 2 if (turned(mask, b, self.ranks, self.full) & ((ONE << below) - 1)) == (ONE << below) - 1 else 1

    def look(self) -> cython.void:
        """Note which cards lie in the layout, and which of them may be put on the waste some day."""
        i: cython.int
        suit: cython.int
        covered: cython.uint
        sure: cython.ulonglong
        self.lay = self.lay_low[self.spots & 255] | self.lay_high[self.spots >> 8]
        sure = 0
        covered = self.spots & 0x1111
        for i in range(4):
            self.hopes[i] = 0
        for i in range(0, 16, 4):
            if (covered >> i) & 1:
                self.hopes[self.card_at[i] // 13] += 1
        for i in range(0, 16, 4):
            if (covered >> i) & 1:
                suit = self.card_at[i] // 13
                if self.base[suit] == NO_BASE and self.hopes[suit] == 1:
                    sure |= ONE << self.card_at[i]  # it alone can be the base of its suit, so it will be
        self.linkable = self.lay & ~sure

    def remove(self, spot: cython.int) -> cython.void:
        """Take a card out of the layout: wings become columns, a centre is turned and may become a base."""
        i: cython.int
        card: cython.int
        under: cython.uint
        self.spots &= ~(1 << spot)
        under = self.under_wing[spot] & self.covered
        for i in range(8):
            if (under >> i) & 1 and not (self.wing_over[i] & self.spots):
                self.covered &= ~(1 << i)
                self.opened += 1
                self.out |= ONE << self.wing_card[i]
        under = self.under_layout[spot] & self.spots & 0x1111
        for i in range(0, 16, 4):
            if (under >> i) & 1 and not (self.over[i] & self.spots):
                card = self.card_at[i]
                if self.base[card // 13] == NO_BASE:
                    self.base[card // 13] = card % 13
                    self.out |= ONE << card
                    self.spots &= ~(1 << i)
        self.look()

    def talon(self, j: cython.int) -> cython.int:
        """Card j of waste and stock, in the order in which they are drawn."""
        return self.pack[j] if j < self.waste_size else self.pack[52 - self.stock_size + j - self.waste_size]

    def release_talon(self, j: cython.int) -> cython.void:
        """Put card j of waste and stock out."""
        i: cython.int
        if self.logging:
            self.note(1, self.talon(j), 0)
        self.out |= ONE << self.talon(j)
        if j < self.waste_size:
            for i in range(j, self.waste_size - 1):
                self.pack[i] = self.pack[i + 1]
            self.waste_size -= 1
        else:
            i = 52 - self.stock_size + j - self.waste_size
            while i > 52 - self.stock_size:
                self.pack[i] = self.pack[i - 1]
                i -= 1
            self.stock_size -= 1

    def release_layout(self, spot: cython.int) -> cython.void:
        """Put a layout card out."""
        if self.logging:
            self.note(2, self.card_at[spot], spot)
        self.out |= ONE << self.card_at[spot]
        self.remove(spot)

    def note(self, kind: cython.int, card: cython.int, spot: cython.int):
        self.log.append((kind, card, spot))

    def go_to(self, j: cython.int) -> cython.void:
        """Draw, with a redeal where due, until j cards lie on the waste."""
        n: cython.int
        i: cython.int
        n = self.waste_size + self.stock_size
        if j < self.waste_size:
            self.turn += 1
            while self.stock_size:
                self.pack[self.waste_size] = self.pack[52 - self.stock_size]
                self.waste_size += 1
                self.stock_size -= 1
            i = n - 1
            while i >= 0:
                self.pack[52 - n + i] = self.pack[i]
                i -= 1
            self.waste_size = 0
            self.stock_size = n
        while self.waste_size < j:
            self.pack[self.waste_size] = self.pack[52 - self.stock_size]
            self.waste_size += 1
            self.stock_size -= 1

    def begin(self):
        """Make the position given the one at hand."""
        i: cython.int
        self.turn = self.first_turn
        self.waste_size = len(self.piles[1])
        self.stock_size = len(self.piles[0])
        for i in range(self.waste_size):
            self.pack[i] = self.piles[1][i]
        for i in range(self.stock_size):
            self.pack[51 - i] = self.piles[0][i]
        for i in range(4):
            self.base[i] = self.first_base[i]
        self.spots = self.first_layout
        self.covered = self.first_wings
        self.out = self.first_out
        self.opened = self.places
        for i in range(8):
            self.opened -= (self.covered >> i) & 1
        self.look()
