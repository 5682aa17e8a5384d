"""The objects that records are made of as JSON spells them, and what commands add to them: their types.

The JSON Schema of the record is made from these types (`solit rules --schema`). A type's text becomes its description
there; `Also` says what the type alone does not, `Named` gives it a definition of its own.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from solit.engine.words import (
    EventKind,
    Limit,
    MembershipFault,
    PlayerName,
    Reason,
    ScoreCode,
    SourceState,
    Status,
    Verdict,
)


class Also:
    """What the schema says of a type besides; None takes out what the type says."""

    def __init__(self, **words: Any) -> None:
        self.words = words


class Named(Also):
    """The same of a type that the schema defines once, under this name."""

    def __init__(self, name: str, **words: Any) -> None:
        super().__init__(**words)
        self.name = name


Count = Annotated[int, Named("count", minimum=0)]
CardText = Annotated[str, Named("card")]
PlaceText = Annotated[str, Named("place")]
MoveText = Annotated[str, Named("move")]
PositionText = Annotated[str, Named("position")]
SheetName = Annotated[str, Named("sheet", type=None)]
StatusWord = Annotated[Status, Named("status")]
Ordinal = Annotated[int, Also(minimum=1)]
Milliseconds = Annotated[float, Also(minimum=0)]
Code = Annotated[str, Also(pattern="^[a-z-]+$")]
OPEN = Also(additionalProperties=None)
"""Marks an object that may have other keys."""


class ClaimObject(TypedDict, total=False):
    """What the record's maker says."""

    status: StatusWord
    total: int
    sheet: SheetName


class LayoutObject(TypedDict):
    """deal --layout: the dealt piles, bottom to top, the stock in drawing order; face-down cards from the bottom of
    each pile."""

    piles: dict[PlaceText, list[CardText]]
    down: dict[PlaceText, Ordinal]


class FalseTotal(TypedDict):
    claimed: int
    real: int


class FalseStatus(TypedDict):
    claimed: StatusWord
    real: StatusWord


class FalseClaims(TypedDict, total=False):
    """what of the claim is not so"""

    total: FalseTotal
    status: FalseStatus


class DealNumber(TypedDict):
    """the deal of the event, from 0"""

    deal: Count


class MembershipError(TypedDict):
    code: MembershipFault
    message: str


class InEvent(TypedDict):
    event: NotRequired[DealNumber]
    event_ok: NotRequired[bool]
    event_error: NotRequired[MembershipError]


class WithClaims(TypedDict):
    claim_ok: NotRequired[bool]
    claim_wrong: NotRequired[Annotated[FalseClaims, Also(minProperties=1)]]


EventObject = TypedDict(
    "EventObject",
    {
        "event": EventKind,
        "card": NotRequired[CardText],
        "from": NotRequired[PlaceText],
        "to": NotRequired[PlaceText],
    },
)
EntryEvents = Annotated[list[EventObject], Also(minItems=1)]
Events = Annotated[list[EntryEvents], Named("events", description="One list for each entry that was played.")]


class IllegalObject(TypedDict):
    """A readable game with a wrong entry."""

    code: Code
    message: str
    index: Count
    move: MoveText
    line: NotRequired[Annotated[Count, Also(description="Where several files are read.")]]
    file: NotRequired[str]
    position: PositionText


IllegalError = Annotated[IllegalObject, Named("illegal")]


class DefectObject(TypedDict):
    code: str
    message: str
    card: NotRequired[str]
    index: NotRequired[Count]
    count: NotRequired[Count]


class UnreadableObject(TypedDict):
    """A line that can't be read as a record; also a fault of solit's own, with the position it came up in. A line of a
    study, which comes of a seed, has no number."""

    code: Code
    message: str
    line: NotRequired[Ordinal]
    column: NotRequired[Ordinal]
    field: NotRequired[str]
    file: NotRequired[str]
    defects: NotRequired[list[Annotated[DefectObject, OPEN]]]
    position: NotRequired[PositionText]
    moves: NotRequired[str]


UnreadableError = Annotated[UnreadableObject, Named("unreadable")]


class ValidGame(InEvent, WithClaims):
    valid: Literal[True]
    status: StatusWord
    reason: NotRequired[Reason]
    moves: Count
    source: NotRequired[SourceState]
    events: NotRequired[Events]


class IllegalGame(InEvent):
    valid: Literal[False]
    status: None
    moves: Count
    error: IllegalError
    events: NotRequired[Events]


ValidationObject = Annotated[ValidGame | IllegalGame, Also(description="validate")]


