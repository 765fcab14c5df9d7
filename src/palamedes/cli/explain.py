"""`palamedes explain`: the tree of a search."""

from pathlib import Path
from typing import Annotated, Literal

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
)
from palamedes.core.files import check_writable, write_atomically
from palamedes.core.language import _

Algorithm = Literal["bestfirst", "minimax", "alphabeta", "mcts"]
Order = Literal["given", "good", "bad", "random"]

app = new_app()


@app.command(
    "explain",
    help=_("Show a search tree: values, windows, and which branches were pruned and why."),
)
def explain_command(
    game: GameName,
    algorithm: Annotated[
        Algorithm,
        typer.Option(metavar="A", help=_("Algorithm: bestfirst, minimax, alphabeta or mcts.")),
    ] = "minimax",
    depth: Annotated[int, typer.Option(metavar="D", help=_("Depth in plies."))] = 2,
    evaluation: Annotated[
        str, typer.Option("--eval", metavar="E", help=_("Evaluation used at the leaves."))
    ] = "",
    order: Annotated[
        Order, typer.Option(metavar="O", help=_("Move ordering: given, good, bad or random."))
    ] = "given",
    simulations: Annotated[
        int, typer.Option(metavar="N", help=_("Number of simulations, for mcts."))
    ] = 200,
    expansions: Annotated[
        int,
        typer.Option(
            metavar="N",
            help=_("Number of expansions, for bestfirst: each one extends the best line so far."),
        ),
    ] = 1,
    seed: Annotated[int, typer.Option(help=_("Random seed."))] = 0,
    position: PositionText = None,
    moves: MovesText = "",
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Draw the tree to this SVG file."))
    ] = None,
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    from palamedes.games import find_game
    from palamedes.library.searching import explain
    from palamedes.search.explain import to_document
    from palamedes.ui.terminal import make_console
    from palamedes.ui.tree import tree_svg, tree_text

    check_writable(svg)
    start = position_of(find_game(game), position, moves)
    tree = explain(
        start,
        algorithm,
        depth,
        evaluation=evaluation or None,
        order=order,
        simulations=simulations,
        expansions=expansions,
        seed=seed,
    )
    if svg is not None:
        write_atomically(svg, tree_svg(tree).encode())
    if as_json:
        say_json(to_document(tree))
    elif svg is None:
        console = make_console(plain)
        console.say(tree_text(tree, console.width, console.unicode))
