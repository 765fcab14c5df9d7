"""Tuning an evaluation: self-play, a fit to the results, and games to check the new weights."""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, TypeVar

import numpy as np

from palamedes.core.cores import usable_cores
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Evaluation, Game
from palamedes.core.language import _
from palamedes.core.workers import worker_pool
from palamedes.search.learned.evaluation import Learned
from palamedes.search.tune.fit import TrainingSet, error_of, fit_rate, fit_weights
from palamedes.search.tune.selfplay import ERROR, SelfPlayGame, SelfPlayJob, opening, play, sample

HELD_OUT = 5  # one game in five is not fitted, but used to measure the error
SHORTEST, LONGEST = 2, 10  # plies of a random opening

Answer = TypeVar("Answer")
Progress = Callable[[str, int, int], None]  # what is being done, how much of it, of how much


@dataclass(frozen=True)
class TuningEffort:
    """How many games to play, and how long to think."""

    games: int = 1000  # to learn from
    match: int = 200  # games of the new weights against the old
    nodes: int = 2000  # per move
    seed: int = 0
    workers: int = usable_cores()


@dataclass(frozen=True)
class Tuning:
    """Weights before and after, and the evidence.

    An error is the cross entropy of the predicted results over the games held out. Wins, draws and
    losses are those of the new weights against the old, in pairs of games that share an opening.
    """

    game: str
    weights: dict[str, tuple[int, int]]  # before, after
    positions: int
    error_before: float
    error_after: float
    wins: int
    draws: int
    losses: int
    margin: float  # standard error of the score

    @property
    def score(self) -> float:
        """The share of the points that the new weights scored."""
        return (self.wins + self.draws / 2) / max(self.wins + self.draws + self.losses, 1)

    def to_document(self) -> dict[str, Any]:
        return {**asdict(self), "score": self.score}


def tune(game: Game, evaluation: Evaluation, effort: TuningEffort, progress: Progress) -> Tuning:
    """Play, fit, and check whether the new weights are stronger; the same seed, the same result."""
    if isinstance(evaluation, Learned):
        raise PalamedesError(
            _(
                "a learned evaluation has no weights to tune; teach it: palamedes learn {game}"
            ).format(game=game.id)
        )
    if len(evaluation) < 2:
        raise PalamedesError(_("an evaluation with a single weight has nothing to tune"))
    with worker_pool(effort.workers) as pool:
        jobs = _jobs(game, (evaluation, evaluation), effort, effort.games, ERROR)
        played = list(_heard(pool.map(sample, jobs), _("learning"), effort.games, progress))
        known, held_out = _split(_sample(played))
        before = np.array(evaluation, float)
        after = fit_weights(known, before)
        tuned = type(evaluation)(*np.rint(after).astype(int).tolist())
        scores = _match(pool, game, (tuned, evaluation), effort, progress)
    pairs = scores.reshape(-1, 2).mean(axis=1)
    return Tuning(
        game=game.id,
        weights=dict(zip(evaluation._fields, zip(evaluation, tuned, strict=True), strict=True)),
        positions=len(known.scores) + len(held_out.scores),
        error_before=error_of(held_out, before, fit_rate(known, before)),
        error_after=error_of(held_out, np.array(tuned, float), fit_rate(known, after)),
        wins=int((scores == 1.0).sum()),
        draws=int((scores == 0.5).sum()),
        losses=int((scores == 0.0).sum()),
        margin=float(pairs.std() / np.sqrt(max(len(pairs), 1))) if len(pairs) else 0.0,
    )


def _jobs(
    game: Game,
    evaluations: tuple[Evaluation, Evaluation],
    effort: TuningEffort,
    games: int,
    error: float,
) -> list[SelfPlayJob]:
    random = Random(f"{effort.seed} {error}")
    plies = [random.randint(SHORTEST, LONGEST) for _game in range(games)]
    starts = [opening(game, count, random) for count in plies]
    return [
        SelfPlayJob(start, evaluations, effort.nodes, random.getrandbits(32), error)
        for start in starts
    ]


def _match(
    pool: ProcessPoolExecutor,
    game: Game,
    evaluations: tuple[Evaluation, Evaluation],
    effort: TuningEffort,
    progress: Progress,
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The scores of the first evaluation, by game; it plays every opening with both sides."""
    jobs = _jobs(game, evaluations, effort, effort.match // 2, error=0.0)
    swapped = [SelfPlayJob(job.position, evaluations[::-1], job.nodes, job.seed) for job in jobs]
    both = [job for pair in zip(jobs, swapped, strict=True) for job in pair]
    scores = np.array(
        list(_heard(pool.map(play, both), _("test games"), len(both), progress)), float
    )
    scores[1::2] = 1 - scores[1::2]
    return scores


def _sample(played: list[SelfPlayGame]) -> TrainingSet:
    rows = [row for game in played for row in game.features]
    if not rows:
        raise PalamedesError(_("every game ended immediately: there is nothing to learn from"))
    foreseen = [score for game in played for score in game.foreseen]
    scores = [score for game in played for score in game.scores]
    games = np.repeat(np.arange(len(played)), [len(game.scores) for game in played])
    return TrainingSet(np.array(rows, float), np.array(foreseen, float), np.array(scores), games)


def _split(whole: TrainingSet) -> tuple[TrainingSet, TrainingSet]:
    """The games to fit and the ones held out."""
    held_out = np.arange(whole.games[-1] + 1) % HELD_OUT == HELD_OUT - 1
    return whole.of_games(~held_out), whole.of_games(held_out)


def _heard(
    answers: Iterator[Answer], what: str, total: int, progress: Progress
) -> Iterator[Answer]:
    for number, answer in enumerate(answers, 1):
        progress(what, number, total)
        yield answer
