"""Tests of sikwu.sets."""
