"""What can go wrong in `datasets`.

DatasetError
├── LabelError (ValueError)
└── MissingFontError
"""

from __future__ import annotations

__all__ = ["DatasetError", "LabelError", "MissingFontError"]


class DatasetError(Exception):
    """Root of the errors that `datasets` raises."""


class LabelError(DatasetError, ValueError):
    """A picture, label or table that can't be read; the message says which and what is wanted."""


class MissingFontError(DatasetError):
    """No font that holds Chinese characters is installed, so tile faces can't be drawn."""
