"""The standings of an event: what each player's games are worth, who is ahead, and what a host has to look at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Literal, NamedTuple

from solit.deals.records import Judged
from solit.deals.tournament import Membership, TournamentEvent
from solit.engine.scoring import unused_seconds
from solit.engine.sheets import Sheet

Order = Literal["total", "won", "unused_seconds", "played"]
ORDERS: tuple[Order, ...] = ("total", "won", "unused_seconds", "played")
"""What players can be ranked by, more being better."""


class Where(NamedTuple):
    """Where a game was read: its `line`, from 1, and its `file` where there are several."""

    line: int
    file: str | None = None


class Attempt(NamedTuple):
    """A legal game of a player on a deal: `where` it was read and what it is worth.

    `total`: its score; `items`: the code, count and points of each item of it; `won`: whether it is won; `unused`:
    seconds of the time limit that were left; `digest`: of its moves, None where it has none.
    """

    where: Where
    total: int
    items: tuple[tuple[str, int, int], ...]
    won: bool
    unused: int
    digest: bytes | None


@dataclass(slots=True)
class Entrant:
    """A player: the game that counts for each deal, further games on the same deals, and games that count nowhere."""

    counted: dict[int, Attempt] = field(default_factory=dict)
    repeats: list[tuple[int, Attempt]] = field(default_factory=list)
    refused: list[dict[str, Any]] = field(default_factory=list)


class Standings:
    """Adds up games, one at a time: `add` each, then `rows`. Memory goes by player and deal, not by game.

    Without an event its deals are those that the games were played on, numbered as they come. Of several games of one
    player on one deal the first counts, or with `best` the one with most points (then the first of these). Illegal
    games and those that are not in order in the event count nowhere; they are named.
    """

    def __init__(
        self,
        event: TournamentEvent | None = None,
        *,
        sheet: Sheet | None = None,
        time_bonus: int | None = None,
        best: bool = False,
    ) -> None:
        self.event = event
        self.sheet = sheet
        self.time_bonus = time_bonus
        self.best = best
        self.players: dict[tuple[str, Any], Entrant] = {}  # by type too: True and 1 are equal
        self._met: dict[object, int] = {}  # deals of the games, where there is no event
        self._names: list[str] = []

    @property
    def deals(self) -> list[str]:
        """The names of the deals by number: their sources, where they have any."""
        return self._names if self.event is None else self.event.names

    def add(self, player: str | float | bool | None, judged: Judged, obj: Mapping[str, Any], where: Where) -> bool:
        """Take a judged record, `obj` its JSON object; False where the game counts nowhere. Deals count as no game.

        Raises `RecordError` (`sheet-not-for-variant`).
        """
        if judged.is_deal:
            return True
        entrant = self.players.setdefault((type(player).__name__, player), Entrant())
        member = self._membership(judged, obj)
        error = judged.error
        if error is not None or not member.ok:
            told: dict[str, Any] = {"deal": member.deal, **_place(where)}
            if error is None:
                told |= {"code": member.code, "message": member.message}
            else:
                told |= {"code": error.code, "message": error.message, "index": error.index, "move": error.move}
            entrant.refused.append(told)
            return False
        assert member.deal is not None
        self._count(entrant, member.deal, self._attempt(judged, obj, where))
        return True

    def _membership(self, judged: Judged, obj: Mapping[str, Any]) -> Membership:
        if self.event is not None:
            return self.event.find(judged, obj)
        settings = tuple(judged.game.settings.items())
        key = (judged.game.variant, settings, judged.deck or judged.start)
        number = self._met.setdefault(key, len(self._met))
        if number == len(self._names):
            source = obj.get("source")
            self._names.append(source if isinstance(source, str) else f"deal {number}")
        return Membership(number)

    def _attempt(self, judged: Judged, obj: Mapping[str, Any], where: Where) -> Attempt:
        score = judged.score(self.sheet, self.time_bonus)
        items = tuple([(code, item.count, item.points) for code, item in score.items.items()])
        text = " ".join(judged.moves)
        digest = blake2b(text.encode(), digest_size=16).digest() if text else None
        return Attempt(where, score.total, items, judged.status == "won", unused_seconds(judged.played) or 0, digest)

    def _count(self, entrant: Entrant, deal: int, attempt: Attempt) -> None:
        before = entrant.counted.get(deal)
        if before is None:
            entrant.counted[deal] = attempt
        elif self.best and attempt.total > before.total:
            entrant.counted[deal] = attempt
            entrant.repeats.append((deal, before))
        else:
            entrant.repeats.append((deal, attempt))

    def games_of(self, player: Any) -> list[tuple[int, Attempt]]:
        """The games of a player that count, by number of their deal."""
        return sorted(self.players[type(player).__name__, player].counted.items())

    def rows(self, order: Sequence[Order] = ("total", "won", "unused_seconds")) -> list[dict[str, Any]]:
        """A row a player, by rank and then by the player's text; players who are equal in `order` share a rank.

        Keys: `rank`, `player`, `played` and `missing` (deals), `won`, `total`, `items` as in a score, `unused_seconds`,
        `illegal` (games that count nowhere), `repeats` (further games), `same_moves` (deals that others played move
        for move alike, and who).
        """
        alike = self._alike()
        rows = [self._row(key, entrant, alike) for key, entrant in self.players.items()]
        rows.sort(key=lambda row: ([-row[name] for name in order], str(row["player"])))
        for number, row in enumerate(rows):
            before = rows[number - 1] if number else None
            shared = before is not None and all(row[name] == before[name] for name in order)
            row["rank"] = before["rank"] if shared and before is not None else number + 1
        return rows

    def _alike(self) -> dict[tuple[int, bytes], list[tuple[str, Any]]]:
        """The players of each way, met with more than once, to play a deal."""
        met: dict[tuple[int, bytes], list[tuple[str, Any]]] = {}
        for key, entrant in self.players.items():
            for deal, attempt in entrant.counted.items():
                if attempt.digest is not None:
                    met.setdefault((deal, attempt.digest), []).append(key)
        return {game: keys for game, keys in met.items() if len(keys) > 1}

    def _row(
        self, key: tuple[str, Any], entrant: Entrant, alike: Mapping[tuple[int, bytes], list[tuple[str, Any]]]
    ) -> dict[str, Any]:
        games = entrant.counted.values()
        items: dict[str, dict[str, int]] = {}
        for game in games:
            for code, count, points in game.items:
                item = items.setdefault(code, {"count": 0, "points": 0})
                item["count"] += count
                item["points"] += points
        same = []
        for deal, game in sorted(entrant.counted.items()):
            others = [] if game.digest is None else alike.get((deal, game.digest), [])
            if others:
                same.append({"deal": deal, "players": [other[1] for other in others if other != key]})
        return {
            "rank": 0,
            "player": key[1],
            "played": len(entrant.counted),
            "missing": len(self.deals) - len(entrant.counted),
            "won": sum([game.won for game in games]),
            "total": sum([game.total for game in games]),
            "items": items,
            "unused_seconds": sum([game.unused for game in games]),
            "illegal": entrant.refused,
            "repeats": [
                {"deal": deal, **_place(game.where), "total": game.total, "won": game.won}
                for deal, game in sorted(entrant.repeats)
            ],
            "same_moves": same,
        }


def _place(where: Where) -> dict[str, Any]:
    return {"line": where.line} if where.file is None else {"line": where.line, "file": where.file}
