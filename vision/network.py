"""An ONNX network on the CPU, loaded when it is first run."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from models import ModelsError
from vision.errors import NetworkError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from models import ModelFacts

__all__ = ["Network"]

_MOST_THREADS: Final = 4


class Network:
    """An ONNX network on the CPU, loaded when it is first run.

    The number of threads changes the time and not the result.

    Args:
        facts: the model's entry in the manifest.
        threads: how many threads one run may take; by default as many as there are cores, at most four.
    """

    def __init__(self, facts: ModelFacts, *, threads: int | None = None) -> None:
        """Remember what to load; nothing is read yet."""
        if threads is not None and threads < 1:
            raise NetworkError(f"a network runs on at least one thread, not {threads}")
        self.facts = facts
        self.threads = threads or min(os.cpu_count() or 1, _MOST_THREADS)
        self._session: Any = None
        self._lock = threading.Lock()

    def _open(self) -> Any:  # noqa: ANN401 - onnxruntime ships no types
        with self._lock:
            if self._session is None:
                try:
                    path = self.facts.check()
                except ModelsError as error:
                    raise NetworkError(str(error)) from error
                import onnxruntime  # noqa: PLC0415 - takes a noticeable time, and scoring alone doesn't need it

                options = onnxruntime.SessionOptions()
                options.intra_op_num_threads = self.threads
                options.inter_op_num_threads = 1
                # Only errors: whatever else onnxruntime says about the machine is no concern of a reader's.
                options.log_severity_level = 3
                try:
                    self._session = onnxruntime.InferenceSession(
                        str(path), options, providers=["CPUExecutionProvider"]
                    )
                except Exception as error:
                    # onnxruntime's exceptions have no public base class.
                    raise NetworkError(f"{path} can't be loaded by onnxruntime: {error}") from error
            return self._session

    def outputs(self) -> tuple[str, ...]:
        """Give the names of what the network gives.

        Raises:
            NetworkError: the model can't be loaded.
        """
        return tuple(each.name for each in self._open().get_outputs())

    def run(
        self, feeds: Mapping[str, NDArray[np.float32]], outputs: Sequence[str]
    ) -> list[NDArray[np.float32]]:
        """Run the network once.

        Args:
            feeds: input name to float32 array.
            outputs: names of the outputs wanted, in order.

        Raises:
            NetworkError: the model can't be loaded, or its inputs and outputs are others than these.
        """
        session = self._open()
        try:
            results = session.run(list(outputs), dict(feeds))
        except Exception as error:
            # As above: no public base class.
            raise NetworkError(f"the {self.facts.name} network {self.facts.path} failed: {error}") from error
        return [np.asarray(result, np.float32) for result in results]
