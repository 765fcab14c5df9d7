"""What learning produces: a small network, as it is fitted, kept in a file and played with."""

from dataclasses import dataclass, fields
from math import log

import numpy as np
from numpy.typing import NDArray

from palamedes.core.game import Game
from palamedes.core.network import FIRST, LEAST, MOST, SECOND
from palamedes.search.learned.evaluation import Learned

Floats = NDArray[np.float32]

TRAITS = 8  # numbers that describe a kind of pattern, where places share their kinds
LARGEST = 1e6  # of the numbers that play: sums of their products are far from overflow
STEPS = 512  # of a whole number in a row of `Learned` that make 1


def shapes(game: Game) -> list[tuple[int, ...]]:
    """The shapes of the arrays of a network for this game."""
    kinds, patterns = type(game.start).PATTERN_KINDS, game.start.pattern_count()
    traits = (kinds, TRAITS) if kinds else (patterns, FIRST)
    places = patterns // kinds if kinds else 0
    return [traits, (places, TRAITS, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (SECOND + 1,)]


@dataclass(frozen=True)
class Network:
    """The parameters of a network, in float32.

    A game whose places share kinds (PATTERN_KINDS) has `traits` of each kind and for each place a
    matrix `spread` that turns traits into a row; any other game has its rows in `traits` and an
    empty `spread`.
    """

    traits: Floats  # kinds x TRAITS, or patterns x FIRST
    spread: Floats  # places x TRAITS x FIRST
    base: Floats  # FIRST
    weights: Floats  # FIRST x SECOND
    offsets: Floats  # SECOND
    exits: Floats  # SECOND + 1: the last is added to the output

    @classmethod
    def random(cls, game: Game, seed: int) -> "Network":
        """A network that knows nothing: its output is 0 everywhere."""
        source = np.random.default_rng(seed)

        def noise(size: float, *shape: int) -> Floats:
            return source.normal(0, size, shape).astype(np.float32)

        traits, spread, base, weights, offsets, exits = shapes(game)
        return cls(
            noise(0.1 if spread[0] else 0.05, *traits),
            noise(0.35, *spread),
            np.full(base, 0.1, np.float32),
            noise((2 / FIRST) ** 0.5, *weights),
            np.zeros(offsets, np.float32),
            np.zeros(exits, np.float32),
        )

    def arrays(self) -> tuple[Floats, ...]:
        return tuple(getattr(self, each.name) for each in fields(self))

    def copy(self) -> "Network":
        return Network(*(each.copy() for each in self.arrays()))

    def rows(self) -> Floats:
        """The rows of all patterns."""
        if not len(self.spread):
            return self.traits
        with np.errstate(over="ignore", invalid="ignore"):
            rows: Floats = np.einsum("kt,ptu->pku", self.traits, self.spread).reshape(-1, FIRST)
        return rows

    def evaluation(self, game: Game) -> Learned:
        """The evaluation that plays: its scores have the game's usual scale (search/score.py)."""
        unit = np.float32(game.scale / log(3))
        weights, offsets, exits = (
            np.nan_to_num(each).clip(-LARGEST, LARGEST)
            for each in (self.weights, self.offsets, self.exits)
        )
        return Learned(
            rows=_whole(self.rows().ravel()),
            base=_whole(self.base),
            weights=np.ascontiguousarray((weights / STEPS).ravel(), np.float32),
            offsets=offsets,
            exits=exits * unit,
        )


def _whole(values: Floats) -> NDArray[np.int16]:
    """Numbers in steps of 1 / STEPS; those that are too large are cut."""
    most = np.float32(MOST / STEPS + 1)
    whole = np.rint(np.nan_to_num(values).clip(-most, most) * STEPS).clip(LEAST, MOST)
    return np.ascontiguousarray(whole, np.int16)
