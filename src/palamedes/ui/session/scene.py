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
    ply: int  # the number of moves made before the position shown
    plies: int  # the number of moves made
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
    """The board of a match after `ply` moves, the last of them marked."""
    board = match.positions[ply].board()
    return replace(board, last=last_touches(match, ply) or board.last)


def last_touches(match: Match, ply: int) -> tuple[str, ...]:
    """The spots touched by the move before a position; none at the start."""
    if ply == 0:
        return ()
    before = match.positions[ply - 1]
    code = before.move_code(match.turns[ply - 1].move)
    return match.game.view.touches(before.state, code, before.turn)


@dataclass(frozen=True)
class PartialMove:
    """A move that is begun: the spots touched, what to do next, and pieces already put down."""

    touched: tuple[str, ...]
    phase: str  # for `_`
    pieces: Mapping[str, Stack]


def partial_moves(position: Position) -> list[PartialMove]:
    """Every way in which a legal move of several touches can be begun, shorter ones first."""
    view, board, moves = position.game.view, position.board(), position.touches
    begun = {path[:length] for path in moves for length in range(1, len(path))}
    ends = _Ends(position)
    return [
        PartialMove(
            touched,
            view.phase(position.state, position.turn, touched),
            _put_down(board, ends, touched),
        )
        for touched in sorted(begun, key=lambda path: (len(path), path))
    ]


def board_during_move(board: Board, position: Position, touched: tuple[str, ...]) -> Board:
    """A board while a move is made, with the pieces that the move has already put down."""
    pieces = _put_down(board, _Ends(position), touched)
    return replace(board, pieces={**board.pieces, **pieces}) if pieces else board


class _Ends:
    """What the legal moves of a position make of its pieces; each is played at most once."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._pieces: dict[int, Mapping[str, Stack]] = {}

    def after(self, touched: tuple[str, ...]) -> list[Mapping[str, Stack]]:
        """The pieces after every move that begins with these spots."""
        codes = (
            code for path, code in self._position.touches.items() if path[: len(touched)] == touched
        )
        return [self._after(code) for code in codes]

    def _after(self, code: int) -> Mapping[str, Stack]:
        if code not in self._pieces:
            self._pieces[code] = self._position.play(code).board().pieces
        return self._pieces[code]


def _put_down(board: Board, ends: _Ends, touched: tuple[str, ...]) -> dict[str, Stack]:
    """The touched spots as they look after every move that goes on so, if a piece has arrived.

    What the rest of the move will change elsewhere is not known yet. A piece can only have
    arrived on a spot that was empty: without one nothing has to be played out, which would take
    20 ms where three men fly and take.
    """
    if not any(not board.pieces.get(spot) for spot in touched):
        return {}
    after = ends.after(touched)
    settled = {spot: _common(after, spot) for spot in touched}
    if not any(stack and not board.pieces.get(spot) for spot, stack in settled.items()):
        return {}
    return {spot: stack for spot, stack in settled.items() if stack is not None}


def _common(ends: Sequence[Mapping[str, Stack]], spot: str) -> Stack | None:
    """What stands on a spot in all of these boards; None if they differ."""
    stacks = {end.get(spot, ()) for end in ends}
    return stacks.pop() if len(stacks) == 1 else None
