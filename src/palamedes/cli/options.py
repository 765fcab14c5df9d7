"""Options that several commands share, what their texts mean, and how commands answer."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from palamedes.core.game import Game
from palamedes.core.history_rules import HistoryRules
from palamedes.core.language import _

if TYPE_CHECKING:
    from palamedes.core.position import Position

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help=_("A game, such as teeko or morpion:4,beginner."))
]
PositionText = Annotated[
    str | None,
    typer.Option("--position", metavar="P", help=_("Start from this position, given as text.")),
]
MovesText = Annotated[
    str, typer.Option("--moves", metavar="M", help=_("Then play these moves, such as 'c3 d4'."))
]
PLAYER_HELP = _(
    "human, adaptive, a step such as step4, a level such as hard, an engine such as "
    "alphabeta:depth=6 or mcts:time=0.5, learned:FILE, bot:FILE.py or cmd:PROGRAM."
)
AsJson = Annotated[bool, typer.Option("--json", help=_("Print only JSON."))]
JsonFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help=_("Write the results to this file, as JSON."))
]
Plain = Annotated[bool, typer.Option("--plain", help=_("Plain ASCII text without colours."))]

DeviceName = Annotated[
    Literal["cpu", "cuda"],
    typer.Option(
        "--device",
        metavar="cpu|cuda",
        help=_('Where to compute: on the processor, or on a GPU (with the extra "cuda").'),
    ),
]

NoBook = Annotated[
    bool, typer.Option("--no-book", help=_("Levels play without their opening books."))
]

Sandbox = Annotated[
    Literal["off", "auto", "require"],
    typer.Option(
        metavar="off|auto|require",
        help=_(
            "Run external programs in a sandbox: require means bubblewrap; auto uses it if it "
            "works here, else Landlock (files only), else none."
        ),
    ),
]

Repetition = Annotated[
    int | None,
    typer.Option(metavar="N", help=_("Draw when a position occurs for the Nth time; 0: never.")),
]
Quiet = Annotated[
    int | None,
    typer.Option(metavar="N", help=_("Draw after N plies without progress; 0: never.")),
]
DatabaseUrl = Annotated[
    str,
    typer.Option(
        metavar="URL", help=_("URL of the database; default: a file in your data folder.")
    ),
]
Limit = Annotated[
    int | None, typer.Option(metavar="N", help=_("End the game after N plies; 0: never."))
]
Points = Annotated[
    bool,
    typer.Option(
        "--points",
        help=_("If one of these limits ends a game, the points decide (in games that have them)."),
    ),
]


def new_app(name: str | None = None, text: str | None = None) -> typer.Typer:
    """A group of commands."""
    return typer.Typer(
        name=name,
        help=text,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )


def history_of(
    game: Game, repetition: int | None, quiet: int | None, limit: int | None, points: bool
) -> HistoryRules:
    """The history rules of a game, changed by the options that were given."""
    given = {"repetition": repetition, "quiet": quiet, "plies": limit, "points": points or None}
    changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    return replace(game.history, **changes)


def position_of(game: Game, text: str | None, moves: str) -> "Position":
    """The position of a text, or the start of the game, after some moves."""
    from palamedes.core.position import Position

    position = Position.start(game) if text is None else Position.parse(game, text)
    for move in split_moves(moves):
        position = position.play(move)
    return position


def split_moves(moves: str) -> list[str]:
    """Split moves at commas or, in a text without commas, at spaces."""
    return moves.split(",") if "," in moves else moves.split()


def say(line: str) -> None:
    """Print a line on stdout, at once: a program may be waiting for it."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def say_json(document: object) -> None:
    """Print a JSON document on stdout."""
    say(json.dumps(document, indent=1, ensure_ascii=False))
