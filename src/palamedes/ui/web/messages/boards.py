"""Boards from the position editor, checked before a game sees them."""

from typing import Any

from palamedes.core.board import Board, Counter, Geometry, Piece, Region
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _


def parse_board(document: Any, geometry: Geometry) -> Board:
    """The board in a document of the form that `board_document` writes; PalamedesError if invalid.

    The game decides whether such a position is possible. The labels of counters are English.
    """
    try:
        pieces = {
            str(spot): tuple(Piece(kind, owner, int(count)) for kind, owner, count in stack)
            for spot, stack in document["pieces"].items()
        }
        counters = tuple(Counter(*each[:3]) for each in document.get("counters", ()))
        regions = tuple(Region(*each) for each in document.get("regions", ()))
        board = Board(geometry, pieces, int(document["turn"]), counters, regions)
        _check_board(board)
    except (TypeError, ValueError, KeyError, AttributeError, OverflowError):
        raise PalamedesError(_("{where}: invalid value").format(where="board")) from None
    return board


def _check_board(board: Board) -> None:
    """Raises ValueError for a wrong number, an unknown spot or an unknown player."""
    if not board.pieces.keys() <= {spot.name for spot in board.geometry.spots}:
        raise ValueError("no such spot")
    owners = [board.turn, *(region.owner for region in board.regions)]
    owners += [piece.owner for stack in board.pieces.values() for piece in stack]
    if any(owner not in (None, 0, 1) or isinstance(owner, bool) for owner in owners):
        raise ValueError("no such player")
    if any(type(counter.value) is not int for counter in board.counters):
        raise ValueError("not a number")
    for region in board.regions:
        corners = (region.x1, region.y1, region.x2, region.y2)
        if any(type(each) not in (int, float) for each in corners):
            raise ValueError("not a number")
