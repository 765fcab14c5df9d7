"""`palamedes grade`: a tournament of the bots in a folder."""

from pathlib import Path
from typing import Annotated

import typer

from palamedes.cli.options import GameName, Plain, new_app
from palamedes.cli.tournament_options import (
    CORES,
    MEGABYTES,
    SECONDS_TO_START_A_BOT,
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
from palamedes.core.language import _

app = new_app()


@app.command(
    "grade",
    help=_("Rank the bots in a folder: they play each other and some steps of the game's ladder."),
)
def grade_command(
    game: GameName,
    bots: Annotated[
        Path, typer.Option(metavar="DIR", help=_("Folder with one file or subfolder per bot."))
    ],
    levels: Annotated[
        str | None,
        typer.Option(
            metavar="L,L",
            help=_("Steps or levels the bots play against, separated by commas; default: by game."),
        ),
    ] = None,
    games: Games = 10,
    openings: Openings = 4,
    seed: Seed = 0,
    seconds: SecondsAMove = 1.0,
    memory: Memory = MEGABYTES,
    start: Start = SECONDS_TO_START_A_BOT,
    workers: Workers = CORES,
    journal: JournalFile = None,
    json_file: JsonFile = None,
    csv_file: CsvFile = None,
    report: Report = None,
    plain: Plain = False,
) -> None:
    from palamedes.arena.grade import find_bots, grading_plan
    from palamedes.arena.plan import GameTerms
    from palamedes.arena.yardstick import yardstick
    from palamedes.games import find_game
    from palamedes.players.external import Bounds
    from palamedes.ui.terminal.run_tournament import Outputs, new_journal, run_tournament

    chosen = find_game(game)
    found = find_bots(bots, chosen)
    for name in found.others:
        typer.echo(_("{name!r} is not a bot: skipped").format(name=name), err=True)
    opponents = yardstick(chosen)
    if levels is not None:
        opponents = [level.strip() for level in levels.lower().split(",") if level.strip()]
    bounds = Bounds(start=start, megabytes=memory)
    terms = GameTerms(chosen.history, move=seconds, bounds=bounds)
    plan = grading_plan(chosen, found, opponents, terms, games, openings, seed)
    outputs = Outputs(json_file, csv_file, report, plain)
    run_tournament(journal or new_journal(f"grade-{game}"), plan, workers, None, outputs)
