"""The empty board: a frame around a field with squares, pits, lines and points."""

from xml.etree.ElementTree import Element

from palamedes.core.board import Line
from palamedes.ui.pictures.elements import OWN, UNIT, around, draw
from palamedes.ui.pictures.layout import Layout, Place


def draw_ground(parent: Element, layout: Layout) -> None:
    _draw_frame(parent, layout)
    for place in layout.places.values():
        _draw_square(parent, place)
    field = layout.field.attributes()
    draw(parent, "rect", **{**field, "height": 16}, fill=reference("edge-down"))
    draw(parent, "rect", **{**field, "width": 12}, fill=reference("edge-right"))
    for place in layout.places.values():
        _draw_hollow(parent, place, layout.has_lines)
    _draw_lines(parent, layout)
    if layout.has_lines:
        for place in layout.places.values():
            if place.spot.kind == "point":
                draw(parent, "circle", class_="point", cx=place.x, cy=place.y, r=11)
    for text, x, y in layout.labels:
        size = 0.58 * layout.rim
        draw(parent, "text", text, class_="label", x=x, y=y + 0.36 * size, font_size=size)


def reference(name: str) -> str:
    """A reference to a gradient of this picture."""
    return f"url(#{OWN}{name})"


def _draw_frame(parent: Element, layout: Layout) -> None:
    corner = 0.3 * layout.rim
    draw(parent, "rect", **layout.frame.attributes(), rx=corner, fill=reference("frame"))
    draw(parent, "rect", class_="rim", **layout.frame.grown(-1.5).attributes(), rx=corner)
    draw(parent, "rect", class_="groove", **layout.field.attributes())
    draw(parent, "rect", class_="ground", **layout.field.attributes())


def _draw_square(parent: Element, place: Place) -> None:
    if place.spot.kind == "square" and round((place.x + place.y) / UNIT) & 1:
        shape = around(place.x, place.y, place.half_width, place.half_height)
        draw(parent, "rect", class_="other", **shape)


def _draw_hollow(parent: Element, place: Place, has_lines: bool) -> None:
    """A pit, or the slot of a stick."""
    x, y = place.x, place.y
    if place.spot.kind == "pit":
        width, height = 0.9 * place.half_width, 0.88 * place.half_height
        corner = 0.9 * min(width, height)
        draw(parent, "rect", class_="lip", **around(x, y + 4, width + 2, height), rx=corner)
        owner = place.spot.owner
        own = "" if owner is None else f" own-{owner}"
        draw(parent, "rect", class_=f"pit{own}", **around(x, y, width, height), rx=corner)
    elif place.spot.kind == "point" and not has_lines:
        reach, width = 0.62 * place.half_height, 0.4 * place.half_width
        draw(
            parent,
            "line",
            class_="slot",
            x1=x,
            x2=x,
            y1=y - reach,
            y2=y + reach,
            stroke_width=width,
        )


def _draw_lines(parent: Element, layout: Layout) -> None:
    """Engraved lines: dark, with a light lower edge. Heavy ones are drawn over the others."""
    lines = layout.geometry.lines
    has_heavy = any(line.heavy for line in lines)
    thin = (2.2 if has_heavy else 3) if layout.is_square else 6
    for line in sorted(lines, key=lambda line: line.heavy):
        ends = {"x1": line.x1, "y1": -line.y1, "x2": line.x2, "y2": -line.y2}
        ends = {name: UNIT * end for name, end in ends.items()}
        width = 9 if line.heavy else thin
        if not _is_edge(line, layout):
            shifted = {name: end + (2 if name[0] == "y" else 1) for name, end in ends.items()}
            draw(parent, "line", class_="engraved-light", **shifted, stroke_width=width)
        opacity = "1" if line.heavy or not has_heavy else "0.6"
        draw(parent, "line", class_="engraved", **ends, stroke_width=width, stroke_opacity=opacity)


def _is_edge(line: Line, layout: Layout) -> bool:
    """Whether a line lies on an edge of the field, beside the frame."""
    field = layout.field
    if line.x1 == line.x2:
        return min(abs(UNIT * line.x1 - field.left), abs(UNIT * line.x1 - field.right)) < 1
    across = min(abs(UNIT * line.y1 + field.top), abs(UNIT * line.y1 + field.bottom))
    return line.y1 == line.y2 and across < 1
