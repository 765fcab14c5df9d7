"""The truth where it is known: an engine that asks an oracle, and searches where that is mute."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import perf_counter

from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.probe import Oracle, Truth
from palamedes.core.rules import DRAW, LOSS, WIN
from palamedes.search.analysis import Analysis, Engine, Limits, Report, Variation
from palamedes.search.score import WON

LONGEST_LINE = 60  # plies shown


@dataclass(frozen=True)
class Verdict:
    """What a move is truly worth to the player who makes it."""

    code: int
    score: int
    traps: float = 0.0  # the share of the answers that give something away


class TruthEngine:
    """The shortest win, the longest loss; in a draw, the move after which most answers lose.

    With `searches_draws`, the move in a draw is the one that the other engine likes best, as long
    as it keeps the draw: a search knows better what is hard for the opponent.
    """

    def __init__(self, oracle: Oracle, otherwise: Engine, searches_draws: bool = False) -> None:
        self._oracle = oracle
        self._otherwise = otherwise
        self._searches_draws = searches_draws

    def analyse(
        self, match: Match, limits: Limits, lines: int = 1, report: Report | None = None
    ) -> Analysis:
        """The truth about all moves; if it is not known of one of them, a search."""
        began = perf_counter()
        verdicts = self.verdicts(match.position)
        if verdicts is None:
            return self._otherwise.analyse(match, limits, lines, report)
        if self._searches_draws and verdicts[0].score == 0:
            analysis = self._otherwise.analyse(match, limits, lines, report)
            kept = self._drawing(match.position, analysis.lines, verdicts)
            if kept[:1] == analysis.lines[:1]:
                return replace(analysis, lines=kept)
        best = tuple(self._line(match.position, verdict) for verdict in verdicts[:lines])
        return Analysis(best, 0, len(verdicts), perf_counter() - began)

    def stop(self) -> None:
        self._otherwise.stop()

    def _drawing(
        self, position: Position, lines: tuple[Variation, ...], verdicts: list[Verdict]
    ) -> tuple[Variation, ...]:
        """The lines that keep the draw."""
        drawing = {verdict.code for verdict in verdicts if verdict.score == 0}
        return tuple(line for line in lines if position.move_code(line.move) in drawing)

    def verdicts(self, position: Position) -> list[Verdict] | None:
        """All moves with what they are worth, best first; None if that is not known."""
        found = []
        for code in position.codes:
            truth = self._truth(position.play(code))
            if truth is None:
                return None
            found.append(Verdict(code, score_of_move(truth)))
        if max((verdict.score for verdict in found), default=0) == 0:
            found = [
                verdict if verdict.score else self._with_traps(position, verdict)
                for verdict in found
            ]
        return sorted(found, key=lambda verdict: (-verdict.score, -verdict.traps))

    def _with_traps(self, position: Position, verdict: Verdict) -> Verdict:
        """A drawing move with the share of the answers that lose."""
        after = position.play(verdict.code)
        truths = [self._truth(after.play(code)) for code in after.codes]
        losing = sum(truth is not None and truth.outcome == WIN for truth in truths)
        return Verdict(verdict.code, verdict.score, losing / max(len(truths), 1))

    def _truth(self, position: Position) -> Truth | None:
        outcome = position.state.outcome()
        if outcome in (WIN, LOSS, DRAW):
            return Truth(outcome, 0)
        return self._oracle.probe(position.state)

    def _line(self, position: Position, verdict: Verdict) -> Variation:
        texts = [position.move_text(verdict.code)]
        texts.extend(self._play_on(position.play(verdict.code)))
        return Variation(texts[0], verdict.score, tuple(texts), is_true=True)

    def _play_on(self, position: Position) -> Iterator[str]:
        """Best play from a decided position to the end; nothing from a drawn one."""
        for _ply in range(LONGEST_LINE):
            truth = self._truth(position)
            verdicts = self.verdicts(position) if truth and not truth.is_draw else None
            if not verdicts:
                return
            yield position.move_text(verdicts[0].code)
            position = position.play(verdicts[0].code)


def score_of_move(truth: Truth) -> int:
    """What a move to a position is worth, given the truth there for the other side."""
    if truth.is_draw:
        return 0
    return WON - truth.plies - 1 if truth.outcome == LOSS else truth.plies + 1 - WON
