"""Blocks: open columns in which groups move in any order or in sequence, and a stock that one deal empties or none."""
