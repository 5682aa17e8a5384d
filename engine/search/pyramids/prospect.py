# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What can be said of a position at sight: cards that go out at once, positions that are lost, and a score."""

try:
    import cython  # gone when compiled; Cython is no run-time dependency
except ImportError:
    from solit.engine._cython_shim import cython

if cython.compiled:
    from cython.cimports.solit.engine.search.pyramids.position import NO_BASE, Position
    from cython.cimports.solit.engine.search.pyramids.ranks import steps_up, turned
else:
    from solit.engine.search.pyramids.position import NO_BASE, Position
    from solit.engine.search.pyramids.ranks import steps_up, turned

    SAFE, UNWIND, FOLLOW, EMPTY = 1, 2, 4, 8
    WORST = 4095

from solit.engine.search.pyramids import position

COMPILED = bool(cython.compiled)
ONE = cython.declare(cython.const[cython.ulonglong], 1)
SETS = cython.declare(cython.const[cython.int], 40)  # how many sets "empty" may try; more cost more than they save
NEVER = cython.declare(cython.const[cython.int], 99)
ARRAYS = {
    **position.ARRAYS,
    "next_waste": 64, "next_stock": 64, "follow_out": 4, "follow_layout": 4, "option": 64, "option_count": 4,
    "combined_pyramid": 4, "combined_stride": 4, "set_gone": 64, "set_out": 64, "set_may": 64, "set_places": 64,
    "set_base": 256, "set_hopes": 256, "set_certain": 256, "set_possible": 256, "set_demand": 256, "set_taken": 64,
    "set_drawn": 64, "set_row": 64, "set_entry": 64, "set_alive": 64,
}  # fmt: skip


