"""Grading: the bots of a folder play each other and some steps, all under the same limits.

NAME.py with a class derived from Bot    run as a separate program
NAME, an executable                      must speak UGI
NAME/ with bot.py, bot or Bot.class      one of these, or a Java program that speaks UGI

It is a round robin. The steps, or other levels, play each other too, which makes the ratings more
precise, and are the yardstick (arena/yardstick.py) that says which step a bot plays like.
"""

import ast
import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from palamedes.arena.kit.run import bot_program
from palamedes.arena.plan import Entrant, GameTerms, Plan, unique_name
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.players.ladder import ladder

START = 60.0  # seconds to get ready: many bots start at once while games keep the machine busy


class BotFolder(NamedTuple):
    """The bots in a folder, and the names of the files and folders that are not bots."""

    path: Path
    bots: tuple[Entrant, ...]
    others: tuple[str, ...]


def find_bots(folder: Path, game: Game) -> BotFolder:
    """The bots in a folder in alphabetical order; hidden files are ignored."""
    try:
        paths = sorted(folder.resolve().iterdir())
    except OSError as error:
        raise PalamedesError(f"{folder}: {error.strerror}") from None
    bots: list[Entrant] = []
    others = []
    for path in paths:
        if path.name.startswith((".", "__")):
            continue
        spec = _program_at(path, game)
        if spec is None:
            others.append(path.name)
        else:
            name = path.stem if path.suffix == ".py" else path.name
            taken = [*_levels(game), *(bot.name for bot in bots)]
            bots.append(Entrant(unique_name(name, taken), spec))
    return BotFolder(folder, tuple(bots), tuple(others))


def grading_plan(
    game: Game,
    folder: BotFolder,
    levels: Sequence[str],
    terms: GameTerms,
    games: int,
    openings: int,
    seed: int,
) -> Plan:
    """The tournament that grades the bots of a folder.

    PalamedesError if the folder has no bots or the game does not have one of the levels.
    """
    if not folder.bots:
        raise PalamedesError(
            _("{folder}: no .py file, program, or folder with bot.py, bot or Bot.class").format(
                folder=folder.path
            )
        )
    known = _levels(game)
    for level in levels:
        if level not in known:
            raise PalamedesError(
                _("unknown level {name!r}; choose from {known}").format(
                    name=level[:40], known=", ".join(known)
                )
            )
    entrants = (*folder.bots, *(Entrant(level, level) for level in levels))
    return Plan(game.id, entrants, terms, games=games, openings=openings, seed=seed)


def _levels(game: Game) -> list[str]:
    """The steps and levels of a game."""
    return [*(step.name for step in ladder(game)), *game.levels]


def _program_at(path: Path, game: Game) -> str | None:
    """The spec of the bot at a path; None for anything else, or if a journal could not store it."""
    if not str(path).isprintable():
        return None
    if not path.is_dir():
        return _program_in_file(path, game)
    for name in ("bot.py", "bot"):
        if spec := _program_in_file(path / name, game):
            return spec
    if (path / "Bot.class").is_file():
        return f"cmd:{shlex.join(['java', '-cp', str(path), 'Bot'])}"
    return None


def _program_in_file(path: Path, game: Game) -> str | None:
    if not path.is_file():
        return None
    if path.suffix == ".py" and _may_define_bot(path):
        return bot_program(path, game)
    return f"cmd:{shlex.join([str(path)])}" if os.access(path, os.X_OK) else None


def _may_define_bot(path: Path) -> bool:
    """Whether a file derives a class from a Bot. It is parsed, not run: running it may hang.

    A file that Python cannot parse counts as a bot: it loses its games, and the table shows why.
    """
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    except OSError:
        return False
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return any(ast.unparse(base).endswith("Bot") for each in classes for base in each.bases)
