"""The exceptions of the shipped models.

::

    ModelsError
    ├── ManifestError (ValueError)      manifest.toml can't be read or lacks something
    └── ModelFileError (OSError)        a model's file is missing or isn't the one that the manifest names
"""

from __future__ import annotations

__all__ = ["ManifestError", "ModelFileError", "ModelsError"]


class ModelsError(Exception):
    """Root of everything that `models` raises on purpose."""


class ManifestError(ModelsError, ValueError):
    """The manifest can't be read or lacks something; the message names the file and the key."""


class ModelFileError(ModelsError, OSError):
    """A model's file is missing or its sha256 isn't the manifest's."""
