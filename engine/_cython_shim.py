"""What `import cython` offers to an uncompiled module, where Cython is not installed.

The compiled modules of solit are ordinary Python files in Cython's pure mode. Cython is needed to build them, not
to run them, so their uncompiled form takes this stand-in: types are names without meaning, decorators return what
they are given.
"""

from collections.abc import Mapping
from typing import Any


class _Type:
    """A C type: subscripting makes arrays and memoryviews, calling converts (here: passes through)."""

    def __getitem__(self, _key: object) -> "_Type":
        return self

    def __call__(self, value: Any = None) -> Any:
        return value


def _same(thing: Any) -> Any:
    return thing


class cython:
    """The few names of the real module that solit's compiled files use."""

    compiled = False
    bint = char = uchar = short = ushort = int = uint = longlong = ulonglong = double = void = Py_ssize_t = _Type()
    const = _Type()
    cclass = cfunc = ccall = inline = final = staticmethod(_same)

    @staticmethod
    def declare(_type: object = None, value: Any = None, **_names: object) -> Any:
        """The value itself: an uncompiled variable has no type."""
        return value

    @staticmethod
    def cast(_type: object, value: Any, **_options: object) -> Any:
        """The value itself."""
        return value

    @staticmethod
    def exceptval(*_args: object, **_options: object) -> Any:
        """A decorator that changes nothing."""
        return _same

    @staticmethod
    def locals(**_types: object) -> Any:
        """A decorator that changes nothing."""
        return _same

    @staticmethod
    def returns(_type: object) -> Any:
        """A decorator that changes nothing."""
        return _same

    nogil = staticmethod(_same)


def give_lists(owner: Any, sizes: Mapping[str, int]) -> None:
    """Set the attributes of an uncompiled object that are C arrays in the compiled one, by name and length."""
    for name, size in sizes.items():
        setattr(owner, name, [0] * size)
