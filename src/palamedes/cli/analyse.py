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
from palamedes.core.errors import PalamedesError
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
    from palamedes.players import best_engine, make_engine
    from palamedes.search.analysis import Limits
    from palamedes.ui.terminal import analyse, make_console
    from palamedes.ui.terminal.interruptible import wait_or_stop

    start = position_of(find_game(game), position, "")
    match = Match(start, start.game.history)
    for move in split_moves(moves):
        match.play(move)
    if match.result is not None:
        raise PalamedesError(_("the game is over"))
    searcher = make_engine(start.game, engine) if engine else best_engine(start.game)
    if depth is None and nodes is None and seconds is None:
        seconds = 2.0
    limits = Limits(depth, nodes, seconds)
    if as_json:
        say_json(
            wait_or_stop(
                lambda: searcher.analyse(match, limits, lines), searcher.stop
            ).to_document()
        )
    else:
        analyse(match, searcher, limits, lines, make_console(plain))
