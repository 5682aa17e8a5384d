"""A study of seeds: each is dealt by its shuffle, then solved or played as the plan says.

>>> from solit.deals.study import study
>>> from solit.engine.study import Plan
>>> tally = study(Plan("suspense", player="simple"), range(1, 101))
"""

from collections.abc import Callable, Iterable
from typing import Any

from solit.deals.shuffles import shuffle
from solit.engine.cards import cards_text
from solit.engine.errors import RecordError, SolitError
from solit.engine.study import Plan, Result, StudyFault, Tally, read_result


def study_seed(plan: Plan, seed: int) -> dict[str, Any]:
    """The line of one seed, as a dict. All randomness comes from the seed.

    What goes wrong in solit itself, or for want of memory, is told in the line's `error`, so that other seeds can be
    gone on with. Raises `RecordError` for a seed that the plan's shuffle does not take, or not in this variant.
    """
    deck = shuffle(plan.shuffle, seed, plan.variant)
    source = f"{plan.shuffle}:{seed}"
    try:
        return plan.record(deck, seed, source)
    except MemoryError:
        code, message = "no-memory", "the system has not so much memory"
    except SolitError as fault:
        code, message = fault.code, fault.message
    except Exception as fault:
        code, message = "fault", f"a fault of solit itself: {type(fault).__name__}: {fault}"
    return plan.failed(deck, source, code, message)


def failed_seed(plan: Plan, seed: int, code: str, message: str) -> dict[str, Any]:
    """The line of a seed that something went wrong with elsewhere, as its `error` says."""
    return plan.failed(shuffle(plan.shuffle, seed, plan.variant), f"{plan.shuffle}:{seed}", code, message)


def read_line(obj: object) -> tuple[Result, dict[str, Any]]:
    """The result on a line of a study, and its `study`, as `read_result` checks them; a deck must be what the source
    deals, too. Raises `StudyFault`."""
    result, told = read_result(obj)
    if isinstance(obj, dict) and "deck" in obj:
        name, _, _ = obj["source"].partition(":")
        deck = obj["deck"]
        try:
            dealt = cards_text(shuffle(name, result.seed, told["variant"]))
        except RecordError as fault:
            raise StudyFault("study-line", f"source is refused: {fault.message}", field="source") from None
        if (" ".join(map(str, deck)) if isinstance(deck, list) else deck) != dealt:
            raise StudyFault("study-line", f"deck is not what {obj['source']} deals", field="deck")
    return result, told


def study(plan: Plan, seeds: Iterable[int], each: Callable[[dict[str, Any]], None] | None = None) -> Tally:
    """Do the seeds in turn and count them; `each` is given every line. Raises as `study_seed` does."""
    tally = Tally(plan.study)
    for seed in seeds:
        line = study_seed(plan, seed)
        tally.add(read_result(line)[0])
        if each is not None:
            each(line)
    return tally
