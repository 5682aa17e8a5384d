"""Columns that build down in whatever suits, with a talon: chinaman and its kin."""
