"""The list of games: their variants and levels, and which of them are solved."""

from typing import Any

from rich import box
from rich.table import Table

from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.games import GAMES, all_games
from palamedes.players.adaptive import ADAPTIVE
from palamedes.players.ladder import ladder
from palamedes.solver.tablebase import is_solved
from palamedes.ui.terminal.console import Terminal


def show_games(console: Terminal) -> None:
    """Print a table with a row for each game."""
    table = Table(box=box.HEAVY_HEAD if console.unicode else box.ASCII)
    for column in (_("game"), _("title"), _("variants"), _("levels"), _("solved")):
        table.add_column(column, overflow="fold")
    for family in GAMES:
        games = [family.make(variant) for variant in family.variants]
        names = [f":{game.variant}" for game in games if game.variant]
        solved = [f":{game.variant}" if game.variant else "*" for game in games if is_solved(game)]
        levels = " ".join((_steps(games[0]), ADAPTIVE, *games[0].levels))
        table.add_row(family.name, _(family.title), " ".join(names), levels, " ".join(solved))
    console.print(table)


def _steps(game: Game) -> str:
    """The steps of a game in short: `step1...step10`."""
    steps = ladder(game)
    return f"{steps[0].name}...{steps[-1].name}"


def games_document() -> list[dict[str, Any]]:
    """The same as data: an entry for each variant."""
    return [
        {
            "game": game.name,
            "variant": game.variant,
            "id": game.id,
            "title": _(game.title),
            "levels": list(game.levels),
            "steps": [step.name for step in ladder(game)],
            "solvable": game.layers is not None,
            "solved": is_solved(game),
        }
        for game in all_games()
    ]
