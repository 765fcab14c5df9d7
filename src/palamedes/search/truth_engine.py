"""Perfect play where it is known: an engine that asks an oracle, and searches elsewhere."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter

from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.probe import Oracle, Truth
from palamedes.core.rules import DRAW, LOSS, WIN
from palamedes.search.analysis import Analysis, Engine, Limits, Report, Variation
from palamedes.search.score import final_score

LONGEST_LINE = 60  # plies of expected play
TRAPS_SHARE = 0.2  # of the time, for looking for traps in a draw
SHORTEST = 0.001  # seconds of a search for which no time is left


@dataclass(frozen=True)
class SolvedMove:
    """A move with its exact score for the player who makes it."""

    code: int
    score: int
    traps: float = 0.0  # of a drawing move: the share of the answers that lose


class TruthEngine:
    """The shortest win, the longest loss; in a draw, the move after which most answers lose.

    With `searches_draws`, it plays in a draw what the other engine prefers, if that keeps the draw:
    a search knows better what is hard for the opponent.
    """

    def __init__(self, oracle: Oracle, otherwise: Engine, searches_draws: bool = False) -> None:
        self._oracle = oracle
        self._otherwise = otherwise
        self._searches_draws = searches_draws

    def analyse(
        self, match: Match, limits: Limits, lines: int = 1, report: Report | None = None
    ) -> Analysis:
        """The exact scores of the best moves, or a search if any move has an unknown one.

        If the time runs out, the expected play is shorter, and fewer traps are found.
        """
        began = perf_counter()
        seconds = inf if limits.seconds is None else limits.seconds
        moves = self.solved_moves(match.position, began + seconds * TRAPS_SHARE)
        if limits.seconds is not None:
            limits = replace(limits, seconds=max(began + seconds - perf_counter(), SHORTEST))
        if moves is None:
            return self._otherwise.analyse(match, limits, lines, report)
        if self._searches_draws and moves[0].score == 0:
            analysis = self._otherwise.analyse(match, limits, lines, report)
            kept = self._drawing(match.position, analysis.lines, moves)
            if kept[:1] == analysis.lines[:1]:
                return replace(analysis, lines=kept)
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

    def solved_moves(self, position: Position, until: float = inf) -> list[SolvedMove] | None:
        """All moves with their exact scores, best first; None if one is not known.

        Drawing moves are searched for traps until a time of `perf_counter`.
        """
        found = []
        for code in position.codes:
            truth = self._truth(position.play(code))
            if truth is None:
                return None
            found.append(SolvedMove(code, score_of_move(truth)))
        if max((move.score for move in found), default=0) == 0:
            found = [
                move if move.score or perf_counter() > until else self._with_traps(position, move)
                for move in found
            ]
        return sorted(found, key=lambda move: (-move.score, -move.traps))

    def _with_traps(self, position: Position, move: SolvedMove) -> SolvedMove:
        """The same drawing move with the share of the answers that lose."""
        after = position.play(move.code)
        truths = [self._truth(after.play(code)) for code in after.codes]
        losing = sum(truth is not None and truth.outcome == WIN for truth in truths)
        return SolvedMove(move.code, move.score, losing / max(len(truths), 1))

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
            moves = self.solved_moves(position) if truth and not truth.is_draw else None
            if not moves:
                return
            yield position.move_text(moves[0].code)
            position = position.play(moves[0].code)


def score_of_move(truth: Truth) -> int:
    """The score of a move to a position whose value for the other side is given."""
    return -int(final_score(truth.outcome, truth.plies + 1))
