"""A canvas of characters: lines that join, and texts written over them.

Rows go down and columns right; both may be negative, and the canvas grows as needed.
"""

from itertools import groupby

from rich.text import Text

# The box-drawing character of a cell. Its index is a number in base 3: the weights (0 none,
# 1 light, 2 heavy) of the four strokes from the middle up, right, down and left.
STROKES = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
# Diagonal strokes have one weight and join nothing.
RISING, FALLING = ("/", "\u2571"), ("\\", "\u2572")  # in plain text, in Unicode

Cell = tuple[int, int]  # row, column
Run = tuple[str, str]  # a text and its style


def span(middle: Cell, length: int) -> list[Cell]:
    """`length` cells of a row, centred on one; an even number has one more to the right."""
    row, column = middle
    left = column - (length - 1) // 2
    return [(row, left + offset) for offset in range(length)]


class Canvas:
    """Strokes run between neighbouring cells; a written character hides the strokes of its cell."""

    def __init__(self, unicode: bool) -> None:
        self.unicode = unicode
        self._strokes: dict[tuple[Cell, Cell], int] = {}
        self._written: dict[Cell, Run] = {}  # a character each

    def line(self, start: Cell, end: Cell, heavy: bool) -> None:
        """Draw a straight line. Where two overlap, the heavy one is seen."""
        (row, column), (last_row, last_column) = sorted((start, end))
        weight = 2 if heavy else 1
        if row == last_row:
            for step in range(column, last_column):
                self._stroke((row, step), (row, step + 1), weight)
        elif column == last_column:
            for step in range(row, last_row):
                self._stroke((step, column), (step + 1, column), weight)
        else:
            self._diagonal(row, column, last_row, last_column)

    def _stroke(self, start: Cell, end: Cell, weight: int) -> None:
        self._strokes[start, end] = max(weight, self._strokes.get((start, end), 0))

    def _diagonal(self, row: int, column: int, last_row: int, last_column: int) -> None:
        slash = (FALLING if column < last_column else RISING)[self.unicode]
        slope = (last_column - column) / (last_row - row)
        for step in range(row + 1, last_row):
            self.write((step, round(column + slope * (step - row))), (slash, ""))

    def write(self, middle: Cell, *runs: Run) -> None:
        """Write a text centred on a cell; a space in it hides what was there."""
        characters = [(character, style) for text, style in runs for character in text]
        for place, character in zip(span(middle, len(characters)), characters, strict=True):
            self._written[place] = character

    def is_free(self, middle: Cell, length: int) -> bool:
        """Whether a text of this length would neither cover nor touch another one in its row."""
        return self._written.keys().isdisjoint(span(middle, length + 2))

    def is_blank(self, cell: Cell) -> bool:
        """Whether a cell is empty."""
        return self._run(cell)[0] == " "

    def wipe(self, cells: set[Cell]) -> None:
        """Erase these cells and every stroke that leads into them."""
        for cell in cells:
            self._written.pop(cell, None)
        for stroke in list(self._strokes):
            if not cells.isdisjoint(stroke):
                del self._strokes[stroke]

    def lines(self) -> list[Text]:
        """The drawn part of the canvas, row by row; no row ends in a space."""
        inked = {cell for stroke in self._strokes for cell in stroke}.union(self._written)
        if not inked:
            return []
        rows, columns = zip(*inked, strict=True)
        left, right = min(columns), max(columns)
        return [self._row(row, left, right) for row in range(min(rows), max(rows) + 1)]

    def _row(self, row: int, left: int, right: int) -> Text:
        cells = [self._run((row, column)) for column in range(left, right + 1)]
        text = Text()
        for style, run in groupby(cells, key=lambda cell: cell[1]):
            text.append("".join(character for character, _style in run), style)
        text.rstrip()
        return text

    def _run(self, cell: Cell) -> Run:
        if cell in self._written:
            return self._written[cell]
        row, column = cell
        ends = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
        weights = [self._strokes.get((min(cell, end), max(cell, end)), 0) for end in ends]
        return self._box(*weights), ""

    def _box(self, up: int, right: int, down: int, left: int) -> str:
        if self.unicode:
            return STROKES[27 * up + 9 * right + 3 * down + left]
        across, upright = max(left, right), max(up, down)
        if across == upright == 1:
            return "+"
        return " -="[across] if across > upright else " |#"[upright]
