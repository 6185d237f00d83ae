"""The manifest names every model, and a file that isn't the one named is refused."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from models import MANIFEST, ManifestError, ModelFileError, load, path

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """
[locator]
file = "locator.onnx"
sha256 = "{digest}"
input = "image"
trained = "on paper"
command = "none"
classes = ["face", "back"]
[locator.settings]
score = 0.4
[locator.figures]
found = 0.99
"""


def manifest(folder: Path, text: str) -> Path:
    written = folder / "manifest.toml"
    written.write_text(text, encoding="utf-8")
    return written


def test_facts_are_read_and_the_file_is_checked(tmp_path: Path) -> None:
    (tmp_path / "locator.onnx").write_bytes(b"model")
    digest = hashlib.sha256(b"model").hexdigest()
    facts = load(manifest(tmp_path, GOOD.format(digest=digest)))["locator"]
    assert facts.check() == tmp_path / "locator.onnx"
    assert facts.classes == ("face", "back")
    assert facts.setting("score") == 0.4
    assert facts.figures == {"found": 0.99}
    with pytest.raises(ManifestError, match=r"\[locator\.settings\] lacks 'iou'"):
        facts.setting("iou")


def test_another_file_and_a_missing_one_are_refused(tmp_path: Path) -> None:
    facts = load(manifest(tmp_path, GOOD.format(digest="0" * 64)))["locator"]
    with pytest.raises(ModelFileError, match="can't be read"):
        facts.check()
    (tmp_path / "locator.onnx").write_bytes(b"another")
    with pytest.raises(ModelFileError, match="its sha256 is"):
        facts.check()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[locator", "isn't TOML"),
        ("locator = 3", "must be a table"),
        ("[locator]", "lacks the text 'file'"),
        (GOOD.replace('sha256 = "{digest}"', ""), "lacks the text 'sha256'"),
        (GOOD.replace("score = 0.4", 'score = "high"'), "score must be a number"),
        (GOOD.replace("score = 0.4", "score = true"), "score must be a number"),
        (GOOD.replace('["face", "back"]', "3"), "classes must be a list"),
    ],
)
def test_a_manifest_that_lacks_something_is_refused_by_key(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match=message):
        load(manifest(tmp_path, text))


def test_no_manifest_is_an_error_too(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match="can't be read"):
        load(tmp_path / "manifest.toml")


def test_another_file_takes_the_place_of_the_one_that_ships(tmp_path: Path) -> None:
    (tmp_path / "other.onnx").write_bytes(b"other")
    facts = load()["marks"]
    other = facts.at(tmp_path / "other.onnx")
    assert other.check() == tmp_path / "other.onnx"
    assert (other.name, other.settings) == (facts.name, facts.settings)
    assert other.sha256 != facts.sha256


def test_what_ships_is_what_the_manifest_names_and_small() -> None:
    shipped = load()
    assert set(shipped) == {"classifier", "locator", "marks"}
    for name, facts in shipped.items():
        assert path(name) == facts.path
        assert facts.path.parent == MANIFEST.parent
        assert facts.path.stat().st_size < 10_000_000
        assert facts.figures


def test_a_model_that_does_not_ship_is_refused() -> None:
    with pytest.raises(ManifestError, match="has no model 'dreamer'"):
        path("dreamer")
