"""Pictures of positions: for a terminal, as SVG and as HTML."""
