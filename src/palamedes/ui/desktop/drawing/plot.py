"""The evaluation of a whole game as a curve: the first player's share of the point is up."""

from itertools import pairwise

import numpy as np

from palamedes.ui.desktop.drawing.pixels import Box, Disc, Sheet, Stroke, colour, mix
from palamedes.ui.desktop.drawing.themes import Theme

MARGIN = 12.0
Point = tuple[float, float]


def points_of(shares: list[float], width: int, height: int) -> list[Point]:
    """Where the positions of a game are on a plot of this size."""
    step = (width - 2 * MARGIN) / max(len(shares) - 1, 1)
    return [
        (MARGIN + number * step, MARGIN + (1 - share) * (height - 2 * MARGIN))
        for number, share in enumerate(shares)
    ]


def draw_plot(
    shares: list[float], turning: list[int], here: int, width: int, height: int, theme: Theme
) -> Sheet:
    """The curve; the positions in `turning` are marked, and `here` is the one looked at."""
    sheet, chrome = Sheet(width, height), theme.chrome
    sheet.pixels[:] = (*colour(chrome.field), 1.0)
    middle, bottom = height / 2, height - MARGIN
    for y, opacity in ((MARGIN, 0.5), (middle, 1.0), (bottom, 0.5)):
        sheet.paint(Stroke(MARGIN, y, width - MARGIN, y, 1), colour(chrome.border), opacity)
    points = points_of(shares, width, height)
    columns = np.arange(round(points[0][0]), round(points[-1][0]) + 1)
    heights = np.interp(columns, [x for x, _y in points], [y for _x, y in points])
    accent = colour(chrome.accent)  # so that any disc is seen on any ground
    tints = [mix(colour(disc), accent, 0.5) for disc in theme.palette.discs]
    for left, end in zip(columns.tolist(), heights.tolist(), strict=True):
        area = Box(left, min(end, middle), left + 1, max(end, middle))
        sheet.paint(area, tints[end >= middle], 0.4, soft=0.01)
    for (x1, y1), (x2, y2) in pairwise(points):
        sheet.paint(Stroke(x1, y1, x2, y2, 2.4), colour(chrome.accent))
    for ply in turning:
        sheet.paint(Disc(*points[ply], 6.5), colour(chrome.field))
        sheet.paint(Disc(*points[ply], 5), colour(chrome.warning))
    if 0 <= here < len(points):
        x, y = points[here]
        sheet.paint(Stroke(x, MARGIN, x, bottom, 1.2), colour(chrome.text), 0.6)
        sheet.paint(Disc(x, y, 4), colour(chrome.text))
    return sheet
