"""Everything that other programs printed is read: the same decks, won games, the same counts and scores."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solit.deals.formats import FORMATS, read, recognise, tells_moves, write
from solit.deals.notation.given import Given
from solit.deals.notation.page import Found
from solit.deals.shuffles import shuffle
from solit.engine.cards import cards_text, parse_deck
from solit.engine.errors import RecordError
from solit.engine.moves import STOCK
from solit.engine.record import parse_record
from solit.engine.referee import replay
from solit.engine.rules import build_game, deal
from solit.engine.scoring import score

Reading = Callable[..., list[Found]]
NATIVE = {
    "importable_json": "solvitaire",
    "printed_board": "solvitaire",
    "digits": "klondike-solver",
    "diagram": "klondike-solver",
    "pysol_diagram": "klondike-solver",
    "letters": "minimal-klondike",
    "board": "minimal-klondike",
    "text_t": "pysol",
    "text_10": "pysol",
    "print": "lonelybot",
}


def cards_line(entry: dict[str, Any]) -> str:
    """The deck of a fixture as a line that every game can begin with."""
    deal, deck = entry["deal"], []
    for row in range(7):
        deck += [column[row] for column in deal["tableau"][row:]]
    return f"cards: {' '.join(deck + deal['stock'])}\n"


def texts_of(entry: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """The texts of a fixture's game, each with its format: plain ones, and the whole output."""
    peer, line = entry["peer"], cards_line(entry)
    if peer == "solvitaire":
        return {"boards": (peer, entry["text"]), "with deck": (peer, line + entry["text"])}
    if peer == "lonelybot":
        told = "\n\n".join([entry["macro"], entry["standard"], entry["letters"]])
        texts = {name: (peer, f"{line}{entry[name]}\n") for name in ("macro", "standard", "letters")}
        texts["all"] = (peer, f"{line}Run in 12.5 ms\nStatistic\nTotal visit: 3\n{entry['printed']}\n\n{told}\n")
        return texts
    plain = f"{entry['deck_digits']}\n{entry['moves']} \n"
    texts = {"plain": (peer, plain), "cards": (peer, f"# a game\n{line}{entry['moves']}\n")}
    if peer == "klondike-solver":
        texts["result"] = (peer, f"{entry['deck_digits']}\n{entry['printed']} Took 12 ms.\n{entry['moves']} \n\n")
    else:
        texts["printed"] = (
            peer,
            f"Deal: {entry['deck_digits']}\n\nMoves: {entry['moves']} \n\n{entry['printed']}\nDone 00:00:01.5\n",
        )
    return texts


def check_game(entry: dict[str, Any], found: list[Found]) -> dict[str, Any]:
    """A text is one game, won, with the counts and the score of the fixture."""
    ((_, obj, error),) = found
    assert error is None, (entry["id"], error)
    assert obj is not None
    record = parse_record(obj)
    result = replay(record.game, record.first_state(), record.moves or [])
    assert result.error is None, (entry["id"], result.error)
    assert result.status == "won", entry["id"]
    moves, expected = obj["moves"].split(), entry["expected"]
    assert (moves.count("d"), moves.count("r")) == (expected["draws"], expected["redeals"])
    flips = sum([move.endswith("^") for move in moves])
    manual = obj["options"]["flip"] == "manual"
    assert flips == (expected["flips"] if manual else 0)
    assert len(moves) == expected["draws"] + expected["redeals"] + expected["card_moves"] + flips
    assert score(result, "game-colony").total == expected["score"], entry["id"]
    assert obj["options"]["draw"] == entry["draw"]
    return obj


