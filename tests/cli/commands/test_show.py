"""`solit show` and the pictures that it paints."""

import json
import random
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from solit.cli.pictures.paint import Ink, picture, plain_text
from solit.deals.shuffles import shuffle
from solit.engine import apply, build_game, legal_moves, variants
from solit.engine.layout import Game
from solit.engine.rules import deal
from solit.engine.state import State

from ..conftest import Run

KLONDIKE = """\
Klondike, as Game Colony's tournaments play it · solit:1 · pass 1

stock waste
 24    ··          ♣     ♦     ♥     ♠

 t1    t2    t3    t4    t5    t6    t7
 T♣   ▒▒▒▒  ▒▒▒▒  ▒▒▒▒  ▒▒▒▒  ▒▒▒▒  ▒▒▒▒
       K♠   ▒▒▒▒  ▒▒▒▒  ▒▒▒▒  ▒▒▒▒  ▒▒▒▒
             5♠   ▒▒▒▒  ▒▒▒▒  ▒▒▒▒  ▒▒▒▒
                   8♣   ▒▒▒▒  ▒▒▒▒  ▒▒▒▒
                         2♠   ▒▒▒▒  ▒▒▒▒
                               J♠   ▒▒▒▒
                                     Q♣
"""
SUSPENSE = """\
Suspense · solit:1 · pass 1 of 1

stock waste 1
 27    9♦          ♣     ♦     ♥     ♠

 t1    p1    t2     t3    p2    t4     t5    p3    t6     t7    p4    t8
 K♦   ▒▒▒▒   9♥     K♠   ▒▒▒▒   A♦     5♠   ▒▒▒▒   K♣     9♣   ▒▒▒▒   4♠
    T♠    8♦           4♦    Q♦           7♠    5♣           A♣    2♠
       6♥                 9♠                 2♥                 4♥
"""
SUSPENSE_NARROW = """\
Suspense - solit:1
pass 1 of 1

s  w 1
27 9D    C  D  H  S

t1 p1 t2   t3 p2 t4
KD ## 9H   KS ## AD
 TS 8D      4D QD
   6H         9S

t5 p3 t6   t7 p4 t8
5S ## KC   9C ## 4S
 7S 5C      AC 2S
   2H         4H
"""
CHINESE_REVEALED = """\
Chinese Solitaire - easy=true - solit:1

stock
 3                 C     D     H     S

 t1    t2    t3    t4    t5    t6    t7
 TC    KD    9H   [TS]  [8D]  [6H]  [5H]
 KS    AD    4D   [QD]  [9S]  [8S]  [5S]
 KC    7S    5C   [2H]  [8C]  [9C]  [4S]
 AC    2S    4H    9D   [JS]  [6C]  [QC]
 JC    6D    3D    2D    TH   [2C]  [6S]
 3C    7H    TD    QS    QH    3S   [AS]
 JD    KH    5D    4C    7C    8H    7D

stock, next first: 3H AH JH
"""
UTF8 = {"PYTHONUTF8": "1"}


def test_pictures(solit: Run) -> None:
    assert solit("show", "--seed", "1", env=UTF8) == (0, KLONDIKE.encode(), "")
    assert solit("show", "--variant", "suspense", "--seed", "1", env=UTF8) == (0, SUSPENSE.encode(), "")
    narrow = solit("show", "--variant", "suspense", "--seed", "1", "--ascii", env={"COLUMNS": "24"})
    assert narrow == (0, SUSPENSE_NARROW.encode(), "")
    revealed = solit("show", "--variant", "chinese", "--seed", "1", "-o", "easy=true", "--reveal", "--ascii")
    assert revealed == (0, CHINESE_REVEALED.encode(), "")


def test_a_pipe_shows_what_the_command_line_shows(solit: Run) -> None:
    two = solit("deal", "--seeds", "1..2").out
    shown = solit("show", given=two, env=UTF8).out.decode()
    assert shown.startswith(KLONDIKE + "\nKlondike")
    line = solit("deal", "--seed", "1").line
    assert solit("show", "--deck", line["deck"], env=UTF8).out.decode() == KLONDIKE.replace(" · solit:1", "")


def test_the_fan_of_the_waste(solit: Run) -> None:
    game: dict[str, Any] = {"solit": 1, "variant": "klondike", "source": "solit:1", "moves": "d d"}
    three = solit("show", "--ascii", given=[game], env={"COLUMNS": "100"}).out.decode().splitlines()
    assert three[0].endswith("solit:1 - after d, 2 of 2 - pass 1")
    assert three[2:4] == ["stock waste 6", " 18    2D TH 2C    C     D     H     S"]
    game["options"] = {"draw": 1}
    one = solit("show", "--ascii", given=[game], env={"COLUMNS": "100"}).out.decode().splitlines()
    assert one[2:4] == ["stock waste 2", " 22    6D          C     D     H     S"]


