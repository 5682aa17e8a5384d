# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The pyramids kernel, every card known: won, unwinnable (a proof) or neither yet.

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

if cython.compiled:
    from cython.cimports.solit.engine.search.pyramids.prospect import EMPTY, WORST
    from cython.cimports.solit.engine.search.pyramids.waiting import Waiting
else:
    from solit.engine.search.pyramids.prospect import EMPTY, WORST
    from solit.engine.search.pyramids.waiting import Waiting

from solit.engine._cython_shim import give_lists
from solit.engine.search.pyramids import waiting
from solit.engine.search.pyramids.conditions import accepts
from solit.engine.search.pyramids.line import write_line
from solit.engine.search.pyramids.waiting import RECORD

PRUNINGS = {"safe": 1, "unwind": 2, "follow": 4, "empty": 8}
ALL = 15
COMPILED = bool(cython.compiled)
NARROW = cython.declare(cython.const[cython.int], 8)  # the first beam
ARRAYS = {**waiting.ARRAYS, "waste_tops": 64, "can_go": 64}


@cython.final
@cython.cclass
class Search(Waiting):
    """One search from one position: `run` it in slices, then ask `moves`. Cards are 13 · suit + rank."""

    tables: object
    start: object  # piles, down and passes, for the line
    waste_tops: cython.uchar[64]
    can_go: cython.bint[64]
    layer: cython.int
    sorted_: cython.bint
    crowded: cython.bint
    started: cython.bint
    state: cython.int
    visited: cython.ulonglong
    won_path: cython.uint
    won_act: cython.uint

    def __init__(self, tables, piles: Sequence[Sequence[int]], down: Sequence[int], passes: int, *,
                 memory: int, prunings: int = ALL, seed: int = 0):  # nothing is drawn by lot: no use for seed
        if not accepts(tables, piles, down, passes):
            raise ValueError("not a position for this kernel")
        if not cython.compiled:
            give_lists(self, ARRAYS)
        self.tables = tables
        self.start = piles, down, passes
        self.prunings = prunings
        self.read(tables, piles, passes)
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

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, score=cython.int, layer=cython.int, h=cython.ulonglong, slot=cython.ulonglong,
                   r=cython.uint)
    def push(self, path: cython.uint, act: cython.uint) -> cython.void:
        """Let the position at hand wait, unless it is won, lost, known, or too bad for the beam."""
        self.visited += 1
        self.settle()
        if self.everything == self.out:
            self.state = 1
            self.won_path = path
            self.won_act = act
            return
        if self.passes == 0:
            # drawing is free: waste and stock are one list, and the pass does not count
            if self.waste_size:
                self.go_to(0)
            self.turn = 1
        score = self.judge()
        if score < 0:
            return
        layer = self.waste_size if self.passes == 1 else self.waste_size + self.stock_size
        for i in range(4):
            layer += 2 * self.ones[(self.out >> (13 * i)) & self.full]
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

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(kind=cython.uint, spot=cython.int)
    def act_on(self, act: cython.uint) -> cython.void:
        """Do a choice, kind · 4096 + spot · 64 + cards to have on the waste first (not in a single pass)."""
        kind = act >> 12
        spot = (act >> 6) & 63
        if kind == 0:
            self.go_to(self.waste_size + 1)
            return
        if kind == 2:
            self.release_layout(spot)
            return
        if self.passes != 1 and cython.cast(cython.int, act & 63) != self.waste_size:
            self.go_to(act & 63)
        if kind == 1:
            self.release_talon(self.waste_size - 1)
        else:
            if self.logging:
                self.note(3, self.pack[self.waste_size - 1], spot)
            self.pack[self.waste_size] = self.card_at[spot]
            self.waste_size += 1
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
        stock = self.stock_size
        near = self.lay
        open_ = 0  # available layout cards
        fit = 0  # those of them that can be put out
        for spot in range(16):
            if (self.spots >> spot) & 1 and not (self.over[spot] & self.spots):
                card = self.card_at[spot]
                open_ |= 1 << spot
                if (room and (self.open_layout >> card) & 1) or self.fits(card) == 2:
                    fit |= 1 << spot
        first = self.waste_size
        last = self.waste_size
        if self.passes != 1:
            last = self.waste_size + self.stock_size
            if self.passes == 0 or self.turn < self.passes:
                first = 0
        if first == 0:
            first = 1
        for j in range(first, last + 1):
            card = self.talon(j - 1)
            self.waste_tops[j] = card
            self.can_go[j] = (room and (self.open_waste >> card) & 1) or self.fits(card) == 2
        for spot in range(16):
            if (fit >> spot) & 1:
                self.attempt(r, path, 2 << 12 | spot << 6)
        for j in range(first, last + 1):
            card = self.waste_tops[j]
            if self.can_go[j]:
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

    @property
    def nodes(self) -> int:
        """Positions looked at, over all sweeps."""
        return self.visited

    @property
    def waiting(self) -> int:
        """The most positions that waited at one time."""
        return self.most

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
                if self.waste_size:
                    self.go_to(0)
                self.turn = 1
            self.act_on(act)
            self.settle()
        self.logging = False
        return write_line(self.tables, *self.start, self.log)
