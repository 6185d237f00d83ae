"""Predicates: named questions to a hand, from which rule files compose rows without Python.

`PREDICATES` lists them, each with what it takes and what it says; `TILE_WORDS` the words that stand for
several tiles where tiles are listed. The format is described in `scoring.rulefile`.
"""

from scoring.predicates import events, groups, tiles
from scoring.predicates.compose import Composition, compose
from scoring.predicates.registry import PREDICATES, Count, Flag, Joint, OfTiles, Predicate, Word
from scoring.predicates.tileset import TILE_WORDS, TileSet, read_tileset

__all__ = [
    "PREDICATES",
    "TILE_WORDS",
    "Composition",
    "Count",
    "Flag",
    "Joint",
    "OfTiles",
    "Predicate",
    "TileSet",
    "Word",
    "compose",
    "events",
    "groups",
    "read_tileset",
    "tiles",
]
