"""Messages from the network, none of which is trusted."""

import json
from typing import Any
from unicodedata import category

from starlette.websockets import WebSocket

from palamedes.core.board import Board, Counter, Geometry, Piece, Region
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # the direction of writing
LARGEST = 20_000  # letters


async def hear(socket: WebSocket) -> str:
    """The next text over a WebSocket; PalamedesError if it is none."""
    try:
        return await socket.receive_text()
    except KeyError:
        raise PalamedesError(_("not text")) from None


def parse_message(text: str) -> dict[str, Any]:
    """The JSON object with a `type` that a text holds; PalamedesError if it holds none."""
    if len(text) > LARGEST:
        raise PalamedesError(_("too large"))
    try:
        message = json.loads(text)
        check_letters(json.dumps(message, ensure_ascii=False) if "\\ud" in text.lower() else "")
    except (ValueError, RecursionError):
        raise PalamedesError(_("not valid JSON")) from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise PalamedesError(_("a message is an object with a type"))
    return message


def check_letters(text: str) -> str:
    """The text; ValueError if it has half letters, as JSON can, which no file or page can show."""
    text.encode()
    return text


def check_name(text: str) -> str:
    """The name; ValueError if something in it cannot be seen, or turns what stands beside it."""
    if any(category(letter) in ("Cc", "Cs", "Cn", "Co") or letter in TURNING for letter in text):
        raise ValueError(_("letters that cannot be seen"))
    return text


def text_in(message: dict[str, Any], key: str) -> str:
    """A text that a message must have."""
    value = message.get(key)
    if not isinstance(value, str):
        raise PalamedesError(_("{where}: must be text").format(where=key))
    return value


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
        raise PalamedesError(_("{where}: bad value").format(where="board")) from None
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
