"""What the board widget shows of a scene; comparing two views tells what has changed."""

from collections.abc import Mapping
from dataclasses import dataclass

from palamedes.core.board import Board, Piece, Region, Stack
from palamedes.core.match import Match
from palamedes.ui.session import Scene


@dataclass(frozen=True)
class BoardView:
    """A board and its highlights."""

    board: Board
    stacks: Mapping[str, Stack]
    regions: tuple[Region, ...]
    highlights: tuple[tuple[str, str], ...]  # kind and spot, the lowest first
    open: frozenset[str]
    touched: tuple[str, ...]


def board_view(scene: Scene, cursor: str | None = None) -> BoardView:
    """The view of a scene, with a keyboard cursor perhaps."""
    board = scene.board
    open_spots = scene.open if scene.is_latest else frozenset()
    highlights = [("last", spot) for spot in board.last if spot not in scene.touched]
    if scene.hint is not None and scene.is_latest:
        highlights += [("hint", spot) for spot in scene.hint.spots]
    highlights += [("touched", spot) for spot in scene.touched]
    wanted = "next" if scene.touched else "open"
    highlights += [(wanted, spot) for spot in sorted(open_spots) if _is_helpful(scene, spot)]
    highlights += [("ended", spot) for spot in board.ended]
    if cursor is not None:
        highlights.append(("cursor", cursor))
    return BoardView(
        board, dict(board.pieces), board.regions, tuple(highlights), open_spots, scene.touched
    )


def _is_helpful(scene: Scene, spot: str) -> bool:
    """Whether to highlight a spot that can be touched.

    At the start of a move only pieces are highlighted, and only if some others cannot move.
    """
    taken = {spot for spot, stack in scene.board.pieces.items() if stack}
    return bool(scene.touched) or (spot in taken and not taken <= scene.open)


def piece_kinds(match: Match) -> tuple[str, str]:
    """The kind of pieces of each player, or `pit` if they own pits; empty if they own nothing."""
    if any(spot.owner is not None for spot in match.game.view.geometry.spots):
        return "pit", "pit"
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
