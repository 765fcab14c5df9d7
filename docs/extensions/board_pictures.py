"""Boards as SVG, from the data that every front end draws. The style sheet colours them."""

from xml.etree.ElementTree import Element, SubElement, tostring

from palamedes.core.board import Board, Piece, Region, Spot
from palamedes.core.language import _

UNIT = 100  # units of the drawing from one square to the next
MARGIN = 0.6  # squares
RADII = {"point": 0.09, "pit": 0.95}
SEED_COLUMNS = 3


def board_svg(board: Board, shown: tuple[str, ...], name: str) -> str:
    """The board with some spots pointed out; `name` is for readers who cannot see it."""
    drawing = _Drawing(board, name)
    drawing.add_squares()
    for spot in drawing.spots.values():
        drawing.add_spot(spot)
    for region in board.regions:
        drawing.add_region(region)
    for line in board.geometry.lines:
        drawing.add_line(line.x1, line.y1, line.x2, line.y2, "line heavy" if line.heavy else "line")
    for label in board.geometry.labels:
        drawing.add_text(label.text, label.x, label.y - 0.1, "label")
    for place, stack in board.pieces.items():
        if place in drawing.spots:
            drawing.add_stack(drawing.spots[place], stack)
    for place in shown:
        spot = drawing.spots[place]
        drawing.add_circle(spot, 0.9 if spot.kind == "pit" else 0.42, "shown")
    return tostring(drawing.root, encoding="unicode")


def is_wide(board: Board) -> bool:
    xs, ys = _extent(board)
    return xs[1] - xs[0] > 2 * (ys[1] - ys[0])


class _Drawing:
    def __init__(self, board: Board, name: str) -> None:
        (left, right), (low, high) = _extent(board)
        self._left, self._top = left - MARGIN, high + MARGIN
        size = right - left + 2 * MARGIN, high - low + 2 * MARGIN
        box = " ".join(f"{UNIT * length:.0f}" for length in (0, 0, *size))
        self.root = Element("svg", {"viewBox": box, "role": "img", "aria-label": name})
        self.spots = {spot.name: spot for spot in board.geometry.spots if spot.kind != "button"}

    def add_region(self, region: Region) -> None:
        kind = region.kind if region.owner is None else f"{region.kind}-{region.owner}"
        self._add_box(region.x1, region.y1, region.x2, region.y2, f"region {kind}")

    def add_squares(self) -> None:
        """All squares as one element: a board has up to 81."""
        squares = [spot for spot in self.spots.values() if spot.kind == "square"]
        corners = [(self._x(spot.x - 0.5), self._y(spot.y + 0.5)) for spot in squares]
        drawn = [f"M{x:.0f} {y:.0f}h{UNIT}v{UNIT}h-{UNIT}z" for x, y in corners]
        if drawn:
            SubElement(self.root, "path", {"class": "spot", "d": "".join(drawn)})

    def add_spot(self, spot: Spot) -> None:
        owner = "" if spot.owner is None else f" own-{spot.owner}"
        if spot.kind in RADII:
            self.add_circle(spot, RADII[spot.kind], f"{spot.kind}{owner}")

    def add_stack(self, spot: Spot, stack: tuple[Piece, ...]) -> None:
        seeds = [piece.kind for piece in stack for _seed in range(piece.count)]
        if stack[0].kind in ("red", "blue", "clear"):
            self._add_seeds(spot, seeds)
        elif stack[0].kind == "stick":
            self.add_line(spot.x, spot.y - 0.36, spot.x, spot.y + 0.36, "stick")
        elif stack[0].kind == "disc":
            self.add_circle(spot, 0.34, f"piece-{stack[0].owner}")
        elif stack[0].owner == 1:
            self.add_circle(spot, 0.27, "mark-1")
        else:
            for side in (-1, 1):
                x1, x2 = spot.x - 0.26 * side, spot.x + 0.26 * side
                self.add_line(x1, spot.y - 0.26, x2, spot.y + 0.26, "mark-0")

    def _add_seeds(self, spot: Spot, seeds: list[str]) -> None:
        """In rows from the top, and their number below."""
        rows = -(-len(seeds) // SEED_COLUMNS)
        step = min(0.36, 1.1 / rows)
        for number, kind in enumerate(seeds):
            row, column = divmod(number, SEED_COLUMNS)
            x = spot.x + 0.4 * (column - (min(len(seeds), SEED_COLUMNS) - 1) / 2)
            y = spot.y + 0.15 - step * (row - (rows - 1) / 2)
            self._circle(x, y, 0.16, kind)
        self.add_text(str(len(seeds)), spot.x, spot.y - 0.85, "count")

    def add_circle(self, spot: Spot, radius: float, kind: str) -> None:
        self._circle(spot.x, spot.y, radius, kind)

    def add_line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        self._add("line", kind, x1=self._x(x1), y1=self._y(y1), x2=self._x(x2), y2=self._y(y2))

    def add_text(self, text: str, x: float, y: float, kind: str) -> None:
        self._add("text", kind, x=self._x(x), y=self._y(y)).text = text

    def _circle(self, x: float, y: float, radius: float, kind: str) -> None:
        self._add("circle", kind, cx=self._x(x), cy=self._y(y), r=UNIT * radius)

    def _add_box(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        width, height = UNIT * (x2 - x1), UNIT * (y2 - y1)
        self._add("rect", kind, x=self._x(x1), y=self._y(y2), width=width, height=height)

    def _add(self, element: str, kind: str, **sizes: float) -> Element:
        written = {name: f"{size:.1f}".removesuffix(".0") for name, size in sizes.items()}
        return SubElement(self.root, element, {"class": kind, **written})

    def _x(self, x: float) -> float:
        return UNIT * (x - self._left)

    def _y(self, y: float) -> float:
        return UNIT * (self._top - y)


def _extent(board: Board) -> tuple[tuple[float, float], tuple[float, float]]:
    """From where to where the drawing goes, in both directions."""
    geometry = board.geometry
    things = [spot for spot in geometry.spots if spot.kind != "button"]
    beyond = max(0.0, *(RADII.get(spot.kind, 0.5) - 0.5 for spot in things))  # of a square
    xs = [thing.x for thing in (*things, *geometry.labels)]
    ys = [thing.y for thing in (*things, *geometry.labels)]
    return (min(xs) - beyond, max(xs) + beyond), (min(ys), max(ys))


def counters_text(board: Board) -> str:
    """What the players have in hand or have taken, as one line; "" if the game counts nothing."""
    parts = []
    names = [_("Player {number}").format(number=number) for number in (1, 2)]
    for player, name in enumerate(names):
        told = [f"{_(each.label)} {each.value}" for each in board.counters if each.owner == player]
        if told:
            parts.append(f"{name}: {', '.join(told)}")
    return "; ".join(parts)


def setup(_app: object) -> dict[str, bool]:
    return {"parallel_read_safe": True}
