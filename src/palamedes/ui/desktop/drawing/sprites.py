"""Draws pieces: discs, marks, sticks and piles of seeds, in both piece sets."""

from functools import lru_cache
from math import cos, pi, sin, sqrt
from random import Random

import numpy as np

from palamedes.core.board import Piece
from palamedes.ui.desktop.drawing.pixels import (
    BLACK,
    WHITE,
    Box,
    Colour,
    Disc,
    PixelImage,
    Plane,
    Ring,
    Shade,
    Stroke,
    between,
    mix,
    rgb,
)
from palamedes.ui.desktop.drawing.themes import HEAD, SEEDS, STICK, PieceSet, Theme

MOST_SEEDS = 24  # drawn in one pile
GOLDEN = pi * (3 - sqrt(5))  # the golden angle, which spreads seeds evenly over a disc


def draw_piece(piece: Piece, theme: Theme, radius: float, half_height: float) -> PixelImage:
    """A piece of this radius; a stick is as high as its cell."""
    if piece.kind == "stick":
        return _stick(theme.pieces, radius, half_height)
    if piece.kind == "mark":
        return _mark(piece.owner or 0, theme, radius)
    if piece.kind == "disc":
        return _disc(_disc_colour(piece, theme), piece.owner, theme, radius)
    return draw_pile((piece,), theme.pieces, radius, radius, "")


def draw_pile(
    pieces: tuple[Piece, ...],
    pieces_set: PieceSet,
    half_width: float,
    half_height: float,
    name: str,
) -> PixelImage:
    """A random pile of seeds; the same seeds on the same spot always look the same."""
    image = PixelImage(round(2 * half_width), round(2 * half_height))
    total = sum(piece.count for piece in pieces)
    shown = min(total, MOST_SEEDS)
    kinds = [piece.kind for piece in pieces for _seed in range(piece.count)]
    random = Random(f"{name}/{total}")
    random.shuffle(kinds)
    size = 0.27 * min(half_width, half_height) * (1.0 if shown < 12 else 0.85)
    spread = min(0.86, 0.25 + 0.14 * sqrt(shown))
    turn = random.random() * 2 * pi
    for number in range(shown):
        away = sqrt((number + 0.5) / shown) * spread if shown > 1 else 0.0
        angle = turn + number * GOLDEN
        x = half_width + away * cos(angle) * (half_width - 1.4 * size) + random.uniform(-1, 1)
        y = half_height + away * sin(angle) * (half_height - 1.4 * size) + random.uniform(-1, 1)
        image.stamp(_seed(kinds[number], pieces_set, round(size, 1)), x, y)
    return image


def draw_button(
    half_width: float,
    half_height: float,
    theme: Theme,
    lit: bool,
    chosen: bool,
    seeds: tuple[Piece, ...] = (),
) -> PixelImage:
    """A button beside the board, without its text; with seeds on its left half."""
    chrome = theme.chrome
    margin = 4.0
    image = PixelImage(round(2 * half_width), round(2 * half_height))
    width, height = image.width - margin, image.height - margin
    face = Box(margin, margin, width, height, 0.3 * half_height)
    base = rgb(chrome.accent if lit or chosen else chrome.panel)
    if not chosen:
        shadow = Box(margin, margin + 2, width, height + 2, face.corner)
        image.paint(shadow, BLACK, 0.35 if lit else 0.2, soft=5)
    image.paint(face, _slope(mix(base, WHITE, 0.12), mix(base, BLACK, 0.08), face.top, face.bottom))
    rim = Box(face.left + 1, face.top + 1, face.right - 1, face.bottom - 1, face.corner)
    image.paint(rim, WHITE, 0.06)
    size = round(0.3 * half_height, 1)
    for number, piece in enumerate(seeds):
        x = 0.62 * half_width + (number - (len(seeds) - 1) / 2) * 2.3 * size
        image.stamp(_seed(piece.kind, theme.pieces, size), x, half_height)
    return image


