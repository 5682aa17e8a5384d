"""`python -m solit`."""

from solit.cli.app import main

if __name__ == "__main__":
    main()
