"""A plot of the evaluation in characters: above the axis the first player is ahead."""

from collections.abc import Sequence

from rich.text import Text

from palamedes.search.review import Review
from palamedes.ui.terminal.glyphs import PLAYER_STYLES

COLUMNS = 60
ROWS = 4  # on either side of the axis
HALVES = 2  # a row can be filled by half

FULL = {False: "#", True: "█"}
UPPER = {False: "'", True: "▀"}
LOWER = {False: ".", True: "▄"}
AXIS = {False: "-", True: "─"}
MARK = {False: "^", True: "▲"}


def evaluation_plot(review: Review, unicode: bool, columns: int = COLUMNS) -> list[Text]:
    """The rows of the plot, a row that marks turning points, and one that counts the moves."""
    count = len(review.worths)
    plies = _plies(count, columns)
    across = len(plies)
    heights = [_height(review.worths[ply].chance) for ply in plies]
    rows = [_above(heights, row, unicode) for row in range(ROWS, 0, -1)]
    rows.append(Text(AXIS[unicode] * across))
    rows += [_below(heights, row, unicode) for row in range(1, ROWS + 1)]
    turns = {each.ply for each in review.turning_points}
    if turns:
        rows.append(Text(_marks(plies, turns, unicode)))
    rows.append(Text(f"0{count - 1:>{across - 1}}"))
    return rows


def _plies(count: int, columns: int) -> list[int]:
    """The position that each column shows.

    A short game has several columns for each position; a long one leaves positions out, but never
    the first and the last.
    """
    if count <= columns:
        wide = columns // count
        return [column // wide for column in range(wide * count)]
    return [column * (count - 1) // max(columns - 1, 1) for column in range(columns)]


def _height(chance: float) -> int:
    """The distance of a position from the axis, in halves of a row."""
    return round((2 * chance - 1) * ROWS * HALVES)


def _above(heights: Sequence[int], row: int, unicode: bool) -> Text:
    cells = [_cell(height, row, LOWER[unicode], FULL[unicode]) for height in heights]
    return Text("".join(cells).rstrip(), PLAYER_STYLES[0])


def _below(heights: Sequence[int], row: int, unicode: bool) -> Text:
    cells = [_cell(-height, row, UPPER[unicode], FULL[unicode]) for height in heights]
    return Text("".join(cells).rstrip(), PLAYER_STYLES[1])


def _cell(height: int, row: int, half: str, full: str) -> str:
    """The character of a column of this height in a row, counted from 1 at the axis."""
    inside = height - HALVES * (row - 1)
    return full if inside >= HALVES else half if inside == 1 else " "


def _marks(plies: Sequence[int], turns: set[int], unicode: bool) -> str:
    """A line with a mark at each turning point; several in one column share a mark."""
    marks, before = [], 0
    for ply in plies:
        has_turn = not turns.isdisjoint(range(before + 1, ply + 1))
        marks.append(MARK[unicode] if has_turn else " ")
        before = ply
    return "".join(marks).rstrip()
