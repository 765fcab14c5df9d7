"""Exact values: retrograde analysis, tables on disk, and puzzles made from them."""
