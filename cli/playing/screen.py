"""The game on the whole screen, for mouse and keys. What may be played and what happens is the session's affair."""

from collections.abc import Callable
from textwrap import shorten
from threading import Thread
from typing import TYPE_CHECKING, Any, ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.events import Click, Resize
from textual.geometry import Region
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, Static

from solit.cli.lines.streams import OutputFault, shown
from solit.cli.pictures.paint import STYLES, Ink, Span, Spot, board
from solit.cli.playing.words import add_analysis, answer_text, clock, hint_text, items, standing
from solit.engine.errors import SolitError
from solit.engine.layout import Role
from solit.engine.moves import FOUNDATIONS, OWN_FOUNDATION, PLACES, STOCK, WASTE, Move, parse_move
from solit.engine.state import State

if TYPE_CHECKING:
    from solit.cli.playing.saved import SavedGame
    from solit.deals.session import Session
    from solit.engine.sheets import Sheet

HELP = """\
[b]Mouse[/b]  Click a card, then where it is to go: its legal targets are green.
       Click it twice: to its foundation. Click the stock: draw, redeal.

[b]Keys[/b]   arrows  move the cursor
       enter   take up a card, put it down; esc: let it go
       tab     to the next card that can move, or the next target
       d       draw, redeal, deal
       f       to the foundation
       u       take back
       t       turn up (flip=manual)
       /       type a move, such as t3-t5x4
       m       the legal moves           s  the score and its items
       h       a hint by a player who does not see hidden cards
       H       what wins, every card known (the record tells of both)
       g       give up, and see where the game was lost
       n       another game, when this one is over
       q       leave

With --out FILE games are kept, and can be gone on with."""

_CHOSEN, _TARGET, _CURSOR, _HINTED = (
    Style.parse("bold #1d1f21 on #f2c94c"),
    Style.parse("bold #08331f on #7fd68a"),
    Style.parse("underline reverse"),
    Style.parse("bold #10243d on #8ec5ff"),
)


class Help(ModalScreen[None]):
    """What there is to do; any key or click leaves it."""

    def compose(self) -> ComposeResult:
        """The text, in the middle."""
        with ScrollableContainer(id="help"):
            yield Static(HELP)

    def on_key(self) -> None:
        """Back to the game."""
        self.dismiss()

    def on_click(self) -> None:
        """Back to the game."""
        self.dismiss()


class BoardView(Static):
    """The cards, each with the place that it is the picture of."""

    class Chosen(Message):
        """A card or an empty place was clicked, once or `chain` times."""

        def __init__(self, spot: Spot, chain: int) -> None:
            super().__init__()
            self.spot, self.chain = spot, chain

    def __init__(self) -> None:
        super().__init__("", id="board")
        self.spots: dict[Spot, Region] = {}

    def lay(self, lines: list[list[Span]], marks: dict[Spot, Style]) -> None:
        """Show a picture, its marked cards in their styles."""
        text = Text()
        self.spots = {}
        for y, line in enumerate(lines):
            x = 0
            for span in line:
                style = Style.parse(STYLES[span.style])
                if span.spot is not None:
                    self.spots[span.spot] = Region(x, y, len(span.text), 1)
                    style += marks.get(span.spot, Style())
                text.append(span.text, style)
                x += len(span.text)
            text.append("\n")
        self.update(text)

    def on_click(self, event: Click) -> None:
        """Find the card under the mouse."""
        for spot, region in self.spots.items():
            if region.contains(event.x, event.y):
                self.post_message(self.Chosen(spot, event.chain))
                return


