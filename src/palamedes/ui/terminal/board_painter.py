"""A board description painted on a canvas of characters."""

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
    piece_look,
)


def paint(board: Board, unicode: bool, width: int) -> list[Text]:
    """The board, line by line, in so many columns if that is possible at all."""
    return _Painter(board, unicode, width).paint()


class _Painter:
    """One board on one canvas. What is painted later covers what was painted before."""

    def __init__(self, board: Board, unicode: bool, width: int) -> None:
        self.board = board
        self.unicode = unicode
        self.glyphs = GLYPHS[unicode]
        self.canvas = Canvas(unicode)
        longest = max(_length(self._runs(spot)) for spot in board.geometry.spots)
        self.frame = BoardScale(board.geometry, max(longest, 1), width)

    def paint(self) -> list[Text]:
        cell = self.frame.cell
        for line in self.board.geometry.lines:
            self.canvas.line(cell(line.x1, line.y1), cell(line.x2, line.y2), line.heavy)
        for spot in self.frame.spots:
            if spot.kind == "pit":
                self._dig(spot)
            self._place(spot)
        self._count_sticks()
        for region in self.board.regions:
            (self._light if region.kind == "lit" else self._cover)(region)
        for spot in self.frame.spots:
            if spot.name in self.board.last:
                self._bracket(spot)
        for label in self.board.geometry.labels:
            self._print(label)
        return self.canvas.lines()

    def _runs(self, spot: Spot) -> list[Run]:
        """What stands on a spot; nothing if it is empty."""
        pieces = self.board.pieces.get(spot.name, ())
        return [piece_look(piece, self.unicode) for piece in pieces if piece.count]

    def _dig(self, pit: Spot) -> None:
        """Draw the walls of a pit. Neighbours share one."""
        left, right = pit.x - self.frame.distance / 2, pit.x + self.frame.distance / 2
        top, bottom = pit.y + 0.5, pit.y - 0.5
        corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
        for start, end in pairwise(corners):
            self.canvas.line(self.frame.cell(*start), self.frame.cell(*end), heavy=False)

    def _place(self, spot: Spot) -> None:
        """Write what stands on a spot; an empty one is shown only where nothing else shows it."""
        row, column = self.frame.cell(spot.x, spot.y)
        runs = self._runs(spot)
        if column > self.frame.edge:
            column, runs = self.frame.edge, [(self.glyphs.more, "")]
        if not runs and spot.kind == "point" and self.canvas.is_blank((row, column)):
            runs = [(self.glyphs.dot, "")]
        self.canvas.write((row, column), *runs)

    def _bracket(self, spot: Spot) -> None:
        """Mark a spot of the last move, if there is room between it and its neighbours."""
        length = max(_length(self._runs(spot)), 1)
        if length < self.frame.room:
            cell = self.frame.cell(spot.x, spot.y)
            before, *_text, after = span(cell, length + 2)
            self.canvas.write(before, ("(", LAST_STYLE))
            self.canvas.write(after, (")", LAST_STYLE))

    def _count_sticks(self) -> None:
        """Write the number of sticks at the end of each row: nobody counts a hundred."""
        sticks: Counter[float] = Counter()
        for spot in self.frame.spots:
            pieces = self.board.pieces.get(spot.name, ())
            sticks[spot.y] += sum(piece.count for piece in pieces if piece.kind == "stick")
        for y, number in sticks.items():
            row, _column = self.frame.cell(0, y)
            if number:
                self.canvas.write((row, self.frame.edge + 5), (f"x {number:<3}", ""))

    def _light(self, region: Region) -> None:
        """Show the empty spots of a region where one must play."""
        for spot in self.frame.spots:
            if region.covers(spot) and not self._runs(spot):
                self.canvas.write(self.frame.cell(spot.x, spot.y), (self.glyphs.dot, LIT_STYLE))

    def _cover(self, region: Region) -> None:
        """Cover a finished region with a large mark of its winner, or shade it."""
        top, left = self.frame.cell(region.x1, region.y2)
        bottom, right = self.frame.cell(region.x2, region.y1)
        rows, columns = range(top + 1, bottom), range(left + 1, right)
        self.canvas.wipe({(row, column) for row in rows for column in columns})
        shade = (self.glyphs.shade * len(columns))[: len(columns)]
        texts, style = [shade] * len(rows), ""
        if region.owner is not None:
            texts = large_mark(region.owner, len(columns), len(rows))
            style = PLAYER_STYLES[region.owner]
        for row, text in zip(rows, texts, strict=True):
            self.canvas.write((row, (left + right) // 2), (text, style))

    def _print(self, label: Label) -> None:
        """Print a label at its place, or as near above or below as no other text is."""
        row, column = self.frame.cell(label.x, label.y)
        places = ((row + away * way, column) for away in count() for way in (1, -1))
        free = (place for place in places if self.canvas.is_free(place, len(label.text)))
        self.canvas.write(next(free), (label.text, ""))


def _length(runs: list[Run]) -> int:
    return sum(len(text) for text, _style in runs)
