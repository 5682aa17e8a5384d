"""A recorded game step by step: each position, the entry that led to it in words, its time and the score so far."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from solit.deals.records import Judged
from solit.engine.cards import RANK_NAMES, SUIT_NAMES
from solit.engine.clauses import whole_columns
from solit.engine.layout import Game
from solit.engine.moves import FOUNDATIONS, PLACES, STOCK, WASTE, Event, parse_move
from solit.engine.rules import status
from solit.engine.scoring import Running, Score
from solit.engine.sheets import Sheet
from solit.engine.state import State
from solit.engine.words import Reason, Status


class Stage(NamedTuple):
    """A position of a game.

    `entries`: how many entries led to it; `move`: the text of the last of them, `told` what it did in words (both ""
    at the start), `takes_back`: the entry that it took back, None where it is no take-back.
    `taken_back`: whether a later entry takes the last one back; `stands`: whether the position lies on the line that
    stands at the end. `at_ms`: its time, None without times; `score`: as if the record ended here (a deal's is 0).
    """

    entries: int
    state: State
    move: str
    told: str
    takes_back: int | None
    taken_back: bool
    stands: bool
    at_ms: int | None
    score: Score


class _Along(NamedTuple):
    """See `scoring.Reached`."""

    game: Game
    state: State
    status: Status | None
    reason: Reason | None
    last_ms: int | None
    end_ms: int | None

    @property
    def home(self) -> int:
        return sum([len(self.state.piles[place]) for place in FOUNDATIONS])

    @property
    def suits_in_columns(self) -> int:
        return whole_columns(self.game, self.state)


def stages(
    judged: Judged, record: Mapping[str, Any], sheet: str | Sheet | None = None, time_bonus: int | None = None
) -> list[Stage]:
    """The positions of a game that was judged with `logging`, from its start to its end or its wrong entry.

    `record`: the JSON object that was judged; `sheet` and `time_bonus` as in `scoring.score`, which raises the same.
    """
    game, moves, events = judged.game, judged.moves, judged.events
    times: Sequence[int] | None = record.get("at_ms")
    undoes = [moves[entry] == "u" for entry in range(len(events))]
    latest, undone = _taken_back(undoes)
    lost = _lost_line(undoes, undone)
    running = Running(game, sheet, time_bonus)
    result = []
    for entries, state in enumerate(judged.positions()):
        entry = entries - 1
        at_ms = None if times is None else times[entry] if entries else 0
        told = ""
        if entries and undoes[entry]:
            running.take_back()
            told = f"Takes back entry {latest[entry]}, {moves[latest[entry]]}"
        elif entries:
            running.book([(event.kind, event.number) for event in events[entry]])
            told = entry_text(game, moves[entry], events[entry])
        if entries == len(events):
            reached = _end(judged, state, at_ms)
        else:  # a game goes on from a stuck position by a take-back only
            stuck = undoes[entries] and status(game, state) == "lost"
            reached = _Along(game, state, "lost" if stuck else "open", "no-moves" if stuck else None, at_ms, None)
        score = Score(running.sheet.name) if judged.is_deal else running.score(reached)
        result.append(
            Stage(
                entries,
                state,
                moves[entry] if entries else "",
                told,
                latest.get(entry),
                entry in undone,
                entries not in lost,
                at_ms,
                score,
            )
        )
    return result


def _end(judged: Judged, state: State, at_ms: int | None) -> _Along:
    """The end of a game as its judge sees it; where an entry was refused, as if the record ended before that."""
    if judged.error is None:
        return _Along(judged.game, state, judged.status, judged.reason, at_ms, judged.played.end_ms)
    reached = status(judged.game, state)
    return _Along(judged.game, state, reached, "no-moves" if reached == "lost" else None, at_ms, None)


def _taken_back(undoes: Sequence[bool]) -> tuple[dict[int, int], set[int]]:
    """For each take-back the entry that it takes back, and all entries that are."""
    standing: list[int] = []
    latest = {}
    for entry, undo in enumerate(undoes):
        if undo:
            latest[entry] = standing.pop()
        else:
            standing.append(entry)
    return latest, set(latest.values())


def _lost_line(undoes: Sequence[bool], undone: set[int]) -> set[int]:
    """The numbers of entries after which a move stood that did not stand to the end."""
    result = set()
    standing: list[bool] = []  # of each move that stands now: whether it will be taken back
    gone = 0
    for entry, undo in enumerate(undoes):
        if undo:
            gone -= standing.pop()
        else:
            standing.append(entry in undone)
            gone += entry in undone
        if gone:
            result.add(entry + 1)
    return result


# --- words -----------------------------------------------------------------------------------------------------------


def card_words(card: int) -> str:
    """A card for the ear: `7 of hearts`."""
    return f"{RANK_NAMES[card % 13]} of {SUIT_NAMES[card // 13]}"


def place_words(place: int) -> str:
    """A place for the ear: `column 3`, `the top of pyramid 1`."""
    if place in (STOCK, WASTE):
        return "the stock" if place == STOCK else "the waste"
    if place in FOUNDATIONS:
        return f"the foundation of {SUIT_NAMES[place - FOUNDATIONS[0]]}"
    name = PLACES[place]
    if name[0] == "t":
        return f"column {name[1]}"
    part = {"c": "the centre", "a": "the left overlap", "b": "the right overlap", "t": "the top"}[name[2]]
    return f"{part} of pyramid {name[1]}"


def entry_text(game: Game, move: str, events: Sequence[Event]) -> str:
    """What a move did, in words, without a full stop: `7 of hearts from column 3 to column 2; turns up 4 of spades`."""
    drawn = [event for event in events if event.kind == "draw"]
    parts = [_draw_text(game, drawn)] if drawn else []
    for event in events:
        if event.kind != "draw":
            parts.append(_event_text(move, event))
    text = "; ".join(parts)
    return text[:1].upper() + text[1:]


def _draw_text(game: Game, drawn: Sequence[Event]) -> str:
    cards = [card_words(event.card) for event in drawn if event.card is not None]
    if any(event.target != WASTE for event in drawn):
        deals = [f"{card} to {place_words(event.target or 0)}" for card, event in zip(cards, drawn, strict=True)]
        return f"deals {', '.join(deals)}"
    return f"draws {', '.join(cards)}"


def _event_text(move: str, event: Event) -> str:
    card = "" if event.card is None else card_words(event.card)
    target = "" if event.target is None else place_words(event.target)
    if event.kind == "redeal":
        return f"turns the waste over, pass {event.number} begins"
    if event.kind == "reveal":
        return f"turns up {card} in {target}"
    if event.kind == "wing":
        return f"opens {target}"
    if event.kind == "base":
        return f"{card} starts {target}"
    more = parse_move(move).count - 1
    group = f" and {more} more card{'' if more == 1 else 's'}" if more else ""
    source = "" if event.source is None else f" from {place_words(event.source)}"
    return f"{card}{group}{source} to {target}"


def verdict_text(judged: Judged) -> str:
    """What became of a record, in a few words: `won, 89 entries`, `illegal at entry 6, w-t4: red 8 …`, `a deal`."""
    error = judged.error
    if error is not None:
        return f"illegal at entry {error.index}, {error.move}: {error.message}"
    if judged.is_deal and judged.status == "open":
        return "a deal"
    return outcome_text(judged.status, judged.reason, judged.entries)


def outcome_text(status: str | None, reason: str | None, entries: int | None) -> str:
    """How a legal game stands: `lost on time, 12 entries`; `entries`: None of a deal."""
    told = {"time": " on time", "no-moves": ": no moves"}.get(reason or "", "")
    length = "a deal" if entries is None else f"{entries:,} {'entry' if entries == 1 else 'entries'}"
    return f"{status}{told}, {length}"
