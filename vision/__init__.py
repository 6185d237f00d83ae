"""Photo in, reading out."""

from vision.annotate import annotate
from vision.answers import answered, possible_answers
from vision.capture import Photo, load
from vision.classifier import Classifier
from vision.doubt import Doubt, Question
from vision.errors import (
    AnswerError,
    CaptureError,
    EnrolmentError,
    NetworkError,
    PhotoFileError,
    PhotoTooLargeError,
    PictureFormatError,
    PixelsError,
    ReadingFormatError,
    RegionError,
    SetFormatError,
    VisionError,
)
from vision.group import Group, MeldShape, Role
from vision.layout import arrange
from vision.locator import Locator
from vision.reader import Reader
from vision.reading import PhotoFacts, Reading
from vision.sets import SetFacts, TileSet
from vision.sighting import Sighting

__all__ = [
    "AnswerError",
    "CaptureError",
    "Classifier",
    "Doubt",
    "EnrolmentError",
    "Group",
    "Locator",
    "MeldShape",
    "NetworkError",
    "Photo",
    "PhotoFacts",
    "PhotoFileError",
    "PhotoTooLargeError",
    "PictureFormatError",
    "PixelsError",
    "Question",
    "Reader",
    "Reading",
    "ReadingFormatError",
    "RegionError",
    "Role",
    "SetFacts",
    "SetFormatError",
    "Sighting",
    "TileSet",
    "VisionError",
    "annotate",
    "answered",
    "arrange",
    "load",
    "possible_answers",
]
