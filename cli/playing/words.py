"""What both front ends say: the clock, the score, how a game stands, hints, and where it was lost."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from solit.cli.lines.streams import shown

if TYPE_CHECKING:
    from solit.deals.session import Session
    from solit.engine.search.solver import Answer
    from solit.engine.sheets import Sheet


def clock(session: "Session") -> str:
    """The time that has gone, and the limit: `1:05 of 5:00`; "" in a game without times."""
    if not session.timed:
        return ""
    limit = session.game.time_limit
    return _minutes(session.elapsed_ms // 1000) + (f" of {_minutes(limit)}" if limit else "")


def _minutes(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def title(session: "Session", sheet: "Sheet | None" = None) -> list[str]:
    """What stands over the board beside the game's name: whose deal, the score, the clock."""
    source = session.record.get("source")
    words = [shown(source, 40)] if isinstance(source, str) else []
    return [*words, f"score {session.score(sheet).total}", *[word for word in (clock(session),) if word]]


def standing(session: "Session") -> str:
    """How the game stands, in a sentence; "" while it is open and can be played."""
    now = session.now()
    if session.gave_up:
        return "The game is given up."
    if now.status == "won":
        return "The game is won!"
    if now.reason == "time":
        return f"The time is over: {session.game.time_limit} s is the limit. The game is lost."
    if now.status == "lost":
        return "No move is left: the game is lost" + ("." if session.over else ", unless u takes the last one back.")
    return ""


def items(session: "Session", sheet: "Sheet | None" = None) -> str:
    """The score with its items: `score 35: 4 foundation 40, 1 reveal 5`."""
    score = session.score(sheet)
    parts = [f"{item.count} {code} {item.points:+}" for code, item in score.items.items()]
    return f"Score {score.total} on {score.sheet}" + (f": {', '.join(parts)}." if parts else ".")


def hint_text(player: str, moves: Sequence[str]) -> str:
    """What a player who sees no hidden cards would do."""
    if not moves:
        return f"The {player} player sees nothing that gains anything: it would give up here."
    then = f", then {' '.join(moves[1:])}" if len(moves) > 1 else ""
    return f"The {player} player would play {moves[0]}{then}."


def answer_text(answer: "Answer") -> str:
    """What the solver knows."""
    if answer.verdict == "won":
        return f"Every card known, {answer.moves[0]} wins ({len(answer.moves)} moves to go)."
    if answer.verdict == "unwinnable":
        return "Every card known, the game can't be won any more."
    return "The solver did not find out in time whether the game can be won."


def add_analysis(record: dict[str, Any], found: Any) -> list[str]:
    """Put an analysis into a record, as `solit analyse` would, and tell it in sentences."""
    from solit.cli.commands.analyse import analysis_object, sentences

    record["analysis"] = analysis_object(found)
    return sentences(found)
