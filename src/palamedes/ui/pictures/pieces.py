"""Pieces: what stands on a spot, drawn around (0, 0), so that equal stacks are drawn once."""

from collections.abc import Iterator
from math import cos, pi, sin, sqrt
from xml.etree.ElementTree import Element

from palamedes.core.board import Stack
from palamedes.ui.pictures.elements import OWN, UNIT, Attributes, around, draw, number
from palamedes.ui.pictures.ground import reference
from palamedes.ui.pictures.layout import Place

SEEDS = ("red", "blue", "clear")
MOST_SEEDS = 24  # drawn in one pile
CROWDED = 12  # seeds in a pile beyond which they are smaller
SHAPES = {"seed": 0.19, "small": 0.163}  # the size of seeds, as a share of half a pit's height
GOLDEN = pi * (3 - sqrt(5))  # the angle between two seeds of a sunflower


def stack_name(kind: str, stack: Stack) -> str:
    """The name of a stack on spots of a kind: the same in all pictures with this geometry."""
    pieces = (
        f"{piece.count}{piece.kind}{'' if piece.owner is None else piece.owner}" for piece in stack
    )
    return f"{OWN}{'-'.join((kind, *pieces))}"


def draw_stack(parent: Element, stack: Stack, place: Place) -> None:
    """What stands on a place of this kind."""
    if any(piece.kind in SEEDS for piece in stack):
        _draw_pile(parent, stack, place)
        return
    left = -0.33 * UNIT * (len(stack) - 1)
    for index, piece in enumerate(stack):
        x = left + 0.66 * UNIT * index
        if piece.kind == "stick":
            _draw_stick(parent, x, place)
        elif piece.kind == "mark":
            draw_mark(parent, piece.owner, x, 0, 0.82 * place.radius)
        else:
            draw_disc(parent, piece.owner, x, 0, place.radius)
        if piece.count > 1:
            draw(parent, "text", str(piece.count), class_="count", x=x, y=15)


def draw_disc(parent: Element, owner: int | None, x: float, y: float, radius: float) -> None:
    """A flat stone, lit from the upper left, with its shadow and the sign of its player."""
    shade = {"cx": x + 0.05 * radius, "cy": y + 0.13 * radius, "r": 1.14 * radius}
    draw(parent, "circle", **shade, fill=reference("shadow"))
    kind = "none" if owner is None else owner
    draw(parent, "circle", class_=f"disc-{kind}", cx=x, cy=y, r=radius)
    shine_x, shine_y = x - 0.26 * radius, y - 0.42 * radius
    draw(
        parent,
        "ellipse",
        class_=f"shine shine-{kind}",
        cx=shine_x,
        cy=shine_y,
        rx=0.4 * radius,
        ry=0.24 * radius,
        transform=f"rotate(-28 {number(shine_x)} {number(shine_y)})",
    )
    if owner is not None:
        sign = (0.22, 0.52)[owner] * radius
        draw(parent, "circle", class_=f"sign sign-{owner}", cx=x, cy=y, r=sign)


def draw_mark(parent: Element, owner: int | None, x: float, y: float, radius: float) -> None:
    """A cross for the first player, a circle for the second."""
    for name, shift in (("mark-shadow", 0.1 * radius), (f"mark-{owner}", 0)):
        style: Attributes = {"class_": f"mark {name}", "stroke_width": 0.3 * radius}
        if owner == 1:
            draw(parent, "circle", cx=x, cy=y + shift, r=0.8 * radius, **style)
            continue
        arm = 0.72 * radius
        left, right = number(x - arm), number(x + arm)
        top, bottom = number(y - arm + shift), number(y + arm + shift)
        path = f"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}"
        draw(parent, "path", d=path, **style)


def define_seeds(definitions: Element, place: Place) -> None:
    """The seeds that piles on such a place are made of: a hundred of them would fill a page."""
    for shape in SHAPES:
        size = _seed_size(place, shape)
        for kind in SEEDS:
            seed = draw(definitions, "g", id=f"{OWN}{shape}-{kind}")
            draw(seed, "circle", cx=2, cy=0.3 * size, r=1.2 * size, fill=reference("shadow"))
            draw(seed, "circle", class_=f"seed-{kind}", cx=0, cy=0, r=size)
            shine = {"cx": -0.32 * size, "cy": -0.36 * size, "r": 0.2 * size}
            draw(seed, "circle", class_="shine", **shine)


def _seed_size(place: Place, shape: str) -> float:
    return SHAPES[shape] * place.half_height


def _draw_stick(parent: Element, x: float, place: Place) -> None:
    """A match, upright."""
    thick, reach = min(0.26 * place.half_width, 12), 0.72 * place.half_height
    shape = around(x, 0, thick, reach)
    shadow = {**shape, "x": shape["x"] + 4, "y": shape["y"] + 6}
    draw(parent, "rect", class_="stick-shadow", **shadow, rx=3)
    draw(parent, "rect", class_="stick", **shape, rx=0.3 * thick)
    head = around(x, -0.82 * reach, 1.45 * thick, 0.24 * reach)
    draw(parent, "rect", class_="stick-head", **head, rx=1.4 * thick)


def _draw_pile(parent: Element, stack: Stack, place: Place) -> None:
    """A pile of seeds with their numbers under it. The same seeds always look the same."""
    ordered = sorted(stack, key=lambda piece: SEEDS.index(piece.kind))
    kinds = _mixed([piece.kind for piece in ordered for _ in range(piece.count)])[:MOST_SEEDS]
    shape = "small" if len(kinds) >= CROWDED else "seed"
    size = _seed_size(place, shape)
    for kind, (x, y) in zip(kinds, _sunflower(len(kinds), place, size), strict=True):
        draw(parent, "use", href=f"#{OWN}{shape}-{kind}", x=x, y=y)
    for index, piece in enumerate(ordered):
        x = (index - (len(ordered) - 1) / 2) * 0.46 * place.half_width
        y = 0.7 * place.half_height
        draw(parent, "text", str(piece.count), class_=f"count count-{piece.kind}", x=x, y=y)


def _sunflower(count: int, place: Place, size: float) -> Iterator[tuple[float, float]]:
    """Where the seeds of a pile lie in a pit."""
    spread = min(0.8, 0.2 + 0.14 * sqrt(count))
    for index in range(count):
        away = sqrt((index + 0.5) / count) * spread if count > 1 else 0
        x = away * cos(index * GOLDEN) * (0.86 * place.half_width - size)
        y = away * sin(index * GOLDEN) * (0.62 * place.half_height - size)
        yield x, y - 0.18 * place.half_height


def _mixed(kinds: list[str]) -> list[str]:
    """The list in an order that looks random, but is always the same."""
    state = 7919 + len(kinds)
    mixed = list(kinds)
    for last in range(len(mixed) - 1, 0, -1):
        state = (state * 1103515245 + 12345) % 2147483648
        other = state % (last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
