"""The program's version, written into every result."""

__version__ = "0.1.0"
