"""The only judge: build a game, deal it, say why a move is illegal, list the legal moves, apply one."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import index

from solit.engine import games
from solit.engine.cards import TEXTS, deck_defects, deck_refusal, deck_set
from solit.engine.clauses import CLAUSES_OF_ACT, Refusal, is_won, moved_card, target_place
from solit.engine.defects import check_state, trust
from solit.engine.errors import IllegalMove, OptionError, RecordError
from solit.engine.layout import Game, Option, Role, Value
from solit.engine.moves import COLUMNS, DRAW, OWN_FOUNDATION, PLACES, REDEAL, STOCK, WASTE, Event, Move, move_text
from solit.engine.state import MOST_PASSES, State, exposed, position_text
from solit.engine.words import EventKind, Status

_EMPTY: tuple[tuple[int, ...], ...] = ((),) * len(PLACES)


def variants() -> tuple[str, ...]:
    """The ids of all games: one a file in `engine/games/`, and those that were registered."""
    return games.names()


def _definition(variant: str) -> games.Definition:
    found = games.find(variant)
    if found is None:
        known = ", ".join(variants())
        raise RecordError("variant-unknown", f"no variant {variant[:40]!r}: there are {known}", field="variant")
    return found


def options_of(variant: str) -> tuple[Option, ...]:
    """The options of a variant; raises `RecordError` (`variant-unknown`)."""
    return _definition(variant).options


def source_of(variant: str) -> str:
    """Where a variant's rules come from, in a few words; raises `RecordError` (`variant-unknown`)."""
    return _definition(variant).source


def check_options(variant: str, options: Mapping[str, object]) -> dict[str, Value]:
    """All the options of a variant with their values, those not given at their defaults.

    Raises `OptionError`: `option-unknown` or `option-value`, both saying what is allowed.
    """
    specs = {option.name: option for option in options_of(variant)}
    for name in options:
        if name not in specs:
            message = f"{variant} has no option {name[:40]!r}: there are {', '.join(specs)}"
            raise OptionError("option-unknown", message, field="options", option=name, allowed=list(specs))
    return {name: spec.check(options[name]) if name in options else spec.default for name, spec in specs.items()}


def build_game(variant: str, options: Mapping[str, object] | None = None, *, ranks: int = 13, piles: int = 0) -> Game:
    """The game of this variant under these options; equal arguments give the same object.

    `ranks` cards a suit and `piles` columns (suspense: pyramids; 0: as many as the rules say) make the small decks that
    solvers are tested on. Raises `RecordError` (`variant-unknown`; `deck-shape` where a deck of so many ranks does not
    fill so many piles, or there are not so many places) and `OptionError`.
    """
    options = options or {}
    given = [(name, type(value), value) for name, value in options.items()]
    key = (variant, type(ranks), ranks, type(piles), piles, *given)
    try:
        known = _known.get(key)
    except TypeError:  # an array or an object, which no option takes: said below
        known = None
    if known is not None:
        return known
    settings = check_options(variant, options)
    if type(ranks) is not int or type(piles) is not int or not (2 <= ranks <= 13 and 0 <= piles <= len(COLUMNS)):
        raise RecordError("deck-shape", f"a small deck has 2 to 13 ranks and 1 to {len(COLUMNS)} piles")
    if len(_known) >= _KEPT:
        _known.clear()
    return _known.setdefault(key, _build(variant, tuple(settings.items()), ranks, piles))


_KEPT = 256
_known: dict[tuple[object, ...], Game] = {}
"""Games by the arguments of `build_game`, with their types, as True and 1 are equal: to check options takes longest."""


@lru_cache(maxsize=256)
def _build(variant: str, settings: tuple[tuple[str, Value], ...], ranks: int, piles: int) -> Game:
    definition = _definition(variant)
    try:
        game: Game | None = definition.build(dict(settings), ranks, piles)
    except KeyError:  # the name of a place that there is not
        game = None
    if game is None or not _can_be_dealt(game):
        raise RecordError("deck-shape", f"{variant} can't be dealt with {ranks} ranks to {piles or 'all its'} piles")
    if game.variant != variant:
        raise ValueError(f"the game registered as {variant} calls itself {game.variant}")
    return game


