"""``python -m models.training.marks`` trains it."""

from models.training.marks.train import main

if __name__ == "__main__":
    main()
