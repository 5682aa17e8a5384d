"""`solit deal`: deals, one a line."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from solit.cli.parameters import Deck, Seed, Settings, Shuffle, Variant, parse_seed, parse_settings

LINES_AT_ONCE = 256  # about 60 KB: it stays in the cache


def deal(
    variant: Variant = None,
    seed: Seed = None,
    seeds: Annotated[
        str | None,
        typer.Option(
            metavar="A..B,C,…",
            help="Ranges of seeds, both ends included, and single ones; each once, in ascending order.",
            show_default=False,
        ),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            metavar="K", min=0, max=2**64 - 1, help="How many, from --seed on or by drawn seeds.", show_default=False
        ),
    ] = None,
    settings: Settings = None,
    deck: Deck = None,
    shuffle: Shuffle = "solit",
    layout: Annotated[bool, typer.Option("--layout", help="Add the dealt piles, as `layout`.")] = False,
) -> int:
    """Deal games, as JSON Lines.

    Without a seed one is drawn from the operating system; `source` says which.

    \b
    solit deal --seed 1
    solit deal --variant suspense --seeds 1..1000 > deals.jsonl
    solit deal --seeds 1,5..7 | solit show
    solit deal --variant klondike -o draw=1 --count 3 | solit show
    solit deal --variant chinese --seed 7 --layout | jq .layout.piles.t7
    """
    from solit.cli.lines.streams import Output, encode

    output = Output()
    chosen = "klondike" if variant is None else variant
    options = parse_settings(chosen, settings)
    if deck is not None:
        if seed is not None or seeds is not None or count is not None:
            raise typer.BadParameter("--deck says which cards: it excludes --seed, --seeds and --count")
        if shuffle != "solit":
            raise typer.BadParameter("--deck says which cards: it excludes --shuffle")
        from solit.deals.records import deck_record

        records = iter([deck_record(chosen, options, deck)])
    else:
        ranges = seed_ranges(shuffle, chosen, seed, seeds, count)
        if not layout:
            write_deals(output, shuffle, chosen, options, ranges)
            records = iter(())
        else:
            records = foreign_deals(shuffle, chosen, options, ranges)
    for record in records:
        if layout:
            record["layout"] = layout_of(record)
        output.write(encode(record))
    output.flush()
    return 0


def seed_ranges(
    shuffle: str, variant: str, seed: str | None, seeds: str | None, count: int | None
) -> Iterator[tuple[int, int]]:
    """Ranges of seeds as (first, how many), all within the shuffle's own range."""
    from solit.deals.shuffles import check_seeds, random_seed

    check_seeds(shuffle, variant)
    if seeds is not None:
        if seed is not None or count is not None:
            raise typer.BadParameter("--seeds says all seeds: it excludes --seed and --count")
        from solit.cli.lines.seeds import parse_seed_list

        asked = parse_seed_list(seeds).ranges
        for first, last in asked:
            check_seeds(shuffle, variant, range(first, last + 1))
        return ((first, last - first + 1) for first, last in asked)
    if seed is None:
        return ((random_seed(shuffle), 1) for _ in range(1 if count is None else count))
    first = parse_seed(seed)
    last = first + (1 if count is None else count) - 1
    if first > last:
        return iter(())
    check_seeds(shuffle, variant, range(first, last + 1))
    return iter([(first, last - first + 1)])


def write_deals(
    output: Any, name: str, variant: str, options: dict[str, Any], ranges: Iterator[tuple[int, int]]
) -> None:
    """Deals of a shuffle, written as whole blocks of lines."""
    from solit.cli.lines.streams import encode
    from solit.deals.rng import deal_lines, deck_lines
    from solit.deals.shuffles import decks

    head = encode({"solit": 1, "variant": variant, "options": options, "deck": ""})[:-3]
    middle, tail = f'","source":"{name}:'.encode(), b'"}\n'
    for first, count in ranges:
        while count:
            size = min(count, LINES_AT_ONCE)
            if name == "solit":
                output.write(deal_lines(head, middle, tail, first, size))
            else:
                seeds = [b"%d" % seed for seed in range(first, first + size)]
                output.write(deck_lines(head, middle, tail, decks(name, variant, first, size), seeds))
            first, count = first + size, count - size


def foreign_deals(
    name: str, variant: str, options: dict[str, Any], ranges: Iterator[tuple[int, int]]
) -> Iterator[dict[str, Any]]:
    """Deal records by any shuffle, for what a line alone does not tell."""
    from solit.deals.records import deal_record

    for first, count in ranges:
        for seed in range(first, first + count):
            yield deal_record(name, seed, variant, options)[0]


def layout_of(record: dict[str, Any]) -> dict[str, Any]:
    """The dealt piles of a deal record, bottom to top, the stock in drawing order; `down`: face-down cards a pile."""
    from solit.engine.cards import card_text
    from solit.engine.moves import PLACES, STOCK
    from solit.engine.record import parse_record

    parsed = parse_record(record)
    state = parsed.first_state()
    piles: dict[str, list[str]] = {}
    down: dict[str, int] = {}
    for place in parsed.game.places:
        pile = state.piles[place]
        piles[PLACES[place]] = [card_text(card) for card in (reversed(pile) if place == STOCK else pile)]
        if state.down[place] and place != STOCK:
            down[PLACES[place]] = state.down[place]
    return {"piles": piles, "down": down}
