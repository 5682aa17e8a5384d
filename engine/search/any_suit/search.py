"""The any-suit kernel: a position is won (with the moves), unwinnable (by proof) or not yet decided.

Two searches share a walk over states (`walk`). `loose` is for rules where any group may be lifted: there it does not
matter which card lies on which, and a state is only what is still buried, what is left in the talon and what is at
home. `rigid` keeps the columns card by card, for rules where only the whole face-up part of a column moves.

Columns in no order (only a position in mid-game has them) fall into *runs*, in each of which every card lies on one
that takes it; where two runs meet is a *seam*. A group with a seam in it does not move.

The prunings, each argued where it stands: safe-home and safe-waste (`walk`: `safe_rank`, `safe_waste`), free-room
(`loose`: `room_for_all`), dead (`loose` and `rigid`: `dead`), interchange (`loose`; without it `rigid` searches).
"""

from collections.abc import Sequence

from solit.engine.lowered import Tables
from solit.engine.search.any_suit.conditions import accepts
from solit.engine.search.any_suit.line import Line
from solit.engine.search.any_suit.loose import Loose
from solit.engine.search.any_suit.rigid import Rigid

PRUNINGS = {"safe-home": 1, "safe-waste": 2, "free-room": 4, "dead": 8, "interchange": 16}
ALL = 31

HOME, PLAY, LAY = 1, 2, 3  # kinds of moves, as `walk` has them


class Search:
    """One search from one position: `run` it in slices, then ask `moves`. `memory` in bytes."""

    def __init__(
        self,
        tables: Tables,
        piles: Sequence[Sequence[int]],
        down: Sequence[int],
        passes: int,
        *,
        memory: int,
        prunings: int = ALL,
        seed: int = 0,
    ) -> None:
        if not accepts(tables, piles, down, passes):
            raise ValueError("not a position for this kernel")
        self._position = (tables, piles, down)
        self._loose = tables.lift == "sequence" and bool(prunings & PRUNINGS["interchange"])
        kind = Loose if self._loose else Rigid
        self._walk = kind(tables, piles, down, passes, memory, prunings, seed)

    def run(self, nodes: int) -> int:
        """Go on for about `nodes` more nodes: 0 not finished, 1 won, 2 unwinnable, 3 out of memory."""
        return self._walk.run(nodes)

    @property
    def nodes(self) -> int:
        """Positions visited."""
        return self._walk.nodes()

    def moves(self) -> list[str]:
        """The solution from the given position, every draw and every implied move written out."""
        line = Line(*self._position)
        for kind, target, card in self._walk.played():
            if kind in (PLAY, LAY):
                line.reach(card)
            if kind in (HOME, LAY):
                if self._loose and kind == HOME:
                    line.bare(card)
                line.go_home(card)
            elif self._loose:
                line.build(card)
            else:
                line.move(card, self._position[0].columns[target])
        return line.words
