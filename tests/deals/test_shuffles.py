"""Named shuffles: decks that other programs printed, sources, seeds and their errors."""

from pathlib import Path

import pytest

from solit.deals import shuffles
from solit.deals.deck import deck_of_source
from solit.deals.orders import deck_of_columns, from_column_order
from solit.engine import build_game, deal, parse_deck
from solit.engine.cards import NUMBERS, cards_text
from solit.engine.errors import RecordError
from solit.engine.moves import COLUMNS, STOCK

LINES = (Path(__file__).parent / "fixtures" / "decks.txt").read_text().splitlines()[1:]


def test_every_deck_that_others_printed() -> None:
    seen = set()
    for line in LINES:
        source, variant, deck = line.split()
        name, seed = shuffles.parse_source(source)
        assert cards_text(shuffles.shuffle(name, seed, variant)).replace(" ", "") == deck, line[:60]
        seen.add((name, variant))
    assert {name for name, _ in seen} >= set(shuffles.names()) - {"solit", "pyksolve-2", "minimal-klondike", "kpat"}
    assert {("pysolfc", "chinaman"), ("pysolfc", "chinese"), ("ms", "chinese")} <= seen


@pytest.mark.parametrize("name", shuffles.names())
def test_every_shuffle_makes_whole_decks(name: str) -> None:
    known = shuffles.SHUFFLES[name]
    seeds = {known.low, known.high, max(known.low, 31999), shuffles.random_seed(name)}
    for seed in seeds:
        for variant in known.variants or ("klondike", "suspense"):
            deck = shuffles.shuffle(name, seed, variant)
            assert sorted(deck) == list(range(52))
            assert shuffles.check_source(f"{name}:{seed}", deck, variant) == "checked"


def digits(deck: tuple[int, ...]) -> str:
    return "".join(f"{card % 13 + 1:02d}{card // 13 + 1}" for card in deck)


def test_minimal_klondikes_start_up_deal() -> None:
    assert digits(shuffles.shuffle("minimal-klondike", 0, "klondike")).startswith("031112012094")


def test_seeds_that_are_one_deal() -> None:
    def deal(name: str, seed: int) -> tuple[int, ...]:
        return shuffles.shuffle(name, seed, "klondike")

    assert deal("greenfelt", 0) == deal("greenfelt", 2**31 - 1) == deal("greenfelt", 2**32 - 2)
    assert deal("klondike-solver", -1) == deal("klondike-solver", 1878604981)
    assert deal("klondike-solver", 4294967301) == deal("klondike-solver", 5)
    assert deal("solvitaire", -2) == deal("solvitaire", 2**32 - 2)
    assert deal("pyksolve-2", 5) == deal("greenfelt", 5)
    assert deal("pyksolve-2", 0) != deal("greenfelt", 0)
    assert deal("pyksolve-2", 2**31 - 1) != deal("greenfelt", 2**31 - 1)
    assert deal("pysolfc", 31999) == deal("ms", 31999)
    assert deal("pysolfc", 32000) != deal("ms", 32000) == deal("pysol", 32000)


def dealt(deck: tuple[int, ...]) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """The seven columns of a klondike deal, each from the bottom, and the stock in drawing order."""
    state = deal(build_game("klondike"), deck)
    return [state.piles[place] for place in COLUMNS[:7]], state.piles[STOCK][::-1]


def exact_number(columns_then_stock: list[int]) -> int:
    """The shuffle's way back: from the cards of a deal, column by column, to its number."""
    unshuffled = parse_deck([rank + suit for rank in "A23456789TJQK" for suit in "HDCS"])
    cards, number = columns_then_stock.copy(), 0
    for i in range(51, 0, -1):
        place = cards.index(unshuffled[i], 0, i + 1)
        number = number * (i + 1) + place
        cards[place], cards[i] = cards[i], cards[place]
    return number


def test_exact_numbers_count_columns_then_stock() -> None:
    for number in (0, 1, 51, 10**60, shuffles.SHUFFLES["lonelybot-exact"].high):
        columns, stock = dealt(shuffles.shuffle("lonelybot-exact", number, "klondike"))
        assert exact_number([card for column in (*columns, stock) for card in column]) == number


def test_decks_of_columns_deal_these_columns() -> None:
    deck = shuffles.shuffle("solit", 7, "klondike")
    columns, stock = dealt(deck)
    assert [len(column) for column in columns] == [1, 2, 3, 4, 5, 6, 7]
    assert columns[1] == (deck[1], deck[7])
    assert deck_of_columns(columns, stock) == deck
    assert from_column_order([card for column in columns for card in column], stock) == deck


