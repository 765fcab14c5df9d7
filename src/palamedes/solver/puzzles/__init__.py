"""Puzzles: positions with a single right move; making, storing and solving them."""