class Table(App[None]):
    """The table: a board, a bar over it, what is to be told under it."""

    TITLE = "solit play"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: #0f3b2e; color: #e8f0ea; }
    #bar { height: auto; padding: 0 1; background: #0a2a20; text-style: bold; }
    #cloth { height: 1fr; padding: 0 1; align-horizontal: center; scrollbar-size-vertical: 1; }
    #cloth.tall { padding: 1 1; }
    #board { width: auto; height: auto; }
    #note { height: auto; max-height: 8; min-height: 2; padding: 0 1; background: #0a2a20; }
    #entry { height: 3; }
    Help { align: center middle; }
    #help { width: auto; max-width: 100%; height: auto; max-height: 100%; padding: 1 2; background: #123f5c; }
    #help Static { width: auto; max-width: 100%; }
    Footer { background: #0a2a20; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "draw", "draw"),
        Binding("u", "enter_text('u')", "take back"),
        Binding("f", "to_foundation", "foundation"),
        Binding("h", "hint", "hint"),
        Binding("H,shift+h", "solver_hint", "solve", show=False),
        Binding("m", "moves", "moves"),
        Binding("g", "give_up", "give up"),
        Binding("n", "another", "new", show=False),
        Binding("question_mark,f1", "help", "help", key_display="?"),
        Binding("q", "leave", "leave"),
        Binding("ctrl+c,ctrl+q", "leave_now", show=False, priority=True),
        Binding("r", "draw", show=False),
        Binding("t", "turn", show=False),
        Binding("s", "score", show=False),
        Binding("slash,colon", "type", show=False, priority=True),
        Binding("escape", "let_go", show=False, priority=True),
        Binding("enter,space", "take", show=False),
        Binding("tab", "next(1)", show=False, priority=True),
        Binding("shift+tab", "next(-1)", show=False, priority=True),
        Binding("up", "go(0, -1)", show=False),
        Binding("down", "go(0, 1)", show=False),
        Binding("left", "go(-1, 0)", show=False),
        Binding("right", "go(1, 0)", show=False),
    ]

    def __init__(
        self,
        session: "Session",
        *,
        saved: "SavedGame | None" = None,
        player: str = "sampling",
        sheet: "Sheet | None" = None,
        signs: bool = True,
        another: "Callable[[], tuple[Session, SavedGame | None]] | None" = None,
    ) -> None:
        super().__init__()
        # kept here: a query would look for them on the help page while that is shown
        self.bar, self.board, self.note, self.foot = Static(id="bar"), BoardView(), Static(id="note"), Footer()
        self.cloth = ScrollableContainer(self.board, id="cloth", can_focus=False)
        self.entry = Input(placeholder="a move, such as t3-t5x4; enter plays it, esc leaves", id="entry", disabled=True)
        self.entry.display = False
        self.session, self.saved, self.another = session, saved, another
        self.player, self.sheet, self.signs = player, sheet, signs
        self.unsaved = ""  # what is wrong with the file
        self._begin()

    def _begin(self) -> None:
        self.chosen: Spot | None = None
        self.cursor: Spot | None = None
        self.hinted: set[Spot] = set()
        self.busy = ""  # what the game waits for
        self.sure = ""  # the key that was pressed once and is to be pressed again
        self.ended = False
        self.analysis: dict[str, Any] = {}
        self.looked_at: State | None = None  # the position where the game was lost

    def compose(self) -> ComposeResult:
        """The bar, the board, the note, the line to type on."""
        yield self.bar
        yield self.cloth
        yield self.note
        yield self.entry
        yield self.foot

    def on_mount(self) -> None:
        """Lay the cards, and let the clock run."""
        self.tell("Click a card or press ? for help.")
        self.lay()
        self.set_interval(0.5, self.tick)

    def on_resize(self, event: Resize) -> None:
        """Lay the cards as the new size allows."""
        self.foot.display = event.size.height >= 20
        self.cloth.set_class(event.size.height >= 24, "tall")
        self.call_after_refresh(self.lay)

    # --- what is shown ---

    def tell(self, text: str) -> None:
        """Say something under the board."""
        self.note.update(Text(text))

    def tick(self) -> None:
        """Show the time; see whether it is over."""
        session = self.session
        state = session.state
        passes = f"pass {state.passes}" + (f" of {session.game.passes}" if session.game.passes else "")
        source = session.record.get("source")
        words = [session.game.variant, *([shown(source, 40)] if isinstance(source, str) else [])]
        words += [f"score {session.score(self.sheet).total}", *[word for word in (clock(session),) if word]]
        words += [passes] if session.game.counts_passes else []
        self.bar.update(Text("   ".join([*words, *([self.busy] if self.busy else [])])))
        if session.over and not self.ended:
            self._end()

    def _end(self) -> None:
        """The game is over: say so, once."""
        self.ended = True
        self.chosen = None
        more = " n: another game, q: leave." if self.another else " q: leave."
        lost = "" if self.session.status == "won" or self.session.gave_up else " g: see where."
        self.tell(f"{standing(self.session)} {items(self.session, self.sheet)}{lost}{more}")
        self.keep()
        self.lay()

    def lay(self) -> None:
        """Show the board anew."""
        session = self.session
        width = max(1, self.size.width - 3)
        state = session.state if self.looked_at is None else self.looked_at
        ink = Ink(self.signs, self.looked_at is not None, width)
        self.board.lay(board(session.game, state, ink), self._marks())
        if self.cursor in self.board.spots:
            self.cloth.scroll_to_region(self.board.spots[self.cursor], animate=False)
        self.tick()

    def _marks(self) -> dict[Spot, Style]:
        marks = dict.fromkeys(self.hinted, _HINTED)
        if self.chosen is not None:
            place, first = self.chosen
            for number in range(first, max(first + 1, len(self.session.state.piles[place]))):
                marks[place, number] = _CHOSEN
            for target in self.session.targets(place, self._count()):
                marks[self._top(target)] = _TARGET
        if self.cursor is not None:
            marks[self.cursor] = marks.get(self.cursor, Style()) + _CURSOR
        return marks

    def _top(self, place: int) -> Spot:
        return place, max(0, len(self.session.state.piles[place]) - 1)

    def _count(self) -> int:
        """How many cards are taken up."""
        assert self.chosen is not None
        place, first = self.chosen
        return len(self.session.state.piles[place]) - first if self.session.game.roles[place] is Role.COLUMN else 1

    def keep(self) -> None:
        """Save the game as it is now; what is wrong with the file is told, and the game goes on."""
        if self.saved is None or not self.session.touched:
            return
        try:
            self.saved.save({**self.session.record, **self.analysis})
            self.unsaved = ""
        except OutputFault as fault:
            self.unsaved = str(fault)
            if self.is_running:
                self.notify(f"the game is not saved: {fault}", severity="error", markup=False)

    # --- playing ---

    def enter(self, text: str) -> bool:
        """Make an entry; whether it was legal. What the rules say against it is told."""
        if self.busy:
            self.tell(f"{self.busy} Wait a moment.")
            return False
        try:
            self.session.enter(text)
        except SolitError as fault:
            self.tell(shown(f"{text[:40]}: {fault.message}"))
            return False
        self.hinted, self.chosen, self.sure = set(), None, ""
        if self.cursor is not None:
            self.cursor = self._top(self.cursor[0])
        self.tell(standing(self.session) or f"{text}")
        self.keep()
        self.lay()
        return True

    def on_board_view_chosen(self, event: BoardView.Chosen) -> None:
        """A card was clicked."""
        self.cursor = None
        if event.chain == 2 and self._own_foundation(event.spot):
            return
        self.choose(event.spot)

    def choose(self, spot: Spot) -> None:
        """Take up a card, or put what is taken up there."""
        place = spot[0]
        session, state = self.session, self.session.state
        self.sure, self.hinted = "", set()
        if session.over or self.looked_at is not None:
            return
        if place == STOCK:
            self.action_draw()
        elif self.chosen is not None and self.chosen[0] != place:
            source, self_count = self.chosen[0], self._count()
            if not self.enter(session.move_between(source, self_count, place)):
                self.chosen = None
                if session.moves_from(place):
                    self._take_up(spot, tell=False)  # what is said is why the move was refused
                self.lay()
        elif self.chosen == spot:
            self.chosen = None
            self.lay()
        elif state.piles[place]:
            self._take_up(spot)
            self.lay()

    def _take_up(self, spot: Spot, tell: bool = True) -> None:
        place, number = spot
        pile, down = self.session.state.piles[place], self.session.state.down[place]
        if place == WASTE or place in FOUNDATIONS:
            number = len(pile) - 1
        if number < down:
            if number == len(pile) - 1 and self.session.game.flip:
                self.enter(f"{PLACES[place]}^")
            elif tell:
                self.tell("That card lies face down.")
            return
        self.chosen = place, number
        names = [PLACES[target] for target in self.session.targets(place, self._count())]
        if tell:
            self.tell(f"To {', '.join(names)}." if names else "This card can't go anywhere now.")

    def _own_foundation(self, spot: Spot) -> bool:
        """Put the top card of a clicked place on its foundation, where that is legal."""
        text = f"{PLACES[spot[0]]}-f"
        if text not in self.session.legal:
            return False
        return self.enter(text)

    def action_draw(self) -> None:
        """Draw, or redeal where there is nothing to draw."""
        self.chosen = None
        legal = self.session.legal
        if not self.enter("r" if "d" not in legal and "r" in legal else "d"):
            self.lay()

    def action_enter_text(self, text: str) -> None:
        """Make an entry by its key."""
        self.enter(text)

    def action_to_foundation(self) -> None:
        """Put the card that is taken up, or under the cursor, on its foundation."""
        spot = self.chosen or self.cursor
        if spot is None:
            self.tell("Take up a card first: f puts it on its foundation.")
        else:
            self.enter(f"{PLACES[spot[0]]}-f" if spot[0] != STOCK else "d")

    def action_turn(self) -> None:
        """Turn up the top card under the cursor."""
        if self.cursor is not None:
            self.enter(f"{PLACES[self.cursor[0]]}^")
        else:
            self.tell("The cursor says which card is to be turned up: arrow keys move it.")

    def action_take(self) -> None:
        """Take up the card under the cursor, or put down there."""
        if self.cursor is not None:
            self.choose(self.cursor)
        else:
            self.action_next(1)

    def action_let_go(self) -> None:
        """Put nothing down; close what is open."""
        if isinstance(self.screen, Help):
            self.screen.dismiss()
            return
        self._close_entry()
        self.chosen, self.hinted, self.sure = None, set(), ""
        self.tell("")
        self.lay()

    def action_next(self, step: int) -> None:
        """Move the cursor to the next target of the card that is taken up, or to the next card that can move."""
        session = self.session
        if self.chosen is not None:
            places = session.targets(self.chosen[0], self._count())
        else:
            sources = {move.source for move in map(parse_move, session.legal) if move.source >= 0}
            places = sorted(sources) + ([STOCK] if {"d", "r"} & set(session.legal) else [])
        if not places:
            return
        now = self.cursor[0] if self.cursor is not None else None
        at = (places.index(now) + step) % len(places) if now in places else 0 if step > 0 else len(places) - 1
        place = places[at]
        spot = self._top(place)
        if self.chosen is None and session.game.roles[place] is Role.COLUMN:  # the deepest card that can move
            counts = [move.count for move in session.moves_from(place) if move.act == "move"]
            spot = place, len(session.state.piles[place]) - max(counts, default=1)
        self.cursor = spot
        self.lay()

    def action_go(self, right: int, down: int) -> None:
        """Move the cursor to the nearest card in a direction."""
        spots = self.board.spots
        if not spots:
            return
        if self.cursor not in spots:
            self.cursor = min(spots, key=lambda spot: (spots[spot].y, spots[spot].x))
            self.lay()
            return
        here = spots[self.cursor]

        def way(spot: Spot) -> tuple[int, int] | None:
            across, along = (spots[spot].x - here.x), (spots[spot].y - here.y)
            ahead, aside = (across * right, abs(along)) if right else (along * down, abs(across))
            return (ahead + 3 * aside, aside) if ahead > 0 else None

        ways = {spot: found for spot in spots if (found := way(spot)) is not None}
        if ways:
            self.cursor = min(ways, key=lambda spot: ways[spot])
            self.lay()

    # --- typing ---

    def action_type(self) -> None:
        """Open the line that moves are typed on."""
        if isinstance(self.screen, Help):
            return
        self.entry.disabled, self.entry.display = False, True
        self.screen.set_focus(self.entry)  # at once: the next key may be in already

    def _close_entry(self) -> None:
        self.entry.value = ""
        self.entry.disabled, self.entry.display = True, False
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Play what was typed, up to the first move that is refused."""
        words = event.value.split()
        self._close_entry()
        for word in words:
            if not self.enter(word):
                break

    # --- help ---

    def action_help(self) -> None:
        """What there is to do."""
        self.push_screen(Help())

    def action_moves(self) -> None:
        """All legal moves."""
        legal = self.session.legal
        undo = " (and u)" if self.session.moves and self.session.refusal("u") is None else ""
        self.tell((" ".join(legal) or "No move is legal.") + undo)

    def action_score(self) -> None:
        """The score with its items."""
        self.tell(items(self.session, self.sheet))

    def action_hint(self) -> None:
        """Ask a player who does not see hidden cards."""

        def ask() -> str:
            moves = self.session.hint(self.player)
            self._point_at(moves[0] if moves else None)
            return hint_text(self.player, moves)

        self._work("The player thinks …", ask)

    def action_solver_hint(self) -> None:
        """Ask the solver."""

        def ask() -> str:
            answer = self.session.solver_hint()
            self._point_at(answer.moves[0] if answer.moves else None)
            return answer_text(answer)

        self._work("The solver thinks …", ask)

    def _point_at(self, text: str | None) -> None:
        """Mark the cards of a move."""
        self.hinted = set()
        if text is None:
            return
        move = parse_move(text)
        if move.act in ("draw", "redeal"):
            self.hinted = {(STOCK, 0)}
            return
        state = self.session.state
        first = len(state.piles[move.source]) - (move.count if move.act == "move" else 1)
        self.hinted = {(move.source, number) for number in range(first, len(state.piles[move.source]))}
        if move.act == "move":
            self.hinted.add(self._top(self._target(move)))

    def _target(self, move: Move) -> int:
        if move.target != OWN_FOUNDATION:
            return move.target
        return FOUNDATIONS[self.session.state.piles[move.source][-1] // 13]

    def _work(self, busy: str, ask: Callable[[], str]) -> None:
        """Let something think aside, so that the clock is seen to run; its sentence is told when it comes."""
        if self.busy:
            return
        self.busy, self.chosen = busy, None
        self.tell(busy)
        self.tick()
        session = self.session

        def work() -> None:
            try:
                told = ask()
            except SolitError as fault:
                told = fault.message
            except Exception as fault:  # it would end a thread in silence
                told = f"a fault of solit itself: {type(fault).__name__}: {fault}"
            if self.is_running and self.session is session:
                self.call_from_thread(self._worked, told)

        Thread(target=work, daemon=True).start()  # a daemon: who leaves does not wait for it

    def _worked(self, told: str) -> None:
        self.busy = ""
        self.tell(shown(told))
        self.keep()
        self.lay()

    # --- the end ---

    def _is_sure(self, key: str, question: str) -> bool:
        """Whether a key that ends things was pressed twice in a row."""
        if self.sure == key:
            return True
        self.sure = key
        self.tell(question)
        return False

    def action_give_up(self) -> None:
        """Give up; of a game that is over: see where it was lost."""
        if self.busy or self.analysis:
            return
        if not self.session.over:
            if not self._is_sure("g", "Give up and see where the game was lost? Press g again."):
                return
            self.session.give_up()
            self.keep()
            self.ended = True

        def ask() -> str:
            found = self.session.analyse(stop=lambda: not self.is_running)
            told = add_analysis(self.analysis, found)
            self.looked_at = found.before or self.session.state
            room = 6 * max(20, self.size.width - 2)
            return shorten(" ".join([standing(self.session), *told]), room, placeholder=" …")

        self._work("Looking where the game was lost …", ask)

    def action_another(self) -> None:
        """Another game, when this one is over."""
        if self.another is None or self.busy:
            return
        if not self.session.over:
            self.tell("This game is not over: g gives up.")
            return
        try:
            session, saved = self.another()
        except (SolitError, OutputFault) as fault:
            self.tell(shown(str(getattr(fault, "message", fault))))
            return
        self.session, self.saved = session, saved
        self._begin()
        self.tell("")
        self.lay()

    def action_leave(self) -> None:
        """Leave; where that loses the game, only when the key is pressed again."""
        loses = self.saved is None and self.session.touched and not self.session.over
        if not loses or self._is_sure("q", "The game is not kept (--out FILE keeps one). Press q again to leave."):
            self.action_leave_now()

    def action_leave_now(self) -> None:
        """Leave at once."""
        self.keep()
        self.exit()
