"""The fields of a line of a study, each checked when it is taken."""

from collections.abc import Callable, Sequence
from typing import Any

from solit.engine.errors import SolitError

MOST = 2**53
"""No time, no score and no count of a study is as large: sums of them stay numbers."""


class StudyFault(SolitError):
    """A plan that can't be carried out, a line that is none of a study, or parts of different studies."""


class Fields:
    """The fields of an object on a line, taken one by one; each is there, of its type and in its range, or refused."""

    def __init__(self, value: object, path: str) -> None:
        """`path`: what the object is called in a sentence. Raises `StudyFault` where it is no object."""
        if not isinstance(value, dict):
            raise field_fault(path, "is not an object")
        self.values: dict[str, Any] = value
        self.path = path
        self.taken: set[str] = set()

    def has(self, name: str) -> bool:
        """Whether the field is there."""
        return name in self.values

    def take(self, name: str, good: Callable[[Any], bool], what: str) -> Any:
        """A field that is `good`; `what` says in the refusal what it is to be."""
        self.taken.add(name)
        if name not in self.values:
            raise field_fault(self._name(name), "is missing")
        value = self.values[name]
        if not good(value):
            raise field_fault(self._name(name), f"is not {what}")
        return value

    def text(self, name: str) -> str:
        """A text."""
        taken: str = self.take(name, lambda value: isinstance(value, str), "a text")
        return taken

    def one_of(self, name: str, known: Sequence[str]) -> str:
        """One of some texts."""
        told = ", ".join(known)
        taken: str = self.take(name, lambda value: isinstance(value, str) and value in known, f"one of {told}")
        return taken

    def whole(self, name: str, low: int, high: int) -> int:
        """A whole number low..high."""
        taken: int = self.take(
            name, lambda value: type(value) is int and low <= value <= high, f"a whole number {low}..{high}"
        )
        return taken

    def number(self, name: str) -> float:
        """A number from 0."""

        def good(value: object) -> bool:
            return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < MOST

        return float(self.take(name, good, "a number from 0"))

    def part(self, name: str) -> "Fields":
        """An object."""
        return Fields(self.take(name, lambda value: True, ""), self._name(name))

    def end(self) -> None:
        """Refuse fields that nobody asked for."""
        for name in self.values:
            if name not in self.taken:
                raise field_fault(self.path, f"has no field {name[:40]!r}")

    def _name(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name


def field_fault(field: str, told: str) -> StudyFault:
    """What is said of a field at fault, as in `study.player is missing`."""
    return StudyFault("study-line", f"{field or 'the line'} {told}", field=field)
