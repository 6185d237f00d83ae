"""The tables of an evening: what four players have settled, kept on the disk."""

from sikwu.table.agreement import agreed_rules, agreement
from sikwu.table.errors import (
    BadKeyError,
    BrokenTableError,
    NoTableError,
    SetupError,
    StoreError,
    TableError,
    TableExistsError,
    UnrecordedWinError,
    UsedKeyError,
)
from sikwu.table.setup import Setup
from sikwu.table.store import Stored, Tables, default_path

__all__ = [
    "BadKeyError",
    "BrokenTableError",
    "NoTableError",
    "Setup",
    "SetupError",
    "StoreError",
    "Stored",
    "TableError",
    "TableExistsError",
    "Tables",
    "UnrecordedWinError",
    "UsedKeyError",
    "agreed_rules",
    "agreement",
    "default_path",
]
