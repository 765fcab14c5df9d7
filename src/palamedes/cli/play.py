"""Games: what there is, play, replay."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from palamedes.cli.options import (
    PLAYER_HELP,
    AsJson,
    GameName,
    Limit,
    MovesText,
    Plain,
    Points,
    PositionText,
    Quiet,
    Repetition,
    all_games,
    history_of,
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
    repetition: Repetition = None,
    quiet: Quiet = None,
    limit: Limit = None,
    points: Points = False,
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
    history = history_of(start.game, repetition, quiet, limit, points)
    match = Match(start, history, (names[0], names[1]))
    for move in split_moves(moves):
        match.play(move)
    try:
        play(match, console, seats=(seats[0], seats[1]))
    finally:
        for seat in seats:
            if seat is not None:
                seat.close()


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
