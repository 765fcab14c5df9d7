"""Study: analyse, explain, tune."""

from pathlib import Path
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
from palamedes.core.files import write_atomically
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import best_engine, evaluation_of, make_engine
from palamedes.search.analysis import Limits
from palamedes.search.explain import Algorithm, Order, explain, to_document
from palamedes.search.tune import TuningEffort, tune
from palamedes.ui.terminal import analyse, make_console
from palamedes.ui.terminal.interruptible import wait_or_stop
from palamedes.ui.terminal.progress import progress_bars
from palamedes.ui.terminal.tuning import show_tuning
from palamedes.ui.tree import tree_svg, tree_text

app = new_app()


@app.command("analyse", help=_("Search a position: the best moves and what they are worth."))
def analyse_command(
    game: GameName,
    position: PositionText = None,
    moves: MovesText = "",
    seconds: Annotated[
        float | None, typer.Option("--time", metavar="S", min=0.001, help=_("At most so long."))
    ] = None,
    depth: Annotated[
        int | None, typer.Option(metavar="D", min=1, max=100, help=_("At most so deep."))
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", min=1, help=_("At most so many nodes."))
    ] = None,
    lines: Annotated[
        int, typer.Option(metavar="K", min=1, max=256, help=_("The K best moves."))
    ] = 1,
    engine: Annotated[
        str | None,
        typer.Option(
            metavar="ENGINE",
            help=_("Such as alphabeta:threads=2 or mcts; if none, the truth where it is known."),
        ),
    ] = None,
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
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
        analysis = wait_or_stop(lambda: searcher.analyse(match, limits, lines), searcher.stop)
        say_json(analysis.to_document())
    else:
        analyse(match, searcher, limits, lines, make_console(plain))


@app.command("explain", help=_("Show the tree of a search: values, windows, cuts and why."))
def explain_command(
    game: GameName,
    algorithm: Annotated[
        Algorithm, typer.Option(metavar="A", help=_("bestfirst, minimax, alphabeta or mcts."))
    ] = "minimax",
    depth: Annotated[int, typer.Option(metavar="D", help=_("How many moves deep."))] = 2,
    evaluation: Annotated[
        str, typer.Option("--eval", metavar="E", help=_("The evaluation of the leaves."))
    ] = "",
    order: Annotated[
        Order, typer.Option(metavar="O", help=_("Order of moves: given, good, bad or random."))
    ] = "given",
    simulations: Annotated[int, typer.Option(metavar="N", help=_("For mcts."))] = 200,
    expansions: Annotated[
        int,
        typer.Option(
            metavar="N",
            help=_("For bestfirst: how often it looks further, each time where it looks best."),
        ),
    ] = 1,
    seed: Annotated[int, typer.Option(help=_("For what is left to chance."))] = 0,
    position: PositionText = None,
    moves: MovesText = "",
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Draw the tree into this file."))
    ] = None,
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    start = position_of(find_game(game), position, moves)
    name = evaluation or next(iter(start.game.evaluations), "none")
    tree = explain(
        start,
        algorithm,
        depth,
        evaluation_of(start.game, name),
        order,
        simulations,
        seed,
        evaluation_name=name,
        expansions=expansions,
    )
    if svg is not None:
        write_atomically(svg, tree_svg(tree).encode())
    if as_json:
        say_json(to_document(tree))
    elif svg is None:
        console = make_console(plain)
        console.say(tree_text(tree, console.width, console.unicode))


@app.command("tune", help=_("Find better weights for an evaluation by games against itself."))
def tune_command(
    game: GameName,
    evaluation: Annotated[
        str, typer.Option("--eval", metavar="E", help=_("The evaluation to start from."))
    ] = "tuned",
    games: Annotated[
        int, typer.Option(metavar="N", min=10, help=_("Games to learn from."))
    ] = TuningEffort.games,
    match: Annotated[
        int, typer.Option(metavar="N", min=2, help=_("Games of the new weights against the old."))
    ] = TuningEffort.match,
    nodes: Annotated[
        int, typer.Option(metavar="N", min=10, help=_("Nodes a move."))
    ] = TuningEffort.nodes,
    seed: Annotated[int, typer.Option(help=_("For what is left to chance."))] = TuningEffort.seed,
    workers: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help=_("Processes at work."))
    ] = TuningEffort.workers,
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    chosen = find_game(game)
    effort = TuningEffort(games, match, nodes, seed, workers)
    with progress_bars() as show:
        tuning = tune(chosen, evaluation_of(chosen, evaluation), effort, show)
    if as_json:
        say_json(tuning.to_document())
    else:
        show_tuning(tuning, make_console(plain))
