"""The registry of games: files of the folder, and games of one's own."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from solit.engine import (
    Game,
    Opening,
    Option,
    Role,
    build_game,
    games,
    parse_move,
    parse_record,
    register,
    replay,
    solve,
    variants,
    why_not,
)
from solit.engine.layout import Value


def test_only_modules_are_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("golf.py", "__init__.py", "_helper.py", "golf.py.orig", "spider.pyi", "my game.py", "Notes.py"):
        (tmp_path / name).touch()
    monkeypatch.setattr(games, "__path__", [str(tmp_path)])
    games._files.cache_clear()
    try:
        assert variants() == ("golf",)
    finally:
        games._files.cache_clear()


def golf(settings: Mapping[str, Value], ranks: int, piles: int) -> Game:
    """Yukon whose empty columns take any card."""
    opens = {Role.COLUMN: Opening.ANY if settings["easy"] else Opening.KING}
    return replace(build_game("yukon"), variant="golf", opens=opens, options=EASY, settings=settings)


EASY = (Option("easy", True, "whether any card opens a column", (True, False)),)


def test_a_game_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_registered", {})
    register("golf", golf, options=EASY, source="this test")
    assert "golf" in variants()
    for text in ("golf", "yukon", "Golf", "my-golf", ""):
        with pytest.raises(ValueError, match="game"):
            register(text, golf)
    deck = "TC KD 9H TS 8D 6H 5H KS AD 4D QD 9S 8S 5S KC 7S 5C 2H 8C 9C 4S AC 2S 4H 9D JS 6C QC JC 6D 3D 2D TH 2C "
    deck += "6S 3C 7H TD QS QH 3S AS JD KH 5D 4C 7C 8H 7D 3H AH JH"
    record = parse_record({"solit": 1, "variant": "golf", "deck": deck, "moves": "t1-t7 t7-t1"})
    result = replay(record.game, record.first_state(), record.moves or [])
    assert (result.error, result.status) == (None, "open")
    assert solve(record.game, result.state, timeout=None).verdict == "won"
    strict = build_game("golf", {"easy": False})
    piles = result.state.piles
    refusal = why_not(strict, result.state._replace(piles=(*piles[:6], (), *piles[7:])), parse_move("t2-t1"))
    assert refusal is not None and refusal.code == "empty-column"
    register("wrong", golf, options=EASY)
    with pytest.raises(ValueError, match="calls itself golf"):
        build_game("wrong")
