"""The game line by line, at a terminal or in a pipe: the board, a prompt, an answer."""

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from solit.cli.lines.streams import OutputFault, say, shown
from solit.cli.playing.words import add_analysis, answer_text, hint_text, items, standing, title
from solit.engine.errors import RecordError, SolitError
from solit.engine.moves import PLACE, parse_move

if TYPE_CHECKING:
    from solit.cli.pictures.paint import Ink
    from solit.cli.playing.saved import SavedGame
    from solit.deals.session import Session
    from solit.engine.sheets import Sheet

LONGEST = 4096
"""Bytes of a line that is read; more in one line is no move of any game."""

HELP = """\
A line is a move: d draw, r redeal, w-t3, t3-t5x4 (four cards), t3-f, fH-t2, t4^ turn up, p1t-w; u takes one back.
Several moves may stand on a line. Further words:
  moves         the legal moves; a place alone, such as t3 or w: those of its cards
  hint          what a player would do who does not see hidden cards
  hint --solver what wins, every card known (the record says that it was asked)
  score         the score and its items        board   the board again
  give up       end the game and see where it was lost
  q             leave; the game can be gone on with"""

WORDS = ("moves", "hint", "hint --solver", "score", "board", "give up", "help", "q")


class Lines:
    """One game, played by lines that come from `read` (None: no more) and told by `write`."""

    def __init__(
        self,
        session: "Session",
        ink: "Ink",
        read: Callable[[], str | None],
        write: Callable[[str], None],
        *,
        saved: "SavedGame | None" = None,
        paint: Callable[[list[list[Any]]], str] | None = None,
        player: str = "sampling",
        sheet: "Sheet | None" = None,
    ) -> None:
        from solit.cli.pictures.paint import plain_text

        self.session, self.ink, self.read, self.write = session, ink, read, write
        self.saved, self.player, self.sheet = saved, player, sheet
        self.paint = plain_text if paint is None else paint
        self.analysis: dict[str, Any] = {}
        self.unsaved = ""  # what is wrong with the file, told once

    def play(self) -> None:
        """Play until the game is over or the player leaves; the record is saved after every entry and at the end."""
        self.board()
        try:
            while not self.session.over:
                line = self.read()
                if line is None or self.answer(line.strip()):
                    break
            if self.session.over:
                self.tell(standing(self.session), items(self.session, self.sheet))
        finally:
            if self.session.touched:
                self.save()

    def board(self) -> None:
        """Show the position."""
        from solit.cli.pictures.paint import picture

        session = self.session
        self.write(self.paint(picture(session.game, session.state, self.ink, title(session, self.sheet))))

    def tell(self, *sentences: str) -> None:
        """Some sentences, folded to the width."""
        from textwrap import wrap

        for sentence in sentences:
            for line in wrap(sentence, max(20, self.ink.width), break_on_hyphens=False):
                self.write(line + "\n")

    def save(self) -> None:
        """Keep the game as it is now; what is wrong with the file is told, and the game goes on."""
        if self.saved is None:
            return
        try:
            self.saved.save({**self.session.record, **self.analysis})
            self.unsaved = ""
        except OutputFault as fault:
            if str(fault) != self.unsaved:
                say(f"the game is not saved: {fault}")
            self.unsaved = str(fault)

    def answer(self, line: str) -> bool:
        """Do what a line says; whether the player leaves."""
        session = self.session
        try:
            if line in ("q", "quit"):
                return True
            if line in ("", "board"):
                self.board()
            elif line in ("?", "help"):
                self.write(HELP + "\n")
            elif line in ("moves", "legal"):
                self.tell(self._moves(session.legal))
            elif line in PLACE:
                self.tell(self._moves([text for text in session.legal if self._from(text, line)]))
            elif line == "score":
                self.tell(items(session, self.sheet))
            elif line == "hint":
                self.tell(hint_text(self.player, session.hint(self.player)))
                self.save()
            elif line == "hint --solver":
                self.tell(answer_text(session.solver_hint()))
                self.save()
            elif line in ("give up", "give-up"):
                self._give_up()
            elif line.partition(" ")[0] == "hint":
                self.tell("A hint is asked for by hint, or by hint --solver. (help tells all words)")
            else:
                self._enter(line.split())
        except SolitError as fault:
            self.tell(shown(fault.message))
        return False

    def _moves(self, texts: Sequence[str]) -> str:
        more = "u" if self.session.moves and self.session.refusal("u") is None else ""
        told = " ".join(texts) or "No move is legal."
        return f"{told} (and {more})" if more else told

    def _from(self, text: str, place: str) -> bool:
        if place == "s":
            return text in ("d", "r")
        return text.partition("-")[0].rstrip("^") == place

    def _enter(self, words: Sequence[str]) -> None:
        """Enter moves in turn, up to the first that is refused; nothing where a word is no move."""
        for word in words:
            try:
                parse_move(word)
            except RecordError as fault:
                raise RecordError(fault.code, f"{fault.message} (help tells all words)") from None
        entered = 0
        try:
            for word in words:
                self.session.enter(word)
                entered += 1
                self.save()
        finally:
            if entered:
                self.board()
                note = standing(self.session)
                if note and not self.session.over:
                    self.tell(note)

    def _give_up(self) -> None:
        self.session.give_up()
        self.save()
        self.tell("Looking where the game was lost …")
        self.tell(*add_analysis(self.analysis, self.session.analyse()))


def reader(write: Callable[[str], None], interactive: bool) -> Callable[[], str | None]:
    """Lines of stdin after a prompt. What comes through a pipe is shown after it, as if it had been typed."""
    if interactive:
        return _typed

    def read() -> str | None:
        write("> ")
        data = sys.stdin.buffer.readline(LONGEST) if sys.stdin else b""
        while data and len(data) == LONGEST and not data.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(LONGEST)
            if len(rest) < LONGEST or rest.endswith(b"\n"):
                break
        if not data:
            write("\n")
            return None
        text = data.decode("utf-8", "replace").strip()
        write(f"{shown(text, 200)}\n")
        return text

    return read


def _typed() -> str | None:
    try:
        return input("> ")
    except EOFError:
        return None
    except UnicodeDecodeError:
        return "�"


def offer_completion(session: "Session") -> None:
    """Have the Tab key complete legal moves and words, and the arrow keys bring back lines, where Python can."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, number: int) -> str | None:
        typed = readline.get_line_buffer()[: readline.get_endidx()]
        known = [word for word in (*session.legal, "u", *WORDS) if word.startswith(typed)]
        offered = [word[readline.get_begidx() :] for word in known]
        return offered[number] if number < len(offered) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
