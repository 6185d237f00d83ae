"""``python -m models.training.locator`` trains it."""

from models.training.locator.train import main

if __name__ == "__main__":
    main()
