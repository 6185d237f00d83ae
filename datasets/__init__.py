"""Rendered scenes, labelled photo folders, and the benchmark that measures a reader on them."""
