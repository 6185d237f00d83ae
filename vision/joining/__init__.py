"""One hand out of several photos of it."""

from vision.joining.join import join

__all__ = ["join"]
