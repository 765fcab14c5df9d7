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
    from palamedes.library.engine import OpenEngine, SearchLimits

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
    from palamedes.ui.terminal import analyse, last_word, make_console

    chosen = find_game(game)
    is_limited = (depth, nodes, seconds) != (None, None, None)
    if not is_limited:
        seconds = 2.0
    limits: SearchLimits = {"time": seconds, "depth": depth, "nodes": nodes, "lines": lines}
    if file is not None:
        if position is not None or moves:
            raise PalamedesError(_("with --file, give no --position and no --moves"))
        _analyse_file(chosen, file, engine, is_limited, limits, as_json, plain)
        return
    start = position_of(chosen, position, "")
    match = Match(start, start.game.history)
    for move in split_moves(moves):
        match.play(move)
    with _open_engine(chosen, engine, is_limited) as opened:
        search = opened.start(match, **limits)
        if as_json:
            say_json(last_word(search).to_document())
        else:
            analyse(search, make_console(plain))


def _open_engine(game: "Game", spec: str | None, is_limited: bool) -> "OpenEngine":
    """The engine of a spec, with its tables; by default also those, if no search was asked for."""
    from palamedes.library.engine import engine
    from palamedes.players import needs_tables
    from palamedes.ui.terminal.solution import solve_at_first_need

    if needs_tables(game, spec) if spec else not is_limited:
        solve_at_first_need(game)
    return engine(game, spec)


def _analyse_file(
    game: "Game",
    path: Path,
    engine: str | None,
    is_limited: bool,
    limits: "SearchLimits",
    as_json: bool,
    plain: bool,
) -> None:
    from palamedes.core.position_file import read_positions
    from palamedes.games import find_game
    from palamedes.ui.terminal import make_console
    from palamedes.ui.terminal.analyse_file import analyse_file, analyses_document, show_analyses

    positions = read_positions(path, game, game.history, find_game)
    with _open_engine(game, engine, is_limited) as opened:
        found = analyse_file(positions, opened, limits)
        if as_json:
            say_json(analyses_document(game, found))
        else:
            show_analyses(found, make_console(plain))
