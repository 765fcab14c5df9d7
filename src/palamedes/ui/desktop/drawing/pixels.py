"""Drawing with numpy: shapes with smooth edges, which Tk cannot draw.

A shape is given by its signed distance: how far each pixel is from its edge, negative inside. The
edge is smoothed over one pixel, or over many for shadows. x goes right and y goes down, in pixels.
"""

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
Colour = tuple[float, float, float]  # red, green and blue from 0 to 1
BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
Shade = Callable[[Plane, Plane, Plane], Plane]  # from x, y and distance of each pixel to colours
PixelArea = tuple[int, int, int, int]  # left, right, top, bottom; right and bottom excluded


class Shape(Protocol):
    """A shape to paint."""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""

    def distance(self, x: Plane, y: Plane) -> Plane:
        """The signed distance of each point from the edge, negative inside."""


@dataclass(frozen=True)
class Disc:
    x: float
    y: float
    radius: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        return _around(self.x, self.y, self.radius)

    def distance(self, x: Plane, y: Plane) -> Plane:
        return _float32(np.hypot(x - self.x, y - self.y) - self.radius)


@dataclass(frozen=True)
class Ring:
    """A circular line; the radius is that of its middle."""

    x: float
    y: float
    radius: float
    width: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        return _around(self.x, self.y, self.radius + self.width)

    def distance(self, x: Plane, y: Plane) -> Plane:
        away = np.hypot(x - self.x, y - self.y) - self.radius
        return _float32(np.abs(away) - self.width / 2)


@dataclass(frozen=True)
class Box:
    """A rectangle with round corners."""

    left: float
    top: float
    right: float
    bottom: float
    corner: float = 0.0

    @property
    def box(self) -> tuple[float, float, float, float]:
        return self.left, self.top, self.right, self.bottom

    def distance(self, x: Plane, y: Plane) -> Plane:
        across = np.abs(x - (self.left + self.right) / 2) - (self.right - self.left) / 2
        along = np.abs(y - (self.top + self.bottom) / 2) - (self.bottom - self.top) / 2
        away = np.maximum(across, along)
        if self.corner:  # the only areas where both distances count
            columns, rows = across[0] > -self.corner, along[:, 0] > -self.corner
            aside, above = across[:, columns] + self.corner, along[rows] + self.corner
            away[np.ix_(rows, columns)] = np.hypot(aside, above) - self.corner
        return _float32(away)


@dataclass(frozen=True)
class Outline:
    """The outline of a rectangle with round corners."""

    inner: Box
    width: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        return self.inner.box

    def distance(self, x: Plane, y: Plane) -> Plane:
        away = self.inner.distance(x, y)
        return _float32(np.abs(away + self.width / 2) - self.width / 2)


@dataclass(frozen=True)
class Stroke:
    """A straight line with round ends."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        half = self.width / 2
        left, right = sorted((self.x1, self.x2))
        top, bottom = sorted((self.y1, self.y2))
        return left - half, top - half, right + half, bottom + half

    def distance(self, x: Plane, y: Plane) -> Plane:
        dx, dy = self.x2 - self.x1, self.y2 - self.y1
        length = max(dx * dx + dy * dy, 1e-9)
        along = np.clip(((x - self.x1) * dx + (y - self.y1) * dy) / length, 0, 1)
        away = np.hypot(x - self.x1 - along * dx, y - self.y1 - along * dy)
        return _float32(away - self.width / 2)


class PixelImage:
    """Pixels with colour and opacity; the colours are stored multiplied by the opacity."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = max(width, 1), max(height, 1)
        self.pixels: Plane = np.zeros((self.height, self.width, 4), np.float32)

    def paint(
        self, shape: Shape, colour: Colour | Shade, opacity: float = 1.0, soft: float = 1.0
    ) -> None:
        """Paint a shape over the image; `soft` is the width of its smoothed edge."""
        left, top, right, bottom = shape.box
        whole = (
            *_span(left - soft, right + soft, self.width),
            *_span(top - soft, bottom + soft, self.height),
        )
        for part in _without(whole, _core(shape, soft, whole)):
            self._blend(part, shape, colour, opacity, soft)
        if isinstance(shape, Box) and (core := _core(shape, soft, whole)):
            self._fill(core, shape, colour, opacity)

    def _blend(
        self, part: PixelArea, shape: Shape, colour: Colour | Shade, opacity: float, soft: float
    ) -> None:
        x, y = _grid(part)
        distance = shape.distance(x, y)
        cover = np.clip(0.5 - distance / soft, 0, 1)
        if soft > 2:
            cover = cover * cover * (3 - 2 * cover)
        cover = (cover * opacity)[..., None]
        paint = colour(x, y, distance) if callable(colour) else np.array(colour, np.float32)
        pixels = self.pixels[part[2] : part[3], part[0] : part[1]]
        pixels *= 1 - cover
        pixels[..., :3] += paint * cover
        pixels[..., 3:] += cover

    def _fill(self, part: PixelArea, shape: Shape, colour: Colour | Shade, opacity: float) -> None:
        """Paint an area inside a shape, which has no edge to smooth."""
        x, y = _grid(part)
        if callable(colour):
            paint = colour(x, y, shape.distance(x, y))
        else:
            paint = np.array(colour, np.float32)
        pixels = self.pixels[part[2] : part[3], part[0] : part[1]]
        if opacity == 1:
            pixels[..., :3], pixels[..., 3] = paint, 1
        else:
            pixels *= 1 - opacity
            pixels[..., :3] += paint * opacity
            pixels[..., 3] += opacity

    def stamp(self, other: "PixelImage", x: float | None = None, y: float | None = None) -> None:
        """Paint another image centred on a point, by default the middle; the rest is cut off."""
        left = round((self.width / 2 if x is None else x) - other.width / 2)
        top = round((self.height / 2 if y is None else y) - other.height / 2)
        cut_x, cut_y = max(0, -left), max(0, -top)
        left, top = max(left, 0), max(top, 0)
        pixels = other.pixels[cut_y:, cut_x:][: self.height - top, : self.width - left]
        part = self.pixels[top : top + pixels.shape[0], left : left + pixels.shape[1]]
        part *= 1 - pixels[..., 3:]
        part += pixels

    def png(self, opacity: float = 1.0) -> bytes:
        """The image as a PNG file, its opacity multiplied by `opacity`."""
        alpha = self.pixels[..., 3:]
        plain = self.pixels[..., :3] / np.maximum(alpha, 1e-6)
        bytes_ = _bytes(np.concatenate([plain, alpha * opacity], axis=2))
        return png(bytes_, level=1)

    def ppm(self) -> bytes:
        """The image without opacity as PPM, which Tk reads faster than PNG."""
        return (
            b"P6 %d %d 255\n" % (self.width, self.height) + _bytes(self.pixels[..., :3]).tobytes()
        )


