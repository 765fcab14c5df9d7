"""Palamedes plays, analyses, solves and benchmarks classic two-player board games."""
