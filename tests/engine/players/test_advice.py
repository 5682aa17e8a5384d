"""A player that is asked in the middle of somebody's game."""

from typing import Any

import pytest

import solit
from solit.deals.shuffles import shuffle
from solit.engine import RecordError, build_game, deal, replay, variants
from solit.engine.moves import parse_move
from solit.engine.players.advice import advise
from solit.engine.players.simple import Simple
from solit.engine.players.table import play
from solit.engine.state import face_up


@pytest.mark.parametrize("variant", variants())
def test_asked_along_its_own_game_the_simple_player_says_what_it_played(variant: str) -> None:
    game = build_game(variant)
    start = deal(game, shuffle("solit", 5, variant))
    outcome = play(game, start, Simple(game))
    states: list[Any] = []
    replay(game, start, [parse_move(text) for text in outcome.moves], on_state=states.append)
    for at in range(0, len(outcome.moves), 7):
        told = advise(game, states[: at + 1], outcome.moves, range(at), "simple")
        assert told == [outcome.moves[at]]


@pytest.mark.parametrize("player", ["simple", "sampling"])
@pytest.mark.parametrize("variant", variants())
def test_advice_does_not_depend_on_hidden_cards(variant: str, player: str) -> None:
    record: dict[str, Any] = {"solit": 1, "variant": variant, "source": "solit:4", "moves": ""}
    for _ in range(4):
        judged = solit.judge(record)
        record["moves"] = " ".join([*judged.moves, *judged.legal[:1]])
    judged = solit.judge(record)
    seen = 0
    for state in judged.positions():
        seen |= face_up(state.piles, state.down)
    hidden = [card for card in judged.deck or () if not seen >> card & 1]
    swapped = dict(zip(hidden, reversed(hidden), strict=True))
    other = [solit.engine.card_text(swapped.get(card, card)) for card in judged.deck or ()]
    again = solit.judge({**{k: v for k, v in record.items() if k != "source"}, "deck": other})
    assert again.error is None
    told = judged.advice(player, samples=2, nodes=50)
    assert told == again.advice(player, samples=2, nodes=50) == judged.advice(player, samples=2, nodes=50)
    assert told == [] or told[0] in judged.legal


def test_who_can_be_asked_and_when() -> None:
    judged = solit.judge({"solit": 1, "variant": "klondike", "source": "solit:1"})
    with pytest.raises(RecordError, match="there are sampling, simple"):
        judged.advice("solver")
    late = {"solit": 1, "variant": "klondike", "source": "solit:1", "moves": "", "at_ms": [], "end_ms": 300_001}
    assert solit.judge(late).advice("simple") == []
    wrong = {"solit": 1, "variant": "klondike", "source": "solit:1", "moves": "r"}
    with pytest.raises(ValueError, match="illegal"):
        solit.judge(wrong).advice("simple")


def test_advice_that_is_followed_ends_the_game() -> None:
    record: dict[str, Any] = {"solit": 1, "variant": "suspense", "source": "solit:3", "moves": ""}
    for _ in range(200):
        told = solit.judge(record).advice("simple")
        if not told:
            break
        record["moves"] = f"{record['moves']} {told[0]}".strip()
    assert solit.judge(record).status in ("won", "lost")
