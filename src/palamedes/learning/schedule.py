"""How a run spends its time, or its positions: how many generations, and how much for each.

Each generation gets more than the one before, as it has more to learn. Early ones look less far
ahead: what they know is soon forgotten. The shares are those of an experiment in which ultimate
learnt to beat its tuned evaluation in an hour of one core.
"""

from dataclasses import dataclass
from math import log2

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

DEPTHS = (2, 3, 4)  # of the searches of self-play, by generation; the last for all that follow
PLAY, FIT, MATCH = 0.7, 0.15, 0.15  # shares of the time of a generation
PER_MINUTE = 400_000  # positions of self-play, about: to compare both kinds of budgets
FEWEST, MOST = 3, 12  # generations
EPOCHS = 10  # passes of a fit, at most
FEWEST_EPOCHS = 3  # for which there should be time
LEAST_EPOCHS = 2  # where there are few positions
FIT_COST = 3e-6  # seconds of one core for a position and epoch, until it is measured
FEWEST_PAIRS, MOST_PAIRS = 8, 300  # of a match, where positions are counted
PER_PAIR = 1000  # positions for each pair of games
SMALLEST_JOB, LARGEST_JOB = 256, 8192  # positions of a piece of self-play


@dataclass(frozen=True)
class Budget:
    """What a run may spend: minutes, or positions of self-play. One of them is None."""

    minutes: float | None = None
    positions: int | None = None

    def __post_init__(self) -> None:
        if (self.minutes is None) == (self.positions is None):
            raise PalamedesError(_("give either --minutes or --positions"))

    def generations(self, workers: int) -> int:
        """One more for each doubling of the work."""
        minutes = (self.positions or 0) / PER_MINUTE
        if self.minutes is not None:
            minutes = self.minutes * workers
        return min(max(FEWEST + round(log2(max(minutes, 1) / 15)), FEWEST), MOST)


@dataclass(frozen=True)
class Schedule:
    """The generations of a run, numbered from 1."""

    budget: Budget
    generations: int

    def depth(self, number: int) -> int:
        return DEPTHS[min(number, len(DEPTHS)) - 1]

    @property
    def _weights(self) -> list[int]:
        return [1 + number for number in range(1, self.generations + 1)]

    def share_of_rest(self, number: int) -> float:
        """The share that a generation gets of what it and all later ones get."""
        return self._weights[number - 1] / sum(self._weights[number - 1 :])

    def positions(self, number: int) -> int:
        """The positions of a generation, where they are counted."""
        share = self._weights[number - 1]
        return max((self.budget.positions or 0) * share // sum(self._weights), 1)

    def job(self, number: int) -> int:
        """The positions of one piece of self-play."""
        if self.budget.positions is None:
            return LARGEST_JOB
        return min(max(self.positions(number) // 16, SMALLEST_JOB), LARGEST_JOB)

    def pairs(self, number: int) -> int:
        """The pairs of games of a match, where positions are counted."""
        return min(max(self.positions(number) // PER_PAIR, FEWEST_PAIRS), MOST_PAIRS)

    def capacity(self, seconds: float, cost: float) -> int:
        """The positions for which a fit has time: more of them need not be played."""
        return max(int(seconds / (FEWEST_EPOCHS * cost)), LARGEST_JOB)

    def epochs(self, positions: int, numbers: int, seconds: float, cost: float) -> int:
        """The passes of a fit: those for which there is time, at `cost` seconds for a position.

        There are fewer if there are hardly more positions than `numbers` to be found: a network
        soon learns those by heart, and a few slower and slower passes are better than many.
        """
        planned = EPOCHS
        if self.budget.positions is None:
            planned = min(max(round(seconds / (positions * cost)), FEWEST_EPOCHS), EPOCHS)
        return min(planned, LEAST_EPOCHS + positions // max(numbers, 1))
