"""`palamedes analyse`: the best moves of a position."""

from typing import Annotated

import typer

from palamedes.cli.options import (
    AsJson,
    GameName,
    MovesText,
    Plain,
    PositionText,
    new_app,
    position_of,
    say_json,
    split_moves,
)
from palamedes.core.language import _

app = new_app()


@app.command("analyse", help=_("Analyse a position: the best moves and their values."))
def analyse_command(
    game: GameName,
    position: PositionText = None,
    moves: MovesText = "",
    seconds: Annotated[
        float | None,
        typer.Option("--time", metavar="S", min=0.001, help=_("Time limit in seconds.")),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(metavar="D", min=1, max=100, help=_("Depth limit."))
    ] = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", min=1, help=_("Node limit."))] = None,
    lines: Annotated[
        int, typer.Option(metavar="K", min=1, max=256, help=_("Show the K best moves."))
    ] = 1,
    engine: Annotated[
        str | None,
        typer.Option(
            metavar="ENGINE",
            help=_(
                "Engine, such as alphabeta:threads=2, mcts or learned:FILE; default: exact values "
                "where they are known."
            ),
        ),
    ] = None,
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    from palamedes.core.match import Match
    from palamedes.games import find_game
    from palamedes.library.engine import engine as open_engine
    from palamedes.ui.terminal import analyse, last_word, make_console

    start = position_of(find_game(game), position, "")
    match = Match(start, start.game.history)
    for move in split_moves(moves):
        match.play(move)
    if depth is None and nodes is None and seconds is None:
        seconds = 2.0
    with open_engine(start.game, engine) as opened:
        search = opened.start(match, time=seconds, depth=depth, nodes=nodes, lines=lines)
        if as_json:
            say_json(last_word(search).to_document())
        else:
            analyse(search, make_console(plain))
