"""The fit: a network that predicts results and searches better, by stochastic gradient descent."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import cos, log, pi

import numpy as np
from numpy.typing import NDArray

from palamedes.core.game import Game
from palamedes.learning.gradient import (
    Lessons,
    Parameters,
    Shape,
    add_gradient,
    descend,
    error_over,
)
from palamedes.learning.selfplay import Experience
from palamedes.search.learned.network import Network

BATCH = 16_384  # positions before each step, or fewer if there are few in all
LEAST_STEPS = 40  # of an epoch
PARTS = 16  # of a batch, fitted side by side: always as many, so that sums are the same anywhere
HELD_OUT = 10  # one game in ten is not fitted, but used to measure the error
RATE = 0.002  # of the first steps; it falls to a hundredth along a cosine


@dataclass(frozen=True)
class Fit:
    """A fitted network, and its errors before the first epoch and after each."""

    network: Network
    errors: tuple[float, ...]  # cross entropy per position over the games held out, in nats


FitProgress = Callable[[float, float], None]  # the share that is done, the last error


def lessons_from(experience: Experience, game: Game, trust: float) -> Lessons:
    """The targets: the results of the games, and with a weight of `trust` what searches found."""
    foreseen = 1 / (1 + np.exp(-experience.foreseen * (log(3) / game.scale)))
    targets = (1 - trust) * experience.results + trust * foreseen
    begins = np.concatenate([[0], experience.ends]).astype(np.int64)
    return Lessons(experience.patterns, begins, targets.astype(np.float32))


def fit(
    network: Network,
    kinds: int,
    lessons: Lessons,
    games: NDArray[np.int32],
    epochs: int,
    seed: int,
    workers: int,
    rate: float = RATE,
    progress: FitProgress = lambda _share, _error: None,
) -> Fit:
    """Fit a network in `epochs` passes; the one with the least error on games held out is kept."""
    held_out = np.flatnonzero(games % HELD_OUT == HELD_OUT - 1)
    known = np.flatnonzero(games % HELD_OUT != HELD_OUT - 1)
    trainer = _Trainer(network, kinds, lessons)
    source = np.random.default_rng(seed)
    batch = max(min(BATCH, len(known) // LEAST_STEPS), 1)
    steps = epochs * -(-len(known) // batch)
    with ThreadPoolExecutor(workers) as pool:
        errors = [trainer.error(pool, held_out)]
        best = network
        for _epoch in range(epochs):
            source.shuffle(known)
            for first in range(0, len(known), batch):
                done = trainer.step / steps
                fall = 0.01 + 0.99 * (1 + cos(pi * done)) / 2
                trainer.learn(pool, known[first : first + batch], rate * fall)
                progress(done, errors[-1])
            errors.append(trainer.error(pool, held_out))
            if errors[-1] == min(errors):
                best = trainer.network()
    return Fit(best, tuple(errors))


class _Trainer:
    """A network under way, with the memory of its optimiser."""

    def __init__(self, network: Network, kinds: int, lessons: Lessons) -> None:
        self._shapes = [each.shape for each in network.arrays()]
        self._network = Parameters(*(each.copy().ravel() for each in network.arrays()))
        self._shape = Shape(kinds)
        self._lessons = lessons
        self._gradients = [self._zeros() for _part in range(PARTS)]
        self._means, self._squares = self._zeros(), self._zeros()
        self.step = 0

    def _zeros(self) -> Parameters:
        return Parameters(*(np.zeros_like(each) for each in self._network))

    def network(self) -> Network:
        """The network as it is now."""
        arrays = zip(self._network, self._shapes, strict=True)
        return Network(*(each.reshape(shape).copy() for each, shape in arrays))

    def learn(self, pool: ThreadPoolExecutor, batch: NDArray[np.int64], rate: float) -> None:
        """One step against the gradient over a batch of positions."""
        network, shape, lessons = self._network, self._shape, self._lessons

        def learn_part(gradient: Parameters, begin: int, end: int) -> None:
            add_gradient(network, gradient, shape, lessons, batch, begin, end)

        bounds = np.linspace(0, len(batch), PARTS + 1).astype(int)
        list(pool.map(learn_part, self._gradients, bounds[:-1], bounds[1:]))
        self.step += 1
        for place, values in enumerate(self._network):
            slopes = self._gradients[0][place]
            for gradient in self._gradients[1:]:
                slopes += gradient[place]
                gradient[place][:] = 0
            memory = self._means[place], self._squares[place]
            descend(values, slopes, *memory, rate, 1 / len(batch), self.step)

    def error(self, pool: ThreadPoolExecutor, positions: NDArray[np.int64]) -> float:
        """The mean error over some positions."""
        parts = np.array_split(positions, PARTS)
        jobs = [
            pool.submit(error_over, self._network, self._shape, self._lessons, each)
            for each in parts
        ]
        return float(sum(job.result() for job in jobs)) / max(len(positions), 1)
