"""Make an exported network compute in 8-bit integers, and compare it with the one that computes in floats.

    python -m models.training.quantise locator models/locator.onnx --photos PHOTOS --out DIR
    python -m models.training.quantise classifier models/classifier.onnx --photos PHOTOS --out DIR
    python -m models.training.quantise marks models/marks.onnx --photos PHOTOS --out DIR

Static quantisation of what lies between the first convolution and the last layers, one scale for each output
channel's weights and one for each map of activations, the latter from training photos; nothing is trained and
the dev folders are not looked at. Names, shapes and types of inputs and outputs stay as they are.

Weights take 7 of the 8 bits: processors with AVX2 but without VNNI add up pairs of products in 16 bits, which
7-bit weights can't overflow, so that every processor sums up the same integers.

The printed comparison is of whole readings, and `datasets.benchmark` says what its figures mean; ``--with``
names another network's file where it isn't the one that ships. Needs the extra ``train``.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import onnx
from onnxruntime import quantization

from datasets.errors import DatasetError
from datasets.photos import read_folder
from datasets.rows import row_quads
from models.training.quantised import compare
from vision.classifier import Classifier
from vision.letterbox import letterbox
from vision.rectify import CROP_HEIGHT, CROP_WIDTH, rectify_heads, scaled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from datasets.photos import LabelledPhoto

__all__ = ["METHODS", "NAMES", "inner_nodes", "main", "quantise"]

NAMES: Final = {"locator": "image", "classifier": "crops", "marks": "heads"}
"""The networks and the names of their inputs."""

METHODS: Final = {
    "minmax": quantization.CalibrationMethod.MinMax,
    "percentile": quantization.CalibrationMethod.Percentile,
    "entropy": quantization.CalibrationMethod.Entropy,
}
"""How the range of an activation map is found."""

_FOLDERS: Final = ("train_hk", "train_riichi", "sheets")
_QUANTISED: Final = ("Conv", "Add", "Resize")
_SIDES: Final = (640, 512, 416)
_CROPS: Final = 16
_PERCENTILE: Final = 99.999


class _Inputs(quantization.CalibrationDataReader):
    """Hands out inputs by number, as onnxruntime's calibration asks for them."""

    def __init__(self, name: str, inputs: Sequence[NDArray[np.float32]]) -> None:
        self._name, self._inputs, self._rest = name, inputs, iter(inputs)

    def __len__(self) -> int:
        return len(self._inputs)

    def set_range(self, start_index: int, end_index: int) -> None:
        """Hand out these next; so the maps of one input at a time are held, and not of all."""
        self._rest = iter(self._inputs[start_index:end_index])

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        """Give the next input, None after the last."""
        image = next(self._rest, None)
        return None if image is None else {self._name: image}


def inner_nodes(model: onnx.ModelProto) -> list[str]:
    """Name the nodes to quantise: what follows the first convolution and is followed by another one.

    The first convolution sees the picture and the last layers give the answers; both are cheap, and most of
    the precision would be lost in them.
    """
    nodes = list(model.graph.node)
    readers: dict[str, list[int]] = {}
    for place, node in enumerate(nodes):
        for name in node.input:
            readers.setdefault(name, []).append(place)
    followed: set[int] = set()
    for place in range(len(nodes) - 1, -1, -1):
        after = [reader for name in nodes[place].output for reader in readers.get(name, [])]
        if any(nodes[reader].op_type in {"Conv", "Gemm"} or reader in followed for reader in after):
            followed.add(place)
    first = next(place for place, node in enumerate(nodes) if node.op_type == "Conv")
    return [
        nodes[place].name
        for place in sorted(followed)
        if place > first and nodes[place].op_type in _QUANTISED
    ]


