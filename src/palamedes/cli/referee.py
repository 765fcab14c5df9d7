"""The command line of the referee: arguments in, calls out."""

from pathlib import Path
from typing import Annotated

import typer

from palamedes.arena.game import play_game
from palamedes.arena.referee import FIRST_MOVE, MOVE, NAMES, course_terms, move_line, result_lines
from palamedes.cli.options import AsJson, Plain, new_app, say, say_json
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.record import save_record, to_document
from palamedes.games import find_game
from palamedes.players import Player, make_player
from palamedes.players.spec import ALGORITHMS
from palamedes.ui.terminal import draw, make_console

app = new_app()
PROGRAM = _("A program of the course, such as ./player; or a level.")


@app.command("referee", help=_("Referee two programs of the course at coloured awalé."))
def referee_command(
    game: Annotated[str, typer.Argument(metavar="awale", help=_("The game of the course."))],
    first: Annotated[str, typer.Option(metavar="CMD", help=PROGRAM)],
    second: Annotated[str, typer.Option(metavar="CMD", help=PROGRAM)],
    seconds: Annotated[
        float, typer.Option("--time", metavar="S", min=0.01, help=_("Seconds for each move."))
    ] = MOVE,
    first_move: Annotated[
        float, typer.Option(metavar="S", min=0.01, help=_("Seconds for the first move of each."))
    ] = FIRST_MOVE,
    board: Annotated[
        bool, typer.Option("--board", help=_("Draw the board at every move."))
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Save the game into this file."))
    ] = None,
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    chosen = find_game(game)
    if chosen.name != "awale":
        raise PalamedesError(_("the referee is the one of {game}").format(game="awale"))
    console = make_console(plain)
    match = Match.of(chosen, NAMES)

    def watch(match: Match) -> None:
        if as_json:
            return
        if match.verdict is None:
            say(move_line(match))
        if board:
            console.say(draw(match.position, unicode=console.unicode))

    seats = [_player(chosen, text) for text in (first, second)]
    play_game(match, seats, course_terms(chosen, seconds, first_move), watch)
    if as_json:
        say_json(to_document(match))
    else:
        say("\n".join(result_lines(match)))
    if save is not None:
        save_record(match, save)
    for name, seat in zip(NAMES, seats, strict=True):
        for line in seat.errors.splitlines():
            typer.echo(f"{name}: {line}", err=True)


def _player(game: Game, text: str) -> Player:
    """A player of ours by its text, a program with its prefix, or simply a command."""
    try:
        return make_player(game, text)
    except PalamedesError:
        if text.partition(":")[0] in (*game.levels, *ALGORITHMS, "bot", "cmd", "course"):
            raise
        return make_player(game, f"course:{text}")
