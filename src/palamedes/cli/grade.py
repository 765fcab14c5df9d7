"""`palamedes grade`: a tournament of the bots in a folder."""

from pathlib import Path
from typing import Annotated

import typer

from palamedes.cli.options import AsJson, GameName, JsonFile, Plain, Sandbox, new_app
from palamedes.cli.tournament_options import (
    CORES,
    MEGABYTES,
    SECONDS_TO_START_A_BOT,
    CsvFile,
    Games,
    JournalFile,
    KeepAlive,
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
        Path,
        typer.Option(
            metavar="DIR", help=_("Folder or zip file with one file, folder or zip file per bot.")
        ),
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
    sandbox: Sandbox = "auto",
    keep_alive: KeepAlive = True,
    workers: Workers = CORES,
    journal: JournalFile = None,
    as_json: AsJson = False,
    json_file: JsonFile = None,
    csv_file: CsvFile = None,
    report: Report = None,
    feedback: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help=_("Write one HTML page per student, and an index.")),
    ] = None,
    marks: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=_("Give marks by the thresholds in this TOML file.")),
    ] = None,
    lms_csv: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=_("Write a CSV file for learning platforms: student, mark and comment."),
        ),
    ] = None,
    plain: Plain = False,
) -> None:
    from palamedes.arena.grade import find_bots, grading_plan
    from palamedes.arena.handins import unpacking
    from palamedes.arena.marks import read_marks
    from palamedes.arena.plan import GameTerms
    from palamedes.arena.yardstick import yardstick
    from palamedes.games import find_game
    from palamedes.players.external import Bounds
    from palamedes.ui.terminal.grade import GradeOutputs, run_grading
    from palamedes.ui.terminal.json_output import JsonOutput
    from palamedes.ui.terminal.run_tournament import Outputs, new_journal

    chosen = find_game(game)
    told = GradeOutputs(feedback, lms_csv, None if marks is None else read_marks(marks))
    path = journal or new_journal(f"grade-{game}")
    opponents = yardstick(chosen)
    if levels is not None:
        opponents = [level.strip() for level in levels.lower().split(",") if level.strip()]
    bounds = Bounds(start=start, megabytes=memory, sandbox=sandbox, keep_alive=keep_alive)
    terms = GameTerms(chosen.history, move=seconds, bounds=bounds)
    with unpacking(path) as unpacked:
        found = find_bots(bots, chosen, unpacked)
        for name in found.others:
            typer.echo(_("{name!r} is not a bot: skipped").format(name=name), err=True)
        for handin in found.unreadable:
            typer.echo(f"{handin.name}: {handin.why}", err=True)
        plan = grading_plan(chosen, found, opponents, terms, games, openings, seed)
        if journal is None:
            line = _("To resume after an interruption, add --journal {path}")
            typer.echo(line.format(path=path), err=True)
        outputs = Outputs(JsonOutput(as_json, json_file), csv_file, report, plain)
        run_grading(path, plan, found, workers, outputs, told)
