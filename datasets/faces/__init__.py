"""Our own drawn tile faces: 42 kinds in as many designs as there are seeds.

No face is traced from a real set: a `FaceDesign` picks inks, strokes, geometry and habits (corner indices,
flowers with or without characters) at random, within what real sets do.
"""

from datasets.faces.design import FaceDesign
from datasets.faces.draw import FACE_HEIGHT, FACE_WIDTH, draw_back, draw_face

__all__ = ["FACE_HEIGHT", "FACE_WIDTH", "FaceDesign", "draw_back", "draw_face"]
