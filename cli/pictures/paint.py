"""A position as a picture: styled text on a canvas, then plain text or rich text.

Everything is placed by column and row in character cells. Nothing here imports rich except `rich_text`, and nothing
knows a game by name: roles, covers and the draw plan say what there is to draw.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from solit.engine.cards import RANKS, SUITS
from solit.engine.layout import Game, Role
from solit.engine.moves import FOUNDATIONS, PLACES, STOCK, WASTE
from solit.engine.state import State

if TYPE_CHECKING:
    from rich.text import Text

CARD = 4  # characters of a card with its margins
SIGNS = "♣♦♥♠"

STYLES = {
    "red": "bold #b3202c on #f4efe1",
    "black": "bold #1d1f21 on #f4efe1",
    "red-under": "#b3202c on #d3ccb6",  # fanned under the playable card
    "black-under": "#1d1f21 on #d3ccb6",
    "back": "#8fb0de on #27467a",
    "back-red": "#ff9d96 on #27467a",
    "back-black": "#e8eefb on #27467a",
    "empty": "dim",
    "label": "dim",
    "title": "bold",
    "note": "dim",
    "": "",
}


Spot = tuple[int, int]
"""A place, and the number of a card in its pile from the bottom; 0 in an empty one."""


class Span(NamedTuple):
    """Text in one style; `spot`: the card or the empty place that it is the picture of."""

    text: str
    style: str
    spot: Spot | None = None


@dataclass(frozen=True)
class Ink:
    """How cards are written: with suit signs or letters, hidden ones shown or not, and the width there is."""

    signs: bool = True
    reveal: bool = False
    width: int = 80

    def face(self, card: int) -> str:
        """A card's two characters."""
        return RANKS[card % 13] + self.suit(card // 13)

    def suit(self, number: int) -> str:
        """A suit's one character."""
        return SIGNS[number] if self.signs else SUITS[number]

    @property
    def dot(self) -> str:
        """What separates words of a title."""
        return " · " if self.signs else " - "

    @property
    def hidden(self) -> str:
        """The back of a card, two characters."""
        return "▒▒" if self.signs else "##"

    @property
    def hollow(self) -> str:
        """An empty place, two characters."""
        return "··" if self.signs else ".."


class Canvas:
    """Spans at places; later ones must not overlap earlier ones."""

    def __init__(self) -> None:
        self._rows: list[list[tuple[int, Span]]] = []

    @property
    def height(self) -> int:
        """Rows used so far."""
        return len(self._rows)

    def put(self, x: int, y: int, text: str, style: str = "", spot: Spot | None = None) -> None:
        """Text from column x on in row y, both from 0."""
        while len(self._rows) <= y:
            self._rows.append([])
        self._rows[y].append((x, Span(text, style, spot)))

    def lines(self) -> list[list[Span]]:
        """The rows as spans with the gaps filled."""
        result = []
        for row in self._rows:
            line: list[Span] = []
            at = 0
            for x, span in sorted(row, key=lambda placed: placed[0]):
                if x > at:
                    line.append(Span(" " * (x - at), ""))
                line.append(span)
                at = max(at, x) + len(span.text)
            result.append(line)
        return result


def picture(game: Game, state: State, ink: Ink, title: Sequence[str] = (), note: str = "") -> list[list[Span]]:
    """The position as lines of spans: a title, the stock, waste and foundations, the layout and the columns.

    As wide as `ink.width` allows: below 40 columns cards stand closer, below 20 each pile is a line of its own.
    """
    canvas = Canvas()
    words = [game.title, *title]
    if game.counts_passes:
        limit = f" of {game.passes}" if game.passes else ""
        words.append(f"pass {state.passes}{limit}")
    for text in _folded(words, ink.dot, ink.width):
        canvas.put(0, canvas.height, text, "title")
    for text in _folded(note.split(" "), " ", ink.width) if note else []:
        canvas.put(0, canvas.height, text, "note")
    canvas.put(0, canvas.height, "")
    _lay(canvas, game, state, ink)
    return canvas.lines()


def board(game: Game, state: State, ink: Ink) -> list[list[Span]]:
    """`picture` without the title."""
    canvas = Canvas()
    _lay(canvas, game, state, ink)
    return canvas.lines()


def _lay(canvas: Canvas, game: Game, state: State, ink: Ink) -> None:
    for gap in (2,) if ink.reveal else (2, -1):  # between cards; -1 gives up a card's margins too, so its [ ]
        if _table_width(game, gap) <= ink.width:
            _table(canvas, game, state, ink, gap)
            break
    else:
        _listing(canvas, game, state, ink)
    if ink.reveal and state.piles[STOCK]:
        faces = [ink.face(card) for card in reversed(state.piles[STOCK])]
        canvas.put(0, canvas.height, "")
        for text in _folded(["stock, next first:", *faces], " ", ink.width):
            canvas.put(0, canvas.height, text, "note")


def _folded(words: Sequence[str], between: str, width: int) -> list[str]:
    """Words joined into lines of at most `width` characters; a longer one is broken at its blanks."""
    lines = [""]
    for word in words:
        if len(word) > width and " " in word:
            broken = _folded(word.split(" "), " ", width)
            lines = [*lines, *broken] if lines[-1] else broken
            continue
        joined = f"{lines[-1]}{between}{word}" if lines[-1] else word
        if len(joined) > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = joined
    return lines


# --- single cards ----------------------------------------------------------------------------------------------------


def _up(canvas: Canvas, x: int, y: int, card: int, ink: Ink, cell: int, spot: Spot) -> None:
    face = ink.face(card)
    canvas.put(x, y, f" {face} " if cell == CARD else face, "red" if card // 13 in (1, 2) else "black", spot)


def _down(canvas: Canvas, x: int, y: int, card: int, ink: Ink, cell: int, spot: Spot) -> None:
    if not ink.reveal:
        canvas.put(x, y, ink.hidden[0] * cell if cell == CARD else ink.hidden, "back", spot)
        return
    style = "back-red" if card // 13 in (1, 2) else "back-black"
    face = ink.face(card)
    canvas.put(x, y, f"[{face}]" if cell == CARD else face, style, spot)


def _hollow(canvas: Canvas, x: int, y: int, text: str, cell: int, place: int) -> None:
    canvas.put(x, y, text.center(cell) if cell == CARD else text, "empty", (place, 0))


def _pile(canvas: Canvas, x: int, y: int, game: Game, state: State, place: int, ink: Ink, cell: int) -> None:
    """A column downwards from its first card."""
    pile, hidden = state.piles[place], state.down[place]
    if not pile:
        _hollow(canvas, x, y, ink.hollow, cell, place)
    for step, card in enumerate(pile):
        (_down if step < hidden else _up)(canvas, x, y + step, card, ink, cell, (place, step))


# --- the table -------------------------------------------------------------------------------------------------------


def _pyramids(game: Game) -> list[list[int]]:
    """The layout places, pyramid by pyramid: centre, left overlap, right overlap, top."""
    places = [place for place, role in enumerate(game.roles) if role is Role.LAYOUT]
    return [places[n : n + 4] for n in range(0, len(places), 4)]


def _steps(gap: int) -> tuple[int, int]:
    """The width of a card, and from one card's start to the next one's."""
    cell = CARD if gap > 0 else 2
    return cell, cell + max(gap, 1)


def _table_width(game: Game, gap: int) -> int:
    cell, step = _steps(gap)
    if _pyramids(game):
        return 2 * (2 * step + cell) + 3  # two pyramids beside each other are enough
    return (len(game.columns) - 1) * step + cell


def _table(canvas: Canvas, game: Game, state: State, ink: Ink, gap: int) -> None:
    cell, step = _steps(gap)
    _tops(canvas, game, state, ink, cell, step)
    canvas.put(0, canvas.height, "")
    pyramids = _pyramids(game)
    if not pyramids:
        y = canvas.height
        for n, place in enumerate(game.columns):
            canvas.put(n * step, y, PLACES[place].center(cell) if cell == CARD else PLACES[place], "label")
            _pile(canvas, n * step, y + 1, game, state, place, ink, cell)
        return
    each = 2 * step + cell + 3
    beside = max(1, min(len(pyramids), (ink.width + 3) // each))
    if beside < len(pyramids):
        beside = max(1, min(beside, 2))  # two rows of two rather than three and one
    for first in range(0, len(pyramids), beside):
        if first:
            canvas.put(0, canvas.height, "")
        y = canvas.height
        for n, pyramid in enumerate(pyramids[first : first + beside]):
            _pyramid(canvas, n * each, y, game, state, pyramid, first + n, ink, cell, step)


def _pyramid(
    canvas: Canvas,
    x: int,
    y: int,
    game: Game,
    state: State,
    places: list[int],
    number: int,
    ink: Ink,
    cell: int,
    step: int,
) -> None:
    """One pyramid: wings left and right of the centre, the overlaps on their seams, the top over both.

    A wing's column grows downwards in its own place: it can only grow once its overlap is gone.
    """
    centre, left, right, top = places
    wings = game.columns[2 * number : 2 * number + 2]
    heads = [(0, PLACES[wings[0]]), (step, f"p{number + 1}"), (2 * step, PLACES[wings[1]])]
    for offset, name in heads:
        canvas.put(x + offset, y, name.center(cell) if cell == CARD else name, "label")
    for offset, place in ((0, wings[0]), (2 * step, wings[1])):
        _pile(canvas, x + offset, y + 1, game, state, place, ink, cell)
    half = step // 2
    for offset, row, place in ((step, 1, centre), (half, 2, left), (step + half, 2, right), (step, 3, top)):
        for card in state.piles[place]:
            (_down if state.down[place] else _up)(canvas, x + offset, y + row, card, ink, cell, (place, 0))


def _fan(game: Game, state: State) -> tuple[int, ...]:
    """The cards of the waste that lie fanned out: as many as one draw brings, the playable one last."""
    wide = game.draw_to.count(WASTE)
    return state.piles[WASTE][-wide:] if wide else ()


def _tops(canvas: Canvas, game: Game, state: State, ink: Ink, cell: int, step: int) -> None:
    """The row of the stock, the fanned waste and the foundations."""
    y = canvas.height
    x = 0
    if game.roles[STOCK] is not None:
        stock = len(state.piles[STOCK])
        canvas.put(0, y, "stock" if cell == CARD else "s", "label")
        if stock:
            text = str(stock)
            canvas.put(0, y + 1, text.center(cell) if cell == CARD else text.rjust(2), "back", (STOCK, 0))
        else:
            _hollow(canvas, 0, y + 1, ink.hollow, cell, STOCK)
        x = step
    if game.roles[WASTE] is not None:
        fan, count = _fan(game, state), len(state.piles[WASTE])
        below = count - len(fan)
        name = "waste" if cell == CARD else "w"
        canvas.put(x, y, f"{name} {count}" if count else name, "label")
        if not fan:
            _hollow(canvas, x, y + 1, ink.hollow, cell, WASTE)
        for n, card in enumerate(fan[:-1]):  # they lie half under the top card: without their right margin
            face = f" {ink.face(card)}" if cell == CARD else ink.face(card)
            style = "red-under" if card // 13 in (1, 2) else "black-under"
            canvas.put(x + n * 3, y + 1, face, style, (WASTE, below + n))
        if fan:
            top = len(fan) - 1
            _up(canvas, x + 3 * top, y + 1, fan[-1], ink, cell, (WASTE, below + top))
        x += 3 * game.draw_to.count(WASTE) + 1
    foundations = [place for place in FOUNDATIONS if game.roles[place] is not None]
    if not foundations:
        return
    start = (max(len(game.columns), 4) - 4) * step if not _pyramids(game) else 3 * step
    if not x and not game.turned_base:
        y -= 1  # no label stands over any of them
    if start < x:  # no room beside the waste: a row of their own
        start, y = 0, y + (2 if game.turned_base else 1)
    for n, place in enumerate(foundations):
        pile = state.piles[place]
        at = start + n * step
        if not pile:
            _hollow(canvas, at, y + 1, ink.suit(n), cell, place)
            continue
        _up(canvas, at, y + 1, pile[-1], ink, cell, (place, len(pile) - 1))
        if game.turned_base:  # where it began can't be told from its top card
            base = RANKS[pile[0] % 13]
            canvas.put(at, y, f"{base} up" if cell == CARD else f"{base}+", "label")


def _listing(canvas: Canvas, game: Game, state: State, ink: Ink) -> None:
    """Each pile on a line of its own, for very narrow terminals; the playable card last."""
    for place in game.places:
        pile, hidden = state.piles[place], state.down[place]
        words = [f"{PLACES[place]}:"]
        if place == STOCK:
            words.append(str(len(pile)) if pile else "-")
        elif place == WASTE:
            words += [ink.face(card) for card in _fan(game, state)] or ["-"]
        elif place in FOUNDATIONS:
            words += [ink.face(pile[-1])] if pile else ["-"]
        elif not pile:
            words.append("-")
        else:
            words += [
                ink.face(card) if step >= hidden else f"({ink.face(card)})" if ink.reveal else ink.hidden
                for step, card in enumerate(pile)
            ]
        for text in _folded(words, " ", ink.width):
            canvas.put(0, canvas.height, text)


# --- lines to text ---------------------------------------------------------------------------------------------------


def plain_text(lines: list[list[Span]]) -> str:
    """The picture without colours; every line ends in a line feed."""
    return "".join("".join(span.text for span in line).rstrip() + "\n" for line in lines)


def rich_text(lines: list[list[Span]]) -> "Text":
    """The picture as one rich text of several lines."""
    from rich.text import Text

    return Text("\n").join(Text.assemble(*[(span.text, STYLES[span.style]) for span in line]) for line in lines)
