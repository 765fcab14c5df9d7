"""Ending a tournament of two players early, as soon as its SPRT is decided.

Pairs of games are tested in the order of the plan, not in the order they finish, so that the same
plan ends after the same game with any number of workers.
"""

from collections.abc import Iterable

from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.plan import Plan
from palamedes.arena.sprt_test import llr_normalised, sprt_verdict


class EarlyEnd:
    """Takes finished games in any order and tells after which one the test is decided."""

    def __init__(self, plan: Plan) -> None:
        self._sprt = plan.sprt
        self._points: dict[int, float] = {}  # of the first player, by the number of the game
        self._pairs = [0, 0, 0, 0, 0]
        self._tested = 0  # games that the test has used
        self.is_decided = False

    def add(self, finished: FinishedGame) -> None:
        self._points[finished.fixture.number] = finished.score_of(0)
        while self._sprt is not None and not self.is_decided and self._has_next_pair():
            self._test_pair(self._points[self._tested] + self._points[self._tested + 1])

    def counts(self, finished: FinishedGame) -> bool:
        """Whether a game is part of the result: the test was not decided before it."""
        return not self.is_decided or finished.fixture.number < self._tested

    def _has_next_pair(self) -> bool:
        return self._tested in self._points and self._tested + 1 in self._points

    def _test_pair(self, points: float) -> None:
        assert self._sprt is not None
        self._pairs[round(2 * points)] += 1
        self._tested += 2
        llr = llr_normalised(self._pairs, self._sprt.elo0, self._sprt.elo1)
        self.is_decided = sprt_verdict(llr, self._sprt.alpha, self._sprt.beta) != "go on"


def counted_games(plan: Plan, games: Iterable[FinishedGame]) -> list[FinishedGame]:
    """The games that count for the result of a tournament, in the order of the plan."""
    every = sorted(games, key=lambda finished: finished.fixture.number)
    end = EarlyEnd(plan)
    for finished in every:
        end.add(finished)
    return [finished for finished in every if end.counts(finished)]
