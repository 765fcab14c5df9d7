"""`palamedes replay`: a saved game, move by move."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from palamedes.cli.options import Plain, new_app
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _, ngettext

if TYPE_CHECKING:
    from palamedes.core.match import Match

app = new_app()


@app.command("replay", help=_("Step through a saved game."))
def replay_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("A saved game."))],
    number: Annotated[
        int | None,
        typer.Option(
            "--game", metavar="N", min=1, help=_("Number of the game, in a file with several.")
        ),
    ] = None,
    plain: Plain = False,
) -> None:
    from palamedes.ui.terminal import make_console, replay

    replay(_chosen(file, number), make_console(plain))


def _chosen(file: Path, number: int | None) -> "Match":
    """The game with this number in a file, or the only one."""
    from palamedes.library.games import load, load_games

    if number is None:
        return load(file)
    games = load_games(file)
    if number > len(games):
        text = ngettext(
            "{path}: there is only {count} game in this file",
            "{path}: there are only {count} games in this file",
            len(games),
        )
        raise PalamedesError(text.format(path=file, count=len(games)))
    return games[number - 1].match
