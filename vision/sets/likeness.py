"""What a set of tiles that was shown says about the tiles of a photo, beside what the network says.

Two things are learnt when a set is shown. The **views** of its tiles, as the network sees them before it
names them: a tile of a photo is likest to its own kind's. And how the network **names** each of them: where
it takes this set's 蘭 for a 梅, its word 梅 tells the two apart no more, and the likeness decides.

A photo is read with a set only if its tiles are as like to the set's as tiles of one set are to each other
(`Likeness.closeness`); and in such a photo a tile that is like none of the set's is left to the network, as
are kinds that were not shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

import numpy as np

from scoring.tile import KINDS
from vision.errors import NetworkError, SetFormatError
from vision.sets.cached import cached_views
from vision.sets.tileset import TileSet
from vision.sets.views import VIEWS, views

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from models import ModelFacts
    from vision.classifier import Faces

__all__ = ["CropClassifier", "EnrolledSet", "Likeness"]

_KINDS: Final = len(KINDS)
_MOST_CROPS: Final = 3
"""So many pictures of a kind are compared with; more of them cost time and tell little more."""
_WEIGHT: Final = 80.0
"""Nats by which a cosine of 1 speaks for a kind, against one of 0."""
_TRUST: Final = 0.3
"""Share of the network's naming that is taken as right, whatever it said of the tiles shown."""
_DOUBT: Final = 1e-3
"""The least chance that the network is given of having meant a kind."""
_CLOSE: Final = 0.89
"""Median cosine from which on the tiles of a photo are the set's (see the model card)."""
_LEAST_TILES: Final = 4
"""Fewer faces can't tell which set they are of."""
_LIKE: Final = (0.78, 0.86)
"""Cosine up to which a tile is left to the network, and from which on the likeness has its full say."""
_LIKE_NAMED: Final = (0.62, 0.7)
"""The same where somebody said that the photo shows the set: real photos, small ones, fall so far."""
_STRANGER: Final = 0.03
"""What a kind that was not shown is taken to fall short of the best cosine."""
_SPREAD: Final = 1.5
"""What the sum of both is divided by before it is a probability; it leaves the order as it is."""


@runtime_checkable
class CropClassifier(Protocol):
    """What an enrolled set needs of a classifier; `vision.Classifier` is the one that ships."""

    facts: ModelFacts

    def classify_crops(self, crops: NDArray[np.uint8]) -> Faces:
        """Classify crops; see `vision.Classifier.classify_crops`."""


@dataclass(frozen=True, eq=False)
class Likeness:
    """How like the tiles of a photo are to those of a set.

    Attributes:
        cosines: [N, 42], of each tile to the likest view of each kind; 0 for a kind that was not shown.
        faces: [N], which tiles show a face of a kind that was shown, as the network says: others, backs and
            what is no tile don't tell whether the photo shows the set.
    """

    cosines: NDArray[np.float64]
    faces: NDArray[np.bool_]

    @property
    def closeness(self) -> float:
        """Median of the faces' best cosines; 0 where there are too few to tell."""
        if np.count_nonzero(self.faces) < _LEAST_TILES:
            return 0.0
        return float(np.median(self.cosines[self.faces].max(axis=1)))

    @property
    def close(self) -> bool:
        """Whether the photo shows the set."""
        return self.closeness >= _CLOSE