def test_positions_along_a_game(solit: Run, won: dict[str, Any]) -> None:
    count = len(won["moves"].split())
    every = solit("show", "--at", "all", given=[won]).out.decode()
    assert every.count("Chinese Solitaire") == count + 1
    assert "0 of 89" in every
    assert every.rstrip().rsplit("\n\n", 3)[-3].endswith("won")
    at_end = solit("show", given=[won]).out
    assert solit("show", "--at", str(count), given=[won]).out == at_end
    assert solit("show", "--at", "-1", given=[won]).out != at_end
    done = solit("show", "--at", str(count + 1), given=[won])
    assert (done.code, done.out) == (2, b"")
    assert "entry 90 of a record with 89 entries" in done.err


def test_several_positions_of_a_game(solit: Run, won: dict[str, Any]) -> None:
    for span, first, last in (
        ("0..2", 0, 2),
        ("88..89", 88, 89),
        ("-2..-1", 87, 88),
        ("5..5", 5, 5),
        ("85..-2", 85, 87),
    ):
        one_by_one = [solit("show", "--at", str(n), given=[won]).out for n in range(first, last + 1)]
        assert solit("show", "--at", span, given=[won]).out == b"\n".join(one_by_one), span
    assert solit("show", "--at", "all", given=[won]).out == solit("show", "--at", "0..89", given=[won]).out
    for span in ("0..90", "-90..5", "89..-2"):
        done = solit("show", "--at", span, given=[won])
        assert (done.code, done.out) == (2, b"") and "of a record with 89 entries" in done.err, span
    wrong = {**won, "moves": " ".join([*won["moves"].split()[:3], "t1-t1", "t1-t1"])}
    done = solit("show", "--at", "2..5", given=[wrong])
    assert (done.code, done.out.count(b"Chinese")) == (1, 2)
    assert solit("show", "--at", "5..5", given=[wrong]).out == solit("show", given=[wrong]).out


def test_an_illegal_game_is_shown_before_its_wrong_move(solit: Run, won: dict[str, Any]) -> None:
    moves = won["moves"].split()
    wrong = {**won, "moves": " ".join([*moves[:3], "t1-t1", *moves[4:]])}
    done = solit("show", given=[wrong, won])
    assert done.code == 1
    assert done.out.startswith(solit("show", "--at", "3", given=[won]).out)
    assert done.out.count(b"Chinese Solitaire") == 2
    assert done.err.startswith("solit: line 1: entry 3, t1-t1: ")
    assert solit("show", "-q", given=[wrong]).err == ""
    every = solit("show", "--at", "all", given=[wrong])
    assert (every.code, every.out.count(b"Chinese")) == (1, 4)


def test_unreadable_lines_are_told_on_stderr(solit: Run) -> None:
    deal = json.dumps(solit("deal", "--seed", "1").line)
    done = solit("show", given=f'{{\n{deal}\n{{"solit":1}}\n', env=UTF8)
    assert (done.code, done.out.decode()) == (2, KLONDIKE)
    assert [line.partition(": ")[2][:7] for line in done.err.splitlines()] == ["line 1:", "line 3:"]


def test_errors_without_a_message_are_told_whole(solit: Run) -> None:
    errors: list[object] = [None, {"code": "x"}, "boo", {"message": "why"}]
    for command in (["show"], ["analyse", "--show"], ["convert", "--to", "pysol"]):
        done = solit(*command, given=[{"solit": 1, "error": error} for error in errors])
        told = [line.partition(": line ")[2][3:] for line in done.err.splitlines()]
        assert told == ["the line has an error: null", 'the line has an error: {"code":"x"}', "boo", "why"], command


def test_letters_where_the_encoding_has_no_signs(solit: Run) -> None:
    env = {"PYTHONIOENCODING": "latin-1"}
    assert b" TC " in solit("show", "--seed", "1", env=env).out
    assert solit("show", "--seed", "1", "--ascii", env=UTF8).out.isascii()


def test_colour(solit: Run) -> None:
    assert b"\x1b[" not in solit("show", "--seed", "1").out
    assert b"\x1b[" in solit("show", "--seed", "1", env={"FORCE_COLOR": "1"}).out
    assert b"\x1b[" not in solit("show", "--seed", "1", env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).out


def test_picture_files(solit: Run, tmp_path: Path) -> None:
    svg, html = tmp_path / "all.svg", tmp_path / "all.html"
    deals = solit("deal", "--seeds", "1..3", "--variant", "suspense").out
    done = solit("show", "--svg", str(svg), "--html", str(html), given=deals)
    assert (done.code, done.out, done.err) == (0, b"", "")
    words = "".join(ET.parse(svg).getroot().itertext())
    assert words.count("Suspense") == html.read_text(encoding="utf-8").count("Suspense") == 3
    for text in (svg.read_text(encoding="utf-8"), html.read_text(encoding="utf-8")):
        assert "K♦" in text
        assert "url(http" not in text
        assert "src=" not in text
    done = solit("show", "--svg", str(tmp_path / "none" / "x.svg"), given=deals)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1


