"""Score sheets as data: the built-in ones written and read back, others read, wrong ones refused with all defects."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solit.engine import RecordError, parse_sheets
from solit.engine.sheets import EVENT_CODES, FORM, SHEETS, PassRule, Sheet, TimeRule, open_sheet, sheet_text

GAMES = ("klondike", "chinese")
NUMBERS = st.integers(-1_000_000, 1_000_000)
RULES = st.lists(
    st.builds(PassRule, st.integers(1, 52), st.integers(0, 1000), NUMBERS), max_size=3, unique_by=lambda rule: rule.draw
)
TIMES = st.one_of(
    st.just(TimeRule()),
    NUMBERS.map(TimeRule),
    st.builds(
        TimeRule,
        st.none(),
        st.integers(1, 86_400),
        NUMBERS.filter(bool),
        NUMBERS.filter(bool),
        st.integers(0, 86_400),
    ),
)
MADE = st.builds(
    Sheet,
    st.from_regex(r"[a-z][a-z0-9-]{0,9}", fullmatch=True).filter(lambda name: name not in SHEETS),
    st.text(st.characters(exclude_categories=["Cs"])),
    st.dictionaries(st.sampled_from(EVENT_CODES), NUMBERS),
    RULES.map(tuple),
    st.none() | NUMBERS,
    NUMBERS,
    NUMBERS,
    TIMES,
    st.lists(st.sampled_from(GAMES), unique=True).map(tuple),
    st.just(False),
)


@given(MADE)
def test_a_sheet_is_read_back_as_it_was_written(sheet: Sheet) -> None:
    (found,) = parse_sheets(sheet_text(sheet), GAMES).values()
    assert found == sheet


def test_the_built_in_sheets_are_such_data() -> None:
    found = parse_sheets("\n".join([FORM, *map(sheet_text, SHEETS.values())]), GAMES)
    assert [sheet._replace(built_in=True) for sheet in found.values()] == list(SHEETS.values())


def test_every_defect_is_told() -> None:
    text = """
    [club]
    text = 5
    ante = "much"
    floor = 1.5
    prize = 1
    variants = ["klondike", "golf"]
    points = { foundation = 10, reveal = true, ace = 3 }
    passes = [{ draw = 0, free = -1 }, { free = 1, points = 2, cost = 3 }]
    time = { span = -2, bonus_from = 30, unused = 1 }
    """
    with pytest.raises(RecordError) as caught:
        parse_sheets(text, GAMES)
    assert caught.value.code == "sheet-file"
    places = [told.split(" ")[0] for told in caught.value.where["defects"]]
    assert sorted(places) == sorted(
        ["club.prize", "club.text", "club.variants", "club.points.ace", "club.points.reveal", "club.passes[0].points",
         "club.passes[0].draw", "club.passes[0].free", "club.passes[1].cost", "club.passes[1]", "club.floor",
         "club.ante", "club.time.unused", "club.time.span_seconds", "club.time.bonus"]
    )  # fmt: skip
    assert "club.floor is not a whole number" in caught.value.message


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no sheet"),
        ("[club", "not TOML"),
        ("ante = 5", "outside the table of a sheet"),
        ("[vegas]\nante = -50", "vegas is the name of a built-in sheet"),
        ("[club]\npoints = 5", "club.points is not a table"),
        ("[club]\npasses = 5", "club.passes is not an array"),
        ("a = " + "[" * 5000, "not TOML"),
    ],
)
def test_what_is_no_sheet(text: str, told: str) -> None:
    with pytest.raises(RecordError, match=told) as caught:
        parse_sheets(text, GAMES)
    assert caught.value.code == "sheet-file"


def test_one_of_several_sheets_is_named() -> None:
    text = "[one]\nante = 1\n[two]\nante = 2\n"
    assert open_sheet("a.toml:two", lambda path: text, GAMES).ante == 2
    assert open_sheet("vegas", lambda path: text, GAMES) is SHEETS["vegas"]
    for given_, told in (
        ("a.toml", "which sheet"),
        ("a.toml:three", r"no sheet 'three'\. The file has one, two: "),
        ("golf", "no sheet 'golf'"),
    ):
        with pytest.raises(RecordError, match=told):
            open_sheet(given_, lambda path: text, GAMES)
