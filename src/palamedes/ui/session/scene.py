"""Everything to show of a session at one moment. Front ends draw it and know no rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from palamedes.core.board import Board, Stack
from palamedes.core.game import Game
from palamedes.core.history_rules import Result
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.search.review import Worth

PLAYER_PIECES = ("disc", "mark")  # the kinds of pieces that belong to a player


@dataclass(frozen=True)
class Hint:
    """One of two hints: the first says where to look, the second gives the move and its value.

    spots: to be highlighted. In the first hint this is the spot to touch next or, if that would
    be the whole move, a few spots of which one is best.
    """

    spots: tuple[str, ...]
    move: str = ""
    score: str = ""  # as text
    is_lost: bool = False  # whether even the best move loses


@dataclass(frozen=True)
class Offer:
    """A draw offer or a takeback request; `by` is the player who made it."""

    kind: Literal["draw", "undo"]
    by: int


@dataclass(frozen=True)
class Scene:
    """A session at one moment."""

    board: Board  # with the last move marked, and with the pieces that a begun move has placed
    names: tuple[str, str]
    turn: int  # the player to move
    phase: str  # what that player is to do, to be translated by `_`
    touched: tuple[str, ...]  # the spots of a begun move
    open: frozenset[str]  # the spots that can be touched next; empty if no person is to move
    ply: int  # the number of moves made before the position shown
    plies: int  # the number of moves made
    result: Result | None  # of the match, even if an earlier position is shown
    thinking: int | None  # the player whose engine is thinking
    preparing: bool  # whether that engine is still getting ready: it is being compiled
    paused: bool
    message: str  # the response to the last action; may be empty
    message_number: int  # grows with every message, even if the text is the same
    message_for: int | None  # the player it is meant for; None for both
    is_refusal: bool  # whether it says that something cannot be done, or has failed
    hint: Hint | None
    worth: Worth | None  # the evaluation of the match's position, if wanted and shown
    measuring: bool  # whether `worth` is still that of the position before
    offer: Offer | None  # waits for the answer of the opponent
    clocks: tuple[float, float] | None  # the seconds left
    can_undo: bool
    can_redo: bool

    @property
    def is_latest(self) -> bool:
        """Whether the position of the match is shown, and not an earlier one."""
        return self.ply == self.plies


def board_at(match: Match, ply: int) -> Board:
    """The board of a match after `ply` moves, with what the last move has done and ended."""
    board = match.positions[ply].board()
    if ply == 0:
        return board
    before, code = match.last_move(ply)
    ending = match.ending if ply == len(match.turns) else None
    return replace(
        board,
        last=match.last_touches(ply),
        ended=ending.spots if ending else (),
        transfers=before.transfers(code),
        formed=before.formed(code),
        covered=_covered(match, ply, board),
    )


@lru_cache(maxsize=64)
def player_piece_kind(game: Game) -> str | None:
    """The kind of pieces that the players of a game own, None if they own none.

    A board may be empty at the start, so this looks at the board after the first move.
    """
    start = Position.start(game)
    pieces = start.play(start.codes[0]).board().pieces.values()
    return next(
        (piece.kind for stack in pieces for piece in stack if piece.kind in PLAYER_PIECES), None
    )


def _covered(match: Match, ply: int, board: Board) -> dict[str, Stack]:
    """The pieces under closed regions: positions may forget them, but the moves tell them."""
    closed = [region for region in board.regions if region.kind != "lit"]
    if not closed:
        return {}
    placed = match.placed(ply)
    return {
        spot.name: placed[spot.name]
        for spot in board.geometry.spots
        if spot.name in placed and any(region.covers(spot) for region in closed)
    }


@dataclass(frozen=True)
class PartialMove:
    """A begun move: the spots touched, what to do next, and the pieces already placed.

    formed: the spots of what they complete, such as a mill
    """

    touched: tuple[str, ...]
    phase: str  # for `_`
    pieces: Mapping[str, Stack]
    formed: tuple[str, ...]


def partial_moves(position: Position) -> list[PartialMove]:
    """All beginnings of legal moves that take several touches, shorter ones first."""
    begun = {path[:length] for path in position.touches for length in range(1, len(path))}
    if not begun:
        return []
    board, ends = position.board(), _Ends(position)
    return [
        _partial_move(position, board, ends, touched)
        for touched in sorted(begun, key=lambda path: (len(path), path))
    ]


def _partial_move(
    position: Position, board: Board, ends: "_Ends", touched: tuple[str, ...]
) -> PartialMove:
    phase = position.game.view.phase(position.state, position.turn, touched)
    pieces = _put_down(board, ends, touched)
    return PartialMove(touched, phase, pieces, _formed(position, touched) if pieces else ())


def _formed(position: Position, touched: tuple[str, ...]) -> tuple[str, ...]:
    """The spots of what all moves complete that begin so."""
    formed = {
        position.formed(code)
        for path, code in position.touches.items()
        if path[: len(touched)] == touched
    }
    return formed.pop() if len(formed) == 1 else ()


def board_during_move(board: Board, position: Position, touched: tuple[str, ...]) -> Board:
    """The board during a move, with the pieces that the move has already placed."""
    pieces = _put_down(board, _Ends(position), touched)
    if not pieces:
        return board
    formed = _formed(position, touched)
    return replace(board, pieces={**board.pieces, **pieces}, transfers=(), formed=formed)


class _Ends:
    """The pieces after each legal move of a position; each move is played at most once."""

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
    """The touched spots as they look after all moves that continue so, if a piece was placed.

    What the rest of the move changes elsewhere is not known yet. A piece can only be placed on
    an empty spot; without one no move needs to be played, which takes 20 ms in some positions
    with flying men and captures.
    """
    if not any(not board.pieces.get(spot) for spot in touched):
        return {}
    after = ends.after(touched)
    settled = {spot: _common(after, spot) for spot in touched}
    if not any(stack and not board.pieces.get(spot) for spot, stack in settled.items()):
        return {}
    return {spot: stack for spot, stack in settled.items() if stack is not None}


def _common(ends: Sequence[Mapping[str, Stack]], spot: str) -> Stack | None:
    """The pieces on a spot in all of these boards; None if they differ."""
    stacks = {end.get(spot, ()) for end in ends}
    return stacks.pop() if len(stacks) == 1 else None
