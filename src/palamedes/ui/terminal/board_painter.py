"""Draws a board description on a canvas of characters."""

from collections import Counter
from itertools import count, pairwise

from rich.text import Text

from palamedes.core.board import Board, Label, Region, Spot
from palamedes.ui.terminal.board_scale import BoardScale
from palamedes.ui.terminal.canvas import Canvas, Run, span
from palamedes.ui.terminal.glyphs import (
    GLYPHS,
    LAST_STYLE,
    LIT_STYLE,
    PLAYER_STYLES,
    large_mark,
    piece_run,
)


def paint_board(board: Board, unicode: bool, width: int) -> list[Text]:
    """The lines of a board, at most `width` columns wide if that is possible."""
    return _BoardPainter(board, unicode, width).paint()


class _BoardPainter:
    """Draws one board on one canvas. What is drawn later covers what was drawn before."""

    def __init__(self, board: Board, unicode: bool, width: int) -> None:
        self.board = board
        self.unicode = unicode
        self.glyphs = GLYPHS[unicode]
        self.canvas = Canvas(unicode)
        longest = max(_length(self._runs(spot)) for spot in board.geometry.spots)
        self.scale = BoardScale(board.geometry, max(longest, 1), width)

    def paint(self) -> list[Text]:
        cell = self.scale.cell
        for line in self.board.geometry.lines:
            self.canvas.line(cell(line.x1, line.y1), cell(line.x2, line.y2), line.heavy)
        for spot in self.scale.spots:
            if spot.kind == "pit":
                self._draw_pit(spot)
            self._draw_spot(spot)
        self._count_sticks()
        for region in self.board.regions:
            (self._mark_lit if region.kind == "lit" else self._cover)(region)
        for spot in self.scale.spots:
            if spot.name in self.board.ended:
                self._bracket(spot, "[]")
            elif spot.name in self.board.last:
                self._bracket(spot, "()")
        for label in self.board.geometry.labels:
            self._draw_label(label)
        return self.canvas.lines()

    def _runs(self, spot: Spot) -> list[Run]:
        """The texts of the pieces on a spot."""
        pieces = self.board.pieces.get(spot.name, ())
        return [piece_run(piece, self.unicode) for piece in pieces if piece.count]

    def _draw_pit(self, pit: Spot) -> None:
        """Draw the walls of a pit; neighbours share a wall."""
        left, right = pit.x - self.scale.spot_distance / 2, pit.x + self.scale.spot_distance / 2
        top, bottom = pit.y + 0.5, pit.y - 0.5
        corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
        for start, end in pairwise(corners):
            self.canvas.line(self.scale.cell(*start), self.scale.cell(*end), heavy=False)

    def _draw_spot(self, spot: Spot) -> None:
        """Write the pieces on a spot, or a dot if it is empty and no line marks it."""
        row, column = self.scale.cell(spot.x, spot.y)
        runs = self._runs(spot)
        if column > self.scale.last_column:
            column, runs = self.scale.last_column, [(self.glyphs.more, "")]
        if not runs and spot.kind == "point" and self.canvas.is_blank((row, column)):
            runs = [(self.glyphs.dot, "")]
        self.canvas.write((row, column), *runs)

    def _bracket(self, spot: Spot, brackets: str) -> None:
        """Put brackets around a spot, if they fit beside its neighbours.

        Round ones are for the last move, square ones for what has ended the game.
        """
        length = max(_length(self._runs(spot)), 1)
        if length < self.scale.spacing:
            cell = self.scale.cell(spot.x, spot.y)
            before, *_text, after = span(cell, length + 2)
            self.canvas.write(before, (brackets[0], LAST_STYLE))
            self.canvas.write(after, (brackets[1], LAST_STYLE))

    def _count_sticks(self) -> None:
        """Write the number of sticks at the end of each row, which may have a hundred."""
        sticks: Counter[float] = Counter()
        for spot in self.scale.spots:
            pieces = self.board.pieces.get(spot.name, ())
            sticks[spot.y] += sum(piece.count for piece in pieces if piece.kind == "stick")
        for y, number in sticks.items():
            row, _column = self.scale.cell(0, y)
            if number:
                self.canvas.write((row, self.scale.last_column + 5), (f"x {number:<3}", ""))

    def _mark_lit(self, region: Region) -> None:
        """Mark the empty spots of a region in which the player must move."""
        for spot in self.scale.spots:
            if region.covers(spot) and not self._runs(spot):
                self.canvas.write(self.scale.cell(spot.x, spot.y), (self.glyphs.dot, LIT_STYLE))

    def _cover(self, region: Region) -> None:
        """Cover a won region with a large mark of its winner, and shade a drawn one."""
        top, left = self.scale.cell(region.x1, region.y2)
        bottom, right = self.scale.cell(region.x2, region.y1)
        rows, columns = range(top + 1, bottom), range(left + 1, right)
        self.canvas.wipe({(row, column) for row in rows for column in columns})
        shade = (self.glyphs.shade * len(columns))[: len(columns)]
        texts, style = [shade] * len(rows), ""
        if region.owner is not None:
            texts = large_mark(region.owner, len(columns), len(rows))
            style = PLAYER_STYLES[region.owner]
        for row, text in zip(rows, texts, strict=True):
            self.canvas.write((row, (left + right) // 2), (text, style))

    def _draw_label(self, label: Label) -> None:
        """Write a label at its place, or at the nearest free place above or below it."""
        row, column = self.scale.cell(label.x, label.y)
        places = ((row + sign * rows, column) for rows in count() for sign in (1, -1))
        free = (place for place in places if self.canvas.is_free(place, len(label.text)))
        self.canvas.write(next(free), (label.text, ""))


def _length(runs: list[Run]) -> int:
    return sum(len(text) for text, _style in runs)
