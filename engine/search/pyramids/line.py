"""A way that the pyramids kernel found, as moves in the notation of records."""

from collections.abc import Iterable, Sequence

from solit.engine.lowered import Tables

Choice = tuple[int, int, int]  # kind, card, layout spot; kinds: 1 waste card out, 2 layout card out, 3 spot to waste


def write_line(tables: Tables, piles: Sequence[Sequence[int]], log: Iterable[Choice]) -> list[str]:
    """The texts of all moves for the search's choices, played from a position's piles by place."""
    return LineWriter(tables, piles).play(log)


class LineWriter:
    """Plays a found way on real piles: draws, joins, cards going home and the places are filled in."""

    def __init__(self, tables: Tables, piles: Sequence[Sequence[int]]) -> None:
        self.ranks = tables.ranks
        self.covers = tables.covers
        self.columns = tables.columns
        self.piles = [list(pile) for pile in piles]
        self.out: list[str] = []

    def available(self, place: int) -> bool:
        return not any(self.piles[over] for over in self.covers.get(place, ()))

    def carries(self, onto: int, card: int) -> bool:
        """Whether `onto` in a column takes this card."""
        return onto // 13 == card // 13 and (onto - card + self.ranks) % self.ranks == 1

    def home(self, card: int) -> bool:
        """Whether the card is next on its foundation."""
        pile = self.piles[2 + card // 13]
        return bool(pile) and len(pile) < self.ranks and self.carries(card, pile[len(pile) - 1])

    def won(self) -> bool:
        piles = [pile for pile in self.piles[2:14] if len(pile) == self.ranks]
        return len({pile[0] // 13 for pile in piles}) == 4

    def move(self, source: int, target: int, name: str, count: int = 1) -> None:
        pile = self.piles[source]
        self.piles[target].extend(pile[len(pile) - count :])
        del pile[len(pile) - count :]
        self.out.append(name + (f"x{count}" if count > 1 else ""))
        for centre in range(14, 30, 4):
            card = self.piles[centre][0] if self.piles[centre] and self.available(centre) else None
            if card is not None and not self.piles[2 + card // 13]:
                self.piles[2 + card // 13].append(self.piles[centre].pop())

    def put_out(self, source: int, name: str, card: int) -> None:
        """Move a card to its foundation, to a column that takes it, or to an empty place."""
        if self.home(card):
            self.move(source, 2 + card // 13, f"{name}-f")
            return
        places = [place for place in self.columns if self.available(place)]
        ends = {place: self.piles[place][len(self.piles[place]) - 1] for place in places if self.piles[place]}
        free = [place for place in places if not self.piles[place]]
        target = [*[place for place, end in ends.items() if self.carries(end, card)], *free][0]
        self.move(source, target, f"{name}-t{target - 5}")

    def tidy(self) -> bool:
        """Make the first join or move home that there is; False: there is none."""
        places = [place for place in self.columns if self.available(place) and self.piles[place]]
        for place in places:
            pile = self.piles[place]
            if self.home(pile[len(pile) - 1]):
                self.move(place, 2 + pile[0] // 13, f"t{place - 5}-f")
                return True
            for onto in places:
                if onto != place and self.carries(self.piles[onto][len(self.piles[onto]) - 1], pile[0]):
                    self.move(place, onto, f"t{place - 5}-t{onto - 5}", len(pile))
                    return True
        return False

    def play(self, log: Iterable[Choice]) -> list[str]:
        """The moves for (kind, card, spot): 1 the card goes out, 2 from the layout, 3 the spot's card goes on it."""
        stock, waste = self.piles[0], self.piles[1]
        for kind, card, spot in [(0, 0, 0), *log]:
            name = f"p{spot // 4 + 1}{'cabt'[spot % 4]}"
            while kind in (1, 3) and (not waste or waste[len(waste) - 1] != card):
                if stock:
                    waste.append(stock.pop())
                    self.out.append("d")
                else:
                    stock.extend(reversed(waste))
                    waste.clear()
                    self.out.append("r")
            if kind == 1:
                self.put_out(1, "w", card)
            elif kind == 2:
                self.put_out(14 + spot, name, card)
            elif kind == 3:
                self.move(14 + spot, 1, f"{name}-w")
            while not self.won() and self.tidy():
                pass
        return self.out
