"""`solit rules`."""

import pytest

from solit.engine import CLAUSES, ENTRY_CLAUSES, build_game, variants

from ..conftest import Run

CODES = {clause.code for clause in CLAUSES} | {clause.code for clause in ENTRY_CLAUSES}


def test_every_game_as_text(solit: Run) -> None:
    text = solit("rules").out.decode()
    for variant in variants():
        game = build_game(variant)
        assert f"{game.title} ({variant})" in text
        alone = solit("rules", variant, env={"COLUMNS": "300"}).out.decode()
        words = " ".join(alone.split())
        for note in game.notes:
            assert ("source:" if note.source else "reading:") + " " + note.text in words
        for option in game.options:
            assert f"  {option.name}=" in alone
    assert max(map(len, text.splitlines())) <= 80


def test_every_game_as_json(solit: Run) -> None:
    pages = solit("rules", "--json").lines
    assert [page["variant"] for page in pages] == list(variants())
    for page in pages:
        game = build_game(page["variant"])
        told = [note for notes in page["notes"].values() for note in notes]
        told += [note for clause in page["clauses"] + page["under_other_options"] for note in clause["notes"]]
        assert sorted(note["text"] for note in told) == sorted(note.text for note in game.notes)
        assert [option["name"] for option in page["options"]] == [option.name for option in game.options]
        assert [sheet["name"] for sheet in page["sheets"]] == list(game.sheets)


def test_options_change_the_sentences(solit: Run) -> None:
    plain = solit("rules", "chinaman", "--explain", "column-build").out.decode()
    other = solit("rules", "chinaman", "-o", "build=other-suit", "--explain", "column-build").out.decode()
    assert "in any suit but the card's own" not in plain
    assert "in any suit but the card's own" in other
    assert "(chinaman -o build=other-suit)" in other


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_is_explained(capfd: pytest.CaptureFixture[str], code: str) -> None:
    from solit.cli.app import run

    assert run(["rules", "--explain", code]) == 0
    told = capfd.readouterr()
    assert f"  {code}: " in told.out


def test_the_sentence_that_refuses_is_the_one_explained(solit: Run) -> None:
    record = {"solit": 1, "variant": "klondike", "source": "solit:1", "moves": "t1-t2"}
    error = solit("validate", given=[record]).line["validation"]["error"]
    (page,) = solit("rules", "klondike", "--json", "--explain", error["code"]).lines
    assert page["clauses"][0]["rule"] in error["message"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["golf"],
        ["--explain", "luck"],
        ["-o", "draw=1"],
        ["klondike", "-o", "draw=2"],
        ["chinese", "--explain", "waste-empty"],
        ["chinese", "--sheets"],
        ["--sheets", "--schema"],
        ["--schema", "--json"],
    ],
)
def test_wrong_usage(solit: Run, arguments: list[str]) -> None:
    done = solit("rules", *arguments)
    assert (done.code, done.out) == (2, b"")
    assert done.err
