"""Asking a person what the picture leaves open, one question at a time, in a terminal."""

from sikwu.interactive.talk import BROKEN_OFF, Lines, Talk, converse, talk

__all__ = ["BROKEN_OFF", "Lines", "Talk", "converse", "talk"]
