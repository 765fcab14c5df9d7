"""The curves of a run: errors, Elo and truth by generation."""

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement

from palamedes.core.language import _
from palamedes.learning.run_folder import Run
from palamedes.learning.strength import Gap
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

LEFT, RIGHT, BOTTOM = 6 * MARGIN, WIDTH - 2 * MARGIN, 200
STYLES = 8  # of lines: report.css

Point = tuple[float, float]


def error_plot(run: Run) -> Element | None:
    """The error on games held out, by epoch, one line for each generation."""
    curves = {
        each.number: [(float(epoch), error) for epoch, error in enumerate(each.errors)]
        for each in run.rounds
        if each.errors
    }
    if not curves:
        return None
    points = [point for curve in curves.values() for point in curve]
    rows = (len(curves) + 3) // 4
    svg = new_svg(BOTTOM + 34 + 18 * rows, _("Error on games that were held out, by epoch"))
    across, up = _axes(svg, points)
    for place, (number, curve) in enumerate(curves.items()):
        path = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in curve)
        kind = f"curve curve{place % STYLES}"
        SubElement(svg, "polyline", {"points": path, "class": kind})
        x, y = LEFT + place % 4 * 140, BOTTOM + 38 + 18 * (place // 4)
        add_line(svg, x, y, x + 26, y, kind)
        add_text(svg, _("generation {number}").format(number=number), x + 32, y + 4, "start")
    return svg


def elo_plot(run: Run, gaps: Mapping[int, Gap]) -> Element | None:
    """The Elo of each generation over generation 0, with error bars."""
    if not gaps:
        return None
    ends = [
        (float(number), gap.elo + sign * gap.error)
        for number, gap in gaps.items()
        for sign in (-1, 1)
    ]
    svg = new_svg(BOTTOM + 30, _("Elo over generation 0 by all matches, with 95% error bars"))
    across, up = _axes(svg, [(0.0, 0.0), *ends])
    kept = {each.number for each in run.rounds if each.accepted}
    path = [(0, 0.0), *((number, gaps[number].elo) for number in sorted(kept & set(gaps)))]
    _polyline(svg, [(across(x), up(y)) for x, y in path], 0)
    for number, gap in gaps.items():
        x = across(number)
        group = SubElement(svg, "g")
        SubElement(group, "title").text = f"{gap.elo:+.0f} ± {gap.error:.0f}"
        add_line(group, x, up(gap.elo - gap.error), x, up(gap.elo + gap.error), "bar")
        dot = SubElement(group, "circle", sizes(cx=x, cy=up(gap.elo), r=5))
        if number not in kept:
            dot.set("class", "weak")
    return svg


def truth_plot(run: Run) -> Element | None:
    """How often the evaluation's move keeps the value, by generation; a line for `tuned`."""
    shares = {each.number: each.truth for each in run.rounds if each.truth is not None}
    if not shares:
        return None
    points = [(0.0, 100 * run.truths["0"])] if "0" in run.truths else []
    points += [(float(number), 100 * share) for number, share in shares.items()]
    tuned = run.truths.get("tuned")
    levels = [] if tuned is None else [(points[0][0], 100 * tuned), (points[-1][0], 100 * tuned)]
    svg = new_svg(BOTTOM + 52, _("Moves that keep the value of the position, in percent"))
    across, up = _axes(svg, [*points, *levels])
    _polyline(svg, [(across(x), up(y)) for x, y in points], 0)
    for x, y in points:
        SubElement(svg, "circle", sizes(cx=across(x), cy=up(y), r=5))
    names = [_("learned")]
    if levels:
        _polyline(svg, [(across(x), up(y)) for x, y in levels], 1)
        names.append(_("tuned by hand"))
    for place, name in enumerate(names):
        x = LEFT + 180 * place
        add_line(svg, x, BOTTOM + 40, x + 26, BOTTOM + 40, f"curve curve{place}")
        add_text(svg, name, x + 32, BOTTOM + 44, "start")
    return svg


def _axes(svg: Element, points: Sequence[Point]):  # type: ignore[no-untyped-def]
    """Draw the grid around some points; returns the scales across and up."""
    xs, ys = [x for x, _y in points], [y for _x, y in points]
    low, high = min(ys), max(ys)
    rest = (high - low) * 0.06 or 1.0
    across = scale(min(xs), max(xs), LEFT, RIGHT)
    up = scale(low - rest, high + rest, BOTTOM, 15)
    for tick in ticks(low, high):
        add_line(svg, LEFT, up(tick), RIGHT, up(tick), "grid")
        add_tick_text(svg, tick, LEFT - 6, up(tick) + 4, "end")
    for tick in ticks(min(xs), max(xs)):
        if tick == int(tick):
            add_tick_text(svg, tick, across(tick), BOTTOM + 18, "middle")
    return across, up


def _polyline(svg: Element, points: Sequence[Point], style: int) -> None:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    SubElement(svg, "polyline", {"points": path, "class": f"curve curve{style}"})
