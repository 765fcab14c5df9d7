"""Starter bots in several languages: small bots that work, for authors to build on."""

import re
from pathlib import Path

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _

LANGUAGES = ("python", "c", "java")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")  # needs no quotes in source code or a shell


def new_bot(name: str, game: Game, language: str, folder: Path) -> Path:
    """Write a working bot and its README into a new folder, and return the folder.

    PalamedesError if the name or language is not allowed, or if the folder exists.
    """
    if language not in LANGUAGES:
        raise PalamedesError(
            _("no starter bot in {language!r}; choose from {known}").format(
                language=language[:40], known=", ".join(LANGUAGES)
            )
        )
    if not NAME.fullmatch(name):
        raise PalamedesError(
            _(
                "{name!r}: a bot's name is a letter followed by letters, digits, - or _, at most "
                "40 characters in all"
            ).format(name=name[:40])
        )
    bot_folder = folder / name
    _make_folder(bot_folder)
    for template in sorted((Path(__file__).parent / language).iterdir()):
        if template.is_file():
            text = template.read_text(encoding="utf-8")
            filled = text.replace("@NAME@", name).replace("@GAME@", game.id)
            (bot_folder / template.name).write_text(filled, encoding="utf-8")
    return bot_folder


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise PalamedesError(_("{path}: already exists").format(path=folder)) from None
    except OSError as error:
        raise PalamedesError(f"{folder}: {error.strerror}") from None
