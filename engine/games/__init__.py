"""One file a game: its deal, its rules as data, its options, and what is source and what is reading."""
