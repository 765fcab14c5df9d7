"""What evaluations think of positions, and where one generation thinks otherwise than another."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import NamedTuple

from palamedes.core.game import Evaluation, Game
from palamedes.core.kernel import kernel
from palamedes.core.match import Match, Thought
from palamedes.core.position import Position
from palamedes.core.rules import NO_MOVE
from palamedes.learning.trial import NODES
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.analysis import Limits
from palamedes.search.score import chance
from palamedes.search.tune.selfplay import LONGEST, MEGABYTES, opening

SAMPLE = 16  # games from which positions are taken
QUICK = 200  # nodes for each of their moves
ODD_MOVES = 0.1  # the share of random moves in them


class Change(NamedTuple):
    """A position, and the share of the point that two evaluations expect for the side to move."""

    position: Position
    before: float
    after: float


@kernel
def judge(state, evaluation):
    """What an evaluation thinks of a state."""
    return evaluation.score(state, NO_MOVE)


def expected(position: Position, evaluation: Evaluation) -> float:
    """The share of the point that an evaluation expects for the side to move."""
    return chance(int(judge(position.state, evaluation)), position.game.scale)


def play_game(
    game: Game,
    evaluations: tuple[Evaluation, Evaluation],
    seed: str,
    nodes: int = NODES,
    plies: int = 2,
    odd_moves: float = 0.0,
) -> Match:
    """A game between two evaluations, after some random plies, with what the players thought."""
    random = Random(seed)
    start = opening(game, plies, random)
    match = Match(start, replace(game.history, plies=LONGEST, points=True))
    engines = [AlphaBeta(each, megabytes=MEGABYTES) for each in evaluations]
    while match.result is None:
        position = match.position
        found = engines[position.turn].analyse(match, Limits(nodes=nodes))
        if random.random() < odd_moves:
            match.play(random.choice(position.codes))
        else:
            thought = Thought(found.depth, found.nodes, found.best.score)
            match.play(found.best.move, thought=thought)
    return match


def sample_games(game: Game, evaluation: Evaluation) -> list[Match]:
    """Games of an evaluation against itself, with random moves for variety."""
    both = evaluation, evaluation
    return [
        play_game(game, both, f"sample {number}", QUICK, number % 6, ODD_MOVES)
        for number in range(SAMPLE)
    ]


def changes(games: Sequence[Match], one: Evaluation, other: Evaluation) -> list[Change]:
    """The positions about which two evaluations differ most, one of each game, most first."""
    found = []
    for match in games:
        judged = [
            Change(each, expected(each, one), expected(each, other))
            for each in match.positions
            if each.result is None
        ]
        found += sorted(judged, key=_difference)[-1:]
    return sorted(found, key=_difference, reverse=True)


def _difference(change: Change) -> float:
    return abs(change.after - change.before)


def asymmetry(games: Sequence[Match], evaluation: Evaluation) -> float:
    """How much the expected share differs, on average, between a position and its images."""
    differences = []
    for match in games:
        for position in match.positions:
            if position.result is None:
                state = position.state
                images = (
                    replace(position, state=state.image(symmetry))
                    for symmetry in range(type(state).SYMMETRIES)
                )
                values = [expected(image, evaluation) for image in images]
                differences += [abs(after - before) for before, after in pairwise(values)]
    return sum(differences) / len(differences) if differences else 0.0