def _can_be_dealt(game: Game) -> bool:
    left = 4 * game.ranks - len(game.plan)
    return (
        left >= 0
        and (left == 0 or game.roles[STOCK] is not None)
        and None not in [game.roles[step.place] for step in game.plan]
    )


def deal(game: Game, deck: Sequence[int]) -> State:
    """The position after dealing `deck` (4·ranks distinct cards in dealing order) by the game's plan.

    Raises `RecordError` (`deck`) with all that is wrong with the deck in `where["defects"]`.
    """
    deck = _checked_deck(game, deck)
    piles: list[list[int]] = [[] for _ in PLACES]
    down = [0] * len(PLACES)
    for card, step in zip(deck, game.plan, strict=False):  # the rest is the stock
        piles[step.place].append(card)
        if not step.up:
            down[step.place] += 1
    piles[STOCK] = list(reversed(deck[len(game.plan) :]))
    down[STOCK] = len(piles[STOCK])
    return trust(game, State(tuple([tuple(pile) for pile in piles]), tuple(down), 1))


def _checked_deck(game: Game, deck: Sequence[int]) -> tuple[int, ...]:
    """The deck as whole numbers, of whatever kind they came (an array's, say)."""
    try:
        cards = tuple(map(index, deck))
    except TypeError:
        raise RecordError("deck", "a deck to be dealt is a sequence of whole numbers", field="deck") from None
    if len(cards) == 4 * game.ranks and frozenset(cards) == deck_set(game.ranks):
        return cards
    words = [TEXTS[card] if 0 <= card < len(TEXTS) else str(card) for card in cards]
    raise deck_refusal(deck_defects(words, game.ranks))


def deck_of(game: Game, state: State) -> tuple[int, ...]:
    """The deck in dealing order that deals to `state`; raises `RecordError` (`not-a-deal`) where no deck does."""
    taken = [0] * len(PLACES)
    deck = []
    for step in game.plan:
        pile = state.piles[step.place]
        if taken[step.place] >= len(pile):
            break
        deck.append(pile[taken[step.place]])
        taken[step.place] += 1
    deck += reversed(state.piles[STOCK])
    if len(deck) != 4 * game.ranks or deal(game, deck) != state:
        raise RecordError("not-a-deal", f"no deck deals to {position_text(game, state)}")
    return tuple(deck)


def why_not(game: Game, state: State, move: Move) -> Refusal | None:
    """The first clause that the move breaks, with a sentence about it; None for a legal move.

    `undo` is an act on the record, not a move of the game: `replay` judges it, here it is `undo-off`. The position is
    taken as it is, some piles alone, too: `check_state` judges it.
    """
    if move.act == "undo":
        return Refusal("undo-off", "a take-back is an act on the record, not a move of the game")
    for clause in CLAUSES_OF_ACT[move.act]:
        if not clause.holds(game, state, move):
            return Refusal(clause.code, f"{clause.fault(game, state, move)}: {clause.rule(game)}")
    return None


def _legal(game: Game, state: State, move: Move) -> bool:
    for clause in CLAUSES_OF_ACT[move.act]:
        if not clause.holds(game, state, move):
            return False
    return True


def _candidates(game: Game, state: State) -> Iterator[Move]:
    """Every move over the game's routes, legal or not, in the order of `legal_moves`."""
    yield DRAW
    yield REDEAL
    places = game.places
    for source in places:
        role = game.roles[source]
        if role is Role.STOCK or role is None:
            continue
        if role is Role.COLUMN and game.flip:
            yield Move("turn", source)
        if not state.piles[source]:
            continue
        if (role, Role.WASTE) in game.routes:
            yield Move("move", source, WASTE)
        if (role, Role.FOUNDATION) in game.routes:
            yield Move("move", source, OWN_FOUNDATION)
        if (role, Role.COLUMN) in game.routes:
            counts = range(1, len(state.piles[source]) + 1 if role is Role.COLUMN else 2)
            for target in game.columns:
                for count in counts:
                    yield Move("move", source, target, count)


