"""Best play: the most points that a position is worth, and its shortest win, with proof."""
