"""What `solit.engine` offers: every name is there, imported when it is first used, and `help` tells of all of them."""

import pydoc
import subprocess
import sys
from collections.abc import Callable

import pytest

import solit.engine
from solit.engine import analyse, build_game, parse_position, replay, solve


def test_every_name_is_there() -> None:
    assert dir(solit.engine) == sorted(solit.engine.__all__)
    for name in solit.engine.__all__:
        assert getattr(solit.engine, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        solit.engine.__getattr__("nothing")


def test_help_tells_of_all_names() -> None:
    text = pydoc.plain(pydoc.render_doc(solit.engine))
    for name in ("replay(", "solve(", "analyse(", "build_game(", "class Record", "class Answer", "SHEETS ="):
        assert name in text
    for name in solit.engine.__all__:
        assert name in text


def test_names_are_imported_when_they_are_used() -> None:
    code = "import sys, solit.engine; print(*[name for name in sys.modules if name.startswith('solit.engine.')])"
    assert not subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_a_position_is_solved_and_a_game_analysed(position: Callable[..., str], suits: dict[str, str]) -> None:
    """The one is what the other asks for single positions."""
    game = build_game("klondike")
    piles = {**suits, "fS": "AS", "t1": "".join([f"{rank}S" for rank in "KQJT98765432"])}
    start = parse_position(game, position(game, piles))
    answer = solve(game, start)
    assert (answer.verdict, answer.moves) == ("won", ["t1-f"] * 12)
    analysis = analyse(replay(game, start, []), [], solve)
    assert (analysis.winnable_at_start, analysis.lost_at) == (True, None)
