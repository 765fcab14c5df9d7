"""Games: what there is, play, replay."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from palamedes.cli.options import (
    PLAYER_HELP,
    AsJson,
    GameName,
    MovesText,
    Plain,
    PositionText,
    all_games,
    new_app,
    position_of,
    say_json,
    show_table,
    split_moves,
)
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.record import load_record
from palamedes.games import GAMES, find_game
from palamedes.players import make_player, needs_tables
from palamedes.solve.tablebase import is_solved
from palamedes.ui.terminal import make_console, play, replay
from palamedes.ui.terminal.solution import solve_first

app = new_app()


@app.command("games", help=_("List the games, their variants and levels, and what is solved."))
def games_command(as_json: AsJson = False, plain: Plain = False) -> None:
    if as_json:
        say_json([_describe(game) for game in all_games()])
        return
    table = Table()
    for column in (_("game"), _("title"), _("variants"), _("levels"), _("solved")):
        table.add_column(column, overflow="fold")
    for family in GAMES:
        games = [family.make(variant) for variant in family.variants]
        names = [f":{game.variant}" for game in games if game.variant]
        solved = [f":{game.variant}" if game.variant else "*" for game in games if is_solved(game)]
        levels = " ".join(games[0].levels)
        table.add_row(family.name, _(family.title), " ".join(names), levels, " ".join(solved))
    show_table(table, plain)


@app.command("play", help=_("Play in the terminal."))
def play_command(
    game: GameName,
    first: Annotated[str, typer.Option(metavar="PLAYER", help=PLAYER_HELP)] = "human",
    second: Annotated[str, typer.Option(metavar="PLAYER", help=PLAYER_HELP)] = "human",
    position: PositionText = None,
    moves: MovesText = "",
    repetition: Annotated[
        int | None,
        typer.Option(metavar="N", help=_("A draw when a position comes up N times; 0: never.")),
    ] = None,
    quiet: Annotated[
        int | None,
        typer.Option(metavar="N", help=_("A draw after N moves without progress; 0: never.")),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="N", help=_("The game ends after N moves; 0: never."))
    ] = None,
    points: Annotated[
        bool,
        typer.Option("--points", help=_("Points decide a game that ends so, where it has any.")),
    ] = False,
    seed: Annotated[int, typer.Option(help=_("For what engines leave to chance."))] = 0,
    plain: Plain = False,
) -> None:
    start = position_of(find_game(game), position, "")
    names = ["" if player == "human" else player for player in (first, second)]
    console = make_console(plain)
    if any(needs_tables(start.game, name) for name in names if name):
        solve_first(start.game, console)
    seats = [
        make_player(start.game, name, seed + n) if name else None for n, name in enumerate(names)
    ]
    asked = {"repetition": repetition, "quiet": quiet, "plies": limit, "points": points or None}
    changes: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
    match = Match(start, replace(start.game.history, **changes), (names[0], names[1]))
    for move in split_moves(moves):
        match.play(move)
    play(match, console, seats=(seats[0], seats[1]))


@app.command("replay", help=_("Step through a saved game."))
def replay_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("A saved game."))],
    plain: Plain = False,
) -> None:
    replay(load_record(file, find_game), make_console(plain))


def _describe(game: Game) -> dict[str, Any]:
    return {
        "game": game.name,
        "variant": game.variant,
        "id": game.id,
        "title": _(game.title),
        "levels": list(game.levels),
        "solvable": game.layers is not None,
        "solved": is_solved(game),
    }
