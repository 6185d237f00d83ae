"""sikwu and a peer on the same photos, in the same run, on the same cores.

``python -m datasets.comparison FOLDER`` reads every labelled photo of a folder with both readers and prints
how many of the labelled tiles each one names, how many photos each one gets wholly right, and the ratio of
their times; then, on one thread and on two, how long the whole reading of a photo with about 25 tiles takes
beside the peer's bare network, and a JPEG of twelve megapixels from the file to the score beside OpenCV's
decoding; and how large the models are.

The peer is *mahjong-detector* (MIT), the one reader of tile photos that installs from the Python package
index; it names tiles but does not say where they lie, and knows no flowers. So the comparison is by the
multiset of names in a photo, which forgives misplaced names and ignores what is seen beyond the labels
(labels are incomplete), and is printed with and without flowers. Needs the extra ``bench``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from datasets.errors import DatasetError
from datasets.photos import read_folder
from datasets.timing import beside_decoder, beside_network, large_photo
from models import load as load_manifest
from scoring import Tile
from vision import Reader, capture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["Tally", "compare", "main"]

# The peer's names for the honours; its suited tiles have our codes.
_PEER_HONOURS: Final = {"tou": "E", "nan": "S", "sha": "W", "pe": "N", "chun": "C", "hatsu": "F", "haku": "P"}


_MANY: Final = range(23, 28)
"""About 25 tiles: so many does a photo show that is timed."""

_TIMED: Final = 7
_THREADS: Final = (1, 2)


@dataclass
class Tally:
    """What one reader got right over a folder; tiles are counted as multisets of names, photo by photo."""

    tiles: int = 0
    right: int = 0
    plain_tiles: int = 0
    """Labelled tiles that are not flowers."""
    plain_right: int = 0
    photos: int = 0
    photos_right: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, labels: Counter[Tile], names: Counter[Tile], seconds: float) -> None:
        """Count one photo: what its labels say, what the reader named, and how long that took."""
        found = labels & names
        self.tiles += labels.total()
        self.right += found.total()
        self.plain_tiles += sum(count for tile, count in labels.items() if not tile.is_flower)
        self.plain_right += sum(count for tile, count in found.items() if not tile.is_flower)
        self.photos += 1
        self.photos_right += found == labels
        self.seconds.append(seconds)

    @property
    def median_seconds(self) -> float:
        """Median time for one photo, from the encoded file's bytes to names."""
        return sorted(self.seconds)[len(self.seconds) // 2]

    def line(self, name: str) -> str:
        """Print the tally on one line."""
        return "   ".join(
            (
                f"{name:18} tiles {_share(self.right, self.tiles)}",
                f"without flowers {_share(self.plain_right, self.plain_tiles)}",
                f"photos wholly right {_share(self.photos_right, self.photos)}",
                f"median {1000 * self.median_seconds:.0f} ms",
            )
        )


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} = {part / whole:.1%}" if whole else f"{part}/{whole}"


def compare(
    photos: Iterable[tuple[Path, Counter[Tile]]], readers: dict[str, Callable[[Path], Counter[Tile]]]
) -> dict[str, Tally]:
    """Read each photo with each reader, one after the other, and tally what they say."""
    tallies = {name: Tally() for name in readers}
    for path, labels in photos:
        for name, reader in readers.items():
            started = time.perf_counter()
            names = reader(path)
            tallies[name].add(labels, names, time.perf_counter() - started)
    return tallies


def _our_reader() -> Callable[[Path], Counter[Tile]]:
    reader = Reader()

    def names(path: Path) -> Counter[Tile]:
        reading = reader.read(capture.load(path))
        return Counter(sighting.kind for sighting in reading.sightings if sighting.kind is not None)

    return names


def _peer() -> Callable[[Path], Counter[Tile]]:
    from mahjong_detector import detect_tiles  # noqa: PLC0415  # an extra: only the comparison needs it

    def names(path: Path) -> Counter[Tile]:
        return Counter(Tile(_PEER_HONOURS.get(name, name)) for name in detect_tiles(str(path)))

    return names


def main(arguments: list[str] | None = None) -> int:
    """Run the comparison from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m datasets.comparison", description=__doc__.splitlines()[0]
    )
    parser.add_argument("folder", type=Path, help="folder of photos with YOLO label files beside them")
    parser.add_argument("--rounds", type=int, default=9, help="rounds of timing; the median of them counts")
    options = parser.parse_args(arguments)
    if not options.folder.is_dir():
        print(f"{options.folder} is no folder of labelled photos; nothing to compare on", file=sys.stderr)
        return 2
    photos = [
        (photo.path, Counter(tile.kind for tile in photo.tiles))
        for photo in read_folder(options.folder)
        if photo.tiles
    ]
    try:
        readers = {"sikwu": _our_reader(), "mahjong-detector": _peer()}
    except ImportError as missing:
        print(f"{missing}; install the extra: pip install 'sikwu[bench]'", file=sys.stderr)
        return 2
    for path, _ in photos[:2]:  # sessions load on first use; that time is not the photo's
        for reader in readers.values():
            reader(path)
    tallies = compare(photos, readers)
    for name, tally in tallies.items():
        print(tally.line(name))
    ratio = tallies["sikwu"].median_seconds / tallies["mahjong-detector"].median_seconds
    print(f"time per photo, sikwu / mahjong-detector: {ratio:.2f}")
    try:
        _print_paces([path for path, _ in photos], options.rounds)
    except DatasetError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _print_paces(paths: list[Path], rounds: int) -> None:
    reader = Reader()
    timed = []
    for path in paths:
        photo = capture.load(path)
        if len(reader.read(photo).sightings) in _MANY:
            timed.append(photo)
        if len(timed) == _TIMED:
            break
    if timed:
        print(f"{len(timed)} photos with {_MANY.start} to {_MANY.stop - 1} tiles, decoded before:")
        for threads in _THREADS:
            print(
                " ", beside_network(timed, threads, rounds).line("whole reading", "the peer's bare network")
            )
    else:
        print(f"no photo with {_MANY.start} to {_MANY.stop - 1} tiles to time")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.jpg"
        large_photo(path)
        print(f"a JPEG of twelve megapixels, {path.stat().st_size / 1e6:.1f} MB:")
        for threads in _THREADS:
            print(" ", beside_decoder(path, threads, rounds).line("file to score", "decoding by OpenCV"))
    sizes = {name: facts.path.stat().st_size / 1e6 for name, facts in load_manifest().items()}
    parts = ", ".join(f"{name} {size:.1f} MB" for name, size in sizes.items())
    print(f"models: {parts}, together {sum(sizes.values()):.1f} MB")


if __name__ == "__main__":
    sys.exit(main())
