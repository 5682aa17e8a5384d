"""A game that is being played: each entry judged by the rules as it comes, timed, and kept as a record.

>>> from solit.deals.session import Session, new_record
>>> session = Session(new_record("klondike", {"draw": 1}, seed=2))
>>> session.enter("d")
"""

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

from solit.deals.records import Judged, deal_record, judge
from solit.deals.shuffles import random_seed
from solit.engine.analysis import Analysis, analyse
from solit.engine.errors import IllegalMove, SolitError
from solit.engine.layout import Game, Role
from solit.engine.moves import FOUNDATIONS, OWN_FOUNDATION, STOCK, Event, Move, move_text, parse_move
from solit.engine.players.advice import ADVISERS
from solit.engine.record import OUTPUT_KEYS
from solit.engine.rules import check_options
from solit.engine.scoring import Score
from solit.engine.search.solver import Answer, solve
from solit.engine.sheets import Sheet
from solit.engine.state import State

_OF_THE_GAME = frozenset(("moves", "at_ms", "end_ms", "claim", *OUTPUT_KEYS))
"""The keys of a record that describe its game as it was before this session."""

HINT_SECONDS, ANALYSIS_SECONDS = 10.0, 5.0
"""What the solver is given for a hint, and for each position where a game that was given up is looked through."""


class GameEnded(SolitError):
    """The game was given up, so that nothing can be entered any more (`given-up`), or there is no move to hint at
    (`game-over`)."""


def new_record(
    variant: str = "klondike", options: Mapping[str, Any] | None = None, seed: int | None = None, shuffle: str = "solit"
) -> dict[str, Any]:
    """The record of a deal, to begin a session with; without a seed one is drawn.

    Raises `RecordError` and `OptionError`, as `build_game` and `shuffles.shuffle` do.
    """
    given = dict(options or {})
    check_options(variant, given)
    return deal_record(shuffle, random_seed(shuffle) if seed is None else seed, variant, given)[0]


