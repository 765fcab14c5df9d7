"""`palamedes perft`: the number of move sequences of a length."""

from typing import Annotated

import typer

from palamedes.cli.options import GameName, MovesText, PositionText, new_app, position_of
from palamedes.core.language import _

app = new_app()


@app.command("perft", help=_("Count all move sequences of a given length, to check the rules."))
def perft_command(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help=_("Depth in plies."))],
    position: PositionText = None,
    moves: MovesText = "",
    by_move: Annotated[
        bool, typer.Option("--divide", help=_("Show a separate count for each first move."))
    ] = False,
) -> None:
    from palamedes.games import find_game
    from palamedes.ui.terminal.perft import print_perft

    print_perft(position_of(find_game(game), position, moves), depth, by_move)
