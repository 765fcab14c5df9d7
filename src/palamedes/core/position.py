"""A position of a game, as people and front ends handle it: immutable, moves in notation."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from palamedes.core.board import Board, Transfer
from palamedes.core.display import Displayed
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game, State
from palamedes.core.history_rules import Result
from palamedes.core.language import _
from palamedes.core.rules import DRAW, ONGOING, WIN
from palamedes.core.stack_memory import MAX_MOVES


@dataclass(frozen=True)
class Position(Displayed):
    """A game's state and the player to move (0 or 1)."""

    game: Game
    state: State
    turn: int = 0

    @classmethod
    def start(cls, game: Game) -> "Position":
        return cls(game, game.start)

    @classmethod
    def parse(cls, game: Game, text: str) -> "Position":
        """The position that a line of text describes."""
        if not isinstance(text, str):
            raise PalamedesError(
                _("a position is given as text, not {kind}").format(kind=type(text).__name__)
            )
        return cls(game, *game.view.parse_position(text))

    @cached_property
    def text(self) -> str:
        """The position in one line, for `parse`."""
        return self.game.view.position_text(self.state, self.turn)

    @cached_property
    def result(self) -> Result | None:
        """How the game has ended, None while it is being played."""
        outcome = self.state.outcome()
        if outcome == ONGOING:
            return None
        if outcome == DRAW:
            return Result(None)
        return Result(self.turn if outcome == WIN else 1 - self.turn)

    @cached_property
    def codes(self) -> tuple[int, ...]:
        """The legal moves as the rules number them."""
        if self.result is not None:
            return ()
        out = np.empty(MAX_MOVES, np.int64)
        count = self.state.moves(out)
        return tuple(out[:count].tolist())

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The legal moves in notation."""
        return tuple(self.move_text(code) for code in self.codes)

    @cached_property
    def touches(self) -> dict[tuple[str, ...], int]:
        """The legal moves by the spots that are touched to make them."""
        view = self.game.view
        return {view.touches(self.state, code, self.turn): code for code in self.codes}

    def next_spots(self, touched: tuple[str, ...] = ()) -> set[str]:
        """The spots that can be touched next: those with which a legal move continues."""
        length = len(touched)
        return {
            path[length] for path in self.touches if len(path) > length and path[:length] == touched
        }

    def move_text(self, code: int) -> str:
        return self.game.view.move_text(self.state, code, self.turn)

    def move_code(self, typed: str) -> int:
        """The legal move that was typed, in notation or as the spots touched: `b6 d2`."""
        if self.result is not None:
            raise PalamedesError(_("the game is over"))
        if not isinstance(typed, str):
            raise PalamedesError(_("{move!r} is not a legal move here").format(move=typed))
        canonical = self.game.view.canonical(typed)
        if canonical in self.moves:
            return self.codes[self.moves.index(canonical)]
        path = tuple(canonical.split("-"))
        if path in self.touches:
            return self.touches[path]
        raise PalamedesError(
            self._objection_to(canonical)
            or _("{move!r} is not a legal move here").format(move=typed[:40])
        )

    def objection(self, touched: tuple[str, ...], spot: str) -> str:
        """Why a spot cannot be touched after these, as a sentence; "" if nothing is known."""
        return self.game.view.objection(self.state, self.turn, touched, spot)

    def _objection_to(self, canonical: str) -> str:
        """What is wrong with a typed move: the first spot that does not fit, or a missing one."""
        path = self.game.view.typed_spots(self.state, canonical)
        for length, spot in enumerate(path):
            if spot not in self.next_spots(path[:length]):
                return self.objection(path[:length], spot) if spot else ""
        return self.objection(path, "") if path else ""

    def play(self, move: str | int) -> "Position":
        """The position after a legal move, in notation or as a code."""
        if isinstance(move, str):
            move = self.move_code(move)
        elif move not in self.codes:
            raise PalamedesError(_("{move!r} is not a legal move here").format(move=move))
        return Position(self.game, self.state.play(move), 1 - self.turn)

    def board(self) -> Board:
        """The position as it is drawn."""
        return self.game.view.board(self.state, self.turn)

    def transfers(self, code: int) -> tuple[Transfer, ...]:
        """How the pieces go in a move, if the game tells."""
        return self.game.view.transfers(self.state, code, self.turn)

    def formed(self, code: int) -> tuple[str, ...]:
        """The spots of whatever a move completes, such as a mill."""
        return self.game.view.formed(self.state, code, self.turn)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.game.id} {self.text!r}>"
