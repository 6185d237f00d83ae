"""What the command line says about options that can't be used, and output that can't be written."""

from __future__ import annotations

__all__ = ["BadEntryError", "BadOptionError", "ClosedOutputError"]


class BadOptionError(Exception):
    """An option whose value can't be used; the message names the option and what would be right."""


class BadEntryError(Exception):
    """Something typed while a hand is read that can't be understood; the message says what can be typed."""


class ClosedOutputError(OSError):
    """Nothing can be printed: standard output is closed."""
