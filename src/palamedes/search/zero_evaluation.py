"""The evaluation that knows nothing: every unfinished position is even.

Games without an evaluation of their own are searched with it.
"""

from typing import NamedTuple

from palamedes.core.game import Evaluation, Game
from palamedes.core.rules import compiled


@compiled
class Nothing(NamedTuple):
    even: int = 0

    def score(self, state, last):
        return self.even


def tuned_evaluation(game: Game) -> Evaluation:
    """The strongest evaluation of a game, `Nothing` if it has none that is tuned."""
    return game.evaluations.get("tuned", Nothing())
