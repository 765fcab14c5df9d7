"""Texts of tournaments."""

from palamedes.core.language import N_  # noqa: F401

WORDS: tuple[str, ...] = ()