class EnrolledSet:
    """A set of tiles as one classifier sees it. What it sees is worked out when first needed.

    Args:
        tiles: the set.
        classifier: whose embeddings are compared.

    Raises:
        NetworkError: the classifier gives no embeddings.
        SetFormatError: that is no set.
    """

    def __init__(self, tiles: TileSet, classifier: object) -> None:
        """Remember both."""
        if not isinstance(tiles, TileSet):
            raise SetFormatError(f"an enrolled set is a TileSet, not {tiles!r:.60}; TileSets.read gives one")
        if not isinstance(classifier, CropClassifier):
            raise NetworkError("enrolled sets need a classifier that tells what it makes of a crop")
        self.tiles = tiles
        self._classifier: CropClassifier = classifier
        self._kinds = np.repeat([tiles.kinds[index] for index in self._chosen()], VIEWS)
        self._known: tuple[NDArray[np.float32], NDArray[np.float64]] | None = None

    def check(self) -> None:
        """Look whether the classifier gives embeddings.

        Raises:
            NetworkError: it doesn't, or it can't be used.
        """
        self._embedded(self.tiles.crops[:1])

    def prepare(self) -> None:
        """Work out, and keep in the set's cache, what is needed to compare photos with it.

        Raises:
            NetworkError: the classifier can't be used, or gives no embeddings.
        """
        self._views()

    def likeness(self, faces: Faces) -> Likeness:
        """Compare the tiles of a photo with the set.

        Args:
            faces: what the classifier says about them.

        Raises:
            NetworkError: the classifier can't be used, or gives no embeddings.
        """
        if len(faces.kinds) and not faces.embeddings.size:
            self.check()
        seen = _unit(faces.embeddings)
        known, _ = self._views()
        shows = faces.kinds[:, :_KINDS].max(axis=1) > faces.kinds[:, _KINDS:].max(axis=1)
        shows &= np.isin(faces.kinds[:, :_KINDS].argmax(axis=1), self._kinds)
        cosines = np.zeros((len(faces.kinds), _KINDS))
        if len(seen):
            likes = seen @ known.T
            for kind in np.unique(self._kinds):
                cosines[:, kind] = likes[:, self._kinds == kind].max(axis=1)
        return Likeness(cosines, shows)

    def blend(self, faces: Faces, likeness: Likeness, *, named: bool = False) -> NDArray[np.float64]:
        """Give the probabilities of the kinds [N, 44] with the set's say in them.

        How likely a tile is face down or none at all stays as it was.

        Args:
            faces: what the classifier says.
            likeness: of the same tiles, from `likeness`.
            named: whether somebody said that the photo shows the set, and nothing had to be found out.
        """
        _, naming = self._views()
        kinds = faces.kinds[:, :_KINDS]
        mass = kinds.sum(axis=1, keepdims=True)
        plain = kinds / np.maximum(mass, 1e-12)
        best = likeness.cosines.max(axis=1, keepdims=True)
        shown = np.isin(np.arange(_KINDS), self._kinds)
        # The kinds that were not shown stand together against those that were, and share as the network says.
        others = plain[:, ~shown].sum(axis=1, keepdims=True)
        said = np.log(np.concatenate([(plain @ naming.T)[:, shown], others], axis=1) + _DOUBT)
        nearer = np.concatenate([likeness.cosines[:, shown] - best, np.full_like(best, -_STRANGER)], axis=1)
        total = (_WEIGHT * nearer + said) / _SPREAD
        raised = np.exp(total - total.max(axis=1, keepdims=True))
        chances = raised / raised.sum(axis=1, keepdims=True)
        blended = np.zeros_like(plain)
        blended[:, shown] = chances[:, :-1]
        blended[:, ~shown] = chances[:, -1:] * plain[:, ~shown] / np.maximum(others, 1e-12)
        blended /= blended.sum(axis=1, keepdims=True)
        low, high = _LIKE_NAMED if named else _LIKE
        say = np.clip((best - low) / (high - low), 0, 1)
        return np.concatenate(
            [mass * (say * blended + (1 - say) * plain), faces.kinds[:, _KINDS:]], axis=1, dtype=np.float64
        )

    def _chosen(self) -> list[int]:
        """Choose which pictures of each kind are compared with: the first, the last and those between."""
        kinds = np.array(self.tiles.kinds)
        chosen = []
        for kind in np.unique(kinds):
            places = np.flatnonzero(kinds == kind)
            picks = np.linspace(0, len(places) - 1, min(len(places), _MOST_CROPS)).round().astype(int)
            chosen.extend(places[picks].tolist())
        return chosen

    def _views(self) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
        """Give the views' embeddings of length 1 [M, D], and how the network names each kind [42, 42]."""
        if self._known is None:
            embeddings, said = cached_views(
                self.tiles, self._classifier.facts.sha256, len(self._kinds), self._look
            )
            naming = np.eye(_KINDS)
            for kind in np.unique(self._kinds):
                mean = said[self._kinds == kind].mean(axis=0)
                naming[kind] = _TRUST * naming[kind] + (1 - _TRUST) * mean
            self._known = embeddings.astype(np.float32), naming
        return self._known

    def _look(self) -> tuple[NDArray[np.float16], NDArray[np.float16]]:
        """Let the network see every view; half precision is plenty for a cosine."""
        seen, said = [], []
        for index in self._chosen():
            faces = self._embedded(views(self.tiles.crops[index]))
            seen.append(_unit(faces.embeddings).astype(np.float16))
            kinds = faces.kinds[:, :_KINDS]
            said.append((kinds / np.maximum(kinds.sum(axis=1, keepdims=True), 1e-12)).astype(np.float16))
        return np.concatenate(seen), np.concatenate(said)

    def _embedded(self, crops: NDArray[np.uint8]) -> Faces:
        faces = self._classifier.classify_crops(crops)
        if not faces.embeddings.size:
            raise NetworkError(
                f"the {self._classifier.facts.name} model has no output 'embedding', which sets need"
            )
        return faces


def _unit(embeddings: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(embeddings, axis=1, keepdims=True)
    return np.asarray(embeddings / np.maximum(lengths, 1e-9), np.float32)
