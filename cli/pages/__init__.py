"""Pages in HTML: one frame and its styles, and what is filled into it."""
