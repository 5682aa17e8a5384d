"""The game on the whole screen, through Textual's pilot."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

import solit
from solit.cli.playing.saved import SavedGame
from solit.cli.playing.screen import Help, Table
from solit.deals.session import Session, new_record
from solit.engine import variants
from solit.engine.moves import PLACE

Play = Callable[["Player"], Awaitable[None]]


class Player:
    """Someone at the table."""

    def __init__(self, table: Table, pilot: Pilot[None]) -> None:
        self.table, self.pilot = table, pilot

    async def click(self, place: str, number: int = -1, times: int = 1) -> None:
        pile = self.table.session.state.piles[PLACE[place]]
        spot = PLACE[place], max(0, number if number >= 0 else len(pile) - 1) if place != "s" else 0
        region = self.table.board.spots[spot]
        await self.pilot.click("#board", offset=(region.x + 1, region.y), times=times)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def thought(self) -> None:
        for _ in range(600):
            if not self.table.busy:
                return
            await self.pilot.pause(0.05)
        pytest.fail("it thinks without end")

    @property
    def note(self) -> str:
        return str(self.table.note.render())

    @property
    def bar(self) -> str:
        return str(self.table.bar.render())

    @property
    def moves(self) -> list[str]:
        return self.table.session.moves


def at_the_table(session: Session, play: Play, size: tuple[int, int] = (80, 24), **more: Any) -> Table:
    table = Table(session, **more)

    async def sit() -> None:
        async with table.run_test(size=size) as pilot:
            await pilot.pause()
            await play(Player(table, pilot))

    asyncio.run(sit())
    return table


def klondike(seed: int = 2, **options: Any) -> Session:
    return Session(new_record("klondike", options, seed))


def test_mouse() -> None:
    async def play(player: Player) -> None:
        await player.click("t3")
        assert player.note == "To t2."
        assert player.table.chosen == (PLACE["t3"], 2)
        await player.click("t2")
        assert player.moves == ["t3-t2"] and "score 5" in player.bar
        await player.click("s")
        assert player.moves == ["t3-t2", "d"]
        await player.click("t1")
        await player.click("t4")
        assert "does not go on" in player.note and "columns build down in alternating colours" in player.note
        assert player.moves == ["t3-t2", "d"]
        await player.press("escape")
        await player.click("t7", 0)
        assert player.note == "That card lies face down."
        await player.click("t6")
        await player.click("t6")
        assert player.table.chosen is None

    at_the_table(klondike(), play)


def test_a_double_click_goes_to_the_foundation() -> None:
    async def play(player: Player) -> None:
        await player.press("d", "d")
        await player.click("w", times=2)
        assert player.moves == ["d", "d", "w-f"]
        await player.click("t1", times=2)  # it can't: it is taken up and let go
        assert player.moves == ["d", "d", "w-f"]

    at_the_table(klondike(), play)


def test_keys() -> None:
    async def play(player: Player) -> None:
        await player.press("m")
        assert player.note == "d t3-t2 t5-t6"
        await player.press("tab", "enter", "tab", "enter")  # the first card that can move, to its first target
        assert player.moves == ["t3-t2"]
        await player.press("d", "u")
        assert player.moves == ["t3-t2", "d"] and "can't be taken back" in player.note
        await player.press("slash", *"t1-t2", "enter")
        assert "does not go on" in player.note
        await player.press("slash", *"nonsense", "enter")
        assert "is not a move" in player.note
        await player.press("slash", *"d d q", "escape")
        assert player.moves == ["t3-t2", "d"]
        await player.press("slash", *"d d", "enter")
        assert player.moves == ["t3-t2", "d", "d", "d"]
        await player.press("s")
        assert player.note.startswith("Score 5 on game-colony: 1 reveal +5")
        await player.press("right", "right", "down", "down", "left", "up", "escape", "f", "enter")
        assert player.moves == ["t3-t2", "d", "d", "d"]

    at_the_table(klondike(), play)


def test_the_cursor_goes_where_cards_lie() -> None:
    async def play(player: Player) -> None:
        seen = set()
        for key in ["down"] * 9 + ["right"] * 7 + ["up"] * 9 + ["left"] * 9:
            await player.press(key)
            seen.add(player.table.cursor)
            assert player.table.cursor in player.table.board.spots
        assert len(seen) > 12

    at_the_table(klondike(), play)


def test_turning_up_by_hand() -> None:
    async def play(player: Player) -> None:
        await player.press("slash", *"t3-t2", "enter")
        await player.click("t3")
        assert player.moves == ["t3-t2", "t3^"]

    at_the_table(klondike(flip="manual"), play)


def test_hints_and_the_record(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"

    async def play(player: Player) -> None:
        await player.press("h")
        await player.thought()
        assert player.note.startswith("The simple player would play ") and player.table.hinted
        await player.press("H")
        await player.thought()
        assert player.note.startswith("Every card known, ")
        assert [hint["by"] for hint in json.loads(out.read_text())["_hints"]] == ["simple", "solver"]
        await player.press("d")
        assert json.loads(out.read_text())["moves"] == "d"
        await player.press("q")

    at_the_table(klondike(), play, saved=SavedGame(str(out)), player="simple")
    record = json.loads(out.read_text())
    assert record["end_ms"] >= record["at_ms"][-1]
    assert solit.judge(record).error is None


def test_giving_up_and_another_game(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"

    async def play(player: Player) -> None:
        await player.press("d", "g")
        assert not player.table.session.over and "Press g again" in player.note
        await player.press("m", "g", "g")
        await player.thought()
        assert "threw the win away" in player.note
        assert player.table.looked_at is not None
        await player.press("d", "n")
        assert player.moves == [] and "solit:5" in player.bar
        await player.press("d", "n")
        assert player.note == "This game is not over: g gives up."

    at_the_table(
        Session(new_record("chinaman", {}, 1)),
        play,
        saved=SavedGame(str(out)),
        another=lambda: (klondike(5), SavedGame(str(out))),
    )
    first, second = [json.loads(line) for line in out.read_text().splitlines()]
    assert first["_gave_up"] is True and "analysis" in first and first["moves"] == "d"
    assert second["source"] == "solit:5"
    for record in (first, second):
        assert solit.judge(record).error is None


def test_a_won_game_and_one_out_of_time(games: list[dict[str, Any]]) -> None:
    game = games[0]
    *moves, last = game["moves"].split()
    deal = {key: value for key, value in game.items() if key in ("solit", "variant", "options", "deck")}

    async def win(player: Player) -> None:
        await player.press("slash", *last, "enter")
        assert "The game is won! Score 52 on cards" in player.note
        await player.press("d", "h", "tab", "enter")
        assert player.moves[-1] == last

    at_the_table(Session({**deal, "moves": " ".join(moves)}), win)
    now = [0.0]
    slow = Session(new_record("klondike", {"time_limit": 2}, 1), lambda: now[0])

    async def wait(player: Player) -> None:
        await player.press("d")
        now[0] = 2.5
        player.table.tick()
        await player.pilot.pause()
        assert "The time is over" in player.note and "0:02 of 0:02" in player.bar
        await player.press("d")
        assert "the time limit is 2 s" in player.note and player.moves == ["d"]

    at_the_table(slow, wait)


def test_help_and_leaving_without_a_file() -> None:
    async def play(player: Player) -> None:
        await player.press("question_mark")
        assert isinstance(player.table.screen, Help)
        player.table.tick()  # the clock goes on behind it
        await player.press("escape")
        assert not isinstance(player.table.screen, Help)
        await player.press("f1", "x")
        assert not isinstance(player.table.screen, Help)
        await player.press("d", "q")
        assert "not kept" in player.note
        await player.press("q")
        assert player.table.return_code == 0

    at_the_table(klondike(), play)


@pytest.mark.parametrize(
    ("variant", "size"),
    [
        *[(variant, (44, 12)) for variant in variants()],
        *[("klondike", size) for size in [(200, 60), (24, 10), (8, 4), (1, 1)]],
        *[("suspense", size) for size in [(200, 60), (24, 10), (1, 1)]],
    ],
)
def test_any_size(variant: str, size: tuple[int, int]) -> None:
    async def play(player: Player) -> None:
        await player.press("tab", "down", "m")
        if size[0] >= 24:
            assert player.table.board.spots
            assert player.table.board.region.width <= size[0]
        await player.pilot.resize_terminal(80, 24)
        await player.pilot.pause()
        wide = player.table.board.spots
        assert len({place for place, _ in wide}) >= 7
        text = player.table.session.legal[0]
        await player.press("slash", *text, "enter")
        assert player.moves == [text]

    at_the_table(Session(new_record(variant, {}, 1)), play, size)


def test_a_full_disk_is_told_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    saved = SavedGame(str(tmp_path / "games.jsonl"))

    async def play(player: Player) -> None:
        with monkeypatch.context() as patch:

            def full(*_args: Any) -> None:
                raise OSError(28, "No space left on device")

            patch.setattr(os, "fsync", full)
            await player.press("d")
            assert "No space left" in player.table.unsaved
        await player.press("d")
        assert player.table.unsaved == "" and player.moves == ["d", "d"]

    at_the_table(klondike(), play, saved=saved)
