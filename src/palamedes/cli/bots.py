"""The command line of those who write bots, and of those who grade them."""

from pathlib import Path
from typing import Annotated

import typer

from palamedes.arena.grade import LEVELS, START, find_bots, grading_plan
from palamedes.arena.kit import LANGUAGES, new_bot
from palamedes.arena.kit.run import serve_bot_file
from palamedes.arena.kit.trial_games import play_trial_games
from palamedes.arena.plan import GameTerms
from palamedes.cli.arena import Outputs, new_journal, run_tournament
from palamedes.cli.arena_options import (
    CORES,
    CsvFile,
    Games,
    JournalFile,
    JsonFile,
    Memory,
    Openings,
    Report,
    SecondsAMove,
    Seed,
    Start,
    Workers,
)
from palamedes.cli.options import GameName, Plain, new_app, say
from palamedes.core.language import _
from palamedes.games import find_game
from palamedes.players.external import Bounds
from palamedes.ui.terminal import make_console
from palamedes.ui.terminal.bot_check import show_trials

app = new_app()
bot_app = new_app("bot", _("Bots of your own: start one, run it, check it."))


@bot_app.command("new", help=_("Write a small bot that works, to start from."))
def new_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help=_("A name for it."))],
    game: Annotated[str, typer.Option(metavar="GAME", help=_("A game, such as teeko."))],
    language: Annotated[
        str, typer.Option("--lang", metavar="|".join(LANGUAGES), help=_("What it is written in."))
    ] = LANGUAGES[0],
    folder: Annotated[
        Path, typer.Option(metavar="DIR", help=_("Where its folder is made."))
    ] = Path(),
) -> None:
    made = new_bot(name, find_game(game), language, folder)
    say(_("{path}/README.md says how to go on.").format(path=made))


@bot_app.command("run", help=_("Speak the universal game interface (UGI) for a Python bot."))
def run_command(
    file: Annotated[Path, typer.Argument(metavar="FILE.py", help=_("A file with one bot."))],
    game: GameName,
) -> None:
    serve_bot_file(file, find_game(game))


@bot_app.command("check", help=_("Play a few games against chance and say what goes wrong."))
def check_command(
    game: GameName,
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help=_("A bot: FILE.py or cmd:PROGRAM."))
    ],
    games: Annotated[int, typer.Option(metavar="N", min=1, help=_("How many games."))] = 4,
    seconds: SecondsAMove = 1.0,
    memory: Memory = Bounds.megabytes,
    start: Start = START,
    plain: Plain = False,
) -> None:
    chosen = find_game(game)
    bounds = Bounds(start=start, megabytes=memory)
    terms = GameTerms(chosen.history, move=seconds, bounds=bounds)
    if not show_trials(play_trial_games(chosen, player, terms, games), make_console(plain)):
        raise typer.Exit(1)


@app.command("grade", help=_("Let the bots of a folder meet each other and levels: a table."))
def grade_command(
    game: GameName,
    bots: Annotated[
        Path, typer.Option(metavar="DIR", help=_("Files and folders, one for each bot."))
    ],
    levels: Annotated[
        str | None, typer.Option(metavar="L,L", help=_("The levels that the bots meet."))
    ] = None,
    games: Games = 10,
    openings: Openings = 4,
    seed: Seed = 0,
    seconds: SecondsAMove = 1.0,
    memory: Memory = Bounds.megabytes,
    start: Start = START,
    workers: Workers = CORES,
    journal: JournalFile = None,
    json_file: JsonFile = None,
    csv_file: CsvFile = None,
    report: Report = None,
    plain: Plain = False,
) -> None:
    chosen = find_game(game)
    found = find_bots(bots, chosen)
    for name in found.others:
        typer.echo(_("{name!r} is not a bot").format(name=name), err=True)
    ladder = [level for level in LEVELS if level in chosen.levels]
    if levels is not None:
        ladder = [level.strip() for level in levels.lower().split(",") if level.strip()]
    bounds = Bounds(start=start, megabytes=memory)
    terms = GameTerms(chosen.history, move=seconds, bounds=bounds)
    plan = grading_plan(chosen, found, ladder, terms, games, openings, seed)
    outputs = Outputs(json_file, csv_file, report, plain)
    run_tournament(journal or new_journal(f"grade-{game}"), plan, workers, None, outputs)
