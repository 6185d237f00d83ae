"""What ships: each model's file, sha256, input, classes, settings, training and measured figures."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from models.errors import ManifestError, ModelFileError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["MANIFEST", "ModelFacts", "load", "path"]

MANIFEST: Final = Path(__file__).with_name("manifest.toml")
"""The manifest that ships with the package."""


@dataclass(frozen=True)
class ModelFacts:
    """One model of the manifest.

    Attributes:
        name: its table in the manifest, for instance ``locator``.
        path: the ONNX file.
        sha256: hexadecimal digest that the file must have.
        input: what the network takes, in words (name, shape, dtype, colour order, range).
        trained: how it was trained: data, time, command.
        classes: names of the output classes in order; empty where the output has no classes.
        settings: numbers that the run time needs: thresholds, temperature, sizes in pixels.
        figures: what was measured, name to number.
        command: the command that prints the figures.
    """

    name: str
    path: Path
    sha256: str
    input: str
    trained: str
    classes: tuple[str, ...]
    settings: Mapping[str, float]
    figures: Mapping[str, float]
    command: str

    def setting(self, key: str) -> float:
        """Give one number of the run time.

        Raises:
            ManifestError: the manifest lacks it.
        """
        if key not in self.settings:
            raise ManifestError(f"{MANIFEST.name}: [{self.name}.settings] lacks {key!r}")
        return self.settings[key]

    def at(self, path: Path) -> ModelFacts:
        """Give the same facts of another file, which is taken as it is now.

        Raises:
            OSError: the file can't be read.
        """
        return replace(self, path=path, sha256=hashlib.sha256(path.read_bytes()).hexdigest())

    def check(self) -> Path:
        """Give the file's path after comparing its sha256 with the manifest's.

        Raises:
            ModelFileError: the file is missing, unreadable or another one.
        """
        try:
            digest = hashlib.sha256(self.path.read_bytes()).hexdigest()
        except OSError as error:
            raise ModelFileError(
                f"the {self.name} model can't be read at {self.path}: {error.strerror}; "
                "install the package again"
            ) from error
        if digest != self.sha256:
            raise ModelFileError(
                f"{self.path} isn't the {self.name} model that the manifest names: its sha256 is {digest}, "
                f"the manifest says {self.sha256}; install the package again"
            )
        return self.path


def _numbers(table: object, where: str) -> dict[str, float]:
    if not isinstance(table, dict):
        raise ManifestError(f"{where} must be a table of numbers, not {type(table).__name__}")
    for key, value in table.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ManifestError(f"{where}: {key} must be a number, not {value!r}")
    return {str(key): float(value) for key, value in table.items()}


def _text(table: Mapping[str, object], key: str, where: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise ManifestError(f"{where} lacks the text {key!r}")
    return value


def _facts(name: str, table: object, folder: Path, manifest: str) -> ModelFacts:
    where = f"{manifest}: [{name}]"
    if not isinstance(table, dict):
        raise ManifestError(f"{where} must be a table")
    classes = table.get("classes", [])
    if not isinstance(classes, list) or not all(isinstance(each, str) for each in classes):
        raise ManifestError(f"{where}: classes must be a list of names")
    return ModelFacts(
        name=name,
        path=folder / _text(table, "file", where),
        sha256=_text(table, "sha256", where),
        input=_text(table, "input", where),
        trained=_text(table, "trained", where),
        classes=tuple(classes),
        settings=_numbers(table.get("settings", {}), f"{where[:-1]}.settings]"),
        figures=_numbers(table.get("figures", {}), f"{where[:-1]}.figures]"),
        command=_text(table, "command", where),
    )


@cache
def load(manifest: Path = MANIFEST) -> Mapping[str, ModelFacts]:
    """Read a manifest: model name to facts. Files are looked for beside the manifest.

    Raises:
        ManifestError: the manifest is missing, isn't TOML or lacks something.

    >>> sorted(load())
    ['classifier', 'locator', 'marks']
    """
    try:
        text = manifest.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ManifestError(f"the manifest of the models can't be read at {manifest}: {error}") from error
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ManifestError(f"{manifest} isn't TOML: {error}") from error
    return {name: _facts(name, table, manifest.parent, manifest.name) for name, table in tables.items()}


def path(name: str) -> Path:
    """Give the checked path of a model's file.

    Raises:
        ManifestError: the manifest has no such model.
        ModelFileError: the file is missing or another one.
    """
    facts = load()
    if name not in facts:
        raise ManifestError(f"{MANIFEST.name} has no model {name!r}; it has {', '.join(sorted(facts))}")
    return facts[name].check()
