# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Suspense with every card known: won, unwinnable (a proof) or neither yet.

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

**Layers.** With a single pass, 2 · (cards out) + (waste cards) grows with every move. With more passes a choice is
"reach a waste card by drawing and redealing, then play it", and 2 · (cards out) + (stock and waste cards) grows. So
equal positions meet in the same layer. The search goes from layer to layer, keeps the best positions of each (a beam),
and begins again with a wider beam as long as anything was left out. A sweep that left nothing out and did not win is a
proof. Positions are compared card by card; a hash only finds candidates.
"""

from collections.abc import Sequence

try:
    import cython  # gone when compiled; Cython is no run-time dependency
except ImportError:
    from solit.engine._cython_shim import cython

from solit.engine.search.pyramids.conditions import accepts
from solit.engine.search.seen import reserve

SAFE = cython.declare(cython.const[cython.int], 1)
UNWIND = cython.declare(cython.const[cython.int], 2)
FOLLOW = cython.declare(cython.const[cython.int], 4)
EMPTY = cython.declare(cython.const[cython.int], 8)
PRUNINGS = {"safe": 1, "unwind": 2, "follow": 4, "empty": 8}
ALL = 15
COMPILED = bool(cython.compiled)

ONE = cython.declare(cython.const[cython.ulonglong], 1)
MASK32 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFF)
MIXER = cython.declare(cython.const[cython.ulonglong], 0x9E3779B1)
NO_BASE = cython.declare(cython.const[cython.int], 15)
STRIDE = cython.declare(cython.const[cython.int], 64)  # bytes of a waiting position
WORST = cython.declare(cython.const[cython.int], 4095)
NARROW = cython.declare(cython.const[cython.int], 8)  # the first beam
SETS = cython.declare(cython.const[cython.int], 40)  # how many sets "empty" may try; more cost more than they save
NEVER = cython.declare(cython.const[cython.int], 99)

RECORD = 112  # bytes that one waiting position costs, with its shares of the hash heads and the path
# attributes that are C arrays: name, length (the uncompiled form needs lists)
ARRAYS = {
    "link": 52, "card_at": 16, "over": 16, "under_layout": 16, "under_wing": 16, "wing_card": 8, "wing_over": 8,
    "lay_low": 256, "lay_high": 256, "a": 64, "base": 4, "w": 64, "q": 64, "tops": 64, "can": 64, "mine": 4,
    "rest4": 4, "hopes": 4,
    "layer_head": 256, "layer_count": 256, "layer_cut": 256, "hist": 4096, "x_option": 64, "x_options": 4,
    "x_digit": 4, "x_stride": 4, "x_gone": 64, "x_out": 64, "x_may": 64, "x_limit": 64, "x_base": 256, "x_hopes": 256,
    "x_e": 256, "x_g": 256, "x_d": 256, "x_total": 64, "x_j": 64, "x_row": 64, "x_entry": 64, "x_alive": 64,
}  # fmt: skip


@cython.final
@cython.cclass
class Search:
    """One search from one position: `run` it in slices, then ask `moves`. Cards are 13 · suit + rank."""

    # the rules, and what lies where at the start
    n: cython.int
    full: cython.ulonglong
    everything: cython.ulonglong
    places: cython.int
    passes: cython.int
    prunings: cython.int
    closed: cython.bint  # nothing may fill an empty place
    open_waste: cython.ulonglong
    open_layout: cython.ulonglong
    link: cython.ulonglong[52]
    card_at: cython.uchar[16]  # layout spots: 4 · pyramid + 0 centre, 1 and 2 overlaps, 3 top
    over: cython.uint[16]
    under_layout: cython.uint[16]
    under_wing: cython.uint[16]
    wing_card: cython.uchar[8]
    wing_over: cython.uint[8]
    lay_low: cython.ulonglong[256]
    lay_high: cython.ulonglong[256]
    ones: cython.uchar[8192]
    order: cython.uchar[16]
    first_turn: cython.int
    first_layout: cython.uint
    first_out: cython.ulonglong
    first_wings: cython.uint
    first_base: object
    tables: object
    piles: object

    # the position at hand: a holds the waste from the left (m cards) and the stock at the right (s cards, next first)
    a: cython.uchar[64]
    m: cython.int
    s: cython.int
    L: cython.uint  # layout spots with a card
    R: cython.ulonglong  # cards out
    V: cython.uint  # wings still covered
    base: cython.uchar[4]
    opened: cython.int  # places in play
    turn: cython.int  # the pass
    lay: cython.ulonglong  # layout cards
    linkable: cython.ulonglong  # those of them that may be put on the waste some day

    # room for the tests
    w: cython.uchar[64]
    q: cython.uchar[64]
    tops: cython.uchar[64]
    can: cython.bint[64]
    mine: cython.ulonglong[4]
    rest4: cython.ulonglong[4]
    hopes: cython.uint[4]
    x_used: cython.int
    x_option: cython.uint[64]
    x_options: cython.int[4]
    x_digit: cython.int[4]
    x_stride: cython.int[4]
    x_gone: cython.uint[64]
    x_out: cython.ulonglong[64]
    x_may: cython.ulonglong[64]
    x_limit: cython.int[64]
    x_base: cython.uchar[256]
    x_hopes: cython.uint[256]
    x_e: cython.ulonglong[256]
    x_g: cython.ulonglong[256]
    x_d: cython.int[256]
    x_total: cython.int[64]
    x_j: cython.int[64]
    x_row: cython.int[64]
    x_entry: cython.int[64]
    x_alive: cython.bint[64]

    # waiting positions, number 0 standing for none
    cap: cython.uint
    rec: cython.uchar[::1]
    rec_out: cython.ulonglong[::1]
    r_path: cython.uint[::1]
    r_act: cython.uint[::1]
    r_hash: cython.uint[::1]
    r_score: cython.int[::1]
    r_chain: cython.uint[::1]  # the next with this hash head; the next unused
    r_layer: cython.uint[::1]  # the next in this layer
    heads: cython.uint[::1]
    head_mask: cython.ulonglong
    most_heads: cython.ulonglong
    used: cython.uint
    unused: cython.uint
    live: cython.uint
    most: cython.uint
    # how positions came about: node, its parent and the choice between; counted references
    p_parent: cython.uint[::1]
    p_act: cython.uint[::1]
    p_ref: cython.uint[::1]
    p_used: cython.uint
    p_unused: cython.uint

    # the sweep
    layer_head: cython.uint[256]
    layer_count: cython.uint[256]
    layer_cut: cython.int[256]
    hist: cython.uint[4096]
    width: cython.uint
    layer: cython.int
    sorted_: cython.bint
    truncated: cython.bint
    crowded: cython.bint
    started: cython.bint
    state: cython.int
    visited: cython.ulonglong
    won_path: cython.uint
    won_act: cython.uint
    logging: cython.bint
    log: object

    def __init__(self, tables, piles: Sequence[Sequence[int]], down: Sequence[int], passes: int, *,
                 memory: int, prunings: int = ALL, seed: int = 0):  # nothing is drawn by lot: no use for seed
        if not accepts(tables, piles, down, passes):
            raise ValueError("not a position for this kernel")
        if not cython.compiled:
            for name, size in ARRAYS.items():
                setattr(self, name, [0] * size)
        n = tables.ranks
        self.n = n
        self.full = (1 << n) - 1
        self.everything = sum(((1 << n) - 1) << (13 * suit) for suit in range(4))
        self.places = len(tables.columns)
        self.passes = tables.passes
        self.prunings = prunings
        self.link = list(tables.waste_takes)
        self.open_waste = tables.opens_waste
        self.open_layout = tables.opens_layout
        self.closed = not tables.opens_waste | tables.opens_layout
        self.ones = bytes(bin(mask).count("1") for mask in range(8192))
        self.order = sorted(range(16), key=lambda mask: bin(mask).count("1"))
        self.tables = tables
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

        cap = max(2048, min(memory // RECORD, 0xFFFFFF00))
        while True:  # a system that does not promise so much memory may promise half of it
            try:
                self.reserve(cap)
                break
            except OSError:
                if cap <= 2048:
                    raise
                cap = max(2048, cap // 2)
        self.used = self.p_used = 1
        self.unused = self.p_unused = self.live = self.most = 0
        self.width = NARROW
        self.state = self.layer = 0
        self.started = self.sorted_ = self.truncated = self.crowded = self.logging = False
        self.visited = 0
        self.won_path = self.won_act = 0
        self.log = []

    def reserve(self, cap: int):
        """Tables for `cap` records; raises `OSError`."""
        heads = 1024
        while heads * 2 <= cap:
            heads *= 2
        self.cap = cap
        self.most_heads = heads - 1
        self.rec = reserve("B", STRIDE * cap)
        self.rec_out = reserve("Q", cap)
        self.r_score = reserve("i", cap)
        self.heads = reserve("I", heads)
        (self.r_path, self.r_act, self.r_hash, self.r_chain, self.r_layer, self.p_parent, self.p_act, self.p_ref) = [
            reserve("I", cap) for _ in range(8)
        ]

    # ---- the position at hand ----------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.inline
    def ror(self, mask: cython.ulonglong, by: cython.int) -> cython.ulonglong:
        """The ranks of a suit, counted from `by`."""
        return ((mask >> by) | (mask << (self.n - by))) & self.full

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.inline
    def from_base(self, rank: cython.int, b: cython.int) -> cython.int:
        return rank - b if rank >= b else rank - b + self.n

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(suit=cython.int, total=cython.int, mask=cython.ulonglong)
    def runs(self) -> cython.int:
        """Places that the columns take."""
        total = 0
        for suit in range(4):
            mask = (self.R >> (13 * suit)) & self.full
            if self.base[suit] != NO_BASE:
                mask = self.ror(mask, self.base[suit])
                mask = mask & (mask + 1)  # without the foundation
                total += self.ones[mask & ~(mask >> 1)]
            elif mask == self.full:
                total += 1
            else:
                total += self.ones[mask & ~self.ror(mask, 1)]
        return total

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(suit=cython.int, rank=cython.int, mask=cython.ulonglong, above=cython.int, below=cython.int,
                   b=cython.int)
    def fits(self, card: cython.int) -> cython.int:
        """2: it goes on a column or on its foundation; 1: once out, a column could be joined to it; 0: neither."""
        suit = card // 13
        rank = card - 13 * suit
        mask = (self.R >> (13 * suit)) & self.full
        b = self.base[suit]
        above = rank + 1 if rank + 1 < self.n else 0
        below = rank - 1 if rank else self.n - 1
        if above != b and (mask >> above) & 1:
            return 2
        if not (mask >> below) & 1:
            return 0
        if b == NO_BASE:
            return 1
        below = self.from_base(rank, b)
        return 2 if (self.ror(mask, b) & ((ONE << below) - 1)) == (ONE << below) - 1 else 1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, suit=cython.int, covered=cython.uint, sure=cython.ulonglong)
    def look(self) -> cython.void:
        """Note which cards lie in the layout, and which of them may be put on the waste some day."""
        self.lay = self.lay_low[self.L & 255] | self.lay_high[self.L >> 8]
        sure = 0
        covered = self.L & 0x1111
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

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, card=cython.int, under=cython.uint)
    def remove(self, spot: cython.int) -> cython.void:
        """Take a card out of the layout: wings become columns, a centre is turned and may become a base."""
        self.L &= ~(1 << spot)
        under = self.under_wing[spot] & self.V
        for i in range(8):
            if (under >> i) & 1 and not (self.wing_over[i] & self.L):
                self.V &= ~(1 << i)
                self.opened += 1
                self.R |= ONE << self.wing_card[i]
        under = self.under_layout[spot] & self.L & 0x1111
        for i in range(0, 16, 4):
            if (under >> i) & 1 and not (self.over[i] & self.L):
                card = self.card_at[i]
                if self.base[card // 13] == NO_BASE:
                    self.base[card // 13] = card % 13
                    self.R |= ONE << card
                    self.L &= ~(1 << i)
        self.look()

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.inline
    def talon(self, j: cython.int) -> cython.int:
        """Card j of waste and stock, in the order in which they are drawn."""
        return self.a[j] if j < self.m else self.a[52 - self.s + j - self.m]

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int)
    def release_talon(self, j: cython.int) -> cython.void:
        """Put card j of waste and stock out."""
        if self.logging:
            self.note(1, self.talon(j), 0)
        self.R |= ONE << self.talon(j)
        if j < self.m:
            for i in range(j, self.m - 1):
                self.a[i] = self.a[i + 1]
            self.m -= 1
        else:
            i = 52 - self.s + j - self.m
            while i > 52 - self.s:
                self.a[i] = self.a[i - 1]
                i -= 1
            self.s -= 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def release_layout(self, spot: cython.int) -> cython.void:
        """Put a layout card out."""
        if self.logging:
            self.note(2, self.card_at[spot], spot)
        self.R |= ONE << self.card_at[spot]
        self.remove(spot)

    @cython.cfunc
    def note(self, kind: cython.int, card: cython.int, spot: cython.int):
        self.log.append((kind, card, spot))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(n=cython.int, i=cython.int)
    def go_to(self, j: cython.int) -> cython.void:
        """Draw, with a redeal where due, until j cards lie on the waste."""
        n = self.m + self.s
        if j < self.m:
            self.turn += 1
            while self.s:
                self.a[self.m] = self.a[52 - self.s]
                self.m += 1
                self.s -= 1
            i = n - 1
            while i >= 0:
                self.a[52 - n + i] = self.a[i]
                i -= 1
            self.m = 0
            self.s = n
        while self.m < j:
            self.a[self.m] = self.a[52 - self.s]
            self.m += 1
            self.s -= 1

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

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, j=cython.int, suit=cython.int, under=cython.uint)
    def decides(self, spot: cython.int, gone: cython.uint) -> cython.bint:
        """Whether taking this card, those of `gone` taken, settles which of several covered centres is a base."""
        under = self.under_layout[spot] & self.L & 0x1111
        for i in range(0, 16, 4):
            if (under >> i) & 1 and not (self.over[i] & self.L & ~gone & ~(1 << spot)):
                suit = self.card_at[i] // 13
                if self.base[suit] == NO_BASE:
                    for j in range(0, 16, 4):
                        if j != i and (self.L >> j) & 1 and self.card_at[j] // 13 == suit:
                            return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(again=cython.bint, room=cython.bint, card=cython.int, fit=cython.int, j=cython.int, spot=cython.int,
                   ready=cython.uint, before=cython.uint, others=cython.ulonglong)
    def settle(self) -> cython.void:
        """Make the moves that are safe, until there are none."""
        again = (self.prunings & SAFE) != 0
        while again:
            again = False
            room = self.opened > self.runs()
            ready = 0
            for spot in range(16):
                if (self.L >> spot) & 1 and not (self.over[spot] & self.L):
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
            j = self.m - 1 if self.passes else self.m + self.s - 1
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

    # ---- lost positions ----------------------------------------------------------------------------------------------

    # "unwind" (last pass). Every waste card must come off. Look at the time T when w, the waste card at hand, does: all
    # that lay on it is out. So out at T are: what is out now, the waste cards above w, the stock cards up to some j
    # (those beyond j are not drawn yet), and some layout cards; j never falls as w goes down the waste. Say E holds
    # those cards without the layout cards, and with every wing; G holds E and all layout cards. The cards outside G
    # are certainly not out at T. Each maximal stretch of G, cut at the base, in which a card of E lies holds at least
    # one run at T, and takes a place unless it is the foundation: `demand`. Wings that are still covered may be
    # counted as out, for they bring as many places as runs, and runs that touch only merge; so no more than all places
    # may be taken (`x_limit`). w itself goes on a card of the stretch above it, or on its foundation, or takes a place
    # more before it is joined. A stretch above without a card of E begins with a layout card in a place of its own
    # (`feeder`), which takes a place more, too. When no j is left for w, the position is lost. The least possible j is
    # carried on, since every greater one may follow it; what happens between two j is not looked at.
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

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(b=cython.int, g=cython.ulonglong, e=cython.ulonglong, t=cython.ulonglong, rank=cython.int,
                   d=cython.int)
    def demand(self, suit: cython.int, G: cython.ulonglong, E: cython.ulonglong, hopes: cython.uint) -> cython.int:
        """Fewest places for the columns of a suit when the cards of E are out and those of G may be."""
        b = self.base[suit]
        if b != NO_BASE:
            # a stretch with a card of E carries into the gap above it; the lowest is the foundation
            g = self.ror(G, b)
            t = g + self.ror(E, b)
            return self.ones[t & ~g & self.full] + cython.cast(cython.int, (t >> self.n) & 1) - 1
        if self.full == G:
            return 1 if E and not hopes else 0
        rank = self.n - 1
        while (G >> rank) & 1:
            rank -= 1
        rank = rank + 1 if rank + 1 < self.n else 0
        g = self.ror(G, rank)  # a gap is the last rank now
        d = self.ones[(g + self.ror(E, rank)) & ~g & self.full]
        rank = 0
        while hopes:
            if hopes & 1:
                g = self.ror(G, rank)
                e = self.ror(E, rank)
                if e & g & ((g + 1) ^ g):
                    b = self.n - 1
                    while (g >> b) & 1 and not (e >> b) & 1:
                        b -= 1
                    if not (g >> b) & 1:
                        return d - 1
            hopes >>= 1
            rank += 1
        return d

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(b=cython.int, k=cython.int, g=cython.ulonglong)
    def above(self, suit: cython.int, rank: cython.int, G: cython.ulonglong) -> cython.ulonglong:
        """The stretch of G from the next rank upwards, as bits from there."""
        b = self.base[suit]
        k = rank + 1 if rank + 1 < self.n else 0
        g = self.ror(G, k)
        g = g & ((g + 1) ^ g)
        if b != NO_BASE:
            g &= (ONE << self.from_base(b, k)) - 1
        return g

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(b=cython.int, k=cython.int)
    def may_fit(self, suit: cython.int, rank: cython.int, G: cython.ulonglong, E: cython.ulonglong,
                hopes: cython.uint) -> cython.bint:
        """Whether the card may have a column of E or its foundation to go on."""
        k = rank + 1 if rank + 1 < self.n else 0
        if self.above(suit, rank, G) & self.ror(E, k):
            return True
        b = self.base[suit]
        if b != NO_BASE:
            hopes = 1 << b
        b = 0
        while hopes:
            if hopes & 1:
                k = self.from_base(rank, b)
                if (self.ror(G, b) & ((ONE << k) - 1)) == (ONE << k) - 1:
                    return True
            hopes >>= 1
            b += 1
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(k=cython.int)
    def feeder(self, suit: cython.int, rank: cython.int, G: cython.ulonglong) -> cython.bint:
        """Whether some card of the stretch above may open a place, for this one to follow."""
        k = rank + 1 if rank + 1 < self.n else 0
        return (self.above(suit, rank, G)
                & self.ror(((self.open_waste | self.open_layout) >> (13 * suit)) & self.full, k)) != 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, suit=cython.int, card=cython.int, loose=cython.uint)
    def mean(self, x: cython.int, own: cython.uint, gone: cython.uint) -> cython.void:
        """Set x: of the layout spots `own` those of `gone` are gone and no others; the other spots are at will."""
        loose = self.L & ~own
        self.x_out[x] = self.R | self.lay_low[gone & 255] | self.lay_high[gone >> 8]
        self.x_limit[x] = self.opened
        for i in range(8):
            if (self.V >> i) & 1 and (self.wing_over[i] & loose or not (self.wing_over[i] & self.L & ~gone)):
                self.x_out[x] |= ONE << self.wing_card[i]
                self.x_limit[x] += 1
        self.x_may[x] = self.x_out[x] | self.lay_low[loose & 255] | self.lay_high[loose >> 8]
        for suit in range(4):
            self.x_base[4 * x + suit] = self.base[suit]
            self.x_hopes[4 * x + suit] = 0
        for i in range(0, 16, 4):
            if (self.L >> i) & 1 and self.over[i] & self.L:
                card = self.card_at[i]
                suit = card // 13
                if self.base[suit] == NO_BASE:
                    if (loose >> i) & 1:
                        self.x_hopes[4 * x + suit] |= 1 << (card - 13 * suit)
                    elif (gone >> i) & 1:
                        self.x_base[4 * x + suit] = card - 13 * suit

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(suit=cython.int, k=cython.int, out=cython.ulonglong)
    def stand(self, x: cython.int, i: cython.int, j: cython.int) -> cython.void:
        """Begin with set x where the waste cards above number i and the stock before j (in `a`) are out."""
        out = 0
        for k in range(i + 1, self.m):
            out |= ONE << self.a[k]
        for k in range(52 - self.s, j):
            out |= ONE << self.a[k]
        self.x_total[x] = 0
        for suit in range(4):
            k = 4 * x + suit
            self.x_e[k] = ((self.x_out[x] | out) >> (13 * suit)) & self.full
            self.x_g[k] = ((self.x_may[x] | out) >> (13 * suit)) & self.full
            self.x_d[k] = self.demand(suit, self.x_g[k], self.x_e[k], self.x_hopes[k])
            self.x_total[x] += self.x_d[k]
        self.x_j[x] = j
        self.x_row[x] = i

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(card=cython.int, suit=cython.int, rank=cython.int, at=cython.int, k=cython.int, after=cython.int,
                   total=cython.int, limit=cython.int, bit=cython.ulonglong, more=cython.ulonglong)
    def step(self, x: cython.int, i: cython.int) -> cython.bint:
        """Take waste card i off with set x after as few more stock cards as can be; False: impossible."""
        card = self.a[i]
        suit = card // 13
        rank = card - 13 * suit
        at = 4 * x + suit
        bit = ONE << rank
        limit = self.x_limit[x]
        after = 0
        while True:
            total = self.x_total[x]
            if total <= limit:
                after = self.demand(suit, self.x_g[at] | bit, self.x_e[at] | bit, self.x_hopes[at])
                if total + after - self.x_d[at] <= limit and (
                    (total < limit and ((self.open_waste >> card) & 1 or self.feeder(suit, rank, self.x_g[at])))
                    or self.may_fit(suit, rank, self.x_g[at], self.x_e[at], self.x_hopes[at])
                ):
                    break
            if self.x_j[x] == 52:
                return False
            k = self.a[self.x_j[x]]
            self.x_j[x] += 1
            more = ONE << (k % 13)
            k = 4 * x + k // 13
            self.x_g[k] |= more
            self.x_e[k] |= more
            self.x_total[x] -= self.x_d[k]
            self.x_d[k] = self.demand(k - 4 * x, self.x_g[k], self.x_e[k], self.x_hopes[k])
            self.x_total[x] += self.x_d[k]
        self.x_g[at] |= bit
        self.x_e[at] |= bit
        self.x_total[x] += after - self.x_d[at]
        self.x_d[at] = after
        self.x_row[x] = i - 1
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, peak=cython.int, area=cython.int)
    def unwind(self) -> cython.int:
        """Score a position by how its waste may come off, lower is better; -1: lost ("unwind")."""
        self.mean(0, 0, 0)
        self.stand(0, self.m - 1, 52 - self.s)
        peak = self.x_total[0]
        area = 0
        i = self.m - 1
        while i >= 0:
            if not self.step(0, i):
                return -1
            area += self.x_total[0]
            if self.x_total[0] > peak:
                peak = self.x_total[0]
            i -= 1
        i = 1000 + 8 * peak + area // 2 + 6 * self.in_layout() + 4 * (self.runs() - self.opened)
        return i if i < WORST else WORST - 1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.inline
    def in_layout(self) -> cython.int:
        return self.ones[self.L & 255] + self.ones[self.L >> 8]

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(p=cython.int, q=cython.int, i=cython.int, k=cython.int, x=cython.int, n=cython.int, suit=cython.int,
                   count=cython.int, best=cython.int, have=cython.uint, gone=cython.uint, taken=cython.uint,
                   own=cython.uint, base=cython.bint)
    def combine(self) -> cython.int:
        """List the sets of spots that may be gone together, of the pyramids with the fewest such; how many sets."""
        n = 1
        taken = 0
        own = 0
        self.x_used = 0
        for p in range(self.places // 2):
            have = (self.L >> (4 * p)) & 15
            base = False  # whether the centre becomes a base when turned
            if have & 1 and have & 6:
                suit = self.card_at[4 * p] // 13
                if self.base[suit] == NO_BASE:
                    base = True
                    for q in range(self.places // 2):
                        if q != p and (self.L >> (4 * q)) & 1 and self.card_at[4 * q] // 13 == suit:
                            taken |= 1 << p
            count = 0
            for i in range(16):
                gone = self.order[i]
                if gone & ~have or (gone & 6 and have & ~gone & 8) or (gone & 1 and have & ~gone & 6):
                    continue
                if base and not (have & ~gone & 6) and not gone & 1:
                    continue
                self.x_option[16 * p + count] = gone << (4 * p)
                count += 1
            self.x_options[p] = count
        self.x_gone[0] = 0
        while True:
            best = -1
            for p in range(self.places // 2):
                if not (taken >> p) & 1 and (best < 0 or self.x_options[p] < self.x_options[best]):
                    best = p
            if best < 0 or n * self.x_options[best] > SETS:
                break
            taken |= 1 << best
            own |= cython.cast(cython.uint, 15) << (4 * best)
            k = self.x_options[best]
            self.x_digit[self.x_used] = best
            self.x_stride[self.x_used] = n
            self.x_used += 1
            q = k - 1
            while q >= 0:
                for x in range(n):
                    self.x_gone[q * n + x] = self.x_gone[x] | self.x_option[16 * best + q]
                q -= 1
            n *= k
        for x in range(n):
            self.mean(x, own, self.x_gone[x])
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    def take_bases(self, x: cython.int) -> cython.void:
        self.base[0] = self.x_base[4 * x]
        self.base[1] = self.x_base[4 * x + 1]
        self.base[2] = self.x_base[4 * x + 2]
        self.base[3] = self.x_base[4 * x + 3]

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(n=cython.int, i=cython.int, bases=cython.uint, lost=cython.bint)
    def stuck(self) -> cython.bint:
        """Whether the waste can't come off, in whatever order the layout is emptied ("empty")."""
        n = self.combine()
        if not self.x_used:
            return False
        bases = self.base[0] | self.base[1] << 4 | self.base[2] << 8 | self.base[3] << 12
        # the usual way out: these pyramids are emptied first
        self.take_bases(n - 1)
        self.stand(n - 1, self.m - 1, 52 - self.s)
        i = self.m - 1
        while i >= 0 and self.step(n - 1, i):
            i -= 1
        lost = i >= 0 and self.no_order(n)
        self.base[0] = bases & 15
        self.base[1] = (bases >> 4) & 15
        self.base[2] = (bases >> 8) & 15
        self.base[3] = bases >> 12
        return lost

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(x=cython.int, y=cython.int, i=cython.int, p=cython.int, q=cython.int, k=cython.int, e=cython.int,
                   left=cython.bint)
    def no_order(self, n: cython.int) -> cython.bint:
        """Carry the least j of every set from waste card to waste card; whether none is left."""
        for x in range(n):
            self.x_alive[x] = x == 0
            self.x_row[x] = -9
        self.x_j[0] = 52 - self.s
        i = self.m - 1
        while i >= 0:
            left = False
            for x in range(n):
                e = self.x_j[x] if self.x_alive[x] else NEVER
                for p in range(self.x_used):
                    k = (x // self.x_stride[p]) % self.x_options[self.x_digit[p]]
                    for q in range(k):
                        y = x - (k - q) * self.x_stride[p]
                        if self.x_entry[y] < e and not (self.x_gone[y] & ~self.x_gone[x]):
                            e = self.x_entry[y]
                self.x_entry[x] = e
            for x in range(n):
                e = self.x_entry[x]
                self.x_alive[x] = False
                if e == NEVER:
                    continue
                self.take_bases(x)
                if self.x_row[x] != i or self.x_j[x] != e:
                    self.stand(x, i, e)
                if self.step(x, i):
                    self.x_alive[x] = True
                    left = True
                else:
                    self.x_row[x] = -9
            if not left:
                return True
            i -= 1
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(b=cython.int, g=cython.ulonglong, fit=cython.ulonglong)
    def nexts(self, suit: cython.int, E: cython.ulonglong, hopes: cython.uint) -> cython.ulonglong:
        """The ranks that fit on columns or foundation when those of E are out."""
        b = self.base[suit]
        fit = self.ror(E, 1)
        if b != NO_BASE:
            fit = self.ror(E & ~(ONE << b), 1)
            hopes = 1 << b
        b = 0
        while hopes:
            if hopes & 1:
                g = self.ror(E, b) | 1
                fit |= self.ror((g ^ (g + 1)) & self.full, self.n - b if b else 0)
            hopes >>= 1
            b += 1
        return fit

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(E=cython.ulonglong, more=cython.ulonglong)
    def grow(self, suit: cython.int, card: cython.ulonglong) -> cython.void:
        """Put this card out in `mine`, and the layout cards that can follow."""
        E = self.mine[suit] | card
        more = 1
        while more:
            more = self.nexts(suit, E, self.hopes[suit]) & self.rest4[suit] & ~E
            E |= more
        self.mine[suit] = E

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, suit=cython.int, card=cython.int, m=cython.int, s=cython.int, turn=cython.int,
                   gone=cython.int, late=cython.int)
    def follow(self) -> cython.int:
        """Score a position where empty places stay empty, lower is better; -1: lost ("follow")."""
        self.mean(0, 0, 0)
        for suit in range(4):
            self.hopes[suit] = self.x_hopes[suit]
            self.rest4[suit] = (self.lay >> (13 * suit)) & self.full
            self.mine[suit] = (self.x_out[0] >> (13 * suit)) & self.full
            self.grow(suit, self.hopes[suit])
        m = self.m
        s = self.s
        for i in range(m):
            self.w[i] = self.a[i]
        for i in range(s):
            self.q[i] = self.a[52 - s + i]
        turn = self.turn
        late = 0
        gone = 0
        i = 0
        while True:
            while m:
                card = self.w[m - 1]
                suit = card // 13
                if not (self.nexts(suit, self.mine[suit], self.hopes[suit]) >> (card - 13 * suit)) & 1:
                    break
                self.grow(suit, ONE << (card - 13 * suit))
                m -= 1
                gone += 1
            if i < s:
                self.w[m] = self.q[i]
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
                self.q[i] = self.w[i]
            m = 0
            i = 0
        for suit in range(4):
            if self.mine[suit] != self.full:
                return -1
        i = 1000 + 6 * self.in_layout() + late + 8 * turn
        return i if i < WORST else WORST - 1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(score=cython.int)
    def judge(self) -> cython.int:
        """The score of the position at hand; -1: lost."""
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

    # ---- waiting positions -------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(at=cython.Py_ssize_t, i=cython.int)
    def load(self, r: cython.uint) -> cython.void:
        """Make a waiting position the one at hand."""
        at = cython.cast(cython.Py_ssize_t, r) * STRIDE
        self.m = self.rec[at + 52]
        self.s = self.rec[at + 53]
        for i in range(self.m):
            self.a[i] = self.rec[at + i]
        for i in range(52 - self.s, 52):
            self.a[i] = self.rec[at + i]
        self.L = self.rec[at + 54] | self.rec[at + 55] << 8
        self.turn = self.rec[at + 56] | self.rec[at + 57] << 8
        self.base[0] = self.rec[at + 58] & 15
        self.base[1] = self.rec[at + 58] >> 4
        self.base[2] = self.rec[at + 59] & 15
        self.base[3] = self.rec[at + 59] >> 4
        self.V = self.rec[at + 60]
        self.opened = self.rec[at + 61]
        self.R = self.rec_out[r]
        self.look()

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(at=cython.Py_ssize_t, i=cython.int)
    def store(self, r: cython.uint) -> cython.void:
        """Write the position at hand."""
        at = cython.cast(cython.Py_ssize_t, r) * STRIDE
        for i in range(self.m):
            self.rec[at + i] = self.a[i]
        for i in range(52 - self.s, 52):
            self.rec[at + i] = self.a[i]
        self.rec[at + 52] = self.m
        self.rec[at + 53] = self.s
        self.rec[at + 54] = self.L & 255
        self.rec[at + 55] = self.L >> 8
        self.rec[at + 56] = self.turn & 255
        self.rec[at + 57] = self.turn >> 8
        self.rec[at + 58] = self.base[0] | self.base[1] << 4
        self.rec[at + 59] = self.base[2] | self.base[3] << 4
        self.rec[at + 60] = self.V
        self.rec[at + 61] = self.opened
        self.rec_out[r] = self.R

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(at=cython.Py_ssize_t, i=cython.int)
    def same(self, r: cython.uint) -> cython.bint:
        """Whether the position at hand is this waiting one."""
        at = cython.cast(cython.Py_ssize_t, r) * STRIDE
        if (self.rec_out[r] != self.R or self.m != self.rec[at + 52] or self.s != self.rec[at + 53]
                or (self.rec[at + 54] | self.rec[at + 55] << 8) != self.L
                or self.turn != (self.rec[at + 56] | self.rec[at + 57] << 8)
                or (self.base[0] | self.base[1] << 4) != self.rec[at + 58]
                or (self.base[2] | self.base[3] << 4) != self.rec[at + 59]):
            return False
        for i in range(self.m):
            if self.a[i] != self.rec[at + i]:
                return False
        for i in range(52 - self.s, 52):
            if self.a[i] != self.rec[at + i]:
                return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(slot=cython.ulonglong, at=cython.uint)
    def drop(self, r: cython.uint) -> cython.void:
        """Forget a waiting position; it is out of its layer's list already."""
        slot = self.r_hash[r] & self.head_mask
        at = self.heads[slot]
        if at == r:
            self.heads[slot] = self.r_chain[r]
        else:
            while self.r_chain[at] != r:
                at = self.r_chain[at]
            self.r_chain[at] = self.r_chain[r]
        self.let_go(self.r_path[r])
        self.r_chain[r] = self.unused
        self.unused = r
        self.live -= 1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(above=cython.uint)
    def let_go(self, p: cython.uint) -> cython.void:
        """One reference less to a path node."""
        while p:
            self.p_ref[p] -= 1
            if self.p_ref[p]:
                return
            above = self.p_parent[p]
            self.p_parent[p] = self.p_unused
            self.p_unused = p
            p = above

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, count=cython.uint, ties=cython.uint, r=cython.uint, after=cython.uint)
    def compact(self, layer: cython.int) -> cython.void:
        """Keep the best positions of a layer, as many as the beam is wide."""
        if self.layer_count[layer] <= self.width:
            return
        self.truncated = True
        for i in range(4096):
            self.hist[i] = 0
        r = self.layer_head[layer]
        while r:
            self.hist[self.r_score[r]] += 1
            r = self.r_layer[r]
        count = 0
        i = 0
        while count + self.hist[i] <= self.width:
            count += self.hist[i]
            i += 1
        ties = self.width - count
        self.layer_cut[layer] = i
        r = self.layer_head[layer]
        self.layer_head[layer] = 0
        while r:
            after = self.r_layer[r]
            if self.r_score[r] < i or (self.r_score[r] == i and ties):
                if self.r_score[r] == i:
                    ties -= 1
                self.r_layer[r] = self.layer_head[layer]
                self.layer_head[layer] = r
            else:
                self.drop(r)
            r = after
        self.layer_count[layer] = self.width

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(h=cython.ulonglong, i=cython.int)
    def hashed(self) -> cython.ulonglong:
        h = self.R ^ (self.R >> 29)
        h = (h & MASK32) * MIXER + self.L
        h = (h ^ (h >> 15)) & MASK32
        for i in range(self.m):
            h = (h * MIXER + self.a[i]) & MASK32
        if self.passes != 1:
            h = ((h + self.turn) * MIXER) & MASK32
            for i in range(52 - self.s, 52):
                h = (h * MIXER + self.a[i]) & MASK32
        h = ((h ^ (h >> 15)) * MIXER) & MASK32
        return h ^ (h >> 13)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, score=cython.int, layer=cython.int, h=cython.ulonglong, slot=cython.ulonglong,
                   r=cython.uint)
    def push(self, path: cython.uint, act: cython.uint) -> cython.void:
        """Let the position at hand wait, unless it is won, lost, known, or too bad for the beam."""
        self.visited += 1
        self.settle()
        if self.everything == self.R:
            self.state = 1
            self.won_path = path
            self.won_act = act
            return
        if self.passes == 0:
            # drawing is free: waste and stock are one list, and the pass does not count
            if self.m:
                self.go_to(0)
            self.turn = 1
        score = self.judge()
        if score < 0:
            return
        layer = self.m if self.passes == 1 else self.m + self.s
        for i in range(4):
            layer += 2 * self.ones[(self.R >> (13 * i)) & self.full]
        if score > self.layer_cut[layer]:
            self.truncated = True
            return
        h = self.hashed()
        slot = h & self.head_mask
        r = self.heads[slot]
        while r:
            if self.r_hash[r] == h and self.same(r):
                return
            r = self.r_chain[r]
        if self.prunings & EMPTY and not self.closed and self.passes and self.turn == self.passes and self.stuck():
            return
        if self.layer_count[layer] >= 2 * self.width:
            self.compact(layer)
            if score > self.layer_cut[layer]:
                return
        if self.unused:
            r = self.unused
            self.unused = self.r_chain[r]
        elif self.used < self.cap:
            r = self.used
            self.used += 1
        else:
            self.crowded = True
            return
        self.live += 1
        if self.live > self.most:
            self.most = self.live
        self.store(r)
        self.r_path[r] = path
        self.r_act[r] = act
        if path:
            self.p_ref[path] += 1
        self.r_hash[r] = cython.cast(cython.uint, h)
        self.r_score[r] = score
        self.r_chain[r] = self.heads[slot]
        self.heads[slot] = r
        self.r_layer[r] = self.layer_head[layer]
        self.layer_head[layer] = r
        self.layer_count[layer] += 1

    # ---- choices -----------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(kind=cython.uint, spot=cython.int)
    def act_on(self, act: cython.uint) -> cython.void:
        """Do a choice, kind · 4096 + spot · 64 + cards to have on the waste first (not in a single pass)."""
        kind = act >> 12
        spot = (act >> 6) & 63
        if kind == 0:
            self.go_to(self.m + 1)
            return
        if kind == 2:
            self.release_layout(spot)
            return
        if self.passes != 1 and cython.cast(cython.int, act & 63) != self.m:
            self.go_to(act & 63)
        if kind == 1:
            self.release_talon(self.m - 1)
        else:
            if self.logging:
                self.note(3, self.a[self.m - 1], spot)
            self.a[self.m] = self.card_at[spot]
            self.m += 1
            self.remove(spot)

    @cython.cfunc
    @cython.exceptval(check=False)
    def attempt(self, r: cython.uint, path: cython.uint, act: cython.uint) -> cython.void:
        if not self.state:
            self.load(r)
            self.act_on(act)
            self.push(path, act)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(path=cython.uint, spot=cython.int, card=cython.int, j=cython.int, first=cython.int, last=cython.int,
                   room=cython.bint, open_=cython.uint, fit=cython.uint, links=cython.ulonglong, near=cython.ulonglong,
                   stock=cython.int)
    def expand(self, r: cython.uint) -> cython.void:
        """Push all that a choice can make of a waiting position."""
        if self.p_unused:
            path = self.p_unused
            self.p_unused = self.p_parent[path]
        elif self.p_used < self.cap:
            path = self.p_used
            self.p_used += 1
        else:
            self.crowded = True
            return
        self.p_parent[path] = self.r_path[r]
        if self.r_path[r]:
            self.p_ref[self.r_path[r]] += 1
        self.p_act[path] = self.r_act[r]
        self.p_ref[path] = 1
        self.load(r)
        room = self.opened > self.runs()
        stock = self.s
        near = self.lay
        open_ = 0  # available layout cards
        fit = 0  # those of them that can be put out
        for spot in range(16):
            if (self.L >> spot) & 1 and not (self.over[spot] & self.L):
                card = self.card_at[spot]
                open_ |= 1 << spot
                if (room and (self.open_layout >> card) & 1) or self.fits(card) == 2:
                    fit |= 1 << spot
        first = self.m
        last = self.m
        if self.passes != 1:
            last = self.m + self.s
            if self.passes == 0 or self.turn < self.passes:
                first = 0
        if first == 0:
            first = 1
        for j in range(first, last + 1):
            card = self.talon(j - 1)
            self.tops[j] = card
            self.can[j] = (room and (self.open_waste >> card) & 1) or self.fits(card) == 2
        for spot in range(16):
            if (fit >> spot) & 1:
                self.attempt(r, path, 2 << 12 | spot << 6)
        for j in range(first, last + 1):
            card = self.tops[j]
            if self.can[j]:
                self.attempt(r, path, 1 << 12 | j)
            links = self.link[card] & near
            if links:
                for spot in range(16):
                    if (open_ >> spot) & 1 and (links >> self.card_at[spot]) & 1:
                        self.attempt(r, path, 3 << 12 | spot << 6 | j)
        if self.passes == 1 and stock:
            self.attempt(r, path, 0)
        if not self.state:
            self.let_go(path)

    # ---- the search --------------------------------------------------------------------------------------------------

    def run(self, nodes: int) -> int:
        """Go on for about `nodes` more positions: 0 not finished, 1 won, 2 unwinnable, 3 memory full."""
        limit: cython.ulonglong = self.visited + nodes
        r: cython.uint
        if not self.started:
            self.started = True
            self.sweep()
        while not self.state and self.visited < limit:
            if not self.sorted_:
                while self.layer < 256 and not self.layer_head[self.layer]:
                    self.layer += 1
                if self.layer == 256:
                    if not self.truncated:
                        self.state = 2
                    else:
                        self.width *= 4
                        self.sweep()
                    continue
                self.compact(self.layer)
                self.sorted_ = True
            r = self.layer_head[self.layer]
            if not r:
                self.sorted_ = False
                self.layer += 1
                continue
            self.layer_head[self.layer] = self.r_layer[r]
            self.layer_count[self.layer] -= 1
            self.expand(r)
            if self.crowded and not self.state:
                self.state = 3
            elif not self.state:
                self.drop(r)
        return self.state

    @cython.cfunc
    @cython.locals(i=cython.int)
    def sweep(self):
        """Begin with the position given."""
        # no position waits now, so all hash heads are 0; few heads for a narrow beam touch few pages
        self.head_mask = 1023
        while self.head_mask < 64 * self.width and self.head_mask < self.most_heads:
            self.head_mask = 2 * self.head_mask + 1
        self.truncated = self.sorted_ = False
        self.layer = 0
        for i in range(256):
            self.layer_cut[i] = WORST
        self.begin()
        self.push(0, 0)

    @cython.cfunc
    @cython.locals(i=cython.int)
    def begin(self):
        """Make the position given the one at hand."""
        self.turn = self.first_turn
        self.m = len(self.piles[1])
        self.s = len(self.piles[0])
        for i in range(self.m):
            self.a[i] = self.piles[1][i]
        for i in range(self.s):
            self.a[51 - i] = self.piles[0][i]
        for i in range(4):
            self.base[i] = self.first_base[i]
        self.L = self.first_layout
        self.V = self.first_wings
        self.R = self.first_out
        self.opened = self.places
        for i in range(8):
            self.opened -= (self.V >> i) & 1
        self.look()

    @property
    def nodes(self) -> int:
        """Positions looked at, over all sweeps."""
        return self.visited

    @property
    def waiting(self) -> int:
        """The most positions that waited at one time."""
        return self.most

    # ---- the solution ------------------------------------------------------------------------------------------------

    def moves(self) -> list[str]:
        """After a win: the moves from the position given, as records spell them."""
        if self.state != 1:
            return []
        acts = []
        path = self.won_path
        if path:
            acts.append(self.won_act)
            while self.p_parent[path]:
                acts.append(self.p_act[path])
                path = self.p_parent[path]
        self.log = []
        self.logging = True
        self.begin()
        self.settle()
        for act in reversed(acts):
            if self.passes == 0:
                if self.m:
                    self.go_to(0)
                self.turn = 1
            self.act_on(act)
            self.settle()
        self.logging = False
        return Table(self.tables, self.piles).play(self.log)


