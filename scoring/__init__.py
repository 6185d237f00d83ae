"""Tiles, hands, rule sets, score sheets and payments. Standard library only."""
