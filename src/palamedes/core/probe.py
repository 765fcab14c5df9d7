"""The probe contract: how players and searches ask for the truth without knowing who has it."""

from typing import NamedTuple, Protocol

from palamedes.core.game import State
from palamedes.core.rules import DRAW


class Truth(NamedTuple):
    """What a position is worth under best play: WIN, LOSS or DRAW for the side to move."""

    outcome: int
    plies: int  # to the end of the game, 0 for a draw

    @property
    def is_draw(self) -> bool:
        return self.outcome == DRAW


class Probe(Protocol):
    """Somebody who knows the truth about some positions of a game."""

    def probe(self, state: State) -> Truth | None:
        """The truth about a state, None if it is not known."""
