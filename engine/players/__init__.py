"""Players that do not see hidden cards: they get views of positions, and answer with moves."""
