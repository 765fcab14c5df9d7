"""`palamedes analyse`: the best moves of a position."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from palamedes.core.game import Game
    from palamedes.search.analysis import Limits

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
    file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=_("Analyse all positions of this file: a position or moves on each line."),
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

    if file is not None:
        if position is not None or moves:
            raise PalamedesError(_("with --file, give no --position and no --moves"))
        limits = Limits(depth, nodes, seconds or (None if depth or nodes else 2.0))
        _analyse_file(find_game(game), file, engine, limits, lines, as_json, plain)
        return
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


def _analyse_file(
    game: "Game",
    path: Path,
    engine: str | None,
    limits: "Limits",
    lines: int,
    as_json: bool,
    plain: bool,
) -> None:
    from palamedes.core.position_file import read_positions
    from palamedes.games import find_game
    from palamedes.players import best_engine, make_engine
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.analyse_file import analyse_file, analyses_document, show_analyses

    positions = read_positions(path, game, game.history, find_game)
    searcher = make_engine(game, engine) if engine else best_engine(game)
    found = analyse_file(positions, searcher, limits, lines)
    if as_json:
        say_json(analyses_document(game, found))
    else:
        show_analyses(found, make_console(plain))
