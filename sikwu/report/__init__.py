"""What a person reads in a terminal: verdicts, waits, rule sets."""

from sikwu.report.verdict import report
from sikwu.report.waits import report_waits
from sikwu.report.words import Language

__all__ = ["Language", "report", "report_waits"]
