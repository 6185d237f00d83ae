"""How long a reading takes, beside what the peer's bare network and OpenCV's decoder take in the same run.

Of two things compared each run is followed by one of the other, so that a machine which is busy for a while
slows both; medians count. Every number of threads gets fresh sessions.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from importlib.resources import files
from statistics import median
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from datasets.errors import DatasetError
from datasets.faces import FaceDesign
from datasets.scenes import Arrangement, DrawnFaces, SceneSpec, render_scene
from scoring import Hand, RuleSet, Win, score
from vision import Reader, load

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from vision import Photo

__all__ = ["TWELVE_MEGAPIXELS", "Pace", "beside_decoder", "beside_network", "large_photo", "medians"]

TWELVE_MEGAPIXELS: Final = (4032, 3024)
"""Width and height of the large photo."""

_HAND: Final = "123456m 45p EE {7777s} [CCC] f1 h3 +6p"
_INPUT: Final = (1, 3, 640, 640)
_QUALITY: Final = 92


@dataclass(frozen=True)
class Pace:
    """Median times of one run, in seconds.

    Attributes:
        threads: how many threads the networks and OpenCV had.
        ours: what sikwu took.
        other: what it is compared with.
    """

    threads: int
    ours: float
    other: float

    @property
    def ratio(self) -> float:
        """Times the other's time that ours took."""
        return self.ours / self.other

    def line(self, ours: str, other: str) -> str:
        """Put it on one line.

        >>> Pace(2, 0.03, 0.06).line("a reading", "the peer")
        '2 threads: a reading 30 ms, the peer 60 ms, ratio 0.50'
        """
        threads = "1 thread: " if self.threads == 1 else f"{self.threads} threads:"
        return (
            f"{threads} {ours} {1000 * self.ours:.0f} ms, {other} {1000 * self.other:.0f} ms, "
            f"ratio {self.ratio:.2f}"
        )


def medians(jobs: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Run some jobs in turns, so many rounds, and give the median time of each in seconds.

    Each runs once before that: what is loaded on first use is no part of the time.
    """
    for job in jobs:
        job()
    seconds: list[list[float]] = [[] for _ in jobs]
    for _ in range(rounds):
        for job, taken in zip(jobs, seconds, strict=True):
            started = time.perf_counter()
            job()
            taken.append(time.perf_counter() - started)
    return [median(taken) for taken in seconds]


def beside_network(photos: Sequence[Photo], threads: int, rounds: int) -> Pace:
    """Time whole readings, from pixels on, in turns with the peer's bare network.

    Args:
        photos: decoded already; each is read in each round.
        threads: of the networks and OpenCV.
        rounds: how often.

    Raises:
        ModuleNotFoundError: the peer isn't installed.
    """
    cv2.setNumThreads(threads)
    reader, peer = Reader(threads=threads), _peer_network(threads)
    jobs: list[Callable[[], object]] = []
    for photo in photos:
        jobs += [_reading(reader, photo), peer]
    found = medians(jobs, rounds)
    return Pace(threads, median(found[::2]), median(found[1::2]))


def _reading(reader: Reader, photo: Photo) -> Callable[[], object]:
    return lambda: reader.read(photo)


def _peer_network(threads: int) -> Callable[[], object]:
    import onnxruntime  # noqa: PLC0415 - takes a noticeable time

    model = next(each for each in files("mahjong_detector").iterdir() if each.name.endswith(".onnx"))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session: Any = onnxruntime.InferenceSession(
        model.read_bytes(), options, providers=["CPUExecutionProvider"]
    )
    pixels = np.random.default_rng(0).random(_INPUT, np.float32)
    feeds = {session.get_inputs()[0].name: pixels}
    return lambda: session.run(None, feeds)


def beside_decoder(path: Path, threads: int, rounds: int) -> Pace:
    """Time a large JPEG from file to score, in turns with OpenCV's decoding of it at full size.

    Raises:
        DatasetError: the hand isn't read, so that there is nothing to score.
    """
    cv2.setNumThreads(threads)
    reader, rules = Reader(threads=threads), RuleSet.load("hktw")

    def ours() -> object:
        reading = reader.read(load(path))
        if reading.hand is None:
            raise DatasetError(f"{path}: no whole hand was read: {reading.why}")
        return score(reading.hand, Win(), rules)

    taken, decoding = medians([ours, lambda: cv2.imread(str(path))], rounds)
    return Pace(threads, taken, decoding)


def large_photo(path: Path, design: int = 3) -> None:
    """Render a photo of twelve megapixels with a whole hand to a JPEG."""
    spec = SceneSpec(
        hand=Hand.parse(_HAND),
        arrangement=Arrangement(jitter=0.5, kong="middle", row_gap=0.5),
        faces=DrawnFaces(FaceDesign.from_seed(design)),
        size=TWELVE_MEGAPIXELS,
        angle=0,
        elevation=75,
        fill=0.82,
        others=False,
        clutter=False,
        plain=True,
        # Half the pixels along a side: rendering all of them would take most of the bench's time.
        oversample=0.5,
    )
    picture = cv2.cvtColor(render_scene(np.random.default_rng(1), spec).image, cv2.COLOR_RGB2BGR)
    if not cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]):
        raise DatasetError(f"{path} can't be written")
