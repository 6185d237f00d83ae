"""What a person reads in a terminal: verdicts, waits, rule sets."""

from sikwu.report.rules import report_diff, report_faults, report_list, report_row, report_rules
from sikwu.report.verdict import report
from sikwu.report.waits import report_waits
from sikwu.report.words import Language

__all__ = [
    "Language",
    "report",
    "report_diff",
    "report_faults",
    "report_list",
    "report_row",
    "report_rules",
    "report_waits",
]
