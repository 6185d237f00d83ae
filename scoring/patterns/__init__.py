"""Patterns: one small pure function for each row of a rule book, by the id that rule sets call it by."""

from scoring.patterns import (
    chicken,
    chows,
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
from scoring.patterns.registry import REGISTRY, WHOLE, Match, PatternFunction, pattern
from scoring.patterns.view import FLOWER_BIT, View

__all__ = [
    "FLOWER_BIT",
    "REGISTRY",
    "WHOLE",
    "Match",
    "PatternFunction",
    "View",
    "chicken",
    "chows",
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