def test_files_say_what_became_of_the_game(solit: Run, tmp_path: Path, won: dict[str, Any]) -> None:
    svg, html = tmp_path / "a.svg", tmp_path / "a.html"
    files = ["--svg", str(svg), "--html", str(html)]
    name = "Chinese Solitaire · "

    def titles() -> list[str]:
        page = re.search(r"<title>(.*?)</title>", html.read_text(encoding="utf-8"))
        picture = ET.parse(svg).getroot().find("{http://www.w3.org/2000/svg}title")
        assert page and picture is not None
        return [page[1], picture.text or ""]

    assert solit("show", *files, given=[won]).code == 0
    assert len(set(titles())) == 1 and titles()[0].startswith(name) and titles()[0].endswith(" · won, 89 entries")
    assert "Won, 89 entries." in html.read_text(encoding="utf-8")
    assert "Won, 89 entries." in "".join(ET.parse(svg).getroot().itertext()).replace("\xa0", " ")
    wrong = {**won, "moves": "t1-t1"}
    assert solit("show", *files, given=[wrong]).code == 1
    assert "illegal at entry 0, t1-t1: " in titles()[0]
    assert "Illegal at entry 0, t1-t1: " in html.read_text(encoding="utf-8")
    solit("show", *files, given=[wrong, won])
    assert titles() == ["solit show: 2 records"] * 2
    assert "89 entries" not in solit("show", given=[won]).out.decode()


@pytest.mark.parametrize(
    "arguments", [["--variant", "nosuch"], [str(Path("no") / "such.jsonl")], ["--deck", "AS", "--seed", "1"], []]
)
def test_a_picture_file_is_not_lost_to_a_mistake(solit: Run, tmp_path: Path, arguments: list[str]) -> None:
    for option in ("--svg", "--html"):
        kept = tmp_path / "kept"
        kept.write_text("of old")
        assert solit("show", option, str(kept), *arguments, given=b"{}").code == 2
        assert kept.read_text() == "of old"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seed", "1", "x.jsonl"],
        ["-o", "draw=1"],
        ["--shuffle", "ms"],
        ["--at", "x"],
        ["--at", "3..1"],
        ["--at", "-1..-3"],
        ["--at", "1..2..3"],
        ["--step"],
        ["--step", "--svg", "x"],
        ["--seed", "y"],
        ["--deck", "AS"],
        ["--seed", "1", "--svg", "x", "--html", "x"],
        ["--variant", "x"],
    ],
)
def test_wrong_usage(solit: Run, arguments: list[str]) -> None:
    done = solit("show", *arguments)
    assert (done.code, done.out) == (2, b"")
    assert done.err


def walk(game: Game, seed: int) -> list[State]:
    """Positions along a walk of random legal moves."""
    chance = random.Random(seed)
    state = deal(game, shuffle("solit", seed, game.variant))
    states = [state]
    for _ in range(80):
        moves = [move for move in legal_moves(game, state) if move.act != "redeal"]
        if not moves:
            break
        state, _events = apply(game, state, chance.choice(moves))
        states.append(state)
    return states


@pytest.mark.parametrize("variant", variants())
@pytest.mark.parametrize("width", [80, 60, 40, 25, 12])
def test_every_picture_fits_and_shows_every_open_card_once(variant: str, width: int) -> None:
    game = build_game(variant)
    for seed in range(3):
        for state in walk(game, seed)[::5]:
            for reveal in (False, True):
                text = plain_text(picture(game, state, Ink(False, reveal, width), [f"solit:{seed}"]))
                assert max(map(len, text.splitlines())) <= width
                table = text.partition("\n\n")[2] if width > 12 else text
                for place in game.columns:
                    for card in state.piles[place][state.down[place] :]:
                        face = "A23456789TJQK"[card % 13] + "CDHS"[card // 13]
                        assert table.count(face) == 1
                        assert text.isascii()


def test_hidden_cards_stay_hidden() -> None:
    game = build_game("klondike")
    state = deal(game, range(52))
    text = plain_text(picture(game, state, Ink(False)))
    shown = [card for place in game.columns for card in state.piles[place][state.down[place] :]]
    faces = {"A23456789TJQK"[card % 13] + "CDHS"[card // 13] for card in shown}
    told = {word for word in text.replace("#", " ").split() if len(word) == 2 and word[1] in "CDHS"}
    assert told == faces