def check_solutions(entries: list[dict[str, Any]], reading: Reading, targets: tuple[str, ...] = FORMATS[1:]) -> int:
    for entry in entries:
        moves = set()
        for form, text in texts_of(entry).values():
            obj = check_game(entry, reading(form, text, draw=entry["draw"]))
            moves.add(obj["moves"])
            assert obj["_notes"]
        assert len(moves) == 1, entry["id"]
        for target in targets:
            written = write(target, parse_record(obj))
            ((_, again, error),) = reading(target, written, draw=entry["draw"])
            assert error is None
            assert again is not None
            assert again["deck"] == obj["deck"]
            if tells_moves(target):
                check_game(entry, [Found(1, again)])
                if target == entry["peer"]:
                    assert again["moves"] == obj["moves"]
    return len(entries)


def test_some_games(solutions: list[dict[str, Any]], reading: Reading) -> None:
    assert {entry["peer"] for entry in solutions} == {"solvitaire", "klondike-solver", "minimal-klondike", "lonelybot"}
    check_solutions(solutions, reading)


def test_all_games(all_printed: Path, reading: Reading) -> None:
    games = [
        json.loads(line)
        for path in sorted(all_printed.glob("solutions_*.jsonl"))
        for line in path.read_text().splitlines()
    ]
    assert check_solutions(games, reading, ("klondike-solver",)) == 261


def check_deals(entries: list[dict[str, Any]], reading: Reading) -> None:
    for entry in entries:
        deck = entry["deck"] if isinstance(entry["deck"], str) else " ".join(entry["deck"])
        for name, text in entry["native"].items():
            form = NATIVE.get(name)
            if form is None:
                continue
            if name == "printed_board":  # it hides cards, so the deck goes before it
                text = f"cards: {deck}\n{text}"
            for ended in (text, text.replace("\n", "\r\n"), "\ufeff" + text):
                ((_, obj, error),) = reading(form, ended)
                assert error is None, (entry["id"], name, error)
                assert obj is not None
                assert obj["deck"] == deck, (entry["id"], name)
                check_written(obj, reading)


def check_written(obj: dict[str, Any], reading: Reading) -> None:
    record = parse_record(obj)
    for target in FORMATS[1:]:
        text = write(target, record)
        assert text.endswith("\n")
        twice = f"{text}\n{text}" if text.count("\n") > 1 else text + text
        for found in reading(target, twice):
            assert found.error is None
            assert found.record is not None
            assert found.record["deck"] == obj["deck"], target


def test_some_deals(deals: list[dict[str, Any]], reading: Reading) -> None:
    check_deals(deals, reading)


def test_what_is_written_is_what_they_print(deals: list[dict[str, Any]], reading: Reading) -> None:
    for entry in deals:
        record = parse_record({"solit": 1, "variant": "klondike", "deck": entry["deck"]})
        native = entry["native"]
        if "text_t" in native:
            assert write("pysol", record) == native["text_t"]
        if "digits" in native:
            assert write("klondike-solver", record) == native["digits"] + "\n" == write("minimal-klondike", record)
        if "importable_json" in native:
            assert json.loads(write("solvitaire", record)) == json.loads(native["importable_json"])
        if "print" in native:
            assert json.loads(write("lonelybot", record)) == json.loads(native["print"])


def test_all_deals(all_printed: Path, reading: Reading) -> None:
    entries = [
        json.loads(line) for path in sorted(all_printed.glob("deals_*.jsonl")) for line in path.read_text().splitlines()
    ]
    assert len(entries) == 268
    check_deals(entries, reading)


def test_formats_are_recognised(deals: list[dict[str, Any]], solutions: list[dict[str, Any]]) -> None:
    for entry in deals:
        for name, text in entry["native"].items():
            if name in NATIVE and name != "letters":  # column or dealing order: the cards don't say
                assert recognise(text.encode(), Given())[0] == NATIVE[name], (entry["id"], name)
    for entry in solutions:
        for name, (form, text) in texts_of(entry).items():
            assert recognise(text.encode(), Given("klondike", {"draw": entry["draw"]}))[0] == form, (entry["id"], name)


@pytest.mark.slow
def test_all_games_are_recognised(all_printed: Path) -> None:
    for path in sorted(all_printed.glob("solutions_*.jsonl")):
        for line in path.read_text().splitlines():
            entry = json.loads(line)
            for name, (form, text) in texts_of(entry).items():
                found = recognise(text.encode(), Given("klondike", {"draw": entry["draw"]}))[0]
                assert found == form, (entry["id"], name)


