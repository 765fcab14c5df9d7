"""Lessons, and the rules with pictures."""
