"""Columns that build down in alternating colours, with a talon: klondike and its kin."""
