"""Where piles lie on a drawn board."""

import random

import pytest

from solit.cli.pictures.felt import CARD_HEIGHT, CARD_WIDTH, FAN_DOWN, FAN_UP, FAN_WASTE, felts
from solit.deals.shuffles import shuffle
from solit.engine import apply, build_game, legal_moves, variants
from solit.engine.layout import Game, Role
from solit.engine.moves import PLACES, WASTE
from solit.engine.rules import deal
from solit.engine.state import State


def walk(game: Game, seed: int) -> list[State]:
    chance = random.Random(seed)
    states = [deal(game, shuffle("solit", seed, game.variant))]
    for _ in range(60):
        moves = list(legal_moves(game, states[-1]))
        if not moves:
            break
        states.append(apply(game, states[-1], chance.choice(moves))[0])
    return states


@pytest.mark.parametrize("variant", variants())
def test_piles_lie_on_the_board_and_not_on_each_other(variant: str) -> None:
    game = build_game(variant)
    states = walk(game, 3)
    for form in felts(game, states):
        assert set(form.as_dict(game)) == {"width", "height", "at"}
        for state in states:
            taken: list[tuple[str, int, int, int, int]] = []
            for place in game.places:
                corner = form.corners[place]
                assert corner is not None
                x, y = corner
                right, bottom = x + CARD_WIDTH, y + CARD_HEIGHT
                up = len(state.piles[place]) - state.down[place]
                if game.roles[place] is Role.COLUMN and state.piles[place]:
                    bottom += state.down[place] * FAN_DOWN + up * FAN_UP - (FAN_UP if up else FAN_DOWN)
                if place == WASTE:
                    right += FAN_WASTE * (max(game.draw_to.count(WASTE), 1) - 1)
                assert 0 <= x < right <= form.width and 0 < y < bottom <= form.height, PLACES[place]
                if game.roles[place] is not Role.LAYOUT and not game.covers[place]:
                    taken.append((PLACES[place], x, y, right, bottom))
            for n, (name, x, y, right, bottom) in enumerate(taken):
                for other, left, top, end, low in taken[:n]:
                    apart = right <= left or end <= x or bottom <= top or low <= y
                    assert apart, (name, other)


def test_pyramids_have_a_narrow_form() -> None:
    game = build_game("suspense")
    wide, narrow = felts(game, walk(game, 1))
    assert narrow.width < 0.6 * wide.width
    assert len(felts(build_game("klondike"), walk(build_game("klondike"), 1))) == 1
