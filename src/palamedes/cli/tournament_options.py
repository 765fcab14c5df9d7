"""Options of the commands that let players meet: tournament, grade, bot check."""

import os
from pathlib import Path
from typing import Annotated

import typer

from palamedes.core.language import _

CORES = os.cpu_count() or 1
DAY = 86_400  # seconds, the most that any option takes
MEGABYTES = 2048
SECONDS_TO_START = 10.0
SECONDS_TO_START_A_BOT = 60.0  # grading starts many at once, on a machine busy with games

Players = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PLAYER...",
        help=_("Levels, alphabeta:depth=6, bot:FILE.py, cmd:PROGRAM; mine=cmd:PROGRAM names it."),
    ),
]
Games = Annotated[int, typer.Option(metavar="N", min=1, help=_("Games of every two players."))]
Gauntlet = Annotated[
    bool, typer.Option("--gauntlet", help=_("Only the first player meets the others."))
]
Openings = Annotated[
    int,
    typer.Option(
        metavar="P", min=0, max=100, help=_("Random plies at the start, fair ones; 0: none.")
    ),
]
Seed = Annotated[int, typer.Option(metavar="S", help=_("For what is left to chance."))]

SecondsAMove = Annotated[
    float,
    typer.Option("--time", metavar="S", min=0.001, max=DAY, help=_("Seconds for each move.")),
]
OptionalSeconds = Annotated[
    float | None,
    typer.Option("--time", metavar="S", min=0.001, max=DAY, help=_("Seconds for each move.")),
]
FirstMove = Annotated[
    float | None,
    typer.Option(
        metavar="S",
        min=0.001,
        max=DAY,
        help=_("Seconds for the first move of each, if not as for the others."),
    ),
]
Total = Annotated[
    float | None,
    typer.Option(
        metavar="S", min=0.01, max=DAY, help=_("Seconds for all moves of a player together.")
    ),
]
Increment = Annotated[
    float,
    typer.Option(metavar="S", min=0, max=DAY, help=_("What that grows by with every move.")),
]
Depth = Annotated[
    int | None, typer.Option(metavar="D", min=1, max=100, help=_("How deep engines may look."))
]
Nodes = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, help=_("How many nodes engines look at; not levels of a fixed depth.")
    ),
]
Adjudicate = Annotated[
    bool, typer.Option("--adjudicate", help=_("End games whose result tables know."))
]
Resign = Annotated[
    int,
    typer.Option(
        metavar="SCORE", min=0, help=_("Resign after three moves this far behind; 0: never.")
    ),
]

Memory = Annotated[
    int, typer.Option(metavar="MB", min=16, help=_("Memory of an external program."))
]
Start = Annotated[
    float,
    typer.Option(metavar="S", min=0.1, help=_("Seconds for an external program to be ready.")),
]

SprtBounds = Annotated[
    str | None,
    typer.Option(metavar="ELO0,ELO1", help=_("Stop when one of two advantages is likely enough.")),
]
Workers = Annotated[int, typer.Option(metavar="W", min=1, max=256, help=_("Processes at work."))]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDR", help=_("Play on a dask.distributed cluster instead."))
]
JournalFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help=_("Keep the games here; the same command goes on with them.")
    ),
]
Resume = Annotated[
    Path | None, typer.Option(metavar="FILE", help=_("Go on with the tournament kept here."))
]
JsonFile = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help=_("Write figures; - is stdout."))
]
CsvFile = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", help=_("Write the table of players."))
]
Report = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help=_("Write one HTML page with plots and all games.")),
]
