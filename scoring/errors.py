"""The exceptions of the scoring core.

::

    ScoringError
    ├── NotationError (ValueError)   a text names no tile, meld, hand or event
    ├── HandError (ValueError)       a hand that can't exist
    ├── WinError (ValueError)        circumstances that contradict each other or the hand
    └── RulesError (ValueError)      a rule set that can't be used
"""

from __future__ import annotations

__all__ = ["HandError", "NotationError", "RulesError", "ScoringError", "WinError"]


class ScoringError(Exception):
    """Root of everything that `scoring` raises on purpose."""


class NotationError(ScoringError, ValueError):
    """A text names no tile, meld, hand or event; the message says where and what would be right."""


class HandError(ScoringError, ValueError):
    """A hand that can't exist, with every reason why."""


class WinError(ScoringError, ValueError):
    """Circumstances of a win that contradict each other or the hand."""


class RulesError(ScoringError, ValueError):
    """A rule set that can't be used; the message names the file and the key."""
