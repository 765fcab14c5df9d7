"""Options of the commands that let players meet: tournament, grade, bot check."""

from pathlib import Path
from typing import Annotated

import typer

from palamedes.core.cores import usable_cores
from palamedes.core.language import _

CORES = usable_cores()
DAY = 86_400  # seconds, the most that any option takes
MOST_GAMES = 1_000_000  # per pairing
MOST_NODES = 10**15  # far more than a search visits in a day
MOST_MEGABYTES = 1 << 24  # 16 TB
MEGABYTES = 2048
SECONDS_TO_START = 10.0
SECONDS_TO_START_A_BOT = 60.0  # grading starts many at once, on a machine busy with games

Players = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PLAYER...",
        help=_(
            "Two or more players: levels such as hard, alphabeta:depth=6, bot:FILE.py or "
            "cmd:PROGRAM; write mine=cmd:PROGRAM to give a player a name."
        ),
    ),
]
Games = Annotated[
    int, typer.Option(metavar="N", min=1, max=MOST_GAMES, help=_("Games per pairing."))
]
Gauntlet = Annotated[
    bool,
    typer.Option(
        "--gauntlet",
        help=_("Pair the first player with each of the others; the others do not meet."),
    ),
]
Openings = Annotated[
    int,
    typer.Option(
        metavar="P",
        min=0,
        max=100,
        help=_("Start each game with P random but balanced plies; 0: none."),
    ),
]
OpeningsFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help=_(
            "Start the games from the openings in this file, instead of with random plies: moves "
            "or a position on each line, or games as text."
        ),
    ),
]
Seed = Annotated[int, typer.Option(metavar="S", help=_("Random seed."))]

SecondsAMove = Annotated[
    float,
    typer.Option(
        "--time", metavar="S", min=0.001, max=DAY, help=_("Time limit per move in seconds.")
    ),
]
OptionalSeconds = Annotated[
    float | None,
    typer.Option(
        "--time", metavar="S", min=0.001, max=DAY, help=_("Time limit per move in seconds.")
    ),
]
FirstMove = Annotated[
    float | None,
    typer.Option(
        metavar="S",
        min=0.001,
        max=DAY,
        help=_(
            "Time limit for each player's first move in seconds; default: same as for other moves."
        ),
    ),
]
Total = Annotated[
    float | None,
    typer.Option(
        metavar="S", min=0.01, max=DAY, help=_("Time per player for the whole game in seconds.")
    ),
]
Increment = Annotated[
    float,
    typer.Option(metavar="S", min=0, max=DAY, help=_("Seconds added per move; needs --total.")),
]
Depth = Annotated[
    int | None, typer.Option(metavar="D", min=1, max=100, help=_("Depth limit for engines."))
]
Nodes = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        max=MOST_NODES,
        help=_("Node limit per move for engines; no effect on levels with a fixed depth."),
    ),
]
Adjudicate = Annotated[
    bool, typer.Option("--adjudicate", help=_("Stop a game once the tables know its result."))
]
Resign = Annotated[
    int,
    typer.Option(
        metavar="SCORE",
        min=0,
        help=_("Resign after three moves in a row with a score of -SCORE or worse; 0: never."),
    ),
]

Memory = Annotated[
    int,
    typer.Option(
        metavar="MB",
        min=16,
        max=MOST_MEGABYTES,
        help=_("Memory limit of an external program in MB."),
    ),
]
Start = Annotated[
    float,
    typer.Option(
        metavar="S",
        min=0.1,
        max=DAY,
        help=_("Time limit for an external program to start, in seconds."),
    ),
]

KeepAlive = Annotated[
    bool,
    typer.Option(
        "--keep-alive/--restart",
        help=_("Keep external programs alive from game to game, or start them anew."),
    ),
]

SprtBounds = Annotated[
    str | None,
    typer.Option(
        metavar="ELO0,ELO1",
        help=_(
            "Stop as soon as a sequential test (SPRT) decides between an advantage of ELO0 and "
            "one of ELO1."
        ),
    ),
]
Workers = Annotated[
    int, typer.Option(metavar="W", min=1, max=256, help=_("Number of worker processes."))
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDR", help=_("Play on the dask.distributed cluster at this address.")),
]
JournalFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help=_("Save the games to this file; run the same command again to resume.")
    ),
]
Resume = Annotated[
    Path | None, typer.Option(metavar="FILE", help=_("Resume the tournament saved in this file."))
]
CsvFile = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", help=_("Write the standings as CSV."))
]
Report = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help=_("Write an HTML report with plots and all games.")),
]
