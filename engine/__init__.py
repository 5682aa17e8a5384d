"""The rules of patience games: build a game, deal, ask for the legal moves, apply, replay, score, solve.

    >>> from solit.engine import build_game, deal, legal_moves, move_text, parse_cards
    >>> game = build_game("klondike", {"draw": 1})

Names are imported when they are first used, so that a command pays only for what it needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solit.engine.analysis import Analysis, analyse
    from solit.engine.cards import card_text, cards_text, parse_card, parse_cards, parse_deck
    from solit.engine.clauses import CLAUSES, Clause, Refusal
    from solit.engine.defects import check_state, state_defects
    from solit.engine.errors import IllegalMove, OptionError, RecordError, SolitError
    from solit.engine.games import register
    from solit.engine.layout import Game, Lift, Note, Opening, Option, Role, Step, Suits, roles_of
    from solit.engine.moves import Event, Move, move_text, parse_move
    from solit.engine.position import parse_position
    from solit.engine.record import Record, parse_record
    from solit.engine.referee import ENTRY_CLAUSES, Replay, perft, replay
    from solit.engine.rules import apply, build_game, deal, legal_moves, options_of, status, variants, why_not
    from solit.engine.scoring import Score, score
    from solit.engine.search.solver import Answer, solve
    from solit.engine.sheets import SHEETS, Sheet, parse_sheets
    from solit.engine.state import State, position_text

_HOME = {
    "analysis": ("Analysis", "analyse"),
    "cards": ("card_text", "cards_text", "parse_card", "parse_cards", "parse_deck"),
    "clauses": ("CLAUSES", "Clause", "Refusal"),
    "defects": ("check_state", "state_defects"),
    "errors": ("IllegalMove", "OptionError", "RecordError", "SolitError"),
    "games": ("register",),
    "layout": ("Game", "Lift", "Note", "Opening", "Option", "Role", "Step", "Suits", "roles_of"),
    "moves": ("Event", "Move", "move_text", "parse_move"),
    "position": ("parse_position",),
    "record": ("Record", "parse_record"),
    "referee": ("ENTRY_CLAUSES", "Replay", "perft", "replay"),
    "rules": ("apply", "build_game", "deal", "legal_moves", "options_of", "status", "variants", "why_not"),
    "scoring": ("Score", "score"),
    "search.solver": ("Answer", "solve"),
    "sheets": ("SHEETS", "Sheet", "parse_sheets"),
    "state": ("State", "position_text"),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "CLAUSES",
    "ENTRY_CLAUSES",
    "SHEETS",
    "Analysis",
    "Answer",
    "Clause",
    "Event",
    "Game",
    "IllegalMove",
    "Lift",
    "Move",
    "Note",
    "Opening",
    "Option",
    "OptionError",
    "Record",
    "RecordError",
    "Refusal",
    "Replay",
    "Role",
    "Score",
    "Sheet",
    "SolitError",
    "State",
    "Step",
    "Suits",
    "analyse",
    "apply",
    "build_game",
    "card_text",
    "cards_text",
    "check_state",
    "deal",
    "legal_moves",
    "move_text",
    "options_of",
    "parse_card",
    "parse_cards",
    "parse_deck",
    "parse_move",
    "parse_position",
    "parse_record",
    "parse_sheets",
    "perft",
    "position_text",
    "register",
    "replay",
    "roles_of",
    "score",
    "solve",
    "state_defects",
    "status",
    "variants",
    "why_not",
]


def __getattr__(name: str) -> Any:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
    return value


def __dir__() -> list[str]:
    """What there is to use, imported yet or not: `help` asks for it."""
    return __all__
