"""The rules of patience games: build a game, deal, ask for the legal moves, apply, replay, score, solve.

    >>> from solit.engine import build_game, deal, legal_moves, move_text, parse_cards
    >>> game = build_game("klondike", {"draw": 1})

Names are imported when they are first used, so that a command pays only for what it needs.
"""

from typing import TYPE_CHECKING

from solit.lazy import offer

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
    from solit.engine.words import Act, EventKind, Limit, Reason, ScoreCode, Status, Verdict

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
    "words": ("Act", "EventKind", "Limit", "Reason", "ScoreCode", "Status", "Verdict"),
}
__all__ = [
    "CLAUSES",
    "ENTRY_CLAUSES",
    "SHEETS",
    "Act",
    "Analysis",
    "Answer",
    "Clause",
    "Event",
    "EventKind",
    "Game",
    "IllegalMove",
    "Lift",
    "Limit",
    "Move",
    "Note",
    "Opening",
    "Option",
    "OptionError",
    "Reason",
    "Record",
    "RecordError",
    "Refusal",
    "Replay",
    "Role",
    "Score",
    "ScoreCode",
    "Sheet",
    "SolitError",
    "State",
    "Status",
    "Step",
    "Suits",
    "Verdict",
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

__getattr__, __dir__ = offer(__name__, _HOME)
