"""The exceptions of the scoring core.

::

    ScoringError
    ├── NotationError (ValueError)   a text names no tile, meld, hand or event
    ├── HandError (ValueError)       a hand that can't exist
    ├── WinError (ValueError)        circumstances that contradict each other or the hand
    ├── RulesError (ValueError)      a rule set that can't be used
    ├── AwardError (ValueError)      a cash award that can't be claimed
    └── LedgerError (ValueError)     an event that can't follow upon the ones before it
"""

from __future__ import annotations

import unicodedata

__all__ = [
    "AwardError",
    "HandError",
    "LedgerError",
    "NotationError",
    "RulesError",
    "ScoringError",
    "WinError",
]


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
        pointed = "" if text is None or position is None else _pointed(text, position)
        super().__init__(reason + pointed)


_AROUND = 40
"""Characters shown on either side of the one that is wrong."""


def _pointed(text: str, position: int) -> str:
    """Write the part of a text around a position on one line, and a caret below it."""
    start = max(0, position - _AROUND)
    end = position + _AROUND
    before = ("…" if start else "") + _plain(text[start:position])
    after = _plain(text[position:end]) + ("…" if end < len(text) else "")
    return f"\n  {before}{after}\n  {''.join(map(_blank, before))}^"


def _plain(text: str) -> str:
    """Put a space for what a terminal would not show in one place: line breaks, control characters."""
    return "".join(char if char.isprintable() else " " for char in text)


def _blank(char: str) -> str:
    """Give as many spaces as a character is wide."""
    if unicodedata.category(char) in {"Mn", "Me"}:
        return ""
    return "  " if unicodedata.east_asian_width(char) in "WF" else " "


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
    """A rule set that can't be used; the message names the file, the line and the key."""


class AwardError(ScoringError, ValueError):
    """A cash award that can't be claimed; the message says why, and what could."""


class LedgerError(ScoringError, ValueError):
    """An event that can't follow upon the ones before it; the message says what could."""
