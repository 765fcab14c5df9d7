"""Starter bots in several languages: small bots that work, for authors to build on.

The folder of a language has what all games share, and its `games/` a folder for each game. In C and
Java that is the whole game: its rules and a first evaluation.
"""

import re
from pathlib import Path

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _

LANGUAGES = ("python", "c", "java")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")  # needs no quotes in source code or a shell


def new_bot(name: str, game: Game, language: str, folder: Path) -> Path:
    """Write a working bot, its README and the notation into a new folder, and return the folder.

    PalamedesError if the name or language is not allowed, if the game is not in the kit, or if the
    folder exists.
    """
    from palamedes.arena.kit.notation import notation_text  # needs numpy, which is slow to load

    if not NAME.fullmatch(name):
        raise PalamedesError(
            _(
                "{name!r}: a bot's name is a letter followed by letters, digits, - or _, at most "
                "40 characters in all"
            ).format(name=name[:40])
        )
    templates = _templates(language, game)
    texts = {"@NAME@": name, "@GAME@": game.id, "@VARIANT@": game.variant}
    bot_folder = folder / name
    _make_folder(bot_folder)
    for template in templates:
        text = template.read_text(encoding="utf-8")
        for placeholder, filled in texts.items():
            text = text.replace(placeholder, filled)
        (bot_folder / template.name).write_text(text, encoding="utf-8")
    (bot_folder / "NOTATION.txt").write_text(notation_text(game), encoding="utf-8")
    return bot_folder


def _templates(language: str, game: Game) -> list[Path]:
    """The files of a starter bot: those that all games share, and those of the game."""
    if language not in LANGUAGES:
        raise PalamedesError(
            _("no starter bot in {language!r}; choose from {known}").format(
                language=language[:40], known=", ".join(LANGUAGES)
            )
        )
    shared = Path(__file__).parent / language
    of_game = shared / "games" / game.name
    if not of_game.is_dir():
        raise PalamedesError(_("there is no starter bot for {game} yet").format(game=game.name))
    files = [path for place in (shared, of_game) for path in place.iterdir() if path.is_file()]
    return sorted(files)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise PalamedesError(_("{path}: already exists").format(path=folder)) from None
    except OSError as error:
        raise PalamedesError(f"{folder}: {error.strerror}") from None
