"""What is marked on a board: the last move, regions, what ended the game, values, arrows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import Literal, TypeAlias
from xml.etree.ElementTree import Element

from palamedes.core.board import Board, Region
from palamedes.ui.pictures.elements import UNIT, draw, number
from palamedes.ui.pictures.layout import Layout, Place, outline
from palamedes.ui.pictures.pieces import draw_mark

ValueKind: TypeAlias = Literal["win", "draw", "loss"]


@dataclass(frozen=True)
class SpotValue:
    """What it is worth to touch a spot: a win, a draw or a loss, or an estimate near to one."""

    kind: ValueKind
    text: str  # at most four characters
    is_exact: bool = False


@dataclass(frozen=True)
class Marks:
    """What to mark on a picture besides what the board itself says.

    values: by spot.
    arrows: each from a spot to another.
    open: the spots that can be touched next.
    hinted: the spots that a text is about.
    """

    values: Mapping[str, SpotValue] = field(default_factory=dict)
    arrows: Sequence[tuple[str, str]] = ()
    open: frozenset[str] = frozenset()
    hinted: Sequence[str] = ()


def draw_under(parent: Element, layout: Layout, board: Board, marks: Marks) -> None:
    """What lies under the pieces: where the next move must be, and what the last one touched."""
    for region in board.regions:
        if region.kind == "lit":
            _draw_region(parent, region)
    under = (("last", board.last), ("formed", board.formed), ("hinted", marks.hinted))
    for name, spots in under:
        for place in layout.points(dict.fromkeys(spots)):
            tag, shape = outline(place, layout.has_lines, 0.97)
            draw(parent, tag, class_=name, **shape)


def draw_over(parent: Element, layout: Layout, board: Board, marks: Marks) -> None:
    """What lies over the pieces."""
    for region in board.regions:
        if region.kind != "lit":
            _draw_region(parent, region)
    _draw_ending(parent, layout, layout.points(board.ended))
    for place in layout.points(sorted(marks.open - marks.values.keys())):
        _draw_open(parent, layout, place, bool(board.pieces.get(place.spot.name)))
    for start, end in marks.arrows:
        _draw_arrow(parent, layout.points((start, end)))
    for name, value in marks.values.items():
        for place in layout.points((name,)):
            _draw_value(parent, place, value, bool(board.pieces.get(name)))


def _draw_region(parent: Element, region: Region) -> None:
    x, y = UNIT * (region.x1 + region.x2) / 2, -UNIT * (region.y1 + region.y2) / 2
    width, height = UNIT * (region.x2 - region.x1), UNIT * (region.y2 - region.y1)
    at = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height}
    draw(parent, "rect", class_=region.kind, **at, rx=8)
    size = 0.5 * min(width, height)
    if region.kind == "won":
        draw_mark(draw(parent, "g", class_="won-mark"), region.owner, x, y, 0.78 * size)
    elif region.kind == "drawn":
        draw(parent, "text", "=", class_="equal", x=x, y=y + 0.33 * size, font_size=size)


def _draw_ending(parent: Element, layout: Layout, places: Sequence[Place]) -> None:
    """A line through the spots that ended the game, or frames around them if they form none.

    A dark line around a bright one is seen on pieces of any colour.
    """
    line = _line_through(places)
    for name in ("ended-edge", "ended"):
        if line:
            draw(parent, "line", class_=name, **line)
            continue
        for place in places:
            tag, shape = outline(place, layout.has_lines, 0.9)
            draw(parent, tag, class_=name, **shape)


def _line_through(places: Sequence[Place]) -> dict[str, float] | None:
    """The ends of a line through at least three places; None if they do not lie on one."""
    if len(places) < 3:
        return None
    ordered = sorted(places, key=lambda place: (place.x, place.y))
    first, last = ordered[0], ordered[-1]
    dx, dy = last.x - first.x, last.y - first.y
    if any(abs((place.x - first.x) * dy - (place.y - first.y) * dx) >= 1 for place in places):
        return None
    beyond = 0.3 * first.half_width / hypot(dx, dy)
    x, y = beyond * dx, beyond * dy
    return {"x1": first.x - x, "y1": first.y - y, "x2": last.x + x, "y2": last.y + y}


def _draw_open(parent: Element, layout: Layout, place: Place, is_taken: bool) -> None:
    """A dot on a spot that can be touched, or a ring around what stands there."""
    if is_taken:
        tag, shape = outline(place, layout.has_lines, 0.9)
        draw(parent, tag, class_="open-ring", **shape)
    else:
        radius = (0.26 if layout.has_lines else 0.18) * min(place.half_width, place.half_height)
        draw(parent, "circle", class_="open", cx=place.x, cy=place.y, r=radius)


def _draw_arrow(parent: Element, ends: Sequence[Place]) -> None:
    """An arrow from the middle of a spot to the edge of the piece that will stand on another."""
    if len(ends) < 2 or ends[0] == ends[1]:
        return
    start, end = ends
    dx, dy = end.x - start.x, end.y - start.y
    length = hypot(dx, dy)
    along, across = dx / length, dy / length
    tip_x, tip_y = end.x - 14 * along, end.y - 14 * across
    neck_x, neck_y = tip_x - 36 * along, tip_y - 36 * across
    draw(parent, "line", class_="arrow", x1=start.x, y1=start.y, x2=neck_x, y2=neck_y)
    corners = [
        (tip_x, tip_y),
        (neck_x - 24 * across, neck_y + 24 * along),
        (neck_x + 24 * across, neck_y - 24 * along),
    ]
    points = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
    draw(parent, "polygon", class_="arrow-head", points=points)


def _draw_value(parent: Element, place: Place, value: SpotValue, is_taken: bool) -> None:
    """A circle with the value: in the middle of a spot, but at the edge of one with pieces."""
    x, y, size = _circle(place, is_taken)
    kind = f"value-{value.kind}{'' if value.is_exact else ' estimate'}"
    draw(parent, "circle", class_=f"value {kind}", cx=x, cy=y, r=size)
    height = (0.95 if len(value.text) <= 2 else 0.74) * size
    certainty = "" if value.is_exact else " estimate"
    text = f"value-text{certainty}"
    draw(parent, "text", value.text, class_=text, x=x, y=y + 0.36 * height, font_size=height)


def _circle(place: Place, is_taken: bool) -> tuple[float, float, float]:
    x, y, width, height = place.x, place.y, place.half_width, place.half_height
    if place.spot.kind == "pit":
        return x, y - 0.72 * height, 0.42 * width
    half = min(50.0, width)
    if not is_taken:
        return x, y, 0.76 * half
    if width < 0.7 * height:
        return x, y + 0.62 * height, 0.76 * half
    return x + 0.6 * half, y - 0.6 * half, 0.46 * half