@pytest.mark.parametrize(
    ("name", "seed", "variant", "code"),
    [
        ("nobody", "1", "klondike", "shuffle-unknown"),
        ("solit", "01", "klondike", "seed-form"),
        ("solit", "-0", "klondike", "seed-form"),
        ("solit", " 1", "klondike", "seed-form"),
        ("solit", "١", "klondike", "seed-form"),
        ("solit", "-1", "klondike", "seed-out-of-range"),
        ("solit", str(2**64), "klondike", "seed-out-of-range"),
        ("solit", "9" * 5000, "klondike", "seed-out-of-range"),
        ("solit", "-" + "9" * 5000, "klondike", "seed-out-of-range"),
        ("solvitaire", "-1", "klondike", "seed-out-of-range"),
        ("pysolfc", "0", "klondike", "seed-out-of-range"),
        ("ms", str(2**33), "klondike", "seed-out-of-range"),
        ("greenfelt", str(2**32), "klondike", "seed-out-of-range"),
        ("greenfelt", "1", "chinaman", "shuffle-not-for-variant"),
        ("pysolfc", "1", "suspense", "shuffle-not-for-variant"),
        ("pysol", "1", "chinese", "shuffle-not-for-variant"),
    ],
)
def test_refusals(name: str, seed: str, variant: str, code: str) -> None:
    with pytest.raises(RecordError) as refused:
        shuffles.shuffle(name, seed, variant)
    assert refused.value.code == code
    assert refused.value.where["field"] == "source"
    assert len(refused.value.message) < 250


@pytest.mark.parametrize(
    ("name", "seeds", "message"),
    [
        ("ms", range(0, 5), "ms takes seeds 1..8589934591, not 0"),
        ("ms", range(1, 2**33 + 1), f"ms takes seeds 1..8589934591, not {2**33}"),
        ("solit", range(-2, 1), f"solit takes seeds 0..{2**64 - 1}, not -2"),
        ("solit", range(10**80, 10**80 + 1), f"solit takes seeds 0..{2**64 - 1}, not a number of more than 70 digits"),
        (
            "solvitaire",
            range(-5, 5),
            f"solvitaire takes seeds -2147483648..{2**32 - 1}, but not -1: there it means that no seed is given",
        ),
    ],
)
def test_ranges_of_seeds_that_a_shuffle_does_not_take(name: str, seeds: range, message: str) -> None:
    with pytest.raises(RecordError) as refused:
        shuffles.check_seeds(name, "klondike", seeds)
    assert (refused.value.code, refused.value.message) == ("seed-out-of-range", message)
    assert refused.value.where["low"] == str(shuffles.SHUFFLES[name].low)


def test_one_seed_is_refused_in_the_words_of_a_range() -> None:
    for name, seed in (("ms", 0), ("solvitaire", -1), ("solit", 10**90), ("solit", -(10**71)), ("solit", 10**70 + 1)):
        with pytest.raises(RecordError) as of_range:
            shuffles.check_seeds(name, "klondike", range(seed, seed + 1))
        for given in (seed, str(seed)):
            with pytest.raises(RecordError) as alone:
                shuffles.shuffle(name, given, "klondike")
            assert alone.value.message == of_range.value.message


def test_seeds_that_a_shuffle_takes() -> None:
    for known in shuffles.SHUFFLES.values():
        variant = (known.variants or ("suspense",))[0]
        assert shuffles.check_seeds(known.name, variant) is known
        assert shuffles.check_seeds(known.name, variant, range(known.low, known.low)) is known
        for banned in known.banned or (known.high + 1,):
            assert shuffles.check_seeds(known.name, variant, range(known.low, banned)) is known
    for seeds in (None, range(1, 2), range(0)):
        with pytest.raises(RecordError) as refused:
            shuffles.check_seeds("ms", "suspense", seeds)
        assert refused.value.code == "shuffle-not-for-variant"
        assert refused.value.message == "ms has no suspense: it deals klondike, chinaman, chinese"


@pytest.mark.parametrize(
    "text", ["", "solit", "solit:", ":1", "solit:01", "solit:-0", "Solit:1", "a:b:1", "solit:1 ", "solit:+1"]
)
def test_source_forms(text: str) -> None:
    with pytest.raises(RecordError) as refused:
        shuffles.check_source(text, range(52), "klondike")
    assert refused.value.code == "source-form"


def test_checking_a_source() -> None:
    deck = shuffles.shuffle("solit", 1, "klondike")
    assert shuffles.check_source("solit:1", deck, "suspense") == "checked"
    assert shuffles.check_source("my-own:" + "9" * 5000, deck, "klondike") == "unchecked"
    with pytest.raises(RecordError) as refused:
        shuffles.check_source("solit:2", deck, "klondike")
    assert refused.value.code == "source-mismatch"
    assert "TC" in refused.value.message


def test_decks() -> None:
    text = cards_text(shuffles.shuffle("solit", 1, "klondike"))
    assert parse_deck(text.split(" ")) == deck_of_source("solit:1", "chinese")
    with pytest.raises(RecordError) as refused:
        parse_deck(text.replace(" 9H", " TC").replace(" AS", " as").split(" "))
    codes = [defect["code"] for defect in refused.value.where["defects"]]
    assert codes == ["unknown-card", "doubled-card", "missing-card", "missing-card"]
    assert NUMBERS["TC"] == 9
