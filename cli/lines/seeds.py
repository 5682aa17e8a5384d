"""The seeds that are asked for: ranges and single ones, as in `1..100,205,300..310`."""

from bisect import bisect_right
from collections.abc import Iterator

import typer

from solit.cli.parameters import parse_seed, parse_seeds

MOST_RANGES = 100_000


class Seeds:
    """Whole numbers in ascending order, each once."""

    def __init__(self, ranges: list[tuple[int, int]]) -> None:
        """`ranges`: first and last of each, in any order; they may overlap."""
        self.ranges: list[tuple[int, int]] = []
        for first, last in sorted(ranges):
            if self.ranges and first <= self.ranges[-1][1] + 1:
                self.ranges[-1] = self.ranges[-1][0], max(last, self.ranges[-1][1])
            else:
                self.ranges.append((first, last))
        self.firsts = [first for first, _ in self.ranges]

    def __iter__(self) -> Iterator[int]:
        for first, last in self.ranges:
            yield from range(first, last + 1)

    def __contains__(self, seed: int) -> bool:
        place = bisect_right(self.firsts, seed) - 1
        return place >= 0 and seed <= self.ranges[place][1]

    @property
    def count(self) -> int:
        """How many there are; more than `len` could tell, maybe."""
        return sum([last - first + 1 for first, last in self.ranges])


def parse_seed_list(text: str) -> Seeds:
    """The seeds of `A..B`, `A`, or several of these with commas between them."""
    words = text.split(",")
    if len(words) > MOST_RANGES:
        raise typer.BadParameter(f"--seeds: more than {MOST_RANGES:,} ranges")
    ranges = []
    for word in words:
        if ".." in word:
            ranges.append(parse_seeds(word))
            continue
        try:
            seed = parse_seed(word)
        except typer.BadParameter:
            told = "seeds are written A..B or A, with commas between several, as in 1..100,205"
            raise typer.BadParameter(f"--seeds {word[:90]}: {told}") from None
        ranges.append((seed, seed))
    return Seeds(ranges)
