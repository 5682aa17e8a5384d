# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Proofs that a position of Chinese Solitaire is lost: it is so in a simpler game, where few cards take up places.

The simpler game
----------------
Choose any set X of cards. In the simpler game a card may be *aloft*: on no card, no floor, so that it covers nothing,
occupies no column and is above nothing but is still there to be built on. What lies on it stays on it. Cards home are
aloft, and so is an undealt stock, from the start. A card at a column's end or aloft with nothing on it is free, but for
a card of X that is home: nothing can be built on that. (Where cards come back from foundations, X makes no difference
to cards home.) Groups lift in any order. A card that is free, the one before it being home, can go home, and never
comes back.
- A card outside X goes home at once when it can; it goes aloft at once when it is face up and may be built on some free
  card not above it, or go to an empty column.
- A card of X that is not aloft moves with what lies on it as in the real game, in any order. It goes home when one
  likes, but at once when all cards that it takes are home (and at once anyway with returns).

Why it proves anything
----------------------
Every real play has its like here: after each real move there is a reachable simpler position where (1) what is home is
home; (2) what is face up is face up; (3) every card is aloft or lies on what it really lies on; (4) without returns, a
card of X that is home here and not really has all cards that it takes home here. So by (3) what is really at a column's
end is free here, unless it is a card of X that is home here: only what really lies on it can lie on it. What is not
above z is not above z here, and there are no fewer empty columns. Hence:
- A card z that really moves and is home here is aloft, and its move changes nothing here. So it is with a card that
  returns from a foundation, and with the deal.
- A card z not home here that really moves onto a card y: y is free here, for otherwise y is a card of X and home here,
  not really, and by (4) z would be home here. So z is aloft already and nothing changes, or it is in X and makes the
  same move. Likewise when it moves to an empty column.
- A card that really goes home is home here already, or it is in X and goes home now: it is free, and the one before it
  is home.
(1) to (4) hold again, also after what must go home or aloft: that only adds to what is home or aloft, and where it
sends a card of X home, (4) is the condition.

So if, for some X, no reachable simpler position has all cards home, no play wins. The pruning `dead` of the search is
the case of no X, more or less.

