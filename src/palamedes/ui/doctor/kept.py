"""What is kept on this machine: native code, tables, evaluations, books, puzzles, your files.

Nothing is compiled for an answer, and no table is read as a whole.
"""

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from palamedes.core.files import data_folder
from palamedes.core.language import N_, _, ngettext
from palamedes.ui.doctor.finding import Finding
from palamedes.ui.texts.sizes import size_text

SMALL_DISK = 1 << 30  # bytes; what is left is mentioned as too little below


def compiled() -> Iterator[Finding]:
    """The native code that need not be compiled again."""
    from palamedes.core.cache import cache_folder, is_read_only

    folder = cache_folder()
    if folder is None:
        advice = _(
            "Engines are compiled anew at every start, which takes seconds. Set PALAMEDES_CACHE "
            "to a folder that you can write."
        )
        yield Finding(N_("folder"), _("cannot be written"), "missing", advice)
        return
    size = _size(folder.parent)
    text = f"{folder.parent}, {size_text(size)}"
    if is_read_only():
        text = _("{text}, read-only").format(text=text)
    yield Finding(N_("folder"), text, figures={"path": str(folder.parent), "bytes": size})
    yield from _engines()


def _engines() -> Iterator[Finding]:
    """How many of the engines of each game are compiled."""
    from palamedes.games import GAMES
    from palamedes.players.warming import every_task, is_ready

    for family in GAMES:
        tasks = every_task([family])
        ready = sum(map(is_ready, tasks))
        figures = {"ready": ready, "of": len(tasks)}
        text = _("{ready} of {count} engines are ready").format(ready=ready, count=len(tasks))
        if ready == len(tasks):
            yield Finding(family.name, text, figures=figures)
        else:
            advice = _(
                "The others are compiled when you first need them; all of them now: {command}"
            )
            advice = advice.format(command="palamedes warm")
            yield Finding(family.name, text, "missing", advice, figures)


def solved() -> Iterator[Finding]:
    """The games whose exact values are known, by the tables that are there."""
    from palamedes.games import all_games
    from palamedes.solver.tablebase import Tablebase

    for game in all_games():
        if game.layers is None:
            continue
        tables = Tablebase(game).on_disk()
        count, usual = len(tables.layers), len(game.layers.usual)
        facts = {"tables": count, "bytes": tables.bytes, "damaged": tables.damaged}
        advice = _("To build tables: {command}").format(command="palamedes solve GAME")
        if tables.damaged:
            text = ngettext("{count} damaged table", "{count} damaged tables", tables.damaged)
            advice = _("To see which, and how to build them again: {command}")
            advice = advice.format(command="palamedes tables verify")
            yield Finding(game.id, text.format(count=tables.damaged), "missing", advice, facts)
        elif set(game.layers.usual) <= set(tables.layers):
            text = ngettext("{count} table, {size}", "{count} tables, {size}", count)
            text = text.format(count=count, size=size_text(tables.bytes))
            yield Finding(game.id, text, figures=facts)
        else:
            text = _("{count} of {usual} tables").format(count=count, usual=usual)
            yield Finding(game.id, text, "missing", advice, facts)


def learnt() -> Iterator[Finding]:
    """Evaluations that taught themselves: those that come with Palamedes, and your own."""
    from palamedes.games import all_games
    from palamedes.search.learned.files import SUFFIX
    from palamedes.search.learned.shipped import shipped_generations

    for game in all_games():
        if numbers := shipped_generations(game):
            text = ngettext("{count} generation", "{count} generations", len(numbers))
            yield Finding(
                game.id, text.format(count=len(numbers)), figures={"generations": len(numbers)}
            )
    own: list[Path] = []
    with suppress(OSError):  # `data` tells what is wrong with the folder
        own = sorted((data_folder() / "learning").glob(f"*/*{SUFFIX}"))
    by_folder = Counter(path.parent.name for path in own)
    yield Finding(
        N_("your own"),
        ", ".join(f"{name}: {count}" for name, count in by_folder.items()) or _("none"),
        "good" if own else "missing",
        ""
        if own
        else _("To let an evaluation teach itself a game: {command}").format(
            command="palamedes learn GAME"
        ),
        {"files": len(own)},
    )


def books() -> Iterator[Finding]:
    """The opening book of each game."""
    from palamedes.core.errors import PalamedesError
    from palamedes.games import all_games
    from palamedes.search.book_engine import book_path, own_book_path
    from palamedes.search.opening_book import read_book

    for game in all_games():
        path = book_path(game)
        if path is None:
            continue
        text = _("your own") if path == own_book_path(game) else _("comes with Palamedes")
        try:
            count = len(read_book(path, game))
        except PalamedesError as error:
            advice = _("Engines play without it. To make one: {command}")
            command = f"palamedes book make {game.id}"
            yield Finding(game.id, str(error), "missing", advice.format(command=command))
        else:
            entries = ngettext("{count} position", "{count} positions", count).format(count=count)
            yield Finding(game.id, f"{entries}, {text}", figures={"positions": count})


def puzzles() -> Iterator[Finding]:
    """The puzzles of each game."""
    from palamedes.games import GAMES
    from palamedes.solver.puzzles.puzzle import has_puzzles, shipped_puzzles

    for family in GAMES:
        count = len(shipped_puzzles(family.name)) if has_puzzles(family.name) else 0
        text = ngettext("{count} puzzle", "{count} puzzles", count).format(count=count)
        yield Finding(family.name, text, figures={"puzzles": count})


def data() -> Iterator[Finding]:
    """The folder with your games, tables and settings."""
    folder = data_folder()
    if reason := _refusal(folder):
        advice = _("Set PALAMEDES_DATA to a folder that you can read and write.")
        yield Finding(N_("folder"), f"{folder}: {reason}", "broken", advice)
        return
    size = _size(folder)
    yield Finding(
        N_("folder"),
        f"{folder}, {size_text(size)}",
        figures={"path": str(folder), "bytes": size},
    )
    free = shutil.disk_usage(_existing(folder)).free
    advice = _("The tables of all games take up to {size}.").format(size=size_text(3.5e9))
    is_small = free < SMALL_DISK
    yield Finding(
        N_("free disk space"),
        size_text(free),
        "missing" if is_small else "good",
        advice if is_small else "",
        {"bytes": free},
    )


def _refusal(folder: Path) -> str:
    """Why files can not be kept in a folder, which need not be there yet; empty if they can."""
    try:
        if folder.is_symlink() or folder.exists():
            list(folder.iterdir())
        tempfile.TemporaryFile(dir=_existing(folder)).close()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above that is there."""
    return next(place for place in (folder, *folder.absolute().parents) if place.exists())


def _size(folder: Path) -> int:
    """The bytes of all files below a folder that can be seen."""
    total = 0
    for place, _folders, names in os.walk(folder):
        for name in names:
            with suppress(OSError):  # removed meanwhile
                total += Path(place, name).lstat().st_size
    return total
