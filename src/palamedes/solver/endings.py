"""Exact values near the end of games that always end, by searching everything."""

from palamedes.core.game import Game, State
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.probe import NoTables, Tables, Truth
from palamedes.core.rules import DRAW, LOSS, WIN
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.alphabeta.memory import Features
from palamedes.search.analysis import Limits
from palamedes.search.evaluations import Nothing
from palamedes.search.score import plies_to_loss, plies_to_win

PROOF = 500_000  # nodes per position


class Prover:
    """An oracle that knows what it can prove within a number of nodes."""

    def __init__(self, game: Game, nodes: int = PROOF) -> None:
        self.game = game
        self.limits = Limits(nodes=nodes)
        # With guesses, it could miss the shortest win.
        self._engine = AlphaBeta(Nothing(), Features().without_guesses())

    def probe(self, state: State) -> Truth | None:
        """The exact value of a state, None if it is too far from the end."""
        position = Position(self.game, state)
        if position.result is not None:
            return Truth(state.outcome(), 0)
        if len(position.codes) == 1:  # engines do not search far then
            return _one_ply_before(self.probe(position.play(position.codes[0]).state))
        analysis = self._engine.analyse(Match(position, self.game.history), self.limits)
        win, loss = plies_to_win(analysis.best.score), plies_to_loss(analysis.best.score)
        # A stopped search has not seen everything beyond the depth it reports.
        if win is not None and win <= analysis.depth:
            return Truth(WIN, win)
        if loss is not None and loss <= analysis.depth:
            return Truth(LOSS, loss)
        return Truth(DRAW, 0) if analysis.best.is_true and win is loss is None else None

    def prepare(self) -> Tables:
        return NoTables()

    def tables_near(self, _state: State, patient: bool) -> Tables:
        """`NoTables`: it searches instead."""
        return NoTables()


def _one_ply_before(truth: Truth | None) -> Truth | None:
    """The value of a position with a single move, given the value after it."""
    if truth is None or truth.is_draw:
        return truth
    return Truth(LOSS if truth.outcome == WIN else WIN, truth.plies + 1)
