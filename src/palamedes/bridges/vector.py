"""Many games of one kind, played in step, for learning programs: arrays in, arrays out.

>>> from palamedes.bridges.vector import VectorEnv
>>> env = VectorEnv("teeko", count=4, seed=1)
>>> observations, infos = env.reset()
>>> observations["observation"].shape, observations["action_mask"].shape
((4, 50), (4, 169))
>>> observations, rewards, terminations, truncations, infos = env.step(env.sample())
>>> rewards.shape, infos["turns"].tolist()
((4, 2), [1, 1, 1, 1])

It needs nothing but numpy.
"""

from numbers import Integral
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from palamedes.bridges.actions import ActionCodes
from palamedes.bridges.observations import ObservationShape
from palamedes.bridges.stepping import (
    BEGIN,
    NOTHING_MISSING,
    GameRows,
    StepResults,
    StepRules,
    StepTables,
    step_games,
)
from palamedes.core.bits import mix
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import Number, _
from palamedes.core.position import Position
from palamedes.core.stack_memory import MAX_MOVES
from palamedes.core.state_rows import state_at
from palamedes.games import find_game

LONGEST = 1000  # plies
MOST = 10_000_000  # games

Observations: TypeAlias = dict[str, NDArray[np.int8]]
Infos: TypeAlias = dict[str, NDArray[Any]]


class VectorEnv:
    """`count` games in step. A game that ends begins anew in the same step.

    seed: for `sample` and for random openings. The same seed and actions give the same games.
    random_plies: random moves at the start of each game, so that games differ.
    longest: plies after which a game is stopped, if the game itself sets no lower limit.
    copy: give new arrays at each step; if not, the same ones, which the next step overwrites.

    All history rules of the game apply: repetition, plies without progress, limits, points.
    """

    def __init__(
        self,
        game: str | Game,
        count: int,
        seed: int = 0,
        *,
        random_plies: int = 0,
        longest: int = LONGEST,
        copy: bool = True,
    ) -> None:
        _check_numbers(count, seed, random_plies, longest)
        self.game = game if isinstance(game, Game) else find_game(game)
        self.count = count
        self.actions = ActionCodes(self.game)
        self._copies = copy
        history = self.game.history
        self._rules = StepRules(
            history.repetition,
            history.quiet,
            history.plies,
            int(history.points),
            longest,
            random_plies,
        )
        shape = ObservationShape.of(self.game)
        self.observation_size = len(shape.most)
        self._tables = StepTables(self.actions.actions, self.actions.codes, shape.fields)
        self._rows = self._new_rows()
        self._results = StepResults(
            np.zeros((count, 2), np.float32),
            np.zeros(count, np.bool_),
            np.zeros(count, np.bool_),
            np.zeros((count, self.observation_size), np.int8),
        )
        self._seed(seed)
        self._has_begun = False

    def reset(self, seed: int | None = None) -> tuple[Observations, Infos]:
        """Begin all games; with a seed, as a new environment with this seed would."""
        if seed is not None:
            self._seed(seed)
        self._results.finals[:] = 0
        self._run(np.full(self.count, BEGIN, np.int64))
        self._has_begun = True
        return self._observations(), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """Play an action in every game: observations, rewards, terminations, truncations, infos.

        rewards: a column for each player: 1 for the winner of a game that has just ended, -1 for
        the loser, else 0.
        terminations: where the rules of the game have ended it; truncations: where history has.
        infos: `turns` has the players to move, `final_observation` what was to be seen last of the
        games that have ended, for the side to move there.
        """
        chosen = self._checked(actions)
        results = self._results
        results.finals[results.terminations | results.truncations] = 0
        self._run(chosen)
        return (
            self._observations(),
            self._given(results.rewards),
            self._given(results.terminations),
            self._given(results.truncations),
            self._infos(),
        )

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for every game."""
        self._require_reset()
        choices = (self._random.random(self.count) * self._rows.counts).astype(np.int64)
        return self._rows.legal[np.arange(self.count), choices]

    def position(self, number: int) -> Position:
        """The position of a game, for people."""
        state = state_at(self.game.start, self._rows.states, number)
        return Position(self.game, state, int(self._rows.turns[number]))

    def _new_rows(self) -> GameRows:
        count, longest = self.count, self._rules.longest
        states = np.tile(np.array(self.game.start, np.int64), (count, 1))
        return GameRows(
            states,
            np.zeros(count, np.int8),
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
            np.zeros((count, longest + 1 if self._rules.repetition else 0), np.int64),
            np.zeros(count, np.int64),
            np.zeros((count, self.observation_size), np.int8),
            np.zeros((count, len(self.actions)), np.int8),
            np.zeros((count, MAX_MOVES), np.int64),
            np.zeros(count, np.int64),
        )

    def _seed(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        begun = mix(0, seed)
        self._rows.noise[:] = [mix(begun, number) for number in range(self.count)]

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        self._require_reset()
        chosen = np.asarray(actions)
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "iu":
            raise PalamedesError(_("give one action per game, as whole numbers"))
        chosen = chosen.astype(np.int64)
        in_range = (chosen >= 0) & (chosen < len(self.actions))
        legal = in_range & (
            self._rows.masks[np.arange(self.count), np.where(in_range, chosen, 0)] == 1
        )
        if not legal.all():
            number = int(np.argmin(legal))
            raise PalamedesError(
                _("action {action} is not legal in game {number}").format(
                    action=chosen[number], number=number
                )
            )
        return chosen

    def _require_reset(self) -> None:
        if not self._has_begun:
            raise PalamedesError(_("call reset() first"))

    def _run(self, actions: NDArray[np.int64]) -> None:
        missing = step_games(
            self.game.start, self._rows, actions, self._rules, self._tables, self._results
        )
        if missing != NOTHING_MISSING:
            raise self.actions.missing(missing)

    def _observations(self) -> Observations:
        return {
            "observation": self._given(self._rows.observations),
            "action_mask": self._given(self._rows.masks),
        }

    def _infos(self) -> Infos:
        return {
            "turns": self._given(self._rows.turns),
            "final_observation": self._given(self._results.finals),
        }

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copies else array


def _check_numbers(count: int, seed: int, random_plies: int, longest: int) -> None:
    numbers = (count, random_plies, longest)
    are_whole = all(isinstance(number, Integral) for number in numbers)
    if not are_whole or count < 1 or longest < 1 or not 0 <= random_plies < longest:
        raise PalamedesError(
            _("count and longest must be at least 1, and random_plies from 0 to longest - 1")
        )
    if count > MOST:
        raise PalamedesError(_("give at most {most:,} games").format(most=Number(MOST)))
    if not isinstance(seed, Integral) or seed < 0:
        raise PalamedesError(_("the seed must be a whole number from 0"))