Which sets are tried
--------------------
The sets are made of *squads*, cards that want the same places, as the two black nines: often one of two needs the place
for good that the other needs first. Each squad alone, then all sets of two squads, of three and so on.
"""

try:
    import cython
except ImportError:
    from solit.engine._cython_shim import cython

if cython.compiled:
    from cython.cimports.solit.engine.bits import lowest
else:
    from solit.engine.bits import lowest

COMPILED = bool(cython.compiled)

ONE = cython.declare(cython.const[cython.ulonglong], 1)
FLOOR = cython.declare(cython.const[cython.int], 52)  # what lies under a bottom card
ALOFT = cython.declare(cython.const[cython.int], 63)  # what lies under a card that is on nothing
NOWHERE = cython.declare(cython.const[cython.int], -1)
SCENES = cython.declare(cython.const[cython.int], 512)  # what is looked at for one set of cards
CREW = cython.declare(cython.const[cython.int], 6)  # squads in a set
LEVELS = cython.declare(cython.const[cython.int], 53)


@cython.final
@cython.cclass
class Rivals:
    """Tries to prove a position lost; positions of the simpler game are called scenes.

    Takes what `accepts` of the search does. `alone()` comes first, then `go_on(work)`, as often as one likes while sets
    are `left`; either returns True when the position is lost, and False says nothing. Deterministic.
    """

    # the rules
    takes: cython.ulonglong[52]
    hosts: cython.ulonglong[52]  # the cards that take this one
    opens: cython.ulonglong
    bases: cython.ulonglong
    returns: cython.bint
    full: cython.ulonglong

    # the sets of squads
    squads: cython.ulonglong[64]
    squad_count: cython.int
    crew: cython.int  # squads in the sets of now
    picked: cython.int[8]
    looked_at: cython.longlong

    # the scene of now
    under: cython.uchar[64]
    homes: cython.int
    homed: cython.ulonglong
    down: cython.ulonglong
    free: cython.ulonglong  # may be built on
    lying: cython.ulonglong  # not aloft
    empty: cython.int

    # scenes written down; the last one is the position given
    newest: cython.int[64]  # by the number of cards home: the newest scene not looked at
    kept_next: cython.int[513]
    kept_under: cython.uchar[513 * 64]
    kept_homes: cython.int[513]
    kept_homed: cython.ulonglong[513]
    kept_down: cython.ulonglong[513]
    kept_free: cython.ulonglong[513]
    kept_lying: cython.ulonglong[513]
    kept_empty: cython.int[513]

    def __init__(self, tables, piles, down):
        if not cython.compiled:
            for name, size in (
                ("takes", 52), ("hosts", 52), ("squads", 64), ("picked", 8), ("under", 64),
                ("newest", 64), ("kept_next", 513), ("kept_under", 513 * 64), ("kept_homes", 513),
                ("kept_homed", 513), ("kept_down", 513), ("kept_free", 513), ("kept_lying", 513), ("kept_empty", 513),
            ):  # fmt: skip
                setattr(self, name, [0] * size)
        self.read_tables(tables)
        self.find_squads()
        self.read_position(tables, piles, down)

    def read_tables(self, tables):
        """Take over what the rules allow."""
        c: cython.int
        y: cython.int
        for c in range(52):
            self.takes[c] = tables.takes[c]
            self.hosts[c] = 0
        for c in range(52):
            for y in range(52):
                if (self.takes[y] >> c) & 1:
                    self.hosts[c] |= ONE << y
        self.opens = tables.opens_column
        self.bases = tables.bases
        self.returns = bool(tables.returns)

    def find_squads(self):
        """Sort the cards by the places that they want."""
        c: cython.int
        d: cython.int
        squad: cython.ulonglong
        self.squad_count = 0
        for c in range(52):
            squad = 0
            for d in range(52):
                if self.hosts[d] == self.hosts[c] and (self.opens >> d) & 1 == (self.opens >> c) & 1:
                    squad |= ONE << d
            if lowest(squad) == c and (self.hosts[c] or (self.opens >> c) & 1):
                self.squads[self.squad_count] = squad
                self.squad_count += 1
        self.crew = 1
        self.picked[0] = 0
        self.looked_at = 0

    def read_position(self, tables, piles, down):
        """Write the position down as a scene; card numbers are 13 * suit + rank."""
        c: cython.int
        n: cython.int
        below: cython.int
        self.homed = 0
        self.homes = 0
        self.down = 0
        self.lying = 0
        self.empty = len(tables.columns)
        self.full = 0
        for pile in piles:
            for c in pile:
                self.full |= ONE << c
        self.free = self.full
        for c in range(64):
            self.under[c] = ALOFT
        for place in range(2, 6):
            for c in piles[place]:
                self.homed |= ONE << c
                self.homes += 1
        for place in tables.columns:
            below = FLOOR
            for n, c in enumerate(piles[place]):
                self.place(c, below)
                if n < down[place]:
                    self.down |= ONE << c
                below = c
        self.keep(SCENES)

    # ---- the sets -----------------------------------------------------------------------------------------------

    def alone(self):
        """Whether the position is lost in a simpler game whose X is one squad; tries each."""
        return self.try_sets(1, self.looked_at + (1 << 30))

    def go_on(self, work: cython.longlong):
        """Whether it is lost with a set of squads; tries further ones until `work` scenes were looked at in all."""
        return self.try_sets(CREW, work)

    @property
    def left(self):
        """Whether `go_on` has sets left to try."""
        return self.crew <= CREW and self.crew <= self.squad_count

    @property
    def scenes(self):
        """How many scenes were looked at in all."""
        return self.looked_at

    @cython.cfunc
    @cython.exceptval(check=False)
    def try_sets(self, crew: cython.int, work: cython.longlong) -> cython.bint:
        """Go on with sets of up to `crew` squads until `work` scenes were looked at; True when the position is lost."""
        exact: cython.ulonglong
        i: cython.int
        k: cython.int
        while self.looked_at < work and self.crew <= crew and self.crew <= self.squad_count:
            exact = 0
            for i in range(self.crew):
                exact |= self.squads[self.picked[i]]
            if self.hopeless(exact):
                return True
            k = self.crew - 1
            while k >= 0 and self.picked[k] == self.squad_count - self.crew + k:
                k -= 1
            if k < 0:
                self.crew += 1
                k = 0
                self.picked[0] = 0
            else:
                self.picked[k] += 1
            for i in range(k + 1, self.crew):
                self.picked[i] = self.picked[i - 1] + 1
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def hopeless(self, exact: cython.ulonglong) -> cython.bint:
        """Whether the simpler game with X = `exact` is lost; False, too, beyond SCENES scenes.

        Of the scenes still to be looked at, the newest of those with the most cards home is taken.
        """
        i: cython.int
        c: cython.int
        y: cython.int
        most: cython.int
        count: cython.int
        movers: cython.ulonglong
        goers: cython.ulonglong
        host: cython.ulonglong
        for i in range(LEVELS):
            self.newest[i] = NOWHERE
        self.take_up(SCENES)
        if not self.returns:
            self.free &= ~(exact & self.homed)
        count = self.add(0, exact)
        most = self.homes
        while most >= 0 and self.homed != self.full and count < SCENES:
            i = self.newest[most]
            if i == NOWHERE:
                most -= 1
                continue
            self.newest[most] = self.kept_next[i]
            movers = exact & self.kept_lying[i] & ~self.kept_down[i]
            goers = 0
            if not self.returns:
                goers = exact & self.kept_free[i] & ((self.kept_homed[i] << 1) | self.bases) & ~self.kept_homed[i]
            while goers and self.homed != self.full and count < SCENES:
                c = lowest(goers)
                goers &= goers - 1
                self.take_up(i)
                self.go_home(c, exact)
                count = self.add(count, exact)
                most = max(most, self.homes)
            while movers:
                c = lowest(movers)
                movers &= movers - 1
                host = self.hosts[c] & self.kept_free[i]
                if self.kept_empty[i] and (self.opens >> c) & 1:
                    host |= ONE << FLOOR
                while host and self.homed != self.full and count < SCENES:
                    y = lowest(host)
                    host &= host - 1
                    self.take_up(i)
                    if self.open_to(c, y):
                        self.lift(c)
                        self.place(c, y)
                        count = self.add(count, exact)
                        most = max(most, self.homes)
        self.looked_at += count
        return self.homed != self.full and count < SCENES

    # ---- scenes -------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    def take_up(self, i: cython.int) -> cython.void:
        """Make scene i the one of now."""
        c: cython.int
        for c in range(52):
            self.under[c] = self.kept_under[i * 64 + c]
        self.homed = self.kept_homed[i]
        self.homes = self.kept_homes[i]
        self.down = self.kept_down[i]
        self.free = self.kept_free[i]
        self.lying = self.kept_lying[i]
        self.empty = self.kept_empty[i]

    @cython.cfunc
    @cython.exceptval(check=False)
    def keep(self, i: cython.int) -> cython.void:
        """Write the scene down as number i."""
        c: cython.int
        for c in range(52):
            self.kept_under[i * 64 + c] = self.under[c]
        self.kept_homed[i] = self.homed
        self.kept_homes[i] = self.homes
        self.kept_down[i] = self.down
        self.kept_free[i] = self.free
        self.kept_lying[i] = self.lying
        self.kept_empty[i] = self.empty

    @cython.cfunc
    @cython.exceptval(check=False)
    def is_kept(self, i: cython.int) -> cython.bint:
        """Whether the scene is the same as number i, of the same game: what is home, down and on what."""
        c: cython.int
        # `free` and `lying` follow from the rest, but tell most scenes apart at once.
        if self.kept_free[i] != self.free or self.kept_lying[i] != self.lying:
            return False
        if self.kept_homed[i] != self.homed or self.kept_down[i] != self.down:
            return False
        for c in range(52):
            if self.kept_under[i * 64 + c] != self.under[c]:
                return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def lift(self, c: cython.int) -> cython.void:
        """Take c off what it lies on: it is aloft."""
        u: cython.int = self.under[c]
        if u == ALOFT:
            return
        if u == FLOOR:
            self.empty += 1
        else:
            self.free |= ONE << u
            self.down &= ~(ONE << u)
        self.under[c] = ALOFT
        self.lying ^= ONE << c

    @cython.cfunc
    @cython.exceptval(check=False)
    def place(self, c: cython.int, y: cython.int) -> cython.void:
        """Put c, aloft, on y, FLOOR for an empty column."""
        self.under[c] = y
        self.lying |= ONE << c
        if y == FLOOR:
            self.empty -= 1
        else:
            self.free &= ~(ONE << y)

    @cython.cfunc
    @cython.exceptval(check=False)
    def go_home(self, c: cython.int, exact: cython.ulonglong) -> cython.void:
        """Let c go home; a card of X is then no longer free."""
        self.lift(c)
        self.homed |= ONE << c
        self.homes += 1
        if (exact >> c) & 1 and not self.returns:
            self.free &= ~(ONE << c)

    @cython.cfunc
    @cython.exceptval(check=False)
    def open_to(self, c: cython.int, y: cython.int) -> cython.bint:
        """Whether c may go onto y, free if it is a card, or FLOOR for an empty column."""
        if y == FLOOR:
            return self.empty > 0 and self.under[c] != FLOOR
        while y < FLOOR:
            if y == c:
                return False
            y = self.under[y]
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def add(self, count: cython.int, exact: cython.ulonglong) -> cython.int:
        """Let go home and aloft what must, and keep the scene as number `count` if it is new; how many there are."""
        c: cython.int
        k: cython.int
        cand: cython.ulonglong
        host: cython.ulonglong
        again: cython.bint = True
        while again:
            again = False
            # Foundations go up by one, and what lies under an ace in the numbering is a king: home last.
            cand = ((self.homed << 1) | self.bases) & self.free & ~self.homed
            while cand:
                c = lowest(cand)
                cand &= cand - 1
                if not (exact >> c) & 1 or self.returns or not self.takes[c] & self.full & ~self.homed:
                    self.go_home(c, exact)
                    again = True
            cand = self.lying & ~(exact | self.down)
            while cand:
                c = lowest(cand)
                cand &= cand - 1
                host = self.hosts[c] & self.free
                if self.empty and (self.opens >> c) & 1:
                    host |= ONE << FLOOR
                while host:
                    if self.open_to(c, lowest(host)):
                        self.lift(c)
                        again = True
                        break
                    host &= host - 1
        for k in range(count):
            if self.is_kept(k):
                return count
        self.keep(count)
        self.kept_next[count] = self.newest[self.homes]
        self.newest[self.homes] = count
        return count + 1
