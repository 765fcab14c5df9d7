"""Tournaments: engines in the background, and people against each other."""
