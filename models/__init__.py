"""The ONNX files that ship, and the manifest that says what they are."""

from models.errors import ManifestError, ModelFileError, ModelsError
from models.manifest import MANIFEST, ModelFacts, load, path

__all__ = ["MANIFEST", "ManifestError", "ModelFacts", "ModelFileError", "ModelsError", "load", "path"]
