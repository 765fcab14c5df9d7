"""Any game as an environment of PettingZoo: two agents that move in turn.

>>> from palamedes.bridges import pettingzoo
>>> env = pettingzoo.env("teeko")
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
>>> env.agent_selection
'player_1'

It needs the extra `rl`: pip install 'palamedes[rl]'.
"""

from typing import Any

import numpy as np

from palamedes.bridges.actions import ActionCodes
from palamedes.bridges.observations import ObservationShape
from palamedes.bridges.pictures import board_picture, board_rows
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.games import find_game

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise PalamedesError(
        _("this environment needs PettingZoo: pip install 'palamedes[rl]'")
    ) from None

AGENTS = ("player_0", "player_1")
RENDER_MODES = ("ansi", "rgb_array")


def env(game: str | Game, render_mode: str | None = None) -> AECEnv:
    """A game as an environment; an illegal action loses, as in PettingZoo's own."""
    guarded = wrappers.TerminateIllegalWrapper(GameEnv(game, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class GameEnv(AECEnv):
    """The environment without the guards of `env`: an illegal action is a PalamedesError.

    An observation is that of the side to move, whichever agent asks; the mask has the legal actions
    of the agent if it is to move, else zeros. The winner is given 1 and the loser -1. Where the
    rules of the game end it, it is terminated; where history does (repetition, limits), it is
    truncated, and the points decide if the game says so.
    """

    def __init__(self, game: str | Game, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise PalamedesError(
                _("the render mode must be {modes}, not {mode!r}").format(
                    modes=" or ".join(RENDER_MODES), mode=render_mode
                )
            )
        self.game = game if isinstance(game, Game) else find_game(game)
        self.metadata = {
            "name": f"palamedes_{self.game.id}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.actions = ActionCodes(self.game)
        self._shape = ObservationShape.of(self.game)
        self.possible_agents = list(AGENTS)
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in AGENTS}
        self.observation_spaces = {agent: self._observation_space() for agent in AGENTS}
        self.match = Match.of(self.game)

    def _observation_space(self) -> Any:
        most = self._shape.most
        return spaces.Dict(
            {
                "observation": spaces.Box(np.zeros_like(most), most, dtype=np.int8),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. Nothing in a game is random: a seed changes nothing."""
        self.match = Match.of(self.game)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[0]

    def observe(self, agent: str) -> dict[str, Any]:
        position = self.match.position
        mask = self.actions.mask(position)
        if self.match.result is not None or AGENTS[position.turn] != agent:
            mask[:] = 0
        return {"observation": self._shape.observe(position.state), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.match.play(self.actions.code(action))
        self.agent_selection = AGENTS[self.match.position.turn]
        self._clear_rewards()
        if self.match.result is not None:
            self._end(*self.match.result)
        self._accumulate_rewards()

    def _end(self, winner: int | None, reason: str) -> None:
        is_normal = reason == "normal"
        self.terminations = dict.fromkeys(AGENTS, is_normal)
        self.truncations = dict.fromkeys(AGENTS, not is_normal)
        if winner is not None:
            self.rewards = {AGENTS[winner]: 1.0, AGENTS[1 - winner]: -1.0}

    def render(self) -> Any:
        """The board as lines of text, or as a picture: an array of rows of pixels."""
        if self.render_mode is None:
            return None
        board = self.match.position.board()
        return board_rows(board) if self.render_mode == "ansi" else board_picture(board)

    def close(self) -> None:
        """Nothing is left open."""
