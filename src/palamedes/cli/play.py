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
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.record import load_record
from palamedes.games import GAMES, find_game
from palamedes.solver.tablebase import is_solved
from palamedes.ui.session import HUMAN, TimeControl
from palamedes.ui.session.choosing import remember
from palamedes.ui.terminal import make_console, play, replay
from palamedes.ui.terminal.opponents import make_seats
from palamedes.ui.terminal.unfinished import mention_unfinished, offer_unfinished

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
    first: Annotated[str, typer.Option(metavar="PLAYER", help=PLAYER_HELP)] = HUMAN,
    second: Annotated[str, typer.Option(metavar="PLAYER", help=PLAYER_HELP)] = HUMAN,
    position: PositionText = None,
    moves: MovesText = "",
    repetition: Repetition = None,
    quiet: Quiet = None,
    limit: Limit = None,
    points: Points = False,
    seed: Annotated[int, typer.Option(help=_("For what engines leave to chance."))] = 0,
    clock: Annotated[
        str | None,
        typer.Option(
            metavar="SECONDS[+INCREMENT]",
            help=_("Time for all moves of a player, and what each move adds to it."),
        ),
    ] = None,
    plain: Plain = False,
) -> None:
    start = position_of(find_game(game), position, "")
    history = history_of(start.game, repetition, quiet, limit, points)
    match = Match(start, history)
    for move in split_moves(moves):
        match.play(move)
    control = _time_control(clock, len(match.turns))
    console = make_console(plain)
    if (first, second) != (HUMAN, HUMAN) or control or match.turns or position is not None:
        mention_unfinished(console, start.game)
    elif offer_unfinished(console, start.game) is not None:
        return
    seats = make_seats(console, start.game, (first, second), seed)
    if console.interactive:
        remember(start.game, (first, second))
    play(match, console, seats=seats, control=control)


@app.command("replay", help=_("Step through a saved game."))
def replay_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("A saved game."))],
    plain: Plain = False,
) -> None:
    replay(load_record(file, find_game), make_console(plain))


def _time_control(text: str | None, since: int) -> TimeControl | None:
    """The time that `300` or `300+2` means, for moves to come; PalamedesError if it means none."""
    if text is None:
        return None
    total, _plus, increment = text.partition("+")
    try:
        return TimeControl(float(total), float(increment or 0), since)
    except (ValueError, PalamedesError):
        raise PalamedesError(
            _("{text!r} is no time; it should be such as 300 or 300+2").format(text=text[:40])
        ) from None


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
