"""The user's settings, in one JSON file for the terminal and the desktop window."""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from palamedes.core.files import data_folder, write_atomically

LARGEST = 100_000  # bytes that are read
_unsaved: list["Settings"] = []  # the newest settings, if they could not be written


@dataclass(frozen=True)
class Settings:
    """The settings; an empty text stands for the default.

    The names of the fields are those in the file. Whoever uses a palette, a game or a player must
    expect that its name is no longer known.
    """

    language: str = ""  # the default follows the locale
    palette: str = ""  # of the window
    pieces: str = ""
    dark: bool = False
    terminal_palette: str = ""
    animate: bool = True
    pace: str = ""  # the pause before an engine's answer: ui/session/pace.py
    speed: str = ""  # of games between two engines
    sound: bool = True
    window: str = ""  # its size and place, as Tk writes them
    gauge: bool = False  # whether the evaluation bar is shown
    game: str = ""  # the last game played, with its variant
    first: str = ""  # the player specs of that game, as `take_seat` takes them
    second: str = ""
    read: tuple[str, ...] = ()  # names of the games whose rules the user has read
    lessons: tuple[str, ...] = ()  # completed steps of lessons, as `game/3`


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings. A value that is missing, damaged or of a wrong type gets its default."""
    if path is None and _unsaved:
        return _unsaved[-1]
    try:
        with (path or _path()).open("rb") as file:
            document = json.loads(file.read(LARGEST))
    except (OSError, ValueError, RecursionError):
        return Settings()
    if not isinstance(document, dict):
        return Settings()
    defaults = asdict(Settings())
    return Settings(
        **{
            field.name: _checked(document.get(field.name), defaults[field.name])
            for field in fields(Settings)
        }
    )


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Write the settings; if that fails, they still hold until the program ends."""
    _unsaved.clear()
    path = path or _path()
    text = json.dumps(asdict(settings), indent=1, ensure_ascii=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, f"{text}\n".encode())
    except OSError:
        _unsaved.append(settings)


def _checked(value: Any, default: Any) -> Any:
    """A value from the file if it has the type of the default, else the default."""
    if isinstance(default, tuple):
        is_list = isinstance(value, list) and all(isinstance(each, str) for each in value)
        return tuple(value) if is_list else default
    return value if type(value) is type(default) else default


def _path() -> Path:
    return data_folder() / "settings.json"
