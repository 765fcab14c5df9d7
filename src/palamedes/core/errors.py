"""What goes wrong because of what somebody gave us."""


class PalamedesError(Exception):
    """Bad input. The message is one clear line, in the player's language."""
