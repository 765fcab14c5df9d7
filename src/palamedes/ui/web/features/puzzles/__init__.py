"""Puzzles: the shipped sets, solving them, and how far somebody is."""
