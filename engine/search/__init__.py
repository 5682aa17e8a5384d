"""The solver: kernels compiled ahead of time that search on the lowered tables of a game."""
