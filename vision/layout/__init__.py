"""Which tiles are the hand presented, and what role each plays in it."""

from vision.layout.arrange import Arrangement, arrange
from vision.layout.assemble import assemble

__all__ = ["Arrangement", "arrange", "assemble"]
