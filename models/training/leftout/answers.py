"""What a classifier says about tiles of designs that it never saw, kept for measuring and calibrating."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.errors import LabelError
from models.training.classifier.data import HALF_TURN_ALIKE
from models.training.classifier.measure import cut, standing_quads
from models.training.leftout.photos import odd_tiles, scattered_photos
from vision.blanks import blank_odds
from vision.errors import NetworkError
from vision.marks import FLOWERS, MARK_CLASSES, MarkReader
from vision.network import Network
from vision.rectify import face_quads, rectify_heads, scaled
from vision.softmax import softmax

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto
    from models import ModelFacts

__all__ = ["SCATTERED", "LeftOutAnswers", "ask", "file_facts", "read_answers", "write_answers"]

SCATTERED: Final = "scattered"
"""Why a tile is no fair question whose box does not say how it lies."""

_BATCH: Final = 64
_MAY_BE_FLOWER: Final = 0.01


@dataclass(frozen=True, eq=False)
class LeftOutAnswers:
    """What was said about N labelled tiles, and what they show.

    Attributes:
        logits: of the kinds [N, 44], float32.
        truth: true class numbers [N], int64.
        lies: logits [N, 4] of the quarter-turns by which each face lies in its crop, float32.
        marks: logits [N, 4, 9] of the marks in each face's upper half, for each turn in the crop, float32;
            NaN where the mark reader was not asked.
        blank: odds [N] of a blank face against a back, by the colour of the photo's other faces, float64; NaN
            for what doesn't look as if it lay face down.
        turns: quarter-turns clockwise by which each face was thought to lie in its photo [N], int64.
        true_turns: the true ones [N], int64; -1 where nobody knows or where a half-turn does not show.
        embedding: what the network made of each crop before naming it [N, E], float32; E is 0 where the model
            does not tell it.
        design: name of each tile's design [N].
        split: folder of its photo [N].
        file: name of its photo [N].
        box: line of the label file [N], int64.
        odd: why the tile is no fair question ("dragon", "advertising", "scattered", a note) [N], mostly "".
        fold: the fold that leaves its design out [N], int64.
    """

    logits: NDArray[np.float32]
    truth: NDArray[np.int64]
    lies: NDArray[np.float32]
    marks: NDArray[np.float32]
    blank: NDArray[np.float64]
    turns: NDArray[np.int64]
    true_turns: NDArray[np.int64]
    embedding: NDArray[np.float32]
    design: NDArray[np.str_]
    split: NDArray[np.str_]
    file: NDArray[np.str_]
    box: NDArray[np.int64]
    odd: NDArray[np.str_]
    fold: NDArray[np.int64]

    def __len__(self) -> int:
        """Give the number of tiles."""
        return len(self.truth)

    def take(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> LeftOutAnswers:
        """Give those that an index or mask array selects."""
        return LeftOutAnswers(**{each.name: getattr(self, each.name)[which] for each in fields(self)})

    @classmethod
    def joined(cls, parts: Sequence[LeftOutAnswers]) -> LeftOutAnswers:
        """Put the answers of several folds behind one another.

        Raises:
            LabelError: the folds' networks make embeddings of different lengths.
        """
        if len({part.embedding.shape[1] for part in parts}) > 1:
            raise LabelError("the folds were asked with networks of different kinds; ask all of them again")
        return cls(
            **{
                each.name: np.concatenate([getattr(part, each.name) for part in parts])
                for each in fields(cls)
            }
        )


def file_facts(name: str, path: Path, facts: ModelFacts) -> ModelFacts:
    """Make the entry of a manifest for a model that lies elsewhere, with another model's settings.

    Args:
        name: ``locator`` or ``classifier``.
        path: the ONNX file.
        facts: whose settings it takes.

    Raises:
        LabelError: the file can't be read.
    """
    try:
        own = facts.at(path)
    except OSError as error:
        raise LabelError(f"{path}: the {name} can't be read: {error.strerror}; name an ONNX file") from error
    return replace(own, name=name, trained="", figures={}, command="python -m models.training.leftout")


def ask(
    facts: ModelFacts, photos: Sequence[LabelledPhoto], fold: int, marks: ModelFacts | None = None
) -> LeftOutAnswers:
    """Ask a classifier about every labelled tile of some photos, cut by its box or its row.

    Args:
        facts: the classifier.
        photos: what it is asked about, with their designs filled in.
        fold: noted beside each answer.
        marks: the mark reader, asked about what may be a flower.

    Raises:
        LabelError: there are no photos.
        NetworkError: a model can't be used.
    """
    if not photos:
        raise LabelError(f"fold {fold} leaves out none of these photos; there is nothing to measure")
    network = Network(facts, threads=1)
    reader = None if marks is None else MarkReader(marks, threads=1)
    logits, lies, turns, embeddings, read, blank = [], [], [], [], [], []
    for photo in photos:
        crops, starts = cut(photo)
        said = [_run(network, crops[place : place + _BATCH]) for place in range(0, len(crops), _BATCH)]
        logits += [kind for kind, _, _ in said]
        lies += [turn for _, turn, _ in said]
        embeddings += [embedding for _, _, embedding in said]
        turns.append((np.concatenate([turn for _, turn, _ in said]).argmax(axis=1) - starts) % 4)
        kinds = np.concatenate([kind for kind, _, _ in said])
        read.append(_marks(reader, photo, kinds))
        odds = softmax(kinds / facts.setting("temperature"))
        blank.append(blank_odds(photo.pixels, standing_quads(photo)[0], odds))
    tiles = [(photo, tile) for photo in photos for tile in photo.tiles]
    told = [-1 if tile.turn is None or str(tile.kind) in HALF_TURN_ALIKE else tile.turn for _, tile in tiles]
    return LeftOutAnswers(
        logits=np.concatenate(logits),
        truth=np.array([tile.kind.index for _, tile in tiles], np.int64),
        lies=np.concatenate(lies),
        marks=np.concatenate(read),
        blank=np.concatenate(blank),
        turns=np.concatenate(turns).astype(np.int64),
        true_turns=np.array(told, np.int64),
        embedding=np.concatenate(embeddings),
        design=np.array([photo.design for photo, _ in tiles]),
        split=np.array([photo.split for photo, _ in tiles]),
        file=np.array([photo.file for photo, _ in tiles]),
        box=np.array([tile.line for _, tile in tiles], np.int64),
        odd=np.concatenate([_odd(photo) for photo in photos]),
        fold=np.full(len(tiles), fold, np.int64),
    )


def _marks(
    reader: MarkReader | None, photo: LabelledPhoto, logits: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Ask about the upper halves of what may be a flower, as it lies and turned: [N, 4, 9]."""
    answers = np.full((len(logits), 4, MARK_CLASSES), np.nan, np.float32)
    which = np.flatnonzero(softmax(logits)[:, FLOWERS].sum(axis=1) >= _MAY_BE_FLOWER)
    if reader is None or not len(which):
        return answers
    quads = standing_quads(photo)[0][which]
    for turn in range(4):
        upright = face_quads(quads, np.full(len(which), turn))
        answers[which, turn] = reader.logits(rectify_heads(photo.pixels, upright))
    return answers


