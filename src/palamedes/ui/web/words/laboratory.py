"""Texts of the search laboratory and the opening explorer."""

from palamedes.core.language import N_  # noqa: F401

WORDS: tuple[str, ...] = ()
