"""The command line: arguments in, calls out. What the commands do is in the rooms below."""

import json
import os
import sys
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table

from palamedes.cli_puzzles import app as puzzles_app
from palamedes.core.errors import PalamedesError
from palamedes.core.files import write_atomically
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.record import load_record
from palamedes.games import GAMES, find_game
from palamedes.players import (
    best_engine,
    evaluation_of,
    make_engine,
    make_player,
    needs_tables,
)
from palamedes.search.analysis import Limits
from palamedes.search.explain import Algorithm, Order, explain, to_document
from palamedes.search.perft import divide
from palamedes.search.tune import Effort, tune
from palamedes.solve.report import solution, value_of_start
from palamedes.solve.tablebase import Tablebase, choose_layers, layer_name
from palamedes.solve.verify import verify as verify_tables
from palamedes.ui.terminal import analyse, make_console, menu, play, replay
from palamedes.ui.terminal.bench import bench_signature, bench_speed, bench_threads
from palamedes.ui.terminal.progress import progress_bars
from palamedes.ui.terminal.solution import show_solution, size_text, solve_first
from palamedes.ui.terminal.think import wait_for
from palamedes.ui.terminal.tuning import show_tuning
from palamedes.ui.tree import tree_svg, tree_text

MUCH_MEMORY = 500_000_000  # bytes: worth saying beforehand

app = typer.Typer(
    name="palamedes",
    help=_("Plays, analyses, solves and benchmarks classic two-player board games."),
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(puzzles_app, name="puzzles")

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help=_("A game, such as teeko or morpion:4,beginner."))
]
PositionText = Annotated[
    str | None, typer.Option("--position", metavar="P", help=_("Start from this position text."))
]
MovesText = Annotated[
    str, typer.Option("--moves", metavar="M", help=_("Then make these moves, such as 'c3 d4'."))
]
PLAYER_HELP = _("human, a level such as hard, or such as alphabeta:depth=6 or mcts:time=0.5.")
AsJson = Annotated[bool, typer.Option("--json", help=_("Print one JSON document and no more."))]
Plain = Annotated[bool, typer.Option("--plain", help=_("Plain text: no colours, only ASCII."))]


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    lang: Annotated[  # taken out before we are called: it is here for the help
        str | None, typer.Option(metavar="en|fr", help=_("Speak English or French."))
    ] = None,
    version: Annotated[bool, typer.Option("--version", help=_("Print the version."))] = False,
) -> None:
    if version:
        from palamedes import __version__

        _say(f"palamedes {__version__}")
    elif context.invoked_subcommand is None:
        menu(make_console(plain=False))


@app.command("games", help=_("List the games and their variants."))
def games_command(as_json: AsJson = False, plain: Plain = False) -> None:
    if as_json:
        _say_json([_describe(game) for game in _all_games()])
        return
    table = Table(_("game"), _("title"), _("variants"))
    for family in GAMES:
        names = [family.make(variant).id for variant in family.variants if variant]
        table.add_row(family.name, _(family.title), "  ".join(names))
    _show(table, plain)


