"""Where puzzles come from: positions of a game, and an oracle that knows their exact values."""

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import numpy as np

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game, State
from palamedes.core.language import _
from palamedes.core.layers import Layer, Layers
from palamedes.core.position import Position
from palamedes.core.probe import Oracle
from palamedes.core.rules import LOSS, WIN
from palamedes.search.fixed_depth import ExactSearch
from palamedes.search.zero_evaluation import tuned_evaluation
from palamedes.solver.endings import Prover
from palamedes.solver.tablebase import Progress, Tablebase, layer_name

LARGEST = 12_000_000  # positions of a layer that is solved to make puzzles
WINS, DRAWS = 60, 1000  # positions tried per layer and distance: draws rarely make puzzles
GAMES = 2000  # played for games without tables
CARELESS = 0.25  # the share of random moves in them
NEAR_THE_END = 24  # plies


class Source(ABC):
    """Positions of one game, and an oracle that knows the value of most of them."""

    oracle: Oracle

    @abstractmethod
    def positions(
        self, farthest: int, random: Random, progress: Progress
    ) -> Iterator[tuple[str, Position]]:
        """Positions to try, each with a word for its kind.

        A source that knows beforehand gives no lost ones, and wins of at most `farthest` plies.
        """


def source_of(game: Game, progress: Progress) -> Source:
    """The source for a game, with its tables built; PalamedesError if it cannot be solved."""
    if game.layers is not None:
        return TableSource(Tablebase(game), progress)
    if game.start.plies_left() >= 0:
        return PlayedSource(game)
    raise PalamedesError(_("{game} is too large to solve").format(game=game.id))


class TableSource(Source):
    """Random positions from the tables, equally many of each distance."""

    def __init__(self, tablebase: Tablebase, progress: Progress) -> None:
        self.oracle = self.tablebase = tablebase
        self.layers = _small_layers(tablebase.layers)
        tablebase.build(self.layers, os.cpu_count() or 1, progress)

    def positions(
        self, farthest: int, random: Random, progress: Progress
    ) -> Iterator[tuple[str, Position]]:
        for done, layer in enumerate(self.layers):
            progress(_("looking for puzzles"), done, len(self.layers))
            for number in self._numbers(layer, farthest, random):
                state = self.tablebase.layers.space(layer).state_at(number)
                position = _seated(self.tablebase.game, state, random)
                if position is not None:
                    yield layer_name(layer), position

    def _numbers(self, layer: Layer, farthest: int, random: Random) -> Iterator[int]:
        table = self.tablebase.load(layer, os.cpu_count() or 1)
        for byte in np.unique(table):
            truth = self.tablebase.truth(int(byte))
            if truth.outcome != LOSS and truth.plies <= farthest:
                numbers = np.flatnonzero(table == byte)
                samples = min(WINS if truth.outcome == WIN else DRAWS, len(numbers))
                yield from (int(numbers[n]) for n in random.sample(range(len(numbers)), samples))


def _small_layers(layers: Layers) -> list[Layer]:
    """The layers that are solved quickly, counting those they depend on."""
    return [
        layer
        for layer in layers.usual
        if all(
            layers.space(each).size() <= LARGEST
            for group in layers.groups([layer])
            for each in group
        )
    ]


def _seated(game: Game, state: State, random: Random) -> Position | None:
    """A random image of a state with a random player to move; None if no game leads to it."""
    image = state.image(random.randrange(state.SYMMETRIES))
    if image.is_counted():
        for turn in random.sample((0, 1), 2):
            position = Position(game, image, turn)
            with suppress(PalamedesError):
                if Position.parse(game, position.text) == position:
                    return position
    return None


class PlayedSource(Source):
    """The ends of games between good players that make random moves now and then."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.oracle = Prover(game)

    def positions(
        self, farthest: int, random: Random, progress: Progress
    ) -> Iterator[tuple[str, Position]]:
        search = ExactSearch(tuned_evaluation(self.game), depth=2)
        for number in range(GAMES):
            progress(_("looking for puzzles"), number, GAMES)
            if ends := list(self._play(search, random)):
                yield "", random.choice(ends)

    def _play(self, search: ExactSearch, random: Random) -> Iterator[Position]:
        """The last positions of one game."""
        position = Position.start(self.game)
        while position.codes:
            if position.state.plies_left() <= NEAR_THE_END:
                yield position
            careless = random.random() < CARELESS
            codes = position.codes if careless else search.best_moves(position).codes
            position = position.play(random.choice(codes))
