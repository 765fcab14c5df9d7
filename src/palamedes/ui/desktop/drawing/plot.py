"""Draws the evaluation of a game as a curve; up is good for the first player."""

from itertools import pairwise

import numpy as np

from palamedes.ui.desktop.drawing.pixels import Box, Disc, PixelImage, Stroke, mix, rgb
from palamedes.ui.desktop.drawing.themes import Theme

MARGIN = 12.0
Point = tuple[float, float]


def points_of(shares: list[float], width: int, height: int) -> list[Point]:
    """The points of all positions on a plot of this size."""
    step = (width - 2 * MARGIN) / max(len(shares) - 1, 1)
    return [
        (MARGIN + number * step, MARGIN + (1 - share) * (height - 2 * MARGIN))
        for number, share in enumerate(shares)
    ]


def draw_plot(
    shares: list[float], turning: list[int], here: int, width: int, height: int, theme: Theme
) -> PixelImage:
    """The plot, with marks at the positions `turning` and a line at the selected one, `here`."""
    image, chrome = PixelImage(width, height), theme.chrome
    image.pixels[:] = (*rgb(chrome.field), 1.0)
    middle, bottom = height / 2, height - MARGIN
    for y, opacity in ((MARGIN, 0.5), (middle, 1.0), (bottom, 0.5)):
        image.paint(Stroke(MARGIN, y, width - MARGIN, y, 1), rgb(chrome.border), opacity)
    points = points_of(shares, width, height)
    columns = np.arange(round(points[0][0]), round(points[-1][0]) + 1)
    heights = np.interp(columns, [x for x, _y in points], [y for _x, y in points])
    accent = rgb(chrome.accent)  # mixed in, so that both colours are visible on any background
    tints = [mix(rgb(disc), accent, 0.5) for disc in theme.palette.discs]
    for left, end in zip(columns.tolist(), heights.tolist(), strict=True):
        area = Box(left, min(end, middle), left + 1, max(end, middle))
        image.paint(area, tints[end >= middle], 0.4, soft=0.01)
    for (x1, y1), (x2, y2) in pairwise(points):
        image.paint(Stroke(x1, y1, x2, y2, 2.4), rgb(chrome.accent))
    for ply in turning:
        image.paint(Disc(*points[ply], 6.5), rgb(chrome.field))
        image.paint(Disc(*points[ply], 5), rgb(chrome.warning))
    if 0 <= here < len(points):
        x, y = points[here]
        image.paint(Stroke(x, MARGIN, x, bottom, 1.2), rgb(chrome.text), 0.6)
        image.paint(Disc(x, y, 4), rgb(chrome.text))
    return image