def png(pixels: NDArray[np.uint8], level: int = 9) -> bytes:
    """A PNG file of pixels with three or four bytes each."""
    height, width, depth = pixels.shape
    rows = np.zeros((height, 1 + width * depth), np.uint8)  # a row starts with its filter: none
    rows[:, 1:] = pixels.reshape(height, width * depth)
    header = struct.pack(">IIBBBBB", width, height, 8, 6 if depth == 4 else 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        [
            png_chunk(b"IHDR", header),
            png_chunk(b"IDAT", zlib.compress(rows.tobytes(), level)),
            png_chunk(b"IEND", b""),
        ]
    )


def png_chunk(kind: bytes, data: bytes) -> bytes:
    """One chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def grain(width: int, height: int, across: float, along: float, seed: int) -> Plane:
    """Smooth noise from -1 to 1, with blotches of `across` by `along` pixels."""
    random = np.random.default_rng(seed)
    rows, columns = int(height / along) + 3, int(width / across) + 3
    noise = random.random((rows, columns), np.float32) * 2 - 1
    return _stretch(_stretch(noise, height, along).T, width, across).T


def rgb(text: str) -> Colour:
    """The colour written as `#rrggbb`."""
    red, green, blue = bytes.fromhex(text[1:])
    return red / 255, green / 255, blue / 255


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """A mixture of two colours: `one` for a share of 0, `other` for 1."""
    red, green, blue = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return red, green, blue


def between(one: Colour, other: Colour, share: Plane) -> Plane:
    """A mixture of two colours for each pixel."""
    first, second = np.array(one, np.float32), np.array(other, np.float32)
    return first + (second - first) * share[..., None]


def hex_text(colour: Colour) -> str:
    """A colour as `#rrggbb`."""
    return "#" + "".join(f"{round(min(max(value, 0), 1) * 255):02x}" for value in colour)


def _stretch(rows: Plane, size: int, distance: float) -> Plane:
    """Interpolate `size` rows from rows that are `distance` apart."""
    places = np.arange(size, dtype=np.float32) / np.float32(distance)
    before = places.astype(np.int64)
    share = (places - before)[:, None]
    return _float32(rows[before] * (1 - share) + rows[before + 1] * share)


def _bytes(values: Plane) -> NDArray[np.uint8]:
    return (np.clip(values, 0, 1) * 255 + 0.5).astype(np.uint8)


def _float32(values: NDArray[np.floating]) -> Plane:
    return values.astype(np.float32, copy=False)


def _grid(part: PixelArea) -> tuple[Plane, Plane]:
    """The coordinates of the middles of pixels: a row of x and a column of y."""
    x = np.arange(part[0], part[1], dtype=np.float32)[None, :] + np.float32(0.5)
    y = np.arange(part[2], part[3], dtype=np.float32)[:, None] + np.float32(0.5)
    return x, y


def _core(shape: Shape, soft: float, whole: PixelArea) -> PixelArea | None:
    """A large area inside a box, or inside an outline and untouched by it; None if it is small."""
    if isinstance(shape, Box):
        box, inset = shape, shape.corner + soft
    elif isinstance(shape, Outline):
        box, inset = shape.inner, shape.inner.corner + shape.width + soft
    else:
        return None
    left, right = _span(box.left + inset + 2, box.right - inset - 3, whole[1])
    top, bottom = _span(box.top + inset + 2, box.bottom - inset - 3, whole[3])
    left, top = max(left, whole[0]), max(top, whole[2])
    return (left, right, top, bottom) if right - left > 8 and bottom - top > 8 else None


def _without(whole: PixelArea, core: PixelArea | None) -> list[PixelArea]:
    """An area without the area `core` in it, in up to four parts."""
    left, right, top, bottom = whole
    if core is None:
        parts = [whole]
    else:
        parts = [
            (left, right, top, core[2]),
            (left, right, core[3], bottom),
            (left, core[0], core[2], core[3]),
            (core[1], right, core[2], core[3]),
        ]
    return [part for part in parts if part[0] < part[1] and part[2] < part[3]]


def _around(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    return x - radius, y - radius, x + radius, y + radius


def _span(low: float, high: float, size: int) -> tuple[int, int]:
    return max(0, int(low) - 1), min(size, int(high) + 2)
