"""Positions as bytes: what searches in plain Python keep, a twentieth of the same as tuples."""

from collections.abc import Sequence

Position = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], int]


def pack(piles: Sequence[Sequence[int]], down: Sequence[int]) -> bytes:
    """The piles and the numbers of their face-down cards, without the pass."""
    return b"\xff".join([*[bytes(pile) for pile in piles], bytes(down)])


def unpack(packed: bytes, passes: int) -> Position:
    """The position that was packed; what stands behind it is not read."""
    *piles, rest = packed.split(b"\xff", 30)
    return tuple([tuple(pile) for pile in piles]), tuple(rest[:30]), passes