def quantise(
    source: Path,
    target: Path,
    inputs: Sequence[NDArray[np.float32]],
    *,
    name: str,
    method: str = "percentile",
) -> str:
    """Write a network that computes in 8-bit integers where that costs little.

    Args:
        source: the network in floats.
        target: the file to write.
        inputs: what to find the activations' ranges on, each as the network takes it.
        name: name of the input.
        method: one of `METHODS`.

    Returns:
        The written file's sha256 in hexadecimal.
    """
    # The calibration prints a line for every input.
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        prepared = Path(folder) / "prepared.onnx"
        quantization.quant_pre_process(str(source), str(prepared), skip_symbolic_shape=True)
        quantization.quantize_static(
            str(prepared),
            str(target),
            _Inputs(name, inputs),
            quant_format=quantization.QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=quantization.QuantType.QUInt8,
            weight_type=quantization.QuantType.QInt8,
            nodes_to_quantize=inner_nodes(onnx.load(prepared)),
            op_types_to_quantize=list(_QUANTISED),
            calibrate_method=METHODS[method],
            extra_options={
                "CalibStridedMinMax": 1,
                "CalibPercentile": _PERCENTILE,
                "ActivationSymmetric": False,
            },
        )
    return hashlib.sha256(target.read_bytes()).hexdigest()


def calibration(name: str, photos: Sequence[LabelledPhoto], count: int) -> list[NDArray[np.float32]]:
    """Make inputs of a network from labelled photos, spread over all of them.

    Args:
        name: one of `NAMES`.
        photos: the photos.
        count: how many inputs.
    """
    chosen = [photos[place * len(photos) // count] for place in range(min(count, len(photos)))]
    return list({"locator": _looks, "classifier": _crops, "marks": _heads}[name](chosen))


def _looks(photos: Sequence[LabelledPhoto]) -> Iterator[NDArray[np.float32]]:
    for place, photo in enumerate(photos):
        height, width = photo.pixels.shape[:2]
        yield letterbox(photo.pixels, (0, 0, width, height), _SIDES[place % len(_SIDES)])[0]


def _crops(photos: Sequence[LabelledPhoto]) -> Iterator[NDArray[np.float32]]:
    classifier = Classifier()
    for photo in photos:
        if photo.tiles:
            quads, _ = row_quads(photo.boxes)
            crops = classifier.prepare(photo.pixels, quads[:: max(1, len(quads) // _CROPS)])
            yield crops.reshape(-1, 3, CROP_HEIGHT, CROP_WIDTH)


def _heads(photos: Sequence[LabelledPhoto]) -> Iterator[NDArray[np.float32]]:
    """Upper halves of the flowers, which the network is for, and of some other tiles."""
    for photo in photos:
        quads, _ = row_quads(photo.boxes)
        flowers = [place for place, tile in enumerate(photo.tiles) if tile.kind.is_flower]
        chosen = [*flowers[:_CROPS], *range(0, len(quads), max(1, 4 * len(quads) // _CROPS))]
        if chosen:
            yield scaled(rectify_heads(photo.pixels, quads[chosen]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m models.training.quantise", description=__doc__.splitlines()[0]
    )
    parser.add_argument("network", choices=sorted(NAMES), help="which network it is")
    parser.add_argument("model", type=Path, help="its ONNX file in floats")
    parser.add_argument("--photos", type=Path, required=True, help="the folder of the labelled folders")
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    parser.add_argument("--methods", nargs="+", choices=sorted(METHODS), default=["percentile"])
    parser.add_argument("--inputs", type=int, default=72, help="how many photos to find the ranges on")
    parser.add_argument(
        "--with",
        dest="others",
        nargs=2,
        action="append",
        default=[],
        metavar=("NETWORK", "FILE"),
        help="another network's ONNX file",
    )
    parser.add_argument("--scenes", type=int, default=24, help="how many fresh scenes to read as well")
    options = parser.parse_args(arguments)
    try:
        photos = [photo for each in _FOLDERS for photo in read_folder(options.photos / each)]
        inputs = calibration(options.network, photos, options.inputs)
        options.out.mkdir(parents=True, exist_ok=True)
        files = {"float32": options.model}
        for method in options.methods:
            files[f"int8 {method}"] = target = options.out / f"{options.network}-{method}.onnx"
            digest = quantise(options.model, target, inputs, name=NAMES[options.network], method=method)
            print(f"{target}: sha256 {digest}", flush=True)
        compare(
            options.network,
            files,
            options.photos,
            others={name: Path(file) for name, file in options.others},
            scenes=options.scenes,
        )
    except (DatasetError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
