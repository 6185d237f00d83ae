"""Tells flower tiles by the character and the digit in their upper half, whatever the picture below."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from models import load
from scoring.tile import KINDS
from vision.errors import NetworkError
from vision.network import Network
from vision.rectify import face_quads, rectify_heads, scaled, stand
from vision.softmax import softmax

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from models import ModelFacts
    from vision.classifier import Faces

__all__ = ["FLOWERS", "MARK_CLASSES", "MarkReader", "with_marks"]

FLOWERS: Final = tuple(tile.index for tile in KINDS if tile.is_flower)
"""Places of the flowers in `scoring.tile.KINDS`."""

MARK_CLASSES: Final = len(FLOWERS) + 1
"""The flowers, and that there are no marks of one."""

_BATCH: Final = 32
_LEAST_TURN: Final = 0.03


class MarkReader:
    """Looks a second time at tiles that may be flowers, closer, and only where sets put their marks.

    Args:
        facts: the manifest's entry; by default the mark reader that ships.
        threads: see `Network`.
    """

    def __init__(self, facts: ModelFacts | None = None, *, threads: int | None = None) -> None:
        """Remember the model; it is loaded when first run."""
        self.facts = load()["marks"] if facts is None else facts
        self._network = Network(self.facts, threads=threads)

    def look_again(self, pixels: NDArray[np.uint8], quads: NDArray[np.floating], faces: Faces) -> Faces:
        """Let the marks have their say in which tiles are flowers, which ones, and how they lie.

        Args:
            pixels: the photo in which the tiles were classified, RGB uint8 [H, W, 3].
            quads: their corners [N, 4, 2], as they were given to `Classifier.classify`.
            faces: what the classifier says about them.

        Returns:
            The same with other probabilities of the kinds and turns of what may be a flower.

        Raises:
            NetworkError: the model can't be used.
        """
        flowers = faces.kinds[:, FLOWERS].sum(axis=1)
        which = np.flatnonzero(flowers >= self.facts.setting("look"))
        if not len(which):
            return faces
        tiles, turns = np.nonzero(faces.turns[which] >= _LEAST_TURN)
        upright = face_quads(stand(quads)[which[tiles]], turns)
        marks = np.zeros((len(which), faces.turns.shape[1], MARK_CLASSES))
        marks[..., -1] = 1
        marks[tiles, turns] = self.read(rectify_heads(pixels, upright))
        kinds, lies = faces.kinds.copy(), faces.turns.copy()
        kinds[which], lies[which] = with_marks(
            kinds[which],
            lies[which],
            marks,
            unmarked=self.facts.setting("unmarked"),
            illegible=self.facts.setting("illegible"),
        )
        return replace(faces, kinds=kinds, turns=lies)

    def read(self, heads: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Read the marks of faces that are thought to stand upright.

        Args:
            heads: RGB uint8 [N, 64, 96, 3], as `vision.rectify.rectify_heads` cuts them.

        Returns:
            Probabilities [N, 9]: the flowers in the order of `FLOWERS`, and that there are no marks.

        Raises:
            NetworkError: the model can't be used.
        """
        return softmax(self.logits(heads) / self.facts.setting("temperature"))

    def logits(self, heads: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Give what `read` makes probabilities of, [N, 9]."""
        parts = [self._run(heads[start : start + _BATCH]) for start in range(0, len(heads), _BATCH)]
        return np.concatenate(parts) if parts else np.zeros((0, MARK_CLASSES), np.float32)

    def _run(self, heads: NDArray[np.uint8]) -> NDArray[np.float32]:
        (marks,) = self._network.run({"heads": scaled(heads)}, ("mark",))
        if marks.shape != (len(heads), MARK_CLASSES) or not np.isfinite(marks).all():
            raise NetworkError(
                f"{self.facts.path} gives marks {list(marks.shape)}, not all of them numbers, for "
                f"{len(heads)} crops; wanted are [N, {MARK_CLASSES}]; install the package again"
            )
        return marks


def with_marks(
    kinds: NDArray[np.float64],
    turns: NDArray[np.float64],
    marks: NDArray[np.float64],
    *,
    unmarked: float,
    illegible: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Join what the whole faces and what their marks say.

    Which flower it is, marks that can be read decide; the picture below is another on every set. Where they
    can't be, what the whole face says stands. Whether it is a flower at all, both decide.

    Args:
        kinds: probabilities [N, 44] by the whole face.
        turns: probabilities [N, 4] of the quarter-turns by the whole face.
        marks: probabilities [N, 4, 9] of the marks, for each turn that the face may have.
        unmarked: by how much likelier a face without marks is than the mark reader's training made it.
        illegible: how likely it is that a flower shows no marks that can be read.

    Returns:
        Probabilities of the kinds [N, 44] and of the turns [N, 4].
    """
    flowers = list(FLOWERS)
    read = np.einsum("nt,ntm->nm", turns, marks)
    none = read[:, -1:]
    joined = kinds * none * unmarked
    likely = kinds[:, flowers].sum(axis=1, keepdims=True)
    joined[:, flowers] = likely * read[:, :-1] + illegible * kinds[:, flowers] * none
    joined /= joined.sum(axis=1, keepdims=True)
    legible = 1 - marks[..., -1]
    standing = turns * (legible + illegible)
    standing /= standing.sum(axis=1, keepdims=True)
    share = joined[:, flowers].sum(axis=1, keepdims=True)
    return joined, share * standing + (1 - share) * turns
