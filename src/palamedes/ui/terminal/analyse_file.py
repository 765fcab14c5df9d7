"""The command `analyse` for a file of positions: a row for each, or one JSON document."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rich.table import Table

from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.position_file import PlacedMatch
from palamedes.library.analysis import PositionAnalysis
from palamedes.library.engine import OpenEngine, SearchLimits
from palamedes.ui.terminal.console import Terminal


class PlacedAnalysis(NamedTuple):
    """What an engine says of a position, and where that stands in a file."""

    place: int
    analysis: PositionAnalysis


def analyse_file(
    positions: Sequence[PlacedMatch], engine: OpenEngine, limits: SearchLimits
) -> Iterator[PlacedAnalysis]:
    """Analyse positions one after the other. Ctrl-C ends it: what was found before is given."""
    for place, match in positions:
        try:
            analysis = engine.analyse(match, **limits)
        except KeyboardInterrupt:
            return
        yield PlacedAnalysis(place, analysis)


def show_analyses(found: Iterator[PlacedAnalysis], console: Terminal) -> None:
    """Print a row for each line of each position."""
    table = Table("", _("position"), _("move"), _("score"), _("expected line"), box=None)
    for place, analysis in found:
        where, text = str(place), analysis.position.text
        for line in analysis.lines:
            table.add_row(where, text, line.move, str(line.score), " ".join(line.moves))
            where = text = ""
    console.print(table)


def analyses_document(game: Game, found: Iterator[PlacedAnalysis]) -> dict[str, Any]:
    """All analyses as one JSON document; `place` is a line of the file, or the number of a game."""
    return {
        "game": game.id,
        "positions": [
            {"place": place, "position": analysis.position.text, **analysis.to_document()}
            for place, analysis in found
        ],
    }
