COMPILED: bool
ARRAYS: dict[str, int]
