"""Arguments of public functions: what is wrong with one is said in one line."""

import os
from collections.abc import Callable
from numbers import Real
from pathlib import Path

from palamedes.core.cores import usable_cores
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match, position_of
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.search.analysis import Limits

DAY = 86_400  # seconds
DEEPEST = 100  # plies that a caller may ask for
MOST_WORKERS = 256
MOST_NODES = 10**15  # far more than a search visits in a day


def limits_of(time: float | None, depth: int | None, nodes: int | None) -> Limits:
    """The limits of a search; None stands for no limit."""
    return Limits(
        depth=None if depth is None else whole("depth", depth, 1, DEEPEST),
        nodes=None if nodes is None else whole("nodes", nodes, 1, MOST_NODES),
        seconds=None if time is None else number("time", time, 0.001, DAY),
    )


def whole(name: str, value: int, least: int, most: int) -> int:
    """A whole number within limits; PalamedesError if it is anything else."""
    text = _("{name} must be a whole number from {least} to {most}, not {text!r}")
    return int(_within(text, name, value, least, most, lambda each: each == int(each)))


def workers_of(count: int | None, name: str = "workers") -> int:
    """The number of threads that a caller wants, by default one for each core."""
    return usable_cores() if count is None else whole(name, count, 1, MOST_WORKERS)


def number(name: str, value: float, least: float, most: float) -> float:
    """A number within limits; PalamedesError if it is anything else."""
    text = _("{name} must be a number from {least} to {most}, not {text!r}")
    return float(_within(text, name, value, least, most, lambda each: True))


def _within(
    text: str, name: str, value: float, least: float, most: float, fits: Callable[[float], bool]
) -> float:
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not is_number or not least <= value <= most or not fits(value):
        raise PalamedesError(text.format(name=name, least=least, most=most, text=_shown(value)))
    return value


def _shown(value: object) -> str:
    """What an error quotes of a value; Python refuses to write numbers of thousands of digits."""
    try:
        return str(value)[:40]
    except ValueError:
        return type(value).__name__


def game_of(game: Game | str) -> Game:
    """The game that a caller means: itself, or its name."""
    return game if isinstance(game, Game) else find_game(game)


def path_of(path: str | Path) -> Path:
    """The file that a caller names."""
    if not isinstance(path, str | os.PathLike):
        raise PalamedesError(
            _("the name of a file is needed, not {kind}").format(kind=type(path).__name__)
        )
    return Path(path)


def text_of(name: str, text: str) -> str:
    """A text; PalamedesError if it is anything else."""
    if not isinstance(text, str):
        raise PalamedesError(
            _("{name} must be a text, not {kind}").format(name=name, kind=type(text).__name__)
        )
    return text


def match_of(position: Position | Match) -> Match:
    """The position as a match, for a search; PalamedesError if the game is over."""
    match = match_at(position)
    if match.result is not None:
        raise PalamedesError(_("the game is over"))
    return match


def match_at(position: Position | Match) -> Match:
    """The position as a match, whether the game is over or not."""
    here = position_of(position)
    return position if isinstance(position, Match) else Match(here, here.game.history)