class Session:
    """One game at one table. It knows no terminal; whoever sits there enters moves and looks at the position.

    `record`: the JSON object of a deal, or of a game that is gone on with; its own keys (`_…`) stay. The clock runs
    from where the record ends (its `end_ms`, else its last entry): time between two sessions does not count, and the
    record's `_resumed` tells when it was taken up again. A game with entries and without times goes on without.
    `clock`: seconds from any beginning. Raises `RecordError` for what is no record, `IllegalMove` for an illegal game.
    """

    def __init__(self, record: Mapping[str, Any], clock: Callable[[], float] = monotonic) -> None:
        played = judge(record)
        if played.error is not None:
            raise played.error
        self._clock = clock
        self._begun = clock()
        self._texts = played.moves
        kept = {name: value for name, value in record.items() if name not in _OF_THE_GAME}
        self._own = {name: kept.pop(name) for name in list(kept) if name[:1] == "_"}
        self._base = {"solit": kept.pop("solit"), "variant": kept.pop("variant"), "options": {}, **kept}
        times = record.get("at_ms", None if self._texts else [])
        self._times: list[int] | None = None if times is None else list(times)
        self._before = 0  # milliseconds on the clock when this session began
        self._touched = False
        self._left: int | None = None  # what the clock showed when the game was given up
        if self._texts and self._times is not None:
            self._before = max(self._times[-1], record.get("end_ms", 0))
        if self._texts and played.status == "open" and not self.gave_up:
            self._note("_resumed", self._before if self._times is not None else len(self._texts))
        self._too_late = played.status == "lost" and played.reason == "time"
        self._judged = judge(self._spelled())
        self._settled = self._nothing_follows()

    # --- what there is to see ---

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._judged.game

    @property
    def state(self) -> State:
        """The position, hidden cards and all: it is for whoever draws the picture to leave them out."""
        return self._judged.state

    @property
    def moves(self) -> list[str]:
        """The texts of the entries so far."""
        return list(self._texts)

    @property
    def gave_up(self) -> bool:
        """Whether the player gave the game up."""
        return self._own.get("_gave_up") is True

    @property
    def timed(self) -> bool:
        """Whether its entries have times."""
        return self._times is not None

    @property
    def elapsed_ms(self) -> int:
        """Milliseconds since the deal; they stop with the game. 0 in one without times."""
        if self._times is None:
            return 0
        if self._left is not None:
            return self._left
        last = self._times[-1] if self._times else 0
        if self._settled:
            return last
        if self._too_late or self.gave_up:
            return max(self._before, last)
        return max(self._before + int(1000 * (self._clock() - self._begun)), last)

    def now(self) -> Judged:
        """The game as it is judged at this moment: an open one may have run out of time."""
        if self._judged.status == "open" and self._times is not None and self.game.time_limit:
            return judge({**self._spelled(), "end_ms": self.elapsed_ms})
        return self._judged

    @property
    def status(self) -> str:
        """`won`, `lost` or `open`, at this moment."""
        return self.now().status or "open"

    @property
    def over(self) -> bool:
        """Whether nothing can be entered any more: won, lost for good or given up.

        A game without a legal move is not over while its last move can be taken back.
        """
        return self.gave_up or self._settled or self.now().reason == "time"

    @property
    def legal(self) -> list[str]:
        """The texts of the legal moves, in order; `[]` in a game that is over. A take-back is none of them."""
        return [] if self.gave_up else self.now().legal

    def score(self, sheet: str | Sheet | None = None) -> Score:
        """The score at this moment on a sheet (None: the variant's own). Raises `RecordError`."""
        return self.now().score(sheet)

    @property
    def touched(self) -> bool:
        """Whether this session has added anything to the record: an entry, a hint, that it was given up."""
        return self._touched

    # --- playing ---

    def enter(self, text: str) -> tuple[Event, ...]:
        """Make an entry, a move or the take-back `u`, and tell what it did.

        Raises `RecordError` (`move-text`) for what is no move, `IllegalMove` with the rule's sentence for what the
        rules refuse, `GameEnded`; nothing is entered then.
        """
        parse_move(text)
        if self.gave_up:
            raise GameEnded("given-up", "the game was given up")
        if self._too_late:  # the entry itself would come after the limit
            raise IllegalMove(
                "out-of-time",
                f"the time limit of {self.game.time_limit} s was over when the game was left",
                move=text,
                position=self._judged.position,
                index=len(self._texts),
            )
        times = None if self._times is None else [*self._times, self.elapsed_ms]
        judged = judge(self._spelled([*self._texts, text], times), logging=True)
        if judged.error is not None:
            raise judged.error
        self._texts.append(text)
        self._touched = True
        self._times, self._judged = times, judged
        self._settled = self._nothing_follows()
        return judged.events[-1]

    def _nothing_follows(self) -> bool:
        """Whether the game is won, or lost with no move that could be taken back."""
        if self._judged.status != "lost":
            return self._judged.status == "won"
        times = None if self._times is None else [*self._times, self._times[-1] if self._times else 0]
        return judge(self._spelled([*self._texts, "u"], times)).error is not None

    def refusal(self, text: str) -> IllegalMove | None:
        """What the rules say against an entry at this moment; None where it could be made. Nothing is entered."""
        times = None if self._times is None else [*self._times, self.elapsed_ms]
        return judge(self._spelled([*self._texts, text], times)).error

    def moves_from(self, source: int) -> list[Move]:
        """The legal moves of a place's cards (of the stock: to draw or to redeal), in order."""
        moves = [parse_move(text) for text in self.legal]
        if source == STOCK:
            return [move for move in moves if move.act in ("draw", "redeal")]
        return [move for move in moves if move.source == source]

    def move_between(self, source: int, count: int, target: int) -> str:
        """The text of the move that takes `count` cards of a place to another one, legal or not.

        Where the rules want another number of cards and there is only one that they take, it is that; the top card
        alone stands for any number. Any foundation as target is the card's own.
        """
        to_foundation = target in FOUNDATIONS
        goal = OWN_FOUNDATION if to_foundation else target
        wanted = Move("move", source, goal, 1 if to_foundation else count)
        fitting = [move for move in self.moves_from(source) if move.act == "move" and move.target == goal]
        if wanted not in fitting and len(fitting) == 1 and count == 1:
            return move_text(fitting[0])
        column = self.game.roles[source] is Role.COLUMN
        return move_text(wanted if column else wanted._replace(count=1))

    def targets(self, source: int, count: int) -> list[int]:
        """The places that `count` cards of a place may go to, as `move_between` takes it; foundations by their suit."""
        pile = self.state.piles[source]
        if not pile:
            return []
        legal = set(self.legal)
        goals = {move.target for move in self.moves_from(source) if move.act == "move"}
        own = FOUNDATIONS[pile[-1] // 13]
        places = sorted([own if goal == OWN_FOUNDATION else goal for goal in goals])
        return [place for place in places if self.move_between(source, count, place) in legal]

    # --- help ---

    def hint(self, player: str = ADVISERS[0]) -> list[str]:
        """The moves that a player wants to make next who sees only what has lain face up; `[]`: it would give up.

        The record's `_hints` tells of it. Raises `RecordError` (`player-unknown`), `GameEnded`.
        """
        self._check_open()
        told = self._judged.advice(player)
        self._note_hint(player, told)
        return told

    def solver_hint(self, timeout: float = HINT_SECONDS) -> Answer:
        """What the solver says of the position, every card known. The record's `_hints` tells of it.

        `timeout` in seconds. Raises `GameEnded`.
        """
        self._check_open()
        answer = solve(self.game, self.state, timeout=timeout)
        self._note_hint("solver", answer.moves, verdict=answer.verdict)
        return answer

    def _check_open(self) -> None:
        if self.gave_up or self.status != "open":
            raise GameEnded("game-over", "the game is over: there is nothing to hint at")

    def _note_hint(self, by: str, moves: list[str], **more: str) -> None:
        self._touched = True
        note: dict[str, Any] = {"entry": len(self._texts)}
        if self._times is not None:
            note["at_ms"] = self.elapsed_ms
        self._note("_hints", {**note, "by": by, "move": moves[0] if moves else None, **more})

    def give_up(self) -> None:
        """End the game as it is: nothing can be entered any more, and the record says `_gave_up`."""
        if not self.over:
            self._left = self.elapsed_ms
            self._own["_gave_up"] = True
            self._touched = True

    def analyse(self, timeout: float = ANALYSIS_SECONDS, *, stop: Callable[[], bool] = lambda: False) -> Analysis:
        """Where the game was lost, every card known: for a game that is over.

        `timeout`: seconds for each position; once `stop` says so the rest stays undecided. Raises `RuntimeError` for a
        game that is not over: it would show hidden cards.
        """
        if not self.over:
            raise RuntimeError("the game is not over: looking through it would show hidden cards")

        def ask(game: Game, state: State) -> Answer:
            return Answer("unknown") if stop() else solve(game, state, timeout=timeout)

        return analyse(self._judged.played, self._texts, ask)

    # --- the record ---

    @property
    def record(self) -> dict[str, Any]:
        """The game as it is at this moment, as a JSON object; an open one with times ends now."""
        told = self._spelled()
        if self._times is not None and self._judged.status == "open":
            told["end_ms"] = self.elapsed_ms
        return {**told, **self._own}

    def _spelled(self, texts: list[str] | None = None, times: list[int] | None = None) -> dict[str, Any]:
        """The record's object without its end and without its own keys; with other entries where they are given."""
        told = {**self._base, "moves": " ".join(self._texts if texts is None else texts)}
        if self._times is not None:
            told["at_ms"] = list(self._times) if times is None else times
        return told

    def _note(self, name: str, value: Any) -> None:
        """Add to one of the record's own lists; what else stood there is its first element."""
        old = self._own.get(name, [])
        self._own[name] = [*(old if isinstance(old, list) else [old]), value]
