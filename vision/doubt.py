"""What the picture does not settle."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from vision.errors import ReadingFormatError
from vision.exported import integer, likely, listed, mapping, text

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Answer", "Doubt", "Question"]


class Question(Enum):
    """What a doubt asks."""

    TILE = "tile"
    """Which kind a tile is."""
    ROLE = "role"
    """Whether tiles are exposed, concealed or no part of the hand."""
    WINNING = "winning"
    """Which tile won."""
    BOUNDARY = "boundary"
    """Where one meld ends and the next begins."""
    COVERED = "covered"
    """What lies face down."""
    COUNT = "count"
    """Why there are more or fewer tiles than a hand or a set has."""


@dataclass(frozen=True)
class Doubt:
    """One thing that the picture does not settle.

    Attributes:
        question: what is in doubt.
        sightings: indices of the sightings concerned, in reading order; empty where it's none in particular.
        text: one English sentence that says what was taken and why it isn't sure.
        alternatives: the other answers as (answer, probability), likeliest first. For a tile the answer is a
            code, for a role a role's name, for a winning tile a code, for a boundary melds such as ``678s
            888s``.
    """

    question: Question
    sightings: tuple[int, ...]
    text: str
    alternatives: tuple[tuple[str, float], ...] = ()

    def export(self) -> dict[str, Any]:
        """Give the doubt as what JSON can hold."""
        return {
            "question": self.question.value,
            "sightings": list(self.sightings),
            "text": self.text,
            "alternatives": [[answer, p] for answer, p in self.alternatives],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Doubt:
        """Read what `export` wrote.

        Raises:
            ReadingFormatError: a key is missing or holds something else.
        """
        try:
            whole = mapping(data, "a doubt")
            return cls(
                question=Question(whole["question"]),
                sightings=listed(whole, "sightings", integer),
                text=text(whole["text"]),
                alternatives=listed(whole, "alternatives", likely),
            )
        except KeyError as error:
            raise ReadingFormatError(f"a doubt lacks {error}") from error
        except ValueError as error:  # among them every ReadingFormatError
            raise ReadingFormatError(f"no exported doubt: {error}") from error


@dataclass(frozen=True)
class Answer:
    """What a person said of a reading. It is a fact, whatever the picture shows.

    Attributes:
        question: what it is about: which kind tiles are (`Question.TILE`, `Question.COVERED`), their role,
            the winning tile, the bounds of melds, or a tile that wasn't seen (`Question.COUNT`).
        sightings: indices of the sightings concerned.
        answer: what was said, in the words of a doubt's alternatives.
        was: what had been read; the same where a person confirmed it.
    """

    question: Question
    sightings: tuple[int, ...]
    answer: str
    was: str

    @property
    def changed(self) -> bool:
        """Whether it was something else than what had been read."""
        return self.answer != self.was

    def export(self) -> dict[str, Any]:
        """Give the answer as what JSON can hold."""
        return {
            "question": self.question.value,
            "sightings": list(self.sightings),
            "answer": self.answer,
            "was": self.was,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Answer:
        """Read what `export` wrote.

        Raises:
            ReadingFormatError: a key is missing or holds something else.
        """
        try:
            whole = mapping(data, "an answer")
            return cls(
                question=Question(whole["question"]),
                sightings=listed(whole, "sightings", integer),
                answer=text(whole["answer"]),
                was=text(whole["was"]),
            )
        except KeyError as error:
            raise ReadingFormatError(f"an answer lacks {error}") from error
        except ValueError as error:  # among them every ReadingFormatError
            raise ReadingFormatError(f"no exported answer: {error}") from error
