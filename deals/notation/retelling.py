"""A game retold: moves of another notation played one by one on our rules, written down as a record."""

from typing import Any

from solit.deals.notation.given import Given
from solit.engine.cards import SUIT_NAMES, TEXTS, cards_text
from solit.engine.errors import IllegalMove
from solit.engine.layout import Game
from solit.engine.moves import (
    DRAW,
    FOUNDATIONS,
    OWN_FOUNDATION,
    PLACES,
    REDEAL,
    STOCK,
    WASTE,
    Move,
    move_text,
)
from solit.engine.rules import apply, deal, why_not
from solit.engine.state import State, position_text


class Retelling:
    """The position of a klondike game and its entries so far.

    Every method that plays raises `IllegalMove` for a move that can't be played. Where the rules refuse it, it is the
    last of the entries then, so that the record shows it; where it is none of our moves, it is no entry: the entries
    end before it. `piece` is what the notation calls the move under way.
    """

    def __init__(self, game: Game, start: State, given: Given) -> None:
        self.game = game
        self.state = start
        self.given = given
        self.entries: list[str] = []
        self.piece = ""
        self.implied_redeals = 0

    @classmethod
    def of_deck(cls, given: Given, options: dict[str, Any], deck: tuple[int, ...]) -> "Retelling":
        """A game that begins with a deal."""
        game = given.game(options)
        return cls(game, deal(game, deck), given)

    def play(self, move: Move) -> None:
        """One move of our own."""
        self.entries.append(move_text(move))
        try:
            self.state, _ = apply(self.game, self.state, move)
        except IllegalMove as error:
            raise IllegalMove(
                error.code, error.message, move=error.move, position=error.position, index=len(self.entries) - 1
            ) from None

    def refuse(self, code: str, message: str) -> IllegalMove:
        """The error of a move that the notation names and we have no spelling for: one that could be legal here would
        tell another game."""
        return IllegalMove(
            code,
            message,
            move=self.piece,
            position=position_text(self.game, self.state),
            index=len(self.entries),
        )

    # --- looking ---

    @property
    def waste(self) -> tuple[int, ...]:
        """Bottom to top."""
        return self.state.piles[WASTE]

    @property
    def stock(self) -> tuple[int, ...]:
        """In drawing order."""
        return self.state.piles[STOCK][::-1]

    @property
    def draw_count(self) -> int:
        """Cards drawn at a time."""
        return len(self.game.draw_to)

    def up(self, place: int) -> tuple[int, ...]:
        """The face-up cards of a pile, bottom to top."""
        return self.state.piles[place][self.state.down[place] :]

    def leftmost(self, source: int, count: int = 1) -> int:
        """The leftmost column that takes the top `count` cards of a pile; raises `IllegalMove` where none does."""
        others = [place for place in self.game.columns if place != source]
        for place in others:
            if why_not(self.game, self.state, Move("move", source, place, count)) is None:
                return place
        if 0 < count <= len(self.up(source)):
            card = TEXTS[self.state.piles[source][-count]]
            raise self.refuse("no-column", f"no column takes {card} from {PLACES[source]}")
        self.play(Move("move", source, others[0], count))
        raise AssertionError("the rules allowed what they refused before")

    # --- playing ---

    def draw(self, times: int = 1) -> None:
        """Draw `times` times."""
        for _ in range(times):
            self.play(DRAW)

    def redeal(self) -> None:
        """A redeal that the notation names."""
        self.play(REDEAL)

    def implied_redeal(self) -> None:
        """A redeal that the notation leaves out."""
        self.play(REDEAL)
        self.implied_redeals += 1

    def to_foundation(self, source: int, foundation: int) -> None:
        """The top of a pile to the foundation of a named suit (place 2..5)."""
        move = Move("move", source, OWN_FOUNDATION)
        pile = self.state.piles[source]
        if pile and self.state.down[source] < len(pile) and pile[-1] // 13 != foundation - 2:
            name = SUIT_NAMES[foundation - 2]
            raise self.refuse("wrong-foundation", f"{TEXTS[pile[-1]]} does not go on the foundation of {name}")
        self.play(move)

    def to_column(self, source: int, target: int, count: int = 1) -> None:
        """Cards to a column."""
        self.play(Move("move", source, target, count))

    def fitting(self, source: int, target: int) -> int:
        """How many cards go from column to column where a notation gives no count: as many as fit by rank, onto an
        empty column the whole face-up run. At least 1, even where nothing fits."""
        here, there = self.state.piles[source], self.state.piles[target]
        count = len(self.up(source)) if not there else (there[-1] % 13 - here[-1] % 13 if here else 1)
        return max(1, count)

    def bring(self, card: int) -> None:
        """Draw, and redeal once where needed, until the card is on top of the waste: the fewest draws that do it.

        The redeal comes as late as it can.
        """
        talon = (*self.waste, *self.stock)
        if card not in talon:
            raise self.refuse("not-in-talon", f"{TEXTS[card]} is neither in the stock nor in the waste")
        n, w, s = self.draw_count, len(self.waste), len(self.stock)
        place = talon.index(card) + 1
        if place == w:
            return
        if place > w and ((place - w) % n == 0 or place == w + s):
            self.draw(-(-(place - w) // n))
        elif place % n == 0 or place == w + s:
            self.draw(-(-s // n))
            self.implied_redeal()
            self.draw(-(-place // n))
        else:
            told = f"{TEXTS[card]} does not come to the top of the waste, drawing {n} at a time"
            raise self.refuse("not-in-reach", told)

    # --- writing down ---

    def notes(self) -> list[str]:
        """What was ours to choose."""
        if not self.implied_redeals:
            return []
        one = self.implied_redeals == 1
        told = (
            "1 redeal that the notation leaves out is"
            if one
            else f"{self.implied_redeals} redeals that the notation leaves out are"
        )
        return [f"{told} written, as late as possible"]

    def moves_text(self) -> str:
        """The entries as a record has them."""
        return " ".join(self.entries)


def found_deal(
    given: Given, options: dict[str, Any], deck: tuple[int, ...], notes: list[str], source: str | None = None
) -> dict[str, Any]:
    """A record of a deal."""
    record: dict[str, Any] = {"solit": 1, "variant": given.variant, "options": options, "deck": cards_text(deck)}
    if source is not None:
        record["source"] = source
    if notes:
        record["_notes"] = notes
    return record


def with_moves(record: dict[str, Any], told: Retelling, unread: int, what: str) -> dict[str, Any]:
    """The record with the moves retold; `unread` pieces of the notation (`what`: their name) come after a wrong one."""
    notes = [*record.pop("_notes", []), *told.notes()]
    if unread:
        notes.append(f"{unread} {what}{'' if unread == 1 else 's'} after the wrong one not read")
    record["moves"] = told.moves_text()
    if notes:
        record["_notes"] = notes
    return record


def foundation_of(letter: str) -> int:
    """The place of the foundation of a suit letter C D H S."""
    return FOUNDATIONS["CDHS".index(letter)]
