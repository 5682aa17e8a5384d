"""An event: the deals that were handed out, and which of them a game that came back belongs to."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from solit.deals.records import Judged
from solit.engine.errors import RecordError
from solit.engine.layout import Value, option_text
from solit.engine.record import Record
from solit.engine.words import MembershipFault


class Membership(NamedTuple):
    """Where a game stands in an event.

    `deal`: the number of its deal, from 0; None: none of them. `code`: None where the game is in order, else
    `not-in-event`, `event-options`, `event-start` or `event-untimed`; `message` says it in a sentence.
    """

    deal: int | None
    code: MembershipFault | None = None
    message: str = ""

    @property
    def ok(self) -> bool:
        """Whether the game counts in the event."""
        return self.code is None


class _Deal(NamedTuple):
    number: int
    settings: Mapping[str, Value]


class TournamentEvent:
    """The deals of an event, numbered from 0 in the order of their records.

    A game belongs to the deal of the same variant and the same deck, whatever either says of a source. It must have
    the deal's options, defaults filled in, and may not begin at a `start` of its own. `timed`: it must have the times
    of its entries, and `end_ms` where it was left open.
    """

    def __init__(self, deals: Iterable[Record], *, timed: bool = False) -> None:
        """Records with their decks, such as `solit.read` yields; raises `RecordError` (`not-a-deal`)."""
        self.timed = timed
        self.names: list[str] = []
        self._deals: dict[tuple[str, tuple[int, ...]], list[_Deal]] = {}
        for number, record in enumerate(deals):
            if not record.is_deal or record.deck is None:
                raise RecordError("not-a-deal", f"deal {number} is no deal: it has moves or a start")
            key = (record.game.variant, record.deck)
            known = self._deals.setdefault(key, [])
            if any(deal.settings == record.game.settings for deal in known):
                raise RecordError("not-a-deal", f"deal {number} is the same as deal {known[0].number}")
            known.append(_Deal(number, record.game.settings))
            self.names.append(record.source or f"deal {number}")

    def __len__(self) -> int:
        return len(self.names)

    def find(self, judged: Judged, obj: Mapping[str, Any]) -> Membership:
        """Where the game of a judged record stands; `obj`: the record itself."""
        if "start" in obj:
            return Membership(None, "event-start", "the game begins at a start of its own, not at a deal of the event")
        known = self._deals.get((judged.game.variant, judged.deck or ()))
        if not known:
            return Membership(None, "not-in-event", f"no {judged.game.variant} deal of the event has this deck")
        settings = judged.game.settings
        for deal in known:
            if deal.settings == settings:
                return self._in_time(deal, judged, obj)
        deal = known[0]
        wrong = [
            f"{name}={option_text(value)}, the event has {name}={option_text(deal.settings[name])}"
            for name, value in settings.items()
            if value != deal.settings[name]
        ]
        return Membership(deal.number, "event-options", "; ".join(wrong))

    def _in_time(self, deal: _Deal, judged: Judged, obj: Mapping[str, Any]) -> Membership:
        if self.timed and "at_ms" not in obj:
            return Membership(deal.number, "event-untimed", "the game has no times: the event asks for at_ms")
        if self.timed and judged.status == "open" and "end_ms" not in obj:
            return Membership(deal.number, "event-untimed", "the game was left open: the event asks for end_ms")
        return Membership(deal.number)
