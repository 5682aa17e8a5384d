"""`python -m solit`, and the entry point of the command `solit`."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C while its modules are still being imported is no traceback either."""
    try:
        from solit.cli.app import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
