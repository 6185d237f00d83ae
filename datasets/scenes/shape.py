"""How the tiles of a set are shaped: sets differ in aspect, thickness, roundness and layers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np

    from datasets.faces.canvas import Colour

__all__ = ["STANDARD", "TileShape"]


@dataclass(frozen=True)
class TileShape:
    """The solid of one tile. Lengths are in tile widths.

    Attributes:
        height: height of the face.
        depth: how thick a tile is.
        corner: radius of the rounded corners.
        bevel: width of the rounded rim of the face.
        layer: share of the thickness that the layer at the back takes.
        stripe: colour of a thin layer between front and back, RGB, or None.
        gloss: how much the rim and the sides differ from the face in light, 0..1.
    """

    height: float = 4 / 3
    depth: float = 0.82
    corner: float = 0.09
    bevel: float = 0.045
    layer: float = 0.36
    stripe: Colour | None = None
    gloss: float = 0.5

    @classmethod
    def random(cls, rng: np.random.Generator) -> TileShape:
        """Pick the shape of some set: a stout Hong Kong one, a flat Japanese one, a narrow American one."""
        corner = float(rng.uniform(0.04, 0.2))
        stripe = tuple(int(v) for v in rng.integers(20, 240, 3)) if rng.random() < 0.15 else None
        return cls(
            height=float(rng.uniform(1.2, 1.5)),
            depth=float(rng.uniform(0.45, 0.98)),
            corner=corner,
            bevel=float(rng.uniform(0.02, 0.5)) * corner + 0.02,
            layer=0.0 if rng.random() < 0.12 else float(rng.uniform(0.15, 0.65)),
            stripe=stripe,  # type: ignore[arg-type]  # three numbers
            gloss=float(rng.uniform(0.0, 1.0)),
        )


STANDARD: Final = TileShape()