def legal_moves(game: Game, state: State) -> Iterator[Move]:
    """The legal moves, lazily: `d` and `r`, then by source, target and count, places in the order of the position text.

    Defined by the clauses: a move is here exactly where `why_not` has nothing to say. Raises `RecordError` (`position`)
    at once where `check_state` does.
    """
    check_state(game, state)
    return possible_moves(game, state)


def possible_moves(game: Game, state: State) -> Iterator[Move]:
    """`legal_moves` of a position that is known to be sound: it is not checked again."""
    for move in _candidates(game, state):
        if _legal(game, state, move):
            yield move


def status(game: Game, state: State) -> Status:
    """`won`, `lost` (not won and no legal move) or `open`.

    Raises `RecordError` (`position`) where `check_state` does.
    """
    check_state(game, state)
    if is_won(game, state):
        return "won"
    return "lost" if next(possible_moves(game, state), None) is None else "open"


def apply(game: Game, state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
    """The position after a move and what the move did, forced steps included.

    Raises `IllegalMove` with the code of the clause that refuses it, `RecordError` (`position`) where `check_state`
    does.
    """
    check_state(game, state)
    refusal = why_not(game, state, move)
    if refusal is not None:
        position = position_text(game, state)
        raise IllegalMove(refusal.code, refusal.message, move=move_text(move), position=position)
    after, events = perform(game, state, move)
    return trust(game, after), events


def perform(game: Game, state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
    """`apply` for a move that is known to be legal: it is not judged again."""
    piles, down, passes = list(state.piles), list(state.down), state.passes
    events: list[Event] = []
    if move.act == "draw":
        for target in game.draw_to:
            if not piles[STOCK]:
                break
            card = piles[STOCK][-1]
            piles[STOCK] = piles[STOCK][:-1]
            piles[target] = (*piles[target], card)
            events.append(Event("draw", card, STOCK, target))
        down[STOCK] = len(piles[STOCK])
    elif move.act == "redeal":
        passes = min(passes + 1, MOST_PASSES)
        piles[STOCK], piles[WASTE] = tuple(reversed(piles[WASTE])), ()
        down[STOCK] = len(piles[STOCK])
        events.append(Event("redeal", None, WASTE, STOCK, passes))
    elif move.act == "turn":
        down[move.source] -= 1
        events.append(Event("reveal", piles[move.source][-1], None, move.source))
    else:
        card, target = moved_card(state, move), target_place(state, move)
        piles[target] += piles[move.source][-move.count :]
        piles[move.source] = piles[move.source][: -move.count]
        events.append(Event(_kind(game, move.source, target), card, move.source, target))
        settle(game, state, piles, down, move.source, events)
    return State(tuple(piles), tuple(down), passes), tuple(events)


def _kind(game: Game, source: int, target: int) -> EventKind:
    if game.roles[target] is Role.FOUNDATION:
        return "foundation"
    if game.roles[target] is Role.COLUMN and game.roles[source] is Role.WASTE:
        return "waste-to-column"
    return "foundation-return" if game.roles[source] is Role.FOUNDATION else "move"


def settle(
    game: Game, before: State, piles: list[tuple[int, ...]], down: list[int], source: int, events: list[Event]
) -> None:
    """The forced steps after cards left `source`, in place.

    A wing becomes a column, an exposed face-down top is turned up, a turned centre whose suit has no foundation
    becomes its base where that is the rule. Cards leave one pile a move, so there is at most one of each.
    """
    after = State(tuple(piles), tuple(down), before.passes)
    if not piles[source]:
        for place in game.columns:
            if source in game.covers[place] and exposed(game, after, place) and piles[place]:
                events.append(Event("wing", piles[place][-1], None, place))
    if game.flip:
        return
    for place in game.places:
        bared = place == source or source in game.covers[place]
        if bared and 0 < down[place] == len(piles[place]) and game.roles[place] is not Role.STOCK:
            if not exposed(game, after, place):
                continue
            down[place] -= 1
            card = piles[place][-1]
            events.append(Event("reveal", card, None, place))
            base = 2 + card // 13
            if game.turned_base and game.roles[place] is Role.LAYOUT and not piles[base]:
                piles[base], piles[place] = (card,), ()
                events.append(Event("base", card, place, base))
