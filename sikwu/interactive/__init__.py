"""Asking a person what the picture leaves open, one question at a time, in a terminal."""

from sikwu.interactive.talk import Lines, talk

__all__ = ["Lines", "talk"]