class BestPlayObject(TypedDict):
    """The best found, and a bound that nothing exceeds, equal to it when proved; null: there is no line."""

    total: NotRequired[int | None]
    moves: NotRequired[int | None]
    bound: int | None
    proved: bool
    at_least: NotRequired[int]
    reached: NotRequired[bool | None]


class PointsLostObject(TypedDict):
    index: Count
    move: MoveText
    points: Ordinal


class ScoreItemObject(TypedDict):
    count: Ordinal
    points: int


class ScoreObject(InEvent, WithClaims):
    """score: the points of the items sum to total."""

    sheet: Annotated[str, Also(description="a built-in sheet, or the name of one in a file")]
    total: int
    items: dict[ScoreCode, ScoreItemObject]
    unused_seconds: NotRequired[Count]
    time_bonus: NotRequired[int]
    par: NotRequired[BestPlayObject]


class BestObject(TypedDict):
    """moves --best: what a player would make next that does not see hidden cards; no moves where it would give up."""

    player: Literal["sampling", "simple"]
    moves: str


class SolutionObject(TypedDict):
    verdict: Verdict
    best: NotRequired[BestPlayObject]
    moves: NotRequired[str]
    nodes: NotRequired[Count]
    ms: NotRequired[Milliseconds]
    cpu_ms: NotRequired[Milliseconds]
    limit: NotRequired[Limit]


class AnalysisObject(TypedDict):
    """analyse: the entry that threw the win away, and a move that would have kept it."""

    winnable_at_start: bool | None
    lost_at: Count | None
    lost_move: MoveText | None
    better: MoveText | None
    lost_between: NotRequired[
        Annotated[
            list[Count],
            Also(
                minItems=2,
                maxItems=2,
                description="First and last of the entries among which undecided positions hide the loss, if there "
                "is one.",
            ),
        ]
    ]
    unknown: Count
    best_totals: NotRequired[
        Annotated[
            list[int | None],
            Also(description="--goal score: what the best total still was after 0, 1, 2 … entries; null: not known."),
        ]
    ]
    points_lost: NotRequired[list[PointsLostObject]]
    verdicts: NotRequired[
        Annotated[
            list[Literal[Verdict, None]],
            Also(description="--every-move: after 0, 1, 2 … entries; null on a line that was taken back."),
        ]
    ]


class StudyObject(TypedDict):
    """study: what was done to every seed; the lines of one study are equal in it."""

    variant: str
    options: dict[str, Any]
    player: PlayerName
    parameters: NotRequired[dict[str, int]]
    limits: NotRequired[dict[str, float]]
    shuffle: NotRequired[
        Annotated[str, Also(pattern="^[a-z0-9-]+$", description="Whose seeds they are; absent: our own.")]
    ]
    version: str


class RecordObject(TypedDict):
    """A record: what its maker writes, then what commands add."""

    solit: Annotated[Literal[1], Also(description="The version of this schema.")]
    variant: Annotated[str, Also(description="A game: `solit rules` tells of all.")]
    options: NotRequired[
        Annotated[
            dict[str, Any],
            Also(description="Rule options that differ from what is usual, or were given; absent: the default."),
        ]
    ]
    deck: NotRequired[Annotated[str | list[CardText], Also(description="52 cards in dealing order.")]]
    source: NotRequired[Annotated[str, Also(description="NAME:SEED of the shuffle that deals the deck.")]]
    start: NotRequired[PositionText]
    moves: NotRequired[Annotated[str | list[MoveText], Also(description="The entries of a game; absent: a deal.")]]
    at_ms: NotRequired[
        Annotated[
            list[Count],
            Also(description="Milliseconds since the deal, one for each entry of moves, never decreasing."),
        ]
    ]
    end_ms: NotRequired[Annotated[Count, Also(description="When an open game was left.")]]
    claim: NotRequired[ClaimObject]
    layout: NotRequired[LayoutObject]
    validation: NotRequired[ValidationObject]
    score: NotRequired[ScoreObject]
    legal: NotRequired[
        Annotated[
            list[MoveText],
            Also(uniqueItems=True, description="moves: by source, target, count; d and r first."),
        ]
    ]
    status: NotRequired[StatusWord]
    position: NotRequired[PositionText]
    best: NotRequired[BestObject]
    solution: NotRequired[Annotated[SolutionObject, OPEN]]
    analysis: NotRequired[AnalysisObject]
    study: NotRequired[StudyObject]
    error: NotRequired[IllegalError | UnreadableError]
