"""Tiles, hands, rule sets, score sheets and payments. Standard library only."""

from scoring.errors import HandError, NotationError, RulesError, ScoringError, WinError
from scoring.hand import Hand
from scoring.meld import Meld, MeldKind
from scoring.notation import parse_tiles, write_glyphs, write_tiles
from scoring.tile import (
    DRAGONS,
    FLOWERS,
    HONOURS,
    KINDS,
    ORPHANS,
    PLANTS,
    SEASONS,
    SUITED,
    WINDS,
    Suit,
    Tile,
)
from scoring.win import Declared, FlowerWin, Replacement, Win, WinBy, Wind

__all__ = [
    "DRAGONS",
    "FLOWERS",
    "HONOURS",
    "KINDS",
    "ORPHANS",
    "PLANTS",
    "SEASONS",
    "SUITED",
    "WINDS",
    "Declared",
    "FlowerWin",
    "Hand",
    "HandError",
    "Meld",
    "MeldKind",
    "NotationError",
    "Replacement",
    "RulesError",
    "ScoringError",
    "Suit",
    "Tile",
    "Win",
    "WinBy",
    "WinError",
    "Wind",
    "parse_tiles",
    "write_glyphs",
    "write_tiles",
]
