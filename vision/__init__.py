"""Photo in, reading out."""

from vision.annotate import annotate
from vision.answers import answered, confirmed, possible_answers, taken
from vision.capture import Photo, load
from vision.classifier import Classifier
from vision.corrections import (
    CONCEALED_KONG,
    OUTSIDE,
    add_tile,
    cut_melds,
    give_role,
    name_tiles_as,
    role_of,
    say_winning,
)
from vision.doubt import Answer, Doubt, Question
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
from vision.joining import join
from vision.layout import arrange
from vision.locator import Locator
from vision.reader import Reader
from vision.reading import PhotoFacts, Reading
from vision.sets import SetFacts, TileSet
from vision.sighting import Sighting

__all__ = [
    "CONCEALED_KONG",
    "OUTSIDE",
    "Answer",
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
    "add_tile",
    "annotate",
    "answered",
    "arrange",
    "confirmed",
    "cut_melds",
    "give_role",
    "join",
    "load",
    "name_tiles_as",
    "possible_answers",
    "role_of",
    "say_winning",
    "taken",
]