def _disc_colour(piece: Piece, theme: Theme) -> Colour:
    if piece.owner is None:
        return rgb(STICK)
    return rgb(theme.palette.discs[piece.owner])


def _disc(base: Colour, owner: int | None, theme: Theme, radius: float) -> PixelImage:
    reach = radius * 1.3
    image = PixelImage(round(2 * reach), round(2 * reach))
    middle = image.width / 2
    flat = theme.pieces == "flat"
    if flat:
        image.paint(Disc(middle, middle, radius), mix(base, BLACK, 0.45))
        image.paint(Disc(middle, middle, radius - max(1.5, 0.06 * radius)), base)
    else:
        _stone(image, base, middle, radius)
    if owner is not None and (flat or theme.palette.patterned):
        _pattern(image, base, owner, middle, radius, theme.palette.patterned)
    return image


def _stone(image: PixelImage, base: Colour, middle: float, radius: float) -> None:
    """Draw a flat stone and its shadow, with light from the upper left."""
    shift = 0.1 * radius
    image.paint(Disc(middle + 0.5 * shift, middle + shift, radius), BLACK, 0.45, soft=0.32 * radius)
    image.paint(Disc(middle, middle, radius), _ball(base, middle, radius))
    brightness = sum(base) / 3
    shine = 0.5 if brightness > 0.5 else 0.22
    image.paint(
        Disc(middle - 0.3 * radius, middle - 0.36 * radius, 0.34 * radius),
        WHITE,
        shine,
        soft=0.6 * radius,
    )


def _ball(base: Colour, middle: float, radius: float) -> Shade:
    bright, dim = mix(base, WHITE, 0.16), mix(base, BLACK, 0.4)

    def shade(x: Plane, y: Plane, distance: Plane) -> Plane:
        away = np.hypot(x - middle + 0.35 * radius, y - middle + 0.4 * radius) / (1.55 * radius)
        rim = np.clip(1 + distance / (0.16 * radius), 0, 1) * 0.35
        return between(bright, dim, np.clip(away**2.2 * 0.85 + rim, 0, 1))

    return shade


def _pattern(
    image: PixelImage, base: Colour, owner: int, middle: float, radius: float, both: bool
) -> None:
    """Draw a ring on the second player's discs and, with `both`, a dot on the first player's."""
    ink = mix(base, BLACK, 0.6) if sum(base) > 1.4 else mix(base, WHITE, 0.8)
    width = max(1.5, 0.1 * radius)
    if owner == 1:
        image.paint(Ring(middle, middle, 0.58 * radius, width), ink, 0.9)
    elif both:
        image.paint(Disc(middle, middle, 0.2 * radius), ink, 0.9)


def _mark(owner: int, theme: Theme, radius: float) -> PixelImage:
    """A cross for the first player, a circle for the second."""
    reach = radius * 1.25
    image = PixelImage(round(2 * reach), round(2 * reach))
    ink = rgb(theme.palette.marks[owner])
    middle, flat = image.width / 2, theme.pieces == "flat"
    width = radius * (0.22 if flat else 0.27)
    if not flat:
        for shape in _mark_shapes(
            owner, middle + 0.03 * radius, middle + 0.08 * radius, radius, width
        ):
            image.paint(shape, BLACK, 0.4, soft=max(2.0, 0.16 * radius))
    shade: Colour | Shade = ink
    if not flat:
        shade = _slope(
            mix(ink, WHITE, 0.22), mix(ink, BLACK, 0.12), middle - radius, middle + radius
        )
    for shape in _mark_shapes(owner, middle, middle, radius, width):
        image.paint(shape, shade)
    return image


