"""Sets of tiles that the reader was shown, and what it makes of a photo that shows one of them."""

from vision.sets.layout import rows_of_photo
from vision.sets.likeness import EnrolledSet, Likeness
from vision.sets.shown import Shown, as_listed, as_read, most_of
from vision.sets.tileset import SetFacts, TileSet, checked_name

__all__ = [
    "EnrolledSet",
    "Likeness",
    "SetFacts",
    "Shown",
    "TileSet",
    "as_listed",
    "as_read",
    "checked_name",
    "most_of",
    "rows_of_photo",
]