def test_what_can_not_be_recognised(deals: list[dict[str, Any]]) -> None:
    letters = next(entry["native"]["letters"] for entry in deals if "letters" in entry["native"])
    for text, code, part in (
        (letters, "format-ambiguous", "minimal-klondike or cards"),
        ("hello\n", "format-unknown", "no known format"),
        ("12345\n", "format-unknown", "a number alone is not a deal"),
        ('{"a": 1}\n', "format-unknown", 'the JSON lacks both "tableau piles"'),
        ('{\n  "solit": 1,\n  "variant": "klondike"\n}\n', "format-unknown", "one line of JSON, not several: jq -c ."),
    ):
        with pytest.raises(RecordError) as refused:
            recognise(text.encode(), Given())
        assert refused.value.code == code
        assert part in refused.value.message


def test_a_draw_count_tells_two_languages_apart(solutions: list[dict[str, Any]]) -> None:
    entry = next(entry for entry in solutions if (entry["peer"], entry["draw"]) == ("minimal-klondike", 1))
    text = texts_of(entry)["plain"][1].encode()
    with pytest.raises(RecordError, match=r"minimal-klondike or lonelybot .*draw=1 may tell"):
        recognise(text, Given())
    assert recognise(text, Given("klondike", {"draw": 1})) == ("minimal-klondike", "")


def test_variants(reading: Reading) -> None:
    deck = " ".join([f"{rank}{suit}" for suit in "CDHS" for rank in "A23456789TJQK"])
    wanted = {
        "klondike": set(FORMATS[1:]),
        "chinaman": {"pysol", "cards"},
        "chinese": {"pysol", "cards"},
        "suspense": {"cards"},
    }
    for variant, names in wanted.items():
        record = parse_record({"solit": 1, "variant": variant, "deck": deck})
        for name in FORMATS[1:]:
            if name in names:
                ((_, obj, error),) = reading(name, write(name, record), variant)
                assert error is None
                assert obj is not None
                assert (obj["variant"], obj["deck"]) == (variant, deck)
            else:
                with pytest.raises(RecordError) as refused:
                    write(name, record)
                assert refused.value.code == "not-in-format"
                with pytest.raises(RecordError) as refused:
                    list(read(name, b"x", Given(variant)))
                assert refused.value.code == "not-in-format"
    assert parse_deck(deck.split()) == tuple(range(52))


def test_what_klondike_solver_prints(deals: list[dict[str, Any]], reading: Reading) -> None:
    for entry in deals:
        for name in ("diagram", "pysol_diagram"):
            if name not in entry["native"]:
                continue
            board = entry["native"][name].rstrip("\n")
            hint = "\nMinimum Moves Needed: 73" if name == "diagram" else ""
            result = "Unknown. Max cards in foundation 0 at 2 moves. Took 5 ms."
            printed = f"{board}{hint}\n\n{result}\n\n"
            solved = f"{board}{hint}\n\nSolved in 2 moves. Took 5 ms.\nDR2 \n\n"
            words = "Draw 2 times and move KD from waste on to tableau 1"
            replayed = (
                f"{board}\n\nSolved in 2 moves. Took 5 ms.\n{'-' * 40}\n{words}\n\n{board}\n\n{'-' * 40}\nDR2 \n\n"
            )
            first, second, third = reading("klondike-solver", printed + solved + replayed, draw=1)
            for found in (first, second, third):
                assert found.error is None
                assert found.record is not None
                assert found.record["deck"] == entry["deck"]
            assert first.record is not None
            assert second.record is not None
            assert third.record is not None
            assert first.record["_notes"] == [f"Klondike-Solver printed no moves: {result}"]
            assert second.record["moves"] == third.record["moves"] == "d d"
            (_, _, error), *_ = reading("klondike-solver", replayed.replace("DR2 \n", ""))
            assert error is not None
            assert "/MVS" in error.message


