"""The game at a terminal: line by line or full screen, both thin over `solit.deals.session`."""
