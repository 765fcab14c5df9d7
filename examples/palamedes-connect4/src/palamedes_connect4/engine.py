"""A plain engine for any game: negamax in Python, which shows what Palamedes asks of an engine."""

from threading import Event
from time import perf_counter

from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.players.spec_options import SpecOptions
from palamedes.search.analysis import Analysis, Limits, Report, Variation
from palamedes.search.score import WON

DEPTH = 2  # unless a limit says otherwise


class Negamax:
    """Looks at all games of some plies, and takes positions in between for even."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self._stop = Event()
        self._nodes = 0

    def prepare(self, match: Match) -> None:
        """There is nothing to compile."""

    def analyse(
        self, match: Match, limits: Limits, lines: int = 1, report: Report | None = None
    ) -> Analysis:
        self._stop.clear()
        self._nodes, began = 0, perf_counter()
        position, depth = match.position, limits.depth or self.depth
        found = []
        for move, code in zip(position.moves, position.codes, strict=True):
            found.append(Variation(move, -self._value(position.play(code), depth - 1, 1), (move,)))
        found.sort(key=lambda line: -line.score)
        analysis = Analysis(tuple(found[:lines]), depth, self._nodes, perf_counter() - began)
        if report is not None:
            report(analysis)
        return analysis

    def stop(self) -> None:
        self._stop.set()

    def _value(self, position: Position, depth: int, ply: int) -> int:
        """The score for the side to move, `ply` plies after the position that is analysed."""
        self._nodes += 1
        if position.result is not None:
            winner = position.result.winner
            return 0 if winner is None else WON - ply if winner == position.turn else ply - WON
        if depth == 0 or self._stop.is_set():
            return 0
        return max(-self._value(position.play(code), depth - 1, ply + 1) for code in position.codes)


def make_negamax(options: SpecOptions) -> Negamax:
    """The engine of a spec such as `negamax` or `negamax:plies=3`."""
    return Negamax(options.number("plies", int, DEPTH, 1, 20))
