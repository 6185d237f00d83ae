"""Measures a reader on a folder of labelled photos: ``python -m datasets.benchmark FOLDER``.

Nothing is fitted here. Thresholds and temperature come from the models' manifest and were chosen on other
photos; a folder whose name begins with ``dev`` is for measuring only.
"""

from datasets.benchmark.calibration import LeftOut, calibration_error, fit_temperatures, left_out_figures
from datasets.benchmark.matching import Match, match
from datasets.benchmark.measure import Measure, PhotoResult, compare

__all__ = [
    "LeftOut",
    "Match",
    "Measure",
    "PhotoResult",
    "calibration_error",
    "compare",
    "fit_temperatures",
    "left_out_figures",
    "match",
]
