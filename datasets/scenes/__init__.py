"""Renders photos of mahjong tables that never were, with exact labels.

``python -m datasets.scenes --hand "123m 456p 78s EEE [CCC] f1 h3 +9s" --seed 4 --out hand.jpg`` writes one.
"""

from datasets.scenes.others import lay_others
from datasets.scenes.plan import Arrangement, PlannedTile, Role, lay_hand, random_hand
from datasets.scenes.scene import DrawnFaces, FaceSource, Scene, SceneSpec, SceneTile, render_scene
from datasets.scenes.shape import TileShape

__all__ = [
    "Arrangement",
    "DrawnFaces",
    "FaceSource",
    "PlannedTile",
    "Role",
    "Scene",
    "SceneSpec",
    "SceneTile",
    "TileShape",
    "lay_hand",
    "lay_others",
    "random_hand",
    "render_scene",
]
