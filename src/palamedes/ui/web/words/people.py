"""Texts of accounts, histories, ratings."""

from palamedes.core.language import N_  # noqa: F401

WORDS: tuple[str, ...] = ()
