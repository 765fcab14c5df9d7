"""An analysis as HTML: the board with the values of moves, and the lines that were found."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from palamedes.core.language import Number, _, decimal
from palamedes.library.analysis import PositionAnalysis, ScoredLine
from palamedes.library.score import Score
from palamedes.ui.notebook.output import add_picture, finished, new_output
from palamedes.ui.pictures import Marks, SpotValue, position_svg
from palamedes.ui.pictures.elements import draw
from palamedes.ui.pictures.marks import ValueKind
from palamedes.ui.texts.games import player_name

EVEN = 0.05  # expected points from a half within which an estimate looks like a draw
LONGEST = 12  # moves of a line that are shown


def analysis_html(analysis: PositionAnalysis) -> str:
    """The position with the values of its moves, and a table of lines with coloured scores."""
    position = analysis.position
    output = new_output("analysis")
    svg = position_svg(position, marks=_marks(analysis))
    add_picture(output, svg, f"{_(position.game.title)}: {position.text}")
    beside = draw(output, "div", class_="beside")
    mover = player_name(("", ""), position.turn)
    draw(beside, "h4", _("{player} to move").format(player=mover))
    table = draw(beside, "table")
    head = draw(draw(table, "thead"), "tr")
    for heading in (_("move"), _("score"), _("expected points"), _("expected play")):
        draw(head, "th", heading, scope="col")
    body = draw(table, "tbody")
    for line in analysis.lines:
        _draw_line(draw(body, "tr"), line)
    draw(beside, "p", _effort(analysis), class_="quiet")
    return finished(output)


def _draw_line(row: Element, line: ScoredLine) -> None:
    draw(row, "th", line.move, scope="row")
    _add_score(draw(row, "td"), line.score)
    _add_bar(draw(row, "td"), line.score.points)
    play = " ".join(line.moves[:LONGEST])
    draw(row, "td", f"{play} …" if len(line.moves) > LONGEST else play, class_="play")


def _add_score(parent: Element, score: Score) -> None:
    """A score in the colour of what it means; filled if it is exact."""
    certainty = " exact" if score.is_exact else ""
    draw(parent, "span", str(score), class_=f"score {_kind_of(score)}{certainty}")


def _add_bar(parent: Element, points: float) -> None:
    """Expected points as a bar, and in percent."""
    percent = f"{decimal(100 * points, 0)} %"
    bar = draw(parent, "span", class_="bar", aria_hidden="true")
    draw(bar, "span", class_="share", style=f"width:{100 * points:.0f}%")
    bar.tail = percent


def _kind_of(score: Score) -> ValueKind:
    """What a score says or, if it is an estimate, what it is nearest to."""
    if abs(score.points - 0.5) < EVEN:
        return "draw"
    return "win" if score.points > 0.5 else "loss"


def _marks(analysis: PositionAnalysis) -> Marks:
    """The value of each move at the spot touched first; an arrow if the best move has a way."""
    position = analysis.position
    values: dict[str, SpotValue] = {}
    for line in reversed(analysis.lines):  # the best one stays
        values[_path(analysis, line)[0]] = _spot_value(line.score)
    path = _path(analysis, analysis.best)
    drawn = {spot.name for spot in position.game.view.geometry.spots if spot.kind != "button"}
    shown = [spot for spot in path if spot in drawn]
    return Marks(values, [(shown[0], shown[1])] if len(shown) > 1 else [])


def _path(analysis: PositionAnalysis, line: ScoredLine) -> tuple[str, ...]:
    """The spots that the first move of a line touches."""
    position = analysis.position
    code = position.move_code(line.move)
    return position.game.view.touches(position.state, code, position.turn)


def _spot_value(score: Score) -> SpotValue:
    """A score as it fits on a spot: plies to the end, = for a draw, or an estimate."""
    plies = score.win_in if score.win_in is not None else score.loss_in
    if plies is not None:
        return SpotValue(_kind_of(score), str(plies), is_exact=True)
    if score.is_draw:
        return SpotValue("draw", "=", is_exact=True)
    return SpotValue(_kind_of(score), f"{100 * score.points:.0f}", is_exact=False)


def _effort(analysis: PositionAnalysis) -> str:
    return " · ".join(_efforts(analysis))


def _efforts(analysis: PositionAnalysis) -> Iterator[str]:
    """How far the search has come, where there was one."""
    if analysis.depth:
        yield _("depth {depth}").format(depth=analysis.depth)
    if analysis.nodes:
        yield _("{nodes:,} nodes").format(nodes=Number(analysis.nodes))
        yield _("{seconds} s").format(seconds=decimal(analysis.seconds, 2))
