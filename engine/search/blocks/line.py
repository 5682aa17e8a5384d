"""A line of play that a Chinese Solitaire search found, as moves in the notation of records."""

from collections.abc import Iterable, Sequence

from solit.engine.moves import FOUNDATIONS, STOCK, transfer_text

FLOOR, HOME, DEAL = 52, 62, 63  # targets of the search's moves: below these a card, from FLOOR on an empty column


def write_line(
    moves: Iterable[tuple[int, int]],
    piles: Sequence[Sequence[int]],
    columns: Sequence[int],
    draw_to: Sequence[int],
) -> list[str]:
    """The texts of the search's moves (card, target), played on a position's piles by place."""
    lying = [list(pile) for pile in piles]
    place_of = {card: place for place in (*columns, *FOUNDATIONS) for card in lying[place]}
    texts = []
    for card, target in moves:
        if target == DEAL:
            for place in draw_to[: len(lying[STOCK])]:
                place_of[lying[STOCK][-1]] = place
                lying[place].append(lying[STOCK].pop())
            texts.append("d")
            continue
        source = place_of[card]
        if target == HOME:
            goal = FOUNDATIONS[card // 13]
        else:
            goal = columns[target - FLOOR] if target >= FLOOR else place_of[target]
        pile = lying[source]
        if pile[-1] == card:
            pile.pop()
            lying[goal].append(card)
            place_of[card] = goal
            texts.append(transfer_text(source, goal))
        else:
            first = pile.index(card)
            group = pile[first:]
            del pile[first:]
            lying[goal] += group
            for member in group:
                place_of[member] = goal
            texts.append(transfer_text(source, goal, len(group)))
    return texts
