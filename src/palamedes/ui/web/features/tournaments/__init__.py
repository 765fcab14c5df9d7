"""Tournaments: of engines, played in the background, and of people."""
