"""The match that decides whether a new generation replaces the best one."""

from collections.abc import Iterator
from concurrent.futures import Executor
from random import Random

from palamedes.arena.elo import VALUES, Tally
from palamedes.arena.sprt_test import SprtVerdict, llr_normalised, sprt_verdict
from palamedes.core.game import Evaluation, Game
from palamedes.search.tune.selfplay import SelfPlayJob, opening, play

NODES = 2000  # of the search for each move
ELO0, ELO1 = 0.0, 20.0  # normalised, of the sequential test
SHORTEST, LONGEST = 2, 10  # plies of a random opening
BATCH = 8  # pairs that are played before the test looks at them

Pairs = list[int]  # how many pairs of games had each of the five outcomes of arena/elo.py


def play_pairs(
    game: Game,
    evaluations: tuple[Evaluation, Evaluation],
    pairs: Pairs,
    seed: str,
    most: int,
    executor: Executor,
) -> Iterator[Pairs]:
    """Go on with a match, batch by batch, until it is decided or has `most` pairs.

    Each pair has its own opening, which both evaluations play with both sides. The same seed gives
    the same games.
    """
    while sum(pairs) < most and verdict(pairs) == "go on":
        numbers = range(sum(pairs), min(sum(pairs) + BATCH, most))
        jobs = [job for number in numbers for job in _jobs(game, evaluations, f"{seed} {number}")]
        scores = list(executor.map(play, jobs))
        pairs = list(pairs)
        for first, second in zip(scores[::2], scores[1::2], strict=True):
            pairs[VALUES.index((first + 1 - second) / 2)] += 1
        yield pairs


def _jobs(
    game: Game, evaluations: tuple[Evaluation, Evaluation], seed: str
) -> tuple[SelfPlayJob, SelfPlayJob]:
    """The two games of a pair."""
    random = Random(seed)
    start = opening(game, random.randint(SHORTEST, LONGEST), random)
    noise = random.getrandbits(32)
    one, other = evaluations
    return (
        SelfPlayJob(start, (one, other), NODES, noise),
        SelfPlayJob(start, (other, one), NODES, noise),
    )


def verdict(pairs: Pairs) -> SprtVerdict:
    """What the sequential test says so far."""
    return sprt_verdict(llr_normalised(pairs, ELO0, ELO1))


def is_stronger(pairs: Pairs, errors: list[float]) -> bool:
    """Whether the new generation replaces the best one: it won the match, or leads at its end.

    Where both score the same, as two that play a small game perfectly do, the error decides.
    """
    tally = Tally(tuple(map(float, pairs)))
    if 2 * tally.points == tally.games:
        return min(errors) < errors[0]
    return verdict(pairs) == "H1" or (verdict(pairs) == "go on" and 2 * tally.points > tally.games)
