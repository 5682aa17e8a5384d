"""Recorded games as one page to look through them: all that it shows is computed here, its script only shows."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from solit.cli.lines.files import write_file
from solit.cli.lines.streams import shown
from solit.cli.lines.verdicts import claim_text
from solit.cli.pages import frame
from solit.cli.pictures import felt
from solit.deals.records import Judged, judge
from solit.deals.replay import Stage, stages, verdict_text
from solit.engine.errors import IllegalMove
from solit.engine.layout import option_text
from solit.engine.moves import OWN_FOUNDATION, PLACES, WASTE, parse_move
from solit.engine.sheets import Sheet
from solit.engine.state import State

MOST_NAME = 80


class Album:
    """Games for one page; `reveal`: hidden cards are shown at first."""

    def __init__(self, reveal: bool = False) -> None:
        self.reveal = reveal
        self.games: list[dict[str, Any]] = []

    def add(self, record: Mapping[str, Any], where: str, at: int | None = None) -> IllegalMove | None:
        """Take a record, as if it ended after `at` entries; returns why its game is illegal. Raises `RecordError`."""
        judged = judge(record, at, logging=True)
        self.games.append(game_data(judged, record, where))
        return judged.error

    def write(self, path: str) -> None:
        """Write the page, where there is a game: a file that was there is not lost to a wrong name."""
        if self.games:
            write_file(path, page(self.games, reveal=self.reveal))


def page(games: Sequence[Mapping[str, Any]], *, reveal: bool = False) -> str:
    """The whole page of games as `game_data` gives them; `reveal`: hidden cards are shown at first."""
    fan = {"up": felt.FAN_UP, "down": felt.FAN_DOWN, "waste": felt.FAN_WASTE}
    card = {"width": felt.CARD_WIDTH, "height": felt.CARD_HEIGHT}
    data = {"games": list(games), "fan": fan, "card": card, "reveal": reveal}
    name = games[0]["name"] if len(games) == 1 else f"{len(games)} games"
    script = frame.join(["", frame.asset("board.js"), frame.asset("replay.js")], "\n")
    body = frame.fill("replay.html", data=frame.json_block(data), script=script)
    return frame.page(f"{name} · solit replay", body, [frame.asset("replay.css")], script)


def game_data(
    judged: Judged,
    record: Mapping[str, Any],
    where: str = "",
    sheet: str | Sheet | None = None,
    time_bonus: int | None = None,
) -> dict[str, Any]:
    """What the page's script shows of a record that was judged with `logging`; `where`: the line it came from.

    Raises `RecordError` (`sheet-not-for-variant`).
    """
    game = judged.game
    found = stages(judged, record, sheet, time_bonus)
    numbers = {place: n for n, place in enumerate(game.places)}
    passes = [step.state.passes for step in found] if game.counts_passes else []
    name = " · ".join([_text(record[key]) for key in ("_player", "source") if _is_text(record.get(key))])
    verdict = verdict_text(judged)
    data: dict[str, Any] = {
        "name": name or where or game.title,
        "where": where,
        "title": game.title,
        "facts": _facts(judged, record),
        "verdict": verdict,
        "outcome": "illegal" if judged.error is not None else judged.status,
        "places": [[PLACES[place], role.value] for place in game.places if (role := game.roles[place])],
        "boards": [form.as_dict(game) for form in felt.felts(game, [step.state for step in found])],
        "fan": max(game.draw_to.count(WASTE), 1),
        "circular": game.circular,
        "start": _piles(found[0].state, game.places),
        "steps": [_changes(before.state, after.state, game.places) for before, after in pairwise(found)],
        "moves": [step.move for step in found[1:]],
        "told": [step.told for step in found[1:]],
        "undone": [step.entries - 1 for step in found if step.taken_back],
        "sheet": found[0].score.sheet,
        "scores": _scores(found),
        "passes": passes,
        "passes_allowed": game.passes,
        "undo_allowed": game.undo or 0,
    }
    if "at_ms" in record:
        data["clock"] = {"at": [step.at_ms for step in found], "limit": game.time_limit, "end": judged.played.end_ms}
    if judged.error is not None:
        data["refused"] = _refused(judged, found[-1].state, numbers)
    bar = analysis_bar(record.get("analysis"), found)
    if bar is not None:
        data["analysis"] = bar
    return data


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _text(value: str) -> str:
    return shown(value, MOST_NAME)


def _facts(judged: Judged, record: Mapping[str, Any]) -> list[list[str]]:
    """What else there is to say of a record: name and value."""
    facts = [
        [key, _text(record[name])]
        for name, key in (("_player", "player"), ("source", "deal"))
        if name in record and _is_text(record[name])
    ]
    if judged.source == "unchecked":
        facts.append(["shuffle", "unknown to solit: the deal is as the record says"])
    facts += [[name, option_text(value)] for name, value in judged.game.settings.items()]
    if judged.error is None and judged.claim:
        wrong = judged.false_claims()
        facts.append(["claim", claim_text(wrong) if wrong else "true"])
    return facts


def _piles(state: State, places: Sequence[int]) -> list[list[Any]]:
    """The piles in the order of the game's places: cards from the bottom, and how many of them lie face down."""
    return [[list(state.piles[place]), state.down[place]] for place in places]