@cython.cclass
class Prospect(Position):
    """A position with the prunings, argued where they stand."""

    # "safe". A card c that can be put out now and then touches a run (fits 2; or 1 with a place free and c allowed to
    # fill it) is put out at once, nothing else tried, provided that no layout card could ever be put on c on the waste.
    # Proof: take any way to win and leave out of it whatever it does with c. The waste is the old one without c, which
    # only brings cards to the top earlier, and no move put a layout card on c. Let X be the cards out at some time of
    # the old way before c is out; now they are X with c. c touches a card of X, by a link that is never cut (a cut is
    # made when b comes out, beside b; b was not out, so that link was none of c's), so X with c has no more runs than
    # X: as many places are free. A card d that fitted on a run of X or on the foundation still does: the card that it
    # fitted on can only have gone home since, and that takes d itself, or c = d. Draws, redeals and the turning of
    # centres are as before, except that c, if it lies in the layout, uncovers what it covers earlier. A wing uncovered
    # earlier brings its place along, and touching runs only merge. A centre that is its suit's base in any case may be
    # so earlier. Where it is decided which of several covered centres becomes the base (`decides`), c is not safe.
    # The same holds for a set of layout cards that are all available: the layout cards that could follow one of them
    # on the waste may be in the set, because none of the set goes on the waste any more.
    # `linkable` leaves out a centre that is certain to be a base, which is never put on the waste.

    def decides(self, spot: cython.int, gone: cython.uint) -> cython.bint:
        """Whether taking this card, those of `gone` taken, settles which of several covered centres is a base."""
        i: cython.int
        j: cython.int
        suit: cython.int
        under: cython.uint
        under = self.under_layout[spot] & self.spots & 0x1111
        for i in range(0, 16, 4):
            if (under >> i) & 1 and not (self.over[i] & self.spots & ~gone & ~(1 << spot)):
                suit = self.card_at[i] // 13
                if self.base[suit] == NO_BASE:
                    for j in range(0, 16, 4):
                        if j != i and (self.spots >> j) & 1 and self.card_at[j] // 13 == suit:
                            return True
        return False

    def settle(self) -> cython.void:
        """Make the moves that are safe, until there are none."""
        again: cython.bint
        room: cython.bint
        card: cython.int
        fit: cython.int
        j: cython.int
        spot: cython.int
        ready: cython.uint
        before: cython.uint
        others: cython.ulonglong
        again = (self.prunings & SAFE) != 0
        while again:
            again = False
            room = self.opened > self.runs()
            ready = 0
            for spot in range(16):
                if (self.spots >> spot) & 1 and not (self.over[spot] & self.spots):
                    card = self.card_at[spot]
                    fit = self.fits(card)
                    if (fit == 2 or (fit == 1 and room and (self.open_layout >> card) & 1)) and not self.decides(
                        spot, ready
                    ):
                        ready |= 1 << spot
            before = 0
            while ready != before:
                before = ready
                others = self.linkable & ~(self.lay_low[ready & 255] | self.lay_high[ready >> 8])
                for spot in range(16):
                    if (before >> spot) & 1 and self.link[self.card_at[spot]] & others:
                        ready &= ~(1 << spot)
            if ready:
                for spot in range(16):
                    if (ready >> spot) & 1:
                        self.release_layout(spot)
                again = True
                continue
            # the waste top; with any number of passes, every card of waste and stock
            j = self.waste_size - 1 if self.passes else self.waste_size + self.stock_size - 1
            while j >= 0:
                card = self.talon(j)
                if not (self.link[card] & self.linkable):
                    fit = self.fits(card)
                    if fit == 2 or (fit == 1 and room and (self.open_waste >> card) & 1):
                        self.release_talon(j)
                        again = True
                        break
                if self.passes:
                    break
                j -= 1

    # "unwind" (last pass). Every waste card must come off. Look at the time T when w, the waste card at hand, does: all
    # that lay on it is out. So out at T are: what is out now, the waste cards above w, the stock cards up to some j
    # (those beyond j are not drawn yet), and some layout cards; j never falls as w goes down the waste. Say E holds
    # those cards without the layout cards, and with every wing; G holds E and all layout cards. The cards outside G
    # are certainly not out at T. Each maximal stretch of G, cut at the base, in which a card of E lies holds at least
    # one run at T, and takes a place unless it is the foundation: `demand`. Wings that are still covered may be
    # counted as out, for they bring as many places as runs, and runs that touch only merge; so no more than all places
    # may be taken (`set_places`). w itself goes on a card of the stretch above it, or on its foundation, or takes a
    # place more before it is joined. A stretch above without a card of E begins with a layout card in a place of its
    # own (`feeder`), which takes a place more, too. When no j is left for w, the position is lost. The least possible j
    # is carried on, since every greater one may follow it; what happens between two j is not looked at.
    # A suit without a base but with covered centres may get one of them as a base (`hopes`): in `demand` one stretch
    # counts for nothing if it may be all foundation.
    #
    # "empty" is "unwind" with the layout not at will. For some pyramids the layout cards that are gone at T form a set
    # x, closed under covering; with j they form a state (x, j). What left the layout is out at T, be it by way of the
    # waste, whose cards above w are out at T. The wings beneath are in play, the other wings neither counted nor their
    # places; the centre is a base if its covers are gone and its suit had none. From (x, j) any greater (y, k) may
    # be reached; w comes off in a state that has the places for it. For every x the least j is carried from one waste
    # card to the next. Pyramids with a covered centre that contends with another for the base of a suit stay at will,
    # as do those with too many sets.
    #
    # "follow" (nothing may fill an empty place; any pass). Cards come out onto runs only, and the more cards are out,
    # the more can come out. So let the layout be at will, all covered wings be out, all covered centres that may be
    # bases be bases and out, and go through the rest of the game, putting out whatever fits: layout cards first, then
    # the waste top, else draw, and redeal at the end. No way to win is ahead of that at any draw; if a card remains,
    # the position is lost.
    # In the code E is `certain`, and G is `possible`.

    def demand(self, suit: cython.int, possible: cython.ulonglong, certain: cython.ulonglong,
               hopes: cython.uint) -> cython.int:
        """Fewest places for the columns of a suit when the certain cards are out and the possible ones may be."""
        b: cython.int
        g: cython.ulonglong
        e: cython.ulonglong
        t: cython.ulonglong
        rank: cython.int
        d: cython.int
        b = self.base[suit]
        if b != NO_BASE:
            # a stretch with a certain card carries into the gap above it; the lowest is the foundation
            g = turned(possible, b, self.ranks, self.full)
            t = g + turned(certain, b, self.ranks, self.full)
            return self.ones[t & ~g & self.full] + cython.cast(cython.int, (t >> self.ranks) & 1) - 1
        if self.full == possible:
            return 1 if certain and not hopes else 0
        rank = self.ranks - 1
        while (possible >> rank) & 1:
            rank -= 1
        rank = rank + 1 if rank + 1 < self.ranks else 0
        g = turned(possible, rank, self.ranks, self.full)  # a gap is the last rank now
        d = self.ones[(g + turned(certain, rank, self.ranks, self.full)) & ~g & self.full]
        rank = 0
        while hopes:
            if hopes & 1:
                g = turned(possible, rank, self.ranks, self.full)
                e = turned(certain, rank, self.ranks, self.full)
                if e & g & ((g + 1) ^ g):
                    b = self.ranks - 1
                    while (g >> b) & 1 and not (e >> b) & 1:
                        b -= 1
                    if not (g >> b) & 1:
                        return d - 1
            hopes >>= 1
            rank += 1
        return d

    def above(self, suit: cython.int, rank: cython.int, possible: cython.ulonglong) -> cython.ulonglong:
        """The stretch of possible ranks from the next rank upwards, as bits from there."""
        b: cython.int
        k: cython.int
        g: cython.ulonglong
        b = self.base[suit]
        k = rank + 1 if rank + 1 < self.ranks else 0
        g = turned(possible, k, self.ranks, self.full)
        g = g & ((g + 1) ^ g)
        if b != NO_BASE:
            g &= (ONE << steps_up(b, k, self.ranks)) - 1
        return g

    def may_fit(self, suit: cython.int, rank: cython.int, possible: cython.ulonglong, certain: cython.ulonglong,
                hopes: cython.uint) -> cython.bint:
        """Whether the card may have a column of certain cards or its foundation to go on."""
        b: cython.int
        k: cython.int
        k = rank + 1 if rank + 1 < self.ranks else 0
        if self.above(suit, rank, possible) & turned(certain, k, self.ranks, self.full):
            return True
        b = self.base[suit]
        if b != NO_BASE:
            hopes = 1 << b
        b = 0
        while hopes:
            if hopes & 1:
                k = steps_up(rank, b, self.ranks)
                if (turned(possible, b, self.ranks, self.full) & ((ONE << k) - 1)) == (ONE << k) - 1:
                    return True
            hopes >>= 1
            b += 1
        return False

    def feeder(self, suit: cython.int, rank: cython.int, possible: cython.ulonglong) -> cython.bint:
        """Whether some card of the stretch above may open a place, for this one to follow."""
        k: cython.int
        k = rank + 1 if rank + 1 < self.ranks else 0
        opening: cython.ulonglong = ((self.open_waste | self.open_layout) >> (13 * suit)) & self.full
        return (self.above(suit, rank, possible) & turned(opening, k, self.ranks, self.full)) != 0

    def mean(self, x: cython.int, own: cython.uint, gone: cython.uint) -> cython.void:
        """Set x: of the layout spots `own` those of `gone` are gone and no others; the other spots are at will."""
        i: cython.int
        suit: cython.int
        card: cython.int
        loose: cython.uint
        loose = self.spots & ~own
        self.set_out[x] = self.out | self.lay_low[gone & 255] | self.lay_high[gone >> 8]
        self.set_places[x] = self.opened
        for i in range(8):
            if (self.covered >> i) & 1 and (self.wing_over[i] & loose or not (self.wing_over[i] & self.spots & ~gone)):
                self.set_out[x] |= ONE << self.wing_card[i]
                self.set_places[x] += 1
        self.set_may[x] = self.set_out[x] | self.lay_low[loose & 255] | self.lay_high[loose >> 8]
        for suit in range(4):
            self.set_base[4 * x + suit] = self.base[suit]
            self.set_hopes[4 * x + suit] = 0
        for i in range(0, 16, 4):
            if (self.spots >> i) & 1 and self.over[i] & self.spots:
                card = self.card_at[i]
                suit = card // 13
                if self.base[suit] == NO_BASE:
                    if (loose >> i) & 1:
                        self.set_hopes[4 * x + suit] |= 1 << (card - 13 * suit)
                    elif (gone >> i) & 1:
                        self.set_base[4 * x + suit] = card - 13 * suit

    def stand(self, x: cython.int, i: cython.int, j: cython.int) -> cython.void:
        """Begin with set x where the waste cards above number i and the stock before j (in `a`) are out."""
        suit: cython.int
        k: cython.int
        out: cython.ulonglong
        out = 0
        for k in range(i + 1, self.waste_size):
            out |= ONE << self.pack[k]
        for k in range(52 - self.stock_size, j):
            out |= ONE << self.pack[k]
        self.set_taken[x] = 0
        for suit in range(4):
            k = 4 * x + suit
            self.set_certain[k] = ((self.set_out[x] | out) >> (13 * suit)) & self.full
            self.set_possible[k] = ((self.set_may[x] | out) >> (13 * suit)) & self.full
            self.set_demand[k] = self.demand(suit, self.set_possible[k], self.set_certain[k], self.set_hopes[k])
            self.set_taken[x] += self.set_demand[k]
        self.set_drawn[x] = j
        self.set_row[x] = i

    def step(self, x: cython.int, i: cython.int) -> cython.bint:
        """Take waste card i off with set x after as few more stock cards as can be; False: impossible."""
        card: cython.int
        suit: cython.int
        rank: cython.int
        at: cython.int
        k: cython.int
        after: cython.int
        total: cython.int
        limit: cython.int
        bit: cython.ulonglong
        more: cython.ulonglong
        card = self.pack[i]
        suit = card // 13
        rank = card - 13 * suit
        at = 4 * x + suit
        bit = ONE << rank
        limit = self.set_places[x]
        after = 0
        while True:
            total = self.set_taken[x]
            if total <= limit:
                after = self.demand(suit, self.set_possible[at] | bit, self.set_certain[at] | bit, self.set_hopes[at])
                if total + after - self.set_demand[at] <= limit and (
                    (total < limit
                    and ((self.open_waste >> card) & 1 or self.feeder(suit, rank, self.set_possible[at])))
                    or self.may_fit(suit, rank, self.set_possible[at], self.set_certain[at], self.set_hopes[at])
                ):
                    break
            if self.set_drawn[x] == 52:
                return False
            k = self.pack[self.set_drawn[x]]
            self.set_drawn[x] += 1
            more = ONE << (k % 13)
            k = 4 * x + k // 13
            self.set_possible[k] |= more
            self.set_certain[k] |= more
            self.set_taken[x] -= self.set_demand[k]
            self.set_demand[k] = self.demand(k - 4 * x, self.set_possible[k], self.set_certain[k], self.set_hopes[k])
            self.set_taken[x] += self.set_demand[k]
        self.set_possible[at] |= bit
        self.set_certain[at] |= bit
        self.set_taken[x] += after - self.set_demand[at]
        self.set_demand[at] = after
        self.set_row[x] = i - 1
        return True

    def unwind(self) -> cython.int:
        """Score a position by how its waste may come off, lower is better; -1: lost ("unwind")."""
        i: cython.int
        peak: cython.int
        area: cython.int
        self.mean(0, 0, 0)
        self.stand(0, self.waste_size - 1, 52 - self.stock_size)
        peak = self.set_taken[0]
        area = 0
        i = self.waste_size - 1
        while i >= 0:
            if not self.step(0, i):
                return -1
            area += self.set_taken[0]
            if self.set_taken[0] > peak:
                peak = self.set_taken[0]
            i -= 1
        i = 1000 + 8 * peak + area // 2 + 6 * self.in_layout() + 4 * (self.runs() - self.opened)
        return i if i < WORST else WORST - 1

    def in_layout(self) -> cython.int:
        return self.ones[self.spots & 255] + self.ones[self.spots >> 8]

    def combine(self) -> cython.int:
        """List the sets of spots that may be gone together, of the pyramids with the fewest such; how many sets."""
        p: cython.int
        q: cython.int
        i: cython.int
        k: cython.int
        x: cython.int
        n: cython.int
        suit: cython.int
        count: cython.int
        best: cython.int
        have: cython.uint
        gone: cython.uint
        taken: cython.uint
        own: cython.uint
        base: cython.bint
        n = 1
        taken = 0
        own = 0
        self.combined = 0
        for p in range(self.places // 2):
            have = (self.spots >> (4 * p)) & 15
            base = False  # whether the centre becomes a base when turned
            if have & 1 and have & 6:
                suit = self.card_at[4 * p] // 13
                if self.base[suit] == NO_BASE:
                    base = True
                    for q in range(self.places // 2):
                        if q != p and (self.spots >> (4 * q)) & 1 and self.card_at[4 * q] // 13 == suit:
                            taken |= 1 << p
            count = 0
            for i in range(16):
                gone = self.order[i]
                if gone & ~have or (gone & 6 and have & ~gone & 8) or (gone & 1 and have & ~gone & 6):
                    continue
                if base and not (have & ~gone & 6) and not gone & 1:
                    continue
                self.option[16 * p + count] = gone << (4 * p)
                count += 1
            self.option_count[p] = count
        self.set_gone[0] = 0
        while True:
            best = -1
            for p in range(self.places // 2):
                if not (taken >> p) & 1 and (best < 0 or self.option_count[p] < self.option_count[best]):
                    best = p
            if best < 0 or n * self.option_count[best] > SETS:
                break
            taken |= 1 << best
            own |= cython.cast(cython.uint, 15) << (4 * best)
            k = self.option_count[best]
            self.combined_pyramid[self.combined] = best
            self.combined_stride[self.combined] = n
            self.combined += 1
            q = k - 1
            while q >= 0:
                for x in range(n):
                    self.set_gone[q * n + x] = self.set_gone[x] | self.option[16 * best + q]
                q -= 1
            n *= k
        for x in range(n):
            self.mean(x, own, self.set_gone[x])
        return n

    def take_bases(self, x: cython.int) -> cython.void:
        self.base[0] = self.set_base[4 * x]
        self.base[1] = self.set_base[4 * x + 1]
        self.base[2] = self.set_base[4 * x + 2]
        self.base[3] = self.set_base[4 * x + 3]

    def stuck(self) -> cython.bint:
        """Whether the waste can't come off, in whatever order the layout is emptied ("empty")."""
        n: cython.int
        i: cython.int
        bases: cython.uint
        lost: cython.bint
        n = self.combine()
        if not self.combined:
            return False
        bases = self.base[0] | self.base[1] << 4 | self.base[2] << 8 | self.base[3] << 12
        # the usual way out: these pyramids are emptied first
        self.take_bases(n - 1)
        self.stand(n - 1, self.waste_size - 1, 52 - self.stock_size)
        i = self.waste_size - 1
        while i >= 0 and self.step(n - 1, i):
            i -= 1
        lost = i >= 0 and self.no_order(n)
        self.base[0] = bases & 15
        self.base[1] = (bases >> 4) & 15
        self.base[2] = (bases >> 8) & 15
        self.base[3] = bases >> 12
        return lost

    def no_order(self, n: cython.int) -> cython.bint:
        """Carry the least j of every set from waste card to waste card; whether none is left."""
        x: cython.int
        y: cython.int
        i: cython.int
        p: cython.int
        q: cython.int
        k: cython.int
        e: cython.int
        left: cython.bint
        for x in range(n):
            self.set_alive[x] = x == 0
            self.set_row[x] = -9
        self.set_drawn[0] = 52 - self.stock_size
        i = self.waste_size - 1
        while i >= 0:
            left = False
            for x in range(n):
                e = self.set_drawn[x] if self.set_alive[x] else NEVER
                for p in range(self.combined):
                    k = (x // self.combined_stride[p]) % self.option_count[self.combined_pyramid[p]]
                    for q in range(k):
                        y = x - (k - q) * self.combined_stride[p]
                        if self.set_entry[y] < e and not (self.set_gone[y] & ~self.set_gone[x]):
                            e = self.set_entry[y]
                self.set_entry[x] = e
            for x in range(n):
                e = self.set_entry[x]
                self.set_alive[x] = False
                if e == NEVER:
                    continue
                self.take_bases(x)
                if self.set_row[x] != i or self.set_drawn[x] != e:
                    self.stand(x, i, e)
                if self.step(x, i):
                    self.set_alive[x] = True
                    left = True
                else:
                    self.set_row[x] = -9
            if not left:
                return True
            i -= 1
        return False

    def nexts(self, suit: cython.int, certain: cython.ulonglong, hopes: cython.uint) -> cython.ulonglong:
        """The ranks that fit on columns or foundation when the certain ones are out."""
        b: cython.int
        g: cython.ulonglong
        fit: cython.ulonglong
        b = self.base[suit]
        fit = turned(certain, 1, self.ranks, self.full)
        if b != NO_BASE:
            fit = turned(certain & ~(ONE << b), 1, self.ranks, self.full)
            hopes = 1 << b
        b = 0
        while hopes:
            if hopes & 1:
                g = turned(certain, b, self.ranks, self.full) | 1
                fit |= turned((g ^ (g + 1)) & self.full, self.ranks - b if b else 0, self.ranks, self.full)
            hopes >>= 1
            b += 1
        return fit

    def grow(self, suit: cython.int, card: cython.ulonglong) -> cython.void:
        """Put this card out in `mine`, and the layout cards that can follow."""
        certain: cython.ulonglong
        more: cython.ulonglong
        certain = self.follow_out[suit] | card
        more = 1
        while more:
            more = self.nexts(suit, certain, self.hopes[suit]) & self.follow_layout[suit] & ~certain
            certain |= more
        self.follow_out[suit] = certain

    def follow(self) -> cython.int:
        """Score a position where empty places stay empty, lower is better; -1: lost ("follow")."""
        i: cython.int
        suit: cython.int
        card: cython.int
        m: cython.int
        s: cython.int
        turn: cython.int
        gone: cython.int
        late: cython.int
        self.mean(0, 0, 0)
        for suit in range(4):
            self.hopes[suit] = self.set_hopes[suit]
            self.follow_layout[suit] = (self.lay >> (13 * suit)) & self.full
            self.follow_out[suit] = (self.set_out[0] >> (13 * suit)) & self.full
            self.grow(suit, self.hopes[suit])
        m = self.waste_size
        s = self.stock_size
        for i in range(m):
            self.next_waste[i] = self.pack[i]
        for i in range(s):
            self.next_stock[i] = self.pack[52 - s + i]
        turn = self.turn
        late = 0
        gone = 0
        i = 0
        while True:
            while m:
                card = self.next_waste[m - 1]
                suit = card // 13
                if not (self.nexts(suit, self.follow_out[suit], self.hopes[suit]) >> (card - 13 * suit)) & 1:
                    break
                self.grow(suit, ONE << (card - 13 * suit))
                m -= 1
                gone += 1
            if i < s:
                self.next_waste[m] = self.next_stock[i]
                m += 1
                i += 1
                continue
            if not m:
                break
            late += m
            # no pass left, or a whole pass without a card gone
            if (self.passes and turn >= self.passes) or (not gone and turn > self.turn):
                return -1
            gone = 0
            turn += 1
            s = m
            for i in range(s):
                self.next_stock[i] = self.next_waste[i]
            m = 0
            i = 0
        for suit in range(4):
            if self.follow_out[suit] != self.full:
                return -1
        i = 1000 + 6 * self.in_layout() + late + 8 * turn
        return i if i < WORST else WORST - 1

    def judge(self) -> cython.int:
        """The score of the position at hand; -1: lost."""
        score: cython.int
        if self.closed:
            score = self.follow()
            if score >= 0 or self.prunings & FOLLOW:
                return score
        elif self.passes and self.turn == self.passes:
            score = self.unwind()
            if score >= 0 or self.prunings & UNWIND:
                return score
        else:
            score = 1000 + 6 * self.in_layout() + 4 * (self.runs() - self.opened) + 16 * self.turn
        return score if 0 <= score < WORST else WORST - 1
