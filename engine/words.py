"""The closed sets of words that moves, events, games, scores and answers are told in, as types.

`get_args` makes a tuple of one, in the order written here.
"""

from typing import Literal

Act = Literal["move", "draw", "redeal", "turn", "undo"]
"""What an entry of a record asks for."""

Status = Literal["won", "lost", "open"]
"""How a game stands."""

Reason = Literal["no-moves", "time"]
"""Why a lost game is lost."""

SourceState = Literal["checked", "unchecked"]
"""Whether a source yields the deck, or its shuffle is unknown."""

EventCode = Literal["foundation", "waste-to-column", "reveal", "foundation-return"]
"""Things that an entry does and that sheets may score."""

EventKind = Literal[
    "foundation", "waste-to-column", "reveal", "foundation-return", "base", "wing", "draw", "redeal", "move",
    "take-back",
]  # fmt: skip
"""Things that an entry does."""

ScoreCode = Literal[
    "foundation", "waste-to-column", "reveal", "foundation-return", "pass", "time-bonus", "time-loss", "ante", "floor",
    "suit-in-column",
]  # fmt: skip
"""What points are given for."""

Verdict = Literal["won", "unwinnable", "unknown"]
"""What a search says of a position."""

Limit = Literal["time", "nodes", "memory"]
"""What ended a search that says `unknown`."""

PlayerName = Literal["solver", "simple", "sampling"]
"""Who a study has at work on every deal."""

MembershipFault = Literal["not-in-event", "event-options", "event-start", "event-untimed"]
"""Why a game does not count in an event."""
