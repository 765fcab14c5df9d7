"""Everything there is to show of a session at one moment: front ends draw it and know no rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from palamedes.core.board import Board, Piece
from palamedes.core.history import Result
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.search.review import Worth

Stack = tuple[Piece, ...]  # what stands on a spot


@dataclass(frozen=True)
class Hint:
    """Advice in two steps: where to begin, and then the move with what it is worth.

    The spots are to be lit. At the first step they are the spot to touch first or, where that
    would be the whole move, a few spots of which one is best.
    """

    spots: tuple[str, ...]
    move: str = ""
    score: str = ""  # as people read it
    is_lost: bool = False  # whether the best there is loses


@dataclass(frozen=True)
class Offer:
    """What a player asks the other: to agree on a draw, or to take a move back."""

    kind: Literal["draw", "undo"]
    by: int


@dataclass(frozen=True)
class Scene:
    """A moment of a session."""

    board: Board  # with the last move marked; a move that is begun is seen as far as it goes
    names: tuple[str, str]
    turn: int  # the player to move
    phase: str  # what that player is to do, for `_`
    touched: tuple[str, ...]  # the spots of a move that is begun
    open: frozenset[str]  # the spots that can be touched next; none when it is no person's turn
    ply: int  # the position shown comes after so many moves
    plies: int  # of so many made
    result: Result | None  # of the match; its position is not always the one shown
    thinking: int | None  # the player that thinks
    paused: bool
    message: str  # the answer to what was done last, if there is one
    message_number: int  # grows with every answer, also with the same one
    message_for: int | None  # the player it is meant for, None for everybody
    hint: Hint | None
    worth: Worth | None  # of the match's position, if it is shown and somebody wants to know
    measuring: bool  # whether that is still of the position before
    offer: Offer | None  # waits for the answer of the other player
    clocks: tuple[float, float] | None  # the seconds left
    can_undo: bool
    can_redo: bool

    @property
    def is_latest(self) -> bool:
        """Whether the position shown is that of the match, and no earlier one."""
        return self.ply == self.plies


def board_at(match: Match, ply: int) -> Board:
    """The board of a match after so many moves, the last of them marked."""
    board = match.positions[ply].board()
    return replace(board, last=last_touches(match, ply) or board.last)


def last_touches(match: Match, ply: int) -> tuple[str, ...]:
    """The spots touched by the move before a position; none at the start."""
    if ply == 0:
        return ()
    before = match.positions[ply - 1]
    code = before.move_code(match.turns[ply - 1].move)
    return match.game.view.touches(before.state, code, before.turn)


def begun(board: Board, position: Position, touched: tuple[str, ...]) -> Board:
    """A board while a move is made: pieces that it has put down already are seen there.

    What the rest of the move may change is not known yet: only the spots touched so far look as
    they will after every move that goes on so, and only once a piece has come to one of them.
    """
    ends = [
        position.play(code).board().pieces
        for path, code in position.touches.items()
        if path[: len(touched)] == touched
    ]
    settled = {spot: _common(ends, spot) for spot in touched}
    arrived = any(pieces and not board.pieces.get(spot) for spot, pieces in settled.items())
    if not arrived:
        return board
    known = {spot: pieces for spot, pieces in settled.items() if pieces is not None}
    return replace(board, pieces={**board.pieces, **known})


def _common(ends: Sequence[Mapping[str, Stack]], spot: str) -> Stack | None:
    """What stands on a spot in all of these boards, None if they differ."""
    stacks = {end.get(spot, ()) for end in ends}
    return stacks.pop() if len(stacks) == 1 else None