def _changes(before: State, after: State, places: Sequence[int]) -> list[list[Any]]:
    """The piles that an entry changed: number of the place, how many cards stay, the others, how many lie face down."""
    changed = []
    for n, place in enumerate(places):
        old, new = before.piles[place], after.piles[place]
        if old == new and before.down[place] == after.down[place]:
            continue
        keep = 0
        while keep < min(len(old), len(new)) and old[keep] == new[keep]:
            keep += 1
        changed.append([n, keep, list(new[keep:]), after.down[place]])
    return changed


def _scores(found: Sequence[Stage]) -> list[Any]:
    """For each position the total and the items (code, count, points); 0 where it is the one before."""
    told: list[Any] = []
    last = None
    for step in found:
        score = step.score
        row = [score.total, [[code, item.count, item.points] for code, item in score.items.items()]]
        told.append(0 if row == last else row)
        last = row
    return told


def _refused(judged: Judged, state: State, numbers: Mapping[int, int]) -> dict[str, Any]:
    """The wrong entry: its sentence, the cards that it would have moved, and the places that it names."""
    error = judged.error
    assert error is not None
    move = parse_move(error.move)
    pile = state.piles[move.source] if move.act in ("move", "turn") else ()
    cards = pile[-move.count :] if move.act == "move" else pile[-1:]
    target = move.target
    if target == OWN_FOUNDATION:
        target = 2 + cards[0] // 13 if cards else -1
    places = [numbers[place] for place in (move.source, target) if place in numbers]
    return {
        "move": error.move,
        "code": error.code,
        "message": error.message,
        "cards": [*cards, *state.piles[target][-1:]] if target in numbers else list(cards),
        "places": places,
        "after": judged.entries - error.index - 1,
    }


# --- analysis --------------------------------------------------------------------------------------------------------


def analysis_bar(analysis: object, found: Sequence[Stage]) -> dict[str, Any] | None:
    """What `analyse` said of a game, for each of its positions; None where that is not there or is none of this game.

    `verdicts`: `won`, `unwinnable`, `unknown`, or `gone` where later entries took the position back; `lost_at`,
    `lost_move` and `better` as in the analysis.
    """
    if not isinstance(analysis, Mapping):
        return None
    size = len(found)
    told = analysis.get("verdicts")
    lost_at, between = analysis.get("lost_at"), analysis.get("lost_between")
    if told is None:
        verdicts = _from_loss(analysis.get("winnable_at_start"), lost_at, between, size)
    elif isinstance(told, list) and len(told) >= size:
        verdicts = [word if word in ("won", "unwinnable") else "unknown" for word in told[:size]]
    else:
        return None
    if verdicts is None:
        return None
    verdicts = [word if step.stands else "gone" for word, step in zip(verdicts, found, strict=True)]
    bar: dict[str, Any] = {"verdicts": _runs(verdicts)}
    if _is_entry(lost_at, size - 1):
        bar["lost_at"] = lost_at
        for name in ("lost_move", "better"):
            if _is_text(analysis.get(name)):
                bar[name] = _text(analysis[name])
    return bar


def _is_entry(value: object, size: int) -> bool:
    return type(value) is int and 0 <= value < size


def _from_loss(start: object, lost_at: object, between: object, size: int) -> list[str] | None:
    """Verdicts by number of entries that follow from where the game was lost."""
    if start is not None and type(start) is not bool:
        return None
    if lost_at is not None:
        if type(lost_at) is not int or lost_at < 0:
            return None
        lost = max(size - lost_at - 1, 0)  # of a game that was cut before there is none
        return ["won"] * (size - lost) + ["unwinnable"] * lost
    if between is not None:
        if not (isinstance(between, list) and len(between) == 2 and all(_is_entry(n, size - 1) for n in between)):
            return None
        first, last = between
        # after the last of all entries it may still be open
        known = ["won" if start is True else "unknown"] * (first + 1)
        middle = ["unknown"] * (max(last, first) - first)
        rest = size - len(known) - len(middle)
        return known + middle + (["unknown"] if rest == 1 else ["unwinnable"] * rest)
    if start is None:
        return ["unknown"] * size
    return [("won" if start is True else "unwinnable")] * size


def _runs(words: Sequence[str]) -> list[list[Any]]:
    """Words in a row as word and number."""
    runs: list[list[Any]] = []
    for word in words:
        if runs and runs[-1][0] == word:
            runs[-1][1] += 1
        else:
            runs.append([word, 1])
    return runs