def _mark_shapes(
    owner: int, x: float, y: float, radius: float, width: float
) -> list[Stroke] | list[Ring]:
    if owner == 1:
        return [Ring(x, y, 0.76 * radius, width)]
    arm = 0.68 * radius
    return [
        Stroke(x - arm, y - arm, x + arm, y + arm, width),
        Stroke(x - arm, y + arm, x + arm, y - arm, width),
    ]


def _stick(pieces_set: PieceSet, radius: float, half_height: float) -> PixelImage:
    """An upright match."""
    thick = max(0.62 * radius, min(1.1 * radius, 5.0))  # not too thin in long rows
    image = PixelImage(round(4 * radius), round(2.2 * half_height))
    x, middle = image.width / 2, image.height / 2
    top, bottom = middle - 0.76 * half_height, middle + 0.76 * half_height
    wood, head = rgb(STICK), rgb(HEAD)
    flat = pieces_set == "flat"
    if not flat:
        image.paint(Stroke(x + 2, top + 3, x + 2, bottom + 3, thick), BLACK, 0.45, soft=5)
    shade: Colour | Shade = wood if flat else _round(wood, x, thick / 2)
    image.paint(Box(x - thick / 2, top, x + thick / 2, bottom, 0.3 * thick), shade)
    tip = Stroke(x, top, x, top + min(0.22 * half_height, 2.5 * thick), 1.45 * thick)
    image.paint(tip, head if flat else _round(head, x, 0.72 * thick))
    return image


@lru_cache(maxsize=32)
def _seed(kind: str, pieces_set: PieceSet, size: float) -> PixelImage:
    """One seed, cached because a pile has many equal ones."""
    image = PixelImage(round(4 * size), round(4 * size))
    x = y = image.width / 2
    base = rgb(SEEDS[kind])
    if pieces_set == "flat":
        image.paint(Disc(x, y, size), mix(base, BLACK, 0.4))
        image.paint(Disc(x, y, size - 1), base)
        return image
    image.paint(Disc(x + 0.1 * size, y + 0.3 * size, size), BLACK, 0.5, soft=0.7 * size)
    if kind == "clear":  # glass: translucent, with light at its lower edge
        image.paint(Disc(x, y, size), mix(base, BLACK, 0.2), 0.5)
        image.paint(Ring(x, y, 0.88 * size, 0.22 * size), WHITE, 0.55)
        image.paint(Disc(x + 0.25 * size, y + 0.3 * size, 0.4 * size), WHITE, 0.6, soft=0.7 * size)
    else:
        image.paint(Disc(x, y, size), _ball_at(base, x, y, size))
    image.paint(Disc(x - 0.32 * size, y - 0.36 * size, 0.24 * size), WHITE, 0.85, soft=0.3 * size)
    return image


def _ball_at(base: Colour, x: float, y: float, size: float) -> Shade:
    bright, dim = mix(base, WHITE, 0.25), mix(base, BLACK, 0.5)

    def shade(across: Plane, along: Plane, _distance: Plane) -> Plane:
        away = np.hypot(across - x + 0.35 * size, along - y + 0.4 * size) / (1.6 * size)
        return between(bright, dim, np.clip(away, 0, 1) ** 1.6)

    return shade


def _round(base: Colour, x: float, half: float) -> Shade:
    """The light on an upright cylinder."""

    def shade(across: Plane, along: Plane, _distance: Plane) -> Plane:
        side = np.clip(np.abs(across - x + 0.3 * half) / (1.3 * half), 0, 1) ** 2
        share = (side + np.zeros_like(along)).astype(np.float32)
        return between(mix(base, WHITE, 0.14), mix(base, BLACK, 0.38), share)

    return shade


def _slope(top: Colour, bottom: Colour, y1: float, y2: float) -> Shade:
    """A gradient from one colour at the top to another at the bottom."""

    def shade(x: Plane, y: Plane, _distance: Plane) -> Plane:
        return between(top, bottom, np.clip((y - y1) / (y2 - y1), 0, 1) + np.zeros_like(x))

    return shade
