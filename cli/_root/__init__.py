"""solit: deal, show, validate, score, solve and analyse four patience games."""


def __getattr__(name: str) -> str:
    # importlib.metadata costs 30 ms at start-up, so the version is read only when asked for.
    if name == "__version__":
        from importlib.metadata import version

        return version("solit")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
