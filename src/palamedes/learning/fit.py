"""The fit: a network that predicts results and searches better, by stochastic gradient descent."""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import cos, log, pi
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palamedes.core.game import Game
from palamedes.learning.gradient import (
    NetworkShape,
    Parameters,
    TrainingPositions,
    add_gradient,
    descend,
    error_over,
)
from palamedes.learning.selfplay import Experience
from palamedes.search.learned.network import Network

BATCH = 16_384  # positions before each step, or fewer if there are few in all
LEAST_STEPS = 100  # of an epoch
PARTS = 16  # of a batch, fitted side by side: always as many, so that sums are the same anywhere
HELD_OUT = 10  # one game in ten is not fitted, but used to measure the error
GROUPS = ("network", "means", "squares", "best")  # of the arrays of a TrainingState
RATE = 0.002  # of the first steps; it falls to a hundredth along a cosine


@dataclass(frozen=True)
class Fit:
    """A fitted network, and its errors before the first epoch and after each."""

    network: Network
    errors: tuple[float, ...]  # cross entropy per position over the games held out, in nats


FitProgress = Callable[[float, float], None]  # the share that is done, the last error
TrainingState = Mapping[str, NDArray[Any]]  # a fit under way, for a file
SAVE_EVERY = 20.0  # seconds


def training_set_from(experience: Experience, game: Game, trust: float) -> TrainingPositions:
    """The targets: the results of the games, and with a weight of `trust` what searches found."""
    begins = np.concatenate([[0], experience.ends]).astype(np.int64)
    return TrainingPositions(experience.patterns, begins, targets_of(experience, game, trust))


def targets_of(experience: Experience, game: Game, trust: float) -> NDArray[np.float32]:
    foreseen = 1 / (1 + np.exp(-experience.foreseen * np.float32(log(3) / game.scale)))
    targets: NDArray[Any] = (1 - trust) * experience.results + trust * foreseen
    return targets.astype(np.float32)


def fit(
    network: Network,
    kinds: int,
    examples: TrainingPositions,
    games: NDArray[np.int32],
    epochs: int,
    seed: int,
    workers: int,
    rate: float = RATE,
    progress: FitProgress = lambda _share, _error: None,
    saved: TrainingState | None = None,
    save: Callable[[TrainingState], None] = lambda _state: None,
) -> Fit:
    """Fit a network in `epochs` passes; the one with the least error on games held out is kept.

    `save` is given the state of the fit after each epoch, and at least every SAVE_EVERY seconds.
    With the last such state as `saved`, a fit that was interrupted ends as it would have.
    """
    held_out = np.flatnonzero(games % HELD_OUT == HELD_OUT - 1)
    known = np.flatnonzero(games % HELD_OUT != HELD_OUT - 1)
    trainer = _Trainer(network, kinds, examples)
    batch = max(min(BATCH, len(known) // LEAST_STEPS), 1)
    in_epoch = -(-len(known) // batch)
    steps, last_saved = epochs * in_epoch, monotonic()
    with ThreadPoolExecutor(workers) as pool:
        if saved is None:
            trainer.errors.append(trainer.error(pool, held_out))
        else:
            trainer.restore(saved)
        while trainer.step < steps:
            epoch, first = divmod(trainer.step, in_epoch)
            order = np.random.default_rng([seed, epoch]).permutation(known)
            for begin in range(first * batch, len(known), batch):
                fall = 0.01 + 0.99 * (1 + cos(pi * trainer.step / steps)) / 2
                trainer.learn(pool, order[begin : begin + batch], rate * fall)
                progress(trainer.step / steps, trainer.errors[-1])
                is_last = trainer.step % in_epoch == 0
                if not is_last and monotonic() - last_saved > SAVE_EVERY:
                    save(trainer.state())
                    last_saved = monotonic()
            trainer.note_error(trainer.error(pool, held_out))
            save(trainer.state())
            last_saved = monotonic()
    return Fit(trainer.best, tuple(trainer.errors))


def check_state(state: TrainingState, network: Network) -> None:
    """Raise KeyError or ValueError unless a state is that of a fit of this network."""
    for name in GROUPS:
        for place, array in enumerate(network.arrays()):
            if state[f"{name}{place}"].size != array.size:
                raise ValueError("a fit of another network")
    if state["step"].size != 1 or not state["errors"].size:
        raise ValueError("a fit that has not begun")


class _Trainer:
    """A network under way, with the memory of its optimiser."""

    def __init__(self, network: Network, kinds: int, examples: TrainingPositions) -> None:
        self._shapes = [each.shape for each in network.arrays()]
        self._network = Parameters(*(each.copy().ravel() for each in network.arrays()))
        self._shape = NetworkShape(kinds)
        self._examples = examples
        self._gradients = [self._zeros() for _part in range(PARTS)]
        self._means, self._squares = self._zeros(), self._zeros()
        self.step = 0
        self.errors: list[float] = []  # before the first epoch, and after each
        self.best = network

    def _zeros(self) -> Parameters:
        return Parameters(*(np.zeros_like(each) for each in self._network))

    def network(self) -> Network:
        """The network as it is now."""
        return self._shaped(self._network)

    def _shaped(self, parameters: Iterable[NDArray[Any]]) -> Network:
        arrays = zip(parameters, self._shapes, strict=True)
        return Network(*(each.reshape(shape).copy() for each, shape in arrays))

    def note_error(self, error: float) -> None:
        """Note the error after an epoch, and the network if it has never been smaller."""
        self.errors.append(error)
        if error == min(self.errors):
            self.best = self.network()

    def state(self) -> TrainingState:
        """Everything that is needed to go on later."""
        groups = (self._network, self._means, self._squares, self.best.arrays())
        arrays = {
            f"{name}{place}": array
            for name, group in zip(GROUPS, groups, strict=True)
            for place, array in enumerate(group)
        }
        return {**arrays, "step": np.array(self.step), "errors": np.array(self.errors)}

    def restore(self, state: TrainingState) -> None:
        """Go on from a state of this network."""
        network, means, squares, best = (
            [state[f"{name}{place}"] for place in range(len(self._shapes))] for name in GROUPS
        )
        for mine, saved in (
            (self._network, network),
            (self._means, means),
            (self._squares, squares),
        ):
            for array, values in zip(mine, saved, strict=True):
                array[:] = values
        self.best = self._shaped(best)
        self.step, self.errors = int(state["step"]), state["errors"].tolist()

    def learn(self, pool: ThreadPoolExecutor, batch: NDArray[np.int64], rate: float) -> None:
        """One step against the gradient over a batch of positions."""
        network, shape, examples = self._network, self._shape, self._examples

        def learn_part(gradient: Parameters, begin: int, end: int) -> None:
            add_gradient(network, gradient, shape, examples, batch, begin, end)

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
            pool.submit(error_over, self._network, self._shape, self._examples, each)
            for each in parts
        ]
        return float(sum(job.result() for job in jobs)) / max(len(positions), 1)
