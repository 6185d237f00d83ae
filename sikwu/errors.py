"""What the command line says about options that can't be used, and output that can't be written."""

from __future__ import annotations

__all__ = ["BadOptionError", "ClosedOutputError"]


class BadOptionError(Exception):
    """An option whose value can't be used; the message names the option and what would be right."""


class ClosedOutputError(OSError):
    """Nothing can be printed: standard output is closed."""
