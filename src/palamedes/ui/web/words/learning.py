"""Texts of puzzles and the campaign."""

from palamedes.core.language import N_  # noqa: F401

WORDS: tuple[str, ...] = ()
