"""The actions of a game: its possible moves, numbered without gaps, the same in every position.

Codes of moves are sparse. Action `a` is the a-th of the codes that a game names as possible
(`Game.possible_codes`), in ascending order, so that the numbers depend on the rules alone.
"""

import numpy as np
from numpy.typing import NDArray

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.core.rules import LARGEST_MOVE


class ActionCodes:
    """The code of each action and the action of each code."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.codes: NDArray[np.int64] = np.unique(np.fromiter(game.possible_codes(), np.int64))
        self.actions = np.full(LARGEST_MOVE + 1, -1, np.int64)  # by code; -1: not a possible code
        self.actions[self.codes] = np.arange(len(self.codes))

    def __len__(self) -> int:
        return len(self.codes)

    def action(self, code: int) -> int:
        """The action that makes a move."""
        if (action := int(self.actions[code])) < 0:
            raise self.missing(code)
        return action

    def code(self, action: int) -> int:
        """The move that an action makes."""
        if not 0 <= action < len(self):
            raise PalamedesError(
                _("{game} has the actions 0 to {last}, not {action}").format(
                    game=self.game.id, last=len(self) - 1, action=repr(action)[:40]
                )
            )
        return int(self.codes[action])

    def mask(self, position: Position) -> NDArray[np.int8]:
        """1 for each action that is legal in a position, else 0."""
        mask: NDArray[np.int8] = np.zeros(len(self), np.int8)
        if position.codes:
            codes = np.array(position.codes)
            actions = self.actions[codes]
            if actions.min() < 0:
                raise self.missing(int(codes[actions.argmin()]))
            mask[actions] = 1
        return mask

    def missing(self, code: int) -> PalamedesError:
        """The error of a game with a legal move that it does not name as possible."""
        return PalamedesError(
            _("{game}: the move with code {code} is not among its possible codes").format(
                game=self.game.id, code=code
            )
        )
