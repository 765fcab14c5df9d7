"""Games of an evaluation against itself or another, to learn from and to check the result.

A job is all that a worker process needs to play one game; what it returns is plain data.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from palamedes.core.game import Evaluation, Game
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.rules import NO_MOVE
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.analysis import Limits
from palamedes.search.score import plies_to_win

LONGEST = 300  # plies; then the points decide, or it is a draw
ERROR = 0.05  # the share of random moves in games to learn from, for variety
MEGABYTES = 4
ATTEMPTS = 50


@dataclass(frozen=True)
class SelfPlayJob:
    """One game from a random opening between two evaluations, with `nodes` nodes per move."""

    position: Position
    evaluations: tuple[Evaluation, Evaluation]
    nodes: int
    seed: int
    error: float = 0.0


@dataclass(frozen=True)
class SelfPlayGame:
    """The positions of one game for the side to move, except those that win at once."""

    features: list[list[int]]  # what each weight counts
    foreseen: list[int]  # the score that the search found
    scores: list[float]  # the result of the game: 1, 0.5 or 0


def opening(game: Game, plies: int, random: Random) -> Position:
    """A position after `plies` random moves where no move ends the game.

    After ATTEMPTS attempts there are fewer random moves; a game that any move may end begins with
    its start.
    """
    for attempt in range(ATTEMPTS * plies):
        position = Position.start(game)
        for _ply in range(plies - attempt // ATTEMPTS):
            if position.codes:
                position = position.play(random.choice(position.codes))
        if position.codes and all(position.play(code).result is None for code in position.codes):
            return position
    return Position.start(game)


def play(job: SelfPlayJob) -> float:
    """The score of the first player: 1, 0.5 or 0."""
    return _play(job)[0]


def sample(job: SelfPlayJob) -> SelfPlayGame:
    """Play, and return the positions.

    Positions that win at once are left out, as any large weight predicts them.
    """
    score, seen = _play(job)
    units = unit_weights(job.evaluations[0])
    seen = [each for each in seen if plies_to_win(each.foreseen) != 1]
    return SelfPlayGame(
        [[unit.score(each.position.state, each.last) for unit in units] for each in seen],
        [each.foreseen for each in seen],
        [score if each.position.turn == 0 else 1 - score for each in seen],
    )


def unit_weights(evaluation: Evaluation) -> list[Evaluation]:
    """For each weight, the evaluation with this weight 1 and the others 0: what it counts."""
    kind, count = type(evaluation), len(evaluation)
    return [kind(*(int(place == one) for place in range(count))) for one in range(count)]


class _SearchedPosition(NamedTuple):
    """A position with the move that led to it, and the score that the search found."""

    position: Position
    last: int
    foreseen: int


def _play(job: SelfPlayJob) -> tuple[float, list[_SearchedPosition]]:
    """The score of the first player, and the positions of the game."""
    random = Random(job.seed)
    match = Match(job.position, replace(job.position.game.history, plies=LONGEST, points=True))
    engines = [AlphaBeta(each, megabytes=MEGABYTES) for each in job.evaluations]
    seen, last = [], NO_MOVE
    while match.result is None:
        position = match.position
        best = engines[position.turn].analyse(match, Limits(nodes=job.nodes)).best
        seen.append(_SearchedPosition(position, last, best.score))
        last = position.move_code(best.move)
        if random.random() < job.error:
            last = random.choice(position.codes)
        match.play(last)
    winner = match.result.winner
    return 0.5 if winner is None else float(winner == 0), seen
