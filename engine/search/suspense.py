# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The search kernel for suspense: which of the positions can be won when every card is known."""

import mmap
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

SAFE = cython.declare(cython.const[cython.int], 1)
UNWIND = cython.declare(cython.const[cython.int], 2)
FOLLOW = cython.declare(cython.const[cython.int], 4)
LAYOUT = cython.declare(cython.const[cython.int], 8)
PRUNINGS = {"safe": 1, "unwind": 2, "follow": 4, "layout": 8}
ALL = 15

ONE = cython.declare(cython.const[cython.ulonglong], 1)
MASK32 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFF)
NONE = cython.declare(cython.const[cython.uint], 0xFFFFFFFF)
MIXER = cython.declare(cython.const[cython.ulonglong], 0x9E3779B1)
NO_BASE = cython.declare(cython.const[cython.int], 15)
STRIDE = cython.declare(cython.const[cython.int], 64)
WORST = cython.declare(cython.const[cython.int], 4095)

RECORD = 112  # bytes that one waiting position costs, its shares of the hash heads and of the path nodes counted
DEFAULT_TUNE = (8, 2, 6, 4, 0, 0, 40, 8)


def accepts(tables, piles, down, passes) -> bool:
    """Whether this kernel can express the position (columns in sequence, the layout as it can arise in play)."""
    n = tables.ranks
    if len(tables.columns) % 2 or not 2 <= len(tables.columns) <= 8 or not 2 <= n <= 13:
        return False
    for suit in range(4):
        for rank in range(n):
            card = 13 * suit + rank
            if tables.takes[card] != 1 << (13 * suit + (rank - 1) % n):
                return False
            if tables.next_up[card] != 13 * suit + (rank + 1) % n:
                return False
    if tables.lift != "whole" or tables.returns:
        return False
    covers = tables.covers
    based = [bool(piles[f]) for f in range(2, 6)]
    for place in tables.columns:
        cards = piles[place]
        if down[place]:
            return False
        if any(piles[over] for over in covers.get(place, ())):
            if len(cards) != 1:
                return False
        elif any(not tables.takes[low] >> high & 1 for low, high in zip(cards, cards[1:], strict=False)):
            return False
    for place in range(14, 14 + 2 * len(tables.columns)):
        cards = piles[place]
        if len(cards) > 1:
            return False
        if not cards:
            if any(piles[over] for over in covers.get(place, ())):
                return False
        elif not down[place] and (place - 14) % 4 == 0 and not based[cards[0] // 13]:
            return False
    return True


@cython.final
@cython.cclass
class Search:
    """One search from one position; see `run`."""

    # the rules
    n: cython.int
    full: cython.ulonglong
    everything: cython.ulonglong
    places: cython.int
    passes: cython.int
    link: cython.ulonglong[52]
    open_waste: cython.ulonglong
    open_layout: cython.ulonglong
    card_at: cython.uchar[16]
    over: cython.uint[16]
    under_layout: cython.uint[16]
    under_wing: cython.uint[16]
    wing_card: cython.uchar[8]
    wing_over: cython.uint[8]
    lay_low: cython.ulonglong[256]
    lay_high: cython.ulonglong[256]
    pc: cython.uchar[8192]
    is_centre: cython.uint

    # the position at hand
    a: cython.uchar[64]
    m: cython.int
    s: cython.int
    L: cython.uint
    R: cython.ulonglong
    V: cython.uint
    base: cython.uchar[4]
    opened: cython.int
    turn: cython.int
    first_turn: cython.int
    lay: cython.ulonglong
    linkable: cython.ulonglong
    closed: cython.bint
    score_: cython.int

    # waiting positions
    rec: cython.uchar[::1]
    recR: cython.ulonglong[::1]
    r_path: cython.uint[::1]
    r_act: cython.uint[::1]
    r_hash: cython.uint[::1]
    r_score: cython.int[::1]
    r_chain: cython.uint[::1]
    r_layer: cython.uint[::1]
    heads: cython.uint[::1]
    head_mask: cython.ulonglong
    cap: cython.uint
    used: cython.uint
    free_rec: cython.uint
    live: cython.uint

    p_parent: cython.uint[::1]
    p_act: cython.uint[::1]
    p_ref: cython.uint[::1]
    p_used: cython.uint
    p_free: cython.uint

    layer_head: cython.uint[512]
    layer_count: cython.uint[512]
    layer_cut: cython.int[512]
    hist: cython.uint[4096]

    width: cython.uint
    layer: cython.int
    cursor: cython.uint
    truncated: cython.bint
    full_up: cython.bint
    state: cython.int
    started: cython.bint
    visited: cython.ulonglong
    won_path: cython.uint
    won_act: cython.uint
    prunings: cython.int
    tune: cython.int[8]
    rng: cython.ulonglong
    logging: cython.bint
    log: object

    # sets of layout cards that may be gone together
    order: cython.uchar[16]
    x_used: cython.int
    x_option: cython.uint[64]
    x_options: cython.int[4]
    x_digit: cython.int[4]
    x_stride: cython.int[4]
    x_gone: cython.uint[256]
    x_E: cython.ulonglong[256]
    x_G: cython.ulonglong[256]
    x_limit: cython.int[256]
    x_base: cython.uchar[1024]
    x_cands: cython.uint[1024]
    x_e: cython.ulonglong[1024]
    x_g: cython.ulonglong[1024]
    x_d: cython.int[1024]
    x_total: cython.int[256]
    x_j: cython.int[256]
    x_row: cython.int[256]
    x_entry: cython.int[256]
    x_alive: cython.bint[256]
    piles: object
    tables: object
    peak_live: cython.uint

    def __init__(self, tables, piles: Sequence[Sequence[int]], down: Sequence[int], passes: int, *,
                 memory: int = 1 << 30, prunings: int = ALL, seed: int = 0, tune=DEFAULT_TUNE):
        i: cython.int
        n = tables.ranks
        self.n = n
        self.full = (1 << n) - 1
        self.everything = sum(((1 << n) - 1) << (13 * suit) for suit in range(4))
        columns = list(tables.columns)
        self.places = len(columns)
        self.passes = tables.passes
        self.link = [int(mask) for mask in tables.waste_takes]
        self.open_waste = int(tables.opens_waste)
        self.open_layout = int(tables.opens_layout)
        self.prunings = prunings
        self.closed = not (self.open_waste | self.open_layout)
        self.tune = list(tune)
        self.rng = (seed * 2 + 1) & 0xFFFFFFFFFFFFFFFF
        self.logging = False
        self.log = []
        self.order = sorted(range(16), key=lambda mask: bin(mask).count("1"))
        self.x_option = [0] * 64
        self.x_options = [0] * 4
        self.x_digit = [0] * 4
        self.x_stride = [0] * 4
        self.x_gone = [0] * 256
        self.x_E = [0] * 256
        self.x_G = [0] * 256
        self.x_limit = [0] * 256
        self.x_base = [0] * 1024
        self.x_cands = [0] * 1024
        self.x_e = [0] * 1024
        self.x_g = [0] * 1024
        self.x_d = [0] * 1024
        self.x_total = [0] * 256
        self.x_j = [0] * 256
        self.x_row = [0] * 256
        self.x_entry = [0] * 256
        self.x_alive = [False] * 256
        self.tables = tables
        self.piles = [list(pile) for pile in piles]
        self.pc = bytes(bin(i).count("1") for i in range(8192))

        spots = 2 * len(columns)
        card_at = [0] * 16
        over = [0] * 16
        under_layout = [0] * 16
        under_wing = [0] * 16
        wing_card = [0] * 8
        wing_over = [0] * 8
        layout = 0
        centres = 0
        for spot in range(spots):
            place = 14 + spot
            if piles[place]:
                layout |= 1 << spot
                card_at[spot] = piles[place][0]
            if spot % 4 == 0:
                centres |= 1 << spot
            for cover in tables.covers.get(place, ()):
                over[spot] |= 1 << (cover - 14)
                under_layout[cover - 14] |= 1 << spot
        released = 0
        opened = 0
        covered = 0
        for number, place in enumerate(columns):
            for cover in tables.covers.get(place, ()):
                wing_over[number] |= 1 << (cover - 14)
                under_wing[cover - 14] |= 1 << number
            if wing_over[number] & layout:
                covered |= 1 << number
                wing_card[number] = piles[place][0]
            else:
                opened += 1
                for card in piles[place]:
                    released |= 1 << card
        base = [15] * 4
        for suit in range(4):
            pile = piles[2 + suit]
            if pile:
                base[suit] = pile[0] % 13
                for card in pile:
                    released |= 1 << card
        self.card_at = card_at
        self.over = over
        self.under_layout = under_layout
        self.under_wing = under_wing
        self.wing_card = wing_card
        self.wing_over = wing_over
        self.is_centre = centres
        low = [0] * 256
        high = [0] * 256
        for mask in range(256):
            low[mask] = sum(1 << card_at[i] for i in range(8) if mask >> i & 1 and layout >> i & 1)
            high[mask] = sum(1 << card_at[8 + i] for i in range(8) if mask >> i & 1 and layout >> (8 + i) & 1)
        self.lay_low = low
        self.lay_high = high

        waste = list(piles[1])
        stock = list(reversed(piles[0]))
        cards = [0] * 64
        cards[: len(waste)] = waste
        cards[52 - len(stock) : 52] = stock
        self.a = cards
        self.m = len(waste)
        self.s = len(stock)
        self.L = layout
        self.R = released
        self.V = covered
        self.base = base
        self.opened = opened
        self.first_turn = passes
        if self.passes == 0:
            self.first_turn = 1

        cap = max(2048, min(memory // RECORD, 0xFFFFFF00))
        heads = 1024
        while heads * 2 <= cap:
            heads *= 2
        self.cap = cap
        self.head_mask = heads - 1
        self.rec = memoryview(mmap.mmap(-1, 64 * cap))
        self.recR = memoryview(mmap.mmap(-1, 8 * cap)).cast("Q")
        self.r_path = memoryview(mmap.mmap(-1, 4 * cap)).cast("I")
        self.r_act = memoryview(mmap.mmap(-1, 4 * cap)).cast("I")
        self.r_hash = memoryview(mmap.mmap(-1, 4 * cap)).cast("I")
        self.r_score = memoryview(mmap.mmap(-1, 4 * cap)).cast("i")
        self.r_chain = memoryview(mmap.mmap(-1, 4 * cap)).cast("I")
        self.r_layer = memoryview(mmap.mmap(-1, 4 * cap)).cast("I")
        self.heads = memoryview(mmap.mmap(-1, 4 * heads)).cast("I")
        self.p_parent = memoryview(mmap.mmap(-1, 4 * cap)).cast("I")
        self.p_act = memoryview(mmap.mmap(-1, 4 * cap)).cast("I")
        self.p_ref = memoryview(mmap.mmap(-1, 4 * cap)).cast("I")
        # index 0 of both arenas stands for "nothing", so that fresh zero pages need no filling
        self.used = 1
        self.p_used = 1
        self.free_rec = 0
        self.p_free = 0
        self.live = 0
        self.peak_live = 0
        self.width = self.tune[7]
        self.state = 0
        self.started = False
        self.visited = 0
        self.won_path = 0
        self.won_act = 0
        self.layer_head = [0] * 512
        self.layer_count = [0] * 512
        self.layer_cut = [4095] * 512
        self.hist = [0] * 4096
        self.layer = 0
        self.cursor = 0
        self.truncated = False
        self.full_up = False

    # ---- the position at hand -------------------------------------------------------------------------------

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def ror(self, mask: cython.ulonglong, by: cython.int) -> cython.ulonglong:
        return ((mask >> by) | (mask << (self.n - by))) & self.full

    @cython.cfunc
    @cython.exceptval(check=False)
    def look(self) -> cython.void:
        """Note which cards lie in the layout, and which of them may ever be put on the waste."""
        i: cython.int
        suit: cython.int
        first: cython.int[4]
        covered: cython.uint = self.L & self.is_centre
        sure: cython.ulonglong = 0
        if not cython.compiled:
            first = [0] * 4
        self.lay = self.lay_low[self.L & 255] | self.lay_high[self.L >> 8]
        # a covered centre that alone can be its suit's base will be it
        for i in range(4):
            first[i] = 0
        for i in range(0, 16, 4):
            if (covered >> i) & 1:
                first[self.card_at[i] // 13] += 1
        for i in range(0, 16, 4):
            if (covered >> i) & 1:
                suit = self.card_at[i] // 13
                if self.base[suit] == NO_BASE and first[suit] == 1:
                    sure |= ONE << self.card_at[i]
        self.linkable = self.lay & ~sure

    @cython.cfunc
    @cython.exceptval(check=False)
    def runs(self) -> cython.int:
        """Places that the columns take now."""
        suit: cython.int
        total: cython.int = 0
        mask: cython.ulonglong
        for suit in range(4):
            mask = (self.R >> (13 * suit)) & self.full
            if self.base[suit] != NO_BASE:
                mask = self.ror(mask, self.base[suit])
                mask = mask & (mask + 1)  # the foundation is the run from its base upwards
                total += self.pc[mask & ~(mask >> 1)]
            elif mask == self.full:
                total += 1
            else:
                total += self.pc[mask & ~self.ror(mask, 1)]
        return total

    @cython.cfunc
    @cython.exceptval(check=False)
    def fits(self, card: cython.int) -> cython.int:
        """2: goes on its foundation or on a column; 1: a column can go on it; 0: neither."""
        suit: cython.int = card // 13
        rank: cython.int = card - 13 * suit
        mask: cython.ulonglong = (self.R >> (13 * suit)) & self.full
        above: cython.int = rank + 1
        below: cython.int = rank - 1
        b: cython.int = self.base[suit]
        if above == self.n:
            above = 0
        if below < 0:
            below = self.n - 1
        if above != b and (mask >> above) & 1:
            return 2
        if (mask >> below) & 1:
            if b != NO_BASE:
                mask = self.ror(mask, b)
                below = rank - b
                if below < 0:
                    below += self.n
                if (mask & ((ONE << below) - 1)) == (ONE << below) - 1:
                    return 2
            return 1
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def remove(self, spot: cython.int) -> cython.void:
        """Take a card out of the layout: wings become columns, a centre is turned and perhaps becomes a base."""
        i: cython.int
        card: cython.int
        under: cython.uint
        self.L &= ~(1 << spot)
        under = self.under_wing[spot] & self.V
        i = 0
        while under:
            if under & 1 and not (self.wing_over[i] & self.L):
                self.V &= ~(1 << i)
                self.opened += 1
                self.R |= ONE << self.wing_card[i]
            under >>= 1
            i += 1
        under = self.under_layout[spot] & self.L & self.is_centre
        i = 0
        while under:
            if under & 1 and not (self.over[i] & self.L):
                card = self.card_at[i]
                if self.base[card // 13] == NO_BASE:
                    self.base[card // 13] = card % 13
                    self.R |= ONE << card
                    self.L &= ~(1 << i)
            under >>= 1
            i += 1
        self.look()

    @cython.cfunc
    @cython.exceptval(check=False)
    def decides(self, spot: cython.int, gone: cython.uint) -> cython.int:
        """Whether taking this card decides which of several covered centres becomes the base of their suit."""
        i: cython.int = 0
        j: cython.int
        suit: cython.int
        under: cython.uint = self.under_layout[spot] & self.L & self.is_centre
        while under:
            if under & 1 and not (self.over[i] & self.L & ~gone & ~(1 << spot)):
                suit = self.card_at[i] // 13
                if self.base[suit] == NO_BASE:
                    for j in range(0, 16, 4):
                        if j != i and (self.L >> j) & 1 and self.card_at[j] // 13 == suit:
                            return 1
            under >>= 1
            i += 1
        return 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def release_talon(self, j: cython.int) -> cython.void:
        """Take talon card number j (from 0; those below m are the waste) to a column or foundation."""
        i: cython.int
        if self.logging:
            self.note(0, self.talon(j), 0)
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
    @cython.inline
    @cython.exceptval(check=False)
    def talon(self, j: cython.int) -> cython.int:
        if j < self.m:
            return self.a[j]
        return self.a[52 - self.s + j - self.m]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def release_layout(self, spot: cython.int) -> cython.void:
        if self.logging:
            self.note(1, self.card_at[spot], spot)
        self.R |= ONE << self.card_at[spot]
        self.remove(spot)

    @cython.cfunc
    def note(self, kind: cython.int, card: cython.int, spot: cython.int):
        self.log.append((kind, card, spot))

    @cython.cfunc
    @cython.exceptval(check=False)
    def go_to(self, j: cython.int) -> cython.void:
        """Draw (and redeal) until the waste holds j cards of the talon."""
        n: cython.int = self.m + self.s
        i: cython.int
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

    @cython.cfunc
    @cython.exceptval(check=False)
    def settle(self) -> cython.void:
        """Make the moves that cannot be wrong ("safe"), until there are none."""
        again: cython.bint = True
        room: cython.bint
        card: cython.int
        fit: cython.int
        j: cython.int
        spot: cython.int
        ready: cython.uint
        before: cython.uint
        rest: cython.uint
        others: cython.ulonglong
        if not (self.prunings & SAFE):
            return
        while again:
            again = False
            room = self.opened > self.runs()
            # layout cards that fit; of them those that only such cards could follow on the waste
            ready = 0
            rest = self.L
            spot = 0
            while rest:
                if rest & 1 and not (self.over[spot] & self.L):
                    card = self.card_at[spot]
                    fit = self.fits(card)
                    if (fit == 2 or (fit == 1 and room and (self.open_layout >> card) & 1)) \
                            and not self.decides(spot, ready):
                        ready |= 1 << spot
                rest >>= 1
                spot += 1
            before = 0
            while ready != before:
                before = ready
                others = self.linkable & ~(self.lay_low[ready & 255] | self.lay_high[ready >> 8])
                rest = ready
                spot = 0
                while rest:
                    if rest & 1 and self.link[self.card_at[spot]] & others:
                        ready &= ~(1 << spot)
                    rest >>= 1
                    spot += 1
            if ready:
                spot = 0
                while ready:
                    if ready & 1:
                        self.release_layout(spot)
                    ready >>= 1
                    spot += 1
                again = True
                continue
            j = self.m - 1
            if self.passes == 0:
                j = self.m + self.s - 1
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

    @cython.cfunc
    @cython.exceptval(check=False)
    def demand(self, suit: cython.int, G: cython.ulonglong, E: cython.ulonglong,
               cands: cython.uint) -> cython.int:
        """Fewest places for the columns of a suit when the cards of G may all be out and those of E must be."""
        b: cython.int = self.base[suit]
        g: cython.ulonglong
        e: cython.ulonglong
        t: cython.ulonglong
        rank: cython.int
        d: cython.int
        if b != NO_BASE:
            g = self.ror(G, b)
            e = self.ror(E, b)
            t = g + e
            return self.pc[t & ~g & self.full] + cython.cast(cython.int, (t >> self.n) & 1) - 1
        if G == self.full:
            if cands:
                return 0
            return 1 if E else 0
        rank = self.n - 1
        while (G >> rank) & 1:
            rank -= 1
        rank += 1
        if rank == self.n:
            rank = 0
        g = self.ror(G, rank)
        e = self.ror(E, rank)
        d = self.pc[(g + e) & ~g & self.full]
        rank = 0
        while cands:
            if cands & 1:
                g = self.ror(G, rank)
                e = self.ror(E, rank)
                if e & g & ((g + 1) ^ g):
                    b = self.n - 1
                    while (g >> b) & 1 and not ((e >> b) & 1):
                        b -= 1
                    if not ((g >> b) & 1):
                        return d - 1
            cands >>= 1
            rank += 1
        return d

    @cython.cfunc
    @cython.exceptval(check=False)
    def judge(self) -> cython.int:
        """Score the position, lower is better; -1: it cannot be won ("unwind")."""
        i: cython.int
        j: cython.int
        suit: cython.int
        rank: cython.int
        k: cython.int
        card: cython.int
        total: cython.int
        peak: cython.int
        need: cython.int
        after: cython.int = 0
        area: cython.int = 0
        G: cython.ulonglong[4]
        E: cython.ulonglong[4]
        cands: cython.uint[4]
        d: cython.int[4]
        out: cython.ulonglong
        c: cython.uint
        if not cython.compiled:
            G = [0] * 4
            E = [0] * 4
            cands = [0] * 4
            d = [0] * 4
        out = self.R
        i = 0
        c = self.V
        while c:
            if c & 1:
                out |= ONE << self.wing_card[i]
            c >>= 1
            i += 1
        for suit in range(4):
            E[suit] = (out >> (13 * suit)) & self.full
            G[suit] = ((out | self.lay) >> (13 * suit)) & self.full
            cands[suit] = 0
        for i in range(0, 16, 4):
            if (self.L >> i) & 1 and self.over[i] & self.L:
                suit = self.card_at[i] // 13
                if self.base[suit] == NO_BASE:
                    cands[suit] |= 1 << (self.card_at[i] % 13)
        total = 0
        for suit in range(4):
            d[suit] = self.demand(suit, G[suit], E[suit], cands[suit])
            total += d[suit]
        peak = total
        j = 52 - self.s
        i = self.m - 1
        while i >= 0:
            card = self.a[i]
            suit = card // 13
            rank = card - 13 * suit
            while True:
                need = 1000
                if total <= self.places:
                    need = total
                    after = self.demand(suit, G[suit] | (ONE << rank), E[suit] | (ONE << rank), cands[suit]) - d[suit]
                    if total + after > need:
                        need = total + after
                    if total + 1 > need and not self.direct_later(suit, rank, G[suit], E[suit], cands[suit]):
                        need = total + 1
                        if not ((self.open_waste >> card) & 1) and not self.feeder(suit, rank, G[suit]):
                            need = 1000
                    if need <= self.places:
                        break
                if j == 52:
                    return -1
                card = self.a[j]
                j += 1
                k = card // 13
                G[k] |= ONE << (card - 13 * k)
                E[k] |= ONE << (card - 13 * k)
                total -= d[k]
                d[k] = self.demand(k, G[k], E[k], cands[k])
                total += d[k]
                card = self.a[i]
            G[suit] |= ONE << rank
            E[suit] |= ONE << rank
            total += after
            d[suit] += after
            area += total
            if need > peak:
                peak = need
            i -= 1
        k = self.pc[self.L & 255] + self.pc[self.L >> 8]
        i = self.tune[0] * peak + self.tune[1] * area // 4 + self.tune[2] * k \
            + self.tune[3] * (self.runs() - self.opened) + self.tune[4] * self.m \
            + self.tune[5] * (j - 52 + self.s) + 1000
        if i < 0:
            i = 0
        if i > WORST - 1:
            i = WORST - 1
        return i

    @cython.cfunc
    @cython.exceptval(check=False)
    def above(self, suit: cython.int, rank: cython.int, G: cython.ulonglong) -> cython.ulonglong:
        """The cards of G that follow the rank upwards without a gap, as bits from rank + 1."""
        b: cython.int = self.base[suit]
        k: cython.int = rank + 1
        g: cython.ulonglong
        if k == self.n:
            k = 0
        g = self.ror(G, k)
        g = g & ((g + 1) ^ g)
        if b != NO_BASE:
            b = b - k
            if b < 0:
                b += self.n
            g &= (ONE << b) - 1
        return g

    @cython.cfunc
    @cython.exceptval(check=False)
    def direct_later(self, suit: cython.int, rank: cython.int, G: cython.ulonglong, E: cython.ulonglong,
                     cands: cython.uint) -> cython.bint:
        """Whether the card may have a column or its foundation to go on without taking a place more."""
        k: cython.int = rank + 1
        b: cython.int
        g: cython.ulonglong
        if k == self.n:
            k = 0
        if self.above(suit, rank, G) & self.ror(E, k):
            return True
        b = self.base[suit]
        if b != NO_BASE:
            k = rank - b
            if k < 0:
                k += self.n
            g = self.ror(G, b)
            return (g & ((ONE << k) - 1)) == (ONE << k) - 1
        b = 0
        while cands:
            if cands & 1:
                k = rank - b
                if k < 0:
                    k += self.n
                g = self.ror(G, b)
                if (g & ((ONE << k) - 1)) == (ONE << k) - 1:
                    return True
            cands >>= 1
            b += 1
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def feeder(self, suit: cython.int, rank: cython.int, G: cython.ulonglong) -> cython.bint:
        """Whether some card above may open a place, so that this one can follow it."""
        k: cython.int = rank + 1
        if k == self.n:
            k = 0
        return self.above(suit, rank, G) & self.ror(((self.open_waste | self.open_layout) >> (13 * suit)) & self.full, k) != 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def grow(self, suit: cython.int, E: cython.ulonglong, lay: cython.ulonglong,
             cands: cython.uint) -> cython.ulonglong:
        """The cards of E with those layout cards that can follow them."""
        more: cython.ulonglong = lay
        while more:
            more = self.nexts(suit, E, cands) & lay & ~E
            E |= more
        return E

    @cython.cfunc
    @cython.exceptval(check=False)
    def nexts(self, suit: cython.int, E: cython.ulonglong, cands: cython.uint) -> cython.ulonglong:
        """The cards that fit directly when those of E are out."""
        b: cython.int = self.base[suit]
        g: cython.ulonglong
        fit: cython.ulonglong = self.ror(E, 1)
        if b != NO_BASE:
            g = self.ror(E, b)
            g = (g ^ (g + 1)) & self.full  # up to the card that is next on the foundation
            fit = self.ror(E & ~(ONE << b), 1) | self.ror(g, (self.n - b) % self.n)
        b = 0
        while cands:
            if cands & 1:
                g = self.ror(E, b) | 1
                g = (g ^ (g + 1)) & self.full
                fit |= self.ror(g, (self.n - b) % self.n)
            cands >>= 1
            b += 1
        return fit

    @cython.cfunc
    @cython.exceptval(check=False)
    def follow(self) -> cython.int:
        """Score a position when empty places stay empty, lower is better; -1: it cannot be won ("follow")."""
        i: cython.int
        suit: cython.int
        card: cython.int
        m: cython.int = self.m
        s: cython.int
        turn: cython.int = self.turn
        gone: cython.int = 1
        late: cython.int = 0
        w: cython.uchar[64]
        q: cython.uchar[64]
        E: cython.ulonglong[4]
        lay: cython.ulonglong[4]
        cands: cython.uint[4]
        out: cython.ulonglong = self.R
        c: cython.uint = self.V
        if not cython.compiled:
            w = [0] * 64
            q = [0] * 64
            E = [0] * 4
            lay = [0] * 4
            cands = [0] * 4
        i = 0
        while c:
            if c & 1:
                out |= ONE << self.wing_card[i]
            c >>= 1
            i += 1
        for suit in range(4):
            cands[suit] = 0
        for i in range(0, 16, 4):
            if (self.L >> i) & 1 and self.over[i] & self.L:
                suit = self.card_at[i] // 13
                if self.base[suit] == NO_BASE:
                    cands[suit] |= 1 << (self.card_at[i] % 13)
        for suit in range(4):
            lay[suit] = (self.lay >> (13 * suit)) & self.full
            E[suit] = self.grow(suit, (out >> (13 * suit)) & self.full | cands[suit], lay[suit], cands[suit])
        for i in range(self.m):
            w[i] = self.a[i]
        s = self.s
        for i in range(s):
            q[i] = self.a[52 - s + i]
        i = 0
        gone = 0
        while True:
            while m:
                card = w[m - 1]
                suit = card // 13
                if not (self.nexts(suit, E[suit], cands[suit]) >> (card - 13 * suit)) & 1:
                    break
                E[suit] = self.grow(suit, E[suit] | (ONE << (card - 13 * suit)), lay[suit], cands[suit])
                m -= 1
                gone += 1
            if i < s:
                w[m] = q[i]
                m += 1
                i += 1
                continue
            if not m:
                break
            late += m
            if self.passes and turn >= self.passes:
                return -1
            if not gone and turn > self.turn:
                return -1  # a whole pass without a card gone
            gone = 0
            turn += 1
            s = m
            for i in range(s):
                q[i] = w[i]
            m = 0
            i = 0
        for suit in range(4):
            if E[suit] != self.full:
                return -1
        i = 1000 + self.tune[2] * (self.pc[self.L & 255] + self.pc[self.L >> 8]) + late + 8 * turn
        if i > WORST - 1:
            i = WORST - 1
        return i

    @cython.cfunc
    @cython.exceptval(check=False)
    def combine(self, limit: cython.int) -> cython.int:
        """List the sets of layout cards that may be gone together, as far as `limit` allows; their number."""
        p: cython.int
        q: cython.int
        i: cython.int
        k: cython.int
        x: cython.int
        suit: cython.int
        count: cython.int
        best: cython.int
        n: cython.int = 1
        have: cython.uint
        gone: cython.uint
        taken: cython.uint = 0
        own: cython.uint
        auto: cython.bint
        card: cython.int
        mask: cython.ulonglong
        loose: cython.uint
        c: cython.uint
        self.x_used = 0
        for p in range(self.places // 2):
            have = (self.L >> (4 * p)) & 15
            auto = False
            if have & 1 and have & 6:
                suit = self.card_at[4 * p] // 13
                if self.base[suit] == NO_BASE:
                    auto = True
                    for q in range(self.places // 2):
                        if q != p and (self.L >> (4 * q)) & 1 and self.card_at[4 * q] // 13 == suit:
                            taken |= 1 << p  # contested: this pyramid stays loose
            count = 0
            for i in range(16):
                gone = self.order[i]
                if gone & ~have:
                    continue
                if gone & 6 and have & ~gone & 8:
                    continue
                if gone & 1 and have & ~gone & 6:
                    continue
                if auto and not (have & ~gone & 6) and not gone & 1:
                    continue
                self.x_option[16 * p + count] = gone << (4 * p)
                count += 1
            self.x_options[p] = count
        # the pyramids with the fewest sets first
        self.x_gone[0] = 0
        while True:
            best = -1
            for p in range(self.places // 2):
                if not (taken >> p) & 1 and (best < 0 or self.x_options[p] < self.x_options[best]):
                    best = p
            if best < 0 or n * self.x_options[best] > limit:
                break
            taken |= 1 << best
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
        # what each set means
        own = 0
        for i in range(self.x_used):
            own |= cython.cast(cython.uint, 15) << (4 * self.x_digit[i])
        loose = self.L & ~own
        mask = self.lay_low[loose & 255] | self.lay_high[loose >> 8]
        for x in range(n):
            gone = self.x_gone[x]
            self.x_E[x] = self.R | self.lay_low[gone & 255] | self.lay_high[gone >> 8]
            self.x_limit[x] = self.opened
            i = 0
            c = self.V
            while c:
                if c & 1:
                    if self.wing_over[i] & loose or not (self.wing_over[i] & self.L & ~gone):
                        self.x_E[x] |= ONE << self.wing_card[i]
                        self.x_limit[x] += 1
                c >>= 1
                i += 1
            self.x_G[x] = self.x_E[x] | mask
            for suit in range(4):
                self.x_base[4 * x + suit] = self.base[suit]
                self.x_cands[4 * x + suit] = 0
            for i in range(0, 16, 4):
                if (self.L >> i) & 1 and self.over[i] & self.L:
                    card = self.card_at[i]
                    suit = card // 13
                    if self.base[suit] == NO_BASE:
                        if (loose >> i) & 1:
                            self.x_cands[4 * x + suit] |= 1 << (card - 13 * suit)
                        elif (gone >> i) & 1:
                            self.x_base[4 * x + suit] = card - 13 * suit
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    def stand(self, x: cython.int, i: cython.int, j: cython.int) -> cython.void:
        """Set up layout set x with the waste cards above number i and the stock up to j gone."""
        suit: cython.int
        k: cython.int
        out: cython.ulonglong = 0
        self.x_total[x] = 0
        for k in range(i + 1, self.m):
            out |= ONE << self.a[k]
        for k in range(52 - self.s, j):
            out |= ONE << self.a[k]
        for suit in range(4):
            k = 4 * x + suit
            self.x_e[k] = ((self.x_E[x] | out) >> (13 * suit)) & self.full
            self.x_g[k] = ((self.x_G[x] | out) >> (13 * suit)) & self.full
            self.x_d[k] = self.demand(suit, self.x_g[k], self.x_e[k], self.x_cands[k])
            self.x_total[x] += self.x_d[k]
        self.x_j[x] = j
        self.x_row[x] = i

    @cython.cfunc
    @cython.exceptval(check=False)
    def step(self, x: cython.int, i: cython.int) -> cython.bint:
        """Take waste card i off with layout set x, after as few more stock cards as can be; False: impossible."""
        card: cython.int = self.a[i]
        suit: cython.int = card // 13
        rank: cython.int = card - 13 * suit
        at: cython.int = 4 * x + suit
        k: cython.int
        after: cython.int
        total: cython.int
        bit: cython.ulonglong = ONE << rank
        while True:
            total = self.x_total[x]
            if total <= self.x_limit[x]:
                after = self.demand(suit, self.x_g[at] | bit, self.x_e[at] | bit, self.x_cands[at])
                if total + after - self.x_d[at] <= self.x_limit[x]:
                    if total + 1 <= self.x_limit[x] and ((self.open_waste >> card) & 1):
                        break
                    if self.direct_later(suit, rank, self.x_g[at], self.x_e[at], self.x_cands[at]):
                        break
                    if total + 1 <= self.x_limit[x] and self.feeder(suit, rank, self.x_g[at]):
                        break
            if self.x_j[x] == 52:
                return False
            k = self.a[self.x_j[x]]
            self.x_j[x] += 1
            bit = ONE << (k % 13)
            k = 4 * x + k // 13
            self.x_g[k] |= bit
            self.x_e[k] |= bit
            self.x_total[x] -= self.x_d[k]
            self.x_d[k] = self.demand(k - 4 * x, self.x_g[k], self.x_e[k], self.x_cands[k])
            self.x_total[x] += self.x_d[k]
            bit = ONE << rank
        self.x_g[at] |= bit
        self.x_e[at] |= bit
        self.x_total[x] += after - self.x_d[at]
        self.x_d[at] = after
        self.x_row[x] = i - 1
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def stuck(self, limit: cython.int) -> cython.bint:
        """Whether no order of emptying the layout lets the waste come off ("layout")."""
        x: cython.int
        y: cython.int
        i: cython.int
        p: cython.int
        q: cython.int
        k: cython.int
        e: cython.int
        n: cython.int = self.combine(limit)
        any_: cython.bint = True
        result: cython.bint = False
        bases: cython.uint = self.base[0] | self.base[1] << 8 | self.base[2] << 16 | self.base[3] << 24
        if not self.x_used:
            return False
        # the usual answer: with the layout of these pyramids gone at once there is a way
        x = n - 1
        self.rebase(x)
        self.stand(x, self.m - 1, 52 - self.s)
        i = self.m - 1
        while i >= 0:
            if not self.step(x, i):
                break
            i -= 1
        if i >= 0:
            for x in range(n):
                self.x_alive[x] = False
                self.x_row[x] = -9
            self.x_alive[0] = True
            self.x_j[0] = 52 - self.s
            i = self.m - 1
            while i >= 0 and any_:
                any_ = False
                for x in range(n):
                    e = 99
                    if self.x_alive[x]:
                        e = self.x_j[x]
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
                    if e == 99:
                        continue
                    self.rebase(x)
                    if self.x_row[x] != i or self.x_j[x] != e:
                        self.stand(x, i, e)
                    if self.step(x, i):
                        self.x_alive[x] = True
                        any_ = True
                    else:
                        self.x_row[x] = -9
                i -= 1
            result = not any_
        self.base[0] = bases & 255
        self.base[1] = (bases >> 8) & 255
        self.base[2] = (bases >> 16) & 255
        self.base[3] = bases >> 24
        return result

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def rebase(self, x: cython.int) -> cython.void:
        self.base[0] = self.x_base[4 * x]
        self.base[1] = self.x_base[4 * x + 1]
        self.base[2] = self.x_base[4 * x + 2]
        self.base[3] = self.x_base[4 * x + 3]

    # ---- waiting positions ----------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    def load(self, r: cython.uint) -> cython.void:
        at: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, r) * STRIDE
        i: cython.int
        self.m = self.rec[at + 52]
        self.s = self.rec[at + 53]
        for i in range(self.m):
            self.a[i] = self.rec[at + i]
        for i in range(52 - self.s, 52):
            self.a[i] = self.rec[at + i]
        self.L = self.rec[at + 54] | (self.rec[at + 55] << 8)
        self.turn = self.rec[at + 56] | (self.rec[at + 57] << 8)
        self.base[0] = self.rec[at + 58] & 15
        self.base[1] = self.rec[at + 58] >> 4
        self.base[2] = self.rec[at + 59] & 15
        self.base[3] = self.rec[at + 59] >> 4
        self.V = self.rec[at + 60]
        self.opened = self.rec[at + 61]
        self.R = self.recR[r]
        self.look()

    @cython.cfunc
    @cython.exceptval(check=False)
    def same(self, r: cython.uint) -> cython.bint:
        at: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, r) * STRIDE
        i: cython.int
        if self.R != self.recR[r] or self.m != self.rec[at + 52] or self.s != self.rec[at + 53]:
            return False
        if self.L != self.rec[at + 54] | (self.rec[at + 55] << 8):
            return False
        if self.turn != self.rec[at + 56] | (self.rec[at + 57] << 8):
            return False
        if self.base[0] | self.base[1] << 4 != self.rec[at + 58]:
            return False
        if self.base[2] | self.base[3] << 4 != self.rec[at + 59]:
            return False
        for i in range(self.m):
            if self.a[i] != self.rec[at + i]:
                return False
        if self.passes != 1:
            for i in range(52 - self.s, 52):
                if self.a[i] != self.rec[at + i]:
                    return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def drop(self, r: cython.uint) -> cython.void:
        """Forget a waiting position (it is out of its layer's list already)."""
        slot: cython.ulonglong = self.r_hash[r] & self.head_mask
        at: cython.uint = self.heads[slot]
        if at == r:
            self.heads[slot] = self.r_chain[r]
        else:
            while self.r_chain[at] != r:
                at = self.r_chain[at]
            self.r_chain[at] = self.r_chain[r]
        self.let_go(self.r_path[r])
        self.r_chain[r] = self.free_rec
        self.free_rec = r
        self.live -= 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def let_go(self, p: cython.uint) -> cython.void:
        """One reference fewer to a path node; nodes that nothing needs are used again."""
        above: cython.uint
        while p:
            self.p_ref[p] -= 1
            if self.p_ref[p]:
                return
            above = self.p_parent[p]
            self.p_parent[p] = self.p_free
            self.p_free = p
            p = above

    @cython.cfunc
    @cython.exceptval(check=False)
    def compact(self, layer: cython.int, keep: cython.uint) -> cython.void:
        """Keep the best `keep` positions of a layer."""
        i: cython.int
        count: cython.uint = 0
        ties: cython.uint
        r: cython.uint
        after: cython.uint
        kept: cython.uint = 0
        if self.layer_count[layer] <= keep:
            return
        self.truncated = True
        for i in range(4096):
            self.hist[i] = 0
        r = self.layer_head[layer]
        while r:
            self.hist[self.r_score[r]] += 1
            r = self.r_layer[r]
        i = 0
        while count + self.hist[i] <= keep:
            count += self.hist[i]
            i += 1
        ties = keep - count
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
                kept += 1
            else:
                self.drop(r)
            r = after
        self.layer_count[layer] = kept

    @cython.cfunc
    @cython.exceptval(check=False)
    def push(self, path: cython.uint, act: cython.uint) -> cython.void:
        """Let the position at hand wait, unless it waits already, is lost, or is too bad for the beam."""
        i: cython.int
        score: cython.int
        layer: cython.int
        h: cython.ulonglong
        slot: cython.ulonglong
        r: cython.uint
        at: cython.Py_ssize_t
        self.visited += 1
        self.settle()
        if self.R == self.everything:
            self.state = 1
            self.won_path = path
            self.won_act = act
            return
        if self.passes == 0 and self.m:
            self.go_to(0)
        if self.passes == 0:
            self.turn = 1
        if self.closed:
            score = self.follow()
            if score < 0 and self.prunings & FOLLOW:
                return
        elif self.passes and self.turn == self.passes:
            score = self.judge()
            if score < 0 and self.prunings & UNWIND:
                return
        else:
            score = self.sketch()
        if score < 0:
            score = WORST - 1
        layer = 0
        for i in range(4):
            layer += 2 * self.pc[(self.R >> (13 * i)) & self.full]
        layer += self.m
        if self.passes != 1:
            layer += self.s
        if score > self.layer_cut[layer]:
            self.truncated = True
            return
        h = self.R ^ (self.R >> 29)
        h = (h & MASK32) * MIXER + self.L
        h = (h ^ (h >> 15)) & MASK32
        for i in range(self.m):
            h = (h * MIXER + self.a[i]) & MASK32
        if self.passes != 1:
            h = ((h + self.turn) * MIXER) & MASK32
            for i in range(52 - self.s, 52):
                h = (h * MIXER + self.a[i]) & MASK32
        h = h ^ (h >> 15)
        h = (h * MIXER) & MASK32
        h = h ^ (h >> 13)
        slot = h & self.head_mask
        r = self.heads[slot]
        while r:
            if self.r_hash[r] == h and self.same(r):
                return
            r = self.r_chain[r]
        if self.prunings & LAYOUT and self.m and not self.closed and self.passes and self.turn == self.passes:
            if self.stuck(self.tune[6]):
                return
        if self.layer_count[layer] >= 2 * self.width:
            self.compact(layer, self.width)
            if score > self.layer_cut[layer]:
                return
        if self.free_rec:
            r = self.free_rec
            self.free_rec = self.r_chain[r]
        elif self.used < self.cap:
            r = self.used
            self.used += 1
        else:
            self.full_up = True
            return
        self.live += 1
        if self.live > self.peak_live:
            self.peak_live = self.live
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
        self.recR[r] = self.R
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

    @cython.cfunc
    @cython.exceptval(check=False)
    def sketch(self) -> cython.int:
        """Score a position whose waste need not be unwound as it lies."""
        k: cython.int = self.pc[self.L & 255] + self.pc[self.L >> 8]
        k = 1000 + self.tune[2] * k + 4 * (self.runs() - self.opened) + 16 * self.turn
        return k if k < WORST - 1 else WORST - 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def act_on(self, act: cython.uint) -> cython.void:
        """Do one choice: kind * 4096 + spot * 64 + talon cards drawn so far (many passes only)."""
        kind: cython.uint = act >> 12
        spot: cython.int = (act >> 6) & 63
        j: cython.int = act & 63
        i: cython.int
        if kind == 0:
            self.a[self.m] = self.a[52 - self.s]
            self.m += 1
            self.s -= 1
            return
        if kind == 2:
            self.release_layout(spot)
            return
        if self.passes != 1 and j != self.m:
            self.go_to(j)
        if kind == 1:
            self.release_talon(self.m - 1)
        else:
            if self.logging:
                self.note(2, self.a[self.m - 1], spot)
            self.a[self.m] = self.card_at[spot]
            self.m += 1
            self.remove(spot)

    @cython.cfunc
    @cython.exceptval(check=False)
    def expand(self, r: cython.uint) -> cython.void:
        path: cython.uint
        spot: cython.int
        card: cython.int
        j: cython.int
        first: cython.int
        last: cython.int
        room: cython.bint
        rest: cython.uint
        L: cython.uint
        waste_ok: cython.bint
        links: cython.ulonglong
        tops: cython.uchar[64]
        if not cython.compiled:
            tops = [0] * 64
        if self.p_free:
            path = self.p_free
            self.p_free = self.p_parent[path]
        elif self.p_used < self.cap:
            path = self.p_used
            self.p_used += 1
        else:
            self.full_up = True
            return
        self.p_parent[path] = self.r_path[r]
        if self.r_path[r]:
            self.p_ref[self.r_path[r]] += 1
        self.p_act[path] = self.r_act[r]
        self.p_ref[path] = 1
        self.load(r)
        room = self.opened > self.runs()
        L = self.L
        # layout cards to columns and foundations
        rest = L
        spot = 0
        while rest:
            if rest & 1 and not (self.over[spot] & L):
                card = self.card_at[spot]
                if (room and (self.open_layout >> card) & 1) or self.fits(card) == 2:
                    self.act_on(2 << 12 | spot << 6)
                    self.push(path, 2 << 12 | spot << 6)
                    self.load(r)
                    if self.state:
                        return
            rest >>= 1
            spot += 1
        first = self.m
        last = self.m
        if self.passes != 1:
            last = self.m + self.s
            if self.passes == 0 or self.turn < self.passes:
                first = 0
        for j in range(first, last + 1):
            if j:
                tops[j] = self.talon(j - 1)
        for j in range(first, last + 1):
            if j == 0:
                continue
            card = tops[j]
            waste_ok = (room and (self.open_waste >> card) & 1) or self.fits(card) == 2
            if waste_ok:
                self.act_on(1 << 12 | j)
                self.push(path, 1 << 12 | j)
                self.load(r)
                if self.state:
                    return
            links = self.link[card] & self.lay
            if links:
                rest = L
                spot = 0
                while rest:
                    if rest & 1 and not (self.over[spot] & L) and (links >> self.card_at[spot]) & 1:
                        self.act_on(3 << 12 | spot << 6 | j)
                        self.push(path, 3 << 12 | spot << 6 | j)
                        self.load(r)
                        if self.state:
                            return
                    rest >>= 1
                    spot += 1
        if self.passes == 1 and self.s:
            self.act_on(0)
            self.push(path, 0)
            if self.state:
                return
        self.let_go(path)

    # ---- the search -----------------------------------------------------------------------------------------

    def run(self, nodes: int) -> int:
        """Go on for about `nodes` positions: 0 not finished, 1 won, 2 unwinnable, 3 out of memory."""
        limit: cython.ulonglong = self.visited + nodes
        i: cython.int
        r: cython.uint
        if not self.started:
            self.started = True
            self.root()
        while not self.state and self.visited < limit:
            if not self.cursor:
                while self.layer < 512 and not self.layer_head[self.layer]:
                    self.layer += 1
                if self.layer == 512:
                    if not self.truncated:
                        self.state = 2
                        break
                    self.width *= 4
                    self.root()
                    continue
                self.compact(self.layer, self.width)
                self.cursor = 1
            r = self.layer_head[self.layer]
            if not r:
                self.cursor = 0
                self.layer += 1
                continue
            self.layer_head[self.layer] = self.r_layer[r]
            self.layer_count[self.layer] -= 1
            self.expand(r)
            if self.full_up:
                self.state = 3
            elif not self.state:
                self.drop(r)
        return self.state

    @cython.cfunc
    def root(self):
        """Begin a sweep with the position given."""
        i: cython.int
        self.truncated = False
        self.cursor = 0
        self.layer = 0
        for i in range(512):
            self.layer_cut[i] = WORST
        self.begin()
        self.push(0, 0)
        if self.state == 1:
            self.won_path = 0

    @cython.cfunc
    def begin(self):
        tables = self.tables
        piles = self.piles
        i: cython.int
        layout = 0
        for spot in range(4 * (self.places // 2)):
            if piles[14 + spot]:
                layout |= 1 << spot
        released = 0
        opened = 0
        covered = 0
        for number, place in enumerate(tables.columns):
            if self.wing_over[number] & layout:
                covered |= 1 << number
            else:
                opened += 1
                for card in piles[place]:
                    released |= 1 << card
        for suit in range(4):
            pile = piles[2 + suit]
            self.base[suit] = 15
            if pile:
                self.base[suit] = pile[0] % 13
                for card in pile:
                    released |= 1 << card
        self.turn = self.first_turn
        self.m = len(piles[1])
        self.s = len(piles[0])
        for i, card in enumerate(piles[1]):
            self.a[i] = card
        for i, card in enumerate(reversed(piles[0])):
            self.a[52 - self.s + i] = card
        self.L = layout
        self.V = covered
        self.opened = opened
        self.R = released
        self.look()

    @property
    def nodes(self) -> int:
        """Positions looked at."""
        return self.visited

    @property
    def peak(self) -> int:
        return self.peak_live

    def moves(self) -> list[str]:
        """The solution, from the position given, in the spelling of records."""
        if self.state != 1:
            return []
        return self.spell(self.events())

    def debug(self):
        out = []
        path = self.won_path
        while path and len(out) < 100:
            out.append((path, self.p_parent[path], self.p_act[path] >> 12, (self.p_act[path] >> 6) & 63, self.p_ref[path]))
            path = self.p_parent[path]
        return out

    def events(self) -> list:
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
        return self.log

    def spell(self, log) -> list[str]:
        n = self.n
        columns = {f"t{place - 5}": list(self.piles[place]) for place in self.tables.columns}
        closed = {f"t{self.tables.columns[i] - 5}": self.wing_over[i] for i in range(self.places)}
        layout = {spot: self.piles[14 + spot][0] for spot in range(2 * self.places) if self.piles[14 + spot]}
        foundations = [list(self.piles[2 + suit]) for suit in range(4)]
        waste = list(self.piles[1])
        stock = list(self.piles[0])
        out = []

        def below(card):
            return 13 * (card // 13) + (card % 13 - 1) % n

        def open_columns():
            mask = sum(1 << spot for spot in layout)
            return [name for name in columns if not closed[name] & mask]

        def won():
            return all(len(f) == n or any(len(c) == n and c[0] // 13 == s for c in columns.values())
                       for s, f in enumerate(foundations))

        def home(card):
            pile = foundations[card // 13]
            return bool(pile) and below(card) == pile[len(pile) - 1] and len(pile) < n

        def tidy():
            again = True
            while again and not won():
                again = False
                names = open_columns()
                for name in names:
                    cards = columns[name]
                    if not cards:
                        continue
                    if home(cards[len(cards) - 1]):
                        foundations[cards[len(cards) - 1] // 13].append(cards[len(cards) - 1])
                        cards.pop()
                        out.append(f"{name}-f")
                        again = True
                        break
                    for other in names:
                        if other != name and columns[other] and below(columns[other][len(columns[other]) - 1]) == cards[0]:
                            columns[other].extend(cards)
                            out.append(f"{name}-{other}" + (f"x{len(cards)}" if len(cards) > 1 else ""))
                            cards.clear()
                            again = True
                            break
                    if again:
                        break

        def put(source, card):
            if home(card):
                foundations[card // 13].append(card)
                out.append(f"{source}-f")
                return
            names = open_columns()
            for name in names:
                if columns[name] and below(columns[name][len(columns[name]) - 1]) == card:
                    columns[name].append(card)
                    out.append(f"{source}-{name}")
                    return
            name = next(name for name in names if not columns[name])
            columns[name].append(card)
            out.append(f"{source}-{name}")

        def settle():
            mask = sum(1 << spot for spot in layout)
            for spot in list(layout):
                card = layout[spot]
                if spot % 4 == 0 and not self.over[spot] & mask and not foundations[card // 13]:
                    foundations[card // 13].append(card)
                    del layout[spot]

        tidy()
        for kind, card, spot in log:
            if won():
                break
            if kind != 1:
                while not waste or waste[len(waste) - 1] != card:
                    if stock:
                        waste.append(stock.pop())
                        out.append("d")
                    else:
                        stock = list(reversed(waste))
                        waste = []
                        out.append("r")
            name = f"p{spot // 4 + 1}{'cabt'[spot % 4]}"
            if kind == 0:
                waste.pop()
                put("w", card)
            elif kind == 1:
                put(name, card)
                del layout[spot]
            else:
                waste.append(layout.pop(spot))
                out.append(f"{name}-w")
            settle()
            tidy()
        return out
