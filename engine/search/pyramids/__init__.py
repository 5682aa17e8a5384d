"""Pyramids: a layout with hidden bases, cards of which go on the waste, too, and columns in suit that join whole."""
