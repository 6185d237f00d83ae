"""Reads a hand from a camera or a video: looks are voted on until the reading is steady.

`sharpness`, `votes` and `watch` are pure: frames and readings in, the voted reading out, the same every time.
`source` opens cameras and videos, `window` shows the picture, `keep` writes what was taken.
"""

from sikwu.camera.keep import Kept, keep
from sikwu.camera.sharpness import Gate, sharpness
from sikwu.camera.votes import Look, Voted, vote
from sikwu.camera.watch import Progress, Watch

__all__ = ["Gate", "Kept", "Look", "Progress", "Voted", "Watch", "keep", "sharpness", "vote"]
