"""The commands, one a file: read options, call, write."""
