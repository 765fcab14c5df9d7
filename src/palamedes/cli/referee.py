"""`palamedes referee`: one game between two programs of the course."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from palamedes.cli.options import AsJson, Plain, Sandbox, new_app, say_json
from palamedes.core.errors import PalamedesError
from palamedes.core.files import check_writable
from palamedes.core.game import Game
from palamedes.core.language import _

if TYPE_CHECKING:
    from palamedes.players import Player

app = new_app()
PROGRAM = _("Program that speaks the course protocol, such as ./player, or a level.")


@app.command(
    "referee",
    help=_(
        "Referee a game of coloured awalé between two programs, over the course protocol. Each is "
        "started directly, without a shell, in the current folder, with Joueur1 or Joueur2 added "
        "to its arguments; moves go over its stdin and stdout, and its stderr is shown at the end."
    ),
)
def referee_command(
    game: Annotated[
        str, typer.Argument(metavar="awale", help=_("Always awale, the game of the course."))
    ],
    first: Annotated[str, typer.Option(metavar="CMD", help=PROGRAM)],
    second: Annotated[str, typer.Option(metavar="CMD", help=PROGRAM)],
    seconds: Annotated[
        float,
        typer.Option("--time", metavar="S", min=0.01, help=_("Time limit per move in seconds.")),
    ] = 2.0,
    first_move: Annotated[
        float,
        typer.Option(
            metavar="S", min=0.01, help=_("Time limit for each player's first move in seconds.")
        ),
    ] = 10.0,
    board: Annotated[
        bool, typer.Option("--board", help=_("Show the board after every move."))
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Save the game to this file."))
    ] = None,
    sandbox: Sandbox = "off",
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    from palamedes.arena.referee import NAMES, course_terms, start_line
    from palamedes.core.game_files import save_match
    from palamedes.core.record import to_document
    from palamedes.games import find_game
    from palamedes.players.external import set_usual_sandbox
    from palamedes.players.external.course import CoursePlayer
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.referee import referee, show_result

    check_writable(save)
    set_usual_sandbox(sandbox)
    chosen = find_game(game)
    if chosen.name != "awale":
        raise PalamedesError(_("the referee only knows {game}").format(game="awale"))
    players = [_player(chosen, text) for text in (first, second)]
    for seat, player in enumerate(players):
        if isinstance(player, CoursePlayer):
            typer.echo(start_line(player.command, seat), err=True)
    terms = course_terms(chosen, seconds, first_move)
    console = make_console(plain)
    match = referee(chosen, players, terms, None if as_json else console, board)
    if as_json:
        say_json(to_document(match))
    else:
        show_result(match, console)
    if save is not None:
        save_match(match, save)
    for name, player in zip(NAMES, players, strict=True):
        for line in player.errors.splitlines():
            typer.echo(f"{name}: {line}", err=True)


def _player(game: Game, text: str) -> "Player":
    """One of our players, a program with its prefix (`cmd:`, `bot:`), or else a command."""
    from palamedes.arena.programs import check_programs
    from palamedes.players import make_player
    from palamedes.players.engine_plugins import engine_names
    from palamedes.players.spec import ALGORITHMS

    try:
        return make_player(game, text)
    except PalamedesError:
        ours = (*game.levels, *ALGORITHMS, *engine_names(), "bot", "cmd", "course")
        if text.partition(":")[0] in ours:
            raise
        check_programs([f"course:{text}"])
        return make_player(game, f"course:{text}")
