"""What the formats are read and written with: lines and words at their places, JSON, letters, and games retold."""