def test_what_minimal_klondike_prints(deals: list[dict[str, Any]], reading: Reading) -> None:
    for entry in deals:
        native = entry["native"]
        if "board" not in native:
            continue
        end = "(Deal Result: Unknown Foundation: 0 Moves: 2 Rounds: 1 Took: 00:01)\nDone 00:00:02.5\n"
        printed = f"Deal: {native['digits']}\n\n{native['board']}\nMoves: @@ \n\n{end}"
        bare = f"{native['board']}\nMoves: @@ \n\n{end}"
        for found in reading("minimal-klondike", printed + bare + printed, draw=1):
            assert found.error is None
            assert found.record is not None
            assert (found.record["deck"], found.record["moves"]) == (entry["deck"], "d d")
        other = printed.replace("064", "065", 1) if "064" in native["digits"] else printed.replace("011", "010", 1)
        ((_, _, error), *_) = reading("minimal-klondike", other)
        assert error is not None
        swapped = native["digits"][3:6] + native["digits"][:3] + native["digits"][6:]
        ((_, _, error), *_) = reading("minimal-klondike", printed.replace(native["digits"], swapped))
        assert error is not None
        assert "the board is not that of the deal above it" in error.message


def test_seeds_in_the_text(reading: Reading) -> None:
    ((_, obj, error),) = reading("klondike-solver", "Game: 1000\nDR1 WH\n", draw=1)
    assert error is None
    assert obj is not None
    assert (obj["source"], obj["moves"]) == ("klondike-solver:1000", "d w-f")
    ((_, obj, error),) = reading("minimal-klondike", "100\nFB @@@@AH\n", draw=1)
    assert error is None
    assert obj is not None
    assert (obj["source"], obj["moves"]) == ("greenfelt:100", "t1-f d d d d w-t3")
    ((_, _, error),) = reading("minimal-klondike", "4294967296\n@\n")
    assert error is not None
    assert "below 2^32" in error.message


PYSOLFC_GAMES = {
    "Klondike": "klondike",
    "Klondike (Draw 3)": "klondike",
    "Chinaman": "chinaman",
    "Chinese Discipline": "chinese",
    "Chinese Solitaire": "chinese",
}


def test_layouts_of_pysolfc(all_printed: Path) -> None:
    """Columns, face-down cards and stock are PySolFC's own; its first draw, made at once, is no part of the deal."""
    seen = 0
    for line in (all_printed / "layouts_pysolfc.jsonl").read_text().splitlines():
        entry = json.loads(line)
        variant = PYSOLFC_GAMES.get(entry["game"])
        if variant is None:
            continue
        game = build_game(variant)
        state = deal(game, shuffle("pysolfc", entry["seed"], variant))
        assert [cards_text(state.piles[place]).split() for place in game.columns] == entry["tableau"]
        assert [state.down[place] for place in game.columns] == entry["face_down"]
        stock = cards_text(reversed(state.piles[STOCK])).split()
        assert stock == entry["waste"] + entry["stock"]
        seen += 1
    assert seen == 40


def test_layouts_of_deals(all_printed: Path) -> None:
    """Every deal with a number of a known shuffle is dealt as it was printed."""
    names = {"microsoft": "microsoft-collection", "exact": "lonelybot-exact"}
    game = build_game("klondike")
    seen = 0
    for path in sorted(all_printed.glob("deals_*.jsonl")):
        for line in path.read_text().splitlines():
            entry = json.loads(line)
            if entry["scheme"] == "lonelybot-default":
                continue  # differs between its versions
            name = names.get(entry["scheme"], entry["scheme"])
            state = deal(game, shuffle(name, str(entry["seed"]), "klondike"))
            assert [cards_text(state.piles[place]).split() for place in game.columns] == entry["deal"]["tableau"]
            assert cards_text(reversed(state.piles[STOCK])).split() == entry["deal"]["stock"]
            seen += 1
    assert seen == 248
