"""The review of a game at the terminal: a plot, a table, the turning points."""

from rich.table import Table

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.players import best_engine
from palamedes.search.analysis import Engine
from palamedes.search.review import Review, review
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.interruptible import wait_for
from palamedes.ui.terminal.plot import COLUMNS, evaluation_plot
from palamedes.ui.terminal.signals import counted_interrupts
from palamedes.ui.terminal.status import status_line
from palamedes.ui.texts.games import player_name
from palamedes.ui.texts.reviews import judgement_sentence, statistics_rows

PROGRESS_AFTER = 2  # seconds of work before progress is shown


class StoppedError(Exception):
    """The review was interrupted by Ctrl-C."""


def show_review(match: Match, console: Terminal) -> None:
    """Review a match and print the result; Ctrl-C stops it. PalamedesError without moves."""
    if not match.turns:
        raise PalamedesError(_("No moves to review yet."))
    try:
        found = _review(match, best_engine(match.game), console)
    except StoppedError:
        console.say(_("Review cancelled."))
    else:
        print_review(match, found, console)


def print_review(match: Match, found: Review, console: Terminal) -> None:
    """Print a review."""
    first, second = (player_name(match.players, player) for player in (0, 1))
    heading = _("Who was ahead ({first} above the line, {second} below):")
    console.say(heading.format(first=first, second=second))
    for line in evaluation_plot(found, console.unicode, min(COLUMNS, console.width)):
        console.say(line)
    table = Table("", first, second, box=None)
    for row in statistics_rows(match, found):
        table.add_row(*row)
    console.print(table)
    for judgement in found.turning_points:
        console.say(judgement_sentence(match, judgement))
    if not found.turning_points:
        console.say(_("No turning points in this game."))


def _review(match: Match, engine: Engine, console: Terminal) -> Review:
    """Review a match in the background and show its progress; StoppedError after Ctrl-C."""
    done, total, is_wanted = 0, len(match.turns) + 1, True

    def hear(looked_at: int, _total: int) -> None:
        nonlocal done
        done = looked_at
        if not is_wanted:
            raise StoppedError

    def tick() -> None:
        nonlocal is_wanted
        text = _("Reviewing position {done} of {total} (Ctrl-C to cancel)")
        line.show(text.format(done=done + 1, total=total))
        if interrupts.count:
            is_wanted = False
            raise StoppedError

    with counted_interrupts() as interrupts, status_line(console, PROGRESS_AFTER) as line:
        return wait_for(lambda: review(match.copy(), engine, hear=hear), engine.stop, tick)
