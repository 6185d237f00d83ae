"""Patterns: one small pure function for each row of a rule book, by the id that rule sets call it by."""

from scoring.patterns import (
    chicken,
    chows,
    facts,
    flowers,
    honours,
    identical,
    pungs,
    quads,
    runs,
    special,
    state,
    suits,
    terminals,
    timing,
    waiting,
)
from scoring.patterns.registry import ALL, REGISTRY, WHOLE, Finder, Match, PatternFunction, pattern
from scoring.patterns.view import FLOWER_BIT, HandView, View

__all__ = [
    "ALL",
    "FLOWER_BIT",
    "REGISTRY",
    "WHOLE",
    "Finder",
    "HandView",
    "Match",
    "PatternFunction",
    "View",
    "chicken",
    "chows",
    "facts",
    "flowers",
    "honours",
    "identical",
    "pattern",
    "pungs",
    "quads",
    "runs",
    "special",
    "state",
    "suits",
    "terminals",
    "timing",
    "waiting",
]
