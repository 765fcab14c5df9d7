"""Boards that somebody has set up in the editor, checked before a game looks at them."""

from typing import Any

from palamedes.core.board import Board, Counter, Geometry, Piece, Region
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _


def parse_board(document: Any, geometry: Geometry) -> Board:
    """A board that somebody has set up, in the form of `board_document`.

    Whether such a position can be is the business of the game. The labels of counters are English.
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
    """ValueError if a number is none, or something names no spot or no player."""
    if not board.pieces.keys() <= {spot.name for spot in board.geometry.spots}:
        raise ValueError("no such spot")
    owners = [board.turn, *(region.owner for region in board.regions)]
    owners += [piece.owner for stack in board.pieces.values() for piece in stack]
    if any(owner not in (None, 0, 1) or isinstance(owner, bool) for owner in owners):
        raise ValueError("no such player")
    if any(type(counter.value) is not int for counter in board.counters):
        raise ValueError("not a number")
    for region in board.regions:
        places = (region.x1, region.y1, region.x2, region.y2)
        if any(type(each) not in (int, float) for each in places):
            raise ValueError("not a place")
