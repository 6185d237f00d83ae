"""Tells what each tile's face shows and how it is turned."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from models import load
from vision.errors import NetworkError
from vision.network import Network
from vision.rectify import rectify, scaled, stand
from vision.softmax import log_softmax, softmax
from vision.tempering import tempered

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from models import ModelFacts

__all__ = ["BACK_CLASS", "CLASSES", "NOT_A_TILE_CLASS", "Classifier", "Faces"]

BACK_CLASS: Final = 42
"""Class number of a face-down tile; those below are the places in `scoring.tile.KINDS`."""

NOT_A_TILE_CLASS: Final = 43
"""Class number of what is no tile."""

CLASSES: Final = 44
"""Number of classes."""

_BATCH: Final = 32
_TURNS: Final = 4
_UPRIGHT: Final = np.float32(0.75)
"""Weight of the look in which a face stands upright, or on its left side, beside the one turned by half."""


@dataclass(frozen=True, eq=False)
class Faces:
    """What the classifier says about N crops.

    Attributes:
        kinds: probabilities [N, 44].
        turns: probabilities [N, 4] that the face in the crop is rotated by that many quarter-turns clockwise.
        embeddings: what the network makes of each crop before it names it, [N, D] of any length; D is 0
            where the network doesn't tell it.
    """

    kinds: NDArray[np.float64]
    turns: NDArray[np.float64]
    embeddings: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32))


class Classifier:
    """Tells what each tile's face shows and how it is turned.

    The steps are `prepare`, `run` and `decode`; `classify` takes all of them.

    Args:
        facts: the manifest's entry; by default the classifier that ships.
        threads: see `Network`.
    """

    def __init__(self, facts: ModelFacts | None = None, *, threads: int | None = None) -> None:
        """Remember the model; it is loaded when first run."""
        self.facts = load()["classifier"] if facts is None else facts
        self._network = Network(self.facts, threads=threads)

    def classify(self, pixels: NDArray[np.uint8], quads: NDArray[np.floating]) -> Faces:
        """Classify the tiles at these quads.

        Args:
            pixels: the photo at full resolution, RGB uint8 [H, W, 3].
            quads: corners [N, 4, 2], clockwise, pixels of the photo; `stand` is applied here, and the turns
                tell of the crops that this gives.

        Raises:
            NetworkError: the model can't be used.
        """
        return self.classify_crops(rectify(pixels, stand(quads)))

    def classify_crops(self, crops: NDArray[np.uint8]) -> Faces:
        """Classify tiles that are cut out already.

        A tile that isn't sure is looked at again, turned by half, and both looks are averaged, three to one
        in favour of the one in which the face stands upright: an upside-down tile is then read as well as one
        that does.

        Args:
            crops: RGB uint8 [N, 80, 64, 3], as `vision.rectify.rectify` cuts them.

        Raises:
            NetworkError: the model can't be used.
        """
        if not len(crops):
            return Faces(np.zeros((0, CLASSES)), np.zeros((0, _TURNS)))
        kinds, turns, embeddings = self._run_all(crops)
        faces = self.decode(kinds, turns)
        unsure = faces.kinds.max(axis=1) < self.facts.settings.get("look_again", 0.0)
        if unsure.any():
            again, turned, _ = self._run_all(crops[unsure, ::-1, ::-1])
            lies = (log_softmax(turns[unsure]) + log_softmax(np.roll(turned, 2, axis=1))) / 2
            first = np.where(np.isin(lies.argmax(axis=1), (0, 1)), _UPRIGHT, 1 - _UPRIGHT)[:, None]
            kinds[unsure] = first * log_softmax(kinds[unsure]) + (1 - first) * log_softmax(again)
            turns[unsure] = lies
            faces = self.decode(kinds, turns)
        return Faces(faces.kinds, faces.turns, embeddings)

    def _run_all(
        self, crops: NDArray[np.uint8]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        """Run the network on any number of crops, so many at a time; see `run`."""
        parts = [self.run(scaled(crops[start : start + _BATCH])) for start in range(0, len(crops), _BATCH)]
        kinds, turns, embeddings = zip(*parts, strict=True)
        return np.concatenate(kinds), np.concatenate(turns), np.concatenate(embeddings)

    def prepare(self, pixels: NDArray[np.uint8], quads: NDArray[np.floating]) -> NDArray[np.float32]:
        """Cut and straighten the crops, float32 [N, 3, 80, 64], RGB 0..1."""
        return scaled(rectify(pixels, stand(quads)))

    def run(
        self, crops: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        """Run the network.

        Args:
            crops: float32 [N, 3, 80, 64] from `prepare`.

        Returns:
            Logits of the kinds [N, 44] and of the turns [N, 4], and the embeddings [N, D]; [N, 0] where the
            model has no such output.

        Raises:
            NetworkError: the model can't be used.
        """
        outputs = ("kind", "turn", "embedding")
        has_embedding = "embedding" in self._network.outputs()
        kind, turn, *rest = self._network.run({"crops": crops}, outputs[: 3 if has_embedding else 2])
        if kind.shape != (len(crops), CLASSES) or turn.shape != (len(crops), _TURNS):
            raise NetworkError(
                f"{self.facts.path} gives kind {list(kind.shape)} and turn {list(turn.shape)} for "
                f"{len(crops)} crops; wanted are [N, {CLASSES}] and [N, {_TURNS}]"
            )
        if not (np.isfinite(kind).all() and np.isfinite(turn).all()):
            raise NetworkError(
                f"{self.facts.path} gives logits that are no numbers; install the package again"
            )
        embedding = rest[0].reshape(len(crops), -1) if rest else np.zeros((len(crops), 0), np.float32)
        return kind, turn, embedding

    def decode(self, kind: NDArray[np.float32], turn: NDArray[np.float32]) -> Faces:
        """Turn logits into probabilities, the kinds' with the manifest's temperatures.

        The setting ``flower_temperature`` may be left out; flowers then have the others' ``temperature``.
        """
        flowers = self.facts.settings.get("flower_temperature")
        return Faces(tempered(kind, self.facts.setting("temperature"), flowers), softmax(turn))
