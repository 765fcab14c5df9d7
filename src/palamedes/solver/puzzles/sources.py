"""Where puzzles come from: positions of a game, and an oracle that knows their exact values."""

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import numpy as np

from palamedes.core.cores import usable_cores
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game, State
from palamedes.core.language import _
from palamedes.core.layers import Layer, Layers
from palamedes.core.position import Position
from palamedes.core.probe import Oracle
from palamedes.core.rules import LOSS, WIN
from palamedes.search.evaluations import tuned_evaluation
from palamedes.search.fixed_depth import ExactSearch
from palamedes.solver.endings import Prover
from palamedes.solver.tablebase import Progress, Tablebase, layer_name

LARGEST = 12_000_000  # positions of a layer that is solved to make puzzles
WINS, DRAWS = 60, 1000  # positions tried per layer and distance: draws rarely make puzzles
GAMES = 2000  # played for games without tables
CARELESS = 0.25  # the share of random moves in them
NEAR_THE_END = 24  # plies before the latest end
LAST_PLIES = 8  # of a game whose rules do not tell how long it lasts
MOST_LEAD = 40  # points that are tried


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
    if game.start.plies_left() >= 0 or game.history.plies:
        return PlayedSource(game)
    raise PalamedesError(_("{game} is too large to solve").format(game=game.id))


class TableSource(Source):
    """Random positions from the tables, equally many of each distance."""

    def __init__(self, tablebase: Tablebase, progress: Progress) -> None:
        self.oracle = self.tablebase = tablebase
        self.layers = _small_layers(tablebase.layers)
        tablebase.build(self.layers, usable_cores(), progress)

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
        table = self.tablebase.load(layer, usable_cores())
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
    """The ends of games between good players that make random moves now and then.

    These games always end, by their rules or by a limit of plies.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.oracle = Prover(game)

    def positions(
        self, farthest: int, random: Random, progress: Progress
    ) -> Iterator[tuple[str, Position]]:
        search = ExactSearch(tuned_evaluation(self.game), depth=2)
        for number in range(GAMES):
            progress(_("looking for puzzles"), number, GAMES)
            if ends := self._play(search, random):
                yield "", barely_won(random.choice(ends), self.oracle)

    def _play(self, search: ExactSearch, random: Random) -> list[Position]:
        """The last positions of one game: near the latest end, or near the end it had."""
        played: list[Position] = []
        position = Position.start(self.game)
        while position.codes and len(played) != self.game.history.plies - 1:
            played.append(position)
            careless = random.random() < CARELESS
            codes = position.codes if careless else search.best_moves(position).codes
            position = position.play(random.choice(codes))
        if self.game.start.plies_left() < 0:
            return played[-LAST_PLIES:]
        return [each for each in played if each.state.plies_left() <= NEAR_THE_END]


def barely_won(position: Position, oracle: Oracle) -> Position:
    """The position with the smallest lead with which the player to move still wins.

    There a single move wins more often. Where points do not decide, and where no lead is known to
    win, it is the position itself.
    """
    leads = [each for each in _other_leads(position) if each.result is None]
    if len(leads) < 2:
        return position
    least = bisect_left(leads, True, key=lambda each: _is_won(each, oracle))
    return leads[least] if least < len(leads) else position


def _other_leads(position: Position) -> list[Position]:
    """The position with every possible lead, small ones first."""
    states = [(lead, position.state.with_lead(lead)) for lead in range(-MOST_LEAD, MOST_LEAD + 1)]
    return [
        Position(position.game, state, position.turn)
        for lead, state in states
        if state.lead() == lead
    ]


def _is_won(position: Position, oracle: Oracle) -> bool:
    truth = oracle.probe(position.state)
    return truth is not None and truth.outcome == WIN