@app.command("play", help=_("Play in the terminal."))
def play_command(
    game: GameName,
    first: Annotated[str, typer.Option(metavar="PLAYER", help=PLAYER_HELP)] = "human",
    second: Annotated[str, typer.Option(metavar="PLAYER", help=PLAYER_HELP)] = "human",
    position: PositionText = None,
    moves: MovesText = "",
    repetition: Annotated[
        int | None,
        typer.Option(metavar="N", help=_("A draw when a position comes up N times; 0: never.")),
    ] = None,
    quiet: Annotated[
        int | None,
        typer.Option(metavar="N", help=_("A draw after N moves without progress; 0: never.")),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="N", help=_("The game ends after N moves; 0: never."))
    ] = None,
    points: Annotated[
        bool,
        typer.Option("--points", help=_("Points decide a game that ends so, where it has any.")),
    ] = False,
    seed: Annotated[int, typer.Option(help=_("For what engines leave to chance."))] = 0,
    plain: Plain = False,
) -> None:
    start = _position(find_game(game), position, "")
    names = ["" if player == "human" else player for player in (first, second)]
    console = make_console(plain)
    if any(needs_tables(start.game, name) for name in names if name):
        solve_first(start.game, console)
    seats = [
        make_player(start.game, name, seed + n) if name else None for n, name in enumerate(names)
    ]
    asked = {"repetition": repetition, "quiet": quiet, "plies": limit, "points": points or None}
    changes: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
    match = Match(start, replace(start.game.history, **changes), (names[0], names[1]))
    for move in _split(moves):
        match.play(move)
    play(match, console, seats=(seats[0], seats[1]))


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
    start = _position(find_game(game), position, "")
    match = Match(start, start.game.history)
    for move in _split(moves):
        match.play(move)
    if match.result is not None:
        raise PalamedesError(_("the game is over"))
    searcher = make_engine(start.game, engine) if engine else best_engine(start.game)
    if depth is None and nodes is None and seconds is None:
        seconds = 2.0
    limits = Limits(depth, nodes, seconds)
    if as_json:
        _say_json(searcher.analyse(match, limits, lines).to_document())
    else:
        analyse(match, searcher, limits, lines, make_console(plain))


@app.command("explain", help=_("Show the tree of a search: values, windows, cuts and why."))
def explain_command(
    game: GameName,
    algorithm: Annotated[
        Algorithm, typer.Option(metavar="A", help=_("minimax, alphabeta or mcts."))
    ] = "minimax",
    depth: Annotated[int, typer.Option(metavar="D", help=_("How many moves deep."))] = 2,
    evaluation: Annotated[
        str, typer.Option("--eval", metavar="E", help=_("The evaluation of the leaves."))
    ] = "",
    order: Annotated[
        Order, typer.Option(metavar="O", help=_("Order of moves: given, good, bad or random."))
    ] = "given",
    simulations: Annotated[int, typer.Option(metavar="N", help=_("For mcts."))] = 200,
    seed: Annotated[int, typer.Option(help=_("For what is left to chance."))] = 0,
    position: PositionText = None,
    moves: MovesText = "",
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Draw the tree into this file."))
    ] = None,
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    start = _position(find_game(game), position, moves)
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
    )
    if svg is not None:
        write_atomically(svg, tree_svg(tree).encode())
    if as_json:
        _say_json(to_document(tree))
    elif svg is None:
        console = make_console(plain)
        console.say(tree_text(tree, console.width, console.unicode))


@app.command("replay", help=_("Step through a saved game."))
def replay_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("A saved game."))],
    plain: Plain = False,
) -> None:
    replay(load_record(file, find_game), make_console(plain))


@app.command("perft", help=_("Count the move sequences of a length: the check of the rules."))
def perft_command(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help=_("How many moves deep."))],
    position: PositionText = None,
    moves: MovesText = "",
    by_move: Annotated[bool, typer.Option("--divide", help=_("Count each first move."))] = False,
) -> None:
    start = _position(find_game(game), position, moves)
    counts = divide(start, depth)
    progress = Console(stderr=True, quiet=by_move or not sys.stderr.isatty())
    total = 0 if depth else 1
    for _move in track(start.moves, _("counting"), console=progress, transient=True):
        for move, count in wait_for(lambda: list(islice(counts, 1))):
            total += count
            if by_move:
                _say(f"{move}: {count}")
    _say(str(total))


