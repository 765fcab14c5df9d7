"""Solving in the terminal: progress bars, and what was found."""

from collections.abc import Sequence
from functools import partial

from rich import box
from rich.table import Table

from palamedes.core.cores import usable_cores
from palamedes.core.game import Game
from palamedes.core.language import Number, _
from palamedes.core.layers import Layer
from palamedes.library.solving import Solution
from palamedes.library.solving import solve as solve_game
from palamedes.solver.building import build_at_first_need, build_tables
from palamedes.solver.tablebase import Tablebase
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.interruptible import wait_for
from palamedes.ui.terminal.progress import progress_bars
from palamedes.ui.texts.sizes import size_text
from palamedes.ui.texts.solving import cost_text, value_sentences

MUCH_MEMORY = 500_000_000  # bytes: worth announcing


def announce_memory(tables: Tablebase, wanted: Sequence[Layer], console: Terminal) -> None:
    """Say how much memory building these layers takes, if it is much."""
    if (needed := tables.memory_needed(wanted)) > MUCH_MEMORY:
        console.say(_("This needs {size} of memory.").format(size=size_text(needed)))


def solve(
    game: Game, men: str | None, every: bool, verify: bool, threads: int, device: str
) -> Solution:
    """Solve a game, with bars that show how far it is; Ctrl-C leaves it."""
    with progress_bars() as show:
        return wait_for(
            partial(
                solve_game,
                game,
                men=men,
                every=every,
                verify=verify,
                threads=threads,
                device=device,
                on_progress=show,
            )
        )


def show_solution(solution: Solution, console: Terminal) -> None:
    """Print the value of the start position, the counts, the size and the time."""
    for sentence in value_sentences(solution):
        console.say(sentence)
    document = solution.document
    rows = document.get("tables") or {_counted(solution.game): document}
    table = Table(box=box.HEAVY_HEAD if console.unicode else box.ASCII)
    table.add_column(_("positions"), no_wrap=True)
    for column in (_("wins"), _("losses"), _("draws"), _("longest win (plies)")):
        table.add_column(column, justify="right")
    for name, row in rows.items():
        figures = (row[key] for key in ("wins", "losses", "draws", "longest_win"))
        table.add_row(name, *(f"{Number(figure):,}" for figure in figures))
    console.print(table)
    console.say(cost_text(solution))
    for name, wrong in solution.errors.items():
        console.say(_("table {layer} checked, errors: {wrong}").format(layer=name, wrong=wrong))


def _counted(game: Game) -> str:
    """Which positions are counted, if it is not those of each table."""
    has_one_table = game.layers is not None and len(game.layers.every) == 1
    return _("all") if has_one_table else _("all pieces on the board")


def solve_first(game: Game, console: Terminal) -> None:
    """Build the usual tables of a game, for a player who needs them."""
    tables = Tablebase(game)
    size = size_text(tables.memory_needed(tables.layers.usual))
    message = _("Solving {game}. This is done only once and needs {size} of memory.")
    console.say(message.format(game=_(game.title), size=size))
    with progress_bars() as show:
        wait_for(partial(build_tables, game, None, usable_cores(), show))


def solve_at_first_need(game: Game) -> None:
    """Build the tables of a game whose exact values are asked for, if that takes seconds."""
    with progress_bars() as show:
        wait_for(partial(build_at_first_need, game, usable_cores(), show))
