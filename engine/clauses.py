"""Every rule of legality, written once: a code, a sentence, a predicate and what to say of a move that breaks it.

`rules.why_not` asks the clauses in this order; the legal moves, the lowered tables of the fast paths, the text of
`solit rules` and the tests are derived from them.
"""

import itertools
from collections.abc import Callable, Sequence
from typing import NamedTuple

from solit.engine.cards import SUIT_NAMES, TEXTS, card_name
from solit.engine.layout import Game, Lift, Opening, Role, Suits
from solit.engine.moves import FOUNDATIONS, OWN_FOUNDATION, PLACES, STOCK, WASTE, Move
from solit.engine.state import State, exposed


class Refusal(NamedTuple):
    """Why a move is illegal: `code` of the first clause that fails, `message`: a sentence about this move."""

    code: str
    message: str


Predicate = Callable[[Game, State, Move], bool]
Fault = Callable[[Game, State, Move], str]


class Clause(NamedTuple):
    """One rule of legality, as three questions about a game, a position and a move.

    `code`: the fixed word that its refusals have. `acts`: the acts it judges. `holds`: whether the move keeps it.
    `fault`: how this move breaks it, as the beginning of a sentence. `rule`: the sentence of the rule in this game.
    `concerns`: whether a game has such a rule at all.
    """

    code: str
    acts: tuple[str, ...]
    holds: Predicate
    fault: Fault
    rule: Callable[[Game], str]
    concerns: Callable[[Game], bool] = lambda game: True


# --- what the predicates ask of the cards ---------------------------------------------------------------------------


def next_in_rank(game: Game, low: int, high: int) -> bool:
    """Whether `high` is the rank just above `low`; in a circular game the ace is also above the top rank."""
    if game.circular:
        return high % 13 == (low % 13 + 1) % game.ranks
    return high % 13 == low % 13 + 1


