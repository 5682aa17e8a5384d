"""Where decks come from: shuffles, and other programs' formats."""
