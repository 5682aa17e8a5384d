# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The positions that wait to be expanded, layer by layer, and how each came about.

The best of a layer are kept, as many as the beam is wide (`compact`). Positions are compared card by card; a hash only
finds candidates.
"""

try:
    import cython  # gone when compiled; Cython is no run-time dependency
except ImportError:
    from solit.engine._cython_shim import cython

if cython.compiled:
    from cython.cimports.solit.engine.search.pyramids.prospect import Prospect
else:
    from solit.engine.search.pyramids.prospect import Prospect

from solit.engine.search.pyramids import prospect
from solit.engine.search.seen import reserve

COMPILED = bool(cython.compiled)
MASK32 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFF)
MIXER = cython.declare(cython.const[cython.ulonglong], 0x9E3779B1)
STRIDE = cython.declare(cython.const[cython.int], 64)  # bytes of a waiting position
RECORD = 112  # bytes that one waiting position costs, with its shares of the hash heads and the path
ARRAYS = {
    **prospect.ARRAYS,
    "layer_head": 256, "layer_count": 256, "layer_cut": 256, "hist": 4096,
}  # fmt: skip


@cython.cclass
class Waiting(Prospect):
    """The position at hand, and those that wait."""

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

    def load(self, r: cython.uint) -> cython.void:
        """Make a waiting position the one at hand."""
        at: cython.Py_ssize_t
        i: cython.int
        at = cython.cast(cython.Py_ssize_t, r) * STRIDE
        self.waste_size = self.rec[at + 52]
        self.stock_size = self.rec[at + 53]
        for i in range(self.waste_size):
            self.pack[i] = self.rec[at + i]
        for i in range(52 - self.stock_size, 52):
            self.pack[i] = self.rec[at + i]
        self.spots = self.rec[at + 54] | self.rec[at + 55] << 8
        self.turn = self.rec[at + 56] | self.rec[at + 57] << 8
        self.base[0] = self.rec[at + 58] & 15
        self.base[1] = self.rec[at + 58] >> 4
        self.base[2] = self.rec[at + 59] & 15
        self.base[3] = self.rec[at + 59] >> 4
        self.covered = self.rec[at + 60]
        self.opened = self.rec[at + 61]
        self.out = self.rec_out[r]
        self.look()

    def store(self, r: cython.uint) -> cython.void:
        """Write the position at hand."""
        at: cython.Py_ssize_t
        i: cython.int
        at = cython.cast(cython.Py_ssize_t, r) * STRIDE
        for i in range(self.waste_size):
            self.rec[at + i] = self.pack[i]
        for i in range(52 - self.stock_size, 52):
            self.rec[at + i] = self.pack[i]
        self.rec[at + 52] = self.waste_size
        self.rec[at + 53] = self.stock_size
        self.rec[at + 54] = self.spots & 255
        self.rec[at + 55] = self.spots >> 8
        self.rec[at + 56] = self.turn & 255
        self.rec[at + 57] = self.turn >> 8
        self.rec[at + 58] = self.base[0] | self.base[1] << 4
        self.rec[at + 59] = self.base[2] | self.base[3] << 4
        self.rec[at + 60] = self.covered
        self.rec[at + 61] = self.opened
        self.rec_out[r] = self.out

    def same(self, r: cython.uint) -> cython.bint:
        """Whether the position at hand is this waiting one."""
        at: cython.Py_ssize_t
        i: cython.int
        at = cython.cast(cython.Py_ssize_t, r) * STRIDE
        if (self.rec_out[r] != self.out or self.waste_size != self.rec[at + 52] or self.stock_size != self.rec[at + 53]
                or (self.rec[at + 54] | self.rec[at + 55] << 8) != self.spots
                or self.turn != (self.rec[at + 56] | self.rec[at + 57] << 8)
                or (self.base[0] | self.base[1] << 4) != self.rec[at + 58]
                or (self.base[2] | self.base[3] << 4) != self.rec[at + 59]):
            return False
        for i in range(self.waste_size):
            if self.pack[i] != self.rec[at + i]:
                return False
        for i in range(52 - self.stock_size, 52):
            if self.pack[i] != self.rec[at + i]:
                return False
        return True

    def drop(self, r: cython.uint) -> cython.void:
        """Forget a waiting position; it is out of its layer's list already."""
        slot: cython.ulonglong
        at: cython.uint
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

    def let_go(self, p: cython.uint) -> cython.void:
        """One reference less to a path node."""
        above: cython.uint
        while p:
            self.p_ref[p] -= 1
            if self.p_ref[p]:
                return
            above = self.p_parent[p]
            self.p_parent[p] = self.p_unused
            self.p_unused = p
            p = above

    def compact(self, layer: cython.int) -> cython.void:
        """Keep the best positions of a layer, as many as the beam is wide."""
        i: cython.int
        count: cython.uint
        ties: cython.uint
        r: cython.uint
        after: cython.uint
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

    def hashed(self) -> cython.ulonglong:
        h: cython.ulonglong
        i: cython.int
        h = self.out ^ (self.out >> 29)
        h = (h & MASK32) * MIXER + self.spots
        h = (h ^ (h >> 15)) & MASK32
        for i in range(self.waste_size):
            h = (h * MIXER + self.pack[i]) & MASK32
        if self.passes != 1:
            h = ((h + self.turn) * MIXER) & MASK32
            for i in range(52 - self.stock_size, 52):
                h = (h * MIXER + self.pack[i]) & MASK32
        h = ((h ^ (h >> 15)) * MIXER) & MASK32
        return h ^ (h >> 13)
