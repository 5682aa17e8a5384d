"""What keeps a position from being one: every defect at once, each with a code and a sentence.

This is the door of the engine. What is asked from outside with a position (`legal_moves`, `solve` …) passes it through
`check_state` once; positions that the engine made itself are known by the latest one seen and not looked at again.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from solit.engine.cards import NUMBERS, TEXTS, deck_defects, deck_set
from solit.engine.errors import RecordError
from solit.engine.layout import Game, Role
from solit.engine.moves import PLACES, STOCK, WASTE
from solit.engine.state import MOST_PASSES, State, exposed

Defect = dict[str, Any]
_TOLD = 6  # defects that the sentence names; `where["defects"]` has them all
_latest: tuple[Game, State] | None = None


def check_state(game: Game, state: State) -> None:
    """Refuse what is no position of this game, whether play can reach it or not.

    Raises `RecordError` (`position`) with all defects at once (see `state_defects`) in `where["defects"]`.
    """
    global _latest
    if _latest is not None and _latest[1] is state and _latest[0] is game:
        return
    defects = state_defects(game, state)
    if defects:
        raise refusal(game, defects)
    _latest = game, state


def trust(game: Game, state: State) -> State:
    """`state` itself, made by the engine: the next `check_state` need not look at it."""
    global _latest
    _latest = game, state
    return state


def refusal(game: Game, defects: list[Defect], **where: Any) -> RecordError:
    """The error that tells these defects."""
    told = "; ".join([defect["message"] for defect in defects[:_TOLD]])
    more = f" and {len(defects) - _TOLD} more" if len(defects) > _TOLD else ""
    return RecordError("position", f"not a position of {game.variant}: {told}{more}", defects=defects, **where)


def state_defects(game: Game, state: State) -> list[Defect]:
    """Everything that keeps `state` from being a position of `game`; an empty list for a sound one.

    Each defect has `code` and `message`, most have `place`. Codes: those of `deck_defects` for cards lost, doubled or
    unknown; `state-form` (not 30 tuples of cards, 30 counts and a pass), `no-place`, `stock-size`, `pass`, `down`,
    `face-down`, `foundation`, `layout-place` (several cards on one), `covered` and `not-a-base`.
    """
    form = list(_form(state))
    if form:
        return form  # nothing else can be asked of it
    # The words of cards are wanted only where something is wrong with the deck.
    shape = _shape(game)
    cards = [card for pile in state.piles for card in pile]
    found: list[Defect] = []
    known = True
    if set(map(type, cards)) != {int} or len(cards) != len(shape.deck) or set(cards) != shape.deck:
        known = all([type(card) is int and 0 <= card < len(TEXTS) for card in cards])
        words = [_word(card) for card in cards]
        found = deck_defects(words, game.ranks)
    found += _passes(game, state)
    return found + placing_defects(game, state, known)


def placing_defects(game: Game, state: State, known: bool = True) -> list[Defect]:
    """Where cards lie as they can't, in a state that is built as one and holds the whole deck (`known`: only cards)."""
    found: list[Defect] = []
    shape = _shape(game)
    for place, pile in enumerate(state.piles):
        hidden = state.down[place]
        if not pile and not hidden:
            continue
        # most columns lie as they may, which is soon seen: this is asked of every record that has a start
        bare = game.roles[place] is Role.COLUMN and not game.covers[place] and not shape.lies_on[place]
        if not (bare and 0 <= hidden < len(pile) and (shape.columns_down or not hidden)):
            found += _pile(game, state, place, known)
    return found


class _Shape(NamedTuple):
    """What is asked of a game again and again: its cards, the places where the deal puts cards face down, whether
    columns are among these, and for each place those that it covers."""

    deck: frozenset[int]
    dealt_down: frozenset[int]
    columns_down: bool
    lies_on: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=256)
def _shape(game: Game) -> _Shape:
    down = frozenset([step.place for step in game.plan if not step.up])
    lies_on = [tuple([under for under in game.places if place in game.covers[under]]) for place in range(len(PLACES))]
    return _Shape(
        deck_set(game.ranks),
        down,
        any(game.roles[place] is Role.COLUMN for place in down),
        tuple(lies_on),
    )


def _word(card: object) -> str:
    """A card's text; what is none as it can be told: a word that was read as it stands, which no card has."""
    if type(card) is int and 0 <= card < len(TEXTS):
        return TEXTS[card]
    return card if isinstance(card, str) and card not in NUMBERS else repr(card)


def _defect(code: str, message: str, place: int | None = None) -> Defect:
    told: Defect = {"code": code, "message": message}
    return told if place is None else {"code": code, "place": PLACES[place], "message": message}


