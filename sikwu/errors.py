"""What the command line says about options that can't be used."""

from __future__ import annotations

__all__ = ["BadOptionError"]


class BadOptionError(Exception):
    """An option whose value can't be used; the message names the option and what would be right."""
