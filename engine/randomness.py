"""Words that look random: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), for hash keys and for choices by lot.

A generator is one word of state that its owner keeps:

    state = state_after(state)
    word = mixed(state)

A compiled module takes these from `_pxd/solit/engine/randomness.pxd`, an uncompiled one from here. The frozen shuffle
of decks has its own generator: what it deals must never change, and these may.
"""

MASK64 = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15


def mixed(word: int) -> int:
    """A word of 64 bits, each of which depends on every bit of `word`; different words give different ones."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK64
    return word ^ (word >> 31)


def state_after(state: int) -> int:
    """The generator's next state; `mixed` of it is the next word."""
    return (state + GOLDEN) & MASK64
