"""What several commands take and how all of them answer."""

import json
import sys
from dataclasses import replace
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from palamedes.core.game import Game
from palamedes.core.history import HistoryRules
from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.games import GAMES
from palamedes.ui.terminal import make_console

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help=_("A game, such as teeko or morpion:4,beginner."))
]
PositionText = Annotated[
    str | None, typer.Option("--position", metavar="P", help=_("Start from this position text."))
]
MovesText = Annotated[
    str, typer.Option("--moves", metavar="M", help=_("Then make these moves, such as 'c3 d4'."))
]
PLAYER_HELP = _(
    "human, a level such as hard, or such as alphabeta:depth=6, mcts:time=0.5, bot:FILE.py or "
    "cmd:PROGRAM."
)
AsJson = Annotated[bool, typer.Option("--json", help=_("Print one JSON document and no more."))]
Plain = Annotated[bool, typer.Option("--plain", help=_("Plain text: no colours, only ASCII."))]


Repetition = Annotated[
    int | None,
    typer.Option(metavar="N", help=_("A draw when a position comes up N times; 0: never.")),
]
Quiet = Annotated[
    int | None,
    typer.Option(metavar="N", help=_("A draw after N moves without progress; 0: never.")),
]
Limit = Annotated[
    int | None, typer.Option(metavar="N", help=_("The game ends after N moves; 0: never."))
]
Points = Annotated[
    bool, typer.Option("--points", help=_("Points decide a game that ends so, where it has any."))
]


def history_of(
    game: Game, repetition: int | None, quiet: int | None, limit: int | None, points: bool
) -> HistoryRules:
    """The history rules of a game with what was asked for instead."""
    asked = {"repetition": repetition, "quiet": quiet, "plies": limit, "points": points or None}
    changes: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
    return replace(game.history, **changes)


def new_app(name: str | None = None, text: str | None = None) -> typer.Typer:
    """A group of commands."""
    return typer.Typer(
        name=name,
        help=text,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )


def position_of(game: Game, text: str | None, moves: str) -> Position:
    position = Position.start(game) if text is None else Position.parse(game, text)
    for move in split_moves(moves):
        position = position.play(move)
    return position


def split_moves(moves: str) -> list[str]:
    """Moves apart by commas or, where there are none, by spaces."""
    return moves.split(",") if "," in moves else moves.split()


def all_games() -> list[Game]:
    return [family.make(variant) for family in GAMES for variant in family.variants]


def show_table(table: Table, plain: bool) -> None:
    """Print a table with lines that the console can draw."""
    console = make_console(plain)
    table.box = box.HEAVY_HEAD if console.unicode else box.ASCII
    console.print(table)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def say_json(document: object) -> None:
    say(to_json(document))


def to_json(document: object) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False)
