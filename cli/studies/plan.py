"""What a study does with every seed, and the line that comes of one seed."""

from dataclasses import dataclass, field
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Any

from solit.cli.lines.filter import YES, Item
from solit.cli.lines.streams import encode

if TYPE_CHECKING:
    from solit.engine.layout import Game
    from solit.engine.state import State

PLAYERS = ("solver", "simple", "sampling")


@dataclass(frozen=True, slots=True)
class Plan:
    """A study without its seeds. Two files belong together when their plans are equal.

    `options`: those that differ from the variant's defaults. `parameters`: the player's. `limits`: the solver's, for
    each deal: `timeout` in seconds, `nodes`, `memory` in MiB, left out where there is none.
    """

    variant: str
    options: dict[str, Any]
    player: str
    version: str
    parameters: dict[str, int] = field(default_factory=dict)
    limits: dict[str, float] = field(default_factory=dict)

    @property
    def study(self) -> dict[str, Any]:
        """The key `study` of every line."""
        told: dict[str, Any] = {"variant": self.variant, "options": self.options, "player": self.player}
        if self.parameters:
            told["parameters"] = self.parameters
        if self.limits:
            told["limits"] = self.limits
        told["version"] = self.version
        return told

    def line(self, seed: int) -> bytes:
        """The whole line of one seed, its line feed included."""
        return encode(self.record(seed))

    def record(self, seed: int) -> dict[str, Any]:
        """Deal a seed and solve or play it. All randomness comes from the seed."""
        from solit.deals.records import deal_record
        from solit.engine.rules import build_game, deal

        game = build_game(self.variant, self.options)
        record, deck = deal_record("solit", seed, self.variant, self.options)
        if self.player == "solver":
            self._solve(game, deal(game, deck), record)
        else:
            self._play(game, deal(game, deck), record, seed)
        record["study"] = self.study
        return record

    def _solve(self, game: "Game", state: "State", record: dict[str, Any]) -> None:
        from solit.cli.commands.solve import solution_object
        from solit.engine.search.solver import solve

        found = solve(
            game,
            state,
            timeout=self.limits.get("timeout"),
            nodes=int(self.limits["nodes"]) if "nodes" in self.limits else None,
            memory=int(self.limits["memory"]),
        )
        record["solution"] = solution_object(found)

    def _play(self, game: "Game", state: "State", record: dict[str, Any], seed: int) -> None:
        from solit.engine.players.table import play

        begun = perf_counter()
        outcome = play(game, state, _seat(self, game, seed))
        record["moves"] = " ".join(outcome.moves)
        for judge in _judges():  # what the player did is judged as any record is
            judge.answer(Item(record, False, YES, b"", seed, None))
        record["_ms"] = round(1000 * (perf_counter() - begun), 3)


def _seat(plan: Plan, game: "Game", seed: int) -> Any:
    if plan.player == "simple":
        from solit.engine.players.simple import Simple

        return Simple(game)
    from solit.engine.players.sampling import Sampling

    return Sampling(game, seed, **plan.parameters)


@lru_cache(maxsize=1)
def _judges() -> tuple[Any, ...]:
    from solit.cli.commands.score import score_filter
    from solit.cli.commands.validate import validation_filter

    return validation_filter(False, False, False), score_filter(None, None, False)
