"""Puzzles: positions in which one move alone is right; finding them, keeping them, solving them."""
