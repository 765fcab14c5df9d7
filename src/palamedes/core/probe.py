"""The probe contract: how players and searches ask for the truth without knowing who has it.

What is known of a position is a byte: plies + 1 to the end of the game under best play, odd for a
loss and even for a win of the side to move, 0 for a draw. Compiled searches ask a compiled named
tuple with the method

    tables.probed(state)    the byte, NOT_PROBED if the state is in no table
"""

from typing import NamedTuple, Protocol

from palamedes.core.game import State
from palamedes.core.rules import DRAW, compiled

NOT_PROBED = -1


class Truth(NamedTuple):
    """What a position is worth under best play: WIN, LOSS or DRAW for the side to move."""

    outcome: int
    plies: int  # to the end of the game, 0 for a draw

    @property
    def is_draw(self) -> bool:
        return self.outcome == DRAW


class Oracle(Protocol):
    """Somebody who knows the truth about some positions of a game."""

    def probe(self, state: State) -> Truth | None:
        """The truth about a state, None if it is not known."""

    def tables_near(self, state: State, patient: bool) -> State:
        """The tables that a search from this state should ask; `NoTables` if there are none.

        Who is not patient gets what is in memory, while the rest is read for the next time.
        """


@compiled
class NoTables(NamedTuple):
    """Knows nothing."""

    answer: int = NOT_PROBED

    def probed(self, state: State) -> int:
        return self.answer