def _form(state: State) -> Iterator[Defect]:
    """Whether it is built as a `State` is, so that more can be asked of it."""
    if not isinstance(state, tuple) or len(state) != 3:
        yield _defect("state-form", "a position has three parts: piles, down and passes")
        return
    piles, down, passes = state
    for name, part in (("piles", piles), ("down", down)):
        if not isinstance(part, tuple) or len(part) != len(PLACES):
            yield _defect("state-form", f"{name} is not a tuple of {len(PLACES)}, one for each place")
    if isinstance(piles, tuple):
        for place, pile in enumerate(piles[: len(PLACES)]):
            if not isinstance(pile, tuple):
                yield _defect("state-form", f"the pile of {PLACES[place]} is not a tuple", place)
    if isinstance(down, tuple):
        for place, hidden in enumerate(down[: len(PLACES)]):
            if type(hidden) is not int:
                yield _defect("state-form", f"the face-down cards of {PLACES[place]} are no whole number", place)
    if type(passes) is not int:
        yield _defect("state-form", "the pass is no whole number")


def _passes(game: Game, state: State) -> Iterator[Defect]:
    most = game.passes if game.passes and game.counts_passes else MOST_PASSES if game.counts_passes else 1
    if not 1 <= state.passes <= most:
        if game.passes and state.passes > 1 and game.counts_passes:
            yield _defect("pass", f"pass {state.passes} of a game that has {game.passes}")
        else:
            yield _defect("pass", f"pass {state.passes}: passes count from 1 to {most}")


def _pile(game: Game, state: State, place: int, known: bool) -> Iterator[Defect]:
    """What is wrong with one pile; `known`: all cards are cards."""
    pile, hidden, role, name = state.piles[place], state.down[place], game.roles[place], PLACES[place]
    if role is None:
        yield _defect("no-place", f"{game.variant} has no place {name}", place)
    elif not 0 <= hidden <= len(pile):
        yield _defect("down", f"{hidden} of the {len(pile)} cards of {name} lie face down", place)
    elif role is Role.STOCK:
        yield from _stock(game, state)
    elif role in (Role.WASTE, Role.FOUNDATION):
        if hidden:
            yield _defect("face-down", f"{name} holds face-down cards", place)
        if role is Role.FOUNDATION and known:
            yield from _foundation(game, state, place)
    elif role is Role.LAYOUT and len(pile) > 1:
        yield _defect("layout-place", f"{name} holds {len(pile)} cards: a layout place holds one", place)
    else:
        yield from _covering(game, state, place)
        yield from _face_down(game, state, place, known)


def _stock(game: Game, state: State) -> Iterator[Defect]:
    size = len(state.piles[STOCK])
    if state.down[STOCK] != size:
        yield _defect("down", f"all {size} cards of the stock lie face down, not {state.down[STOCK]}", STOCK)
    if game.roles[WASTE] is None:
        # it is dealt out in draws, and nothing else takes from it
        sizes = range(4 * game.ranks - len(game.plan), 0, -max(1, len(game.draw_to)))
        if size not in sizes:
            allowed = " or ".join(["none", *map(str, reversed(sizes))])
            yield _defect("stock-size", f"the stock holds {size} cards: {game.variant} has {allowed} there", STOCK)


def _foundation(game: Game, state: State, place: int) -> Iterator[Defect]:
    pile = state.piles[place]
    first = pile[0] % 13 if pile and game.turned_base else 0
    for step, card in enumerate(pile):
        if card // 13 != place - 2 or card % 13 != (first + step) % game.ranks:
            yield _defect(
                "foundation", f"{PLACES[place]} does not build up in suit: {TEXTS[card]} is out of order", place
            )
            return


def _covering(game: Game, state: State, place: int) -> Iterator[Defect]:
    """A place that covers others lies on each of them, and what is covered has not been played on."""
    name = PLACES[place]
    for under in _shape(game).lies_on[place]:
        if state.piles[place] and not state.piles[under]:
            yield _defect("covered", f"{name} lies on {PLACES[under]}, which is empty", place)
    if game.roles[place] is Role.COLUMN and len(state.piles[place]) > 1 and not exposed(game, state, place):
        yield _defect("covered", f"{name} is covered and holds {len(state.piles[place])} cards: a wing is one", place)


def _face_down(game: Game, state: State, place: int, known: bool) -> Iterator[Defect]:
    """Where face-down cards may lie: where the deal puts some, below face-up ones or, in the layout, covered."""
    pile, hidden, name = state.piles[place], state.down[place], PLACES[place]
    shape = _shape(game)
    if game.roles[place] is Role.COLUMN:
        if hidden and not shape.columns_down:
            yield _defect("face-down", f"{name} holds face-down cards: {game.variant} deals columns face up", place)
        elif hidden and hidden == len(pile) and not game.flip:
            yield _defect("face-down", f"the top card of {name} lies face down: it would have been turned up", place)
        return
    centre = place in shape.dealt_down
    covered = not exposed(game, state, place)
    if hidden and not (centre and covered):
        yield _defect("face-down", f"the top card of {name} lies face down: it would have been turned up", place)
    elif centre and covered and not hidden:
        yield _defect("face-down", f"{name} is covered, so its card lies face down", place)
    elif centre and game.turned_base and pile and known and not hidden and not state.piles[2 + pile[0] // 13]:
        yield _defect(
            "not-a-base", f"{TEXTS[pile[0]]} at {name} is face up, so it would be the base of its foundation", place
        )
