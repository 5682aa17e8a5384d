# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Walks recorded games on the lowered tables of a game: the fast form of `rules` and `referee`.

It knows no rule that the tables do not hold, and it never explains: the entry that it refuses is put to the clauses,
which give the reason. An ordinary Python file in Cython's pure mode; compiled it walks some ten million moves a second.
"""

from array import array

try:
    import cython  # gone when compiled; Cython is no run-time dependency
except ImportError:
    from solit.engine._cython_shim import cython

from solit.engine.cards import TEXTS
from solit.engine.moves import PLACES, step_text

if cython.compiled:
    from cython.cimports.solit.engine.board import (
        ACT_DRAW,
        ACT_MOVE,
        ACT_NONE,
        ACT_REDEAL,
        ACT_TURN,
        ACT_UNDO,
        AT_ENTRY,
        COLUMN,
        FOUNDATION,
        NOWHERE,
        OWN,
        ROW,
        WASTE,
        Board,
        act_of,
        base_of,
        count_of,
        reveal_of,
        source_of,
        target_of,
        wing_of,
    )
else:
    from solit.engine.board import (
        ACT_DRAW,
        ACT_MOVE,
        ACT_NONE,
        ACT_REDEAL,
        ACT_TURN,
        ACT_UNDO,
        AT_ENTRY,
        COLUMN,
        FOUNDATION,
        NOWHERE,
        OWN,
        ROW,
        WASTE,
        Board,
        act_of,
        base_of,
        count_of,
        reveal_of,
        source_of,
        target_of,
        wing_of,
    )

ONE = cython.declare(cython.const[cython.ulonglong], 1)
FIRST_ROOM = cython.declare(cython.const[cython.int], 512)  # words of the history that a walker begins with

OPEN, WON, LOST = 0, 1, 2
LATEST = 2**64 - 1  # milliseconds: the largest whole number that a record may hold
_CARDS = {text: card for card, text in enumerate(TEXTS)}
COMPILED = bool(cython.compiled)


@cython.final
@cython.cclass
class Walker(Board):
    """One game of solitaire, made from `lowered.Tables`, as a record has it: with take-backs, times and events.

    Set a position with `deal`, `deal_cards`, `read` or `place`, then `walk` the text of the moves; `entries`, `status`,
    `state`, `legal`, `events`, `booked`, `home` and `suits_in_columns` tell what became of it.
    """

    # the tables
    undo_allowed: cython.int
    time_limit_ms: cython.ulonglong
    plan_place: cython.int[64]
    plan_up: cython.bint[64]
    plan_size: cython.int
    # what was dealt, and the cards that have lain face up
    dealt: cython.uchar[52]
    seen: cython.ulonglong
    # the history of standing moves, two words each: what the board told of the move and, above, its entry; and the set
    # of cards never seen before that the move showed
    history: cython.ulonglong[::1]
    room: cython.Py_ssize_t
    standing_: cython.Py_ssize_t
    log: list
    in_a_row_: cython.int
    entries_: cython.Py_ssize_t
    words_: cython.Py_ssize_t
    readable_: cython.bint
    refused_: object
    logging: cython.bint

    def __init__(self, tables) -> None:
        n: cython.int
        self.room = 0
        if not cython.compiled:  # compiled they are part of the object
            self.plan_place, self.plan_up, self.dealt = [0] * 64, [False] * 64, bytearray(52)
        Board.__init__(self, tables)
        self.plan_size = len(tables.plan)
        for n in range(self.plan_size):
            self.plan_place[n] = tables.plan[n][0]
            self.plan_up[n] = tables.plan[n][1]
        self.undo_allowed = tables.undo
        self.time_limit_ms = 1000 * tables.time_limit

    def twin(self):
        """Another walker of the same game, which costs a twentieth of what a first one does; without a position."""
        made: Walker = Walker.__new__(Walker)
        made.room = 0
        if not cython.compiled:
            made.dealt = bytearray(52)
        made.share(self)
        made.plan_place = self.plan_place
        made.plan_up = self.plan_up
        made.plan_size = self.plan_size
        made.undo_allowed = self.undo_allowed
        made.time_limit_ms = self.time_limit_ms
        return made

    @cython.cfunc
    @cython.exceptval(check=False)
    def begin(self) -> cython.void:
        self.seen = 0
        self._restart(False)

    @cython.cfunc
    @cython.exceptval(check=False)
    def look(self) -> cython.void:
        """Note which places hold cards and which cards lie face up."""
        place: cython.int
        n: cython.int
        Board.look(self)
        for place in range(1, 30):
            for n in range(self.down[place], self.size[place]):
                self.seen |= ONE << self.pile[ROW * place + n]

    def deal(self, deck: str) -> bool:
        """Deal a deck of 52 cards, written with single blanks; False where the text is anything else."""
        card: cython.int
        n: cython.int
        held: cython.ulonglong = 0
        if len(deck) != 155 or not deck.isascii() or self.ranks != 13:
            return False
        raw: bytes = deck.encode()
        for n in range(51):
            if raw[3 * n + 2] != 32:
                return False
        words: list = deck.split(" ")
        if len(words) != 52:
            return False
        for n in range(52):
            found = _CARDS.get(words[n])
            if found is None:
                return False
            card = found
            if held & (ONE << card):
                return False
            held |= ONE << card
            self.dealt[n] = card
        self._lay()
        return True

    def deal_cards(self, deck) -> None:
        """Deal a whole deck: 52 different cards as numbers, trusted."""
        n: cython.int
        for n in range(52):
            self.dealt[n] = deck[n]
        self._lay()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _lay(self) -> cython.void:
        """Lay out the cards of `dealt`."""
        place: cython.int
        n: cython.int
        self.clear()
        for n in range(52):
            if n < self.plan_size:
                place = self.plan_place[n]
                if not self.plan_up[n]:
                    self.down[place] += 1
                self.pile[ROW * place + self.size[place]] = self.dealt[n]
                self.size[place] += 1
            else:
                # the stock is dealt in drawing order, so the first card comes to lie on top
                self.pile[51 - n] = self.dealt[n]
        self.size[0] = 52 - self.plan_size
        self.down[0] = self.size[0]
        self.look()

    @property
    def deck(self) -> tuple:
        """The cards that were dealt last, in dealing order."""
        return tuple([self.dealt[n] for n in range(52)])

    def read(self, text: str) -> bool:
        """Set the position that a text spells; False where it does not spell the game's whole deck in its places.

        Where cards may lie is not judged here. After False there is no position.
        """
        n: cython.int
        k: cython.int
        place: cython.int
        size: cython.int
        card: cython.int
        total: cython.int = 0
        held: cython.ulonglong = 0
        words: list = text.split(" ")
        first: cython.int = 1 if self.redeal_exists else 0
        self.clear()
        if not text.isascii() or len(words) != first + self.order_size:
            return False
        if first:
            number: str = words[0][5:]
            if not words[0].startswith("pass=") or not number.isdigit() or number[0] == "0" or len(number) > 9:
                return False
            self.passes = int(number)
            if self.passes_allowed and self.passes > self.passes_allowed:
                return False
        for n in range(self.order_size):
            place = self.order[n]
            name, colon, spelled = words[first + n].partition(":")
            if name != PLACES[place] or not colon:
                return False
            hidden, slash, shown = spelled.partition("/")
            if slash:
                if place == 0 or not hidden or len(hidden) % 2:
                    return False
                self.down[place] = len(hidden) // 2
                spelled = hidden + shown
            if len(spelled) % 2 or len(spelled) > 104:
                return False
            size = len(spelled) // 2
            for k in range(size):
                found = _CARDS.get(spelled[2 * k : 2 * k + 2])
                if found is None:
                    return False
                card = found
                if held & (ONE << card) or card % 13 >= self.ranks:
                    return False
                held |= ONE << card
                self.pile[ROW * place + (k if place else size - 1 - k)] = card
            self.size[place] = size
            total += size
        if total != 4 * self.ranks:
            return False
        self.down[0] = self.size[0]
        self.look()
        return True

    # --- the history ------------------------------------------------------------------------------------------------

    @cython.cfunc
    def _note(self, word: cython.ulonglong) -> cython.void:
        """Append a move to the history: what the board told of it, and what it showed."""
        at: cython.Py_ssize_t = 2 * self.standing_
        if at == self.room:
            self._lengthen()
        self.history[at] = word | ((self.entries_ & cython.cast(cython.ulonglong, 0x3FFFFFFF)) << AT_ENTRY)
        # only cards never seen before forbid a take-back
        self.history[at + 1] = self.shown & ~self.seen
        self.seen |= self.shown
        self.standing_ += 1

    @cython.cfunc
    def _lengthen(self) -> cython.void:
        room: cython.Py_ssize_t = 2 * self.room if self.room else FIRST_ROOM
        longer: cython.ulonglong[::1] = array("Q", bytes(8 * room))
        n: cython.Py_ssize_t
        for n in range(self.room):
            longer[n] = self.history[n]
        self.history = longer
        self.room = room

    # --- reading and walking ---------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(check=False)
    def _read(
        self, text: cython.const[cython.uchar][::1], at: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> cython.void:
        """Read the move text[at:end] into `act source target count`."""
        size: cython.int = end - at
        c: cython.int = text[at]
        n: cython.int
        self.act = ACT_NONE
        self.count = 1
        if size == 1:
            if c == 100:  # d
                self.act = ACT_DRAW
            elif c == 114:  # r
                self.act = ACT_REDEAL
            elif c == 117:  # u
                self.act = ACT_UNDO
            return
        n = at + 1
        if c == 119:  # w
            self.source = 1
        elif c == 116:  # t
            if not 49 <= text[n] <= 56:
                return
            self.source = 6 + text[n] - 49
            n += 1
            if size == 3 and text[n] == 94:  # ^
                self.act = ACT_TURN
                self.target = NOWHERE
                return
        elif c == 102:  # f
            c = text[n]
            self.source = 2 if c == 67 else 3 if c == 68 else 4 if c == 72 else 5 if c == 83 else 0
            if self.source == 0:
                return
            n += 1
        elif c == 112 and size >= 3:  # p
            if not 49 <= text[n] <= 52:
                return
            c = text[n + 1]
            self.source = 0 if c == 99 else 1 if c == 97 else 2 if c == 98 else 3 if c == 116 else 99
            if self.source == 99:
                return
            self.source += 14 + 4 * (text[n] - 49)
            n += 2
        else:
            return
        if end - n < 2 or text[n] != 45:  # -
            return
        c = text[n + 1]
        n += 2
        if c == 102 and n == end:
            self.target = OWN
            self.act = ACT_MOVE
        elif c == 119 and n == end and self.source >= 14:
            self.target = 1
            self.act = ACT_MOVE
        elif c == 116 and n < end and 49 <= text[n] <= 56:
            self.target = 6 + text[n] - 49
            n += 1
            if n == end:
                self.act = ACT_MOVE
            elif text[n] == 120 and 6 <= self.source < 14:  # x
                self._read_count(text, n + 1, end)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _read_count(
        self, text: cython.const[cython.uchar][::1], at: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> cython.void:
        count: cython.int = 0
        if end == at + 1 and 50 <= text[at] <= 57:
            count = text[at] - 48
        elif end == at + 2 and 49 <= text[at] <= 53 and 48 <= text[at + 1] <= 57:
            count = 10 * (text[at] - 48) + text[at + 1] - 48
        if 2 <= count <= 52:
            self.count = count
            self.act = ACT_MOVE

    def walk(self, moves: str, at_ms=None, logging: bool = False, most: cython.Py_ssize_t = -1) -> bool:
        """Play the moves of a record from the position set; True where each is readable, legal and in time.

        `moves`: as in a record, separated by blanks. `at_ms`: None or a list of whole numbers, one per entry, which
        never run back. `logging`: keep what `events` needs. `most`: play the first `most` entries only (below 0: all);
        the others are read, no more. After False the position is that before the entry that was not played: `refused`
        is its text, None where `readable` is False.
        """
        self._restart(logging)
        return self._play(moves, at_ms, most)

    def go_on(self, moves: str) -> bool:
        """Play more moves after those of the last `walk`, without times; returns as `walk` does."""
        return self._play(moves, None, -1)

    @cython.cfunc
    def _play(self, moves: str, at_ms, most: cython.Py_ssize_t) -> cython.bint:
        at: cython.Py_ssize_t = 0
        end: cython.Py_ssize_t
        size: cython.Py_ssize_t
        time: cython.ulonglong = 0
        before: cython.ulonglong = 0
        playing: cython.bint = True
        timed: cython.bint = at_ms is not None
        times: list = at_ms
        time_count: cython.Py_ssize_t = len(times) if timed else 0
        self.words_, self.readable_, self.refused_ = 0, False, None
        if not moves.isascii():
            return False
        raw: bytes = moves.encode()
        size = len(raw)
        if size == 0:
            self.readable_ = time_count == 0
            return self.readable_
        text: cython.const[cython.uchar][::1] = raw
        while True:
            while at < size and text[at] == 32:
                at += 1
            if at == size:
                break
            end = at + 1
            while end < size and text[end] != 32:
                end += 1
            self._read(text, at, end)
            if self.act == ACT_NONE:
                return False
            if timed:
                if self.words_ >= time_count:
                    return False
                now = times[self.words_]
                if type(now) is not int or not 0 <= now <= LATEST:
                    return False
                time = now
                if time < before:
                    return False
                before = time
            if playing:
                if self.words_ == most:
                    playing = False
                elif self.is_won() or (self.time_limit_ms and time > self.time_limit_ms) or not self._step():
                    playing = False
                    self.refused_ = raw[at:end].decode()
            self.words_ += 1
            at = end
        if timed and self.words_ != time_count:
            return False
        self.readable_ = True
        return self.refused_ is None

    @cython.cfunc
    @cython.exceptval(check=False)
    def _restart(self, logging: cython.bint) -> cython.void:
        self.logging = logging
        self.in_a_row_ = 0
        self.entries_ = 0
        self.words_ = 0
        self.readable_ = True
        self.refused_ = None
        self.standing_ = 0
        self.log = []

    @cython.cfunc
    def _step(self) -> cython.bint:
        """Judge and make the entry that was read; False where it is refused. The game is not won, the time not over."""
        if self.act == ACT_UNDO:
            if self.undo_allowed == 0 or self.standing_ == 0 or self.in_a_row_ >= self.undo_allowed:
                return False
            if self.history[2 * self.standing_ - 1]:
                return False
            self.standing_ -= 1
            self.unmake(self.history[2 * self.standing_])
            self.in_a_row_ += 1
            if self.logging:
                self.log.append(None)
        else:
            if not self.is_legal():
                return False
            self._note(self.make())
            if self.logging:
                self.log.append(self._told())
            self.in_a_row_ = 0
        self.entries_ += 1
        return True

    # --- telling ---------------------------------------------------------------------------------------------------

    @property
    def entries(self) -> int:
        """Entries played."""
        return self.entries_

    @property
    def words(self) -> int:
        """Entries read, whether played or not."""
        return self.words_

    @property
    def readable(self) -> bool:
        """Whether each entry read was a move, and the times were such as a record may have."""
        return self.readable_

    @property
    def refused(self):
        """The text of the entry that is not legal, or too late; None without one."""
        return self.refused_

    @property
    def in_a_row(self) -> int:
        """Take-backs among the latest entries played, back to the first entry that is none."""
        return self.in_a_row_

    @property
    def latest(self):
        """Of the latest standing move: the entry that made it, and whether it showed a card never seen before; None
        without one."""
        if self.standing_ == 0:
            return None
        word: cython.ulonglong = self.history[2 * self.standing_ - 2]
        return cython.cast(cython.Py_ssize_t, word >> AT_ENTRY), self.history[2 * self.standing_ - 1] != 0

    def standing(self) -> list:
        """The entries that made the standing moves, in order."""
        return [cython.cast(cython.Py_ssize_t, self.history[2 * n] >> AT_ENTRY) for n in range(self.standing_)]

    @property
    def status(self) -> int:
        """0 open, 1 won, 2 lost for want of a legal move."""
        if self.is_won():
            return 1
        return 0 if self.list_moves(True) else 2

    def legal(self) -> list:
        """The texts of the legal moves, in the order of `rules.legal_moves`; `[]` once the game is won."""
        if self.is_won():
            return []
        return [
            step_text(act_of(word), source_of(word), target_of(word), count_of(word))
            for word in self.moves[: self.list_moves(False)]
        ]

    @cython.cfunc
    def _told(self) -> list:
        """The events of the latest move, as (kind, card, source, target, number) with None where there is none."""
        word: cython.ulonglong = self.history[2 * self.standing_ - 2]
        act: cython.int = act_of(word)
        source: cython.int = source_of(word)
        target: cython.int = target_of(word)
        count: cython.int = count_of(word)
        wing: cython.int = wing_of(word)
        reveal: cython.int = reveal_of(word)
        base: cython.int = base_of(word)
        events: list = []
        n: cython.int
        if act == ACT_DRAW:
            # the cards drawn lie on their targets: the i-th from the end of those that went to the same place
            for n in range(count):
                place = self.draw_to[n]
                later = sum([1 for other in range(n + 1, count) if self.draw_to[other] == place])
                events.append(("draw", self.pile[ROW * place + self.size[place] - 1 - later], 0, place, None))
        elif act == ACT_REDEAL:
            events.append(("redeal", None, 1, 0, self.passes))
        elif act == ACT_TURN:
            events.append(("reveal", self._top(source), None, source, None))
        else:
            card = self.pile[ROW * target + self.size[target] - count]
            events.append((_kind(self.role[source], self.role[target]), card, source, target, None))
            if wing != NOWHERE:
                events.append(("wing", self._top(wing), None, wing, None))
            if reveal != NOWHERE:
                card = self._top(base if base != NOWHERE else reveal)
                events.append(("reveal", card, None, reveal, None))
                if base != NOWHERE:
                    events.append(("base", card, reveal, base, None))
        return events

    def _top(self, place: cython.int) -> int:
        return self.pile[ROW * place + self.size[place] - 1]

    def events(self) -> list:
        """A list for each entry played of a walk with `logging`: (kind, card, source, target, number) tuples, None for
        a take-back."""
        return self.log

    def booked(self, kinds) -> list:
        """(kind, number) of the events of the standing moves that are of `kinds`, in order, as score sheets read them;
        `number` is the pass that a redeal opens, else None."""
        told: list = []
        opened: cython.int = self.passes
        draws: cython.bint = "draw" in kinds
        redeals: cython.bint = "redeal" in kinds
        wings: cython.bint = "wing" in kinds
        reveals: cython.bint = "reveal" in kinds
        bases: cython.bint = "base" in kinds
        n: cython.Py_ssize_t
        word: cython.ulonglong
        act: cython.int
        for n in range(self.standing_):
            if act_of(self.history[2 * n]) == ACT_REDEAL:
                opened -= count_of(self.history[2 * n])
        for n in range(self.standing_):
            word = self.history[2 * n]
            act = act_of(word)
            if act == ACT_MOVE:
                kind = _kind(self.role[source_of(word)], self.role[target_of(word)])
                if kind in kinds:
                    told.append((kind, None))
            elif act == ACT_DRAW:
                if draws:
                    told.extend([("draw", None)] * count_of(word))
            elif act == ACT_REDEAL:
                opened += count_of(word)
                if redeals:
                    told.append(("redeal", opened))
            if wings and wing_of(word) != NOWHERE:
                told.append(("wing", None))
            if reveals and reveal_of(word) != NOWHERE:
                told.append(("reveal", None))
            if bases and base_of(word) != NOWHERE:
                told.append(("base", None))
        return told


@cython.cfunc
def _kind(source: cython.int, target: cython.int):
    if target == FOUNDATION:
        return "foundation"
    if target == COLUMN and source == WASTE:
        return "waste-to-column"
    return "foundation-return" if source == FOUNDATION else "move"
