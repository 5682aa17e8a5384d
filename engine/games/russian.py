"""russian: Russian Solitaire, Yukon in suit."""

from collections.abc import Mapping
from dataclasses import replace

from solit.engine.games import yukon
from solit.engine.layout import Game, Note, Option, Suits, Value

TITLE = "Russian Solitaire"
SOURCE = "the rules of Russian Solitaire as books and programs commonly tell them"
OPTIONS: tuple[Option, ...] = ()
NOTES = (
    Note("column-build", "Columns build down in suit; in all else this is Yukon.", True),
    *[note for note in yukon.NOTES if "alternating" not in note.text],
    Note("win", "Suits that are whole in columns do not win it: they must go up.", False),
)


def build(settings: Mapping[str, Value], ranks: int, piles: int) -> Game:
    """The game under these settings (all options, checked)."""
    game = yukon.build(settings, ranks, piles)
    return replace(game, variant="russian", title=TITLE, suits=Suits.SAME, notes=NOTES)
