"""What the user gives beside the text: the variant, and options that a format can't carry."""

from collections.abc import Mapping
from typing import Any

from solit.engine.errors import OptionError, RecordError
from solit.engine.layout import Game, Value
from solit.engine.rules import build_game, options_of


class Given:
    """A variant and options given on the command line; `assume` fills in what a notation leaves open, and says so."""

    def __init__(self, variant: str = "klondike", options: Mapping[str, Value] | None = None) -> None:
        self.variant = variant
        self.options: dict[str, Value] = dict(options or {})
        build_game(variant, self.options)  # refuses what the variant has not

    def only(self, form: str, *variants: str) -> None:
        """Refuse a variant that the format can't tell (`not-in-format`)."""
        if self.variant not in variants:
            raise RecordError("not-in-format", f"{form} has no {self.variant}: it has {', '.join(variants)}")

    def fixed(self, form: str, name: str, value: Value, why: str) -> dict[str, Value]:
        """The options given, with one that the notation fixes; refuses another value for it (`option-value`)."""
        if self.options.get(name, value) != value:
            raise OptionError("option-value", f"{form} {why}, so {name}={value}", field="options", option=name)
        return {**self.options, name: value}

    def game_options(self, form: str, flip: str, notes: list[str]) -> dict[str, Any]:
        """The options of a klondike game whose notation records flips (`manual`) or implies them (`auto`)."""
        why = "records every flip as a move" if flip == "manual" else "implies flips"
        options = self.fixed(form, "flip", flip, why)
        notes.append(f"{form} {why}: flip={flip}")
        if "draw" not in options:
            options["draw"] = 3
            notes.append("the text does not say how many cards are drawn: draw=3 assumed (-o draw=1 for the other)")
        return options

    def deal_options(self, notes: list[str]) -> dict[str, Any]:
        """The options of a deal, which no format carries."""
        draws = any(option.name == "draw" for option in options_of(self.variant))
        if draws and "draw" not in self.options:
            notes.append("a deal does not say how many cards are drawn: the default holds (-o draw=1 for the other)")
        return dict(self.options)

    def game(self, options: Mapping[str, object]) -> Game:
        """The game under these options."""
        return build_game(self.variant, options)
