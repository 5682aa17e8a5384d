"""What a study does with every deal, and the line that comes of one deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Any

from solit.engine.rules import build_game, deal
from solit.engine.study.identity import OUR_SHUFFLE, given_options, read_study
from solit.engine.words import PlayerName

if TYPE_CHECKING:
    from solit.engine.layout import Game
    from solit.engine.scoring import Played
    from solit.engine.state import State


@dataclass(frozen=True, slots=True)
class Plan:
    """A study without its seeds. Two files belong together when their plans are equal.

    `options`: the variant's; those at their defaults are dropped. `player`: one of `PLAYERS`. `parameters`: the
    sampling player's, `samples` a decision and `nodes` a sample. `limits`: the solver's, for each deal: `timeout` in
    seconds and `nodes` (left out where there is none) and `memory` in MiB. `shuffle`: whose seeds they are. `version`:
    of solit, by default the one at work.

    Raises `RecordError` for an unknown variant, `OptionError`, and `StudyFault` (`study-line`) for what its lines would
    be refused for.
    """

    variant: str
    options: Mapping[str, Any] = field(default_factory=dict)
    player: PlayerName = "solver"
    version: str = ""
    parameters: Mapping[str, int] = field(default_factory=dict)
    limits: Mapping[str, float] = field(default_factory=dict)
    shuffle: str = OUR_SHUFFLE

    def __post_init__(self) -> None:
        given = given_options(self.variant, self.options)
        parameters, limits = dict(self.parameters), dict(self.limits)
        if self.player == "sampling":
            parameters = {"samples": 8, "nodes": 2000} | parameters
        if self.player == "solver":
            limits.setdefault("memory", 2000)
        made: dict[str, Any] = {"options": given, "parameters": parameters, "limits": limits}
        made["version"] = self.version or _own_version()
        for name, value in made.items():
            object.__setattr__(self, name, value)
        read_study(self.study)

    @property
    def study(self) -> dict[str, Any]:
        """The key `study` of every line."""
        told: dict[str, Any] = {"variant": self.variant, "options": self.options, "player": self.player}
        if self.parameters:
            told["parameters"] = self.parameters
        if self.limits:
            told["limits"] = self.limits
        if self.shuffle != OUR_SHUFFLE:
            told["shuffle"] = self.shuffle
        told["version"] = self.version
        return told

    @property
    def game(self) -> "Game":
        """The game that is studied."""
        return build_game(self.variant, self.options)

    def deal(self, deck: Sequence[int], source: str | None = None) -> dict[str, Any]:
        """The record of a deck, 52 card numbers in dealing order, before anything is done with it."""
        from solit.engine.cards import cards_text

        record = {"solit": 1, "variant": self.variant, "options": self.options, "deck": cards_text(deck)}
        return record if source is None else {**record, "source": source}

    def record(self, deck: Sequence[int], seed: int = 0, source: str | None = None) -> dict[str, Any]:
        """The line of one deal, with `solution`, or `moves`, `validation`, `score` and `_ms` (wall time), and `study`.

        `seed`: what all chances of the player come from. `source`: the `NAME:SEED` that dealt this deck. Raises
        `SolverFault` or `PlayerFault`, which are faults of solit.
        """
        record = self.deal(deck, source)
        game = self.game
        state = deal(game, deck)
        if self.player == "solver":
            self._solve(record, game, state)
        else:
            self._play(record, game, state, seed)
        record["study"] = self.study
        return record

    def failed(self, deck: Sequence[int], source: str, code: str, message: str) -> dict[str, Any]:
        """The line of a deal that something went wrong with."""
        return {**self.deal(deck, source), "study": self.study, "error": {"code": code, "message": message}}

    def _solve(self, record: dict[str, Any], game: "Game", state: "State") -> None:
        from solit.engine.search.solver import solve

        found = solve(
            game,
            state,
            timeout=self.limits.get("timeout"),
            nodes=int(self.limits["nodes"]) if "nodes" in self.limits else None,
            memory=int(self.limits["memory"]),
        )
        record["solution"] = found.as_dict()

    def _play(self, record: dict[str, Any], game: "Game", state: "State", seed: int) -> None:
        from solit.engine.players.table import play
        from solit.engine.scoring import score

        begun = perf_counter()
        outcome = play(game, state, self._seat(game, seed))
        record["moves"] = " ".join(outcome.moves)
        played = _judged(record)  # what the player did is judged as any record is
        validation: dict[str, Any] = {"valid": True, "status": played.status}
        if played.reason is not None:
            validation["reason"] = played.reason
        validation["moves"] = len(outcome.moves)
        if "source" in record:
            validation["source"] = "checked"
        record["validation"] = validation
        record["score"] = score(played).as_dict()
        record["_ms"] = round(1000 * (perf_counter() - begun), 3)

    def _seat(self, game: "Game", seed: int) -> Any:
        if self.player == "simple":
            from solit.engine.players.simple import Simple

            return Simple(game)
        from solit.engine.players.sampling import Sampling

        return Sampling(game, seed, **self.parameters)


def _judged(record: dict[str, Any]) -> "Played":
    """The game of a record, replayed; raises `PlayerFault` where the rules refuse it."""
    from solit.engine.fast import walk_record
    from solit.engine.players.table import PlayerFault

    walk = walk_record(record)
    error = None if walk is None else walk.error
    if walk is None or error is not None:
        told = "it is no record" if error is None else error.message
        raise PlayerFault("player-fault", f"a player's game does not replay, a fault of solit: {told}")
    return walk


@lru_cache(maxsize=1)
def _own_version() -> str:
    from importlib.metadata import version

    return version("solit")