def _odd(photo: LabelledPhoto) -> NDArray[np.str_]:
    """Say of each tile of a photo why it is no fair question, "" where it is one."""
    strange = odd_tiles()
    other = SCATTERED if (photo.split, photo.file) in scattered_photos() else ""
    reasons = [tile.note or strange.get((photo.split, photo.file, tile.line), other) for tile in photo.tiles]
    return np.array(reasons, np.str_)


def write_answers(answers: LeftOutAnswers, path: Path) -> None:
    """Keep answers as an ``.npz`` with one array for each attribute."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # By hand, because `numpy.savez` can't name an array "file".
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as kept:
        for each in fields(answers):
            with kept.open(f"{each.name}.npy", "w", force_zip64=True) as part:
                np.lib.format.write_array(part, getattr(answers, each.name), allow_pickle=False)


def read_answers(path: Path) -> LeftOutAnswers:
    """Read what `write_answers` wrote.

    Raises:
        LabelError: the file is missing or lacks an array.
    """
    try:
        with np.load(path, allow_pickle=False) as kept:
            return LeftOutAnswers(**{each.name: kept[each.name] for each in fields(LeftOutAnswers)})
    except (OSError, KeyError, ValueError) as error:
        raise LabelError(
            f"{path} holds no answers of a fold ({error}); `faces --save` writes them"
        ) from error


def _run(
    network: Network, crops: NDArray[np.uint8]
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    given = scaled(crops)
    try:
        kind, turn, embedding = network.run({"crops": given}, ("kind", "turn", "embedding"))
    except NetworkError:
        # Models from before there was an embedding; whatever else is wrong shows again here.
        kind, turn = network.run({"crops": given}, ("kind", "turn"))
        embedding = np.empty((len(crops), 0), np.float32)
    return kind, turn, embedding
