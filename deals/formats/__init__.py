"""Other programs' deal and move notations, one file a format."""
