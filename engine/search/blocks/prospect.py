# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What can be said of a position at sight: that a card may go home at once, or that nothing wins any more."""

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

if cython.compiled:
    from cython.cimports.solit.engine.bits import lowest
    from cython.cimports.solit.engine.search.blocks.position import DEAD, FLOOR, NONE, Position
else:
    from solit.engine.bits import lowest
    from solit.engine.search.blocks.position import DEAD, FLOOR, NONE, Position

from solit.engine.search.blocks import position

COMPILED = bool(cython.compiled)
ONE = cython.declare(cython.const[cython.ulonglong], 1)
MASK64 = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFFFFFFFFFF)
ARRAYS = {
    **position.ARRAYS,
    "height": 64, "departed": 8,
}  # fmt: skip


@cython.cclass
class Prospect(Position):
    """A position with the prunings `safe` and `dead`, argued where they stand."""

    def safe(self) -> cython.int:
        """A card whose going home costs nothing, or NONE.

        safe: x can go home, the stock is dealt, and nothing can ever be put on x again. Take any winning play P from
        here; play x home first, then P without the moves of x. Nothing lay on x in P, so the groups that moved
        with x in P move without it now, every target of P is free when P used it (x, gone, covers none and
        occupies no column), face-down cards are turned no later, and foundations are no lower. So P still wins.
        With the stock undealt a stock card could land on x and ride on it: then nothing is forced.
        Nothing can be put on x when all cards that x takes are home for good. With foundation_return "for good"
        needs more: let C be x and all cards that could come to lie on it, closed under "takes" and under
        "lies under, on its foundation", and let all of C but x be home. Leave out of P every move of C: only cards
        of C ever lie on cards of C, so what was said of x holds for all of C, and a card outside C that P brings
        back from a foundation is on top there now as it was in P, since C holds whatever lies under its cards.
        """
        i: cython.int
        y: cython.int
        if self.undealt:
            return NONE
        for i in range(self.columns):
            y = self.top[i]
            if y != NONE and self.goes_home(y) and not self.beneath[y] & self.full & ~self.home:
                return y
        return NONE

    def dead(self) -> cython.bint:
        """Whether the position is lost already with cards that never block anything where they are put.

        dead: compute to a fixpoint what can happen at some time from here on, supposing that a card, once moved, is
        in no other card's way:
          exposed(z)   z lies at a column's end now, or is in the stock, or is home and may return, or the card on
                       it departs;
          homed(z)     z is home, or it is exposed and its predecessor is homed;
          departs(z)   z leaves what it lies on now: it is homed; or, being face up now or exposed, as the head of a
                       group it goes to an exposed card that takes it, or, if it may, to an empty column when some
                       column is empty now or some bottom card departs. If that card y lies above z in z's column, some
                       card above z up to y must depart first; if the cards on z form no sequence and only
                       sequences move, some card above z up to the first break must depart first.
        Every first departure, exposure and homing of a real play is derived: go through the play; what it needs was
        true at the start or happened earlier in the play, and so was derived by induction. (That y, still above z
        in its column as dealt, can only be z's target once it is out of that column: then some card from just above z
        to y was the head of a group that left, and the first such leaving was a departure of that card.)
        So when not all cards are homed here, no play wins.

        Also counts the cards that lie where the deal put them (`unbuilt`) and the passes (`rounds`), for the order.
        """
        i: cython.int
        c: cython.int
        y: cython.int
        u: cython.int
        n: cython.int
        p: cython.int
        exposed: cython.ulonglong = 0
        homed: cython.ulonglong = self.home
        rest: cython.ulonglong = self.up | self.down
        wanted: cython.ulonglong = 0  # what exposed cards take
        cand: cython.ulonglong
        host: cython.ulonglong
        empty: cython.bint = False
        again: cython.bint
        goes: cython.bint
        self.unbuilt = 0
        self.rounds = 0
        for i in range(self.columns):
            self.departed[i] = 0
            c = self.top[i]
            if c == NONE:
                empty = True
                continue
            exposed |= ONE << c
            wanted |= self.takes[c]
            n = 63
            while True:
                self.height[c] = n
                n -= 1
                u = self.under[c]
                if u == FLOOR:
                    if not (self.opens >> c) & 1:
                        self.unbuilt += 1
                    break
                if not (self.takes[u] >> c) & 1 or (self.down >> u) & 1:
                    self.unbuilt += 1
                c = u
        for i in range(self.undealt):
            exposed |= ONE << self.stock[i]
            wanted |= self.takes[self.stock[i]]
        if self.returns:
            exposed |= self.home
            wanted = self.full
        if not self.prunings & DEAD:
            return False
        again = True
        while again:
            again = False
            self.rounds += 1
            # Foundations go up by one, and what lies under an ace in the numbering is a king: home last.
            cand = ((homed << 1) | self.bases) & exposed & ~homed
            while cand:
                again = True
                homed |= cand
                cand = ((homed << 1) | self.bases) & exposed & ~homed
            cand = rest & (homed | ((self.up | exposed) & (wanted | (self.opens if empty else 0))))
            while cand:
                c = lowest(cand)
                cand &= cand - 1
                u = self.under[c]
                goes = False
                if (homed >> c) & 1:
                    goes = True
                else:
                    i = self.col[c]
                    p = self.height[c]
                    if self.sequence and not self.freed(c, i, p):
                        continue
                    if empty and u != FLOOR and (self.opens >> c) & 1:
                        goes = True
                    else:
                        host = self.hosts[c] & exposed
                        if u != FLOOR:
                            host &= ~(ONE << u)
                        while host:
                            y = lowest(host)
                            host &= host - 1
                            if not ((self.up | self.down) >> y) & 1 or self.col[y] != i or self.height[y] < p:
                                goes = True
                                break
                            # y above c: a departed card in (c, y]
                            if ((self.departed[i] >> (p + 1)) << (63 - self.height[y] + p + 1)) & MASK64:
                                goes = True
                                break
                if goes:
                    rest ^= ONE << c
                    again = True
                    self.departed[self.col[c]] |= ONE << self.height[c]
                    if u == FLOOR:
                        empty = True
                    else:
                        exposed |= ONE << u
                        wanted |= self.takes[u]
        return homed != self.full

    def freed(self, z: cython.int, i: cython.int, p: cython.int) -> cython.bint:
        """In `dead`, sequences only: whether z heads a sequence now or a card up to the first break has departed."""
        c: cython.int = z
        n: cython.int = self.over[c]
        while n != NONE:
            if (self.departed[i] >> self.height[n]) & 1:
                return True
            if not (self.takes[c] >> n) & 1:
                return False
            c = n
            n = self.over[c]
        return True
