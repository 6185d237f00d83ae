"""What to render: hand, arrangement, view and where the faces come from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from datasets.faces import FaceDesign, draw_back, draw_face

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from datasets.faces.canvas import Colour
    from datasets.scenes.plan import Arrangement, PlannedTile
    from datasets.scenes.shape import TileShape
    from scoring.hand import Hand

__all__ = ["DrawnFaces", "FaceSource", "SceneSpec"]


class FaceSource(Protocol):
    """Where a scene's faces come from: drawn ones here, crops of photos in training."""

    ivory: Colour
    """Colour of the tiles' sides at the front, RGB."""
    layer: Colour
    """Colour of the layer at the tiles' back, RGB."""

    def face(self, code: str) -> NDArray[np.uint8]:
        """Give a face, RGB uint8, upright, about 3:4."""

    def back(self) -> NDArray[np.uint8]:
        """Give a back, RGB uint8, about 3:4."""


class DrawnFaces:
    """Faces drawn in one design."""

    def __init__(self, design: FaceDesign) -> None:
        """Take the set's colours from `design`."""
        self.design = design
        self.ivory: Colour = design.base
        self.layer: Colour = design.back

    def face(self, code: str) -> NDArray[np.uint8]:
        """Draw a face."""
        return draw_face(code, self.design)

    def back(self) -> NDArray[np.uint8]:
        """Draw a back."""
        return draw_back(self.design)


@dataclass(frozen=True)
class SceneSpec:
    """What to render. What is None is left to chance.

    Without a hand and an arrangement, tiles may also lie in blocks, heaps or standing rows.

    Attributes:
        hand: the hand that lies before the reader.
        arrangement: how it is laid out.
        faces: where faces come from.
        shape: the tiles' solid.
        size: (width, height) of the picture.
        angle: degrees clockwise by which the hand's rows lie turned in the picture.
        elevation: degrees of the camera above the table, 90 straight down.
        fill: share of the picture that the hand takes.
        others: tiles that don't belong to the hand.
        clutter: things that are no tiles.
        plain: plain felt, no shadows of people, no noise, an even lens: a friendly picture.
        one_set: no more than four tiles of a kind and one of each flower lie about, as in one set.
        oversample: pixels rendered per pixel kept, along a side.
    """

    hand: Hand | None = None
    arrangement: Arrangement | None = None
    faces: FaceSource | None = None
    shape: TileShape | None = None
    size: tuple[int, int] = (960, 720)
    angle: float | None = None
    elevation: float | None = None
    fill: float | None = None
    others: bool = True
    clutter: bool = True
    plain: bool = False
    one_set: bool = False
    oversample: float = 1.5
    extra: tuple[PlannedTile, ...] = field(default=())
