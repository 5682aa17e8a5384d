"""JSON Lines in and out: streams, what every filter does with a line, processes, summaries, progress."""
