"""Measures networks on designs and tables that they never saw: ``python -m models.training.leftout``.

``faces`` asks one classifier per fold about the labelled tiles of the designs that it was trained without;
``photos`` reads whole photos with a locator and those classifiers. Both print figures for each design.
"""

from models.training.leftout.answers import LeftOutAnswers, ask, read_answers, write_answers
from models.training.leftout.figures import DesignFigures, decoded, figures, fitted_temperature
from models.training.leftout.photos import left_out_photos, odd_tiles
from models.training.leftout.reading import ReadFigures, read_with, reader_of

__all__ = [
    "DesignFigures",
    "LeftOutAnswers",
    "ReadFigures",
    "ask",
    "decoded",
    "figures",
    "fitted_temperature",
    "left_out_photos",
    "odd_tiles",
    "read_answers",
    "read_with",
    "reader_of",
    "write_answers",
]
