"""``python -m datasets.hands``: measure how whole hands are grouped, rendered ones and real ones."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from datasets.errors import DatasetError
from datasets.hands.figures import Figures
from datasets.hands.layscene import lay_scene
from datasets.hands.readings import layout_alone, whole
from datasets.hands.real import read_real
from vision import Reader, VisionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.hands.judging import Verdict

__all__ = ["main"]

_JITTER = 7
"""Beside the scene's seed, so that the corners' error isn't the scene's own chance."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurement from the command line; give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.hands", description=(__doc__ or "").strip())
    commands = parser.add_subparsers(dest="command", required=True)
    rendered = commands.add_parser("rendered", help="hands that were rendered, with exact truth")
    rendered.add_argument("--count", type=_count, default=200, help="winning hands")
    rendered.add_argument("--false-wins", type=_count, help="spoilt hands; as many by default")
    rendered.add_argument("--seed", type=_count, default=0, help="the first one")
    rendered.add_argument(
        "--pictures", type=Path, metavar="DIR", help="write the pictures here and read none"
    )
    real = commands.add_parser("real", help="real photos whose layout was seen by eye")
    real.add_argument("photos", type=Path, help="the folder that holds the folders of labelled photos")
    real.add_argument("--split", action="append", help="only photos of this folder; may be given again")
    for command in (rendered, real):
        command.add_argument(
            "--layout-only", action="store_true", help="tiles as they truly are, corners a little off"
        )
        command.add_argument("--json", action="store_true", help="print the figures as JSON")
        command.add_argument("--each", action="store_true", help="also print what is wrong with each hand")
        command.add_argument("--threads", type=int, help="threads of the networks")
    options = parser.parse_args(arguments)
    try:
        if options.command == "rendered" and options.pictures is not None:
            return _write_pictures(options)
        figures = _rendered(options) if options.command == "rendered" else _real(options)
    except (DatasetError, VisionError) as error:
        print(error, file=sys.stderr)
        return 2
    if options.json:
        exported = {name: each.export() for name, each in figures.items()}
        print(json.dumps(exported, ensure_ascii=False, indent=2))
        return 0
    for name, each in figures.items():
        print(f"== {name}")
        if options.each:
            for verdict in (*each.verdicts, *each.false_wins):
                if verdict.faults:
                    print(
                        f"{verdict.name}: {'; '.join(verdict.faults)}{'' if verdict.doubted else ' (sure)'}"
                    )
        print("\n".join(each.lines()))
    return 0


def _rendered(options: argparse.Namespace) -> dict[str, Figures]:
    spoilt = options.count if options.false_wins is None else options.false_wins
    seeds = [(options.seed + place, False) for place in range(options.count)]
    seeds += [(options.seed + place, True) for place in range(spoilt)]
    if options.layout_only:
        won: dict[bool, list[Verdict]] = {False: [], True: []}
        for seed, false_win in seeds:
            scene = lay_scene(seed, false_win=false_win)
            won[false_win].append(layout_alone(scene.truth, np.random.default_rng([seed, _JITTER])))
        return {"layout alone": Figures(tuple(won[False]), tuple(won[True]))}
    reader = Reader(threads=options.threads)
    read: dict[bool, list[Verdict]] = {False: [], True: []}
    told: dict[bool, list[Verdict]] = {False: [], True: []}
    unseen = misread = 0
    for seed, false_win in seeds:
        scene = lay_scene(seed, false_win=false_win, paint=True)
        if scene.image is None:  # for the type checker: it was asked for
            continue
        found = whole(scene.truth, scene.image, reader)
        read[false_win].append(found.read)
        told[false_win].append(found.told)
        unseen, misread = unseen + found.unseen, misread + found.misread
    print(f"tiles of the hands not found: {unseen}, misread: {misread}", file=sys.stderr)
    return {
        "whole reader": Figures(tuple(read[False]), tuple(read[True])),
        "located tiles, kinds told": Figures(tuple(told[False]), tuple(told[True])),
    }


def _real(options: argparse.Namespace) -> dict[str, Figures]:
    hands = read_real(options.photos, splits=options.split)
    if options.layout_only:
        return {
            "layout alone, boxes of the labels": Figures(tuple(layout_alone(hand.truth) for hand in hands))
        }
    reader = Reader(threads=options.threads)
    found = [whole(hand.truth, hand.photo, reader) for hand in hands]
    unseen, misread = (sum(each) for each in zip(*((one.unseen, one.misread) for one in found), strict=True))
    print(f"tiles of the hands not found: {unseen}, misread: {misread}", file=sys.stderr)
    return {
        "whole reader": Figures(tuple(each.read for each in found)),
        "located tiles, kinds told": Figures(tuple(each.told for each in found)),
    }


def _write_pictures(options: argparse.Namespace) -> int:
    try:
        options.pictures.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or error
        print(f"--pictures {options.pictures}: no folder that can be written to: {reason}", file=sys.stderr)
        return 2
    for seed in range(options.seed, options.seed + options.count):
        scene = lay_scene(seed, paint=True)
        path = options.pictures / f"{seed}.png"
        if scene.image is None or not cv2.imwrite(str(path), cv2.cvtColor(scene.image, cv2.COLOR_RGB2BGR)):
            print(f"{path} can't be written as a picture", file=sys.stderr)
            return 2
        print(f"{path} {scene.truth.hand} {scene.truth.facts}")
    return 0


def _count(text: str) -> int:
    count = int(text)
    if count < 0:
        raise ValueError(text)
    return count


if __name__ == "__main__":
    sys.exit(main())
