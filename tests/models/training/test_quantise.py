"""Networks are made to compute in integers; only what may be is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from models import load

onnx = pytest.importorskip("onnx", reason="the extra train is not installed")
onnxruntime = pytest.importorskip("onnxruntime")

from models.training.quantise import NAMES, inner_nodes, quantise  # noqa: E402 - needs what was looked for above

if TYPE_CHECKING:
    from pathlib import Path

SHAPES = {"locator": (1, 3, 96, 128), "classifier": (3, 3, 80, 64), "marks": (3, 3, 64, 96)}


def smooth(shape: tuple[int, ...], seed: int) -> np.ndarray:
    """Something like a picture: coarse blocks of colour."""
    count, channels, height, width = shape
    coarse = np.random.default_rng(seed).random((count, channels, height // 16, width // 16))
    return np.asarray(coarse.repeat(16, 2).repeat(16, 3), np.float32)


def outputs(path: Path, name: str, image: np.ndarray) -> dict[str, np.ndarray]:
    session: Any = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    names = [each.name for each in session.get_outputs()]
    return dict(zip(names, session.run(names, {NAMES[name]: image}), strict=True))


def test_the_first_convolution_and_the_last_layers_stay_in_floats() -> None:
    node, tensor = onnx.helper.make_node, onnx.helper.make_tensor_value_info
    nodes = [
        node("Conv", ["image", "w"], ["a"], name="first"),
        node("Relu", ["a"], ["b"], name="relu"),
        node("Conv", ["b", "w"], ["c"], name="inner"),
        node("Add", ["b", "c"], ["d"], name="joined"),
        node("Conv", ["d", "w"], ["e"], name="heat"),
        node("Conv", ["d", "w"], ["f"], name="corners"),
        node("Add", ["f", "e"], ["g"], name="decoded"),
    ]
    kind = onnx.TensorProto.FLOAT
    graph = onnx.helper.make_graph(nodes, "drawn", [tensor("image", kind, None)], [tensor("g", kind, None)])
    assert inner_nodes(onnx.helper.make_model(graph)) == ["inner", "joined"]


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_quantised_network_is_smaller_and_answers_alike(name: str, tmp_path: Path) -> None:
    source, target = load()[name].path, tmp_path / "int8.onnx"
    if any(node.op_type == "QuantizeLinear" for node in onnx.load(source).graph.node):
        pytest.skip(f"the {name} that ships computes in integers already")
    quantise(source, target, [smooth(SHAPES[name], seed) for seed in range(4)], name=NAMES[name])
    assert target.stat().st_size < source.stat().st_size * 0.6
    weights = [
        onnx.numpy_helper.to_array(each)
        for each in onnx.load(target).graph.initializer
        if each.data_type == onnx.TensorProto.INT8 and len(each.dims) == 4
    ]
    assert weights
    # Seven bits: no processor's sums of two products overflow.
    assert all(int(each.min()) >= -64 and int(each.max()) <= 64 for each in weights)
    image = smooth(SHAPES[name], 99)
    before, after = outputs(source, name, image), outputs(target, name, image)
    assert list(before) == list(after)
    for key, values in before.items():
        assert after[key].dtype == values.dtype
        assert after[key].shape == values.shape
        assert np.corrcoef(after[key].ravel(), values.ravel())[0, 1] > 0.8