def builds_on(game: Game, card: int, onto: int) -> bool:
    """Whether `card` goes on `onto` in a column: one rank lower, in the suits that the game asks for."""
    if not next_in_rank(game, card, onto):
        return False
    match game.suits:
        case Suits.ALTERNATE:
            return (card // 13 in (1, 2)) != (onto // 13 in (1, 2))
        case Suits.OTHER:
            return card // 13 != onto // 13
        case Suits.SAME:
            return card // 13 == onto // 13
        case Suits.ANY:
            return True


def opens(game: Game, card: int, source: Role) -> bool:
    """Whether `card`, coming from a pile of this role, may go to an empty column."""
    opening = game.opens.get(source, Opening.NONE)
    return opening is Opening.ANY or (opening is Opening.KING and card % 13 == game.ranks - 1)


def starts_foundation(game: Game, card: int) -> bool:
    """Whether a move may bring `card` to an empty foundation (not where only a turned centre starts one)."""
    return not game.turned_base and card % 13 == 0


def goes_on_foundation(game: Game, card: int, top: int) -> bool:
    """Whether `card` is the next one, in suit, on a foundation with this top card."""
    return card // 13 == top // 13 and next_in_rank(game, top, card)


def goes_on_waste(game: Game, card: int, top: int) -> bool:
    """Whether a layout card may be put on this waste top: one rank above or below."""
    return next_in_rank(game, card, top) or next_in_rank(game, top, card)


def whole_columns(game: Game, state: State) -> int:
    """How many columns hold a whole suit in sequence, face up, in a game where these count; 0 in any other."""
    if not game.suits_in_columns:
        return 0
    return sum([1 for place in game.columns if _is_whole_suit(game, state.piles[place], state.down[place])])


def _is_whole_suit(game: Game, pile: Sequence[int], hidden: int) -> bool:
    if len(pile) != game.ranks or hidden:
        return False
    return all(
        upper // 13 == lower // 13 and next_in_rank(game, upper, lower) for lower, upper in itertools.pairwise(pile)
    )


def is_won(game: Game, state: State) -> bool:
    """Whether each suit lies in one whole pile: on its foundation or, where that counts, in sequence in a column."""
    whole = sum([1 for place in FOUNDATIONS if len(state.piles[place]) == game.ranks])
    return whole == 4 or whole + whole_columns(game, state) == 4


# --- small questions about a move -----------------------------------------------------------------------------------


def moved_card(state: State, move: Move) -> int:
    """The card that decides where the move may go: the deepest one that it lifts."""
    return state.piles[move.source][-move.count]


def target_place(state: State, move: Move) -> int:
    """The place that the move goes to, `-f` resolved to the foundation of the card's suit."""
    return 2 + moved_card(state, move) // 13 if move.target == OWN_FOUNDATION else move.target


def _target_role(game: Game, move: Move) -> Role | None:
    return Role.FOUNDATION if move.target == OWN_FOUNDATION else game.roles[move.target]


def _route(game: Game, move: Move) -> tuple[Role, Role] | None:
    source, target = game.roles[move.source], _target_role(game, move)
    return (source, target) if source is not None and target is not None else None


def _exists(game: Game, state: State, move: Move) -> bool:
    if move.act == "move":
        route = _route(game, move)
        if route == (Role.FOUNDATION, Role.FOUNDATION):
            return True  # a clause of its own refuses it
        return route in game.routes or (route == (Role.FOUNDATION, Role.COLUMN) and game.may_return is not None)
    if move.act == "turn":
        return game.flip is not None and game.roles[move.source] is Role.COLUMN
    if move.act == "draw":
        return game.roles[STOCK] is not None
    return move.act == "redeal" and game.redeals


def _missing(game: Game, state: State, move: Move) -> str:
    if move.act == "draw":
        return f"{game.variant} has no stock"
    if move.act == "redeal":
        return f"{game.variant} has no redeal"
    if move.act == "turn":
        what = f"no place {PLACES[move.source]}" if game.roles[move.source] is None else "no turning up as a move"
        return f"{game.variant} has {what}"
    for place in (move.source, move.target):
        if place != OWN_FOUNDATION and game.roles[place] is None:
            return f"{game.variant} has no place {PLACES[place]}"
    target = "a foundation" if move.target == OWN_FOUNDATION else PLACES[move.target]
    return f"no card goes from {PLACES[move.source]} to {target} in {game.variant}"


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


def _size(state: State, place: int) -> str:
    return f"{PLACES[place]} holds {_cards(len(state.piles[place]))}"


_ORDERED = (Lift.SEQUENCE, Lift.RUN)
_UNDIVIDED = (Lift.WHOLE, Lift.RUN)


def _in_order(game: Game, state: State, move: Move) -> bool:
    if game.lift not in _ORDERED or move.count < 2 or _target_role(game, move) is not Role.COLUMN:
        return True
    group = state.piles[move.source][-move.count :]
    return all(builds_on(game, upper, lower) for lower, upper in itertools.pairwise(group))


def _is_whole(game: Game, state: State, move: Move) -> bool:
    if game.lift not in _UNDIVIDED or (game.roles[move.source], _target_role(game, move)) != (Role.COLUMN, Role.COLUMN):
        return True
    return move.count == len(state.piles[move.source]) - state.down[move.source]


def _onto(wanted: Role) -> Callable[[Game, State, Move], int | None]:
    """The top card of the target where the target has this role and holds cards, else None."""

    def top(game: Game, state: State, move: Move) -> int | None:
        if _target_role(game, move) is not wanted:
            return None
        pile = state.piles[target_place(state, move)]
        return pile[-1] if pile else None

    return top


_column_top, _foundation_top, _waste_top = _onto(Role.COLUMN), _onto(Role.FOUNDATION), _onto(Role.WASTE)


def _fits(top: Callable[[Game, State, Move], int | None], rule: Callable[[Game, int, int], bool]) -> Predicate:
    def holds(game: Game, state: State, move: Move) -> bool:
        card = top(game, state, move)
        return card is None or rule(game, moved_card(state, move), card)

    return holds


def _empty(game: Game, state: State, move: Move, wanted: Role) -> bool:
    return _target_role(game, move) is wanted and not state.piles[target_place(state, move)]


def _opens_column(game: Game, state: State, move: Move) -> bool:
    source = game.roles[move.source]
    return not _empty(game, state, move, Role.COLUMN) or (
        source is not None and opens(game, moved_card(state, move), source)
    )


def _does_not_go(top: Callable[[Game, State, Move], int | None]) -> Fault:
    def fault(game: Game, state: State, move: Move) -> str:
        card = top(game, state, move)
        onto = TEXTS[card] if card is not None else PLACES[target_place(state, move)]
        return f"{card_name(moved_card(state, move))} does not go on {onto}"

    return fault


# --- the sentences that depend on the game --------------------------------------------------------------------------


def _build_rule(game: Game) -> str:
    circle = ", the king below the ace" if game.circular else ""
    return f"columns build down {game.suits.value}{circle}"


def _opening_rule(game: Game) -> str:
    groups: dict[Opening, list[str]] = {}
    for source, target in sorted(game.routes):
        if target is Role.COLUMN:
            groups.setdefault(game.opens.get(source, Opening.NONE), []).append(_FROM[source])
    words = {Opening.KING: "only a king", Opening.ANY: "any card", Opening.NONE: "nothing"}
    if len(groups) == 1:
        (opening,) = groups
        return f"an empty column takes {words[opening]}{'' if opening is Opening.NONE else ', alone or with its group'}"
    said = [f"{words[opening]} {' or '.join(sources)}" for opening, sources in groups.items()]
    return f"an empty column takes {', '.join(said)}"


_FROM = {
    Role.COLUMN: "from another column",
    Role.WASTE: "from the waste",
    Role.FOUNDATION: "from a foundation",
    Role.LAYOUT: "from the layout",
}


def _passes_rule(game: Game) -> str:
    if not game.passes:
        return "the stock may be gone through any number of times"
    return f"the stock may be gone through {game.passes} time{'' if game.passes == 1 else 's'}"


def _base_rule(game: Game) -> str:
    if game.turned_base:
        return "a foundation starts with a turned centre of its suit"
    return "a foundation starts with its ace"


def _sequence_rule(game: Game) -> str:
    return f"only cards that lie in sequence, down {game.suits.value}, move together"


_ANY_ACT = ("draw", "redeal", "turn", "move")
_MOVE = ("move",)


def _has(role: Role) -> Callable[[Game], bool]:
    return lambda game: role in game.roles


_has_layout, _has_stock, _has_foundations = _has(Role.LAYOUT), _has(Role.STOCK), _has(Role.FOUNDATION)


CLAUSES: tuple[Clause, ...] = (
    Clause(
        "game-over", _ANY_ACT,
        lambda game, state, move: not is_won(game, state),
        lambda game, state, move: "the game is won",
        lambda game: "a won game has no further moves",
    ),
    Clause(
        "not-in-variant", _ANY_ACT, _exists, _missing,
        lambda game: "a move names places and acts that the variant has",
    ),
    Clause(
        "stock-empty", ("draw",),
        lambda game, state, move: bool(state.piles[STOCK]),
        lambda game, state, move: "there is nothing to draw",
        lambda game: "cards are drawn while the stock has any",
        _has_stock,
    ),
    Clause(
        "stock-not-empty", ("redeal",),
        lambda game, state, move: not state.piles[STOCK],
        lambda game, state, move: f"the stock still has {_cards(len(state.piles[STOCK]))}",
        lambda game: "the waste is turned over only when the stock is empty",
        lambda game: game.redeals,
    ),
    Clause(
        "waste-empty", ("redeal",),
        lambda game, state, move: bool(state.piles[WASTE]),
        lambda game, state, move: "the waste is empty",
        lambda game: "a redeal turns over a waste that has cards",
        lambda game: game.redeals,
    ),
    Clause(
        "passes-used-up", ("redeal",),
        lambda game, state, move: not game.passes or state.passes < game.passes,
        lambda game, state, move: f"this is pass {state.passes}", _passes_rule,
        lambda game: game.redeals,
    ),
    Clause(
        "not-face-down", ("turn",),
        lambda game, state, move: 0 < state.down[move.source] == len(state.piles[move.source]),
        lambda game, state, move: f"{PLACES[move.source]} has no face-down top card",
        lambda game: "only a face-down card with nothing on it is turned up",
        lambda game: game.flip is not None,
    ),
    Clause(
        "foundation-to-foundation", _MOVE,
        lambda game, state, move: not (move.target == OWN_FOUNDATION and game.roles[move.source] is Role.FOUNDATION),
        lambda game, state, move: f"{PLACES[move.source]} is a foundation already",
        lambda game: "a card does not move from foundation to foundation",
        _has_foundations,
    ),
    Clause(
        "foundation-return-off", _MOVE,
        lambda game, state, move: _route(game, move) in game.routes,
        lambda game, state, move: f"the cards of {PLACES[move.source]} stay there",
        lambda game: "cards do not come back from a foundation",
        lambda game: game.may_return is False,
    ),
    Clause(
        "same-place", _MOVE,
        lambda game, state, move: move.source != move.target,
        lambda game, state, move: f"{PLACES[move.source]} is both source and target",
        lambda game: "a move goes to another place",
    ),
    Clause(
        "covered", _MOVE,
        lambda game, state, move: exposed(game, state, move.source),
        lambda game, state, move: f"{_covers(game, state, move.source)} on {PLACES[move.source]}",
        lambda game: "a covered card does not move",
        _has_layout,
    ),
    Clause(
        "empty-source", _MOVE,
        lambda game, state, move: bool(state.piles[move.source]),
        lambda game, state, move: f"{PLACES[move.source]} is empty",
        lambda game: "a move takes cards that are there",
    ),
    Clause(
        "not-enough-cards", _MOVE,
        lambda game, state, move: len(state.piles[move.source]) >= move.count,
        lambda game, state, move: f"{_size(state, move.source)}, not {move.count}",
        lambda game: "a group is no larger than its column",
    ),
    Clause(
        "face-down", _MOVE,
        lambda game, state, move: len(state.piles[move.source]) - state.down[move.source] >= move.count,
        lambda game, state, move: _hidden(state, move),
        lambda game: "a face-down card does not move",
        lambda game: any(not step.up and game.roles[step.place] is Role.COLUMN for step in game.plan),
    ),
    Clause(
        "not-a-sequence", _MOVE, _in_order,
        lambda game, state, move: f"the top {move.count} cards of {PLACES[move.source]} are not in sequence",
        _sequence_rule,
        lambda game: game.lift in _ORDERED,
    ),
    Clause(
        "not-the-whole-column", _MOVE, _is_whole,
        lambda game, state, move: (
            f"{PLACES[move.source]} has {len(state.piles[move.source]) - state.down[move.source]} face-up cards,"
            f" not {move.count}"
        ),
        lambda game: "only the whole face-up part of a column moves to another column",
        lambda game: game.lift in _UNDIVIDED,
    ),
    Clause(
        "place-not-in-play", _MOVE,
        lambda game, state, move: move.target == OWN_FOUNDATION or exposed(game, state, move.target),
        lambda game, state, move: f"{_covers(game, state, move.target)} on {PLACES[move.target]}",
        lambda game: "a place is in play when nothing covers its wing",
        _has_layout,
    ),
    Clause(
        "foundation-base", _MOVE,
        lambda game, state, move: (
            not _empty(game, state, move, Role.FOUNDATION) or starts_foundation(game, moved_card(state, move))
        ),
        lambda game, state, move: (
            f"{card_name(moved_card(state, move))} does not start"
            f" the foundation of {SUIT_NAMES[moved_card(state, move) // 13]}"
        ),
        _base_rule,
        _has_foundations,
    ),
    Clause(
        "foundation-build", _MOVE,
        _fits(_foundation_top, goes_on_foundation),
        _does_not_go(_foundation_top),
        lambda game: f"foundations build up in suit{', the ace on the king' if game.circular else ''}",
        _has_foundations,
    ),
    Clause(
        "empty-waste", _MOVE,
        lambda game, state, move: not _empty(game, state, move, Role.WASTE),
        lambda game, state, move: f"{card_name(moved_card(state, move))} does not go to the waste",
        lambda game: "an empty waste takes only a drawn card",
        _has_layout,
    ),
    Clause(
        "waste-build", _MOVE,
        _fits(_waste_top, goes_on_waste),
        _does_not_go(_waste_top),
        lambda game: "the waste builds up or down by one rank, any suit, ace and king next to each other",
        _has_layout,
    ),
    Clause(
        "target-face-down", _MOVE,
        lambda game, state, move: (
            _target_role(game, move) is not Role.COLUMN
            or not state.piles[move.target]
            or state.down[move.target] < len(state.piles[move.target])
        ),
        lambda game, state, move: f"the top card of {PLACES[move.target]} lies face down",
        lambda game: "nothing is put on a face-down card",
        lambda game: game.flip is not None,
    ),
    Clause(
        "empty-column", _MOVE, _opens_column,
        lambda game, state, move: f"{card_name(moved_card(state, move))} does not open {PLACES[move.target]}",
        _opening_rule,
    ),
    Clause(
        "column-build", _MOVE,
        _fits(_column_top, builds_on),
        _does_not_go(_column_top),
        _build_rule,
    ),
)  # fmt: skip


def _covers(game: Game, state: State, place: int) -> str:
    names = [PLACES[cover] for cover in game.covers[place] if state.piles[cover]]
    return f"{' and '.join(names)} lie{'s' if len(names) == 1 else ''}"


def _hidden(state: State, move: Move) -> str:
    count = move.count - (len(state.piles[move.source]) - state.down[move.source])
    return f"{_cards(count)} of {PLACES[move.source]} lie{'s' if count == 1 else ''} face down"


CLAUSES_OF_ACT = {act: tuple(clause for clause in CLAUSES if act in clause.acts) for act in _ANY_ACT}
