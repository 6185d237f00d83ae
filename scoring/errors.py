"""The exceptions of the scoring core.

::

    ScoringError
    ├── NotationError (ValueError)   a text names no tile, meld, hand or event
    ├── HandError (ValueError)       a hand that can't exist
    ├── WinError (ValueError)        circumstances that contradict each other or the hand
    └── RulesError (ValueError)      a rule set that can't be used
"""

from __future__ import annotations

import unicodedata

__all__ = ["HandError", "NotationError", "RulesError", "ScoringError", "WinError"]


class ScoringError(Exception):
    """Root of everything that `scoring` raises on purpose."""


class NotationError(ScoringError, ValueError):
    """A text names no tile, meld, hand or event; the message says where and what would be right.

    Args:
        reason: what is wrong and what would be right.
        text: the whole text that was read, where there is one.
        position: index into `text` of the character that is wrong.

    >>> print(NotationError("a suit letter m, p or s is missing", "123 EE", 3))
    a suit letter m, p or s is missing
      123 EE
         ^
    """

    def __init__(self, reason: str, text: str | None = None, position: int | None = None) -> None:
        """Draw the caret under the character at `position`."""
        self.reason = reason
        self.text = text
        self.position = position
        message = reason
        if text is not None and position is not None:
            before = "".join(
                "  " if unicodedata.east_asian_width(char) in "WF" else " " for char in text[:position]
            )
            message = f"{reason}\n  {text}\n  {before}^"
        super().__init__(message)


class HandError(ScoringError, ValueError):
    """A hand that can't exist, with every reason why.

    Args:
        problems: the reasons, one sentence each.
    """

    def __init__(self, *problems: str) -> None:
        """Join the reasons to one message."""
        self.problems = problems
        super().__init__("; ".join(problems))


class WinError(ScoringError, ValueError):
    """Circumstances of a win that contradict each other or the hand."""


class RulesError(ScoringError, ValueError):
    """A rule set that can't be used; the message names the file and the key."""
