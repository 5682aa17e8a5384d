# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The class of positions that swaps connect: its key, its members, and the moves that lead out of it.

A swap takes a built group from the card that it lies on to the twin of that card. A class is won or lost as one.
"""

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

if cython.compiled:
    from cython.cimports.solit.engine.bits import lowest
    from cython.cimports.solit.engine.search.blocks.position import (
        DEAL,
        FLOOR,
        FLOORS,
        FORWARD,
        HOME,
        NONE,
        SWAPPING,
        SWAPS,
    )
    from cython.cimports.solit.engine.search.blocks.prospect import Prospect
else:
    from solit.engine.bits import lowest
    from solit.engine.search.blocks.position import DEAL, FLOOR, FLOORS, FORWARD, HOME, NONE, SWAPPING, SWAPS
    from solit.engine.search.blocks.prospect import Prospect

    MEMBERS = 128

from solit.engine.search.blocks import prospect

COMPILED = bool(cython.compiled)
ONE = cython.declare(cython.const[cython.ulonglong], 1)
ARRAYS = {
    **prospect.ARRAYS,
    "member_hash1": 128, "member_hash2": 128, "member_before": 128, "member_swap": 128, "way": 128, "loose": 8,
    "lies": 8, "bare": 8, "depends_on": 8, "piece_lies": 8, "piece_bare": 8, "choice": 128, "choice_before": 128,
    "choice_pair": 128, "choice_seen": 128, "choice_hash1": 128, "choice_hash2": 128, "kept_before": 128,
    "kept_swap": 128, "kept_loose": 8, "kept_lies": 8, "kept_bare": 8, "kept_choices": 128, "kept_pair": 128,
    "plan": 1024, "hard": 256,
}  # fmt: skip


@cython.cclass
class Swaps(Prospect):
    """A position as a member of its class.

    A *loose* card lies on one of two twins, the other of which is bare; a *pair* is a loose card with its twins.
    """

    def enter(self, member: cython.int) -> cython.void:
        """Make the swaps that lead from the class's first position to a member."""
        n: cython.int = 0
        while member:
            self.way[n] = member
            n += 1
            member = self.member_before[member]
        while n:
            n -= 1
            self.make(self.member_swap[self.way[n]])

    def members(self) -> cython.int:
        """List the positions that swaps reach from here, this one first; 0 when they are more than MEMBERS."""
        base: cython.int = self.depth
        count: cython.int = 1
        i: cython.int = 0
        j: cython.int
        k: cython.int
        n: cython.int
        self.member_hash1[0] = self.hash1
        self.member_hash2[0] = self.hash2
        while i < count:
            self.enter(i)
            n = self.generate(SWAPPING)
            for j in range(n):
                self.make(self.listed[j])
                for k in range(count):
                    if self.member_hash1[k] == self.hash1 and self.member_hash2[k] == self.hash2:
                        break
                else:
                    if count == MEMBERS:
                        while self.depth > base:
                            self.back()
                        return 0
                    self.member_hash1[count] = self.hash1
                    self.member_hash2[count] = self.hash2
                    self.member_before[count] = i
                    self.member_swap[count] = self.listed[j]
                    count += 1
                self.back()
            while self.depth > base:
                self.back()
            i += 1
        return count

    def segment(self, c: cython.int) -> cython.int:
        """The loose card of `pairs` that carries c, as its number; -1 when c stands on a floor's segment."""
        i: cython.int
        while not (self.loose_cards >> c) & 1:
            c = self.under[c]
            if c == FLOOR:
                return -1
        for i in range(self.pair_count):
            if self.loose[i] == c:
                return i
        return -1

    def pair_up(self) -> cython.bint:
        """Find the swaps of the class at once; False when they don't have the shape that follows.

        A loose card z lies on one of two twins, the other being at a column's end. Cut the columns under every loose
        card: the pieces stay the same throughout the class, and so do the twins, which are all ends of pieces. So a
        member of the class is a choice of one twin for every loose card. Let z's piece depend on the two pieces that
        its twins end; `reach` says for every loose card on which loose pieces its own depends, through others too.
        A swap is ruled out only when the bare twin lies above the loose card, and then the pieces between form a ring,
        each depending on the next. So a loose card that is in no ring of `reach` may be swapped in every
        member, whatever the others chose, and is in no other's way; the loose cards in rings (`rings`) allow
        the choices that `choices` finds.
        """
        i: cython.int
        k: cython.int
        y: cython.int
        z: cython.int
        cand: cython.ulonglong
        again: cython.bint
        need: cython.uint
        self.pair_count = 0
        self.loose_cards = 0
        self.in_rings = 0
        if self.sequence:
            return False
        for i in range(self.columns):
            y = self.top[i]
            if y == NONE:
                if self.undealt or not self.prunings & FLOORS:
                    cand = self.opens & self.up
                    while cand:
                        z = lowest(cand)
                        cand &= cand - 1
                        if self.under[z] == FLOOR and self.floor(self.col[z]) != self.floor(i):
                            return False
                continue
            cand = self.takes[y] & self.up
            while cand:
                z = lowest(cand)
                cand &= cand - 1
                if self.built(z):
                    if self.hosts[z] != (ONE << y | ONE << self.under[z]) or (self.loose_cards >> z) & 1:
                        return False
                    self.loose[self.pair_count] = z
                    self.lies[self.pair_count] = self.under[z]
                    self.bare[self.pair_count] = y
                    self.pair_count += 1
                    self.loose_cards |= ONE << z
        if not self.pair_count:
            return True
        for i in range(1, self.pair_count):  # by card, so that every member of the class numbers them alike
            for k in range(i, 0, -1):
                if self.loose[k - 1] < self.loose[k]:
                    break
                self.loose[k - 1], self.loose[k] = self.loose[k], self.loose[k - 1]
                self.lies[k - 1], self.lies[k] = self.lies[k], self.lies[k - 1]
                self.bare[k - 1], self.bare[k] = self.bare[k], self.bare[k - 1]
        for k in range(self.pair_count):
            need = 0
            i = self.segment(self.lies[k])
            self.piece_lies[k] = i
            if i >= 0:
                need |= 1 << i
            i = self.segment(self.bare[k])
            self.piece_bare[k] = i
            if i >= 0:
                need |= 1 << i
            self.depends_on[k] = need
        again = True
        while again:
            again = False
            for k in range(self.pair_count):
                need = self.depends_on[k]
                for i in range(self.pair_count):
                    if (need >> i) & 1:
                        need |= self.depends_on[i]
                if need != self.depends_on[k]:
                    self.depends_on[k] = need
                    again = True
        for k in range(self.pair_count):
            if (self.depends_on[k] >> k) & 1:
                self.in_rings |= 1 << k
        return True

    def choices(self, pairs: cython.uint) -> cython.int:
        """The choices of twins, for these pairs, that swaps reach from the position; `pairs` has all of `rings`.

        A choice is a number, bit k set where pair k has changed over: `vlist`, with the choice before it in `vpar` and
        the pair changed in `vflip`, and in `v1`, `v2` what it does to the hash.
        """
        count: cython.int = 1
        i: cython.int = 0
        k: cython.int
        p: cython.int
        v: cython.int
        w: cython.int
        n: cython.int
        for v in range(1 << self.pair_count):
            self.choice_seen[v] = 0
        self.choice[0] = 0
        self.choice_seen[0] = 1
        self.choice_hash1[0] = 0
        self.choice_hash2[0] = 0
        while i < count:
            v = self.choice[i]
            i += 1
            for k in range(self.pair_count):
                w = v ^ (1 << k)
                if not (pairs >> k) & 1 or self.choice_seen[w]:
                    continue
                p = self.piece_lies[k] if (v >> k) & 1 else self.piece_bare[k]
                while p >= 0 and p != k and (pairs >> p) & 1:
                    p = self.piece_bare[p] if (v >> p) & 1 else self.piece_lies[p]
                if p == k:
                    continue
                self.choice_seen[w] = 1
                self.choice[count] = w
                count += 1
                self.choice_before[w] = v
                self.choice_pair[w] = k
                n = self.loose[k] * 64
                self.choice_hash1[w] = self.choice_hash1[v] ^ self.key1[n + self.lies[k]] ^ self.key1[n + self.bare[k]]
                self.choice_hash2[w] = self.choice_hash2[v] ^ self.key2[n + self.lies[k]] ^ self.key2[n + self.bare[k]]
        return count

    def choose(self, v: cython.int) -> cython.void:
        """Make the swaps that lead to choice v; pairs as `expand` saved them."""
        n: cython.int = 0
        k: cython.int
        while v:
            k = self.kept_before[v]
            # changed over: onto the bare twin, unless an earlier swap had done that
            self.way[n] = self.kept_loose[self.kept_pair[v]] | (
                self.kept_bare[self.kept_pair[v]] if (v >> self.kept_pair[v]) & 1 else self.kept_lies[self.kept_pair[v]]
            ) << 6
            n += 1
            v = k
        while n:
            n -= 1
            self.make(self.way[n])

    def find_key(self) -> cython.void:
        """The key of the position's class into `least1`, `least2`.

        swaps: every swap can be undone by a swap, so all members of a class can be won or none, and one expansion that
        lists the forward moves of every member stands for all of them. The key is a hash with "z lies on either twin"
        for every loose card in no ring, and the smallest of the choices for those in rings, so it is the same from
        whichever member the class is entered. Where `pair_up` gives up, it is the smallest hash of a member. A class
        of more than MEMBERS positions is one from whichever member it is listed, too: its positions are searched one
        by one, swaps being ordinary moves.
        """
        i: cython.int
        k: cython.int
        n: cython.int
        a: cython.ulonglong
        b: cython.ulonglong
        self.class_key1 = self.hash1
        self.class_key2 = self.hash2
        if not self.prunings & SWAPS:
            return
        if self.pair_up():
            if self.in_rings:
                n = self.choices(self.in_rings)
                for i in range(1, n):
                    k = self.choice[i]
                    a = self.hash1 ^ self.choice_hash1[k]
                    b = self.hash2 ^ self.choice_hash2[k]
                    if a < self.class_key1 or (a == self.class_key1 and b < self.class_key2):
                        self.class_key1 = a
                        self.class_key2 = b
            for k in range(self.pair_count):
                if not (self.in_rings >> k) & 1:
                    n = self.loose[k] * 64
                    self.class_key1 ^= self.key1[n + self.lies[k]] ^ self.key1[n + 61]
                    self.class_key2 ^= self.key2[n + self.lies[k]] ^ self.key2[n + 61]
            return
        n = self.members()
        for k in range(1, n):
            a = self.member_hash1[k]
            b = self.member_hash2[k]
            if a < self.class_key1 or (a == self.class_key1 and b < self.class_key2):
                self.class_key1 = a
                self.class_key2 = b

    def save(self, count: cython.int) -> cython.void:
        """Keep what `choices` found while children are looked at."""
        i: cython.int
        v: cython.int
        for i in range(count):
            v = self.choice[i]
            self.kept_choices[i] = v
            self.kept_before[v] = self.choice_before[v]
            self.kept_pair[v] = self.choice_pair[v]

    def survey(self, some: cython.int) -> cython.int:
        """The forward moves of the position and of those one swap away, into `plan`; how many.

        Each with the number of the swap that goes before it (7 bits up), 15 for none. Moves that must be
        tried from many members are added to the `some` in `hard`, each with the pairs that matter 12 bits up.
        """
        i: cython.int
        j: cython.int
        k: cython.int
        y: cython.int
        z: cython.int
        n: cython.int = 0
        from_: cython.int
        on: cython.int
        move: cython.int
        cand: cython.ulonglong
        for i in range(self.columns + self.pair_count):
            k = 15
            if i < self.columns:
                y = self.top[i]
                if y == NONE:
                    continue
            else:
                k = i - self.columns
                if (self.in_rings >> k) & 1:
                    continue
                y = self.lies[k]
            if self.goes_home(y):
                self.plan[n] = y | HOME << 6 | k << 12
                n += 1
            cand = self.takes[y] & self.up
            on = self.segment(y)
            while cand:
                z = lowest(cand)
                cand &= cand - 1
                if self.built(z):
                    continue
                from_ = self.segment(z)
                if from_ == on and (on >= 0 or self.col[y] == self.col[z]):
                    continue
                if on >= 0 and self.depends(on, z, from_):
                    move = z | y << 6 | (self.in_rings | self.depends_on[on] | 1 << on) << 12
                    for j in range(self.pair_count):
                        if self.lies[j] == y or self.bare[j] == y:
                            move |= 1 << (12 + j)
                    some = self.note(some, move)
                else:
                    self.plan[n] = z | y << 6 | k << 12
                    n += 1
            if self.returns:
                cand = self.takes[y] & self.home
                while cand:
                    z = lowest(cand)
                    cand &= cand - 1
                    if self.succ[z] < 0 or not (self.home >> self.succ[z]) & 1:
                        self.plan[n] = z | y << 6 | k << 12
                        n += 1
        k = self.generate(FORWARD)
        for i in range(k):
            if self.listed[i] >> 6 == DEAL:
                move = self.listed[i] | ((1 << self.pair_count) - 1) << 12
                some = self.note(some, move)
            elif 52 <= self.listed[i] >> 6 < HOME:
                self.plan[n] = self.listed[i] | 15 << 12
                n += 1
        self.hard_count = some
        return n

    def note(self, some: cython.int, move: cython.int) -> cython.int:
        """Add a move to the `some` in `hard` unless it is there; how many there are now."""
        j: cython.int
        for j in range(some):
            if self.hard[j] == move:
                return some
        self.hard[some] = move
        return some + 1

    def depends(self, on: cython.int, z: cython.int, from_: cython.int) -> cython.bint:
        """Whether the loose piece `on` depends on the piece that z is in."""
        k: cython.int
        c: cython.int
        if from_ >= 0:
            return (self.depends_on[on] >> from_) & 1
        # z's piece stands on a floor, and that piece is known by its column
        for k in range(self.pair_count):
            if k == on or (self.depends_on[on] >> k) & 1:
                c = self.lies[k]
                if self.piece_lies[k] < 0 and self.col[c] == self.col[z]:
                    return True
                c = self.bare[k]
                if self.piece_bare[k] < 0 and self.col[c] == self.col[z]:
                    return True
        return False
