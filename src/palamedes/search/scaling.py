"""What more threads gain: the time that alpha-beta takes to reach the same depths."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from palamedes.core.game import Evaluation
from palamedes.core.match import Match
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.analysis import Limits


@dataclass(frozen=True)
class Scaling:
    """The seconds that searches to `depths`, one per match, take in all."""

    threads: int
    depths: tuple[int, ...]
    alone: float  # one thread
    together: float  # all threads

    @property
    def speed_up(self) -> float:
        return self.alone / self.together

    def to_document(self) -> dict[str, Any]:
        """The figures as JSON."""
        return {**asdict(self), "speed_up": self.speed_up}


def measure_scaling(
    matches: Sequence[Match], evaluation: Evaluation, threads: int, seconds: float
) -> Scaling | None:
    """Search each match with fresh engines to the depth that one thread reaches in its time.

    Every match gets the same share of `seconds`. Matches that are decided sooner are left out; None
    if no match is left.
    """
    tasks = []
    for match in matches:
        depth = _depth_within(match, evaluation, seconds / len(matches))
        if depth is not None:
            tasks.append((match, depth))
    if not tasks:
        return None
    alone, together = (_seconds_for(tasks, evaluation, count) for count in (1, threads))
    return Scaling(threads, tuple(depth for _match, depth in tasks), alone, together)


def _depth_within(match: Match, evaluation: Evaluation, seconds: float) -> int | None:
    """The depth that one thread completes in this time, None if the search ends before."""
    analysis = AlphaBeta(evaluation).analyse(match, Limits(seconds=seconds))
    return max(analysis.depth, 1) if analysis.seconds >= seconds else None


def _seconds_for(tasks: Sequence[tuple[Match, int]], evaluation: Evaluation, threads: int) -> float:
    """The time that fresh engines take to search to these depths."""
    return sum(
        AlphaBeta(evaluation, threads=threads).analyse(match, Limits(depth=depth)).seconds
        for match, depth in tasks
    )
