"""Grading: the bots of a folder play each other and some steps, all under the same limits.

NAME.py with a class derived from Bot    run as a separate program
NAME, an executable                      must speak UGI
NAME/ with bot.py, bot or Bot.class      one of these, or a Java program that speaks UGI
NAME.zip                                 any of these, packed (arena/handins.py)

A folder may have another name for its only Python bot, or one zip file and nothing else.

Every bot meets all others and the steps, or other levels: the yardstick (arena/yardstick.py) that
says which step a bot plays like. Steps do not meet each other; their ratings are known.
"""

import ast
import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from palamedes.arena.handins import is_zip, unpack
from palamedes.arena.plan import Entrant, GameTerms, Plan, unique_name
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.players.bot import bot_program
from palamedes.players.ladder import ladder

SOURCES = (".c", ".cpp", ".java", ".rs", ".go")
LARGEST_PARSED = 1_000_000  # bytes: Python's parser needs three hundred times as many
START = 60.0  # seconds to get ready: many bots start at once while games keep the machine busy


class UnreadableHandin(NamedTuple):
    """A hand-in that cannot play: its student's name, and why."""

    name: str
    why: str


class BotFolder(NamedTuple):
    """The bots in a folder, hand-ins that cannot play, and the names of all that is neither."""

    path: Path
    bots: tuple[Entrant, ...]
    others: tuple[str, ...]
    unreadable: tuple[UnreadableHandin, ...] = ()


def find_bots(folder: Path, game: Game, unpacked: Path) -> BotFolder:
    """The bots in a folder or a zip file in alphabetical order; hidden files are ignored.

    unpacked: the folder for the contents of zip files, which is made if there are any.
    """
    bots: list[Entrant] = []
    others: list[str] = []
    unreadable: list[UnreadableHandin] = []
    taken = list(_levels(game))
    for path in _handins(folder, unpacked):
        is_packed = is_zip(path)
        name = unique_name(path.stem if is_packed or path.suffix == ".py" else path.name, taken)
        try:
            spec = _program_at(path, game, unpacked / path.name)
        except PalamedesError as error:
            unreadable.append(UnreadableHandin(name, str(error)))
        else:
            if spec is None and not _is_unbuilt(path):
                others.append(path.name)
                continue
            if spec is None:
                why = _("there are sources, but no bot: it has to be built first")
                unreadable.append(UnreadableHandin(name, why))
            else:
                bots.append(Entrant(name, spec))
        taken.append(name)
    return BotFolder(folder, tuple(bots), tuple(others), tuple(unreadable))


def _handins(folder: Path, unpacked: Path) -> list[Path]:
    """What a folder, or a zip file, has in it."""
    found = folder.resolve()
    try:
        if is_zip(found):
            found = unpack(found, unpacked / "class")
        paths = sorted(found.iterdir())
    except OSError as error:
        raise PalamedesError(f"{folder}: {error.strerror}") from None
    except PalamedesError as error:
        raise PalamedesError(f"{folder}: {error}") from None
    return [path for path in paths if not path.name.startswith((".", "__"))]


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
    return Plan(
        game.id,
        entrants,
        terms,
        games=games,
        openings=openings,
        seed=seed,
        yardstick=len(levels),
    )


def _levels(game: Game) -> list[str]:
    """The steps and levels of a game."""
    return [*(step.name for step in ladder(game)), *game.levels]


def _program_at(path: Path, game: Game, unpacked: Path) -> str | None:
    """The spec of the bot at a path; None for anything else, or if a journal could not store it.

    PalamedesError if it is in a zip file that cannot be read or has no bot.
    """
    # A link could lead to another hand-in, or to any file of the teacher.
    if not str(path).isprintable() or path.is_symlink():
        return None
    if is_zip(path):
        return _program_in_zip(path, game, unpacked)
    if not path.is_dir():
        return _program_in_file(path, game)
    if spec := _program_in_folder(path, game):
        return spec
    inside = list(path.iterdir())
    if len(inside) == 1 and is_zip(inside[0]):  # as learning platforms store a hand-in
        return _program_in_zip(inside[0], game, unpacked)
    return None


def _is_unbuilt(path: Path) -> bool:
    """Whether a folder without a bot has the sources of one."""
    is_own = path.is_dir() and not path.is_symlink()
    return is_own and any(file.suffix in SOURCES for file in path.iterdir())


def _program_in_zip(path: Path, game: Game, unpacked: Path) -> str:
    folder = unpack(path, unpacked)
    spec = _program_in_folder(folder, game)
    if spec is None or not str(folder).isprintable():
        raise PalamedesError(_("the zip file has no bot: no bot.py, bot or Bot.class"))
    return spec


def _program_in_folder(folder: Path, game: Game) -> str | None:
    for name in ("bot.py", "bot"):
        if spec := _program_in_file(folder / name, game):
            return spec
    if (folder / "Bot.class").is_file():
        return f"cmd:{shlex.join(['java', '-cp', str(folder), 'Bot'])}"
    bots = [path for path in folder.glob("*.py") if _may_define_bot(path)]
    return bot_program(bots[0], game) if len(bots) == 1 else None


def _program_in_file(path: Path, game: Game) -> str | None:
    if not path.is_file():
        return None
    if path.suffix == ".py" and _may_define_bot(path):
        return bot_program(path, game)
    return f"cmd:{shlex.join([str(path)])}" if os.access(path, os.X_OK) else None


def _may_define_bot(path: Path) -> bool:
    """Whether a file derives a class from a Bot. It is parsed, not run: running it may hang.

    A file that Python cannot parse, or a huge one, counts as a bot: it loses its games, and the
    table shows why.
    """
    try:
        if path.stat().st_size > LARGEST_PARSED:
            return True
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    except OSError:
        return False
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return any(_last_name(base).endswith("Bot") for each in classes for base in each.bases)


def _last_name(base: ast.expr) -> str:
    """The last name of a base class: `Bot` of `palamedes.Bot`."""
    if isinstance(base, ast.Attribute):
        return base.attr
    return base.id if isinstance(base, ast.Name) else ""
