"""``python -m models.training.classifier.embedding FILE.onnx``: choose what the output ``embedding`` is.

Comparing a tile with those of an enrolled set needs what makes two pictures of one tile alike. The layer
before the heads keeps little of that: it was taught to make all 梅 the same. The map before it, which still
has places in it, tells the tiles of one set apart far better, also those that the network itself mistakes for
one another. This makes the map the output ``embedding`` of a file that was exported, in place; the logits
stay as they were.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import onnx

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["expose_map", "main"]

_OUTPUT = "embedding"


def expose_map(model: Any) -> Any:  # noqa: ANN401 - onnx ships no types
    """Make the map that the summary reads the output ``embedding``, flattened to [N, D].

    Args:
        model: an `onnx.ModelProto` of the classifier with a fully connected head ``kind``.

    Returns:
        The changed model.

    Raises:
        ValueError: no convolution leads to ``kind``.
    """
    graph = model.graph
    makers = {name: node for node in graph.node for name in node.output}
    for node in graph.node:  # whatever was called so before gets another name
        for names in (node.input, node.output):
            for place, name in enumerate(names):
                if name == _OUTPUT:
                    names[place] = "summary"
    makers = {name: node for node in graph.node for name in node.output}
    node = makers.get("kind")
    while node is not None and node.op_type != "Conv":
        node = makers.get(node.input[0])
    if node is None:
        raise ValueError("no convolution leads to the output kind")
    graph.node.append(onnx.helper.make_node("Flatten", [node.input[0]], [_OUTPUT], axis=1))
    kept = [each for each in graph.output if each.name != _OUTPUT]
    del graph.output[:]
    graph.output.extend(
        [*kept, onnx.helper.make_tensor_value_info(_OUTPUT, onnx.TensorProto.FLOAT, ["crops", None])]
    )
    onnx.checker.check_model(model)
    return model


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it from the command line; give the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m models.training.classifier.embedding", description=__doc__
    )
    parser.add_argument("file", type=Path, help="the exported classifier, changed in place")
    parser.add_argument("--out", type=Path, help="write the changed file here instead")
    options = parser.parse_args(arguments)
    try:
        onnx.save(expose_map(onnx.load(str(options.file))), str(options.out or options.file))
    except (OSError, ValueError) as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
