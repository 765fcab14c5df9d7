"""A board as lines of text and as an array of pixels, for environments that are asked to render."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from palamedes.core.board import Board, Piece, Region, Spot, Stack
from palamedes.core.language import _
from palamedes.core.notation import PLAYERS

Picture: TypeAlias = NDArray[np.uint8]  # rows of pixels from the top, each red, green and blue

UNIT = 32  # pixels between neighbouring squares
BACKGROUND, INK = (240, 236, 226), (120, 110, 96)
OWNERS = ((196, 60, 48), (44, 92, 168))
KINDS = {"red": (200, 50, 50), "blue": (50, 80, 190), "clear": (170, 170, 160)}


def board_rows(board: Board) -> str:
    """The board in rows from the top, the player to move, and the counters beside the board."""
    spots = [spot for spot in board.geometry.spots if spot.kind != "button"]
    columns = sorted({round(spot.x, 2) for spot in spots})
    rows: dict[float, dict[float, str]] = {}
    for spot in spots:
        row = rows.setdefault(round(spot.y, 2), {})
        row[round(spot.x, 2)] = _letter(board.pieces.get(spot.name, ()))
    width = max(len(text) for row in rows.values() for text in row.values())
    lines = [
        " ".join(rows[y].get(x, "").rjust(width) for x in columns).rstrip()
        for y in sorted(rows, reverse=True)
    ]
    lines += [
        f"{PLAYERS[counter.owner]}: {_(counter.label)} {counter.value}"
        for counter in board.counters
    ]
    lines.append(_("{player} to move").format(player=PLAYERS[board.turn]))
    return "\n".join(lines) + "\n"


def _letter(stack: Stack) -> str:
    """What stands on a spot: the player, or how many pieces that belong to nobody."""
    if not stack:
        return "."
    if stack[0].owner is not None:
        return PLAYERS[stack[0].owner]
    return str(sum(piece.count for piece in stack))


def board_picture(board: Board) -> Picture:
    """The board with its lines, its regions and a disc for each kind of piece on a spot."""
    spots = [spot for spot in board.geometry.spots if spot.kind != "button"]
    canvas = _Canvas(spots)
    for region in board.regions:
        canvas.fill(region)
    for line in board.geometry.lines:
        canvas.line(line.x1, line.y1, line.x2, line.y2)
    for spot in spots:
        if spot.kind != "square":
            canvas.disc(spot.x, spot.y, 0.12, INK)
        for place, piece in enumerate(board.pieces.get(spot.name, ())):
            shift = 0.0 if piece.owner is not None else 0.22 * (place - 1)
            canvas.disc(spot.x + shift, spot.y, _radius(piece), _colour(piece))
    return canvas.pixels


def _radius(piece: Piece) -> float:
    return 0.36 if piece.owner is not None else min(0.1 + 0.02 * piece.count, 0.3)


def _colour(piece: Piece) -> tuple[int, int, int]:
    return KINDS.get(piece.kind, INK) if piece.owner is None else OWNERS[piece.owner]


class _Canvas:
    """Pixels around some spots, with the y of boards: upwards."""

    def __init__(self, spots: list[Spot]) -> None:
        self._left = min(spot.x for spot in spots) - 1
        self._top = max(spot.y for spot in spots) + 1
        width = max(spot.x for spot in spots) + 1 - self._left
        height = self._top - min(spot.y for spot in spots) + 1
        self.pixels: Picture = np.full(
            (round(height * UNIT), round(width * UNIT), 3), BACKGROUND, np.uint8
        )
        rows, columns = np.indices(self.pixels.shape[:2])
        self._x, self._y = self._left + columns / UNIT, self._top - rows / UNIT

    def disc(self, x: float, y: float, radius: float, colour: tuple[int, int, int]) -> None:
        self.pixels[(self._x - x) ** 2 + (self._y - y) ** 2 <= radius**2] = colour

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """A line along a row or a column, as all of our boards have."""
        thickness = 1 / UNIT
        self.pixels[
            (self._x >= min(x1, x2) - thickness)
            & (self._x <= max(x1, x2) + thickness)
            & (self._y >= min(y1, y2) - thickness)
            & (self._y <= max(y1, y2) + thickness)
        ] = INK

    def fill(self, region: Region) -> None:
        """A region in the colour of its owner, mixed with that of the board."""
        inside = (
            (self._x >= region.x1)
            & (self._x <= region.x2)
            & (self._y >= region.y1)
            & (self._y <= region.y2)
        )
        colour = INK if region.owner is None else OWNERS[region.owner]
        strength = 0.15 if region.kind == "lit" else 0.45
        mixed = (1 - strength) * np.array(BACKGROUND) + strength * np.array(colour)
        self.pixels[inside] = mixed.astype(np.uint8)
