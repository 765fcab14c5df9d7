"""Boards from the position editor, checked before a game sees them."""

from typing import Any

from palamedes.core.board import Board, Counter, Geometry, Piece, Region
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

LARGEST_COUNT = 10_000  # pieces on a spot, or in a counter


def parse_board(document: Any, geometry: Geometry) -> Board:
    """The board in a document of the form that `board_document` writes; PalamedesError if invalid.

    The game decides whether such a position is possible. The labels of counters are English.
    """
    try:
        pieces = {
            spot: tuple(Piece(kind, owner, count) for kind, owner, count in stack)
            for spot, stack in document["pieces"].items()
        }
        counters = tuple(Counter(*each[:3]) for each in document.get("counters", ()))
        regions = tuple(Region(*each) for each in document.get("regions", ()))
        board = Board(geometry, pieces, document["turn"], counters, regions)
        _check_board(board)
    except (TypeError, ValueError, KeyError, AttributeError, OverflowError):
        raise PalamedesError(_("{where}: invalid value").format(where="board")) from None
    return board


def _check_board(board: Board) -> None:
    """Raises ValueError for a wrong number, an unknown spot or an unknown player."""
    if not board.pieces.keys() <= {spot.name for spot in board.geometry.spots}:
        raise ValueError("no such spot")
    pieces = [piece for stack in board.pieces.values() for piece in stack]
    _check_number(board.turn, 0, 1)
    owners = [piece.owner for piece in pieces]
    owners += [counter.owner for counter in board.counters]
    owners += [region.owner for region in board.regions]
    for number in owners:
        if number is not None:
            _check_number(number, 0, 1)
    for number in [piece.count for piece in pieces] + [each.value for each in board.counters]:
        _check_number(number, -LARGEST_COUNT, LARGEST_COUNT)
    texts: list[object] = [piece.kind for piece in pieces]
    texts += [counter.label for counter in board.counters]
    texts += [region.kind for region in board.regions]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("not a text")
    for region in board.regions:
        corners = (region.x1, region.y1, region.x2, region.y2)
        if any(type(each) not in (int, float) for each in corners):
            raise ValueError("not a number")


def _check_number(number: Any, least: int, most: int) -> None:
    """Raises ValueError unless a number is whole: 1.0 and True equal 1, but are not."""
    if type(number) is not int or not least <= number <= most:
        raise ValueError("wrong number")
