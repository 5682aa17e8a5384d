"""What tells one study from another: the key `study` of its lines."""

from collections.abc import Mapping
from typing import Any, get_args

from solit.engine.errors import SolitError
from solit.engine.rules import check_options, options_of, variants
from solit.engine.study.fields import MOST, Fields, StudyFault, field_fault
from solit.engine.words import PlayerName

PLAYERS: tuple[PlayerName, ...] = get_args(PlayerName)
"""Who is asked: the solver, which knows every card, or a player that sees what lies face up."""

OUR_SHUFFLE = "solit"
MOST_NODES = 10**18


def given_options(variant: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that differ from the defaults, in the variant's order: equal studies are written alike.

    Raises `RecordError` (`variant-unknown`) and `OptionError`.
    """
    values = check_options(variant, options)
    return {option.name: values[option.name] for option in options_of(variant) if values[option.name] != option.default}


def read_study(value: object) -> dict[str, Any]:
    """The `study` of a line, as `Plan.study` makes it; raises `StudyFault` (`study-line`) naming the field at fault."""
    study = Fields(value, "study")
    variant = study.one_of("variant", variants())
    options = study.part("options").values
    try:
        given = given_options(variant, options)
    except SolitError as fault:
        raise field_fault("study.options", f"is refused: {fault.message}") from None
    if given != options:
        raise field_fault("study.options", "holds defaults")
    player = study.one_of("player", PLAYERS)
    if player == "sampling":
        parameters = study.part("parameters")
        parameters.whole("samples", 1, MOST)
        parameters.whole("nodes", 1, MOST_NODES)
        parameters.end()
    if player == "solver":
        limits = study.part("limits")
        if limits.has("timeout"):
            limits.number("timeout")
        if limits.has("nodes"):
            limits.whole("nodes", 1, MOST_NODES)
        limits.whole("memory", 1, MOST)
        limits.end()
    if study.has("shuffle"):
        study.take("shuffle", _is_foreign, "the name of another program's shuffle")
    study.take("version", lambda text: isinstance(text, str) and 0 < len(text) <= 100, "a version")
    study.end()
    return study.values


def _is_foreign(name: object) -> bool:
    return (
        isinstance(name, str)
        and name != OUR_SHUFFLE
        and 0 < len(name) <= 40
        and all(sign.isascii() and (sign.isalnum() or sign == "-") for sign in name)
    )


def check_same(study: Mapping[str, Any], other: Mapping[str, Any]) -> None:
    """Raise `StudyFault` (`another-study`) where a line belongs to another study, saying in what they differ."""
    if study == other:
        return
    names = [name for name in {**study, **other} if study.get(name) != other.get(name)]
    told = "; ".join([f"{name} {_short(other.get(name))}, not {_short(study.get(name))}" for name in names])
    raise StudyFault("another-study", f"belongs to another study: {told}")


def _short(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join([f"{name}={_short(part)}" for name, part in value.items()])[:80] or "none"
    if isinstance(value, bool):
        return str(value).lower()
    return "none" if value is None else str(value)[:80]
