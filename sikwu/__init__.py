"""sikwu reads a photo of a revealed mahjong hand and says what it is worth and who pays whom.

>>> import sikwu
>>> hand = sikwu.Hand.parse("234m 99s EE [345s] [CCC] {7777p} f1 +E")
>>> verdict = sikwu.judge_hand(hand, sikwu.Told(discarder=sikwu.Wind.EAST), sikwu.RuleSet.load("hktw"))
>>> verdict.sheet.total, str(verdict.sheet.partitions[0])
(24, '234m {7777p} [345s] EEE* [CCC] 99s')

A photo: ``sikwu.judge_photo(sikwu.load("hand.jpg"), sikwu.Told(), sikwu.RuleSet.load("hktw"))``. What lies
below is in `scoring` (tiles, hands, rule sets, sheets, payments, the ledger) and `vision` (photos, readings).
"""

from models import ModelsError
from scoring import (
    Declared,
    Hand,
    Ledger,
    Meld,
    MeldKind,
    Payments,
    Price,
    Replacement,
    RuleSet,
    ScoreLine,
    ScoreSheet,
    ScoringError,
    TableRules,
    Tile,
    Transfer,
    Win,
    WinBy,
    Wind,
    pay,
    score,
)
from sikwu._version import __version__
from sikwu.assumptions import Assumption
from sikwu.circumstances import Told
from sikwu.outcomes import Outcome
from sikwu.sets import TileSetError, TileSets
from sikwu.stakes import Stake
from sikwu.table import TableError
from sikwu.verdict import Verdict, judge_hand, judge_photo, judge_reading
from vision import (
    Answer,
    Doubt,
    Group,
    Photo,
    Reader,
    Reading,
    Sighting,
    TileSet,
    VisionError,
    annotate,
    load,
)

__all__ = [
    "Answer",
    "Assumption",
    "Declared",
    "Doubt",
    "Group",
    "Hand",
    "Ledger",
    "Meld",
    "MeldKind",
    "ModelsError",
    "Outcome",
    "Payments",
    "Photo",
    "Price",
    "Reader",
    "Reading",
    "Replacement",
    "RuleSet",
    "ScoreLine",
    "ScoreSheet",
    "ScoringError",
    "Sighting",
    "Stake",
    "TableError",
    "TableRules",
    "Tile",
    "TileSet",
    "TileSetError",
    "TileSets",
    "Told",
    "Transfer",
    "Verdict",
    "VisionError",
    "Win",
    "WinBy",
    "Wind",
    "__version__",
    "annotate",
    "judge_hand",
    "judge_photo",
    "judge_reading",
    "load",
    "pay",
    "score",
]
