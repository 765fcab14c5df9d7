"""Ultimate tic-tac-toe: nine boards of nine cells; a cell names the next board.

A position is a dict from square name to player for the boards still open, a dict from board to
owner (-1: full without a winner) for the finished ones, and the board where the mover must play.
A board is named by its centre square: b2 is the lower left one, h8 the upper right one.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

DRAWN = -1
THREE = range(3)


def name(x: int, y: int) -> str:
    return f"{'abcdefghi'[x]}{y + 1}"


def centre(board_x: int, board_y: int) -> str:
    return name(3 * board_x + 1, 3 * board_y + 1)


SQUARES = [name(x, y) for x in range(9) for y in range(9)]
BOARD_OF = {name(x, y): centre(x // 3, y // 3) for x in range(9) for y in range(9)}
SENDS_TO = {name(x, y): centre(x % 3, y % 3) for x in range(9) for y in range(9)}
CELLS_OF = {
    board: [square for square in SQUARES if BOARD_OF[square] == board]
    for board in BOARD_OF.values()
}

# The eight lines of three on any 3 x 3 grid, as (x, y) places.
LINES = [
    *[[(x, y) for y in THREE] for x in THREE],
    *[[(x, y) for x in THREE] for y in THREE],
    [(i, i) for i in THREE],
    [(i, 2 - i) for i in THREE],
]
LINES_OF_BOARDS = [[centre(x, y) for x, y in line] for line in LINES]
LINES_IN = {
    centre(board_x, board_y): [
        [name(3 * board_x + x, 3 * board_y + y) for x, y in line] for line in LINES
    ]
    for board_x in THREE
    for board_y in THREE
}


class Reference:
    """Ultimate tic-tac-toe, as the rules say it, slowly."""

    def __init__(self, variant: str = "") -> None:
        if variant:
            raise ValueError(f"no such ultimate: {variant!r}")
        self.turn = 0
        self.pieces: dict[str, int] = {}
        self.finished: dict[str, int] = {}
        self.forced: str | None = None

    @classmethod
    def at(cls, variant: str, contents: Mapping[str, Any], turn: int) -> Self:
        position = cls(variant)
        position.turn = turn
        for key, value in contents.items():
            if key.startswith("board:"):
                position.finished[key.removeprefix("board:")] = value
            elif key != "forced":
                position.pieces[key] = value
        forced = contents.get("forced")
        position.forced = None if forced in position.finished else forced
        return position

    def contents(self) -> dict[str, object]:
        boards = {f"board:{board}": owner for board, owner in self.finished.items()}
        return {**self.pieces, **boards, "forced": self.forced}

    def result(self) -> int | None:
        lines = [[self.finished.get(board) for board in line] for line in LINES_OF_BOARDS]
        for player in (0, 1):
            if [player, player, player] in lines:
                return player
        # A board lost or full without a winner kills the line; an open one (None) does not. When
        # all boards are finished every line is dead, so that this one test finds both draws.
        for player in (0, 1):
            if any(DRAWN not in line and 1 - player not in line for line in lines):
                return None
        return DRAWN

    @cached_property
    def _legal(self) -> list[str]:
        if self.result() is not None:
            return []
        boards = [self.forced] if self.forced else [b for b in CELLS_OF if b not in self.finished]
        return sorted(
            square for board in boards for square in CELLS_OF[board] if square not in self.pieces
        )

    def moves(self) -> list[str]:
        return list(self._legal)

    def play(self, move: str) -> Self:
        if move not in self._legal:
            raise ValueError(f"illegal move: {move}")
        after = type(self)()
        after.turn = 1 - self.turn
        after.pieces = {**self.pieces, move: self.turn}
        after.finished = dict(self.finished)
        after._close(BOARD_OF[move])
        after.forced = None if SENDS_TO[move] in after.finished else SENDS_TO[move]
        return after

    def _close(self, board: str) -> None:
        """Mark `board` as finished if it is, and forget its pieces."""
        lines = [[self.pieces.get(square) for square in line] for line in LINES_IN[board]]
        if [0, 0, 0] in lines:
            self.finished[board] = 0
        elif [1, 1, 1] in lines:
            self.finished[board] = 1
        elif all(square in self.pieces for square in CELLS_OF[board]):
            self.finished[board] = DRAWN
        else:
            return
        for square in CELLS_OF[board]:
            self.pieces.pop(square, None)
