"""The error for bad input."""


class PalamedesError(Exception):
    """Bad input. The message is one clear line, in the player's language."""
