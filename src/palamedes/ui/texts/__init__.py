"""Texts about games, reviews and tournaments that several front ends share."""