@app.command("bench", help=_("Measure the speed of rules and searches on this machine."))
def bench_command(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=_("Only this one."))] = None,
    seconds: Annotated[
        float, typer.Option(min=0.01, max=600, help=_("How long to measure each game."))
    ] = 2.0,
    threads: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=2, max=256, help=_("How much faster N threads search than one.")
        ),
    ] = None,
    signature: Annotated[
        bool, typer.Option("--signature", help=_("Count the nodes of fixed searches instead."))
    ] = False,
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    if signature and threads:
        raise PalamedesError(_("a signature is made by one thread"))
    standard = [family.make("") for family in GAMES]
    games = [find_game(game)] if game else _all_games() if signature else standard
    if signature:
        benchmark = bench_signature(games)
    elif threads:
        benchmark = bench_threads(games, threads, seconds)
    else:
        benchmark = bench_speed(games, seconds)
    if as_json:
        _say_json(benchmark.document)
    else:
        _show(benchmark.table, plain)


@app.command("solve", help=_("Find the truth about a game: build its tables, or read them."))
def solve_command(
    game: GameName,
    men: Annotated[
        str | None,
        typer.Option(metavar="A-B", help=_("Up to so many men on either side, such as 7-7.")),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help=_("Everything there is."))] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help=_("Check every entry against those it leads to."))
    ] = False,
    threads: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help=_("Threads at work."))
    ] = os.cpu_count() or 1,
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    tables = Tablebase(find_game(game))
    wanted = choose_layers(tables, men, every)
    console = make_console(plain)
    if (needed := tables.memory_needed(wanted)) > MUCH_MEMORY and not as_json:
        console.say(_("This takes {size} of memory.").format(size=size_text(needed)))
    with progress_bars() as show:
        wait_for(partial(tables.build, wanted, threads, show))
        start = wait_for(partial(value_of_start, tables, show))
        document = solution(tables, wanted, start)
        if verify:
            errors = wait_for(partial(verify_tables, tables, wanted, threads, show))
            document["errors"] = {layer_name(layer): wrong for layer, wrong in errors.items()}
    if as_json:
        _say_json(document)
    else:
        show_solution(document, console)
    if any(document.get("errors", {}).values()):
        raise PalamedesError(_("the tables are wrong"))


@app.command("tune", help=_("Find better weights for an evaluation by games against itself."))
def tune_command(
    game: GameName,
    evaluation: Annotated[
        str, typer.Option("--eval", metavar="E", help=_("The evaluation to start from."))
    ] = "tuned",
    games: Annotated[
        int, typer.Option(metavar="N", min=10, help=_("Games to learn from."))
    ] = Effort.games,
    match: Annotated[
        int, typer.Option(metavar="N", min=2, help=_("Games of the new weights against the old."))
    ] = Effort.match,
    nodes: Annotated[
        int, typer.Option(metavar="N", min=10, help=_("Nodes a move."))
    ] = Effort.nodes,
    seed: Annotated[int, typer.Option(help=_("For what is left to chance."))] = Effort.seed,
    workers: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help=_("Processes at work."))
    ] = Effort.workers,
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    chosen = find_game(game)
    effort = Effort(games, match, nodes, seed, workers)
    with progress_bars() as show:
        tuning = tune(chosen, evaluation_of(chosen, evaluation), effort, show)
    if as_json:
        _say_json(tuning.to_document())
    else:
        show_tuning(tuning, make_console(plain))


def _position(game: Game, text: str | None, moves: str) -> Position:
    position = Position.start(game) if text is None else Position.parse(game, text)
    for move in _split(moves):
        position = position.play(move)
    return position


def _split(moves: str) -> list[str]:
    """Moves apart by commas or, where there are none, by spaces."""
    return moves.split(",") if "," in moves else moves.split()


def _all_games() -> list[Game]:
    return [family.make(variant) for family in GAMES for variant in family.variants]


def _describe(game: Game) -> dict[str, str]:
    return {"game": game.name, "variant": game.variant, "id": game.id, "title": _(game.title)}


def _show(table: Table, plain: bool) -> None:
    """Print a table with lines that the console can draw."""
    console = make_console(plain)
    table.box = box.HEAVY_HEAD if console.unicode else box.ASCII
    console.print(table)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _say_json(document: object) -> None:
    _say(json.dumps(document, indent=1, ensure_ascii=False))
