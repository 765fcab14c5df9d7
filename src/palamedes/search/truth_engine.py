"""Perfect play where it is known: an engine that asks an oracle, and searches elsewhere."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter

from palamedes.core.clock import thread_clock
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.probe import Oracle, Truth
from palamedes.core.rules import DRAW, LOSS, WIN
from palamedes.search.analysis import Analysis, Engine, Limits, Report, Variation
from palamedes.search.score import ESTIMATE, truth_score

LONGEST_LINE = 60  # plies of expected play
TRAPS_SHARE = 0.4  # of the time, for looking for traps in a draw
LATE = 4.0  # times the limit: where no clock runs, an exact answer may come so late
TASTE = 5_000  # nodes of the search that chooses among moves that are otherwise alike
SHORTEST = 0.001  # seconds of a search for which no time is left


@dataclass(frozen=True)
class SolvedMove:
    """A move with its exact score for the player who makes it."""

    code: int
    score: int
    traps: float = 0.0  # of a drawing move: the share of the answers that lose
    progress: int = 0  # of the game after it: it is lower where no man was taken
    repeats: bool = False  # a drawing move to a position of before: nobody errs the second time

    @property
    def rank(self) -> tuple[int, bool, float, int]:
        """Lower is better."""
        return -self.score, self.repeats, -self.traps, self.progress

    @property
    def has_distance(self) -> bool:
        return abs(self.score) > ESTIMATE


class TruthEngine:
    """The shortest win, the longest loss; in a draw, the move after which most answers lose.

    Among drawing moves that are alike in that it prefers those that keep more men in play, and then
    what the other engine likes, which also chooses where nobody knows how long a win takes. A draw
    by going back to positions of before is the last it looks for.

    With `searches_draws`, it plays in a draw what the other engine prefers, if that keeps the draw.
    With `sets_traps` off, only the other engine chooses among drawing moves.
    """

    def __init__(
        self,
        oracle: Oracle,
        otherwise: Engine,
        searches_draws: bool = False,
        sets_traps: bool = True,
    ) -> None:
        self._oracle = oracle
        self._otherwise = otherwise
        self._searches_draws = searches_draws
        self._sets_traps = sets_traps

    def analyse(
        self, match: Match, limits: Limits, lines: int = 1, report: Report | None = None
    ) -> Analysis:
        """The exact scores of the best moves, or a search if any move has an unknown one.

        If the time runs out, the expected play is shorter, and fewer traps are found.
        """
        began = perf_counter()
        seconds = inf if limits.seconds is None else limits.seconds
        patience = 1.0 if thread_clock.is_running else LATE
        moves = self.solved_moves(
            match.position, began + seconds * TRAPS_SHARE, began + seconds * patience
        )
        if limits.seconds is not None:
            limits = replace(limits, seconds=max(began + seconds - perf_counter(), SHORTEST))
        if moves is None:
            return self._otherwise.analyse(match, limits, lines, report)
        if self._searches_draws and moves[0].score == 0:
            analysis = self._otherwise.analyse(match, limits, lines, report)
            kept = self._drawing(match.position, analysis.lines, moves)
            if kept[:1] == analysis.lines[:1]:
                return replace(analysis, lines=kept)
        moves = self._by_taste(match, self._new_first(match, moves), limits)
        best = tuple(self._line(match.position, move, began + seconds) for move in moves[:lines])
        return Analysis(best, 0, len(moves), perf_counter() - began)

    def prepare(self, match: Match) -> None:
        self._oracle.prepare()
        self._otherwise.prepare(match)

    def stop(self) -> None:
        self._otherwise.stop()

    def _drawing(
        self, position: Position, lines: tuple[Variation, ...], moves: list[SolvedMove]
    ) -> tuple[Variation, ...]:
        """The lines that keep the draw."""
        drawing = {move.code for move in moves if move.score == 0}
        return tuple(line for line in lines if position.move_code(line.move) in drawing)

    def solved_moves(
        self, position: Position, until: float = inf, latest: float = inf
    ) -> list[SolvedMove] | None:
        """All moves with their exact scores, best first; None if one is not known at the latest.

        Drawing moves are searched for traps until a time of `perf_counter`.
        """
        found = []
        for code in position.codes:
            truth = self._truth(position.play(code))
            if truth is None or perf_counter() > latest:
                return None
            found.append(SolvedMove(code, score_of_move(truth)))
        if self._sets_traps and max((move.score for move in found), default=0) == 0:
            found = [
                move if move.score else self._with_traps(position, move, until) for move in found
            ]
        return sorted(found, key=lambda move: move.rank)

    def _with_traps(self, position: Position, move: SolvedMove, until: float) -> SolvedMove:
        """The same drawing move with what is to be said for it; its traps, if there is time."""
        after = position.play(move.code)
        losing = 0
        for code in after.codes:
            if perf_counter() > until:
                losing = 0
                break
            truth = self._truth(after.play(code))
            losing += truth is not None and truth.outcome == WIN
        traps = losing / max(len(after.codes), 1)
        return replace(move, traps=traps, progress=after.state.progress())

    def _new_first(self, match: Match, moves: list[SolvedMove]) -> list[SolvedMove]:
        """The same moves; drawing ones that lead to positions of before come after the others."""
        before = {*match.since_progress} if self._sets_traps else set()
        marked = [
            replace(move, repeats=not move.score and match.position.play(move.code) in before)
            for move in moves
        ]
        return sorted(marked, key=lambda move: move.rank)

    def _by_taste(self, match: Match, moves: list[SolvedMove], limits: Limits) -> list[SolvedMove]:
        """The same moves; those that rank with the first are in the order of a short search."""
        alike = [move for move in moves if move.rank == moves[0].rank]
        if len(alike) == 1 or alike[0].has_distance:
            return moves
        share = Limits(
            None if limits.depth is None else max(limits.depth - 1, 1),
            min(limits.nodes or TASTE, TASTE),
            None if limits.seconds is None else max(limits.seconds / len(alike), SHORTEST),
        )
        liked = {move: self._liking(match, move, share) for move in alike}
        return sorted(alike, key=lambda move: -liked[move]) + moves[len(alike) :]

    def _liking(self, match: Match, move: SolvedMove, limits: Limits) -> int:
        """The score that the other engine gives a move."""
        after = Match(match.position.play(move.code), match.history)
        if after.result is not None:
            return move.score
        return -self._otherwise.analyse(after, limits).best.score

    def _truth(self, position: Position) -> Truth | None:
        outcome = position.state.outcome()
        if outcome in (WIN, LOSS, DRAW):
            return Truth(outcome, 0)
        return self._oracle.probe(position.state)

    def _line(self, position: Position, move: SolvedMove, until: float) -> Variation:
        texts = [position.move_text(move.code)]
        texts.extend(self._play_on(position.play(move.code), until))
        return Variation(texts[0], move.score, tuple(texts), is_true=True)

    def _play_on(self, position: Position, until: float) -> Iterator[str]:
        """Best play from a decided position to the end; empty for a drawn one."""
        for _ply in range(LONGEST_LINE):
            if perf_counter() > until:
                return
            truth = self._truth(position)
            moves = self.solved_moves(position) if truth and truth.plies > 0 else None
            if not moves:
                return
            yield position.move_text(moves[0].code)
            position = position.play(moves[0].code)


def score_of_move(truth: Truth) -> int:
    """The score of a move to a position whose value for the other side is given."""
    return truth_score(truth, earlier=1)
