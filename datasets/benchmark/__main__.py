"""``python -m datasets.benchmark FOLDER``: measure the reader on labelled photos and print the figures."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from datasets.benchmark.measure import compare
from datasets.benchmark.report import lines, write_misses
from datasets.errors import DatasetError
from datasets.photos import read_folder
from vision import Reader, VisionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.photos import LabelledPhoto
    from vision import Sighting

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark from the command line; give the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m datasets.benchmark",
        description="Measure the reader on a folder of photos with YOLO labels beside them.",
    )
    parser.add_argument("folder", type=Path, help="folder of photos and label files")
    parser.add_argument("--misses", type=Path, metavar="DIR", help="write a picture of every miss here")
    parser.add_argument("--kinds", action="store_true", help="also print a line for each kind of tile")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--threads", type=int, help="threads of the networks")
    options = parser.parse_args(arguments)
    if options.misses is not None:
        try:
            options.misses.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = error.strerror or error
            print(f"--misses {options.misses}: no folder that can be written to: {reason}", file=sys.stderr)
            return 2
    try:
        photos = read_folder(options.folder)
        reader = Reader(threads=options.threads)
        stages: dict[str, list[float]] = {}

        def see(photo: LabelledPhoto) -> tuple[Sighting, ...]:
            reading = reader.read(photo.path)
            for stage, seconds in reading.timings:
                stages.setdefault(stage, []).append(seconds)
            return reading.sightings

        measure = compare(photos, see)
    except (DatasetError, VisionError) as error:
        print(error, file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(measure.export(), ensure_ascii=False, indent=2))
    else:
        print("\n".join(lines(measure, every_kind=options.kinds)))
        for stage, seconds in stages.items():
            print(f"median time, {stage:<16} {1000 * median(seconds):.0f} ms")
    if options.misses is not None:
        count = write_misses(measure, options.misses)
        print(f"{count} pictures of misses written to {options.misses}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
