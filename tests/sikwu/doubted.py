"""A winning hand of seventeen tiles as if read from a photo, with doubts to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.vision.tabled import laid
from vision import Doubt, Question

if TYPE_CHECKING:
    from vision import Reading

NINE = Doubt(Question.TILE, (13,), "9s is not sure (p 0.68).", (("7s", 0.3), ("8s", 0.01)))
DRAGON = Doubt(Question.TILE, (4,), "C is not sure (p 0.60).", (("F", 0.4),))
EYE = Doubt(Question.TILE, (15,), "E is not sure (p 0.70).", (("5p", 0.3),))
EYE_TOO = Doubt(Question.TILE, (16,), "E is not sure (p 0.70).", (("5p", 0.2),))
FLOWER = Doubt(Question.TILE, (0,), "f1 is not sure (p 0.80).", (("f3", 0.2),))
OPEN = Doubt(Question.ROLE, (1, 2, 3), "345s: taken as exposed.", (("concealed", 0.2),))
WON = Doubt(Question.WINNING, (17,), "9s lies a little apart.", (("another", 0.3),))

GROUPS = (
    ("flowers", "f1"),  # 0
    ("exposed", "345s"),  # 1-3
    ("exposed", "CCC"),  # 4-6
    ("concealed", "234m678m99sEE"),  # 7-16
    ("winning", "9s"),  # 17
    ("outside", "W"),  # 18
)


def doubted(*doubts: Doubt) -> Reading:
    return laid(*GROUPS, doubts=doubts)
