"""``python -m sikwu`` is the command ``sikwu``."""

from sikwu.cli import main

if __name__ == "__main__":
    main()
