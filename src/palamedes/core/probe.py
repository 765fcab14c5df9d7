"""The probe contract: how players and searches ask for exact values without knowing the solver.

What is known of a position is a byte: 0 for a draw, otherwise 1 + the plies to the end of the game
under best play, so that losses of the side to move are odd and wins even. Compiled searches ask a
compiled named tuple with the method

    tables.probed(state)    the byte, NOT_PROBED if the state is in no table
"""

from typing import Any, NamedTuple, Protocol, TypeAlias

from palamedes.core.game import State
from palamedes.core.rules import DRAW, compiled

Tables: TypeAlias = Any  # a compiled named tuple with `probed`

NOT_PROBED = -1
UNKNOWN = -1  # in place of plies


class Truth(NamedTuple):
    """The exact value of a position: WIN, LOSS or DRAW for the side to move under best play."""

    outcome: int
    plies: int  # to the end of the game, 0 for a draw; UNKNOWN where only the outcome is known

    @property
    def is_draw(self) -> bool:
        return self.outcome == DRAW


def truth_without_plies(outcome: int) -> Truth:
    """The exact value of a position of which only the outcome is known."""
    return Truth(outcome, 0 if outcome == DRAW else UNKNOWN)


class Oracle(Protocol):
    """A source of exact values for some positions of a game."""

    def prepare(self) -> Tables:
        """Compile and read whatever can be before a game, so that no move waits for it.

        Returns tables of the kind that `tables_near` may give during the game, to compile searches
        for them: `NoTables` if there can be no others.
        """

    def probe(self, state: State) -> Truth | None:
        """The exact value of a state, None if it is not known."""

    def tables_near(self, state: State, patient: bool) -> Tables:
        """The tables that a search from this state should ask, `NoTables` if none are near.

        A patient caller waits until they are read. Any other gets those in memory at once, and the
        rest is read in the background for the next time.
        """


@compiled
class NoTables(NamedTuple):
    """Tables that hold no position."""

    answer: int = NOT_PROBED

    def probed(self, state: State) -> int:
        return self.answer
