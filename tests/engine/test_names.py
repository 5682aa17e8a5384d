"""What `solit.engine` offers: every name is there, imported when it is first used, and `help` tells of all of them."""

import ast
import inspect
import pydoc
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import solit
import solit.deals
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


PACKAGES = (solit, solit.engine, solit.deals)
OFFERED = [(package.__name__, name) for package in PACKAGES for name in package.__all__]


@pytest.mark.parametrize(("package", "name"), OFFERED)
def test_help_says_what_there_is(package: str, name: str) -> None:
    """Every name has a text of its own, which tells of every field of a class and every keyword of a function."""
    it = getattr(sys.modules[package], name)
    if not (inspect.isclass(it) or inspect.isfunction(it)):
        return
    text = it.__doc__ or ""
    assert text and not text.startswith(f"{name}("), "a text that was made, not written"
    if inspect.isfunction(it):
        told = [one.name for one in inspect.signature(it).parameters.values() if one.kind is one.KEYWORD_ONLY]
    else:
        told = list(vars(it).get("__annotations__", {}))
    assert [one for one in told if one[0] != "_" and f"`{one}`" not in text] == []


def test_what_is_offered_is_exported_to_type_checkers() -> None:
    """`__all__` is what `dir` tells, and the imports under TYPE_CHECKING are of the same names."""
    for package in PACKAGES:
        assert {*dir(package)} - {"__version__"} == {*package.__all__}
        tree = ast.parse(Path(package.__file__ or "").read_text(encoding="utf-8"))
        (checked,) = [node for node in tree.body if isinstance(node, ast.If)]
        names = {alias.name for node in checked.body if isinstance(node, ast.ImportFrom) for alias in node.names}
        assert names == {*package.__all__}


def test_a_game_is_defined_with_what_is_offered() -> None:
    """Eight columns, all cards face up, any group moves: nothing but public names is needed."""
    code = """
from solit.engine import *
def build(settings, ranks, piles):
    columns = piles or 8
    plan = tuple(Step(6 + n % columns, True) for n in range(4 * ranks))
    return Game(variant="rows", title="Rows", ranks=ranks, plan=plan, roles=roles_of(columns, stock=False, waste=False),
        covers=((),) * 30, suits=Suits.ALTERNATE, opens={Role.COLUMN: Opening.ANY}, lift=Lift.ANY,
        routes=frozenset([(Role.COLUMN, Role.COLUMN), (Role.COLUMN, Role.FOUNDATION)]), draw_to=(), passes=1,
        sheets=("cards",), redeals=False, options=OPTIONS, notes=(Note("deal", "Eight columns.", True),),
        settings=settings)
OPTIONS = (Option("hard", False, "whether it is hard", (False, True)),)
register("rows", build, options=OPTIONS, source="this test")
import solit
from solit.deals import deal_record
obj, deck = deal_record("solit", 3, "rows", {"hard": True})
game = build_game("rows", {"hard": True})
answer = solve(game, deal(game, deck), nodes=100_000)
judged = solit.judge({**obj, "moves": " ".join(answer.moves)})
print(answer.verdict, judged.status, judged.score().total, "rows" in variants(), solit.judge(obj).legal != [])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout.split(), done.stderr) == (["won", "won", "52", "True", "True"], "")
