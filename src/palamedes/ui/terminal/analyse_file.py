"""The command `analyse` for a file of positions: a row for each, or one JSON document."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rich.table import Table

from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.position_file import PlacedMatch
from palamedes.search.analysis import Analysis, Engine, Limits
from palamedes.search.score import score_text
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.interruptible import wait_for


class AnalysedMatch(NamedTuple):
    """A position of a file and what a search says about it."""

    placed: PlacedMatch
    analysis: Analysis


def analyse_file(
    positions: Sequence[PlacedMatch], engine: Engine, limits: Limits, lines: int
) -> Iterator[AnalysedMatch]:
    """Analyse positions one after the other. Ctrl-C stops: those analysed before are given."""
    for placed in positions:
        match = placed.match
        try:
            analysis = wait_for(
                lambda match=match: engine.analyse(match, limits, lines),  # type: ignore[misc]
                engine.stop,
            )
        except KeyboardInterrupt:
            return
        yield AnalysedMatch(placed, analysis)


def show_analyses(found: Iterator[AnalysedMatch], console: Terminal) -> None:
    """Print a row for each line of each position."""
    table = Table("", _("position"), _("move"), _("score"), _("expected line"), box=None)
    for placed, analysis in found:
        place, text = str(placed.place), placed.match.position.text
        for line in analysis.lines:
            score = score_text(line.score, line.is_true)
            table.add_row(place, text, line.move, score, " ".join(line.moves))
            place = text = ""
    console.print(table)


def analyses_document(game: Game, found: Iterator[AnalysedMatch]) -> dict[str, Any]:
    """All analyses as one JSON document; `place` is a line of the file, or the number of a game."""
    return {
        "game": game.id,
        "positions": [
            {
                "place": placed.place,
                "position": placed.match.position.text,
                **analysis.to_document(),
            }
            for placed, analysis in found
        ],
    }
