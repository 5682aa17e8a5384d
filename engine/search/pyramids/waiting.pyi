COMPILED: bool
ARRAYS: dict[str, int]
RECORD: int