class Table:
    """The real table on which a found way is played: draws, joins, cards going home and the places are filled in."""

    def __init__(self, tables, piles):
        self.ranks = tables.ranks
        self.covers = tables.covers
        self.columns = tables.columns
        self.piles = [list(pile) for pile in piles]
        self.out: list[str] = []

    def available(self, place):
        return not any(self.piles[over] for over in self.covers.get(place, ()))

    def carries(self, onto, card):
        """Whether `onto` in a column takes this card."""
        return onto // 13 == card // 13 and (onto - card + self.ranks) % self.ranks == 1

    def home(self, card):
        pile = self.piles[2 + card // 13]
        return bool(pile) and len(pile) < self.ranks and self.carries(card, pile[len(pile) - 1])

    def won(self):
        piles = [pile for pile in self.piles[2:14] if len(pile) == self.ranks]
        return len({pile[0] // 13 for pile in piles}) == 4

    def move(self, source, target, name, count=1):
        pile = self.piles[source]
        self.piles[target].extend(pile[len(pile) - count :])
        del pile[len(pile) - count :]
        self.out.append(name + (f"x{count}" if count > 1 else ""))
        for centre in range(14, 30, 4):
            card = self.piles[centre][0] if self.piles[centre] and self.available(centre) else None
            if card is not None and not self.piles[2 + card // 13]:
                self.piles[2 + card // 13].append(self.piles[centre].pop())

    def put_out(self, source, name, card):
        if self.home(card):
            self.move(source, 2 + card // 13, f"{name}-f")
            return
        places = [place for place in self.columns if self.available(place)]
        ends = {place: self.piles[place][len(self.piles[place]) - 1] for place in places if self.piles[place]}
        free = [place for place in places if not self.piles[place]]
        target = next((place for place, end in ends.items() if self.carries(end, card)), free[0] if free else None)
        self.move(source, target, f"{name}-t{target - 5}")

    def tidy(self):
        """Make the first join or move home that there is; False: there is none."""
        places = [place for place in self.columns if self.available(place) and self.piles[place]]
        for place in places:
            pile = self.piles[place]
            if self.home(pile[len(pile) - 1]):
                self.move(place, 2 + pile[0] // 13, f"t{place - 5}-f")
                return True
            for onto in places:
                if onto != place and self.carries(self.piles[onto][len(self.piles[onto]) - 1], pile[0]):
                    self.move(place, onto, f"t{place - 5}-t{onto - 5}", len(pile))
                    return True
        return False

    def play(self, log):
        """The moves for (kind, card, spot): 1 the card goes out, 2 from the layout, 3 the spot's card goes on it."""
        stock, waste = self.piles[0], self.piles[1]
        for kind, card, spot in [(0, 0, 0), *log]:
            name = f"p{spot // 4 + 1}{'cabt'[spot % 4]}"
            while kind in (1, 3) and (not waste or waste[len(waste) - 1] != card):
                if stock:
                    waste.append(stock.pop())
                    self.out.append("d")
                else:
                    stock.extend(reversed(waste))
                    waste.clear()
                    self.out.append("r")
            if kind == 1:
                self.put_out(1, "w", card)
            elif kind == 2:
                self.put_out(14 + spot, name, card)
            elif kind == 3:
                self.move(14 + spot, 1, f"{name}-w")
            while not self.won() and self.tidy():
                pass
        return self.out
