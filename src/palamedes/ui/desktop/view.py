"""What a board widget is to show, taken from a scene: comparing two says what has changed."""

from collections.abc import Mapping
from dataclasses import dataclass

from palamedes.core.board import Board, Piece, Region
from palamedes.core.match import Match
from palamedes.ui.session import Scene
from palamedes.ui.session.scene import Stack


@dataclass(frozen=True)
class BoardView:
    """A board with everything that is pointed at."""

    board: Board
    stacks: Mapping[str, Stack]
    regions: tuple[Region, ...]
    signs: tuple[tuple[str, str], ...]  # the kind of a sign and its spot, the lowest first
    open: frozenset[str]
    touched: tuple[str, ...]


def view_of(scene: Scene, cursor: str | None = None) -> BoardView:
    """A scene as the board widget shows it."""
    board = scene.board
    open_spots = scene.open if scene.is_latest else frozenset()
    signs = [("last", spot) for spot in board.last if spot not in scene.touched]
    if scene.hint is not None and scene.is_latest:
        signs += [("hint", spot) for spot in scene.hint.spots]
    signs += [("touched", spot) for spot in scene.touched]
    wanted = "next" if scene.touched else "open"
    signs += [(wanted, spot) for spot in sorted(open_spots) if _is_told(scene, spot)]
    if cursor is not None:
        signs.append(("cursor", cursor))
    return BoardView(
        board, dict(board.pieces), board.regions, tuple(signs), open_spots, scene.touched
    )


def _is_told(scene: Scene, spot: str) -> bool:
    """Whether it helps to show that a spot can be touched: a piece to move, where not all can."""
    taken = {spot for spot, stack in scene.board.pieces.items() if stack}
    return bool(scene.touched) or (spot in taken and not taken <= scene.open)


def kinds_of(match: Match) -> tuple[str, str]:
    """What both players play with, nothing where neither owns any piece."""
    kinds: list[str] = ["", ""]
    for position in match.positions:
        for piece in _owned(position.board()):
            kinds[piece.owner or 0] = kinds[piece.owner or 0] or piece.kind
        if all(kinds):
            break
    start = match.start
    if not any(kinds) and start.codes:
        for piece in _owned(start.play(start.codes[0]).board()):
            kinds[piece.owner or 0] = piece.kind
    return kinds[0] or kinds[1], kinds[1] or kinds[0]


def _owned(board: Board) -> list[Piece]:
    return [piece for stack in board.pieces.values() for piece in stack if piece.owner is not None]
