"""The plots of the report as SVG elements, coloured by its style sheet."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import ceil
from xml.etree.ElementTree import Element, SubElement

from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.standings import Standing, Standings
from palamedes.core.language import _
from palamedes.search.score import ESTIMATE
from palamedes.ui.report.drawing import (
    MARGIN,
    WIDTH,
    add_line,
    add_text,
    add_tick_text,
    new_svg,
    scale,
    sizes,
    ticks,
)
from palamedes.ui.texts.standings import interval_text
from palamedes.ui.texts.tournaments import legible

NAMES = 190  # the width of the column of names
ROW = 26
LETTERS = 24  # of a name beside a plot
LINES = 8  # players in one plot; more lines cannot be told apart
ENOUGH = 3  # moves for a mean
BINS = 30


def elo_plot(result: Standings) -> Element:
    """The rating of each player with its error bar."""
    rated = [player for player in result.players if player.rating is not None]
    spans = [_span(player) for player in rated]
    low = min((low for low, _high in spans), default=-1.0)
    high = max((high for _low, high in spans), default=1.0)
    height = ROW * len(rated) + 40
    svg = new_svg(height, _("Elo with 95% error bars"))
    place = scale(low, high, NAMES, WIDTH - 2 * MARGIN)
    for tick in ticks(low, high):
        add_line(svg, place(tick), 5, place(tick), height - 30, "grid")
        add_tick_text(svg, tick, place(tick), height - 12, "middle")
    for row, (player, span) in enumerate(zip(rated, spans, strict=True)):
        y = ROW * row + 20
        add_text(svg, legible(player.name, LETTERS), NAMES - MARGIN, y + 4, "end")
        group = SubElement(svg, "g")
        SubElement(group, "title").text = interval_text(*span, signed=not result.is_on_ladder)
        add_line(group, place(span[0]), y, place(span[1]), y, "bar")
        SubElement(group, "circle", sizes(cx=place(player.rating or 0.0), cy=y, r=5))
    return svg


def _span(player: Standing) -> tuple[float, float]:
    """The interval of a rating; a rating that is fixed is all of it."""
    rating = player.rating or 0.0
    return (
        (rating, rating) if player.low is None or player.high is None else (player.low, player.high)
    )


def heat_map(result: Standings) -> Element:
    """The share of points of the player in the row against the one in the column."""
    count = len(result.players)
    side = min(54.0, (WIDTH - NAMES - MARGIN) / count)
    svg = new_svg(24 + side * count + MARGIN, _("Score in percent, row against column"))
    for row, player in enumerate(result.players):
        top = 24 + side * row
        name = f"{legible(player.name, LETTERS - 4)}  {row + 1}"
        add_text(svg, name, NAMES - MARGIN, top + side / 2 + 4, "end")
        add_text(svg, str(row + 1), NAMES + side * (row + 0.5), 16, "middle")
        for column, other in enumerate(result.players):
            score = result.score(player.place, other.place)
            share = score.points / score.games if score and score.games else None
            _heat(svg, NAMES + side * column, top, side, share)
    return svg


def _heat(svg: Element, x: float, y: float, side: float, share: float | None) -> None:
    """Draw a cell; its colour is stronger the further the share is from one half."""
    cell = SubElement(svg, "rect", sizes(x=x + 1, y=y + 1, width=side - 2, height=side - 2))
    if share is None:
        cell.set("class", "none")
        return
    cell.set("class", "better" if share >= 0.5 else "worse")
    cell.set("fill-opacity", f"{0.08 + 0.52 * abs(2 * share - 1):.2f}")
    if side >= 24:
        add_text(svg, f"{100 * share:.0f}", x + side / 2, y + side / 2 + 4, "middle")


def length_plot(games: Sequence[FinishedGame]) -> Element:
    """A histogram of the lengths of games."""
    lengths = [len(played.moves) for played in games] or [0]
    low, high = min(lengths), max(lengths)
    step = max(1, ceil((high - low + 1) / BINS))
    bins = Counter((length - low) // step for length in lengths)
    most = max(bins.values())
    svg = new_svg(200, _("Game length in plies"))
    width = (WIDTH - 5 * MARGIN) / (max(bins) + 1)
    for place, count in sorted(bins.items()):
        height = 140 * count / most
        x, start = 4 * MARGIN + width * place, low + step * place
        bar = SubElement(svg, "rect", sizes(x=x, y=160 - height, width=width - 1, height=height))
        bar.set("class", "column")
        name = f"{start}" if step == 1 else f"{start}-{start + step - 1}"
        SubElement(bar, "title").text = f"{name}: {count}"
    for tick in ticks(low, high):
        if tick == int(tick):
            x = 4 * MARGIN + width * ((tick - low) / step + 0.5 / step)
            add_tick_text(svg, tick, x, 178, "middle")
    add_text(svg, str(most), 3 * MARGIN, 24, "end")
    add_line(svg, 4 * MARGIN, 160, WIDTH - MARGIN, 160, "axis")
    return svg


def evaluation_plot(result: Standings, games: Sequence[FinishedGame]) -> Element | None:
    """The mean score that each player gave its positions, by ply.

    Proven scores are left out, as in the standings. None if no player gave a score.
    """
    curves = _curves(games)
    shown = [player for player in result.players if curves.get(player.place)][:LINES]
    if not shown:
        return None
    points = [point for player in shown for point in curves[player.place]]
    low, high = min(0.0, *(y for _x, y in points)), max(0.0, *(y for _x, y in points))
    svg = new_svg(230 + 18 * ((len(shown) + 1) // 2), _("Mean evaluation by ply"))
    across = scale(0, max(x for x, _y in points) or 1, 5 * MARGIN, WIDTH - 2 * MARGIN)
    up = scale(low, high, 180, 15)
    for tick in ticks(low, high):
        add_line(
            svg, 5 * MARGIN, up(tick), WIDTH - MARGIN, up(tick), "axis" if tick == 0 else "grid"
        )
        add_tick_text(svg, tick, 5 * MARGIN - 5, up(tick) + 4, "end")
    for tick in ticks(0, max(x for x, _y in points) or 1):
        add_tick_text(svg, tick, across(tick), 202, "middle")
    for number, player in enumerate(shown):
        path = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in curves[player.place])
        SubElement(svg, "polyline", {"points": path, "class": f"curve curve{number}"})
        _key(svg, number, legible(player.name, LETTERS + 8))
    return svg


def _key(svg: Element, number: int, name: str) -> None:
    x, y = 5 * MARGIN + number % 2 * WIDTH / 2, 226 + 18 * (number // 2)
    line = add_line(svg, x, y, x + 30, y, f"curve curve{number}")
    line.set("aria-hidden", "true")
    add_text(svg, name, x + 38, y + 4, "start")


def _curves(games: Sequence[FinishedGame]) -> dict[int, list[tuple[float, float]]]:
    """The mean score at each ply with ENOUGH scores, for each place in the plan."""
    scores: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for played in games:
        places = (played.fixture.first, played.fixture.second)
        for ply, thought in enumerate(played.record.get("thoughts") or ()):
            if thought and abs(thought[2]) < ESTIMATE:
                scores[places[ply % 2], ply].append(thought[2])
    curves: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
    for (place, ply), found in sorted(scores.items()):
        if len(found) >= min(ENOUGH, len(games)):
            curves[place].append((ply + 1, sum(found) / len(found)))
    return curves
