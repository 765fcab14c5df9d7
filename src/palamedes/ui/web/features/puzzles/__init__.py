"""Puzzles: the shipped sets, solving them, and a visitor's progress."""
