"""``python -m models.training.classifier`` trains it."""

from models.training.classifier.train import main

if __name__ == "__main__":
    main()
