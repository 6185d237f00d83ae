"""Measures how a reader groups whole hands: ``python -m datasets.hands rendered`` and ``... real FOLDER``.

Rendered hands are winning hands of sixteen tiles and one, laid out by the habits of real tables, with exact
truth for every tile; among them hands that were spoilt by one tile and win no more. For real photos the truth
was seen by eye and lies in ``real.toml``: structure only, no picture.
"""

from datasets.hands.deal import deal_win, spoil, wins
from datasets.hands.habits import Habits
from datasets.hands.judging import Verdict, judge
from datasets.hands.layscene import HandScene, lay_scene
from datasets.hands.real import read_real
from datasets.hands.truth import TrueGroup, TrueHand, TrueRole

__all__ = [
    "Habits",
    "HandScene",
    "TrueGroup",
    "TrueHand",
    "TrueRole",
    "Verdict",
    "deal_win",
    "judge",
    "lay_scene",
    "read_real",
    "spoil",
    "wins",
]
