from typing import final

from solit.engine.search.any_suit.walk import Walk

COMPILED: bool

@final
class Rigid(Walk): ...
